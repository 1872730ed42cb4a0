"""The rules of play of Reef Encounter, one file for each part (reef 3 to 5).

`laying`, `shrimps`, `eating`, `exchanges`, `coral_tiles` and `refill` are the parts of a turn; `turn`
joins them into the ten actions. `ending` has the next turn, the final round and the scores; `flow` says
what the game waits for, from the boards to the last tile opened.
"""
