"""One seat at one table: the replica of the game and its deck, and the secrets of the seat itself."""
