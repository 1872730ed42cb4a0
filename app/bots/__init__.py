"""Bots: a policy for each game and level, which sees only the view of one seat.

`api` says what a policy is; each game has a module with its normal level. `app.games.entry` lists the bots
of each game.
"""
