"""One table of this computer: the lobby, the network thread that plays, its orders and its news."""
