## The table in the browser: what every game shares.

web-loading = One moment …
web-menu = Menu
web-close = Close
web-home = All games
web-rules = Rules of the game
web-help = Help
web-yes = Yes
web-no = No
web-you = You
web-me = You
web-board = Board
web-tools = What you have
web-undo = Undo
web-done = Done
web-points = Points:
web-points-are = { $points ->
    [one] { $points } point.
   *[other] { $points } points.
}
web-seat-number = Seat { $seat }
web-bot-number = Bot { $seat }
web-time-left = Time left:
web-round = Round { $round }
web-turn = Turn { $turn }
web-set-up = Set-up
web-your-turn = It is your turn.
web-prompt-choose = Choose what to do.
web-prompt-wait = The others are at it.
web-nothing-new = Nothing new.
web-no-score = Nobody is counted here.
web-no-moves = There is nothing for you to do now.
web-moves-filter = Show only moves with
web-more-moves = Only the first { $shown } are listed; type words to find others.
web-show-all = Show all { $count }
web-kind-write = Write

web-short-valley = Valley
web-short-temple = Temple
web-short-wiraqocha = Wiraqocha
web-short-paititi = Paititi
web-tab-end = Result
web-tab-moves = Moves
web-tab-others = Others
web-tab-score = Points
web-tab-log = Log
web-only-here = Only this machine can open that address. To let others in, serve with --host 0.0.0.0.

web-panels = More about the table
web-panel-moves = What can I do?
web-panel-others = Others
web-panel-score = Points
web-panel-log = What happened

web-log-empty = Nothing has happened yet.
web-log-did = { $name }: { $what }
web-log-said = { $name }: “{ $phrase }”
web-log-took-back = { $name } took a mark back.
web-log-now-bot = A bot plays for { $name }.
web-log-now-bot-once = A bot plays this turn for { $name }.
web-log-now-person = { $name } is back and plays again.
web-phrases = Say something
web-phrase-hello = Hello!
web-phrase-good-luck = Good luck!
web-phrase-well-played = Well played!
web-phrase-thank-you = Thank you!
web-phrase-one-moment = One moment …
web-phrase-sorry = Sorry!
web-phrase-wow = Wow!
web-phrase-again = Once more?

web-alone = You are alone at this table.
web-bot = Bot
web-away = No connection
web-thinks = thinks
web-ready = ready
web-ready-count = { $ready } of { $seats } are ready.

web-lost = The connection is lost; we try again. Your marks are kept.
web-gone = This seat is not yours on this device any more.
web-gone-what = What can I do?
web-stood-in = { $several ->
    [true] A bot is playing for { $name }.
   *[other] A bot is playing for you.
}
web-stood-in-once = { $several ->
    [true] A bot is playing this turn for { $name }.
   *[other] A bot is playing this turn for you.
}
web-take-back = { $several ->
    [true] Take { $name }’s seat back
   *[other] Take my seat back
}
web-held = { $several ->
    [true] A bot plays for { $name } until their next turn.
   *[other] This seat is yours. A bot plays until your next turn; then you see everything and play on.
}
web-offline = No connection
web-offline-why = This device does not reach the table’s server now. Nothing is lost: what was acknowledged is kept there.
web-offline-again = Try again
web-other-away = { $names } lost the connection.
web-many-away = { $count } players lost the connection.
web-refused = That cannot be done
web-no-answer = The server does not answer; try again in a moment.
web-rule = Rule { $clause }
web-wish-title = May this be taken back?
web-wish = { $name } would like to take the last move back. { $luck ->
    [cards] The same cards
   *[other] The same dice
} will come again.
web-wish-sent = You asked to take your last move back; the others have to agree.
web-undone = Taken back.
web-offer-title = May somebody else have this seat?
web-offer = { $several ->
    [true] The host would like to give { $name }’s seat to somebody else.
   *[other] The host would like to give your seat to somebody else.
} If you agree, it is theirs from their next turn on. You can take it back.
web-offer-yes = Yes, give it away
web-offer-no = No, I play on
web-draw-left-out = The server did not list your part in the dice, so you did not show it. Whether these dice are fair, you cannot know.

web-command = Type a move
web-command-hint = 7 b4, moves, score, help …
web-command-go = Do it
web-command-said = What was typed and answered
web-command-done = Done: { $move }
web-command-help =
    And here:
      moves [WORDS]   what you may do now
      score           your points so far
      look            what is asked of you
      rule CLAUSE     one rule in full
      undo            take a mark back

web-theme = Colours
web-theme-system = like the device
web-theme-light = light
web-theme-dark = dark
web-theme-contrast = high contrast
web-text = Text
web-text-m = usual
web-text-l = large
web-text-xl = very large
web-hints = Hints
web-hints-off = none
web-hints-marks = marks
web-hints-advice = advice
web-sound = Sound
web-sound-off = off
web-sound-on = on
web-hand = Figures
web-hand-on = by hand
web-hand-off = plain
web-language = Language
web-keys = Keys, while the board has the focus
web-key-arrows = go from cell to cell
    .key = ← ↑ ↓ →
