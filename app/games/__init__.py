"""Everything of a game that is neither its rules nor Qt: words, the description of its table, its score
sheet.

`entry` is a game as the whole program knows it, `catalogue` lists the games of this installation, `plain`
describes a game whose author has written nothing but rules. Each of our games has a folder with its
`entry.py`.
"""
