"""Everything of a game that is neither its rules nor Qt: words, the screen of its table, its sheet.

`entry` is a game as the whole program knows it, `catalogue` lists the games of this installation, `plain`
tells a game that says nothing of its own. Each of our games has a folder with its `entry.py`.
"""
