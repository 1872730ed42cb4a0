"""Tools that only authors and developers use: nothing else imports it, and no player's program loads it.

`check` is the battery that every game passes, `measure` plays bots against each other, `demo` a whole game
between processes, `script` a written game of Reef Encounter, `starter` makes the package of a new game;
`commands` are their commands.
"""
