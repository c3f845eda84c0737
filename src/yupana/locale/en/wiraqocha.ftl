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
