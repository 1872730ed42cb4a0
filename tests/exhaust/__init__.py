"""The agreement, exhaustively: three seats, two heights, every order of messages, a crash or a liar.

`seat.py` plays the product's own table, each pair of a state and an event once; `model.py` says what can
happen at a table of three and what must hold there; `search.py` goes through all of it, the shortest way
first; `cases.py` are the models, and every rule switched off with the model that finds it.
"""
