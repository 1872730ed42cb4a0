"""The program without a screen: command line, network thread, storage, bots, models of screens.

`__main__` and `cli` read the command line, `commands/` runs it, `terminal/` is the table in a terminal.
`build` provides clock, randomness, files and sockets. `table/` runs one table of this computer, from the
lobby to the end; `messages` are all values that pass between its thread and the player's side: the window
through `program`, a terminal, or a bot (`bots/`). `keep/` stores everything on disk, `records/` checks and
describes finished games. `games/` has everything of each game that is neither rules nor Qt, `screens/` has
the models of all other screens.
"""

from typing import Final

VERSION: Final = "0.1.0"
"""The program's version; `pyproject.toml` has the same."""
