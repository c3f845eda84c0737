"""How the minds of the bots have learned what they know, to be done again by anybody: `make train-GAME`."""
