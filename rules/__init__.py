"""The games: pure values, no clock, no randomness, no files.

`api` is the contract of a game, `driver` plays one with all faces in one process, `replay` folds a list of
events. The games share `checks` of an event (whose turn, who may leave, is it an answer), `seats` and
their order, `slots` and what may lie in them, `cards` of the usual pack, and `values` with results that
are computed once; `text` and `fields` write and read canonical texts, `errors` are the refusals. One
folder per game, all of one pattern: `game`, `state`, `actions`, `reading`, `sample`, `scratch`, and the
game's own parts.
"""
