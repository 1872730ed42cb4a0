"""The tables: what all games share (`game_table`, the surface with its pieces), and one per game."""
