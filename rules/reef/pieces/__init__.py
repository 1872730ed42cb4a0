"""Pieces on the table of Reef Encounter.

`facts` is the print on boards and coral tiles, `boards` the spaces and their neighbours. `position` is all
of a game: `rocks` with tiles and shrimps and the corals that they make, the `open_sea` with its coral
tiles and cylinders, the things of each `player`, the `supply` and the `course` of a turn.
"""
