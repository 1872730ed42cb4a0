"""Matriculation: a race for 120 credit hours, with setbacks, fixes and exceptions.

`cards` is the deck, `course` how a hand runs, `player` the cards before one player and what may be played
there, `score` their worth. `position` is where everything lies, its text, and the effects of the `actions`;
`state` says what must happen next, and refuses what may not. `reading` reads a position's text back; `sample`
makes full positions for bots, `scratch` plays them fast. `game` is the entry to all of it.
"""
