"""Coffeehouse Cahoots: match the main pile, mind the veto, be the first without cards.

`cards` is the deck, `course` the phases, `player` one player's cards; `match` says which cards match and
which may follow in a combo, `score` ranks the players. `position` is where everything lies, and its text;
`state` adds what must happen next, what may happen, and its effects, chosen by the `actions`. `reading`
reads a position's text back; `sample` makes full positions for bots, `scratch` plays them fast. `game` is
the entry to all of it.
"""