web-key-enter = choose the cell
    .key = Enter
web-key-n = to the next cell that can be used; N to the one before
    .key = n
web-key-u = take back
    .key = u
web-key-d = Done
    .key = d
web-key-m = what can I do?
    .key = m
web-key-s = my points
    .key = s
web-key-r = say again what is asked
    .key = r
web-key-l = say what the others did
    .key = l
web-key-slash = type a move
    .key = /
web-key-question = this help
    .key = ?

web-host = For the host
web-lock = Let nobody else in
web-unlock = Let people in
web-rename = Other name
web-new-name = What shall this seat be called?
web-add-bot = Bot
web-send-away = Send away
web-give = Give { $name }’s seat to somebody else
web-give-asked = They were asked.
web-give-link = Link for somebody else to { $name }’s seat
web-give-address = Whoever opens this link plays on for { $name }:
web-links = Links to this table
web-link-host = For a host
web-link-seat = For the seat of { $name }
web-link-spectator = To watch
web-link-replay = To look back
web-link-yours = (yours)
web-link-revoke = End it
web-seat-empty = Free seat
web-go-on = { $more ->
    [0] Let bots play for { $names }
   *[other] Let bots play for { $names } and { $more } more
}
web-is-ready = ready
web-i-am-ready = I am ready
web-not-ready = Not ready after all
web-who-is-in = { $people } of { $seats } are here
web-begin = Begin
web-begin-with-bots = { $count ->
    [one] Begin, with a bot on the free seat
   *[other] Begin, with { $count } bots on the free seats
}
web-wait-for-host = The host begins when everybody is here.
web-invite = Invite others
web-qr = QR code of { $address }
web-share = Share the link
web-copied = Copied
web-resume-code = Your seat on another device:

web-replay = Look back
web-replay-live = To the game
web-replay-start = Before the first move.
web-replay-eyes = Seen by
web-replay-moment = Moment of the game
web-replay-back = One step back
web-replay-on = One step on
web-replay-round-back = One round back
web-replay-round-on = One round on
web-replay-run = Let it run
web-replay-pause = Stop
web-replay-everyone = Everybody at that moment

web-curtain = Give the device to { $name }.
web-curtain-why = Nothing is shown until then.
web-curtain-open = I am { $name }
web-pass = Pass to { $name }
web-pass-prompt = Done. Pass the device to { $name }.

web-end = The game is over.
web-result = Result
web-panel-end = Result
web-won = { $count ->
    [one] { $names } won.
   *[other] { $names } won together.
}
web-you-won = You won!
web-you-share = You share the victory.
web-telling = The points are counted
web-skip-telling = Tap to skip
web-ruler = Levels of the solo game; you have { $score }.
web-again = Play again
web-same-dice = { $luck ->
    [cards] Same cards again
   *[other] Same dice again
}
web-follow = To the next game
web-picture = Share a picture
web-picture-made = Making the picture …
web-picture-failed = The picture could not be made.
web-replay-link = Copy a link to this game
web-replay-link-about = Whoever has this link can look back at the game:
web-download = Download the record
web-fair = { $luck ->
    [cards] The order of the cards was fixed before the game began.
   *[other] The dice were fixed before the game began.
}
web-verify = Check it

## The pages.

web-skip = To the content
web-needs-script = To play you need JavaScript; the rules and everything else to read work without it.
web-looks = How pages look
web-welcome = Four lost worlds. Two taps.
web-what = Board games about forgotten valleys, temples and treasures: alone, against bots, or with up to a hundred friends, each on their own phone. No account, nothing to install.
web-unofficial = Unofficial. Three games by Henri Kermarrec (Sit Down!), one by Walter Schranz (WRS-Spiele). If you like them, buy the boxes.
web-rules-of = Rules: { $game }
web-not-here = There is nothing here

web-go-on-with = Go on with
web-forget = Forget this table
web-have-code = Have a code?
web-join = Join
web-play = Play
web-play-now = Play now
web-players = { $first } to { $last } players
web-facts-valley = 20 minutes
web-facts-temple = 15 minutes
web-facts-wiraqocha = 60 minutes
web-facts-paititi = 40 minutes

