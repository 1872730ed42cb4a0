"""Models of the screens that belong to no game: their words and decisions, without Qt."""
