"""Reef Encounter: grow corals, guard them with shrimps, eat them before somebody else does.

`pieces` is everything on the table: the printed facts, the spaces of the rocks, the corals on them, and the
whole position. `steps` is the rules of play, a file for each part of a turn and the course of the game.
`actions` are the small actions of which a turn consists, `notation` reads them, `text` writes and reads
positions. `state`, `scratch`, `sample` and `game` fill the contract. FORMAT.md describes these texts.
"""
