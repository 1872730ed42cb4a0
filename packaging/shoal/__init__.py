"""Shoal as it is installed: the program's own packages are in the folder `rooms` beside this file.

So an environment shared with other programs gets one package called `shoal`, and none called `app`, `net`,
`rules` or `ui`. `__main__` puts that folder on the path and starts; nothing happens here. Authors of games
import `rules.api` as always: their code runs inside the started program.
"""
