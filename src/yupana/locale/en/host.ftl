## The settings of a host.

command-push-key = make the key of a server's notices in browsers
option-help-config = settings, as TOML
option-help-set = any other setting, such as limits.burst=40
option-help-check = say what the settings are, and serve nothing
option-help-backup-file = list, verify or export from this backup
option-help-all = verify: play every game through again
option-help-whole = export: names and seed too, to move the table elsewhere

config-toml = { $path } is not valid TOML: { $problem }
config-unknown = There is no setting { $field }.
config-unknown-near = There is no setting { $field }; did you mean { $near }?
config-table = { $field } is a group of settings: write [{ $name }] and one setting on each line below it.
config-missing = { $field } is missing; [{ $group }] needs it.
config-both = { $field } and { $other } are both set; set one of them.
config-pair = “{ $text }” is not a setting; write NAME=VALUE, such as limits.burst=40.
config-whole = { $field } must be a whole number from { $least } to { $most }, not “{ $value }”.
config-number = { $field } must be a number from { $least } to { $most }, not “{ $value }”.
config-above = { $field } must be a number above { $least }, at most { $most }, not “{ $value }”.
config-flag = { $field } must be true or false, not “{ $value }”.
config-one-of = { $field } must be one of { $known }, not “{ $value }”.
config-list = { $field } must be a list of texts, not “{ $value }”.
config-text = { $field } must be a text, not “{ $value }”.
config-form = { $field } must look like { $example }, not “{ $value }”.
config-token = { $field } must have at least { $least } plain characters. `openssl rand -hex 24` makes a good one.
config-tls = tls_cert and tls_key go together: set both or neither.
config-no-file = { $field }: { $path } is not there or cannot be read.
config-needs-url = { $field } needs public_url: what is sent has links in it.
config-extra = { $field } needs more than is installed: pip install 'yupana[{ $extra }]'
config-bare-password = notify.mail.security is none, so the password would cross the network for anybody to read; use starttls or tls.
config-strange = These environment variables look like settings and are none: { $names }
config-loose = { $path } holds secrets and everybody on this machine may read it: chmod o= { $path }

option-of-backup = A backup can be listed, verified and exported from; `{ $action }` needs a store.

## Backups.

store-backup-space = There is not enough room for a backup: { $free } MB are free, { $needed } MB are needed.
store-nobody-listens = A server uses this database but makes no backups in { $path }. Is it an older one, or set to another folder?
store-read-only = A backup is not changed; restore it into an empty store.
store-replayed = { $tables ->
    [one] One game was played through again.
   *[other] { $tables } games were played through again.
}
