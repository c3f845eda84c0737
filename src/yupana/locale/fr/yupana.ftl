## Ce que le moteur refuse, par code.

rule-illegal = La règle { $clause } ne le permet pas ici.
rule-illegal-text = Ce n’est pas permis ici ({ $clause }) : { $text }
rule-not-your-turn = Le joueur { $seat } n’a rien à décider pour l’instant.
rule-game-over = La partie est finie.
rule-impossible-chance = Les dés ou les cartes ne peuvent pas donner cela maintenant.
rule-endless = La partie n’a pas pris fin en { $events } événements.

undo-nothing = Il n’y a rien à reprendre : les dés ont été lancés depuis votre dernier coup.
undo-revealed = Ce coup ne peut pas être repris : il vous a montré quelque chose que vous ne saviez pas.
undo-built-upon = Ce coup ne peut pas être repris : d’autres ont joué à partir de lui.

notation-move = « { $text } » n’est pas un coup ; tapez `aide` pour voir comment on les écrit.
notation-cell = Il n’y a pas de case « { $cell } » sur cette fiche ; les cases se nomment comme b4 : la colonne, puis la ligne.
notation-number = « { $text } » n’est pas un nombre qui puisse figurer là.
notation-number-range = { $number } ne peut pas figurer sur une fiche ; les nombres vont de { $least } à { $most }.
notation-dice = { $found ->
    [one] { $found } dé est donné
   *[other] { $found } dés sont donnés
  } là où l’on en lance { $expected }.
notation-door = La case { $cell } ne peut pas être « { $text } » : D est une porte vide, « . » une case vide sans porte, et les momies ne se tiennent jamais dans les portes.
notation-rows = Le dessin a { $rows ->
    [one] { $rows } ligne
   *[other] { $rows } lignes
  } ; cette fiche en a { $expected }.
notation-row-name = Une ligne commence par « { $row } » là où devrait être la ligne { $expected }.
notation-row = La ligne { $row } montre { $cells ->
    [one] { $cells } emplacement
   *[other] { $cells } emplacements
  } ; il y en a { $expected }.
notation-sheets = Les fiches occupent { $lines ->
    [one] { $lines } ligne
   *[other] { $lines } lignes
  } ; elles devraient en occuper { $expected }.
notation-position = La position n’est pas complète : il faudrait { $expected }.
notation-phase = « { $text } » n’est pas une phase de ce jeu.
notation-seat = une ligne doit commencer par un numéro de place, ou par * pour le hasard.
notation-seat-number = Il n’y a pas de place { $seat } à une table de { $seats }.

notation-line = La ligne « { $text } » de la position est illisible.
notation-twice = { $text } figure deux fois là où il n’en faut qu’une.

notation-kind = « { $text } » n’est pas une sorte de découverte ; il y a { $known }.
notation-discovery = « { $text } » n’est pas une découverte (la règle { $clause } dit pourquoi).
notation-fresh = La case { $cell } ne peut pas avoir été remplie en dernier : elle n’a ni nombre ni bâtiment.
notation-full = La fiche du joueur { $seat } est pleine, la partie serait donc finie.

notation-tile = Il n’y a pas de territoire « { $tile } » ; ils se nomment par leur condition, comme 5, 5-5 ou 456.
notation-tile-twice = Le territoire { $tile } figure deux fois dans la position.
notation-pawn = Il n’y a pas de pion « { $pawn } » ; il y a { $known }.
notation-card = Il n’y a pas de carte « { $card } » ; il y a { $known }.
notation-die = « { $text } » n’est pas ce qu’un dé peut montrer là.
notation-artifact-number = Il n’y a pas d’Artefact « { $artifact } » ; ils sont numérotés de 1 à { $last }.
notation-done = « { $text } » n’est rien qui se fasse une fois par tour ; il y a { $known }.
notation-stand = « { $text } » ne dit pas ce qui se trouve sur un territoire.

notation-digging = « { $text } » n’est pas une carte de Fouilles ; on les écrit pioches/pelles, comme 2/3.
notation-artifact = « { $text } » n’est pas une carte Artefact ; on les écrit comme vase 1@2 : la sorte, les pièces, le dos.
notation-exhibition = « { $text } » n’est pas une carte Exposition ; on les écrit comme tiles/vases, ou llamas+statues pour un vernissage.
notation-back = « { $text } » n’est pas un dos de carte Artefact ; ils se nomment par leurs pioches, comme 3.
notation-site = « { $text } » n’est pas un endroit où fouiller ; il y a 1 à { $most } et pile.
notation-not-owned = { $text } n’est pas parmi les cartes que ce joueur possède.
notation-no-back = Aucune carte qui reste n’a le dos { $text }.
notation-cards = { $what ->
    [exhibitions] Les cartes Exposition
    [artifacts] Les cartes Artefact
   *[digging] Les cartes de Fouilles
  } ne font pas le compte de la boîte : { $card } s’en écarte de { $missing }.

