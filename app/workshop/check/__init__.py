"""The battery: the promises that the program needs from every game, tested on random games.

`journey` plays the games, `trail` notes the place in a game and the promise under test, each further module
has the checks of one subject, `battery` lists and runs them all. `shoal check-game` and the tests of our
games run the same checks.
"""
