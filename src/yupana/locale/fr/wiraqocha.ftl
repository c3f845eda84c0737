wiraqocha-title = Wiraqocha
wiraqocha-tagline = Des dés, des hexagones et douze technologies : quatre Artefacts, une cargaison de cristaux ou le Léviathan.
wiraqocha-help =
    Ce que vous pouvez taper dans ce jeu ; une tuile se nomme par sa condition (5, 5-5, 456, caves) :
    Préparation, dans l’ordre que vous voulez, jusqu’au lancer :
      collect                  prendre les cubes de vos territoires (lancer les prend aussi)
      lift 11                  reprendre le dé posé sur 11 pour le lancer ; les autres restent
      swap 456 by drill        remplacer votre Zeppelin sur 456 par un Forage de la Réserve
      swap 456 from 5          ou par le pion qui est sur 5
      workshop drill           Atelier de Récupération : un pion sort du Cimetière
      caves 12                 mener l’Explorateur des Cavernes sur une montagne libre
      roll                     lancer les dés
    Actions, dans l’ordre que vous voulez, jusqu’à la fin du tour :
      take 5 by zeppelin with 2 3       entrer sur 5 depuis la Réserve, avec des dés qui font 5
      take 456 from 5 with 4 5 6        déplacer le pion de 5 vers 456
      take 5 from 2 with 5 beating 6    chasser un rival ; 7 est un 6 augmenté pour 2 cubes
      take 3 from 2 with 3 capturing    capturer son pion, si l’on joue avec les prisonniers
      pillage 5 with 5 beating 6 for crystal     voler dans un Camp de Base (crystal, artifact 2,
                                                 une carte ou prisoner) au lieu de le prendre
      tunnel 5 with 5 for juggernaut    la même chose par le Tunnelier, sous toutes les défenses
      defend 11 with 4         poser un dé en défense sur un de vos territoires
      raise 4, lower 4         ajouter ou ôter 1 à un dé, pour 2 cubes
      reroll 3                 relancer un dé, une fois par Ruines tenues depuis le début du tour
      build juggernaut         construire une carte ; le Champ de Force : build force-field on 7
      crystal die, factory die un dé de plus, pour un cristal ou pour 3 cubes
      buy back drill           racheter un pion au Cimetière pour 3 cubes
      exoskeleton 2, probe 5, fortress 5, ray 5     se servir de la carte de ce nom
      ransom 2 with cubes      racheter votre pion au joueur 2 (ou with crystal)
      end                      récolter les cristaux, garder 3 cubes
    { "" }
    Les pions : camp (Camp de Base), explorer (Explorateur), drill (Forage), zeppelin, android
    (Automate d’Exploration), miner (Foreur Mécanique), juggernaut. Votre Camp de Base doit être
    en place avant que vous ne fassiez autre chose. Vous gagnez avec les quatre Artefacts, avec
    assez de cristaux, ou avec des cartes qui coûtent assez.
wiraqocha-score-progress = Victoire la plus proche, en %
wiraqocha-score-artifacts = Le trésor : Artefacts
wiraqocha-score-artifacts-lost = Le trésor : un Artefact est perdu
wiraqocha-score-crystals = La cargaison : cristaux
wiraqocha-score-leviathan = Le Léviathan : cartes
wiraqocha-score-leviathan-cubes = Leur coût en cubes
wiraqocha-score-leviathan-crystals = Leur coût en cristaux
wiraqocha-end-artifacts = Le trésor de Wiraqocha est trouvé : tous les Artefacts sont dans une seule main.
wiraqocha-end-crystals = La cargaison est pleine : l’Impératrice a ses cristaux.
wiraqocha-end-leviathan = Le Léviathan est construit.

## Le plateau dans le navigateur

