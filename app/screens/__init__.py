"""Words and decisions of the screens that belong to no game, without a screen."""
