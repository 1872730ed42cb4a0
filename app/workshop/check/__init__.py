"""The battery: what the program relies on in every game, tried on random games.

`journey` plays them, `trail` notes where one is and what was expected, one module per subject holds the
checks, `battery` has them all and runs them. `shoal check-game` and the tests of our games run the same.
"""
