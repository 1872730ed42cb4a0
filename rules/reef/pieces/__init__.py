"""What lies on the table of Reef Encounter.

`facts` is what is printed on boards and coral tiles, `boards` the spaces and their neighbours,
`corals` the connected tiles upon them, `position` all of it together.
"""
