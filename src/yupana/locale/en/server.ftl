## Tables on a server: what is refused, by code.

table-asked-already = Somebody has asked to take something back already; that is to be answered first.
table-all-here = Everybody you are waiting for is here, and still thinking.
table-begun = The game has begun; nobody can sit down any more.
table-damaged = The log of this table is not as it was written ({ $what } at entry { $seq }). Nothing is played on top of it; ask whoever runs the server.
table-delay-fixed = The game has begun; by how much those who watch are behind stays as it is.
table-followed = The same people play on at another table already.
table-full = Every seat is taken.
table-host-only = Only the host of the table may do that.
table-locked = The host has locked the table.
table-name = Nothing of that name can be shown.
table-no-moment = There is no moment { $n } to play on from: they are counted from 0 to { $most }.
table-no-next = Nobody has asked for another game at this table.
table-no-seat = There is no seat { $seat } at a table of { $seats }.
table-no-seed = This game came from elsewhere without its seed and cannot be played on.
table-no-undo = At this table nothing is taken back.
table-nobody = Nobody sits on seat { $seat }.
table-nobody-late = Nobody is waited for but you.
table-nonce = A nonce is 32 hex digits in small letters.
table-not-away = Nobody stands in for seat { $seat }.
table-branched = This game began in the middle of another one; there are no dice of its own to fall again from the beginning.
table-by-memory = At this table one has to remember; there is no looking back until the game is over.
table-log-full = This game’s record is as long as a record may be; nothing can be added. You can still look at it and download it.
table-not-begun = The game has not begun yet.
table-not-public = Only a table that is open to all can be watched without a link.
table-not-over = The game is not over; its seed is secret until then.
table-status = There is no status “{ $status }”: it is waiting or playing.
table-not-yours = That seat is not yours.
table-nothing-asked = There is nothing to answer.
table-one-form = A move is given as text or as JSON, one of the two.
table-other-edition = This game was begun with the edition “{ $edition }” as it was then ({ $digest }), which this server does not have. You can export it, but play it only where that edition is.
table-other-rules = This game was begun by version { $rules } of the rules of { $game }, and this server plays version { $known }. You can export it, but play it only with a Yupana that knows version { $rules }.
table-over = The game is over.
table-phrase = There is no such phrase; there are { $known }.
table-policy = A table cannot be run so: { $problem }.
table-public-seats = You have taken many seats at other people’s tables of late; play there first, or come back in a while.
table-same-seats = With the same dice everybody keeps their seat.
table-replay-early = This link shows the game once it is over.
table-stale = Seat { $seat } has gone on since; look again and decide anew.
table-id-used = That id belongs to another command; give yours a new one. Nothing was done.
table-no-link = There is no such link at this table, or it opens nothing any more.
table-last-host = This is the last host link of the table; make another one first.
table-no-draw = The dice are not being drawn now, or your seat has no part in it.
table-other-nonce = That is not the nonce your seat committed to.
table-drawing = The dice are being drawn: a few seconds.
table-held = Seat { $seat } is new to you: a bot plays this turn, and the next one is yours.
table-ask-first = Ask whoever holds seat { $seat } first, with an offer.
table-not-absent = Whoever holds seat { $seat } was asked; in { $seconds } seconds without a sign of them you may give it away.
table-taken = Seat { $seat } is taken.
table-unplayable = This game cannot be set up here, so you can only export it: { $problem }
table-watching = You are watching; to play, sit down first.
table-which-seat = You play several seats or none: say which one it is for.

auth-no-key = That secret does not open this table, or there was none.
auth-no-origin = A browser's request must say from which page it comes.
auth-other-site = Another site's page may not do that.
auth-resume = That code opens no seat at this table.
auth-resume-slip = That is not a whole code: a letter is wrong, or two have changed places.

wire-cid = The id of a command is 8 to 40 letters, digits, - or _.
wire-deep = Nothing that means anything is nested deeper than { $most }.
wire-hello-first = Say hello first.
wire-large = A message may have { $most } bytes.
wire-malformed = The message cannot be read: { $problem }.
wire-nodes = Nothing that means anything has more than { $most } parts.
wire-not-json = Send JSON, and say so in the header: application/json.
wire-number = Numbers are whole and not that large.
wire-slow-down = That was too fast; wait a moment and send it again.
wire-text = The text has characters that nobody could see.
wire-version = You speak version { $theirs } and the server speaks { $ours }.

server-bad-host = The request has no Host header that can be read.
server-wrong-host = This server is not known as { $host }. If it is yours, start it with --set hosts={ $host } and try again.
server-other-host = This server answers at { $url } and not as { $host }; whoever runs it can add names in the setting hosts.
server-again = Please connect again.
server-busy = The table is very busy; send it again in a moment.
server-error = Something went wrong on the server; nothing was changed.
server-forgotten = This table was cleared away; nobody had been at it for a long time.
server-taken-over = The host gave your seat to somebody else. You can take it back.
server-moved = This seat is played on another device now.
server-no-method = That address does not take such a request.
server-no-path = There is nothing at that address.
server-sent-away = The host has ended your seat.
server-stopping = The server stops and will be back; nothing is lost.
server-tables-full = Too many tables wait here for a game to begin; try again later.
server-too-many = Too many requests; wait a minute.
server-too-many-sockets = Too many connections are open.
server-too-many-tables = Too many tables were opened from here; wait a while.
server-unavailable = The server cannot say right now whether that was done; it will be back, and to ask again is safe.

## What is said over the front page.

page-api = Everything a client does, a program can do with the same messages:
page-games = The games
page-none-open = None at the moment.
page-open-tables = Tables that anybody may join
page-watched-tables = Tables that anybody may watch
page-programs = For programs
page-rules = rules
page-unofficial = This is unofficial. The Valley of Wiraqocha, The Temple of Apikhabou and Wiraqocha are by Henri Kermarrec, published by Sit Down!; Paititi is by Walter Schranz, published by WRS-Spiele. We thank them. If you like the games, buy the boxes; if you serve them to the public, ask first.
page-what = A server with tables of four lost-world board games. People sit down by a link or a code of four letters, on any device; bots take the seats that are left.

## What a server says in the terminal.

serve-on = Yupana is served on { $address }
serve-lan = Others on your network: { $address }
serve-stop = Ctrl-C stops it; nothing is lost.
