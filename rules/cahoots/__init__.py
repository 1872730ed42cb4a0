"""Coffeehouse Cahoots: match the main pile, mind the veto, be the first without cards.

`cards` is the deck; `match` says what matches what and what may follow in a combo; `table` holds
the parts of a position and the ranking. `state` is the position on the checked path, `scratch`
the same for playouts, `game` the entry to all of it.
"""

from rules.cahoots.game import CahootsGame as CahootsGame
