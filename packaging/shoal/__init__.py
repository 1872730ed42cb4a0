"""Shoal, as it is installed: the program's own packages lie in the folder `rooms` beside this file.

So an environment that is shared with other programs gets one package called `shoal`, and none called
`app`, `net`, `rules` or `ui`. `__main__` puts that folder on the path and starts; nothing happens here.
Whoever writes a game imports `rules.api` as always: its code runs inside the started program.
"""
