"""Messages beside the log: signed, passed on, and nothing of the game hangs on it."""
