"""States of the plain table, for games of others and for ours without their windows."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from tests.support.samples import Sample
from ui.kit.game_table import Preferences


def held(preferences: Preferences) -> QWidget:
    """A lifted card, and the next presses."""
    table = Sample("hearts", 4, 6).table(preferences)
    table.press(min(table.routes.lit()))
    return table


def aimed(preferences: Preferences) -> QWidget:
    """A card that goes to one of several places."""
    table = Sample("kings", 4, 9).table(preferences)
    route = max(table.routes.whole, key=len)
    table.press(route[0])
    return table


def why_not(preferences: Preferences) -> QWidget:
    """A card that may not be played was tried."""
    table = Sample("hearts", 4, 6).table(preferences)
    table.press(next(at for at in table.things if at not in table.routes.lit() and table.things[at].about))
    return table


def challenged(preferences: Preferences) -> QWidget:
    """A card that is sent against one of several players."""
    table = Sample("duels", 4, 5).table(preferences)
    table.press(max(table.routes.whole, key=len)[0])
    return table


def thrown(preferences: Preferences) -> QWidget:
    """Three dice on the table, and the choice to throw on."""
    sample = Sample("pig", 5, waits=False)
    while len(sample.local.actions()) < 2 or sample.local.turn or len(sample.local.events) < 30:
        sample.step()
    return sample.table(preferences)


def shown(
    key: str, seats: int, steps: int, *, seat: int | None = 0, waits: bool = True
) -> Callable[[Preferences], QWidget]:
    """A game after some moves."""
    return lambda preferences: Sample(key, seats, steps, waits=waits).table(preferences, seat=seat)


STATES: list[tuple[str, Callable[[Preferences], QWidget]]] = [
    ("plain-hearts", shown("hearts", 4, 6)),
    ("plain-hearts-six", shown("hearts", 6, 30)),
    ("plain-hearts-won", shown("hearts", 3, 9, waits=False)),
    ("plain-hearts-held", held),
    ("plain-hearts-why-not", why_not),
    ("plain-four", shown("four", 2, 9)),
    ("plain-four-over", shown("four", 2, 42)),
    ("plain-anglers", shown("anglers", 4, 6)),
    ("plain-duels", challenged),
    ("plain-pig", thrown),
    (
        "plain-divers-pass",
        lambda preferences: Sample("divers", 4, options={"pass": "one"}).table(preferences),
    ),
    ("plain-divers-vote", shown("divers", 4, 8)),
    ("plain-divers-card", shown("divers", 5, 15)),
    ("plain-divers-spectator", shown("divers", 3, 8, seat=None)),
    ("plain-plump-bidding", shown("plump", 4, 1)),
    ("plain-plump-ten", shown("plump", 10, 14)),
    ("plain-kings", aimed),
    ("plain-matriculation", shown("matriculation", 4, 90)),
    ("plain-cahoots", shown("cahoots", 4, 20)),
    ("plain-spectator", shown("hearts", 5, 7, seat=None)),
]
