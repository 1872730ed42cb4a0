"""The program without a screen: command line, network thread, storage, bots, models of screens.

`__main__` and `cli` read the command line, `commands/` does it. `build` is where clock, randomness,
files and sockets come from. `tables` runs one table from the lobby (`gathering`) to the end (`peer`);
`messages` is all that passes between its thread and a player: the window by way of `program`, a
terminal (`text_client`) or a bot (`bot_player`, `bots/`). `journal`, `profile`, `home`, `record_file`
and `settings_model` keep things; `verify` checks a record. Whatever ends in `_model` knows no Qt and
decides what a screen shows.
"""
