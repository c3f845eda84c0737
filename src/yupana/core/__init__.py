"""The contract that every game keeps and everything else stands on; knows no game."""
