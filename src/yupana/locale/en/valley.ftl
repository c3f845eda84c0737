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

valley-tie-structures = more stars from structures

valley-rank-tourist = Tourist
valley-rank-pathfinder = Pathfinder
valley-rank-voyager = Voyager
valley-rank-explorer = Explorer
