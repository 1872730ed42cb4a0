"""Finished games: checked from nothing but the file, described in words, added up."""
