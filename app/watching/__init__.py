"""A spectator on this computer: its network thread, and the thread that checks."""
