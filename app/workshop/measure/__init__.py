"""Strength of bots: games between them in one process, and standard opponents."""
