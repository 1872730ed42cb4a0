"""The table of Kings: three opponents along the top, the player's piles and the hand below.

`layout` has the places, `pile_pictures` paints piles and kings, `panel_pictures` battles and buttons,
`panels` holds the words and buttons; `table` shows the scene and passes presses to `app.games.kings.presses`,
which decides what they do.
"""
