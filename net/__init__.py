"""Peers, messages, agreement: everything between players' programs, without I/O but for one file.

From the wire up: `codec` reads and writes bytes strictly; `frame`, `envelope`, `bodies`, `genesis`
and `record` are what they say; `agreement/` makes one log of all peers' entries and proves who breaks
it; `machine` is the seam to what the log drives, which is `replica`: the rules (`rules.api`) and the
deck (`deal`, `payload`, `deck/`) together. `dealer` is one seat's own secrets and answers, `session`
one seat at one table. `walk` judges a finished log from outside.

Before a table begins: `identity`, `invitation`, `lobby*`. The link: `link` says what it promises,
`zmq_link` keeps it over ZeroMQ, with `zap`, `peers`, `memory` and `address` beside it.
"""
