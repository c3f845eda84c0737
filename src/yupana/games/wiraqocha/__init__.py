"""Wiraqocha (H. Kermarrec, Sit Down! 2011): dice, hexes, twelve technologies, three ways to win."""

from yupana.games.wiraqocha.rules import Wiraqocha

__all__ = ["Wiraqocha"]
