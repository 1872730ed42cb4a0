"""Plump: bid how many ticks you take, and take exactly that many.

`course` says how many cards are dealt when and who deals; `past` is the setting and the finished
rounds, `round` the round in progress. `state` makes a position of the two: what must happen next,
what may, and what becomes of it, chosen by the `actions`. `reading` reads a position's text back;
`sample` makes full positions for bots, `scratch` plays them fast; `sheet` is the protocol sheet.
`game` is the entry to all of it.
"""
