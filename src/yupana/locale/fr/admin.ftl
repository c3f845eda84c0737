## La page de qui tient le serveur.

admin-title = Ce serveur
admin-token = Jeton
admin-enter = Entrer
admin-leave = Sortir
admin-wrong = Ce n’est pas le jeton.
admin-none = aucun
admin-slow = plus de 2,5 s
admin-back = Retour
admin-back-tables = Toutes les tables
admin-span = { $days } j { $hours } h { $minutes } min
auth-admin = Entrez d’abord : il faut le jeton.

admin-fact-version = Version
admin-fact-store = Base
admin-fact-uptime = En marche depuis
admin-fact-stored = Tables gardées
admin-stored-value = { $waiting } en attente, { $playing } en cours, { $over } finies
admin-fact-memory = Tables en mémoire
admin-fact-sockets = Connexions
admin-fact-queue = En attente aux tables / de la base
admin-fact-commit = Écriture, 99 sur 100
admin-fact-ack = Réponse à un coup, 99 sur 100
admin-fact-disk = Disque, libre / total
admin-fact-checked = Parties finies vérifiées
admin-checked-value = { $games }, dont { $wrong } en défaut
admin-fact-channels = Moyens d’avertir

admin-opening = Nouvelles tables
admin-opening-open = Chacun peut ouvrir une table.
admin-opening-closed = Personne ne peut ouvrir de table. Les parties en cours continuent.
admin-close-server = Ne plus laisser ouvrir de tables
admin-open-again = Laisser de nouveau ouvrir des tables

admin-backups = Sauvegardes
admin-backups-checked = Sauvegardes vérifiées, la plus récente d’abord
admin-backup-when = Faite
admin-backup-file = Fichier
admin-backup-size = Taille
admin-backup-none = Il n’y a pas de sauvegarde vérifiée.
admin-backup-busy = Une sauvegarde est en cours et va être vérifiée.
admin-backup-failed = La dernière n’a pas pu être faite : { $problem }
admin-backup-now = Sauvegarder maintenant

admin-marked = Marquées pour être supprimées
admin-marked-none = Aucune table n’est marquée pour être supprimée.
admin-marked-value = { $tables ->
    [one] { $tables } table est restée inactive
   *[other] { $tables } tables sont restées inactives
  } plus longtemps que ce serveur ne les garde. La première est supprimée après encore { $hours ->
    [one] { $hours } heure
   *[other] { $hours } heures
  } de marche, sauf si quelqu’un l’ouvre. L’horloge de cette machine est-elle juste ?
admin-undelete = Les garder toutes

admin-tables = Tables
admin-entries = Entrées
admin-see-tables = Toutes les tables
admin-tables-shown = { $tables } tables, la plus récente d’abord
admin-older = Plus anciennes
admin-find = Code ou identifiant d’une table
admin-find-go = Chercher
admin-status-waiting = en attente
admin-status-playing = en cours
admin-status-over = finie
admin-column-code = Code
admin-column-game = Jeu
admin-column-seats = Places
admin-column-phase = Phase
admin-column-here = Connectés
admin-column-head = Entrées
admin-column-last = Dernière activité
admin-made = ouverte { $time }
admin-close = Fermer aux nouveaux venus
admin-close-what = Personne d’autre ne peut s’asseoir et aucun salon ne montre la table. Ceux qui y sont jouent encore.
admin-forget = Oublier pour de bon
admin-forget-what = Journal, noms, secrets et contacts sont effacés, et qui est connecté est renvoyé. C’est sans retour ; les sauvegardes gardent la table jusqu’à ce qu’elles soient jetées.
admin-forget-sure = Oui, tout effacer de cette table
admin-not-sure = Cochez la case : c’est sans retour.
