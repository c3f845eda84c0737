## The command line. NAME, FILE and so on stand for what a person puts there.

command-about = Four lost-world board games: play, learn and study them.
command-epilog =
    examples:
      yupana play temple                         a solo game
      yupana play valley --people Ana Bea        two people at one keyboard
      yupana play paititi --bots scout guide     you against two bots
      yupana play --resume temple.yupana         go on with a saved game
      yupana rules wiraqocha W-3.1               one rule in full
      yupana score valley sheet.txt              the stars of a sheet copied from paper
      yupana simulate temple --games 1000        a thousand games of bots, and their scores

    Unofficial and not for sale; the games are by Henri Kermarrec (Sit Down!) and Walter Schranz
    (WRS-Spiele). If you like them, buy the boxes.

command-games = list the games
command-rules = show the rules of a game, or one clause of them
command-play = play a game in this terminal, with people and bots
command-score = score a sheet or a position typed in from paper
command-replay = show a recorded game event by event
command-simulate = let bots play many games
command-fuzz = play random games of every variant and check every law
command-edition = show, check or begin an edition of your own
command-serve = serve tables to browsers and programs, from this machine
command-store = look after the stored tables
command-verify = check the dice and moves of a finished table's export

option-help-lang = the language: en or fr (default: that of the terminal)
option-help-json = for a program to read
option-help-option = such as side=B
option-help-people = who plays here (default: you)
option-help-bots = novice, scout, guide or amauta; or greedy, uniform
option-help-resume = go on with a saved game
option-help-save-as = where to keep the game
option-help-seed = for the same dice again
option-help-seats = of the position (default: the fewest)
option-help-step = wait for Enter after each round or turn
option-help-its-edition = where to find its edition
option-help-seats-many = how many (default: as many as bots are named)
option-help-bots-many = one for all seats, or one each
option-help-jobs = processes; the results do not depend on it
option-help-records = keep every game here
option-help-often = check one state in N
option-help-host = 127.0.0.1 for this machine alone; 0.0.0.0 for the network (default)
option-help-port = default 8000
option-help-public-url = what people's browsers know it by
option-help-behind-proxy = a proxy here tells who asks
option-help-to = where an export or backup goes
option-help-seal = a seal that was shown at the table, as entry:seal, to compare with; may be given several times
option-help-origin = the export of the game that this one goes on from
option-help-head = the hash that was noted at the table
option-help-data = of the embedded store (default data)
option-help-store = postgresql://... to share a database

metavar-command = COMMAND
metavar-file = FILE
metavar-folder = FOLDER
metavar-game = game
metavar-clause = clause
metavar-some-file = file
metavar-seed = SEED
metavar-name = NAME
metavar-name-or-file = NAME|FILE
metavar-name-value = NAME=VALUE
metavar-table-or-file = TABLE|FILE

## What is said about a command line that is not understood. The words between %( ) are filled in later.

usage-usage = usage:{ " " }
usage-arguments = positional arguments
usage-options = options
usage-help = show this help message and exit
usage-version = show the version and exit
usage-error = %(prog)s: error: %(message)s{ "\u000A" }
usage-argument = argument %(argument_name)s: %(message)s
usage-required = the following arguments are required: %s
usage-unrecognized = unrecognized arguments: %s
usage-expected-one = expected one argument
usage-expected-some = expected at least one argument
usage-choice = invalid choice: %(value)r (choose from %(choices)s)
usage-value = invalid %(type)s value: %(value)r
usage-ambiguous = ambiguous option: %(option)s could match %(matches)s
usage-explicit = ignored explicit argument %r

## Without a command: a few questions. What stands in brackets is what Enter alone means.

choose-welcome = Which game would you like to play? Enter takes what stands in [brackets], q leaves.
choose-game = Game [{ $usual }]:{ " " }
choose-way = How [{ $usual }]:{ " " }
choose-alone = alone
choose-bots = against bots
choose-friends = with friends at this keyboard
choose-browser = in the browser, with anybody on your network
choose-level = Which bots [{ $usual }]:{ " " }
choose-count = How many, { $least } to { $most } [{ $usual }]:{ " " }
choose-person = Player { $number }
choose-names = Names, with commas between them [{ $usual }]:{ " " }
choose-names-again = Please give { $least } to { $most } different names.
choose-again = Please type a number from { $first } to { $last }, or q to leave.
choose-runs = Next time you can type: { $command }
choose-left = See you soon. `yupana --help` tells what else there is.

## What the commands answer.

games-seats = ({ $first }-{ $last } seats)
games-default = (default { $default })
games-editions = editions: { $editions }
decimal-point = .

clause-kind-law = law
clause-kind-example = example
clause-kind-ruling = ruling
clause-kind-flavour = flavour

score-seat = seat { $seat }

simulate-games = { $games ->
    [one] { $games } game of { $game }
   *[other] { $games } games of { $game }
  }, { $seats ->
    [one] { $seats } seat
   *[other] { $seats } seats
  }
simulate-seat = seat
simulate-bot = bot
simulate-mean = mean
simulate-spread = sd
simulate-least = least
simulate-most = most
simulate-won = won
simulate-all = all
simulate-decisions = decisions a game

fuzz-done = { $game }: { $games ->
    [one] { $games } game
   *[other] { $games } games
  }, { $events ->
    [one] { $events } event
   *[other] { $events } events
  }, longest { $longest }, { $broken } broken
fuzz-broken = game { $number } ({ $table }): { $law }

edition-well = { $name } ({ $digest }): { $title }. All is well.
edition-to-check = to check
edition-status-fact = fact
edition-status-reported = reported
edition-status-derived = derived
edition-status-reconstructed = reconstructed
edition-status-owner = owner

store-row = { $entries ->
    [one] { $entries } entry
   *[other] { $entries } entries
  }
