"""Pieces on the table of Reef Encounter.

`facts` is what is printed on boards and coral tiles, `boards` the spaces and their neighbours.
`position` is all of a game: `rocks` with tiles and shrimps and the corals they make, the `open_sea`
with its coral tiles and cylinders, what each `player` has, the `supply` and the `course` of a turn.
"""
