"""Presses from piece to piece: the pieces held, the action that one press completes, the next presses."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from app.games.picks import Pressed, Routes, drag, kept, next_words, offered, press, step_back
from app.games.scene import Kind, Piece, Plate, Route, Scene, Zone
from rules.api import Action, Seat
from rules.plump.actions import Bid

ACTIONS: tuple[Action, ...] = tuple(map(Bid, range(6)))


def routes_to(*routes: Route) -> Routes:
    """The routes of a position in which each of these leads to an action."""
    after: dict[Route, dict[str, None]] = {}
    for route in routes:
        for length in range(len(route)):
            after.setdefault(route[:length], {})[route[length]] = None
    whole: Mapping[Route, Action] = MappingProxyType(dict(zip(routes, ACTIONS, strict=False)))
    return Routes(whole, {route: tuple(found) for route, found in after.items()})


PLACES = routes_to(("a", "left"), ("a", "right"), ("b", "left"), ("c",))
PAIRS = routes_to(("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b"))


def test_a_lifted_card_is_sent_only_by_the_second_press() -> None:
    held = press(PLACES, (), "c", lifts=True)

    assert held == Pressed(("c",)) and kept(PLACES, held.hold) == ("c",)
    assert press(PLACES, held.hold, "c", lifts=True) == Pressed((), ACTIONS[3])


def test_another_card_replaces_the_lifted_one() -> None:
    assert press(PLACES, ("c",), "a", lifts=True).hold == ("a",)
    assert press(PAIRS, ("a", "b"), "c", lifts=True).hold == ("a", "c")


def test_each_of_several_held_cards_can_be_let_go_if_their_order_is_free() -> None:
    three = routes_to(("a", "b", "c"), ("b", "a", "c"), ("b", "c", "a"))

    assert press(three, ("a", "b"), "a").hold == ("b",)
    assert press(PLACES, ("a",), "a").hold == ()


def test_a_piece_that_was_picked_automatically_stays_when_pressed() -> None:
    only = routes_to(("a", "source", "x"), ("a", "source", "y"), ("b", "x"))
    held = press(only, (), "a").hold

    assert held == ("a", "source")
    assert press(only, held, "source") == Pressed(held)
    assert press(only, held, "a").hold == ()


def test_letting_a_card_go_in_the_middle_keeps_those_before_and_after_it() -> None:
    four = routes_to(("a", "b", "c", "d"), ("a", "c", "b", "d"), ("b", "a", "c", "d"), ("a", "e", "f"))

    assert press(four, ("a", "b", "c"), "b").hold == ("a", "c")
    assert press(four, ("a", "b", "c"), "a").hold == ()
    assert press(four, ("a", "b"), "b").hold == ("a",)


def test_a_step_back_returns_to_the_last_press_that_was_a_choice() -> None:
    ways = routes_to(("a", "b", "c", "x"), ("a", "b", "c", "y"), ("a", "d", "x"), ("e", "x"))

    assert step_back(ways, ("a", "b", "c")) == ("a",)
    assert step_back(ways, ("a", "b")) == ("a",) and step_back(ways, ("a",)) == ()
    assert step_back(routes_to(("a", "b", "x"), ("a", "b", "y")), ("a", "b")) == ()


def test_a_piece_with_an_action_of_its_own_is_not_pressed_while_another_is_held() -> None:
    """The press could be meant for the hold; a press on a button could not."""
    ways = routes_to(("a", "left", "x"), ("a", "left", "y"), ("a", "right"), ("c",), ("choice:end",))

    assert press(ways, ("a",), "c") == Pressed(("a",), fits=False)
    assert press(ways, ("a",), "choice:end") == Pressed((), ACTIONS[4])
    assert press(ways, ("a", "left"), "right") == Pressed(("a", "left"), fits=False)
    assert press(ways, ("a", "right"), "left", lifts=True).hold == ("a", "left")


def test_a_hold_stays_after_an_action_only_if_the_game_says_so() -> None:
    keeps = Routes(PLACES.whole, PLACES.after, {}, lambda action: action == ACTIONS[0])

    assert press(PLACES, ("a",), "left") == Pressed((), ACTIONS[0])
    assert press(keeps, ("a",), "left") == Pressed(("a",), ACTIONS[0])
    assert press(keeps, ("a",), "right") == Pressed((), ACTIONS[1])


def test_an_alias_is_lit_with_its_piece_and_dragged_as_that_piece() -> None:
    ways = Routes(PLACES.whole, PLACES.after, {"l": "left", "z": "nowhere"})

    assert ways.lit(("a",)) == {"left", "right", "l"} and ways.lit() == {"a", "b", "c"}
    assert drag(ways, "a", "l").action == ACTIONS[0]
    assert drag(ways, "c", "left") == Pressed((), fits=False)


def test_a_press_that_leads_nowhere_changes_nothing() -> None:
    assert press(PLACES, ("a",), "d") == Pressed(("a",), fits=False)
    assert drag(PLACES, "b", "right") == Pressed((), fits=False)
    assert drag(PLACES, "a", "right").action == ACTIONS[1]


def test_a_hold_left_from_the_last_action_stays_when_pressed() -> None:
    """A beginner presses the tile that is held automatically, and then the space."""
    assert press(PLACES, ("a",), "a").hold == ()
    assert press(PLACES, ("a",), "a", is_kept=True) == Pressed(("a",))
    assert press(PLACES, ("a",), "right", is_kept=True).action == ACTIONS[1]


def test_a_choice_without_a_piece_on_the_table_is_a_button() -> None:
    scene = Scene("", (zone(Kind.HAND, "a", "b", "left"),))

    assert [(each.at, each.name) for each in offered(scene, PLACES, (), str)] == [("c", "bid 3")]
    assert [(each.at, each.name) for each in offered(scene, PLACES, ("a",), str)] == [("right", "bid 1")]
    plated = Scene("", (), (Plate(Seat(1), "Ada"),))
    ask = routes_to(("a", "seat:1", "x"), ("a", "seat:2", "y"), ("a", "seat:2", "z"))
    assert [(each.at, each.name) for each in offered(plated, ask, ("a",), str)] == [("seat:2", "bid 1")]


def zone(kind: Kind, *tokens: str) -> Zone:
    return Zone(kind, kind, kind, tuple(Piece(at, at) for at in tokens))


def test_the_words_for_the_next_press_name_the_kind_of_piece_that_it_goes_to() -> None:
    scene = Scene("", (zone(Kind.HAND, "a", "b", "c"), zone(Kind.GRID, "left", "right")))
    ask = routes_to(("a", "seat:1"), ("a", "seat:2"), ("b", "choice:x"), ("c", "nowhere"))

    assert next_words(scene, PLACES, ()) == ""
    assert next_words(scene, PLACES, ("a",)) == "Choose where it goes"
    assert next_words(scene, PLACES, ("c",)) == "Press it again to confirm"
    assert next_words(scene, PAIRS, ("a",)) == "Choose another card"
    assert next_words(scene, ask, ("a",)) == "Choose a player"
    assert next_words(scene, ask, ("b",)) == "Choose how"
    assert next_words(scene, ask, ("c",)) == "Choose what to do with it"
