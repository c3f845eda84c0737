## La ligne de commande. NOM, FICHIER et ainsi de suite tiennent la place de ce qu’on y met.

command-about = Quatre jeux de société aux mondes perdus : pour jouer, apprendre et étudier.
command-epilog =
    exemples :
      yupana play temple                         une partie en solo
      yupana play valley --people Ana Bea        deux personnes à un clavier
      yupana play paititi --bots scout guide     vous contre deux robots
      yupana play --resume temple.yupana         continuer une partie enregistrée
      yupana rules wiraqocha W-3.1               une règle en entier
      yupana score valley fiche.txt              les étoiles d’une fiche recopiée du papier
      yupana simulate temple --games 1000        mille parties de robots, et leurs scores

    Non officiel et non commercial ; les jeux sont de Henri Kermarrec (Sit Down!) et de Walter
    Schranz (WRS-Spiele). S’ils vous plaisent, achetez les boîtes.

command-games = donne la liste des jeux
command-rules = montre les règles d’un jeu, ou l’une d’elles
command-play = joue une partie dans ce terminal, entre personnes et robots
command-score = compte une fiche ou une position recopiée du papier
command-replay = montre une partie enregistrée, événement par événement
command-simulate = fait jouer beaucoup de parties à des robots
command-fuzz = joue au hasard des parties de chaque variante et vérifie toutes les lois
command-edition = montre, vérifie ou commence une édition à vous
command-serve = sert des tables aux navigateurs et aux programmes, depuis cette machine
command-store = prend soin des tables conservées
command-verify = vérifie les dés et les coups d’une table finie, d’après son export

option-help-lang = la langue : en ou fr (sinon celle du terminal)
option-help-json = à lire par un programme
option-help-option = par exemple side=B
option-help-people = qui joue ici (sinon vous)
option-help-bots = novice, scout, guide ou amauta ; ou greedy, uniform
option-help-resume = continuer une partie enregistrée
option-help-save-as = où enregistrer la partie
option-help-seed = pour retrouver les mêmes dés
option-help-seats = joueurs de la position (sinon le moins possible)
option-help-step = attendre Entrée après chaque tour
option-help-its-edition = où trouver son édition
option-help-seats-many = combien (sinon autant que de robots nommés)
option-help-bots-many = un pour toutes les places, ou un par place
option-help-jobs = nombre de processus ; les résultats n’en dépendent pas
option-help-records = garder ici toutes les parties
option-help-often = vérifier un état sur N
option-help-host = 127.0.0.1 pour cette machine seule ; 0.0.0.0 pour le réseau (valeur usuelle)
option-help-port = 8000 si rien n’est dit
option-help-public-url = l’adresse que connaissent les navigateurs
option-help-behind-proxy = un mandataire d’ici dit qui demande
option-help-to = où va un export ou une sauvegarde
option-help-seal = un sceau montré à la table, sous la forme entrée:sceau, à comparer ; peut être répété
option-help-origin = l’export de la partie que celle-ci continue
option-help-head = l’empreinte notée à la table
option-help-data = de la base intégrée (data si rien n’est dit)
option-help-store = postgresql://... pour partager une base de données

metavar-command = COMMANDE
metavar-file = FICHIER
metavar-folder = DOSSIER
metavar-game = jeu
metavar-clause = règle
metavar-some-file = fichier
metavar-seed = GRAINE
metavar-name = NOM
metavar-name-or-file = NOM|FICHIER
metavar-name-value = NOM=VALEUR
metavar-table-or-file = TABLE|FICHIER

## Ce qui est dit d’une ligne de commande incomprise. Les mots entre %( ) sont remplis plus tard.

usage-usage = usage :{ " " }
usage-arguments = arguments
usage-options = options
usage-help = montrer cette aide et s’arrêter là
usage-version = montrer la version et s’arrêter là
usage-error = %(prog)s : erreur : %(message)s{ "\u000A" }
usage-argument = argument %(argument_name)s : %(message)s
usage-required = il manque ces arguments : %s
usage-unrecognized = arguments inconnus : %s
usage-expected-one = il faut une valeur
usage-expected-some = il faut au moins une valeur
usage-choice = %(value)r n’est pas un choix possible (choisissez parmi %(choices)s)
usage-value = %(value)r ne convient pas (type attendu : %(type)s)
usage-ambiguous = option ambiguë : %(option)s peut être %(matches)s
usage-explicit = valeur inattendue : %r

## Sans commande : quelques questions. Entre crochets, ce que signifie Entrée.

choose-welcome = À quel jeu voulez-vous jouer ? Entrée prend ce qui est entre [crochets], q quitte.
choose-game = Jeu [{ $usual }] :{ " " }
choose-way = Comment [{ $usual }] :{ " " }
choose-alone = en solitaire
choose-bots = contre des robots
choose-friends = entre amis, à ce clavier
choose-browser = dans le navigateur, avec tous ceux de votre réseau
choose-level = Quels robots [{ $usual }] :{ " " }
choose-count = Combien, de { $least } à { $most } [{ $usual }] :{ " " }
choose-person = Joueur { $number }
choose-names = Les noms, séparés par des virgules [{ $usual }] :{ " " }
choose-names-again = Donnez de { $least } à { $most } noms différents, s’il vous plaît.
choose-again = Tapez un nombre de { $first } à { $last }, ou q pour quitter.
choose-runs = La prochaine fois, vous pouvez taper : { $command }
choose-left = À bientôt. `yupana --help` dit ce qu’il y a d’autre.

## Ce que répondent les commandes.

games-seats = ({ $first } à { $last } joueurs)
games-default = (sinon { $default })
games-editions = éditions : { $editions }
decimal-point = ,

clause-kind-law = règle
clause-kind-example = exemple
clause-kind-ruling = interprétation
clause-kind-flavour = ambiance

score-seat = joueur { $seat }

simulate-games = { $games ->
    [one] { $games } partie de { $game }
   *[other] { $games } parties de { $game }
  }, { $seats ->
    [one] { $seats } joueur
   *[other] { $seats } joueurs
  }
simulate-seat = place
simulate-bot = robot
simulate-mean = moyenne
simulate-spread = écart
simulate-least = min
simulate-most = max
simulate-won = gagné
simulate-all = toutes
simulate-decisions = décisions par partie

fuzz-done = { $game } : { $games ->
    [one] { $games } partie
   *[other] { $games } parties
  }, { $events ->
    [one] { $events } événement
   *[other] { $events } événements
  }, la plus longue { $longest }, { $broken } en défaut
fuzz-broken = partie { $number } ({ $table }) : { $law }

edition-well = { $name } ({ $digest }) : { $title }. Tout va bien.
edition-to-check = à vérifier
edition-status-fact = établi
edition-status-reported = rapporté
edition-status-derived = déduit
edition-status-reconstructed = reconstitué
edition-status-owner = propriétaire

store-row = { $entries ->
    [one] { $entries } entrée
   *[other] { $entries } entrées
  }
