## What checking a finished game may find.

verify-ok = Everything fits: the dice were fixed before the game, every outcome follows from them, and every move was legal.
verify-unreadable = The file cannot be read: { $problem }.
verify-sequence = Entry { $seq } stands where entry { $expected } should.
verify-hash = Entry { $seq } was changed, or one before it: its hash does not fit.
verify-time = Entry { $seq } is older than the one before it.
verify-cid = Entry { $seq } repeats a command that was done before.
verify-head = The log ends with { $found }, but the file says { $said }.
verify-other-head = The log ends with { $found }; at the table { $noted } was noted.
verify-other-digest = The game leads to { $found }; at the table { $noted } was noted.
verify-entry = Entry { $seq } ({ $kind }) cannot be read: { $problem }.
verify-story = Entry { $seq } ({ $kind }) cannot stand there.
verify-table = The table's { $field } is said to be { $said }, but the log says { $found }.
verify-game = The game cannot be set up: { $problem }.
verify-not-over = The game is not over, so its dice cannot be checked yet.
verify-no-seed = The seed of the dice is missing.
verify-commitment = The seed was exchanged: { $said } was promised before the game, this seed gives { $found }.
verify-closing-seed = The seed published in entry { $seq } is not the one of the file.
verify-nonce = Seat { $seat } has no part in the dice, or a malformed one.
verify-server-nonce = The part in the dice that the server made for seat { $seat } does not follow from the seed.
verify-chance = Outcome { $number } (entry { $seq }) should have been “{ $found }”, not “{ $said }”.
verify-impossible = Entry { $seq } shows something that the dice or cards could not do then.
verify-illegal = The move of seat { $seat } in entry { $seq } was not allowed: { $problem } { $clause }
verify-no-such-move = Entry { $seq } takes back move { $number }, which is not there.
verify-not-own = In entry { $seq } seat { $seat } takes back move { $number } of somebody else.
verify-revealed = Entry { $seq } takes back outcome { $number } without saying that it was assisted.
verify-built-upon = Entry { $seq } takes back move { $number }, on which later ones hang.
verify-branch = The log says that { $said } moves and outcomes were taken from another game, but { $found } stand there.
verify-origin = { $number ->
    [0] The other file is not the game that this one says it goes on from.
   *[other] Event { $number } of the beginning is not the one of that other game.
  }
verify-branched = The beginning was taken from another game, that of table { $table }: its first { $events } moves and outcomes. They were not rolled here, and nothing is said about their dice; all dice after them were worked out again.
verify-compared = That beginning is the one of the other game, move by move.
verify-counts = { $moves } moves, { $outcomes } outcomes of chance worked out again; { $own } seats had a hand in the dice themselves.
verify-die = { $number ->
    [0] All dice
   *[other] Die { $number }
  }:  { $faces }   (usually { $low } to { $high } of each; * is the special face)
verify-head-hash = The whole history is { $hash }: compare it with what was shown at the table.
