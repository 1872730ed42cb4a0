"""The table of Kings: three opponents along the top, the own piles and the hand below.

`layout` says where everything lies, `pile_pictures` paints piles and kings, `panel_pictures` battles and
buttons, `panels` holds the words and buttons, `table` shows the scene and tells presses to
`app.games.kings.presses`, which decides what comes of them.
"""
