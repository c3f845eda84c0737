wiraqocha-title = Wiraqocha
wiraqocha-tagline = Dice, hexes and twelve technologies: four Artifacts, a cargo of crystals, or the Leviathan.
wiraqocha-help =
    What you can type in this game; tiles are named by their condition (5, 5-5, 456, caves):
    Preparation, in any order, until you roll:
      collect                  take the cubes of your territories (rolling does it too)
      lift 11                  take the die on 11 back, to roll it; the others stay
      swap 456 by drill        put a Drill of your Reserve in place of your Zeppelin on 456
      swap 456 from 5          or the pawn that stands on 5
      workshop drill           Recovery Workshop: a pawn out of the Graveyard
      caves 12                 move the Explorer in the Caves to a free mountain
      roll                     roll the dice
    Actions, in any order, until you end:
      take 5 by zeppelin with 2 3       enter 5 from the Reserve, with dice of sum 5
      take 456 from 5 with 4 5 6        move the pawn on 5 to 456
      take 5 from 2 with 5 beating 6    drive a rival out; 7 is a 6 raised for 2 cubes
      take 3 from 2 with 3 capturing    take his pawn prisoner, where that is played
      pillage 5 with 5 beating 6 for crystal     rob a Base Camp (crystal, artifact 2, a card,
                                                 or prisoner) instead of taking it
      tunnel 5 with 5 for juggernaut    the same by Tunneller, past all defences
      defend 11 with 4         put a die on a territory of yours
      raise 4, lower 4         change a die by one for 2 cubes
      reroll 3                 one for each Ruins held since your turn began
      build juggernaut         buy a card; build force-field on 7
      crystal die, factory die one more die, for a crystal or for 3 cubes
      buy back drill           a pawn out of the Graveyard for 3 cubes
      exoskeleton 2, probe 5, fortress 5, ray 5     use the card of that name
      ransom 2 with cubes      buy your pawn back from seat 2 (or with crystal)
      end                      harvest crystals, keep 3 cubes
    Your Base Camp must stand before you do anything else. You win with the four Artifacts,
    with enough crystals, or with cards that cost enough.
wiraqocha-score-progress = Nearest victory, in per cent
wiraqocha-score-artifacts = The treasure: Artifacts
wiraqocha-score-artifacts-lost = The treasure: an Artifact is lost for ever
wiraqocha-score-crystals = The cargo: crystals
wiraqocha-score-leviathan = The Leviathan: cards
wiraqocha-score-leviathan-cubes = Their cost in cubes
wiraqocha-score-leviathan-crystals = Their cost in crystals
wiraqocha-end-artifacts = The treasure of Wiraqocha is found: all the Artifacts are in one hand.
wiraqocha-end-crystals = The cargo is full: the Empress has her crystals.
wiraqocha-end-leviathan = The Leviathan is built.

## The board in the browser

wiraqocha-turn-short = T{ $turn }
wiraqocha-map = The valley
wiraqocha-prompt = Tap a glowing tile, or choose an action.
wiraqocha-prompt-camp = Your Base Camp comes first: tap a glowing tile.
wiraqocha-prompt-no-camp = These dice do not place your Base Camp yet. Change them, or end the turn.
wiraqocha-prompt-camp-change = Your Base Camp can be placed: change a die first. Tap it.
wiraqocha-prompt-else = No tile can be taken with these dice: defend, build, change a die, or end.
wiraqocha-prompt-end = Nothing is left to do: end your turn.
wiraqocha-prompt-dice = { $targets ->
    [0] Nothing can be done with { $dice } alone: add a die, or change it.
   *[other] With { $dice }: tap a glowing tile.
}
wiraqocha-prompt-aim = Where? Tap a glowing tile.
wiraqocha-prompt-recipe = How? Choose, and confirm.
wiraqocha-prompt-roll = A new turn: roll the dice.
wiraqocha-prompt-prepare = Preparation: glowing tiles can be changed. Then roll.
wiraqocha-prompt-wait = { $name } is at it.
wiraqocha-prompt-setup = The valley is being laid out.
wiraqocha-roll = { $dice ->
    [one] Roll { $dice } die
   *[other] Roll { $dice } dice
}
wiraqocha-turn-end = End turn
wiraqocha-camp-first = Camp first
wiraqocha-about = Artifacts { $artifacts }, crystals { $crystals }, Leviathan { $leviathan }

