"""Bots: a policy for each game and level, which sees only the view of one seat.

`api` has the contract of a policy; each game has a module with its policies. `search` and `tree` search
games by playouts. `app.games.entry` lists the bots
of each game.
"""
