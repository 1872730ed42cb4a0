"""Strength of bots: games between them in one process, and players to measure them against."""
