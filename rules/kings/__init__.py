"""Kings: four suits race to fill their king piles with drawn and conquered cards.

`cards` is the deck, `course` the rounds and their end, `piles` the cards that a pile accepts, its worth,
and how a battle ends. `position` is where everything lies, its text, and the effects of the `actions`;
`legal` says why one is refused, and `state` what must happen next.
`reading` reads a position's text back; `sample` makes full positions for bots, `scratch` plays them fast.
`game` is the entry to all of it.
"""
