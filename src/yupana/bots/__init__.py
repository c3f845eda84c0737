"""Bots: players that are given a view and the moves it allows, and nothing else."""
