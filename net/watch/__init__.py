"""Watching a table (net 5.10): whoever has a log gives it on, and whoever gets it checks all of it.

A `source.Source` serves spectators from a log that grows; a `spectator.Spectator` follows one source at a
time and knows others. Both are machines without I/O; `phases` has what each does with which word, `words`
what can be said. A spectator that has checked a log can be a source of it to others. `judge` checks, `finder`
comes from an invitation to the doors of a table, `lines` is what spectators say to each other.
"""
