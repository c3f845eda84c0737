"""Yupana: four lost-world board games, played right."""

__version__ = "0.1.0"
