"""Playouts begun where no seat is to choose: before a shuffle, in a deal, before a draw.

The battery begins them only on turns; a bot or a search may be handed any position.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from app.workshop.check.journey import World
from rules.api import Event, Face, Left, Moved, Seat, Slot, State, Turn
from tests.support.catalogue import GAMES

TABLES = [
    ("matriculation", 2, {"hands": "2"}),
    ("matriculation", 4, {"ogre": "per_term"}),
    ("cahoots", 2, {}),
    ("cahoots", 8, {"dealer": "3"}),
]
CHANCE = 5


def settle(state: State, world: World, rng: Random) -> State:
    """Answer everything up to the next turn or the end."""
    while state.needs and not isinstance(state.needs[0], Turn):
        for need in state.needs:
            event = world.answer(need, rng)
            state = state.after(event)
            world.take_in(event)
    return state


def waiting(key: str, seats: int, options: dict[str, str]) -> Iterator[tuple[State, dict[Slot, Face], State]]:
    """Positions that wait for chance or the deck, all faces there, and the position after the answers."""
    game, rng = GAMES[key], Random(3)
    state, world = game.start(seats, options), World(seats)
    while state.needs:
        need = state.needs[0]
        if isinstance(need, Turn):
            actions = state.actions(need.seat, world.known[need.seat])
            event: Event = Moved(need.seat, rng.choice(actions))
        else:
            twin = World(seats)
            twin.faces = dict(world.faces)
            yield state, dict(world.faces), settle(state, twin, Random(CHANCE))
            event = world.answer(need, rng)
        state = state.after(event)
        world.take_in(event)


@pytest.mark.parametrize(("key", "seats", "options"), TABLES)
def test_a_playout_answers_needs_as_the_driver_does(key: str, seats: int, options: dict[str, str]) -> None:
    asked = set()
    for state, faces, settled in waiting(key, seats, options):
        scratch = GAMES[key].scratch(state, faces, rng=Random(CHANCE))

        assert scratch.state() == settled
        asked.add(state.text().partition("phase=")[2].partition(" ")[0])

    assert asked >= {"shuffle", "deal", "draw"} | ({"recycle"} if key == "cahoots" else {"roll"})


@pytest.mark.parametrize(
    ("key", "seats", "options"),
    [("plump", 2, {"length": "short"}), ("plump", 5, {"revoke": "stop"}), ("kings", 4, {}), ("reef", 3, {})],
)
def test_a_playout_can_also_begin_while_others_choose(key: str, seats: int, options: dict[str, str]) -> None:
    seen = set()
    for state, faces, settled in waiting(key, seats, GAMES[key].checked_options(seats, options)):
        scratch = GAMES[key].scratch(state, faces, rng=Random(CHANCE))

        assert scratch.state() == settled
        seen.add(type(state.needs[0]).__name__)

    assert "Shuffle" in seen and "Show" in seen


@pytest.mark.parametrize("key", ["matriculation", "cahoots"])
def test_a_playout_that_begins_after_a_forfeit_is_over(key: str) -> None:
    for state, faces, _ in waiting(key, 2, {}):
        forfeit = state.after(Left(Seat(1), "gone"))
        scratch, outcome = GAMES[key].scratch(forfeit, faces, rng=Random(1)), forfeit.outcome()

        assert scratch.over and scratch.state() == forfeit
        assert outcome is not None and scratch.scores() == outcome.scores


@pytest.mark.parametrize(("key", "seats", "options"), TABLES)
def test_a_playout_that_begins_after_the_end_is_over(key: str, seats: int, options: dict[str, str]) -> None:
    *_, (_, _, last) = waiting(key, seats, options)
    scratch = GAMES[key].scratch(GAMES[key].start(seats, options), {}, rng=Random(1))
    while not scratch.over:
        scratch.play(scratch.actions()[0])
    over = scratch.state()
    again = GAMES[key].scratch(over, {}, rng=Random(1))

    assert last.needs
    assert again.over and again.state() == over and again.scores() == scratch.scores()
