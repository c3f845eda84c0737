## The pages that a server owes everybody.

pages-dice = How the dice fell
pages-verify = Check a game
pages-privacy = Privacy
pages-refused = That did not work
pages-language = English

pages-privacy-short = You need no account here. We keep as little as the games need, show it to nobody else, and throw it away after a while.
pages-privacy-kept-title = What is kept of a game
pages-privacy-kept = Moves, dice and cards, and when each of them happened: the log of the table. In it people are seats with a number. Who holds a seat’s link may see what that seat saw; once the game is over, everybody at the table may have the log to check the dice.
pages-privacy-names-title = Names
pages-privacy-names = The name that you gave yourself, or that was made up for you. It is not part of the log and can be changed and erased.
pages-privacy-secrets-title = Links and cookies
pages-privacy-secrets = A link to a seat has a secret in it; we keep only a fingerprint of it. One cookie holds the secrets of your seats so that you find them again, another how you like the pages to look. Both are needed for what you ask for, and neither follows you anywhere.
pages-privacy-addresses-title = Network addresses
pages-privacy-addresses = The address that your device is reached by is looked at to keep people from asking for too much, and forgotten: it is neither stored nor written to our log. A proxy in front of this server may keep a log of its own.
pages-privacy-told-title = If you asked to be told that it is your turn
pages-privacy-told = We keep where to reach you, for that one table. It goes when you remove it, when the table goes, or when nobody can be reached there any more.
pages-privacy-told-mail = By mail: your address, which our mail server sees. Every mail has a link that ends it.
pages-privacy-told-push = By a notice of your browser: the address that its maker gave us for you. The notice passes through that maker’s servers, encrypted so that they cannot read it.
pages-privacy-told-webhook = By a webhook: the address that you gave us, which is told the table, the game and the seat.
pages-privacy-how-long-title = For how long
pages-privacy-how-long = Counted from the last thing that happened at a table:
pages-privacy-unstarted-hours = A table at which no game began is forgotten after { $hours } hours.
pages-privacy-unstarted-days = A table at which no game began is forgotten after { $days } days.
pages-privacy-unstarted-for-good = A table at which no game began stays until somebody forgets it.
pages-privacy-unfinished-hours = A game that was left unfinished is forgotten after { $hours } hours.
pages-privacy-unfinished-days = A game that was left unfinished is forgotten after { $days } days.
pages-privacy-unfinished-for-good = A game that was left unfinished stays until somebody forgets it.
pages-privacy-finished-hours = A finished game is forgotten after { $hours } hours.
pages-privacy-finished-days = A finished game is forgotten after { $days } days.
pages-privacy-finished-for-good = A finished game stays, so that it can be looked at and checked again.
pages-privacy-grace = A table whose time has come is first marked, and erased after up to { $hours } more hours in which this server runs; whoever opens it meanwhile keeps it.
pages-privacy-backups = What is forgotten stays in our backups for up to { $days ->
    [one] one day
   *[other] { $days } days
  } more.
pages-privacy-others-title = Others
pages-privacy-others = Nothing on these pages comes from anywhere else, and nothing goes anywhere else: no advertising, no statistics of strangers, no fonts or scripts from other servers.
pages-privacy-wish-title = What you can ask for
pages-privacy-wish = To see, to correct or to erase what is kept of a table. Whoever runs this server can do that with the code or the link of the table.
pages-privacy-who-title = Who runs this server

pages-dice-what = All finished games of this server together. Every one of them is checked by the server itself, in the way that anybody can check it. Whether a number is unusual is for you to say: the last column holds what a fair die shows in 999 of 1,000 such counts, so among many faces one is now and then beside it.
pages-dice-check = Check a game of your own
pages-dice-games = { $games ->
    [one] One finished game.
   *[other] { $games } finished games.
}
pages-dice-wrong = { $games ->
    [one] One of them does not check out; whoever runs this server has been told.
   *[other] { $games } of them do not check out; whoever runs this server has been told.
}
pages-dice-cards = Chance deals cards here; there are no faces to count.
pages-dice-none = No game has been finished yet.
pages-die = { $number ->
    [0] All dice alike
   *[other] Die { $number }
}: { $rolls ->
    [one] one roll
   *[other] { $rolls } rolls
}
pages-die-face = Face
pages-die-seen = Seen
pages-die-expected = Expected
pages-die-usual = Usual

server-no-form = That form cannot be read.
server-no-new-tables = No new tables can be opened here at the moment. Games that are being played go on.
auth-metrics = These figures are for this machine, or for whoever has the token for them.
