"""Reef Encounter: grow corals, guard them with shrimps, eat them before somebody else does.

`data` has the printed facts; `boards` the spaces; `position` the flat lists that everything
works on. One file per part of the rules: `corals`, `laying`, `coral_tiles`, `shrimps`, `eating`,
`exchanges`, `refill`, `ending`; `turn` joins them into the ten actions, `flow` into what the game
waits for. `actions` and `notation` are the texts of actions, `state_text` those of positions.
`state`, `scratch` and `game` fill the contract; `script` plays written games. FORMAT.md has the
texts for people.
"""
