"""Pieces and players of any table: players, card stock, backs, chips, meters."""
