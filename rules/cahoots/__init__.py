"""Coffeehouse Cahoots: match the main pile, mind the veto, be the first without cards.

`cards` is the deck, `course` the phases, `player` one player's cards; `match` says which cards match and
which may follow in a combo, `score` ranks the players. `position` is where everything lies, its text, and
the effects of the `actions`; `state` says what must happen next, and refuses what may not. `reading` reads a
position's text back; `sample` makes full positions for bots, `scratch` plays them fast. `game` is the entry
to all of it.
"""
