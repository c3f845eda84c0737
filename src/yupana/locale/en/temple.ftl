temple-title = The Temple of Apikhabou
temple-tagline = One number a round: build a long series and groups, beat the mummies with nines.
temple-help =
    What you can type in this game:
      7 b4          write a 7 in cell b4 (column b, row 4)
      mummy c3      draw a mummy in cell c3 of the sheet you hold
    You write one number a round: a die, or the sum of two or three of them. Cells in
    brackets [ ] are doors: they take a number only after a Lockpick was rolled. With
    Penny you may write any number from 1 to 15. At the end: 1 star for each cell of your
    longest series (4-5-6-7...), 3 for each number with a group of three, 2 for each mummy
    with a 9 beside it, and 2 less for each without.
temple-score-total = Stars
temple-score-series = Longest series
temple-score-groups = Groups
temple-score-group = Group of { $of }s
temple-score-mummies = Mummies
temple-score-beaten = Mummy beaten by a 9
temple-score-unbeaten = Mummy at large
temple-end-full = The temple is explored: every cell without a door is filled.
temple-tie-series = The tie was broken by the longest series.
temple-rank-tourist = Tourist
temple-rank-pathfinder = Pathfinder
temple-rank-voyager = Voyager
temple-rank-explorer = Explorer
