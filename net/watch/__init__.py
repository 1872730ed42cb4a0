"""Watching a table (net 5.10): a peer that has the log passes it on, and a spectator checks the whole log.

A `source.Source` serves spectators from a log that grows; a `spectator.Spectator` follows one source at a
time and knows others. Both are machines without I/O; `phases` has the answer of each to each word, `words`
the messages. A spectator that has checked a log can be a source of it to others. `judge` checks, `finder`
leads from an invitation to the players who send the game, `lines` is the spectators' chat.
"""