wiraqocha-ladders = The three victories
wiraqocha-ladder-to-artifacts = The treasure: { $goal } Artifacts win.
wiraqocha-ladder-to-crystals = The cargo: { $goal } crystals win.
wiraqocha-ladder-to-leviathan = The Leviathan: cards that cost { $goal } (cubes and crystals) win.
wiraqocha-ladder-lost = The treasure: an Artifact is lost, nobody can win so.
wiraqocha-ladder-of = { $name } { $reached }

wiraqocha-pawn-camp = Base Camp
wiraqocha-pawn-explorer = Explorer
wiraqocha-pawn-drill = Drill
wiraqocha-pawn-zeppelin = Zeppelin
wiraqocha-pawn-android = Android Explorer
wiraqocha-pawn-miner = Mechanical Miner
wiraqocha-pawn-juggernaut = Juggernaut
wiraqocha-terrain-jungle = Jungle
wiraqocha-terrain-vein = Vein
wiraqocha-terrain-ruins = Ruins
wiraqocha-terrain-village = Village
wiraqocha-terrain-caves = Caves
wiraqocha-gives-vein = a Drill extracts double
wiraqocha-gives-ruins = a re-roll each turn
wiraqocha-gives-village = one more die each turn
wiraqocha-gives-caves = an Explorer goes on to a mountain
wiraqocha-changed = Changed since your turn.
wiraqocha-lift = back from { $tile }
wiraqocha-graveyard = Machine Graveyard
wiraqocha-graveyard-short = Graveyard
wiraqocha-graveyard-empty = No pawn lies here.
wiraqocha-on-mountain = { $terrain } on a mountain
wiraqocha-devastated = devastated
wiraqocha-needs-sum = needs { $sum }
wiraqocha-needs-faces = needs exactly { $faces }
wiraqocha-cubes = { $cubes ->
    [one] { $cubes } cube
   *[other] { $cubes } cubes
}
wiraqocha-crystals = { $crystals ->
    [one] { $crystals } crystal
   *[other] { $crystals } crystals
}
wiraqocha-good-cubes = Cubes
wiraqocha-good-crystals = Crystals
wiraqocha-artifact-there = Artifact { $number }
wiraqocha-yours = Your { $pawn }
wiraqocha-theirs = { $pawn }, { $name }
wiraqocha-defence = { $dice ->
    [1] defence { $value }
   *[other] defence { $value } twice
}
wiraqocha-undefended = no defence
wiraqocha-lying = { $count } × { $pawn }, { $name }
wiraqocha-beside = Next to you.
wiraqocha-can = { $ways ->
    [one] Can be used, { $ways } way.
   *[other] Can be used, { $ways } ways.
}
wiraqocha-odds = A rival’s next roll could take it: { $odds } %.
wiraqocha-neighbours = Around { $tile }: { $tiles }
wiraqocha-reserve = Reserve
wiraqocha-reserve-is = Reserve: { $pawns }
wiraqocha-none = none
wiraqocha-prisoner = Prisoner

