## What the engine refuses, by code.

rule-illegal = Clause { $clause } does not allow that here.
rule-illegal-text = That is not allowed here ({ $clause }): { $text }
rule-not-your-turn = Seat { $seat } has nothing to decide now.
rule-game-over = The game is over.
rule-impossible-chance = The dice or the cards cannot show that now.
rule-endless = The game did not end within { $events } events.

undo-nothing = There is nothing to take back: the dice have been rolled since your last mark.
undo-revealed = That cannot be taken back: it showed you something you did not know.
undo-built-upon = That cannot be taken back: others have gone on from it.

notation-move = “{ $text }” is not a move; type `help` to see how moves are written.
notation-cell = There is no cell “{ $cell }” on this sheet; cells are named like b4: column, then row.
notation-number = “{ $text }” is not a number that can stand there.
notation-number-range = { $number } cannot stand on a sheet; numbers go from { $least } to { $most }.
notation-dice = { $found ->
    [one] { $found } die is
   *[other] { $found } dice are
  } given where { $expected } are rolled.
notation-door = Cell { $cell } cannot be “{ $text }”: D is an empty door, “.” an empty cell without one, and mummies never stand in doors.
notation-rows = The drawing has { $rows ->
    [one] { $rows } row
   *[other] { $rows } rows
  }; this sheet has { $expected }.
notation-row-name = A row begins with “{ $row }” where row { $expected } should.
notation-row = Row { $row } shows { $cells ->
    [one] { $cells } place
   *[other] { $cells } places
  }; { $expected } are there.
notation-sheets = The sheets take { $lines ->
    [one] { $lines } line
   *[other] { $lines } lines
  }; they should take { $expected }.
notation-position = The position is not complete: expected { $expected }.
notation-phase = “{ $text }” is not a phase that the game can be in.
notation-seat = a line must begin with a seat number or * for chance.
notation-seat-number = There is no seat { $seat } at a table of { $seats }.

notation-line = The line “{ $text }” of the position cannot be read.
notation-twice = { $text } stands twice where it can stand once.

notation-kind = “{ $text }” is no kind of discovery; there are { $known }.
notation-discovery = “{ $text }” is no discovery (clause { $clause } says why).
notation-fresh = Cell { $cell } cannot have been filled last: it holds neither number nor structure.
notation-full = The sheet of seat { $seat } is full, so the game would be over.

notation-tile = There is no territory “{ $tile }”; they are named by their condition, such as 5, 5-5 or 456.
notation-tile-twice = Territory { $tile } stands twice in the position.
notation-pawn = There is no pawn “{ $pawn }”; there are { $known }.
notation-card = There is no card “{ $card }”; there are { $known }.
notation-die = “{ $text }” is not what a die can show there.
notation-artifact-number = There is no Artifact “{ $artifact }”; they are numbered from 1 to { $last }.
notation-done = “{ $text }” is nothing that can be done with for a turn; there are { $known }.
notation-stand = “{ $text }” does not say what stands on a territory.

notation-digging = “{ $text }” is no digging card; they are written as picks/shovels, such as 2/3.
notation-artifact = “{ $text }” is no artifact card; they are written like vase 1@2: kind, pieces, back.
notation-exhibition = “{ $text }” is no exhibition card; they are written like tiles/vases, or llamas+statues for an opening.
notation-back = “{ $text }” is no back of an artifact card; they are named by their picks, such as 3.
notation-site = “{ $text }” is no place to dig; there are 1 to { $most } and pile.
notation-not-owned = { $text } is not among the cards that the seat owns.
notation-no-back = No card that is left has the back { $text }.
notation-cards = The { $what } do not add up to the box: { $card } is off by { $missing }.

option-seats = { $game } is for { $first } to { $last } seats, not { $seats }.
option-value = { $game } cannot be set up so: { $problem }.
option-game = There is no game “{ $game }”; there are { $known }.
option-game-broken = The game “{ $game }” of another author cannot be loaded: { $problem }
option-bot = There is no bot “{ $bot }”; there are { $known }.
option-unknown = { $game } has no option “{ $option }”; it has { $known }.
option-rules = Version { $rules } of the rules of { $game } cannot be played here; this Yupana plays version { $known }.
option-form = “{ $text }” is not an option; write NAME=VALUE, such as side=B.
option-bots = { $bots ->
    [one] { $bots } bot is
   *[other] { $bots } bots are
  } named for { $seats ->
    [one] { $seats } seat
   *[other] { $seats } seats
  }; name one for each seat, or one for all.
option-number = { $what } must be a whole number of at least 1, not { $value }.
option-name = “{ $name }” cannot be a name here: it needs 1 to { $most } characters that can be seen, and does not begin with “bot”.
option-extra = { $option } needs { $module }, which is not installed: pip install 'yupana[{ $extra }]'

edition-toml = The edition is not valid TOML: { $problem }.
edition-field = A field of the edition is wrong: { $problem }.
edition-value = { $field } does not fit the game; right would be { $right }.
edition-missing = The edition lacks [{ $field }].
edition-mark = { $field } has the character “{ $mark }”, which means nothing there; known are { $known }.
edition-count = { $what }: { $found } found, but [expect] says { $expected }; correct the one or the other.
edition-dangling = { $field } names “{ $name }”, which does not exist.
edition-no-status = [source.status] says nothing about { $field }; add fact, reported, derived, reconstructed or owner.
edition-unknown = There is no edition “{ $name }”; there are { $known }.
edition-name = The edition calls itself “{ $name }” but its file is { $file }; the two must agree.
edition-name-taken = The name “{ $name }” belongs to an edition that comes with the game; choose another.

