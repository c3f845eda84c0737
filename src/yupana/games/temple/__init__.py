"""The Temple of Apikhabou (H. Kermarrec, Sit Down! 2018): one number a round, mummies about."""

from yupana.games.temple.rules import Temple

__all__ = ["Temple"]
