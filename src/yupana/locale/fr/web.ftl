## La table dans le navigateur : ce que tous les jeux ont en commun.

web-loading = Un instant…
web-menu = Menu
web-close = Fermer
web-home = Tous les jeux
web-rules = Règles du jeu
web-help = Aide
web-yes = Oui
web-no = Non
web-you = À vous
web-me = Vous
web-board = Plateau
web-tools = Ce que vous avez
web-undo = Annuler
web-done = Terminé
web-points = Points :
web-points-are = { $points ->
    [one] { $points } point.
   *[other] { $points } points.
}
web-seat-number = Place { $seat }
web-bot-number = Robot { $seat }
web-time-left = Temps restant :
web-round = Tour { $round }
web-turn = Tour { $turn }
web-set-up = Mise en place
web-your-turn = C’est à vous.
web-prompt-choose = Choisissez ce que vous faites.
web-prompt-wait = Les autres réfléchissent.
web-nothing-new = Rien de nouveau.
web-no-score = Ici, on ne compte personne.
web-no-moves = Vous n’avez rien à faire pour l’instant.
web-moves-filter = Seulement les coups avec
web-more-moves = Seuls les { $shown } premiers sont dans la liste ; tapez des mots pour en trouver d’autres.
web-show-all = Voir les { $count }
web-kind-write = Écrire

web-short-valley = Vallée
web-short-temple = Temple
web-short-wiraqocha = Wiraqocha
web-short-paititi = Paititi
web-tab-end = Résultat
web-tab-moves = Coups
web-tab-others = Autres
web-tab-score = Points
web-tab-log = Journal
web-only-here = Seule cette machine peut ouvrir cette adresse. Pour laisser entrer d’autres personnes, lancez le serveur avec --host 0.0.0.0.

web-panels = Autour de la table
web-panel-moves = Que puis-je faire ?
web-panel-others = Les autres
web-panel-score = Points
web-panel-log = Journal

web-log-empty = Il ne s’est encore rien passé.
web-log-did = { $name } : { $what }
web-log-said = { $name } : « { $phrase } »
web-log-took-back = { $name } a repris un coup.
web-log-now-bot = Un robot joue pour { $name }.
web-log-now-bot-once = Un robot joue ce tour pour { $name }.
web-log-now-person = { $name } est de retour et rejoue.
web-phrases = Dire quelque chose
web-phrase-hello = Bonjour !
web-phrase-good-luck = Bonne chance !
web-phrase-well-played = Bien joué !
web-phrase-thank-you = Merci !
web-phrase-one-moment = Un instant…
web-phrase-sorry = Désolé !
web-phrase-wow = Oh là là !
web-phrase-again = Encore une ?

web-alone = Il n’y a que vous à cette table.
web-bot = Robot
web-away = Sans connexion
web-thinks = réfléchit
web-ready = a fini
web-ready-count = { $ready } sur { $seats } ont fini.

web-lost = La connexion est perdue ; nous réessayons. Vos marques sont gardées.
web-gone = Cette place n’est plus la vôtre sur cet appareil.
web-gone-what = Que faire ?
web-stood-in = { $several ->
    [true] Un robot joue pour { $name }.
   *[other] Un robot joue à votre place.
}
web-stood-in-once = { $several ->
    [true] Un robot joue ce tour pour { $name }.
   *[other] Un robot joue ce tour à votre place.
}
web-take-back = { $several ->
    [true] Reprendre cette place : { $name }
   *[other] Reprendre ma place
}
web-held = { $several ->
    [true] Un robot joue pour { $name } jusqu’à son prochain tour.
   *[other] Cette place est à vous. Un robot joue jusqu’à votre prochain tour ; alors vous verrez tout et jouerez.
}
web-offline = Pas de connexion
web-offline-why = Cet appareil n’atteint pas le serveur de la table pour l’instant. Rien n’est perdu : ce qui a été confirmé y est gardé.
web-offline-again = Réessayer
web-other-away = { $names } : connexion perdue.
web-many-away = { $count } joueurs ont perdu la connexion.
web-refused = Cela n’est pas possible
web-no-answer = Le serveur ne répond pas ; réessayez dans un instant.
web-rule = Règle { $clause }
web-wish-title = Reprendre ce coup ?
web-wish = { $name } voudrait reprendre son dernier coup. { $luck ->
    [cards] Les mêmes cartes
   *[other] Les mêmes dés
} reviendront.
web-wish-sent = Vous avez demandé à reprendre votre dernier coup ; les autres doivent être d’accord.
web-undone = Repris.
web-offer-title = Donner cette place à quelqu’un d’autre ?
web-offer = { $several ->
    [true] L’hôte voudrait donner à quelqu’un d’autre la place où joue { $name }.
   *[other] L’hôte voudrait donner votre place à quelqu’un d’autre.
} Si vous êtes d’accord, elle change de mains au prochain tour. Vous pourrez la reprendre.
web-offer-yes = Oui, la donner
web-offer-no = Non, je continue
web-draw-left-out = Le serveur n’a pas inscrit votre part dans les dés ; vous ne l’avez donc pas montrée. Vous ne pouvez pas savoir si ces dés sont justes.

