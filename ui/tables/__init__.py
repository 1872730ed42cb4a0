"""The tables: one folder for each game, and a plain table for all other games."""
