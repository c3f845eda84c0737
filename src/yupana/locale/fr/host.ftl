## Les réglages d’un hébergeur.

command-push-key = crée la clé des notifications du serveur dans les navigateurs
option-help-config = les réglages, en TOML
option-help-set = tout autre réglage, comme limits.burst=40
option-help-check = dit quels sont les réglages, sans rien servir
option-help-backup-file = liste, vérifie ou exporte depuis cette sauvegarde
option-help-all = verify : rejoue chaque partie
option-help-whole = export : aussi les noms et la graine, pour déménager la table

config-toml = { $path } n’est pas du TOML valide : { $problem }
config-unknown = Il n’y a pas de réglage { $field }.
config-unknown-near = Il n’y a pas de réglage { $field } ; vouliez-vous dire { $near } ?
config-table = { $field } est un groupe de réglages : écrivez [{ $name }] puis un réglage par ligne.
config-missing = Il manque { $field } ; [{ $group }] en a besoin.
config-both = { $field } et { $other } sont tous deux définis ; n’en gardez qu’un.
config-pair = « { $text } » n’est pas un réglage ; écrivez NOM=VALEUR, comme limits.burst=40.
config-whole = { $field } doit être un nombre entier de { $least } à { $most }, pas « { $value } ».
config-number = { $field } doit être un nombre de { $least } à { $most }, pas « { $value } ».
config-above = { $field } doit être un nombre supérieur à { $least }, au plus { $most }, pas « { $value } ».
config-flag = { $field } doit être true ou false, pas « { $value } ».
config-one-of = { $field } doit être l’un de { $known }, pas « { $value } ».
config-list = { $field } doit être une liste de textes, pas « { $value } ».
config-text = { $field } doit être un texte, pas « { $value } ».
config-form = { $field } doit ressembler à { $example }, pas à « { $value } ».
config-token = { $field } doit avoir au moins { $least } caractères simples. `openssl rand -hex 24` en fait un bon.
config-tls = tls_cert et tls_key vont ensemble : définissez les deux ou aucun.
config-no-file = { $field } : { $path } n’existe pas ou ne peut pas être lu.
config-needs-url = { $field } a besoin de public_url : ce qui est envoyé contient des liens.
config-extra = { $field } demande plus que ce qui est installé : pip install 'yupana[{ $extra }]'
config-bare-password = notify.mail.security vaut none : le mot de passe traverserait le réseau en clair ; utilisez starttls ou tls.
config-strange = Ces variables d’environnement ressemblent à des réglages mais n’en sont pas : { $names }
config-loose = { $path } contient des secrets et chacun peut le lire sur cette machine : chmod o= { $path }

option-of-backup = Une sauvegarde peut être listée, vérifiée et exportée ; `{ $action }` demande une base.

## Sauvegardes.

store-backup-space = Il n’y a pas assez de place pour une sauvegarde : { $free } Mo libres, il en faut { $needed }.
store-nobody-listens = Un serveur utilise cette base mais ne fait pas de sauvegarde dans { $path }. Est-il plus ancien, ou réglé sur un autre dossier ?
store-read-only = Une sauvegarde ne se modifie pas ; restaurez-la dans une base vide.
store-replayed = { $tables ->
    [one] { $tables } partie a été rejouée.
   *[other] { $tables } parties ont été rejouées.
}
