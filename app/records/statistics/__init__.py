"""What the own games add up to, each checked from its record once: tallies, sums, words."""
