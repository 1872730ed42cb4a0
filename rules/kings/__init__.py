"""Kings: four suits race to fill their king piles with what they draw and what they conquer.

`cards` is the deck, `course` the rounds and their end, `piles` what a pile takes and is worth and
how a battle ends. `position` is what lies where, and its text; `legal` says what the mover may do
there and why not, and `state` what must happen next and what becomes of it, chosen by the `actions`.
`reading` reads a position's text back; `sample` makes full positions for bots, `scratch` plays them
fast. `game` is the entry to all of it.
"""