wiraqocha-dice-mine = Your dice
wiraqocha-dice-of = Dice of { $name }
wiraqocha-die = Die { $face }
wiraqocha-die-can = What the { $face } can become
wiraqocha-die-nothing = To change a die takes { $cubes } cubes.
wiraqocha-reroll = Re-roll ({ $count })
wiraqocha-no-dice = All dice are used.
wiraqocha-no-dice-now = No dice
wiraqocha-prepares = { $name } prepares.
wiraqocha-collected = Cubes are collected.
wiraqocha-roll-of = { $villages ->
    [0] { $kept ->
        [0] { $base }
       *[other] { $base } − { $kept } in defence
    }
    [one] { $kept ->
        [0] { $base } + { $villages } Village
       *[other] { $base } + { $villages } Village − { $kept } in defence
    }
   *[other] { $kept ->
        [0] { $base } + { $villages } Villages
       *[other] { $base } + { $villages } Villages − { $kept } in defence
    }
}
wiraqocha-actions = Actions
wiraqocha-cards = Cards
wiraqocha-unused = { $count ->
    [one] { $count } die is unused. Put it in defence?
   *[other] { $count } dice are unused. Put the best in defence?
}
wiraqocha-guard = The { $die } in defence of
wiraqocha-go-on = Go on

wiraqocha-on-tile = On { $tile }
wiraqocha-what = What to do there
wiraqocha-dice-for = Dice
wiraqocha-pawn-for = Pawn
wiraqocha-loot = Loot
wiraqocha-capture = Take the pawn captive
wiraqocha-with-dice = { $count ->
    [one] { $dice }, { $count } die
   *[other] { $dice }, { $count } dice
}
wiraqocha-beating = { $dice } beats the defence
wiraqocha-from-reserve = { $pawn } out of the Reserve
wiraqocha-from-tile = { $pawn }, leaves { $tile }
wiraqocha-leaves = leaves { $tile }
wiraqocha-left = Dice left: { $dice }
wiraqocha-left-none = No die is left.
wiraqocha-nearer = Nearest victory { $by } %
wiraqocha-loot-crystal = a crystal
wiraqocha-loot-artifact = Artifact { $number }
wiraqocha-loot-prisoner = my pawn, free
wiraqocha-ask-defend = Put a die in defence:
wiraqocha-ask-swap = Replace the Zeppelin by:
wiraqocha-ask-workshop = Out of the Graveyard for nothing:
wiraqocha-ask-buy = Out of the Graveyard for { $cubes } cubes:
wiraqocha-verb-take = Take
wiraqocha-verb-pillage = Pillage
wiraqocha-verb-tunnel = Tunnel
wiraqocha-verb-defend = Defend
wiraqocha-verb-swap = Swap
wiraqocha-verb-lift = Take the die back
wiraqocha-verb-caves = Through the Caves
wiraqocha-verb-probe = Probe
wiraqocha-verb-fortress = Fortress
wiraqocha-verb-build = Force Field
wiraqocha-verb-workshop = Workshop
wiraqocha-verb-buy = Buy back
wiraqocha-verb-ray = Death Ray
wiraqocha-go-take = Take it
wiraqocha-go-pillage = Pillage
wiraqocha-go-tunnel = Tunnel
wiraqocha-go-ray = Strike

wiraqocha-market = For sale
wiraqocha-deck = { $count } in the deck
wiraqocha-cards-mine = Yours
wiraqocha-cards-others = The others’
wiraqocha-building = Building
wiraqocha-invention = Invention
wiraqocha-price = { $cubes } cubes, { $crystals } crystals
wiraqocha-build = Build
wiraqocha-card-force-field = Force Field
    .does = Put it on a territory of yours as you build it: no rival can conquer or pillage it. When the pawn leaves, it is gone.
wiraqocha-card-recovery-workshop = Recovery Workshop
    .does = Each turn, before you roll, a pawn of yours comes back from the Graveyard for nothing.
wiraqocha-card-android-factory = Android Factory
    .does = Once a turn, pay { $factory } cubes and roll one more die.
wiraqocha-card-flying-fortress = Flying Fortress
    .does = Stands on a territory of yours and may move once a turn. Its defence counts { $fortress } times: each needs a die of its own that beats it.
wiraqocha-card-psychic-probe = Psychic Probe
    .does = Once a turn, a rival’s defence becomes a { $probe }, the natural one of a Base Camp too.
wiraqocha-card-death-ray = Death Ray
    .does = Once in the game, destroys a territory with all that is on it, for ever. A Base Camp only goes home.