record-not-one = This is not a Yupana record: its first line should be “yupana record 1”.
record-format = The record is of format { $theirs }; this version reads format { $ours }.
record-header = Line { $line } of the header cannot be read: { $text }
record-rules = The record was played with version { $theirs } of the { $game } rules; this Yupana plays version { $ours }.
record-edition = The record was played with other components: edition { $edition } { $theirs }, ours is { $ours }.
record-line = Line { $line } (“{ $text }”) cannot be replayed: { $problem }
record-truncated = The record breaks off after { $events ->
    [one] { $events } event
   *[other] { $events } events
  }: its last lines, `events` and `digest`, are missing.
record-end = The record ends otherwise than its moves lead to: after { $events ->
    [one] { $events } event
   *[other] { $events } events
  } the digest is { $digest }.
record-json = The record is not valid JSON of ours: { $problem }.

file-missing = There is no file { $path }.
file-large = { $path } is too large to be ours: the limit is { $most } kB.
file-binary = { $path } is not a text file.
file-unreadable = { $path } cannot be read: { $problem }.
file-unwritable = { $path } cannot be written: { $problem }.
file-failed = It could not go on: { $problem }

rules-unknown = { $game } has no clause { $clause }; `yupana rules { $game }` lists them all.
rules-unreadable = The RULES.md of { $game } cannot be read: { $problem }

## Facts that are phrases; $value is what a phrase is about.

fact-none = none
fact-extends = `extends` must be the name of an edition
fact-then-phase = { $value }, then the phase
fact-seats-in-order = { $value } seats in order
fact-nothing-more = nothing after the last seat
fact-more-lines = more lines
fact-from-one-up = numbers from 1 up
fact-at-least = at least { $value }
fact-one-to = 1 to { $value }
fact-cells-up-to = 1 to { $value } cells
fact-drawn-cells = cells drawn with #, spaces elsewhere
fact-letters-and-digits = letters and digits
fact-small-letters-not = small letters, and not { $value }
fact-small-name = a name of a-z, 0-9 and -
fact-such-as = something like { $value }
fact-two-kinds = two kinds a card
fact-without-gap = 1, 2, 3 ... without a gap
fact-die-face = a face of a die, 1 to 6
fact-die-faces = faces from 1 to 6
fact-sum-or-faces = either sum or faces
fact-jungle-only = some, on jungle only
fact-ruins-only = one, on ruins only
fact-caves-only = caves only
fact-once-each = 1, 2, 3 ... once each
fact-no-cost-below-zero = no cost below 0
fact-some-of-both = 1 or more of both
fact-tiles-as-hexes = as many tiles a column as hexes

## The table in the terminal.

play-welcome = { $title }. Type `help` for what you can do, `quit` to leave; nothing is lost.
play-bots-get-ready = The bots learn the game by heart: a minute, this once.
play-you = you
play-command-help = help
play-command-moves = moves
play-command-why = why
play-command-score = score
play-command-rule = rule
play-command-look = look
play-command-table = table
play-command-undo = undo
play-command-save = save
play-command-quit = quit
play-roll-prompt = [Enter] goes on, `undo` takes your last mark back:{ " " }
play-curtain = Pass the device to { $player }, who presses Enter when nobody else looks.{ " " }
play-did = { $player }: { $move }
play-turn-of = { $player } is to play.
play-help =
    And in every game:
      help            this text               moves [WORDS]   what you may do now
      why MOVE        the rule against it     rule CLAUSE     one rule in full
      score           your points so far      look, table     your view, everybody's
      undo            take back a mark        save [FILE]     keep the game
      quit            save and leave
play-no-such-move = Nothing like that can be done now.
play-more-moves = ... and more than these { $shown }; add words to see fewer, such as `moves b4`.
play-allowed = You may do that.
play-saved = Saved in { $path }.
play-resume = To go on: { $program } play --resume { $path }
outcome-rank = { $score ->
    [one] { $score } star
   *[other] { $score } stars
  }: { $rank }.
outcome-rank-points = { $score ->
    [one] { $score } point
   *[other] { $score } points
  }: { $rank }.

## The commands of a host.

option-environment = The environment variable { $name } cannot be “{ $value }”.
option-one = `{ $action }` takes one table or file.
option-what = Say which table or file to { $action }.
store-fault = Table { $table }: { $what } at entry { $seq }.
store-checked = { $tables ->
    [one] { $tables } table
   *[other] { $tables } tables
  } with { $entries ->
    [one] { $entries } entry was checked.
   *[other] { $entries } entries were checked.
  }
store-imported = Table { $table } with { $entries ->
    [one] { $entries } entry
   *[other] { $entries } entries
  } is here now.
store-marked-row = marked { $time } UTC, deleted after { $hours ->
    [one] one more hour
   *[other] { $hours } more hours
  } of running
store-marked = { $tables ->
    [0] No table is marked for deletion.
    [one] One table is marked for deletion. `yupana store undelete` keeps it.
   *[other] { $tables } tables are marked for deletion. `yupana store undelete` keeps them.
  }
store-kept = { $tables ->
    [0] No table was marked for deletion.
    [one] One table is kept.
   *[other] { $tables } tables are kept.
  }
store-forgotten = Table { $table } is forgotten.
