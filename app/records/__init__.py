"""Finished games: checked from the file alone, told, summed up."""
