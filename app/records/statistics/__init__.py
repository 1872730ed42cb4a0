"""Sums over the player's games, each checked from its record once: tallies, sums, words."""