web-command = Taper un coup
web-command-hint = 7 b4, moves, score, help…
web-command-go = Valider
web-command-said = Ce qui a été tapé et répondu
web-command-done = Fait : { $move }
web-command-help =
    Et ici :
      moves [MOTS]    ce que vous pouvez faire
      score           vos points jusqu’ici
      look            ce qu’on attend de vous
      rule ARTICLE    une règle en entier
      undo            reprendre une marque

web-theme = Couleurs
web-theme-system = celles de l’appareil
web-theme-light = claires
web-theme-dark = sombres
web-theme-contrast = contraste élevé
web-text = Texte
web-text-m = normal
web-text-l = grand
web-text-xl = très grand
web-hints = Conseils
web-hints-off = aucun
web-hints-marks = repères
web-hints-advice = conseils
web-sound = Son
web-sound-off = coupé
web-sound-on = allumé
web-hand = Chiffres
web-hand-on = à la main
web-hand-off = imprimés
web-language = Langue
web-keys = Touches, quand le plateau a le curseur
web-key-arrows = aller de case en case
    .key = ← ↑ ↓ →
web-key-enter = choisir la case
    .key = Entrée
web-key-n = à la prochaine case utilisable ; N à la précédente
    .key = n
web-key-u = reprendre
    .key = u
web-key-d = Terminé
    .key = d
web-key-m = que puis-je faire ?
    .key = m
web-key-s = mes points
    .key = s
web-key-r = redire ce qu’on attend de moi
    .key = r
web-key-l = redire ce qu’ont fait les autres
    .key = l
web-key-slash = taper un coup
    .key = /
web-key-question = cette aide
    .key = ?

web-host = Pour l’hôte
web-lock = Ne plus laisser entrer
web-unlock = Laisser entrer
web-rename = Autre nom
web-new-name = Comment appeler cette place ?
web-add-bot = Robot
web-send-away = Renvoyer
web-give = Donner cette place à quelqu’un d’autre : { $name }
web-give-asked = La question a été posée.
web-give-link = Lien vers cette place pour quelqu’un d’autre : { $name }
web-give-address = Qui ouvre ce lien continue pour { $name } :
web-links = Liens vers cette table
web-link-host = Pour un hôte
web-link-seat = Pour la place : { $name }
web-link-spectator = Pour regarder
web-link-replay = Pour revoir la partie
web-link-yours = (le vôtre)
web-link-revoke = Y mettre fin
web-seat-empty = Place libre
web-go-on = { $more ->
    [0] Faire jouer des robots pour { $names }
    [one] Faire jouer des robots pour { $names } et { $more } autre
   *[other] Faire jouer des robots pour { $names } et { $more } autres
}
web-is-ready = prêt
web-i-am-ready = Je suis prêt
web-not-ready = Pas encore prêt
web-who-is-in = { $people } sur { $seats } sont là
web-begin = Commencer
web-begin-with-bots = { $count ->
    [one] Commencer, avec { $count } robot à la place libre
   *[other] Commencer, avec { $count } robots aux places libres
}
web-wait-for-host = L’hôte commencera quand tout le monde sera là.
web-invite = Inviter les autres
web-qr = Code QR de { $address }
web-share = Partager le lien
web-copied = Copié
web-resume-code = Votre place sur un autre appareil :

web-replay = Revoir la partie
web-replay-live = À la partie
web-replay-start = Avant le premier coup.
web-replay-eyes = Vue par
web-replay-moment = Moment de la partie
web-replay-back = Un pas en arrière
web-replay-on = Un pas en avant
web-replay-round-back = Un tour en arrière
web-replay-round-on = Un tour en avant
web-replay-run = Dérouler
web-replay-pause = Arrêter
web-replay-everyone = Tout le monde à ce moment

web-curtain = Passez l’appareil à { $name }.
web-curtain-why = Rien ne s’affiche avant.
web-curtain-open = Je suis { $name }
web-pass = Passer à { $name }
web-pass-prompt = C’est fait. Passez l’appareil à { $name }.

