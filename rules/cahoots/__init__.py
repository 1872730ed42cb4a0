"""Coffeehouse Cahoots: match the main pile, mind the veto, be the first without cards.

`cards` is the deck, `course` what a position waits for, `player` one player's cards; `match` says
what matches what and what may follow in a combo, `score` who comes where. `position` is what lies
where, and its text; `state` adds what must happen next, what may, and what becomes of it, chosen by
the `actions`. `reading` reads a position's text back; `sample` makes full positions for bots,
`scratch` plays them fast. `game` is the entry to all of it.
"""
