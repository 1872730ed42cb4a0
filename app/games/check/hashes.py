"""The check that no set or dict decides anything: a game comes out alike whatever Python's hashes are.

It takes two processes, which somebody else starts: each tells a game by `told`, and `difference` looks
at what they told.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from app.games.check.battery import Finding
from app.games.check.journey import Case, journey
from app.games.check.trail import Place
from rules.text import event_text

HASH_ORDER = "hash-order"
PROMISE = "A game comes out alike whatever seed Python's string hashes have."


def told(case: Case, seed: int) -> Iterator[str]:
    """Every position of a random game, with the actions offered and the next event: a line each."""
    for step in journey(case, seed):
        offered = () if step.turn is None else step.state.actions(step.turn, step.known[step.turn])
        yield json.dumps(
            [
                str(case),
                step.state.text(),
                [str(action) for action in offered],
                event_text(case.game, step.event),
            ]
        )


def difference(one: Sequence[str], other: Sequence[str], *, seed: int) -> Finding | None:
    """The first line that two processes told differently; None if there is none."""
    for number, (line, twin) in enumerate(zip(one, other, strict=False)):
        if line != twin:
            case, position, offered, event = json.loads(line)
            _, other_position, other_offered, other_event = json.loads(twin)
            alike = position == other_position and offered == other_offered
            return Finding(
                check=HASH_ORDER,
                promise=PROMISE,
                case=case,
                expected=f"in both processes {event}"
                if alike
                else f"position and actions {position!r}, {offered}",
                found=other_event if alike else f"in another process {other_position!r}, {other_offered}",
                place=Place(seed, 0.0, number, position, event),
            )
    if len(one) != len(other):
        return Finding(
            check=HASH_ORDER,
            promise=PROMISE,
            case="",
            expected=f"{len(one)} events",
            found=f"in another process {len(other)}",
            place=None,
        )
    return None
