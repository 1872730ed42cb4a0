"""The gain of planned steps, told before they are sent: in Kings and in the reef."""

from __future__ import annotations

import pytest

from app.games.kings.words import brings as kings_brings
from app.games.reef.preview import brings as reef_brings
from rules.api import Moved, Seat, View
from tests.support.kings_views import RICH, seen, side
from tests.support.reef import make


def kings_change(steps: str, *sides: object) -> str:
    """The changes by these steps of the first seat."""
    sent = planned = seen(*(sides or RICH))  # type: ignore[arg-type]
    for text in filter(None, steps.split("; ")):
        action = next(each for each in planned.actions() if str(each) == text)
        planned = View(planned.state.after(Moved(Seat(0), action)), planned.seat, planned.known)
    return kings_brings(sent, planned)


@pytest.mark.parametrize(
    ("steps", "change"),
    [
        ("", ""),
        ("attack 1 at 1", "house 1 is empty, you win the 2 of spades and 3 of diamonds"),
        ("put 1=Qb on 3", ""),  # a bare queen is worth nothing yet
        ("king 0=7h", "your king 2 → 3 of 9"),
        ("swap 1 2", "house 1 worth 4 → 1, house 2 worth 1 → 4"),
        ("swap 2 3", "house 2 is empty, house 3 worth 0 → 1"),
    ],
)
def test_kings_describes_changes_of_our_king_and_houses_and_the_cards_won(steps: str, change: str) -> None:
    assert kings_change(steps) == change


def test_kings_describes_a_beaten_pile_without_cards() -> None:
    bare = side(houses="-/-/Jc")

    assert kings_change("attack 1 at 1", RICH[0], bare) == "house 1 is empty, you win no cards"


def reef_change(tiles: str, *steps: str, cubes: str = "Y", front: str = "") -> str:
    play = make(tiles, hand={0: "YYYY"}, cubes={0: cubes}, front={0: front})
    sent = View(play.state, Seat(0), {})
    play.do(*steps)
    return reef_brings(sent, View(play.state, Seat(0), {}))


@pytest.mark.parametrize(
    ("tiles", "steps", "change"),
    [
        ("Y: D5!0 D6", ("cube Y", "lay Y 0:C5 from screen"), "your yellow coral 2 → 3"),
        (
            "Y: D5!0 D6; O: C5 B5",
            ("cube Y", "lay Y 0:C5 from screen", "lay Y 0:B5 from screen"),
            "you consume 2 orange, your yellow coral 2 → 4",
        ),
        ("Y: D5 D6", ("cube Y", "lay Y 0:C5 from screen"), ""),
        ("Y: D5 D6", ("introduce 0:D5",), "your yellow coral of 2"),
        ("Y: D5!1 D6", ("cube Y", "lay Y 0:C5 from screen"), ""),
        ("W: A5!0 B5 C5 D5 E5", ("eat 0:A5",), "1 white into your parrotfish, worth 3"),
    ],
)
def test_reef_describes_changes_of_our_corals_and_the_tiles_taken(
    tiles: str, steps: tuple[str, ...], change: str
) -> None:
    assert reef_change(tiles, *steps) == change


def test_reef_tells_which_colours_change_their_value() -> None:
    assert reef_change("Y: D5 D6", "alga p space pay W", front="W") == "white worth 3 → 4, yellow worth 3 → 2"
    assert reef_change("Y: D5 D6", "alga b space pay W", front="W") == ""


def test_no_change_is_described_for_a_spectator() -> None:
    play = make()

    assert reef_brings(View(play.state, None, {}), View(play.state, None, {})) == ""
    assert kings_brings(seen(*RICH, seat=None), seen(*RICH, seat=None)) == ""
