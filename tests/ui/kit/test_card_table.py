"""The table of a card game by itself: when each piece of news is shown, and what stands where."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPointF, QSizeF
from pytestqt.qtbot import QtBot

from app.games.hand import Sort
from app.messages import Advanced
from rules.api import Moved, Seat, View
from rules.plump.actions import Bid
from tests.support.plump_deal import before_round
from tests.support.table_hands import preferences, seated
from tests.support.values import replace
from ui.art.pieces.backs import paint_back
from ui.art.theme import Back
from ui.kit.card_table import CardTable
from ui.kit.hand import InHand
from ui.kit.pieces import Look

pytestmark = pytest.mark.usefixtures("unpainted")
BACK = Look(paint_back, Back.SHOAL)
VIEW = View(before_round(0), Seat(0), {})
SOMETHING = (Moved(Seat(1), Bid(1)),)


class NotingTable(CardTable):
    """A table that notes the heights of its news, and looks at each for a while."""

    sorts = (Sort.SUIT, Sort.RANK)

    def __init__(self, seats: int, *, rest_ms: int = 0, **wanted: bool | int) -> None:
        self.shown: list[int] = []
        self.meanwhile: Callable[[], object] = list
        self.rest_ms = rest_ms
        super().__init__(seated("plump", seats), replace(preferences(), **wanted))

    def present(self, news: Advanced) -> int:
        self.shown.append(news.k)
        self.meanwhile()
        return self.rest_ms

    def arrange(self) -> None:
        """Do nothing: the table has no pieces."""

    def tell(self, *heights: int) -> None:
        for k in heights:
            self.show_advanced(Advanced(k, VIEW, SOMETHING))


@pytest.fixture
def made(qtbot: QtBot) -> Callable[..., NotingTable]:
    def make(seats: int = 4, **more: int) -> NotingTable:
        table = NotingTable(seats, **more)
        qtbot.addWidget(table)
        table.resize(1000, 600)
        table.show()
        return table

    return make


LONG_MS = 100_000


def test_news_waits_until_the_one_before_has_been_looked_at(made: Callable[..., NotingTable]) -> None:
    table = made(rest_ms=LONG_MS)
    table.tell(1, 2, 3)
    assert (table.shown, table.is_behind) == ([1], True)

    table.hurry()
    assert (table.shown, table.is_behind) == ([1, 2, 3], False)


@pytest.mark.parametrize(("waiting", "shown"), [(12, 1), (13, 14)])
def test_a_table_that_is_more_than_twelve_positions_behind_shows_them_all_at_once(
    made: Callable[..., NotingTable], waiting: int, shown: int
) -> None:
    table = made(rest_ms=LONG_MS)
    table.tell(*range(1 + waiting))

    assert table.shown == [*range(shown)]


def test_a_table_is_behind_until_its_news_is_shown_and_is_not_hurried_meanwhile(
    made: Callable[..., NotingTable],
) -> None:
    table, behind = made(), list[bool]()
    table.presented.connect(lambda _: behind.append(table.is_behind))
    table.meanwhile = lambda: behind.append(table.is_behind)
    table.tell(1)
    assert (behind, table.is_behind) == ([True, True], False)

    table.rest_ms = LONG_MS
    table.tell(2, 3)
    table.meanwhile = table.hurry
    table.present_next()
    assert table.shown == [1, 2, 3], "a choice that one piece of news makes does not show the next"


def test_a_confirmed_choice_is_shown_at_once_and_other_news_waits_for_the_table(
    made: Callable[..., NotingTable],
) -> None:
    table = made(rest_ms=LONG_MS)
    table.tell(1)
    table.hurry()
    table.show_sent(Advanced(2, VIEW, SOMETHING))
    table.show_advanced(Advanced(3, VIEW, ()))
    assert table.shown == [1, 2, 3], "it shows the position that the table shows already"
    table.show_advanced(Advanced(4, VIEW, ()))

    assert table.shown == [1, 2, 3]


@pytest.mark.parametrize("cards", [1, 2])
def test_a_hand_of_one_card_cannot_be_sorted(made: Callable[..., NotingTable], cards: int) -> None:
    table = made()
    table.hand.show([InHand(slot, BACK, f"card {slot}") for slot in range(cards)], is_active=True)
    table.show_tools()

    assert table.tools.sort.isVisible() is (cards > 1)
    assert table.sort is Sort.SUIT and table.tools.sort.name in ("", "Sort the hand by rank")


def test_cards_are_read_after_the_hand_and_before_the_players(made: Callable[..., NotingTable]) -> None:
    table = made(2)
    table.hand.show([InHand(7, BACK, "of the hand")], is_active=True)
    laid = table.card(8, born_at=QPointF(10, 10))
    laid.name = "laid"
    laid.show_look(BACK, QSizeF(50, 70))
    table.show_plates(table._looks, ["Ada, to move", "Lisa"], [1, 4])

    assert [each.name for each in table.surface.pieces()] == [
        "of the hand", "laid", "Lisa", "Ada, to move", "Lisa: 4 cards"
    ]  # fmt: skip


@pytest.mark.parametrize(("height", "is_upright"), [(1200, False), (1201, True)])
def test_a_window_a_fifth_higher_than_wide_is_upright(
    made: Callable[..., NotingTable], height: int, *, is_upright: bool
) -> None:
    table = made()
    table.resize(1000, height)

    assert table.is_upright is is_upright


@pytest.mark.parametrize(("seats", "ends"), [(6, 0.5), (7, 0.25)])
def test_the_oval_is_flatter_at_a_table_for_seven_and_lies_in_the_middle(
    made: Callable[..., NotingTable], seats: int, ends: float
) -> None:
    table = made(seats)
    table.resize(2400, 700)
    cloth, middle = table.oval_cloth(), table.places.middle
    assert cloth.oval is not None
    left, top, wide, high = cloth.oval

    assert cloth.round == ends
    assert (top, high) == (middle.top() + 6, middle.height() - 12)
    assert wide == pytest.approx(2.3 * high) and wide < middle.width() - 12
    assert left + wide / 2 == pytest.approx(middle.center().x())


def test_a_table_without_news_waits_for_nothing_and_shows_no_cards(made: Callable[..., NotingTable]) -> None:
    table = made(2)

    assert not table.is_behind and table.surface.geometry() == table.rect()
    assert [each.name for each in table.surface.pieces()] == ["Lisa", "Ada"]


def test_after_its_rest_a_table_continues_and_is_not_behind(
    made: Callable[..., NotingTable], qtbot: QtBot
) -> None:
    table = made(rest_ms=1)
    with qtbot.waitSignal(table._rest.timeout):
        table.tell(1)
        assert table.is_behind

    assert not table.is_behind


def test_the_answer_to_a_choice_does_not_hurry_news_that_came_before_it(
    made: Callable[..., NotingTable],
) -> None:
    table = made(rest_ms=LONG_MS)
    table.show_sent(Advanced(1, VIEW, SOMETHING))
    table.tell(2)
    table.show_advanced(Advanced(3, VIEW, ()))

    assert table.shown == [1], "the second piece is news to the player"


def test_a_second_choice_is_ignored_until_the_game_has_answered_the_first(
    made: Callable[..., NotingTable],
) -> None:
    table, chosen = made(), list[object]()
    table.chosen.connect(chosen.append)
    table.choose(Bid(1))
    table.choose(Bid(2))
    assert chosen == [Bid(1)] and table.is_choosing

    table.show_sent(Advanced(1, VIEW, SOMETHING))
    table.allow_choice()
    table.choose(Bid(2))
    assert chosen == [Bid(1)], "what is only sent has no answer yet"
    table.show_refused()
    table.choose(Bid(3))
    assert chosen == [Bid(1), Bid(3)]
    table.tell(2)
    table.allow_choice()
    table.choose(Bid(4))
    assert chosen == [Bid(1), Bid(3), Bid(4)]


@pytest.mark.parametrize(("rule", "shown"), [("", "not possible"), ("plump 2.1", "plump 2.1")])
def test_a_refusal_says_why_with_its_rule_if_it_has_one(
    made: Callable[..., NotingTable], rule: str, shown: str
) -> None:
    table = made()
    table.show_refused("", rule)
    assert table.bubble.text == ""
    table.show_refused("It is not your turn.", rule)

    assert table.bubble.text == f"It is not your turn. ({shown})"


@pytest.mark.parametrize(("is_one_way", "one_click"), [(True, True), (True, False), (False, True)])
def test_one_click_plays_only_a_card_with_one_place_and_only_if_the_player_wants_that(
    made: Callable[..., NotingTable], monkeypatch: pytest.MonkeyPatch, *, is_one_way: bool, one_click: bool
) -> None:
    monkeypatch.setattr(NotingTable, "is_one_way", is_one_way)
    table = made(2, one_click=one_click)
    assert table.hand.is_quick is (is_one_way and one_click)
    table.set_preferences(replace(preferences(), one_click=not one_click))

    assert table.hand.is_quick is (is_one_way and not one_click)


@pytest.mark.parametrize(
    ("slot", "part", "played"),
    [(0, (0.5, 0.5), [0]), (7, (0.5, 0.5), [7]), (7, (-0.2, 0.5), []), (-1, (0.5, 0.5), [])],
    ids=["the first slot", "another", "beside the middle", "nothing picked"],
)
def test_a_picked_card_is_played_by_a_click_in_the_middle(
    made: Callable[..., NotingTable], slot: int, part: tuple[float, float], played: list[int]
) -> None:
    table, told = made(), list[int]()
    table.hand.show([InHand(each, BACK, f"card {each}") for each in (0, 7)], is_active=True)
    table.hand.pick(slot)
    table.hand.played.connect(lambda slot, _: told.append(slot))
    middle = table.places.middle
    at = middle.topLeft() + QPointF(middle.width() * part[0], middle.height() * part[1])
    table.surface.ground_clicked.emit(at)

    assert told == played


@pytest.mark.parametrize(("motion_ms", "still_ms", "pause"), [(260, 150, 650), (0, 150, 375)])
def test_a_pause_lasts_as_long_as_moves_of_a_card_though_nothing_moves(
    made: Callable[..., NotingTable], motion_ms: int, still_ms: int, pause: int
) -> None:
    table = made(motion_ms=motion_ms)
    table.still_ms = still_ms

    assert table.hold_ms(2.5) == pause


def test_the_viewer_always_sits_at_the_bottom(made: Callable[..., NotingTable]) -> None:
    table = made(4)
    assert [table.place(seat) for seat in range(4)] == [0, 1, 2, 3]
    table.show_advanced(Advanced(1, View(VIEW.state, Seat(2), {}), ()))

    assert table.viewer == 2 and [table.place(seat) for seat in range(4)] == [2, 3, 0, 1]


def test_a_card_that_changes_its_size_begins_at_the_size_it_had(made: Callable[..., NotingTable]) -> None:
    table = made()
    piece = table.card(3, born_at=QPointF(50, 60))
    scales = []
    for wide in (50, 50, 100, 80):
        table.resize_card(piece, BACK, QSizeF(wide, wide * 1.4))
        scales.append((piece.size.width(), piece.scale()))
    assert scales == [(50, 1.0), (50, 1.0), (100, 0.5), (80, 0.625)]
    assert table.card(3, born_at=QPointF()) is piece and piece.pos() == QPointF(50, 60)

    table.drop_card(4)
    assert table.cards == {3: piece}
    table.drop_card(3)
    assert table.cards == {} and piece.scene() is None


@pytest.mark.parametrize(("size", "stretch"), [((550, 350), 1.0), ((1100, 700), 1.0), ((2310, 1470), 2.0)])
def test_lines_are_wider_at_a_large_table(
    made: Callable[..., NotingTable], size: tuple[int, int], stretch: float
) -> None:
    table = made(2)
    table.resize(*size)

    assert table.renderer.stretch == stretch
