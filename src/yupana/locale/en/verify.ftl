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
verify-other-rules = The game was played by version { $rules } of its rules, and this Yupana plays version { $known }: moves and dice cannot be checked with this version of Yupana.
verify-other-edition = The game was played with the edition “{ $edition }” ({ $digest }), which is not here: moves and dice cannot be checked without it.
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
verify-draw = Entry { $seq } closes another list of commitments than the one that was made.
verify-reveal = In entry { $seq } seat { $seat } reveals another nonce than it had committed to, or at the wrong time.
verify-void = Entry { $seq } declares a draw void that was not, or names other seats than were silent.
verify-seal = The seal you noted for entry { $seq } is not in this log: another game was played than this file tells.
verify-counts = { $moves } moves, { $outcomes } outcomes of chance worked out again.
verify-say-committed = { $seats ->
    [one] One seat
   *[other] { $seats } seats
  } fixed a part of the dice in secret and showed it only when nobody could change theirs any more. If you held one of these seats, you know that nobody chose these dice, not even somebody who played and ran the server.
verify-say-open = { $seats ->
    [one] One seat
   *[other] { $seats } seats
  } had a part in the dice, but showed it at once: somebody who ran the server and sat down last could have chosen their own to fit.
verify-say-server = No seat had a part in the dice: that whoever ran the server chose them cannot be ruled out.
verify-say-void = { $draws ->
    [one] One draw of the dice was void and done again.
   *[other] { $draws } draws of the dice were void and done again.
  } Each was a chance for a silent seat, or for whoever ran the server, to reject dice they did not like.
verify-say-silent = Seat { $seat } did not show its part { $times ->
    [one] once
   *[other] { $times } times
  }, and had no say in the dice after that.
verify-say-seals = { $seals ->
    [one] The seal you noted is
   *[other] All { $seals } seals you noted are
  } in this log: it is the game that was played.
verify-die = { $number ->
    [0] All dice
   *[other] Die { $number }
  }:  { $faces }   (usually { $low } to { $high } of each; * is the special face)
verify-edition = It was played with an edition that calls itself “{ $edition }” but is not the one that comes with the game; the file holds it, and all was checked by it.
verify-head-hash = The whole history is { $hash }: compare it with what was shown at the table.
