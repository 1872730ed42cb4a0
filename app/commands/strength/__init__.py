"""Commands that play bots against each other: no table, no network."""
