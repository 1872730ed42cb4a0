"""Agreement: how the peers of a table arrive at one log, and what happens when they cannot.

The log is a list of rounds (net 4.2). A round holds one signed entry of each seat that must act. When a
peer has them all, each judged by the machine, it *locks* the round: it journals it and signs an ack of the
chain hash and state hash. When the acks of all seats agree the round is *final*, and only then may anybody
write at the next height. So a liar who signs two things for one slot can split the table for one round at
most: neither half gets the acks of all, and when they meet, their messages are the proof.

`table.py` is the peer: frames, time and finished checks in, effects out. `log.py` takes in what was signed
and signs (`ledger.py`: its state), `advance.py` says what is next, with `round.py` (the one open height)
and `book.py` (what was signed, by us and by others). `hearing/` knows who lacks what, `views/` how a table
goes on without somebody, `faults/` what an honest seat never signs, `aside/` what is said beside the log.
All of it is free of clocks, threads, sockets and randomness. `walk.py` judges a finished log from outside.
"""
