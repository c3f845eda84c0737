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
temple-face-penny = Penny
temple-face-lockpick = Lockpick
temple-face-mummy = Mummy
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

## The board in the browser

temple-round-short = R{ $round }
temple-sheet-own = Your sheet
temple-sheet-of = Sheet of { $name }
temple-dice = Dice: { $faces }
temple-swapped = A mummy! The sheets change hands.
temple-numbers = Numbers you may write
temple-numbers-for = Numbers for { $cell }
temple-number-effect = { $number }, { $by }: { $why }
temple-effect-series = series { $by }
temple-effect-groups = groups { $by }
temple-effect-mummies = mummies { $by }
temple-effect-none = nothing changes yet
temple-cell-empty = empty
temple-cell-door = closed door
temple-cell-number = number { $number }
temple-cell-mummy = mummy
temple-cell-can = { $cell }: { $what }; you can mark it
temple-cell-would = { $cell }: { $what }; you can mark it: { $effect }
temple-cell-is = { $cell }: { $what }
temple-prompt = Choose a number, then a cell. Or a cell first.
temple-prompt-penny = Penny: any number from 1 to 15, in any cell that glows.
temple-prompt-lockpick = Lockpick: write a number behind a door.
temple-prompt-number = Which number goes into { $cell }?
temple-prompt-cell = Where does the { $number } go?
temple-prompt-haunt = A mummy! You hold the sheet of { $name }: draw it in.
temple-prompt-haunt-own = A mummy! Draw it on your sheet, where it may go.
temple-prompt-wait = { $more ->
    [0] Waiting for { $name }. Tap your mark to take it back.
    [one] Waiting for { $name } and one other. Tap your mark to take it back.
   *[other] Waiting for { $name } and { $more } others. Tap your mark to take it back.
}
temple-haunt = This is the sheet of { $name }. A mummy costs 2 stars, unless a 9 stands beside it.
temple-haunt-own = Your own sheet. A mummy costs 2 stars, unless a 9 stands beside it: then it brings 2.
temple-ready = Ready
temple-open = Your turn
temple-kind-mummy = Draw a mummy
temple-move-write = { $number } in { $cell }
temple-move-mummy = mummy in { $cell }
temple-step-series = Series of { $count }
temple-key-number = 1 … 9
temple-key-number-does = pick a number; Enter on a cell writes it
