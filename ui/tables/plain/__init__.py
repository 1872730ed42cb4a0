"""The table of any game that has none of its own: its words, as text."""
