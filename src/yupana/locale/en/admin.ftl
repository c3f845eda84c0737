## The page for whoever runs the server.

admin-title = This server
admin-token = Token
admin-enter = Enter
admin-leave = Leave
admin-wrong = That is not the token.
admin-none = none
admin-slow = more than 2.5 s
admin-back = Back
admin-back-tables = All tables
admin-span = { $days } d { $hours } h { $minutes } min
auth-admin = Enter first: this needs the token.

admin-fact-version = Version
admin-fact-store = Store
admin-fact-uptime = Runs since
admin-fact-stored = Tables stored
admin-stored-value = { $waiting } waiting, { $playing } playing, { $over } over
admin-fact-memory = Tables in memory
admin-fact-sockets = Connections
admin-fact-queue = Waiting at tables / for the store
admin-fact-commit = Commit, 99 of 100
admin-fact-ack = Answer to a move, 99 of 100
admin-fact-disk = Disk, free / all
admin-fact-checked = Finished games checked
admin-checked-value = { $games }, of which { $wrong } do not check out
admin-fact-channels = Ways to tell people

admin-opening = New tables
admin-opening-open = Anybody may open a table.
admin-opening-closed = Nobody may open a table. Games that are being played go on.
admin-close-server = Let nobody open tables
admin-open-again = Let people open tables again

admin-backups = Backups
admin-backups-checked = Checked backups, the newest first
admin-backup-when = Made
admin-backup-file = File
admin-backup-size = Size
admin-backup-none = There is no checked backup.
admin-backup-busy = A backup is being made and checked.
admin-backup-failed = The last one could not be made: { $problem }
admin-backup-now = Make a backup now

admin-marked = Marked for deletion
admin-marked-none = No table is marked for deletion.
admin-marked-value = { $tables ->
    [one] One table has
   *[other] { $tables } tables have
  } been idle for longer than this server keeps them. The first is deleted after { $hours ->
    [one] one more hour
   *[other] { $hours } more hours
  } of running, unless somebody opens it. Is the clock of this machine right?
admin-undelete = Keep all of them

admin-tables = Tables
admin-entries = Entries
admin-see-tables = All tables
admin-tables-shown = { $tables } tables, the newest first
admin-older = Older ones
admin-find = Code or id of a table
admin-find-go = Find
admin-status-waiting = waiting
admin-status-playing = playing
admin-status-over = over
admin-column-code = Code
admin-column-game = Game
admin-column-seats = Seats
admin-column-phase = Phase
admin-column-here = Connected
admin-column-head = Entries
admin-column-last = Last activity
admin-made = opened { $time }
admin-close = Close to newcomers
admin-close-what = Nobody else can sit down, and no lobby shows the table. Those who sit there play on.
admin-forget = Forget for good
admin-forget-what = Log, names, secrets and contacts are erased, and whoever is connected is sent away. It cannot be undone; backups keep the table until they are thrown away.
admin-forget-sure = Yes, erase everything of this table
admin-not-sure = Tick the box: this cannot be undone.
