"""A game by ear: the words for a screen reader over a real accessibility bus, recorded as they are heard.

`python -m tests.ear GAME FILE` plays a game in a window on a screen and a bus of its own and writes down
every announcement, and role and name of everything that gets the keyboard. Needs Xvfb, xdotool,
dbus-run-session and at-spi2-core.
"""
