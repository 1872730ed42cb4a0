"""The tables: one folder for each game, and a plain one for any other."""
