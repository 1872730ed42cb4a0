"""The program without a screen: command line, network thread, storage, bots, models of screens.

`__main__` and `cli` read the command line, `commands/` does it, `terminal/` is the table in a
terminal. `build` is where clock, randomness, files and sockets come from. `table/` runs one table of
this computer, from the lobby to the end; `messages` is all that passes between its thread and whoever
plays: the window by way of `program`, a terminal, or a bot (`bots/`). `keep/` is what is kept on disk,
`records/` what can be said of a finished game. `games/` has everything of each game that is neither
rules nor Qt, `screens/` what the screens that belong to no game show and decide.
"""

from typing import Final

VERSION: Final = "0.1.0"
"""Of the program; `pyproject.toml` says the same."""