wiraqocha-card-transport-tunneller = Transport Tunneller
    .does = Once a turn, rob a rival’s Base Camp with the dice of its territory alone, past every defence.
wiraqocha-card-mechanical-miner = Mechanical Miner
    .does = A third Drill. It goes with the card if that is stolen.
wiraqocha-card-android-explorer = Android Explorer
    .does = A third Explorer. It goes with the card if that is stolen.
wiraqocha-card-juggernaut = Juggernaut
    .does = A third Zeppelin. It goes with the card if that is stolen.
wiraqocha-card-battle-exoskeleton = Battle Exoskeleton
    .does = Once a turn, turn an unused die to { $exoskeleton }.
wiraqocha-card-production-tanks = Production Tanks
    .does = { $tanks } more cubes each turn, from the next one on.

wiraqocha-dice-beating = { $dice }, { $beating } beats the defence
wiraqocha-move-enter = { $pawn } enters { $tile } with { $dice }
wiraqocha-move-march = From { $from } to { $tile } with { $dice }
wiraqocha-move-capturing = { $taken }, the pawn is captive
wiraqocha-move-pillage = Pillage the Camp on { $tile } with { $dice }: { $loot }
wiraqocha-move-tunnel = Tunnel to the Camp on { $tile } with { $dice }: { $loot }
wiraqocha-move-swap-in = { $pawn } replaces the Zeppelin on { $tile }
wiraqocha-move-swap-over = The pawn from { $from } replaces the Zeppelin on { $tile }
wiraqocha-move-defend = { $die } defends { $tile }
wiraqocha-move-lift = Take the die on { $tile } back
wiraqocha-move-caves = Through the Caves to { $tile }
wiraqocha-move-probe = Probe the defence of { $tile }
wiraqocha-move-fortress = Fortress to { $tile }
wiraqocha-move-ray = Death Ray on { $tile }
wiraqocha-move-raise = { $die } plus 1, for { $cubes } cubes
wiraqocha-move-lower = { $die } minus 1, for { $cubes } cubes
wiraqocha-move-reroll = Re-roll the { $die }
wiraqocha-move-exoskeleton = Turn the { $die } to { $face }
wiraqocha-move-workshop = Workshop: { $pawn } to the Reserve
wiraqocha-move-buy = { $pawn } out of the Graveyard, for { $cubes } cubes
wiraqocha-move-build = Build: { $card }
wiraqocha-move-build-on = Build: { $card } on { $tile }
wiraqocha-move-ransom = { $pay ->
    [cubes] Ransom to { $name }: { $cubes } cubes
   *[crystal] Ransom to { $name }: { $crystals } crystal
}
wiraqocha-move-crystal = A crystal for one more die
wiraqocha-move-factory = Factory: one more die for { $cubes } cubes
wiraqocha-move-laid = The valley is laid out
wiraqocha-move-collect = Collect the cubes
wiraqocha-move-roll = Roll the dice
wiraqocha-move-end = End the turn
wiraqocha-rolled = Dice: { $dice }
wiraqocha-revealed = For sale now: { $cards }
wiraqocha-first = { $name } begins
wiraqocha-kind-take = Conquer
wiraqocha-kind-pillage = Pillage
wiraqocha-kind-tunnel = Tunneller
wiraqocha-kind-defend = Defend
wiraqocha-kind-dice = Dice
wiraqocha-kind-build = Build
wiraqocha-kind-cards = Use a card
wiraqocha-kind-pawns = Pawns
wiraqocha-kind-prepare = Preparation
wiraqocha-kind-turn = Turn

wiraqocha-key-die = pick a die, or let it go
wiraqocha-key-target = to the next glowing tile
wiraqocha-key-mine = to my next pawn
wiraqocha-key-near = say what lies around
wiraqocha-key-shift = to the other neighbour on that side
wiraqocha-key-change = change the die that is picked by one
wiraqocha-key-cards = the cards
wiraqocha-key-drop = let go of what was picked
