"""Peers, messages, agreement: everything between players' programs, without I/O but for one file.

From the ground up: `wire/` says what bytes mean; `link/` what the way between peers promises, and
keeps it over ZeroMQ; `agreement/` makes one log of all peers' entries and proves who breaks it; `deck/`
is the cards that nobody holds; `machine` is the seam to what the log drives, which `seat/` fills: the
rules (`rules.api`) and the deck together, one seat at one table. `lobby/` is all that happens before a
table begins.
"""