option-seats = { $game } se joue de { $first } à { $last }, et non à { $seats }.
option-value = { $game } ne peut pas se jouer ainsi : { $problem }.
option-game = Il n’y a pas de jeu « { $game } » ; il y a { $known }.
option-game-broken = Le jeu « { $game } », d’un autre auteur, ne peut pas être chargé : { $problem }
option-bot = Il n’y a pas de robot « { $bot } » ; il y a { $known }.
option-unknown = { $game } n’a pas d’option « { $option } » ; ses options : { $known }.
option-rules = La version { $rules } des règles de { $game } ne peut pas se jouer ici ; ce Yupana joue la version { $known }.
option-form = « { $text } » n’est pas une option ; écrivez NOM=VALEUR, comme side=B.
option-bots = { $bots ->
    [one] { $bots } robot est nommé
   *[other] { $bots } robots sont nommés
  } pour { $seats ->
    [one] { $seats } place
   *[other] { $seats } places
  } ; nommez-en un par place, ou un seul pour toutes.
option-number = { $what } doit être un nombre entier d’au moins 1, et non { $value }.
option-name = « { $name } » ne peut pas être un nom ici : il faut de 1 à { $most } caractères visibles, et qu’il ne commence pas par « bot ».
option-extra = { $option } demande { $module }, qui n’est pas installé : pip install 'yupana[{ $extra }]'

edition-toml = L’édition n’est pas du TOML valide : { $problem }.
edition-field = Un champ de l’édition est faux : { $problem }.
edition-value = { $field } ne convient pas au jeu ; il faudrait { $right }.
edition-missing = Il manque [{ $field }] à l’édition.
edition-mark = { $field } contient le caractère « { $mark } », qui n’y signifie rien ; on y connaît { $known }.
edition-count = { $what } : { $found } trouvés, mais [expect] dit { $expected } ; corrigez l’un ou l’autre.
edition-dangling = { $field } nomme « { $name } », qui n’existe pas.
edition-no-status = [source.status] ne dit rien de { $field } ; ajoutez fact, reported, derived, reconstructed ou owner.
edition-unknown = Il n’y a pas d’édition « { $name } » ; il y a { $known }.
edition-name = L’édition se nomme « { $name } » mais son fichier est { $file } ; les deux doivent s’accorder.
edition-name-taken = Le nom « { $name } » appartient à une édition fournie avec le jeu ; choisissez-en un autre.

record-not-one = Ce n’est pas une partie enregistrée par Yupana : sa première ligne devrait être « yupana record 1 ».
record-format = L’enregistrement est au format { $theirs } ; cette version lit le format { $ours }.
record-header = La ligne { $line } de l’en-tête est illisible : { $text }
record-rules = La partie a été jouée avec la version { $theirs } des règles de { $game } ; ce Yupana joue la version { $ours }.
record-edition = La partie a été jouée avec un autre matériel : édition { $edition } { $theirs }, la nôtre est { $ours }.
record-line = La ligne { $line } (« { $text } ») ne peut pas être rejouée : { $problem }
record-truncated = L’enregistrement s’interrompt après { $events ->
    [one] { $events } événement
   *[other] { $events } événements
  } : ses dernières lignes, `events` et `digest`, manquent.
record-end = L’enregistrement finit autrement que ses coups n’y mènent : après { $events ->
    [one] { $events } événement
   *[other] { $events } événements
  }, l’empreinte est { $digest }.
record-json = L’enregistrement n’est pas du JSON valide pour nous : { $problem }.

file-missing = Il n’y a pas de fichier { $path }.
file-large = { $path } est trop grand pour être des nôtres : la limite est de { $most } ko.
file-binary = { $path } n’est pas un fichier texte.
file-unreadable = { $path } ne peut pas être lu : { $problem }.
file-unwritable = { $path } ne peut pas être écrit : { $problem }.
file-failed = Impossible de continuer : { $problem }

rules-unknown = { $game } n’a pas de règle { $clause } ; `yupana rules { $game }` les donne toutes.
rules-unreadable = Le fichier RULES.md de { $game } ne peut pas être lu : { $problem }

## Des faits qui sont des phrases ; $value est ce dont elles parlent.

