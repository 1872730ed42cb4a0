"""What the games are: pure values, no clock, no randomness, no files.

`api` is the contract of a game; `text` reads and writes events;
`driver` plays a game with all faces in one process; `replay` folds a list of events.
One folder or file per game; `cards` holds what the packs of playing cards share.
"""
