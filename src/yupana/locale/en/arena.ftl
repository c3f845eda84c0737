## The arena: what its command says, and the page it writes.

command-arena = let bots compete on the same dice, and say how sure one can be

option-help-arena-bots = who competes: each pair of them, or each alone with --seats 1; here also ismcts, seer, amauta:1s, ismcts:200
option-help-arena-games = of each pair, made up to whole blocks
option-help-arena-seats = at a table (default: 2); 1 for points alone
option-help-paired = every way to sit is played with the same dice
option-help-together = all bots at one table, not two by two
option-help-ray = play on a Ray cluster; "local" for one of your own
option-help-sprt = stop as soon as it is clear whether the first bot's share (alone: its lead) is S1 rather than S0
option-help-keep = write every game down here, and go on from it next time
option-help-html = a page with plots
option-help-parquet = a table with a line for each seat of each game

arena-lang = en
arena-title = { $game }: the arena
arena-about = { $games ->
    [one] { $games } game
   *[other] { $games } games
  } in { $blocks ->
    [one] { $blocks } block
   *[other] { $blocks } blocks
  } of equal dice, { $seats ->
    [one] { $seats } seat
   *[other] { $seats } seats
  }. Intervals are those of 95 %.
arena-ratings = Ratings
arena-duels = One against the other
arena-scores = Points
arena-ends = How games end
arena-seats = Seats
arena-how = How to repeat it
arena-length = Decisions in a game:
arena-digest = The same games have the same sum:
arena-won = wins { $share } %, ahead by { $ahead }
arena-thought = ({ $mean } ms a decision, { $most } at most)
arena-test-better = { $first } is better than { $second }: clear after { $blocks } blocks (log likelihood ratio { $ratio }).
arena-test-no-better = { $first } is no better than { $second }: clear after { $blocks } blocks (log likelihood ratio { $ratio }).
arena-test-undecided = Whether { $first } is better than { $second } is not clear after { $blocks } blocks (log likelihood ratio { $ratio }).
arena-column-pair = pair
arena-column-games = games
arena-column-won = won
arena-column-ahead = ahead by
arena-column-bot = bot
arena-column-mean = mean
arena-column-spread = sd
arena-column-least = least
arena-column-quartiles = quartiles
arena-column-most = most
arena-column-thought = ms a decision
arena-column-slowest = slowest ms
arena-column-seat = seat

arena-bot = There is no bot “{ $bot }” in the lab; there are { $known }. Behind amauta, ismcts and seer may stand a number of plays or a time for each move, such as ismcts:200 or amauta:1s.
arena-no-fast = { $bot } runs on the compiled implementation of { $game }, which needs the extra “fast”: pip install 'yupana[fast]'
arena-no-evaluator = { $bot } evaluates moves with what was learned for one game, and there is nothing of the kind for { $game }. The levels without a number or time behind them, and ismcts, play every game.
arena-twice = A bot is named twice in { $bots }; each competes once.
arena-alone = At a table of several, at least two bots have to be named.
arena-test = A sequential test is for two bots, and its first number has to be the smaller one.
arena-other = { $file } holds another contest; choose another file, or give the same bots, games, seats and seed.
arena-ray = Ray at { $address } cannot be reached: { $problem }