web-end = La partie est finie.
web-result = Résultat
web-panel-end = Résultat
web-won = { $count ->
    [one] { $names } l’emporte.
   *[other] { $names } l’emportent ensemble.
}
web-you-won = Vous avez gagné !
web-you-share = Vous partagez la victoire.
web-telling = On compte les points
web-skip-telling = Touchez pour passer
web-ruler = Niveaux du jeu solo ; vous avez { $score }.
web-again = Rejouer
web-same-dice = { $luck ->
    [cards] Encore avec les mêmes cartes
   *[other] Encore avec les mêmes dés
}
web-follow = À la partie suivante
web-picture = Partager une image
web-picture-made = Création de l’image …
web-picture-failed = L’image n’a pas pu être créée.
web-replay-link = Copier un lien vers cette partie
web-replay-link-about = Avec ce lien, tout le monde peut revoir la partie :
web-download = Télécharger la partie
web-fair = { $luck ->
    [cards] L’ordre des cartes était fixé avant le début de la partie.
   *[other] Les dés étaient fixés avant le début de la partie.
}
web-verify = Vérifier

## Les pages.

web-skip = Aller au contenu
web-needs-script = Pour jouer, il faut JavaScript ; les règles et tout ce qui se lit s’en passent.
web-looks = Aspect des pages
web-welcome = Quatre mondes perdus, en deux gestes.
web-what = Des jeux de société au cœur de vallées, de temples et de trésors oubliés : seul, contre des robots, ou jusqu’à cent amis, chacun sur son téléphone. Sans compte, sans rien installer.
web-unofficial = Version non officielle. Trois jeux de Henri Kermarrec (Sit Down!), un de Walter Schranz (WRS-Spiele). S’ils vous plaisent, achetez les boîtes.
web-rules-of = Règles : { $game }
web-not-here = Il n’y a rien ici

web-go-on-with = Reprendre la partie
web-forget = Oublier cette table
web-have-code = Vous avez un code ?
web-join = Rejoindre
web-play = Jouer
web-play-now = Jouer
web-players = de { $first } à { $last } joueurs
web-facts-valley = 20 minutes
web-facts-temple = 15 minutes
web-facts-wiraqocha = 60 minutes
web-facts-paititi = 40 minutes

web-now = Jouer tout de suite
web-now-about = Seul ou contre des robots, sans attendre.
web-now-go = Jouer
web-opponents = Contre
web-against = { $count ->
    [0] personne
    [one] { $count } robot
   *[other] { $count } robots
}
web-bot-level = Les robots
web-bot-novice = Novice : en oublie
web-bot-scout = Éclaireur : se trompe parfois
web-bot-guide = Guide : connaît le chemin
web-bot-amauta = Amauta : voit loin
web-friends = Entre amis
web-friends-about = Chacun sur son appareil : on scanne un code, et on joue. Des robots prennent les places qui restent.
web-friends-go = Ouvrir une table
web-seats = Places
web-i-play = Je joue aussi
web-public = Ouverte à tous, pour jouer ou regarder : l’afficher sur la première page
web-device = Un seul appareil
web-device-about = On se le passe. Un rideau tombe là où il y a un secret.
web-device-go = Commencer
web-person = Personne { $number }
web-nobody = personne
web-and-bots = Et contre
web-watch = Regarder
web-watch-about = Des robots jouent, vous regardez : une bonne façon d’apprendre.
web-watch-go = Regarder
web-who-plays = Qui joue
web-watch-link = Lien pour ceux qui regardent
web-variants = Variantes
web-edition = Édition
web-name-hint = sinon, nous en trouvons un
web-your-name = Votre nom
web-option-valley-side = Face de la fiche
web-option-temple-side = Face de la fiche
web-option-wiraqocha-valley = La vallée
web-option-wiraqocha-valley-first = celle d’une première partie
web-option-wiraqocha-valley-random = tirée au sort
web-option-wiraqocha-caves = Avec les Grottes
web-option-wiraqocha-prisoners = Avec des prisonniers
web-option-wiraqocha-strict-dice = Dés stricts
web-option-paititi-finds = Ce qu’on a trouvé
web-option-paititi-finds-shown = reste visible
web-option-paititi-finds-memory = se retient de mémoire
web-option-paititi-must-exhibit = Une exposition s’impose après des tours sans
web-option-paititi-guests-need-two = Les invités aussi ont besoin de deux cartes
web-option-paititi-must-show = L’organisateur doit avoir quelque chose à montrer