wiraqocha-turn-short = T{ $turn }
wiraqocha-map = La vallée
wiraqocha-prompt = Touchez une tuile qui brille, ou choisissez une action.
wiraqocha-prompt-camp = Votre Camp de Base d’abord : touchez une tuile qui brille.
wiraqocha-prompt-no-camp = Ces dés ne suffisent pas encore pour votre Camp de Base. Modifiez-les, ou finissez le tour.
wiraqocha-prompt-camp-change = Votre Camp de Base peut être placé : modifiez d’abord un dé. Touchez-le.
wiraqocha-prompt-else = Ces dés ne prennent aucune tuile : défendez, construisez, modifiez un dé, ou finissez.
wiraqocha-prompt-end = Il ne reste rien à faire : finissez votre tour.
wiraqocha-prompt-dice = { $targets ->
    [0] Rien n’est possible avec { $dice } sans rien d’autre : ajoutez un dé, ou modifiez-le.
   *[other] Avec { $dice } : touchez une tuile qui brille.
}
wiraqocha-prompt-aim = Où ? Touchez une tuile qui brille.
wiraqocha-prompt-recipe = Comment ? Choisissez, puis confirmez.
wiraqocha-prompt-roll = Un nouveau tour : lancez les dés.
wiraqocha-prompt-prepare = Préparation : les tuiles qui brillent se modifient. Puis lancez.
wiraqocha-prompt-wait = À { $name } de jouer.
wiraqocha-prompt-setup = On dispose la vallée.
wiraqocha-roll = { $dice ->
    [one] Lancer { $dice } dé
   *[other] Lancer { $dice } dés
}
wiraqocha-turn-end = Fin du tour
wiraqocha-camp-first = Le Camp d’abord
wiraqocha-about = Artefacts { $artifacts }, cristaux { $crystals }, Léviathan { $leviathan }

wiraqocha-ladders = Les trois victoires
wiraqocha-ladder-to-artifacts = Le trésor : on gagne avec { $goal } Artefacts.
wiraqocha-ladder-to-crystals = La cargaison : on gagne avec { $goal } cristaux.
wiraqocha-ladder-to-leviathan = Le Léviathan : on gagne avec des cartes qui coûtent { $goal } (cubes et cristaux).
wiraqocha-ladder-lost = Le trésor : un Artefact est perdu, personne ne peut plus gagner ainsi.
wiraqocha-ladder-of = { $name } { $reached }

wiraqocha-pawn-camp = Camp de Base
wiraqocha-pawn-explorer = Explorateur
wiraqocha-pawn-drill = Forage
wiraqocha-pawn-zeppelin = Zeppelin
wiraqocha-pawn-android = Automate d’Exploration
wiraqocha-pawn-miner = Foreur Mécanique
wiraqocha-pawn-juggernaut = Juggernaut
wiraqocha-terrain-jungle = Jungle
wiraqocha-terrain-vein = Filon
wiraqocha-terrain-ruins = Ruines
wiraqocha-terrain-village = Village
wiraqocha-terrain-caves = Cavernes
wiraqocha-gives-vein = un Forage y extrait le double
wiraqocha-gives-ruins = une relance par tour
wiraqocha-gives-village = un dé de plus par tour
wiraqocha-gives-caves = un Explorateur en gagne une montagne
wiraqocha-changed = Changé depuis votre tour.
wiraqocha-lift = reprendre sur { $tile }
wiraqocha-graveyard = Cimetière des Machines
wiraqocha-graveyard-short = Cimetière
wiraqocha-graveyard-empty = Aucun pion n’est ici.
wiraqocha-on-mountain = { $terrain } en montagne
wiraqocha-devastated = dévasté
wiraqocha-needs-sum = demande { $sum }
wiraqocha-needs-faces = demande exactement { $faces }
wiraqocha-cubes = { $cubes ->
    [one] { $cubes } cube
   *[other] { $cubes } cubes
}
wiraqocha-crystals = { $crystals ->
    [one] { $crystals } cristal
   *[other] { $crystals } cristaux
}
wiraqocha-good-cubes = Cubes
wiraqocha-good-crystals = Cristaux
wiraqocha-artifact-there = Artefact { $number }
wiraqocha-yours = À vous : { $pawn }
wiraqocha-theirs = { $pawn }, { $name }
wiraqocha-defence = { $dice ->
    [1] défense { $value }
   *[other] défense { $value } en double
}
wiraqocha-undefended = sans défense
wiraqocha-lying = { $count } × { $pawn }, { $name }
wiraqocha-beside = À côté de vous.
wiraqocha-can = { $ways ->
    [one] Utilisable, { $ways } façon.
   *[other] Utilisable, { $ways } façons.
}
wiraqocha-odds = Le prochain lancer d’un rival pourrait le prendre : { $odds } %.
wiraqocha-neighbours = Autour de { $tile } : { $tiles }
wiraqocha-reserve = Réserve
wiraqocha-reserve-is = Réserve : { $pawns }
wiraqocha-none = aucun pion
wiraqocha-prisoner = Prisonnier

