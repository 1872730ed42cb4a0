"""How a player is taught: introductions on the table, hints at the first decisions of a kind."""
