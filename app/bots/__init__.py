"""Bots: a policy per game and level, each seeing only one seat's view.

`api` what a policy is; one module per game for the normal level. Which game has which stands
in its entry (`app.games.entry`).
"""
