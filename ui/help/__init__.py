"""The rules of the games as players read them, one Markdown file per game, in our own words."""
