"""Commands about the player of this computer alone: no table, no network."""
