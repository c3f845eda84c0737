## L’arène : ce que dit sa commande, et la page qu’elle écrit.

command-arena = fait concourir des robots avec les mêmes dés, et dit ce dont on peut être sûr

option-help-arena-bots = qui concourt : chaque paire, ou chacun seul avec --seats 1 ; ici aussi ismcts, seer, amauta:1s, ismcts:200
option-help-arena-games = par paire, complété à des blocs entiers
option-help-arena-seats = à une table (2 par défaut) ; 1 pour les points seuls
option-help-paired = toutes les places sont jouées avec les mêmes dés
option-help-together = tous les robots à une table, et non deux à deux
option-help-ray = jouer sur une grappe Ray ; « local » pour la vôtre
option-help-sprt = s’arrêter dès qu’il est clair que la part du premier robot (seul : son avance) est S1 plutôt que S0
option-help-keep = noter chaque partie ici, et reprendre de là la prochaine fois
option-help-html = une page avec des graphiques
option-help-parquet = un tableau avec une ligne par place et par partie

arena-lang = fr
arena-title = { $game } : l’arène
arena-about = { $games ->
    [one] { $games } partie
   *[other] { $games } parties
  } en { $blocks ->
    [one] { $blocks } bloc
   *[other] { $blocks } blocs
  } aux dés égaux, { $seats ->
    [one] { $seats } place
   *[other] { $seats } places
  }. Les intervalles sont ceux de 95 %.
arena-ratings = Classement
arena-duels = L’un contre l’autre
arena-scores = Points
arena-ends = Comment finissent les parties
arena-seats = Places
arena-how = Pour refaire ces mesures
arena-length = Décisions par partie :
arena-digest = Les mêmes parties ont la même somme :
arena-won = gagne { $share } %, en avance de { $ahead }
arena-thought = ({ $mean } ms par décision, { $most } au plus)
arena-test-better = { $first } est meilleur que { $second } : clair après { $blocks } blocs (log du rapport de vraisemblance { $ratio }).
arena-test-no-better = { $first } n’est pas meilleur que { $second } : clair après { $blocks } blocs (log du rapport de vraisemblance { $ratio }).
arena-test-undecided = On ne sait pas après { $blocks } blocs si { $first } est meilleur que { $second } (log du rapport de vraisemblance { $ratio }).
arena-column-pair = paire
arena-column-games = parties
arena-column-won = gagné
arena-column-ahead = avance
arena-column-bot = robot
arena-column-mean = moyenne
arena-column-spread = écart
arena-column-least = min
arena-column-quartiles = quartiles
arena-column-most = max
arena-column-thought = ms par décision
arena-column-slowest = ms au plus
arena-column-seat = place

arena-bot = Il n’y a pas de robot « { $bot } » au laboratoire ; il y a { $known }. Derrière amauta, ismcts et seer peut se trouver un nombre de parties ou une durée par coup, comme ismcts:200 ou amauta:1s.
arena-no-fast = { $bot } se sert de la version compilée du jeu { $game }, qui demande l’extra « fast » : pip install 'yupana[fast]'
arena-no-evaluator = { $bot } évalue les coups avec ce qui a été appris pour un jeu, et il n’y a rien de tel pour { $game }. Les niveaux sans nombre ni durée, et ismcts, jouent à tous les jeux.
arena-twice = Un robot est nommé deux fois dans { $bots } ; chacun concourt une fois.
arena-alone = À une table de plusieurs, il faut nommer au moins deux robots.
arena-test = Un test séquentiel concerne deux robots, et son premier nombre doit être le plus petit.
arena-other = { $file } contient un autre concours ; choisissez un autre fichier, ou donnez les mêmes robots, parties, places et graine.
arena-ray = Ray est injoignable à l’adresse { $address } : { $problem }
