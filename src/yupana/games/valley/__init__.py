"""The Valley of Wiraqocha (H. Kermarrec, Sit Down! 2018): a map of one's own, snakes about."""

from yupana.games.valley.rules import Valley

__all__ = ["Valley"]
