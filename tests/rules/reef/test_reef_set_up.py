"""Set-up: section 3, case 49, R32, R33, and the deals of section 8."""

from __future__ import annotations

import random

import pytest

from rules.api import (
    EVERYONE,
    Face,
    Left,
    Moved,
    Roll,
    Rolled,
    Seat,
    Show,
    Shown,
    Shuffle,
    Shuffled,
    Slot,
    Turn,
)
from rules.driver import LocalTable
from rules.errors import BadOptions, NotLegal
from rules.reef.game import ReefGame
from rules.reef.notation import parse_action
from rules.reef.pieces.position import ReefPhase
from rules.reef.state import ReefState

GAME = ReefGame()


def dealt(seats: int, seed: int = 1, **options: str) -> LocalTable:
    """A table whose start tiles are dealt."""
    return LocalTable(GAME.start(seats, options), seats, random.Random(seed))


def position(table: LocalTable) -> ReefState:
    assert isinstance(table.state, ReefState)
    return table.state


def set_up(table: LocalTable) -> ReefState:
    """Make the choices of the set-up: the first of each."""
    while position(table).position.phase < ReefPhase.TURN:
        table.play(table.actions()[0])
    return position(table)


@pytest.mark.parametrize(
    ("seats", "hands", "bag", "cubes"),
    [(2, [6, 9], 158, 41), (3, [6, 7, 9], 146, 39), (4, [6, 7, 8, 9], 133, 37)],
)
def test_case_49_the_counts_of_the_set_up(seats: int, hands: list[int], bag: int, cubes: int) -> None:
    table = dealt(seats)
    p = position(table).position
    order = [(p.first + i) % seats for i in range(seats)]
    assert [p.players[seat].in_hand() for seat in order] == hands
    assert p.supply.in_bag() == bag

    p = set_up(table).position
    assert sum(p.supply.cubes) == cubes
    assert sorted(p.sea.count(space) for space in range(5)) == [1, 2, 3, 3, 3]
    assert [p.sea.count((p.first_space + i) % 5) for i in range(5)] == [3, 3, 3, 2, 1]
    assert p.supply.reserve == p.sea.cubes == [1] * 5
    assert len(set(p.ground.names)) == seats
    assert len(set(p.sea.side)) == 1
    assert [p.players[seat].in_hand() for seat in order] == [size - 1 for size in hands]
    assert p.seat == p.first
    assert sum(tile >= 0 for tile in p.rocks.tile) == 5 * seats
    assert all(p.rocks.tile[space] == -1 for space in p.ground.growths)


def test_the_set_up_rolls_these_numbers_in_this_order_r33() -> None:
    state = GAME.start(3, {})
    asked = []
    while isinstance(need := state.needs[0], Roll):
        asked.append((need.sides, need.purpose))
        state = state.after(Rolled(need.sides - 1))

    assert asked == [(4, "boards"), (2, "side"), (5, "space"), (3, "start")]
    assert state.position.ground.names == ("P1", "P2", "P3")
    assert (state.position.sea.side[0], state.position.first_space, state.position.first) == (1, 4, 2)
    assert isinstance(state.needs[0], Shuffle)


def test_four_players_use_all_four_boards() -> None:
    state = GAME.start(4, {"boards": "house"})

    assert state.position.ground.names == ("H0", "H1", "H2", "H3")
    assert state.needs == (Roll(2, "side"),)


def at_the_deal(seats: int) -> ReefState:
    state = GAME.start(seats, {})
    while isinstance(need := state.needs[0], Roll):
        state = state.after(Rolled(0))
    assert isinstance(need, Shuffle)
    assert len(need.faces) == 200 - 5 - 5 * seats
    assert need.new_deck
    return state.after(Shuffled("bag", need.into))


def test_the_open_sea_and_all_hands_are_dealt_in_one_round() -> None:
    state = at_the_deal(3)

    assert state.needs == (
        Show(tuple(Slot(i) for i in range(12)), EVERYONE),
        Show(tuple(Slot(i) for i in range(12, 18)), (Seat(0),)),
        Show(tuple(Slot(i) for i in range(18, 25)), (Seat(1),)),
        Show(tuple(Slot(i) for i in range(25, 34)), (Seat(2),)),
    )
    for left in (3, 2, 1):
        need = state.needs[0]
        assert isinstance(need, Show)
        state = state.after(
            Shown(need.slots, need.to, tuple(Face(0) for _ in need.slots) if left == 3 else None)
        )
        assert len(state.needs) == (left if left > 1 else 1)
    assert state.hand(Seat(1)) == tuple(Slot(i) for i in range(18, 25))


@pytest.mark.parametrize(
    "event",
    [
        Shown(tuple(Slot(i) for i in range(12)), EVERYONE, None),
        Shown(tuple(Slot(i) for i in range(12)), EVERYONE, (Face(0),) * 11),
        Shown(tuple(Slot(i) for i in range(12)), EVERYONE, (Face(0),) * 11 + (Face(5),)),
        Shown(tuple(Slot(i) for i in range(11)), EVERYONE, (Face(0),) * 11),
        Shown(tuple(Slot(i) for i in range(12)), (Seat(0),), None),
        Shown(tuple(Slot(i) for i in range(12, 18)), (Seat(0),), None),
        Rolled(0),
        Shuffled("bag", tuple(Slot(i) for i in range(180))),
    ],
)
def test_an_unrequested_answer_is_refused(event: Shown | Rolled | Shuffled) -> None:
    with pytest.raises(NotLegal) as refused:
        at_the_deal(3).after(event)

    assert refused.value.rule == "reef 8"


