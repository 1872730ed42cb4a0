"""The table of any game without one of its own, made from its scene."""
