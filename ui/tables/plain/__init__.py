"""The table of any game that has none of its own, made of its scene."""
