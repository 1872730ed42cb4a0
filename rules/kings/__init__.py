"""Kings: four suits race to fill their king piles with what they draw and what they conquer.

`cards` are the faces, `piles` what a pile takes and is worth and how a battle ends, `actions`
what may be chosen, `legal` when and why not, `course` the rounds and their end. `state` is the
position, `text` and `reading` write and read it, `scratch` plays it fast, `game` is the door.
"""

from rules.kings.game import KingsGame
from rules.kings.state import KingsState

__all__ = ["KingsGame", "KingsState"]
