"""Paititi (W. Schranz, WRS-Spiele 2014): archaeologists dig, and show what they find."""

from yupana.games.paititi.rules import Paititi

__all__ = ["Paititi"]
