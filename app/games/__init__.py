"""Everything of a game that is neither its rules nor Qt: words, the screen of its table, its sheet."""
