"""The tree search of `bots/ismcts.py`, compiled: how a tree is kept, and one file for each game that is searched so."""
