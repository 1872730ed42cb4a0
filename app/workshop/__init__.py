"""Tools for authors and developers; nothing else imports them, and no player's program loads them.

`check` is the battery that every game passes, `measure` plays bots against each other, `demo` plays a whole
game between processes, `script` plays a written game of Reef Encounter, `starter` makes the package of a
new game. `commands` has the commands that start these tools.
"""
