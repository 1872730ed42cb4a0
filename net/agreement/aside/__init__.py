"""Messages beside the log: signed and passed on, without any effect on the game."""