def test_a_show_to_one_seat_gives_no_faces() -> None:
    state = at_the_deal(2)
    need = state.needs[0]
    assert isinstance(need, Show)
    state = state.after(Shown(need.slots, need.to, (Face(1),) * 12))
    need = state.needs[0]
    assert isinstance(need, Show)

    with pytest.raises(NotLegal):
        state.after(Shown(need.slots, need.to, (Face(0),) * len(need.slots)))


@pytest.mark.parametrize("value", [-1, 6])
def test_a_roll_beyond_its_sides_is_refused(value: int) -> None:
    with pytest.raises(NotLegal):
        GAME.start(2, {}).after(Rolled(value))


def test_the_start_tile_is_named_by_its_slot_and_can_never_be_laid() -> None:
    table = dealt(2)
    seat = table.turn
    assert seat is not None
    held = table.state.hand(seat)
    assert [str(action) for action in table.actions()] == [f"fish {slot}" for slot in held]
    other = table.state.hand(Seat(1 - seat))[0]
    with pytest.raises(NotLegal, match="not one of your start tiles"):
        table.play(parse_action(f"fish {other}"))
    table.play(parse_action(f"fish {held[2]}"))

    p = position(table).position
    assert p.players[seat].start == held[2]
    assert held[2] not in p.players[seat].secret
    assert table.state.hand(seat) == held


def test_the_two_cubes_are_chosen_in_turn_and_public_r32() -> None:
    table = dealt(3)
    for _ in range(3):
        table.play(table.actions()[0])
    p = position(table).position
    assert (p.phase, p.seat) == (ReefPhase.CUBES, p.first)
    assert len(table.actions()) == 15
    for text, rule in (("cubes YW", "reef 3.10"), ("fish 12", "reef 4.1"), ("collect W", "reef 4.1")):
        with pytest.raises(NotLegal) as refused:
            table.play(parse_action(text))
        assert refused.value.rule == rule
    table.play(parse_action("cubes WW"))

    p = position(table).position
    assert p.players[p.first].cubes[0] == 2
    assert p.supply.cubes == [7, 9, 9, 9, 9]


@pytest.mark.parametrize(("left", "text"), [(1, "cubes WW"), (0, "cubes WY")])
def test_cubes_that_the_supply_lacks_are_refused(left: int, text: str) -> None:
    table = dealt(2)
    for _ in range(2):
        table.play(table.actions()[0])
    state = position(table)
    state.position.supply.cubes[0] = left
    with pytest.raises(NotLegal):
        state.after(Moved(Seat(state.position.seat), parse_action(text)))

    assert text not in map(str, state.actions(Seat(state.position.seat), {}))


def test_r37_seats_that_leave_during_the_deal_and_the_choices() -> None:
    state = at_the_deal(4)
    need = state.needs[0]
    assert isinstance(need, Show)
    state = state.after(Shown(need.slots, need.to, (Face(0),) * 12)).after(Left(Seat(1), "gone"))
    assert [need.to for need in state.needs if isinstance(need, Show)] == [(0,), (2,), (3,)]
    for _ in range(2):
        need = state.needs[0]
        assert isinstance(need, Show)
        state = state.after(Shown(need.slots, need.to, None))
    state = state.after(Left(Seat(3), "left"))
    assert state.needs == (Turn(Seat(0)),)
    state = state.after(Left(Seat(0), "left"))

    assert state.needs == ()
    assert state.position.phase is ReefPhase.OVER


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_r37_a_leaver_is_not_asked_for_its_choices(seat: int) -> None:
    state = set_up_until_choice(3).after(Left(Seat(seat), "left"))
    asked = []
    while state.position.phase < ReefPhase.TURN:
        mover = Seat(state.position.seat)
        asked.append(int(mover))
        state = state.after(Moved(mover, state.actions(mover, {})[0]))

    assert asked == [other for other in range(3) if other != seat] * 2
    assert state.position.seat == (1 if seat == 0 else 0)


def set_up_until_choice(seats: int) -> ReefState:
    state = at_the_deal(seats)
    while isinstance(need := state.needs[0], Show):
        state = state.after(Shown(need.slots, need.to, (Face(0),) * 12 if need.to is EVERYONE else None))
    return state


@pytest.mark.parametrize(
    ("seats", "options"),
    [(1, {}), (5, {}), (2, {"attack": "dominance"}), (2, {"colour": "blue"}), (3, {"boards": ""})],
)
def test_options_that_the_game_does_not_offer_are_refused(seats: int, options: dict[str, str]) -> None:
    with pytest.raises(BadOptions):
        GAME.start(seats, options)


def test_r31_hidden_counts_change_no_rule() -> None:
    shown, hidden = (dealt(2, 4, counts=counts) for counts in ("shown", "hidden"))
    for _ in range(120):
        if shown.turn is None:
            break
        assert list(map(str, shown.actions())) == list(map(str, hidden.actions()))
        for table in (shown, hidden):
            table.play(table.actions()[-1])

    assert shown.events == hidden.events
    assert (position(shown).position.rules.counts, position(hidden).position.rules.counts) == (True, False)