web-now = Play now
web-now-about = Alone or against bots, at once.
web-now-go = Play
web-opponents = Against
web-against = { $count ->
    [0] nobody
    [one] { $count } bot
   *[other] { $count } bots
}
web-bot-level = The bots
web-bot-novice = Novice: overlooks a lot
web-bot-scout = Scout: errs at times
web-bot-guide = Guide: knows the way
web-bot-amauta = Amauta: looks far ahead
web-friends = With friends
web-friends-about = Everybody on their own device: they scan a code, and are in. Bots take the seats that stay free.
web-friends-go = Open a table
web-seats = Seats
web-i-play = I play too
web-public = Anybody may join or watch: list it on the first page
web-device = One device
web-device-about = Pass it round. A curtain falls where something is secret.
web-device-go = Begin
web-person = Person { $number }
web-nobody = nobody
web-and-bots = And against
web-watch = Watch
web-watch-about = Bots play, you look on: a good way to learn.
web-watch-go = Watch
web-who-plays = Who plays
web-watch-link = Link for those who watch
web-variants = Variants
web-edition = Edition
web-name-hint = we find one if you like
web-your-name = Your name
web-option-valley-side = Side of the sheet
web-option-temple-side = Side of the sheet
web-option-wiraqocha-valley = The valley
web-option-wiraqocha-valley-first = as for a first game
web-option-wiraqocha-valley-random = laid out by chance
web-option-wiraqocha-caves = With the Caves
web-option-wiraqocha-prisoners = With prisoners
web-option-wiraqocha-strict-dice = Strict dice
web-option-paititi-finds = What was found
web-option-paititi-finds-shown = stays in sight
web-option-paititi-finds-memory = is to be remembered
web-option-paititi-must-exhibit = An exhibition is due after idle rounds
web-option-paititi-guests-need-two = Guests need two cards as well
web-option-paititi-must-show = The organiser must have something to show

web-table-code = Table { $code }
web-enter-gathering = { $seats ->
    [one] { $seats } seat
   *[other] { $seats } seats
}, { $free } free. People are still gathering.
web-enter-playing = { $seats ->
    [one] { $seats } seat
   *[other] { $seats } seats
}. The game is on.
web-enter-over = { $seats ->
    [one] { $seats } seat
   *[other] { $seats } seats
}. The game is over.
web-enter-no-key = This device has no key to this table.
web-enter-old-link = That link does not open this table any more.
web-enter-ask = Did somebody invite you? Ask them to send you their link again: the key is in it.
web-enter-ask-over = Would you like to see it? Whoever played can send you a link, with “Copy a link to this game” on its last page.
web-enter-watch = Watch
web-sit-down = Sit down
web-back-to = Go on as { $name }
web-resume = I have a seat already, on another device
web-resume-typed = The code of your seat
web-resume-go = Take it here

web-rules-about = Every rule in our own words, each with a number. When a table refuses a move, it says which one it rests on.
web-kind-law = a rule of the book
web-kind-ruling = how we read what the book leaves open
web-kind-example = an example of the book

web-page-about = About this edition
web-about-name = Yupana was the counting board of the Incas: a grid of cells that hold numbers.
web-about-thanks = Thanks
web-about-people = The Valley of Wiraqocha, The Temple of Apikhabou and Wiraqocha are by Henri Kermarrec, published by Sit Down!; Paititi is by Walter Schranz, published by WRS-Spiele. We thank them for games worth all this.
web-about-buy = This is unofficial, and nobody pays for it. If you like a game, buy the box. Whoever wants to offer these games to the public should ask the publishers first.
web-about-art = All pictures were drawn for this edition and all rules are in our own words.
web-about-editions = What is fact, and what is not
web-about-sources = Some components are printed only as pictures that we have not seen. Those values are our own reconstruction, and say so. Who owns a box can write down what it really says in an edition of their own.
web-status-fact = Printed in a source
web-status-reported = Told by somebody who had the box
web-status-derived = Follows from facts
web-status-reconstructed = Our own proposal
web-status-owner = Read off the box by its owner
web-doubts = To be checked against a box:

web-page-guarantees = What you can rely on
web-guarantees-about = Each of these is tested every time the program changes.
web-guarantees-1 = What was confirmed is never lost: neither by a crash nor by a power cut.
web-guarantees-2 = A move counts once, however often it is sent.
web-guarantees-3 = Your seat is yours on every device that has its link or its code; a reload, a locked screen or another network changes nothing.
web-guarantees-4 = Nobody is shown what they may not know: neither hands nor the marks of a running round.
web-guarantees-5 = The dice are fixed before the game begins, with a share of every player in them, and anybody can check them afterwards.
web-guarantees-6 = Bots see what a player in their seat would see, and never the dice to come.
web-guarantees-7 = A finished game can be replayed exactly, also with later versions.

web-page-privacy = Privacy
web-page-dice = How the dice fell
web-page-verify = Check a game

web-play-on = Play on from here
web-play-on-what = You get a table of your own that stands as this game stood at this moment, with bots on all other seats. What comes after is new: other dice, other cards.
web-play-on-alone = You get a table of your own that stands as this game stood at this moment. What comes after is new: other dice.
web-play-on-seat = Your seat
web-play-on-go = Play
web-branched = This game goes on from another one.
