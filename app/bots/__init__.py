"""Bots: a policy per game and level, each seeing only one seat's view.

`api` what a policy is; `catalogue` which there are; one module per game for the normal level.
"""
