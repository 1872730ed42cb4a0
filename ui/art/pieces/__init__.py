"""What lies on any table and who sits at it: players, card stock, backs, chips, meters."""
