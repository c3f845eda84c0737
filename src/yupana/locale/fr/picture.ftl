## La table dessinée dans un terminal. Les mots qu’une personne tape pour jouer restent ceux qu’elle tape.

picture-round = Tour { $round }
picture-end = La fin, après le tour { $round }
picture-own-sheet = votre fiche
picture-sheet-of = la fiche du joueur { $seat }
picture-seat = joueur { $seat }
picture-you = joueur { $seat } (vous)
picture-from-to = { $first } à { $last }
picture-or = { $others } ou { $last }
picture-nothing = rien
picture-no-dice = aucun
picture-cards = { $cards ->
    [one] { $cards } carte
   *[other] { $cards } cartes
  }
picture-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
  }
picture-waiting = { $count ->
    [one] on attend le joueur { $seats }
   *[other] on attend les joueurs { $seats }
  }

## Une partie enregistrée, tour par tour.

heading-round = tour { $number }
heading-turn = tour { $number }
heading-set-up = mise en place

## Le Temple d’Apikhabou

temple-picture-writing = Tour { $round }   dés { $dice }   inscrivez { $numbers }
temple-picture-haunting = Tour { $round }   une momie ! dessinez-la dans une case vide, par exemple : mummy c3

## La Vallée de Wiraqocha. Une case d’une découverte porte la première lettre de son nom.

valley-picture-writing = Tour { $round }   dés { $dice }
valley-picture-numbers = nombres { $numbers }
valley-picture-snake = Tour { $round }   un serpent ! dessinez-le dans une case vide, par exemple : snake c3
valley-picture-to-draw = (à bâtir : { $structures })
valley-picture-stars = étoiles par joueur  { $stars }
valley-name-total = étoiles
valley-name-full = fiche pleine
valley-name-jungle = forêt
valley-name-town = ville
valley-name-range = montagne
valley-name-pyramid = pyramide
valley-name-hut = hutte
valley-name-statue = statue
valley-name-mine = mine
valley-name-bite = morsure
valley-name-escaped = barré

## Paititi

paititi-picture-before = Avant le premier tour
paititi-picture-end = La fin, après le tour { $turn }
paititi-picture-acting = Tour { $turn }, au { $player } d’agir
paititi-picture-discarding = Tour { $turn }, au { $player } de se défausser
paititi-picture-turn = Tour { $turn } du { $player }
paititi-picture-dealt = Cartes données par le { $player }
paititi-picture-exhibitions = Expositions
paititi-picture-exhibition = Exposition
paititi-picture-dig = À fouiller
paititi-picture-digging = Fouilles
paititi-picture-pile = { $pile ->
    [one] { $pile } carte dans la pile
   *[other] { $pile } cartes dans la pile
  }, { $discard ->
    [one] { $discard } défaussée
   *[other] { $discard } défaussées
  }
paititi-picture-top = pile : { $need } (et { $below } dessous)
paititi-picture-deck = face cachée : { $b } de phase B, { $c } de phase C
paititi-picture-stop = Stop est sorti, expositions à venir : { $left }
paititi-picture-found = Mis au jour
paititi-picture-shown = Exposé
paititi-picture-by = { $cards }, par le { $player }
paititi-picture-gave = { $cards }, par le { $player } ; cédé : { $given }
paititi-picture-chose = Votre choix
paititi-picture-waiting = On attend
paititi-picture-displayed = affiché
paititi-picture-hand = main
paititi-picture-artifacts = artefacts
paititi-picture-picks = { $picks ->
    [one] { $cards } ({ $picks } pioche)
   *[other] { $cards } ({ $picks } pioches)
  }
paititi-picture-shovels = { $shovels ->
    [one] { $cards } ({ $shovels } pelle)
   *[other] { $cards } ({ $shovels } pelles)
  }

## Wiraqocha. Une ligne d’un hexagone a 15 caractères, un pion et sa défense compris.

wiraqocha-picture-graveyard-of = cimetière
wiraqocha-picture-machines = des machines
wiraqocha-picture-jungle = { $cubes ->
    [one] jungle +{ $cubes } cube
   *[other] jungle +{ $cubes } cubes
  }
