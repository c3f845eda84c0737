# The log of a table and the store that keeps it.

log-value = This cannot stand in the log of a table: { $problem }.
log-cid = A command's id has 1 to 64 letters, digits, hyphens or underscores, not { $cid }.
log-entry = An entry of the kind “{ $kind }” cannot be read: { $problem }. Was it written by a later version?

export-json = This is not a table exported by Yupana: { $problem }.
export-fault = The exported table was changed or damaged: { $what } at entry { $seq }.
export-facts = The exported table { $table } does not fit its own log.
export-seed = The seed in the exported table { $table } is not the one it was committed to.

store-no-table = There is no table { $table }.
store-table-exists = There is a table { $table } already.
store-code-taken = Another table has the code { $taken }.
store-not-marked = Table { $table } is not marked for deletion.
store-linked = The database { $path } has { $names } names (hard links), and SQLite keeps its log beside only one of them. Remove the others, or copy the database by `yupana store backup`.
store-locked = Another server (process { $holder }) is using this database: { $path }
store-busy = The database could not be reached in time, nothing was changed: { $problem }
store-failed = The database failed; what was being written may be there or not: { $problem }
store-full = The server’s disk is full, so this could not be saved; nothing was changed. What is stored can still be read. Please try again in a while.
store-format = The database is of format { $theirs }; this version works with format { $ours }.
store-damaged = The database is damaged ({ $problem }). Restore it from a backup.
store-pragma = SQLite does not accept the setting { $name }; it stays at { $found }.
store-far-away = { $path } is on a network file system ({ $kind }), which does not keep what SQLite needs. Choose a folder on a local disk.
store-not-empty = A backup is restored into an empty store only; this one has tables.
store-no-backup = There is no backup { $path }.
store-backup = The backup could not be written: { $problem }
store-replica = This PostgreSQL is a replica. Give the address of the primary.
store-encoding = The PostgreSQL database must have the encoding UTF8.
store-address = The address of the store cannot be read. It looks like postgresql://user:password@host/database
