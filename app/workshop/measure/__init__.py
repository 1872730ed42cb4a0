"""How strong bots are: games between them in one process, and players to measure them against."""