wiraqocha-picture-village = village +1 dé
wiraqocha-picture-ruins = ruines artef. { $artifact }
wiraqocha-picture-explored = ruines
wiraqocha-picture-vein = filon
wiraqocha-picture-caves = cavernes
wiraqocha-picture-devastated = dévasté
wiraqocha-picture-field = champ
wiraqocha-picture-fortress = forteresse
wiraqocha-picture-both = champ+fort.
wiraqocha-stands-camp = Camp
wiraqocha-stands-explorer = Explor.
wiraqocha-stands-drill = Forage
wiraqocha-stands-zeppelin = Zeppelin
wiraqocha-stands-android = Automate
wiraqocha-stands-miner = Foreur
wiraqocha-stands-juggernaut = Juggern.
wiraqocha-picture-laying = La vallée est à composer.
wiraqocha-picture-drawing = Qui commence ?
wiraqocha-picture-revealing = Des cartes sont à retourner.
wiraqocha-picture-preparing = Tour { $turn }, joueur { $seat } : préparation
wiraqocha-picture-rolling = { $count ->
    [one] Tour { $turn }, joueur { $seat } : { $count } dé à lancer
   *[other] Tour { $turn }, joueur { $seat } : { $count } dés à lancer
  }
wiraqocha-picture-rolling-beside = { $count ->
    [one] Tour { $turn }, joueur { $seat } : { $count } dé à lancer, en plus de { $dice }
   *[other] Tour { $turn }, joueur { $seat } : { $count } dés à lancer, en plus de { $dice }
  }
wiraqocha-picture-acting = Tour { $turn }, joueur { $seat } : actions   dés { $dice }
wiraqocha-picture-rerolls = relances { $rerolls }
wiraqocha-picture-won = { $why ->
    [artifacts] Le joueur { $seat } a gagné par le trésor, au tour { $turn }.
    [crystals] Le joueur { $seat } a gagné par la cargaison, au tour { $turn }.
   *[leviathan] Le joueur { $seat } a gagné par le Léviathan, au tour { $turn }.
  }
wiraqocha-picture-market = à construire
wiraqocha-picture-deck = ({ $cards } dans la pile)
wiraqocha-picture-stock = cubes { $cubes }   cristaux { $crystals }
wiraqocha-picture-reserve = réserve
wiraqocha-picture-graveyard = cimetière
wiraqocha-picture-cards = cartes
wiraqocha-picture-prisoner = prisonnier
wiraqocha-picture-captive = { $pawn } du joueur { $seat }
wiraqocha-ladder-artifacts = artefacts
wiraqocha-ladder-artifacts-lost = artefact perdu
wiraqocha-ladder-crystals = cristaux
wiraqocha-ladder-leviathan = léviathan
wiraqocha-typed-camp = camp
wiraqocha-typed-explorer = explorer
wiraqocha-typed-drill = drill
wiraqocha-typed-zeppelin = zeppelin
wiraqocha-typed-android = android
wiraqocha-typed-miner = miner
wiraqocha-typed-juggernaut = juggernaut
wiraqocha-typed-force-field = force-field (Champ de Force)
wiraqocha-typed-recovery-workshop = recovery-workshop (Atelier de Récupération)
wiraqocha-typed-android-factory = android-factory (Manufacture d’Androïdes)
wiraqocha-typed-flying-fortress = flying-fortress (Forteresse Volante)
wiraqocha-typed-psychic-probe = psychic-probe (Sonde Psychique)
wiraqocha-typed-death-ray = death-ray (Rayon de la Mort)
wiraqocha-typed-transport-tunneller = transport-tunneller (Tunnelier de Transport)
wiraqocha-typed-mechanical-miner = mechanical-miner (Foreur Mécanique)
wiraqocha-typed-android-explorer = android-explorer (Automate d’Exploration)
wiraqocha-typed-battle-exoskeleton = battle-exoskeleton (Exosquelette de Combat)
wiraqocha-typed-production-tanks = production-tanks (Cuves de Production)

## Des noms dans un décompte qui sont des mots, et non de la notation.

wiraqocha-piece-artifact = artefact
paititi-piece-vases = vases
paititi-piece-llamas = lamas
paititi-piece-statues = statues
paititi-piece-tiles = tuiles
paititi-piece-discs = disques
