"""Games that go on without a seat: its half-done round is void, and no closed card needs its key."""

from __future__ import annotations

import pytest

from net.errors import NoView
from net.machine import Choice, TableView, Why
from rules.api import Left, Seat
from tests.support.catalogue import GAMES
from tests.support.parlour import Parlour

pytestmark = pytest.mark.usefixtures("open_group")

OUT = TableView((0, 2), Choice.LEAVE_OUT)


def parlour(game: str, seats: int = 3, **options: str) -> Parlour:
    return Parlour(GAMES[game], seats, options)


@pytest.mark.parametrize("kind", ["commit", "open", "coin", "mix", "shares", "move"])
def test_a_round_of_plump_starts_again_at_whatever_step_a_seat_leaves(kind: str) -> None:
    """The half-done step is void; new keys are made by those who stay, and the game comes to its end."""
    table = parlour("plump", length="short")
    table.until(kind)
    before = table.replica.here
    table.change_view(OUT)

    assert table.replica.happened == (Left(Seat(1), "gone"),)
    assert table.replica.actors == (0, 2) and table.replica.step.kind == "commit"
    assert table.replica.deal.number == (before.unused if before.deal.commitments else before.deal.number)
    table.kinds.clear()
    end = table.play()
    assert end.state.outcome() is not None
    assert table.kinds.count("mix") == 2 * table.kinds.count("commit")


def test_a_second_seat_can_also_leave() -> None:
    table = parlour("plump", seats=4, length="short")
    table.until("move")
    table.change_view(TableView((0, 2, 3), Choice.LEAVE_OUT, Why.LEFT))
    assert table.replica.happened == (Left(Seat(1), "left"),)
    table.until("move")
    table.change_view(TableView((0, 3), Choice.LEAVE_OUT))

    assert table.play().state.outcome() is not None


def test_kings_shuffles_unseen_cards_again() -> None:
    table = parlour("kings", seats=4)
    for _ in range(3):
        table.until("move")
        table.step()
    table.change_view(TableView((0, 2, 3), Choice.LEAVE_OUT))

    assert table.replica.step.kind == "commit" and table.replica.actors == (0, 2, 3)
    table.until("move")
    table.step()
    assert table.replica.state.outcome() is None and 1 not in table.replica.actors


def test_cards_that_need_the_missing_key_are_named() -> None:
    """Matriculation plays on with its pile: nobody could ever draw from it again."""
    table = parlour("matriculation")
    table.until("move")
    with pytest.raises(NoView) as refusal:
        table.change_view(OUT)

    assert refusal.value.reason == "hidden" and refusal.value.seat is None


def test_a_view_that_leaves_a_seat_out_must_say_how_the_game_goes_on() -> None:
    table = parlour("plump", length="short")
    with pytest.raises(NoView) as refusal:
        table.change_view(TableView((0, 2), Choice.GO_ON))

    assert refusal.value.reason == "choice"


def test_nobody_comes_back_to_a_seat_that_was_left_out() -> None:
    table = parlour("plump", length="short")
    table.change_view(OUT)
    with pytest.raises(NoView) as refusal:
        table.change_view(TableView((0, 1, 2), Choice.GO_ON))

    assert refusal.value.reason == "return"


def test_going_on_with_everybody_changes_nothing() -> None:
    table = parlour("plump", length="short")
    table.until("move")
    digest = table.replica.digest()
    table.change_view(TableView((0, 1, 2), Choice.GO_ON))

    assert table.replica.digest() == digest and table.replica.happened == ()
    assert table.play().state.outcome() is not None


def test_a_game_that_is_over_stays_as_it_is() -> None:
    table = parlour("plump", seats=2, length="short")
    end = table.play()
    table.change_view(TableView((0,), Choice.LEAVE_OUT))

    assert table.replica.digest() == end.digest() and table.replica.happened == ()


@pytest.mark.parametrize("kind", ["commit", "mix", "shares", "move"])
@pytest.mark.parametrize("act", [(0, 2), (0, 1, 2)])
def test_a_game_can_be_ended_where_it_stands(kind: str, act: tuple[int, ...]) -> None:
    table = parlour("matriculation")
    table.until(kind)
    digest = table.replica.digest()
    table.change_view(TableView(act, Choice.END))

    assert table.replica.is_ended and table.replica.step.kind == "over" and not table.replica.actors
    assert table.replica.digest() == digest and table.replica.state.outcome() is None
    view = table.dealers[0].view(table.replica)
    assert view.is_ended and not view.actions()
    assert not table.replica.deal.cards or all(
        dealer.kept(table.replica, table.place.game) == set() for dealer in table.dealers
    )
