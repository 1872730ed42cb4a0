"""The package that `shoal new-game` makes: the game of `rules/WRITING_A_GAME.md` under another name.

It has a described table, a page of rules, tests and a golden scene. The files beside this one are its
templates.
"""
