"""Kings: four suits race to fill their king piles with drawn and conquered cards.

`cards` is the deck, `course` the rounds and their end, `piles` the cards that a pile accepts, its worth,
and how a battle ends. `position` is where everything lies, and its text; `legal` says what the mover may
do there and why not, and `state` what must happen next, and the effects of the `actions`.
`reading` reads a position's text back; `sample` makes full positions for bots, `scratch` plays them fast.
`game` is the entry to all of it.
"""
