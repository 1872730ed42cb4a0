"""Peers, messages, agreement: everything between players' programs. Sockets are in only two places,
`link/zmq_link.py` and `discovery/`.

From the ground up: `wire/` says what bytes mean; `link/` says what the way between peers promises, and
keeps the promise over ZeroMQ; `agreement/` makes one log of all peers' entries and proves who breaks it;
`deck/` has the cards that nobody holds. `machine` is the seam to the game that the log drives. `seat/`
fills it: rules (`rules.api`) and deck together, one seat at one table. `lobby/` is everything before a
table begins, `watch/` is spectators, `discovery/` finds tables on this network.
"""
