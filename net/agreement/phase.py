"""The phase of the open round, and the next action of this seat: a table, to be read beside R3-R7 and R11.

Everything from outside (an entry, an ack, a judgement, a draft) only changes the round. Then `next_action` is
asked again and again, until it returns `WAIT`. The table has a row for each possible pair of a phase and this
seat's right to sign; any other pair is a fault of this program.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Final

from net.errors import LocalError


class Phase(Enum):
    """Phase of the open round, as one seat sees it."""

    COLLECTING = auto()
    """An entry of an actor is missing, or not judged yet."""
    COMPLETE = auto()
    """All entries are here and judged right; this seat has not locked them."""
    LOCKED = auto()
    """This seat has locked the round and has not acknowledged it: its process ended in between."""
    ACKED = auto()
    """This seat has acknowledged the round; another seat's ack is missing, or names another hash."""
    AGREED = auto()
    """Every seat has acknowledged the same hashes."""
    STOPPED = auto()
    """Something has stopped the table: nothing of the round is signed."""


class Pen(Enum):
    """This seat's right to sign, no matter what the round needs."""

    HELD = auto()
    """It may sign nothing new: it has not heard the others yet after a start (R11), or has voted for
    another view (R13) or left its shares behind (5.7)."""
    AWAY = auto()
    """It does not sit at the table in this view, and only follows."""
    FREE = auto()
    """It may sign."""
    DRAFTED = auto()
    """It may sign, and has an entry of its own to write."""


class RoundAction(Enum):
    """The next thing to do."""

    WAIT = auto()
    WRITE = auto()
    """Sign, journal and send our entry (R1 to R3); if it completes the round, with the lock and our ack."""
    LOCK = auto()
    """Journal the lock with our ack of it, and send the ack (R5)."""
    ACK = auto()
    """Acknowledge a lock from before the restart (R11)."""
    FOLLOW = auto()
    """Lock without an ack, to compare the acks of the others with the lock."""
    FINISH = auto()
    """Write the final record and open the next height (R7)."""


NEXT: Final[Mapping[tuple[Phase, Pen], RoundAction]] = {
    (Phase.COLLECTING, Pen.HELD): RoundAction.WAIT,
    (Phase.COLLECTING, Pen.FREE): RoundAction.WAIT,
    (Phase.COLLECTING, Pen.DRAFTED): RoundAction.WRITE,
    (Phase.COMPLETE, Pen.HELD): RoundAction.WAIT,
    (Phase.COMPLETE, Pen.FREE): RoundAction.LOCK,
    (Phase.LOCKED, Pen.HELD): RoundAction.WAIT,
    (Phase.LOCKED, Pen.FREE): RoundAction.ACK,
    (Phase.ACKED, Pen.HELD): RoundAction.WAIT,
    (Phase.ACKED, Pen.FREE): RoundAction.WAIT,
    # Nothing new is signed here, and the others have finished: there is no reason to wait for their heads.
    (Phase.AGREED, Pen.HELD): RoundAction.FINISH,
    (Phase.AGREED, Pen.FREE): RoundAction.FINISH,
    (Phase.COLLECTING, Pen.AWAY): RoundAction.WAIT,
    (Phase.COMPLETE, Pen.AWAY): RoundAction.FOLLOW,
    (Phase.LOCKED, Pen.AWAY): RoundAction.WAIT,
    (Phase.ACKED, Pen.AWAY): RoundAction.WAIT,
    (Phase.AGREED, Pen.AWAY): RoundAction.FINISH,
    (Phase.STOPPED, Pen.AWAY): RoundAction.WAIT,
    (Phase.STOPPED, Pen.HELD): RoundAction.WAIT,
    (Phase.STOPPED, Pen.FREE): RoundAction.WAIT,
}
"""The action for every phase and right. A draft is accepted only while our entry is missing (R3), and a stop
drops it: so `DRAFTED` comes only with `COLLECTING`."""


def next_action(phase: Phase, pen: Pen) -> RoundAction:
    """Return the next thing to do; raises `LocalError` for a pair that the table does not have."""
    if (action := NEXT.get((phase, pen))) is None:
        raise LocalError(f"a round that is {phase.name} with a pen that is {pen.name}")
    return action
