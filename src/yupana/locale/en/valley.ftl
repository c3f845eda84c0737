# The Valley of Wiraqocha

valley-title = The Valley of Wiraqocha
valley-tagline = Map a lost valley from the same dice as everybody else, and beware of the snakes.

valley-help =
    Every round three dice are rolled for all. Make one to three marks on your own sheet, then reveal
    at most one discovery, then say that you are done. Each die serves once.

      7 b4                      write a 7 in cell b4: a die, or a sum of two or three dice
      penny 9 c2                write any number from 1 to 15 with Penny (the purple die)
      hut d4                    draw the hut, the statue or the mine with Dakota (the green die)
      cross e5 with 4+5         cross out the snake in e5 with dice that make 9
      cross e5 with penny       cross it out with Penny
      reveal town a1 a2 b1 b2   reveal a jungle, town, range or pyramid on these cells
      done                      finish your round

    The first cell is on the edge; after that each one touches a number or a structure.
      jungle    5 cells, all different               5 stars
      town      4 cells, all the same                6 stars
      range     3 cells of 6 or more                 7 stars
      pyramid   4 cells of 10 or more, shaped T     15 stars
    The hut earns 2 stars for each jungle cell around it, the statue for town cells, the mine for
    range cells. A full sheet earns 7 stars. A snake costs the largest number beside it.

    When the Snake is rolled (the red die), draw one on the sheet in front of you:
      snake c3

    On the map: @ is a snake, x one crossed out, H S M the structures, * what was filled last.

valley-face-penny = Penny
valley-face-dakota = Dakota
valley-face-snake = Snake
valley-score-total = Stars
valley-score-full = Full sheet
valley-score-discoveries = Discoveries
valley-score-jungle = Jungle
valley-score-town = Town
valley-score-range = Mountain range
valley-score-pyramid = Pyramid
valley-score-structures = Structures
valley-score-hut = Hut
valley-score-statue = Statue
valley-score-mine = Mine
valley-score-snakes = Snakes
valley-score-bite = Bite
valley-score-escaped = Escaped

valley-end-full = A sheet is full.
valley-end-rounds = All rounds are played.

valley-tie-structures = The tie was broken by the stars from structures.

valley-rank-tourist = Tourist
valley-rank-pathfinder = Pathfinder
valley-rank-voyager = Voyager
valley-rank-explorer = Explorer

## The board in the browser

valley-round-short = R{ $round }
valley-round-of = R{ $round }/{ $rounds }
valley-sheet-own = Your map
valley-sheet-of = Map of { $name }
valley-dice = Dice: { $faces }
valley-swapped = A snake! The maps change hands.
valley-tools = What you can make of the dice
valley-tools-for = What can go into { $cell }
valley-tool-penny = { $number } with Penny
valley-tool-cross = a { $escape } against a snake
valley-penny = Penny: any number from 1 to 15
valley-cell-empty = empty
valley-cell-number = number { $number }
valley-cell-found = number { $number }, { $kind }
valley-cell-snake = snake
valley-cell-crossed = snake, crossed out
valley-cell-is = { $cell }: { $what }
valley-cell-can = { $cell }: { $what }; can be chosen
valley-cell-would = { $cell }: { $what }; can be chosen: { $effect }
valley-prompt = Choose a number, then a cell. Or a cell first.
valley-prompt-more = Go on with the dice that are left, reveal a discovery, or say Done.
valley-prompt-what = What goes into { $cell }?
valley-prompt-where = Where does it go: { $tool }?
valley-prompt-reveal = You may reveal one discovery now. Then Done.
valley-prompt-done = Nothing is left to write. Done?
valley-prompt-discover = Choose a kind; tap cells it must have, tap again for cells it must not have.
valley-prompt-snake = A snake! You hold the map of { $name }: draw it in.
valley-prompt-snake-own = A snake! Draw it on your map, where it may go.
valley-prompt-wait = { $more ->
    [0] Waiting for { $name }.
    [one] Waiting for { $name } and one other.
   *[other] Waiting for { $name } and { $more } others.
}
valley-hold = This is the map of { $name }. A snake bites by the largest number beside it.
valley-hold-own = Your own map. A snake bites by the largest number beside it.
valley-ready = Ready
valley-discover = Kinds of discoveries
valley-discover-count = Discover { $count }
valley-kind = { $kind }, { $stars } stars, { $count } to choose from
valley-previous = The one before
valley-next = The next one
valley-which = { $at } of { $count }
valley-draw = Draw it
valley-about = { $discoveries ->
    [one] { $discoveries } discovery
   *[other] { $discoveries } discoveries
  }, { $snakes ->
    [one] { $snakes } snake
   *[other] { $snakes } snakes
  }
valley-kind-build = Build
valley-kind-penny = With Penny
valley-kind-cross = Cross out a snake
valley-kind-reveal = Reveal
valley-kind-snake = Draw a snake
valley-kind-done = Done
valley-move-mark = { $tool } in { $cell }
valley-move-snake = snake in { $cell }
valley-move-cross = cross out { $cell } with { $dice }
valley-move-reveal = { $kind }: { $cells }
valley-key-number = 1 … 9
valley-key-number-does = pick a number; Enter on a cell writes it
valley-key-penny = Penny’s numbers
valley-key-discover = look for discoveries
