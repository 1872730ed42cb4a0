"""Matriculation: a race for 120 credit hours, with setbacks, fixes and exceptions.

`cards` is the deck; `player` says what lies before one player and what may be played there;
`course` how a hand runs; `score` what it is worth. `state` is the position on the checked
path, `scratch` the same for playouts, `game` the entry to all of it.
"""

from rules.matriculation.game import MatriculationGame as MatriculationGame
