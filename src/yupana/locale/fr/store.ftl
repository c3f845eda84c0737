# Le journal d’une table et la base qui le garde.

log-value = Ceci ne peut pas figurer dans le journal d’une table : { $problem }.
log-cid = L’identifiant d’une commande a de 1 à 64 lettres, chiffres, tirets ou soulignés, et non { $cid }.
log-entry = Une entrée du genre « { $kind } » est illisible : { $problem }. A-t-elle été écrite par une version plus récente ?

export-json = Ce n’est pas une table exportée par Yupana : { $problem }.
export-fault = La table exportée a été modifiée ou abîmée : { $what }, entrée { $seq }.
export-facts = La table exportée { $table } ne s’accorde pas avec son propre journal.
export-seed = La graine de la table exportée { $table } n’est pas celle qui avait été promise.

store-no-table = Il n’y a pas de table { $table }.
store-table-exists = Il y a déjà une table { $table }.
store-code-taken = Une autre table a le code { $taken }.
store-not-marked = La table { $table } n’est pas marquée pour être supprimée.
store-linked = La base de données { $path } a { $names } noms (liens durs), et SQLite ne garde son journal qu’à côté de l’un d’eux. Supprimez les autres, ou copiez la base par `yupana store backup`.
store-locked = Un autre serveur (processus { $holder }) utilise cette base de données : { $path }
store-busy = La base de données n’a pas pu être atteinte à temps, rien n’a changé : { $problem }
store-failed = La base de données a échoué ; ce qui s’écrivait y est peut-être, ou non : { $problem }
store-full = Le disque du serveur est plein, ceci n’a pas pu être enregistré ; rien n’a changé. Ce qui est enregistré reste lisible. Réessayez dans un moment.
store-format = La base de données est au format { $theirs } ; cette version travaille avec le format { $ours }.
store-damaged = La base de données est abîmée ({ $problem }). Restaurez-la depuis une sauvegarde.
store-pragma = SQLite n’accepte pas le réglage { $name } ; il reste à { $found }.
store-far-away = { $path } est sur un système de fichiers en réseau ({ $kind }), qui ne garantit pas ce qu’il faut à SQLite. Choisissez un dossier d’un disque local.
store-not-empty = Une sauvegarde ne se restaure que dans une base vide ; celle-ci a des tables.
store-no-backup = Il n’y a pas de sauvegarde { $path }.
store-backup = La sauvegarde n’a pas pu être écrite : { $problem }
store-replica = Ce PostgreSQL est un réplica. Donnez l’adresse du primaire.
store-encoding = La base PostgreSQL doit avoir l’encodage UTF8.
store-address = L’adresse de la base est illisible. Elle ressemble à postgresql://utilisateur:motdepasse@hote/base
