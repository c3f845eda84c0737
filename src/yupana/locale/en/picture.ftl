## The table as it is drawn in a terminal. Words that a person types to move stay as they are typed.

picture-round = Round { $round }
picture-end = The end, after round { $round }
picture-own-sheet = your sheet
picture-sheet-of = the sheet of seat { $seat }
picture-seat = seat { $seat }
picture-you = seat { $seat } (you)
picture-from-to = { $first } to { $last }
picture-or = { $others } or { $last }
picture-nothing = nothing
picture-no-dice = none
picture-cards = { $cards ->
    [one] { $cards } card
   *[other] { $cards } cards
  }
picture-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
  }
picture-waiting = { $count ->
    [one] waiting for seat { $seats }
   *[other] waiting for seats { $seats }
  }

## A record, headed by its rounds or turns.

heading-round = round { $number }
heading-turn = turn { $number }
heading-set-up = set-up

## The Temple of Apikhabou

temple-picture-writing = Round { $round }   dice { $dice }   write { $numbers }
temple-picture-haunting = Round { $round }   a mummy! draw it in an empty cell, as in: mummy c3

## The Valley of Wiraqocha. A cell of a discovery has the first letter of its name beside it.

valley-picture-writing = Round { $round }   dice { $dice }
valley-picture-numbers = numbers { $numbers }
valley-picture-snake = Round { $round }   a snake! draw it in an empty cell, as in: snake c3
valley-picture-to-draw = ({ $structures } to draw)
valley-picture-stars = stars by seat  { $stars }
valley-name-total = stars
valley-name-full = full
valley-name-jungle = jungle
valley-name-town = town
valley-name-range = range
valley-name-pyramid = pyramid
valley-name-hut = hut
valley-name-statue = statue
valley-name-mine = mine
valley-name-bite = bite
valley-name-escaped = escaped

## Paititi

paititi-picture-before = Before the first turn
paititi-picture-end = The end, after turn { $turn }
paititi-picture-acting = Turn { $turn }, { $player } to act
paititi-picture-discarding = Turn { $turn }, { $player } to discard
paititi-picture-turn = Turn { $turn } of { $player }
paititi-picture-dealt = Dealt by { $player }
paititi-picture-exhibitions = Exhibitions
paititi-picture-exhibition = Exhibition
paititi-picture-dig = Dig
paititi-picture-digging = Digging cards
paititi-picture-pile = { $pile } in the pile, { $discard } discarded
paititi-picture-top = pile: { $need } (and { $below } below)
paititi-picture-deck = face down: { $b } of phase B, { $c } of phase C
paititi-picture-stop = Stop is up, exhibitions to come: { $left }
paititi-picture-found = Found
paititi-picture-shown = Shown
paititi-picture-by = { $cards }, by { $player }
paititi-picture-gave = { $cards }, by { $player }; gave { $given }
paititi-picture-chose = You chose
paititi-picture-waiting = Waiting for
paititi-picture-displayed = displayed
paititi-picture-hand = hand
paititi-picture-artifacts = artifacts
paititi-picture-picks = { $picks ->
    [one] { $cards } ({ $picks } pick)
   *[other] { $cards } ({ $picks } picks)
  }
paititi-picture-shovels = { $shovels ->
    [one] { $cards } ({ $shovels } shovel)
   *[other] { $cards } ({ $shovels } shovels)
  }

## Wiraqocha. A line in a hex has room for 15 characters, a pawn with its defence included.

wiraqocha-picture-graveyard-of = graveyard
wiraqocha-picture-machines = of machines
wiraqocha-picture-jungle = { $cubes ->
    [one] jungle +{ $cubes } cube
   *[other] jungle +{ $cubes } cubes
  }
wiraqocha-picture-village = village +1 die
wiraqocha-picture-ruins = ruins artif. { $artifact }
wiraqocha-picture-explored = ruins
wiraqocha-picture-vein = vein of crystal
wiraqocha-picture-caves = caves
wiraqocha-picture-devastated = devastated
wiraqocha-picture-field = force field
wiraqocha-picture-fortress = fortress
wiraqocha-picture-both = field+fort
wiraqocha-stands-camp = Camp
wiraqocha-stands-explorer = Explorer
wiraqocha-stands-drill = Drill
wiraqocha-stands-zeppelin = Zeppelin
wiraqocha-stands-android = Android
wiraqocha-stands-miner = Miner
wiraqocha-stands-juggernaut = Juggern.
wiraqocha-picture-laying = The valley is to be laid.
wiraqocha-picture-drawing = Who begins?
wiraqocha-picture-revealing = Cards are to be turned up.
wiraqocha-picture-preparing = Turn { $turn }, seat { $seat }: preparation
wiraqocha-picture-rolling = Turn { $turn }, seat { $seat }: { $count } to roll
wiraqocha-picture-rolling-beside = Turn { $turn }, seat { $seat }: { $count } to roll beside { $dice }
wiraqocha-picture-acting = Turn { $turn }, seat { $seat }: actions   dice { $dice }
wiraqocha-picture-rerolls = re-rolls { $rerolls }
wiraqocha-picture-won = { $why ->
    [artifacts] Seat { $seat } has won by the treasure, in turn { $turn }.
    [crystals] Seat { $seat } has won by the cargo, in turn { $turn }.
   *[leviathan] Seat { $seat } has won by the Leviathan, in turn { $turn }.
  }
wiraqocha-picture-market = market
wiraqocha-picture-deck = ({ $cards } in the deck)
wiraqocha-picture-stock = cubes { $cubes }   crystals { $crystals }
wiraqocha-picture-reserve = reserve
wiraqocha-picture-graveyard = graveyard
wiraqocha-picture-cards = cards
wiraqocha-picture-prisoner = prisoner
wiraqocha-picture-captive = { $pawn } of seat { $seat }
wiraqocha-ladder-artifacts = artifacts
wiraqocha-ladder-artifacts-lost = artifacts lost
wiraqocha-ladder-crystals = crystals
wiraqocha-ladder-leviathan = leviathan
wiraqocha-typed-camp = camp
wiraqocha-typed-explorer = explorer
wiraqocha-typed-drill = drill
wiraqocha-typed-zeppelin = zeppelin
wiraqocha-typed-android = android
wiraqocha-typed-miner = miner
wiraqocha-typed-juggernaut = juggernaut
wiraqocha-typed-force-field = force-field
wiraqocha-typed-recovery-workshop = recovery-workshop
wiraqocha-typed-android-factory = android-factory
wiraqocha-typed-flying-fortress = flying-fortress
wiraqocha-typed-psychic-probe = psychic-probe
wiraqocha-typed-death-ray = death-ray
wiraqocha-typed-transport-tunneller = transport-tunneller
wiraqocha-typed-mechanical-miner = mechanical-miner
wiraqocha-typed-android-explorer = android-explorer
wiraqocha-typed-battle-exoskeleton = battle-exoskeleton
wiraqocha-typed-production-tanks = production-tanks

## Names in a score that are words and not notation.

wiraqocha-piece-artifact = artifact
paititi-piece-vases = vases
paititi-piece-llamas = llamas
paititi-piece-statues = statues
paititi-piece-tiles = tiles
paititi-piece-discs = discs
