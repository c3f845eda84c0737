## The page that checks a game in the browser.

fairness-what = Here your own browser checks that nobody has tampered with the dice and cards of a finished game. It works everything out again from the file of the game; nothing is sent anywhere.
fairness-needs-script = The check runs in your browser and needs JavaScript. Without it: yupana verify game.json
fairness-file = The file of a finished game
fairness-file-help = Its name ends in .json; “Export” at the end of a game gives it.
fairness-table = Check the game of this table
fairness-noted = The fingerprint that was shown at the table, if you noted it
fairness-working = One moment …
fairness-no-table = The game of this table cannot be had: it is not over yet, or this browser has no seat there.

fairness-ok = Everything fits. Dice and cards of this game were fixed before it began, and nobody has changed anything since.
fairness-wrong = This does not fit. What is wrong stands below.
fairness-partly = What could be checked fits, but this page does not know what is in the box of this edition, so the outcomes were not worked out again. yupana verify can, with the edition at hand.
fairness-rules = Checked here: the log and everything that chance did. Not checked here: whether every move was allowed by the rules. The command yupana verify does both.
fairness-again = At this table the dice of an earlier game fell again, as its players wished: right, but whoever saw that game knew them.
fairness-own-edition = This game was played with an edition of its own, “{ $edition }”, which does not come with the game. The file holds it, and dice and cards were worked out again from it.
fairness-branched = The beginning of this game was taken from another one, that of table { $table }: its first { $events } moves and outcomes. They were not rolled here, so nothing is said about their dice; all dice after them were worked out again. Whoever saw that game knew what lay hidden in it.

fairness-right = right
fairness-wrong-mark = wrong
fairness-skipped = not checked

fairness-steps = What was checked
fairness-step-file = The file is a finished game of Yupana
fairness-step-file-why = It can be read, and nothing in it is there twice or out of place.
fairness-step-chain = Nothing was changed afterwards
fairness-step-chain-why = Each of the { $entries } entries of the log carries a fingerprint of itself and of all before it. All of them were worked out again, and all fit.
fairness-step-story = The log tells a whole game
fairness-step-story-why = First people sat down, then the game began, then there were { $moves } moves and { $outcomes } outcomes of chance; { $back } were taken back.
fairness-step-commitment = The server had made up its mind before anybody sat down
fairness-step-commitment-why = Its first entry holds the fingerprint of a secret number, the seed. The seed that was published at the end has just this fingerprint: { $commitment }
fairness-step-nonces = It is known who had a hand in the dice
fairness-step-nonces-why = { $own ->
    [0] Nobody at the table brought a number of their own: all { $seats } follow from the seed. So the server alone knew the dice, and a dishonest one could have made up its mind among several seeds before anybody sat down.
   *[other] { $own } of { $seats } seats brought a number of their own, which the server could not foresee when it made up its mind. The numbers of the others follow from the seed, so there was nothing to choose.
}
fairness-step-outcomes = Every die and every card is the one that had to come
fairness-step-outcomes-why = Seed and numbers together give a key, and the key gives every outcome. All { $outcomes } were worked out again and compared.
fairness-step-end = The seed was published at the end
fairness-step-end-why = The last move ended the game, and then the seed was shown to everybody.

fairness-who = Who could have chosen the dice
fairness-say-committed = { $seats ->
    [one] One seat
   *[other] { $seats } seats
  } fixed a part of the dice in secret and showed it only when nobody could change theirs any more. If you held one of these seats, you know that nobody chose these dice, not even somebody who played and ran the server.
fairness-say-open = { $seats ->
    [one] One seat
   *[other] { $seats } seats
  } had a part in the dice, but showed it at once: somebody who ran the server and sat down last could have chosen their own to fit.
fairness-say-server = No seat had a part in the dice: that whoever ran the server chose them cannot be ruled out.
fairness-say-void = { $draws ->
    [one] One draw of the dice was void and done again.
   *[other] { $draws } draws of the dice were void and done again.
  } Each was a chance for a silent seat, or for whoever ran the server, to reject dice they did not like.
fairness-say-silent = Seat { $seat } did not show its part { $times ->
    [one] once
   *[other] { $times } times
  }, and had no say in the dice after that.
fairness-say-seals = { $seals ->
    [one] What your browser saw at the table is
   *[other] All { $seals } seals that your browser saw at the table are
  } in this log: it is the game that was played.

fairness-head = Fingerprint of the whole game
fairness-head-why = It stands for every move and every die. If it is the one that you saw at the table, this is the game that was played there.

fairness-unreadable = The file cannot be read: { $problem }.
fairness-no-export = This is not the file of a game of Yupana.
fairness-form = Entry { $seq }: “{ $field }” is missing or is not as it should be.
fairness-sequence = Entry { $seq } stands where entry { $expected } should.
fairness-hash = Entry { $seq } was changed, or one before it: its fingerprint does not fit.
fairness-time = Entry { $seq } is older than the one before it.
fairness-twice = Entry { $seq } repeats a command that was done before.
fairness-head-wrong = The fingerprint that the file names is not the one of its log.
fairness-other-head = The log is whole, but it is another game than the one that was noted: { $noted }
fairness-story = Entry { $seq } ({ $kind }) cannot stand there.
fairness-table-wrong = What the file says of the table ({ $field }) is not what its log says.
fairness-edition = The file holds other tables than those of the edition “{ $edition }” that its log names.
fairness-branch = The log says that { $said } moves and outcomes were taken from another game, but { $found } stand there.
fairness-no-seed = The seed is missing: the game is not over, or the file is not whole.
fairness-commitment = The seed was exchanged: it is not the one that the server had made up its mind to.
fairness-closing-seed = The seed in entry { $seq } is not the one of the file.
fairness-nonce = Seat { $seat } has no number in the dice, or not a right one.
fairness-server-nonce = The number that the server made for seat { $seat } does not follow from the seed: it was chosen.
fairness-draw = Entry { $seq } closes another list of commitments than the one that was made.
fairness-reveal = In entry { $seq } seat { $seat } reveals another nonce than it had committed to, or at the wrong time.
fairness-void = Entry { $seq } declares a draw void that was not, or names other seats than were silent.
fairness-seal = What your browser saw at the table, up to entry { $seq }, is not in this log: another game was played there than this file tells.
fairness-chance = Outcome { $number } (entry { $seq }) should have been “{ $found }”, not “{ $said }”.
fairness-impossible = Entry { $seq } shows something that could not come up then.
fairness-revealed = Entry { $seq } takes something back after the dice had fallen, without saying so.
fairness-not-over = The game is not over.

fairness-dice = How the dice fell
fairness-dice-what = Beside each face how often it comes up in 999 games of 1,000 like this one. Now and then one is beside that: chance has no memory.
fairness-die = { $number ->
    [0] All dice alike
   *[other] Die { $number }
}
fairness-face = Face
fairness-seen = Seen
fairness-expected = Expected
fairness-usual = Usual
fairness-special = special
