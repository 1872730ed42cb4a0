"""The canonical text of events."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.api import EVERYONE, Event, Face, Left, Moved, Rolled, Seat, Shown, Shuffled, Slot
from rules.cards import card
from rules.errors import BadText
from rules.plump.actions import Bid, PlumpPlay
from rules.plump.game import PlumpGame
from rules.text import (
    event_text,
    numbers_text,
    opened_text,
    parse_event,
    parse_number,
    parse_numbers,
    parse_opened,
    parse_slots,
    slots_text,
)

GAME = PlumpGame()
EVENTS: list[tuple[str, Event]] = [
    ("0 bid 3", Moved(Seat(0), Bid(3))),
    ("2 play 17=Qs", Moved(Seat(2), PlumpPlay(Slot(17), card("Qs")))),
    ("shuffled deck 0-51", Shuffled("deck", tuple(map(Slot, range(52))))),
    ("shuffled deck 5,3-4", Shuffled("deck", (Slot(5), Slot(3), Slot(4)))),
    ("shown 0-9 to 0", Shown(tuple(map(Slot, range(10))), (Seat(0),), None)),
    ("shown 7 to 1,2,3", Shown((Slot(7),), (Seat(1), Seat(2), Seat(3)), None)),
    ("shown 3=7h,4=As to all", Shown((Slot(3), Slot(4)), EVERYONE, (card("7h"), card("As")))),
    ("rolled 2", Rolled(2)),
    ("left 3 gone", Left(Seat(3), "gone")),
    ("left 0 left", Left(Seat(0), "left")),
]


@pytest.mark.parametrize(("text", "event"), EVENTS)
def test_an_event_is_read_back_from_its_text(text: str, event: Event) -> None:
    assert event_text(GAME, event) == text
    assert parse_event(GAME, text) == event


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "0",
        "0 ",
        "0  bid 3",
        "00 bid 3",
        "0 bid 03",
        "0 bid 3 ",
        "0 bid -1",
        "0 bid x",
        "0 bid",
        "-1 bid 3",
        "2 play 17=qs",
        "2 play 17",
        "2 play =Qs",
        "2 play 17=Qs=",
        "two bid 1",
        "0 fold",
        "shuffled deck",
        "shuffled deck 0,1",
        "shuffled deck 0-0",
        "shuffled deck 1-0",
        "shuffled deck 0-51 x",
        "shuffled deck 0-1000",
        "shuffled deck 0-9999999999",
        "shown 0-9",
        "shown 0-9 to",
        "shown 0-9 to none",
        "shown 0-9 to all",
        "shown 3=7h to 1",
        "shown 3=7h,4 to all",
        "rolled",
        "rolled -1",
        "rolled 2 2",
        "left 3",
        "left 3 bored",
        "left 3 gone now",
        "left x gone",
        "LEFT 3 gone",
        "0 bid 3\n",
        "0 bid ３",
        "rolled 99999999999",
    ],
)
def test_any_other_text_of_an_event_is_refused(text: str) -> None:
    with pytest.raises(BadText):
        parse_event(GAME, text)


@given(st.lists(st.integers(0, 400), max_size=60))
def test_slots_are_read_back_in_their_order(numbers: list[int]) -> None:
    slots = tuple(map(Slot, numbers))

    assert parse_slots(slots_text(slots)) == slots


@given(st.lists(st.integers(0, 9_999_999_999), max_size=12))
def test_numbers_are_read_back(numbers: list[int]) -> None:
    assert parse_numbers(numbers_text(numbers)) == tuple(numbers)


@given(st.lists(st.tuples(st.integers(0, 999), st.integers(0, 51)), max_size=12))
def test_opened_slots_are_read_back(pairs: list[tuple[int, int]]) -> None:
    opened = tuple((Slot(slot), Face(face)) for slot, face in pairs)

    assert parse_opened(GAME, opened_text(GAME, opened)) == opened


def test_a_run_of_slots_is_bounded() -> None:
    assert len(parse_slots("0-999")) == 1000
    for text in ("0-1000", "0-999,1000", "0-4294967295"):
        with pytest.raises(BadText):
            parse_slots(text)


@pytest.mark.parametrize("text", ["", "-", "01", "+1", " 1", "1_0", "0x1", "1.0", "12345678901"])
def test_any_other_spelling_of_a_number_is_refused(text: str) -> None:
    with pytest.raises(BadText):
        parse_number(text)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused_and_raises_nothing_else(text: str) -> None:
    try:
        event = parse_event(GAME, text)
    except BadText:
        return
    assert event_text(GAME, event) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("jump", "'jump' is not an event"),
        ("shuffled deck", "'shuffled deck' is not an event"),
        ("left 3 bored", "'left 3 bored' is not an event"),
        ("shown 3=7h,4 to all", "'' is not a playing card"),
        ("shown 0-1000 to 0", "'0-1000' is not a run of slots"),
        ("shuffled deck 0-1,3-1", "'3-1' is not a run of slots"),
        ("shuffled deck 0,1", "this is not the canonical spelling of an event"),
        ("rolled -1", "'-1' is not a number"),
    ],
)
def test_a_refusal_names_the_error(text: str, why: str) -> None:
    with pytest.raises(BadText, match=f"^{why}"):
        parse_event(GAME, text)


def test_the_limit_of_slots_in_a_run_can_be_raised() -> None:
    assert parse_slots("0,2-4", most=4) == (0, 2, 3, 4)
    with pytest.raises(BadText, match="'2-4' is not a run of slots"):
        parse_slots("0,2-4", most=3)


def test_the_length_of_a_positions_text_is_limited_by_its_game() -> None:
    text = GAME.start(3, {}).text()

    class Short(PlumpGame):
        longest_text = len(text)

    class Shorter(PlumpGame):
        longest_text = len(text) - 1

    assert Short().parse_state(text) == GAME.start(3, {})
    with pytest.raises(BadText, match="too long"):
        Shorter().parse_state(text)