fact-none = aucune
fact-extends = `extends` doit être le nom d’une édition
fact-then-phase = { $value }, puis la phase
fact-seats-in-order = { $value } joueurs dans l’ordre
fact-nothing-more = rien après le dernier joueur
fact-more-lines = d’autres lignes
fact-from-one-up = des nombres à partir de 1
fact-at-least = au moins { $value }
fact-one-to = de 1 à { $value }
fact-cells-up-to = de 1 à { $value } cases
fact-drawn-cells = des cases dessinées avec #, des espaces ailleurs
fact-letters-and-digits = des lettres et des chiffres
fact-small-letters-not = des minuscules, mais pas { $value }
fact-small-name = un nom fait de a-z, 0-9 et -
fact-such-as = quelque chose comme { $value }
fact-two-kinds = deux sortes par carte
fact-without-gap = 1, 2, 3… sans trou
fact-die-face = une face de dé, de 1 à 6
fact-die-faces = des faces de 1 à 6
fact-sum-or-faces = ou bien sum, ou bien faces
fact-jungle-only = quelques-uns, dans la jungle seulement
fact-ruins-only = un seul, dans des ruines seulement
fact-caves-only = les cavernes seulement
fact-once-each = 1, 2, 3… une fois chacun
fact-no-cost-below-zero = aucun coût au-dessous de 0
fact-some-of-both = 1 ou plus des deux
fact-tiles-as-hexes = autant de tuiles par colonne que d’hexagones

## La table dans le terminal.

play-welcome = { $title }. Tapez `aide` pour savoir que faire, `quitter` pour partir ; rien n’est perdu.
play-bots-get-ready = Les robots apprennent le jeu par cœur : une minute, cette fois seulement.
play-you = vous
play-command-help = aide
play-command-moves = coups
play-command-why = pourquoi
play-command-score = points
play-command-rule = règle
play-command-look = voir
play-command-table = tout
play-command-undo = annuler
play-command-save = garder
play-command-quit = quitter
play-roll-prompt = [Entrée] continue, `annuler` reprend votre dernier coup :{ " " }
play-curtain = Passez l’appareil à { $player }, qui tapera Entrée quand personne d’autre ne regardera.{ " " }
play-did = { $player } : { $move }
play-turn-of = À { $player } de jouer.
play-help =
    Et dans tous les jeux :
      aide            ce texte                coups [MOTS]    ce que vous pouvez faire
      pourquoi COUP   la règle contre lui     règle NUMÉRO    une règle en entier
      points          vos points à présent    voir, tout      votre vue, celle de tous
      annuler         reprendre un coup       garder [NOM]    enregistrer la partie
      quitter         enregistrer et partir
    Les mots anglais (help, moves, undo…) sont compris aussi.
play-no-such-move = Rien de tel n’est possible maintenant.
play-more-moves = … et d’autres que ces { $shown } ; ajoutez des mots pour en voir moins, comme `coups b4`.
play-allowed = Vous pouvez le faire.
play-saved = Enregistré dans { $path }.
play-resume = Pour continuer : { $program } play --resume { $path }
outcome-rank = { $score ->
    [one] { $score } étoile
   *[other] { $score } étoiles
  } : { $rank }.
outcome-rank-points = { $score ->
    [one] { $score } point
   *[other] { $score } points
  } : { $rank }.

## Les commandes d’un hébergeur.

option-environment = La variable d’environnement { $name } ne peut pas être « { $value } ».
option-one = `{ $action }` prend une seule table ou un seul fichier.
option-what = Dites sur quelle table ou quel fichier doit porter { $action }.
store-fault = Table { $table } : { $what }, entrée { $seq }.
store-checked = { $tables ->
    [one] { $tables } table vérifiée
   *[other] { $tables } tables vérifiées
  }, { $entries ->
    [one] { $entries } entrée.
   *[other] { $entries } entrées.
  }
store-imported = La table { $table } est maintenant ici, avec { $entries ->
    [one] { $entries } entrée.
   *[other] { $entries } entrées.
  }
store-marked-row = marquée le { $time } UTC, supprimée après encore { $hours ->
    [one] { $hours } heure
   *[other] { $hours } heures
  } de marche
store-marked = { $tables ->
    [0] Aucune table n’est marquée pour être supprimée.
    [one] { $tables } table est marquée pour être supprimée. `yupana store undelete` la garde.
   *[other] { $tables } tables sont marquées pour être supprimées. `yupana store undelete` les garde.
  }
store-kept = { $tables ->
    [0] Aucune table n’était marquée pour être supprimée.
    [one] { $tables } table est gardée.
   *[other] { $tables } tables sont gardées.
  }
store-forgotten = La table { $table } est oubliée.