wiraqocha-dice-mine = Vos dés
wiraqocha-dice-of = Les dés : { $name }
wiraqocha-die = Dé { $face }
wiraqocha-die-can = Ce que le { $face } peut devenir
wiraqocha-die-nothing = Modifier un dé coûte { $cubes } cubes.
wiraqocha-reroll = Relancer ({ $count })
wiraqocha-no-dice = Tous les dés sont utilisés.
wiraqocha-no-dice-now = Pas de dés
wiraqocha-prepares = { $name } se prépare.
wiraqocha-collected = Les cubes sont pris.
wiraqocha-roll-of = { $villages ->
    [0] { $kept ->
        [0] { $base }
       *[other] { $base } − { $kept } en défense
    }
    [one] { $kept ->
        [0] { $base } + { $villages } Village
       *[other] { $base } + { $villages } Village − { $kept } en défense
    }
   *[other] { $kept ->
        [0] { $base } + { $villages } Villages
       *[other] { $base } + { $villages } Villages − { $kept } en défense
    }
}
wiraqocha-actions = Actions
wiraqocha-cards = Cartes
wiraqocha-unused = { $count ->
    [one] Il reste { $count } dé. Le mettre en défense ?
   *[other] Il reste { $count } dés. Mettre le meilleur en défense ?
}
wiraqocha-guard = Le { $die } en défense de
wiraqocha-go-on = Continuer

wiraqocha-on-tile = Sur { $tile }
wiraqocha-what = Que faire là
wiraqocha-dice-for = Dés
wiraqocha-pawn-for = Pion
wiraqocha-loot = Butin
wiraqocha-capture = Capturer le pion
wiraqocha-with-dice = { $count ->
    [one] { $dice }, { $count } dé
   *[other] { $dice }, { $count } dés
}
wiraqocha-beating = { $dice } bat la défense
wiraqocha-from-reserve = { $pawn } de la Réserve
wiraqocha-from-tile = { $pawn }, quitte { $tile }
wiraqocha-leaves = quitte { $tile }
wiraqocha-left = Dés restants : { $dice }
wiraqocha-left-none = Il ne reste aucun dé.
wiraqocha-nearer = Victoire la plus proche { $by } %
wiraqocha-loot-crystal = un cristal
wiraqocha-loot-artifact = Artefact { $number }
wiraqocha-loot-prisoner = mon pion, libéré
wiraqocha-ask-defend = Poser un dé en défense :
wiraqocha-ask-swap = Remplacer le Zeppelin par :
wiraqocha-ask-workshop = Faire sortir du Cimetière, gratuitement :
wiraqocha-ask-buy = Faire sortir du Cimetière, pour { $cubes } cubes :
wiraqocha-verb-take = Prendre
wiraqocha-verb-pillage = Piller
wiraqocha-verb-tunnel = Tunnelier
wiraqocha-verb-defend = Défendre
wiraqocha-verb-swap = Remplacer
wiraqocha-verb-lift = Reprendre le dé
wiraqocha-verb-caves = Par les Cavernes
wiraqocha-verb-probe = Sonde
wiraqocha-verb-fortress = Forteresse
wiraqocha-verb-build = Champ de Force
wiraqocha-verb-workshop = Atelier
wiraqocha-verb-buy = Racheter
wiraqocha-verb-ray = Rayon de la Mort
wiraqocha-go-take = Prendre
wiraqocha-go-pillage = Piller
wiraqocha-go-tunnel = Creuser
wiraqocha-go-ray = Frapper

wiraqocha-market = À construire
wiraqocha-deck = { $count } dans la pile
wiraqocha-cards-mine = Les vôtres
wiraqocha-cards-others = Celles des autres
wiraqocha-building = Bâtiment
wiraqocha-invention = Invention
wiraqocha-price = cubes : { $cubes }, cristaux : { $crystals }
wiraqocha-build = Construire
wiraqocha-card-force-field = Champ de Force
    .does = Posé en le construisant sur un de vos territoires : aucun rival ne peut le conquérir ni le piller. Si le pion part, il disparaît.
wiraqocha-card-recovery-workshop = Atelier de Récupération
    .does = À chaque tour, avant le lancer, un de vos pions revient gratuitement du Cimetière.
wiraqocha-card-android-factory = Manufacture d’Androïdes
    .does = Une fois par tour, payez { $factory } cubes et lancez un dé de plus.
wiraqocha-card-flying-fortress = Forteresse Volante
    .does = Sur un de vos territoires, mobile une fois par tour. Sa défense compte { $fortress } fois : il faut chaque fois un autre dé pour la battre.
wiraqocha-card-psychic-probe = Sonde Psychique
    .does = Une fois par tour, la défense d’un rival devient un { $probe }, même celle d’un Camp de Base.
