"""Measurements, printed beside those of other engines taken in the same run."""