web-table-code = Table { $code }
web-enter-gathering = { $seats ->
    [one] { $seats } place
   *[other] { $seats } places
}, { $free ->
    [one] { $free } libre
   *[other] { $free } libres
}. On attend encore du monde.
web-enter-playing = { $seats ->
    [one] { $seats } place
   *[other] { $seats } places
}. La partie est en cours.
web-enter-over = { $seats ->
    [one] { $seats } place
   *[other] { $seats } places
}. La partie est finie.
web-enter-no-key = Cet appareil n’a pas la clé de cette table.
web-enter-old-link = Ce lien n’ouvre plus cette table.
web-enter-ask = Vous avez reçu une invitation ? Demandez qu’on vous renvoie le lien : la clé s’y trouve.
web-enter-ask-over = Vous aimeriez la voir ? Une personne qui a joué peut vous envoyer un lien, avec « Copier un lien vers cette partie » sur la dernière page.
web-enter-watch = Regarder
web-sit-down = S’asseoir
web-back-to = Continuer avec { $name }
web-resume = J’ai déjà une place, sur un autre appareil
web-resume-typed = Le code de votre place
web-resume-go = La prendre ici

web-rules-about = Toutes les règles, dans nos propres mots, chacune avec un numéro. Quand une table refuse un coup, elle dit sur laquelle elle s’appuie.
web-kind-law = une règle du livret
web-kind-ruling = notre lecture de ce que le livret laisse ouvert
web-kind-example = un exemple du livret

web-page-about = À propos de cette édition
web-about-name = La yupana était le boulier des Incas : une grille de cases qui contiennent des nombres.
web-about-thanks = Merci
web-about-people = La Vallée de Wiraqocha, Le Temple d’Apikhabou et Wiraqocha sont de Henri Kermarrec, chez Sit Down! ; Paititi est de Walter Schranz, chez WRS-Spiele. Nous les remercions pour des jeux qui valaient toute cette peine.
web-about-buy = Cette version n’est pas officielle, et personne ne paie pour elle. Si un jeu vous plaît, achetez la boîte. Avant de proposer ces jeux au public, demandez aux éditeurs.
web-about-art = Toutes les images ont été dessinées pour cette édition, et toutes les règles sont dans nos propres mots.
web-about-editions = Ce qui est sûr, et ce qui ne l’est pas
web-about-sources = Certains éléments ne sont imprimés qu’en images, que nous n’avons pas vues. Ces valeurs sont notre propre reconstitution, et elles le disent. Qui possède une boîte peut noter ce qu’elle dit vraiment dans une édition à soi.
web-status-fact = Imprimé dans une source
web-status-reported = Rapporté par quelqu’un qui avait la boîte
web-status-derived = Découle de faits
web-status-reconstructed = Notre propre proposition
web-status-owner = Lu sur la boîte par son propriétaire
web-doubts = À vérifier sur une boîte :

web-page-guarantees = Ce sur quoi vous pouvez compter
web-guarantees-about = Chacun de ces points est vérifié à chaque changement du programme.
web-guarantees-1 = Ce qui a été confirmé n’est jamais perdu, ni par une panne du programme, ni par une panne de courant.
web-guarantees-2 = Un coup compte une fois, quel que soit le nombre d’envois.
web-guarantees-3 = Votre place est à vous sur chaque appareil qui a son lien ou son code ; recharger la page, verrouiller l’écran ou changer de réseau n’y change rien.
web-guarantees-4 = Personne ne voit ce qu’il ne doit pas savoir : ni les mains, ni les marques du tour en cours.
web-guarantees-5 = Les dés sont fixés avant le début de la partie, chaque joueur y a sa part, et tout le monde peut les vérifier ensuite.
web-guarantees-6 = Les robots voient ce que verrait un joueur à leur place, et jamais les dés à venir.
web-guarantees-7 = Une partie finie peut être rejouée à l’identique, même avec une version plus récente.

web-page-privacy = Vie privée
web-page-dice = Comment les dés sont tombés
web-page-verify = Vérifier une partie

web-play-on = Continuer d’ici
web-play-on-what = Vous aurez une table à vous, telle qu’était cette partie à ce moment, avec des robots à toutes les autres places. La suite est nouvelle : autres dés, autres cartes.
web-play-on-alone = Vous aurez une table à vous, telle qu’était cette partie à ce moment. La suite est nouvelle : d’autres dés.
web-play-on-seat = Votre place
web-play-on-go = Jouer
web-branched = Cette partie en continue une autre.
