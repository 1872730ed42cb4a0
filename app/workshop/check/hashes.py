"""The check that the order of sets and dicts decides nothing: a game is the same under any string hashes.

The check takes two processes, which the caller starts: each describes a game by `game_lines`, and
`difference` compares the two descriptions.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from app.workshop.check.battery import FailedCheck
from app.workshop.check.journey import Case, journey
from app.workshop.check.trail import Moment
from rules.api import Action
from rules.text import event_text

HASH_ORDER = "hash-order"
PROMISE = "A game comes out alike whatever seed Python's string hashes have."


def game_lines(case: Case, seed: int) -> Iterator[str]:
    """Yield a JSON line for each event of a random game, with the position and the choices before it."""
    for step in journey(case, seed):
        offered: tuple[Action, ...] = ()
        stand_in = ""
        if step.turn is not None:
            offered = step.state.actions(step.turn, step.known[step.turn])
            stand_in = str(case.game.stand_in(step.state, step.known[step.turn], step.turn))
        yield json.dumps(
            [
                str(case),
                step.state.text(),
                [str(action) for action in offered],
                stand_in,
                event_text(case.game, step.event),
            ]
        )


def difference(one: Sequence[str], other: Sequence[str], *, seed: int) -> FailedCheck | None:
    """Return a failure at the first line that differs or is missing in one process, or None."""
    for number, (line, twin) in enumerate(zip(one, other, strict=False)):
        if line != twin:
            case, position, offered, stand_in, event = json.loads(line)
            _, other_position, other_offered, other_stand_in, other_event = json.loads(twin)
            expected, found = f"in both processes {event}", other_event
            if stand_in != other_stand_in:
                expected, found = f"in both processes a stand-in would {stand_in}", other_stand_in
            if (position, offered) != (other_position, other_offered):
                expected = f"position and actions {position!r}, {offered}"
                found = f"in another process {other_position!r}, {other_offered}"
            return FailedCheck(
                check=HASH_ORDER,
                promise=PROMISE,
                case=case,
                expected=expected,
                found=found,
                place=Moment(seed, 0.0, number, position, event),
            )
    if len(one) != len(other):
        return FailedCheck(
            check=HASH_ORDER,
            promise=PROMISE,
            case="",
            expected=f"{len(one)} events",
            found=f"in another process {len(other)}",
            place=None,
        )
    return None
