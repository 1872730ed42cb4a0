"""Statistics of the player's games: a tally of each checked record, sums of them, and sentences."""
