"""The rounds of the log, one class each: who must write, which entries are refused, what follows from the
round.

| file | step | the rules need | who writes |
|---|---|---|---|
| `keys.py` | `Commit`, then `Open` | a new deck, or anything hidden and no key yet | everybody |
| `escrow.py` | `Split`, then `Vouch` | the same, at a table with escrow | everybody |
| `mix.py` | `Mix` | `Shuffle` | one seat after the other |
| `shares.py` | `Shares` | `Show` | the seats that hold a missing share |
| `coin.py` | `Coin` | `Roll` | everybody |
| `move.py` | `Move` | `Turn` | the mover |
| `arrange.py` | `Lay` | `Arrange` | the seat that arranges |
| `choose.py` | `Conceal`, then `Reveal` | `Choose` | those who choose |
| `stand_in.py` | `StandIn` | `Turn` of a seat whose player is away | nobody |
| `due.py` | `Over` | nothing | nobody |

A step knows the position it belongs to. `check` refuses an entry and names its signer, `after` returns
the position after the entries of all actors, `answer` makes this seat's own entry, and `proofs` counts
the proofs of an entry. `due.py` says which step a position calls for.
"""