wiraqocha-card-death-ray = Rayon de la Mort
    .does = Une fois dans la partie, détruit pour toujours un territoire et ce qui s’y trouve. Un Camp de Base rentre seulement chez lui.
wiraqocha-card-transport-tunneller = Tunnelier de Transport
    .does = Une fois par tour, pillez un Camp de Base rival avec les seuls dés de son territoire, sous toutes les défenses.
wiraqocha-card-mechanical-miner = Foreur Mécanique
    .does = Un troisième Forage. Il suit la carte si on la vole.
wiraqocha-card-android-explorer = Automate d’Exploration
    .does = Un troisième Explorateur. Il suit la carte si on la vole.
wiraqocha-card-juggernaut = Juggernaut
    .does = Un troisième Zeppelin. Il suit la carte si on la vole.
wiraqocha-card-battle-exoskeleton = Exosquelette de Combat
    .does = Une fois par tour, un dé non utilisé devient un { $exoskeleton }.
wiraqocha-card-production-tanks = Cuves de Production
    .does = { $tanks } cubes de plus à chaque tour, dès le prochain.

wiraqocha-dice-beating = { $dice }, { $beating } bat la défense
wiraqocha-move-enter = { $pawn } entre sur { $tile } avec { $dice }
wiraqocha-move-march = De { $from } vers { $tile } avec { $dice }
wiraqocha-move-capturing = { $taken }, le pion est capturé
wiraqocha-move-pillage = Piller le Camp sur { $tile } avec { $dice } : { $loot }
wiraqocha-move-tunnel = Tunnelier vers le Camp sur { $tile } avec { $dice } : { $loot }
wiraqocha-move-swap-in = { $pawn } remplace le Zeppelin sur { $tile }
wiraqocha-move-swap-over = Le pion de { $from } remplace le Zeppelin sur { $tile }
wiraqocha-move-defend = { $die } défend { $tile }
wiraqocha-move-lift = Reprendre le dé sur { $tile }
wiraqocha-move-caves = Par les Cavernes vers { $tile }
wiraqocha-move-probe = Sonder la défense de { $tile }
wiraqocha-move-fortress = Forteresse vers { $tile }
wiraqocha-move-ray = Rayon de la Mort sur { $tile }
wiraqocha-move-raise = { $die } plus 1, pour { $cubes } cubes
wiraqocha-move-lower = { $die } moins 1, pour { $cubes } cubes
wiraqocha-move-reroll = Relancer le { $die }
wiraqocha-move-exoskeleton = Le { $die } devient { $face }
wiraqocha-move-workshop = Atelier : { $pawn } dans la Réserve
wiraqocha-move-buy = { $pawn } sort du Cimetière, pour { $cubes } cubes
wiraqocha-move-build = Construire : { $card }
wiraqocha-move-build-on = Construire : { $card } sur { $tile }
wiraqocha-move-ransom = { $pay ->
    [cubes] Rançon à { $name } : { $cubes } cubes
   *[crystal] Rançon à { $name } : { $crystals } cristal
}
wiraqocha-move-crystal = Un cristal pour un dé de plus
wiraqocha-move-factory = Manufacture : un dé de plus pour { $cubes } cubes
wiraqocha-move-laid = La vallée est disposée
wiraqocha-move-collect = Prendre les cubes
wiraqocha-move-roll = Lancer les dés
wiraqocha-move-end = Finir le tour
wiraqocha-rolled = Dés : { $dice }
wiraqocha-revealed = À construire maintenant : { $cards }
wiraqocha-first = { $name } commence
wiraqocha-kind-take = Conquérir
wiraqocha-kind-pillage = Piller
wiraqocha-kind-tunnel = Tunnelier
wiraqocha-kind-defend = Défendre
wiraqocha-kind-dice = Dés
wiraqocha-kind-build = Construire
wiraqocha-kind-cards = Utiliser une carte
wiraqocha-kind-pawns = Pions
wiraqocha-kind-prepare = Préparation
wiraqocha-kind-turn = Tour

wiraqocha-key-die = choisir un dé, ou le lâcher
wiraqocha-key-target = à la tuile suivante qui brille
wiraqocha-key-mine = à mon pion suivant
wiraqocha-key-near = dire ce qu’il y a autour
wiraqocha-key-shift = à l’autre voisine de ce côté
wiraqocha-key-change = modifier de 1 le dé choisi
wiraqocha-key-cards = les cartes
wiraqocha-key-drop = lâcher ce qui était choisi
