"""The tables: what all games share (`game_table`, the surface with its pieces), one file or folder per game."""
