"""Plump: bid how many ticks (tricks) you will take, and take exactly that many.

`course` says how many cards each round has and who deals; `past` is the setting and the finished rounds,
`round` the round in progress, with the effects of the `actions`. `state` makes a position of the two: it says
what must happen next, and refuses what may not. `reading` reads a position's text back; `sample` makes full
positions for bots, `scratch` plays them fast; `sheet` is the score sheet. `game` is the entry to all of it.
"""
