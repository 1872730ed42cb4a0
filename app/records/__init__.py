"""Finished games: checked from the file alone, described in words, added up."""
