"""Watching a table (net 5.10): whoever has a log gives it on, and whoever gets it checks all of it.

A `source.Source` serves readers from a log that grows; a `watcher.Watcher` follows one source at a time
and knows others. Both are machines without I/O; `phases` has what each does with which word, `words`
what can be said. A watcher that has checked a log can be a source of it to others. `judge` checks,
`finder` comes from an invitation to the doors of a table, `lines` is what watchers say to each other.
"""
