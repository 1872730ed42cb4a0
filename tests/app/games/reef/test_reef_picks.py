"""Presses of one thing after another, up to an action of Reef Encounter."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from app.games.picks import Routes, drag, kept, press, routes_of, step_back
from app.games.reef.picks import ALGA_SPACE, HOME, UNDO, Aim, act, token
from app.games.reef.scene import REEF_TABLE
from app.games.scene import CHOICE, Route, Token
from rules.api import Face, Seat, Slot, View
from rules.driver import LocalTable
from rules.reef.game import ReefGame
from rules.reef.pieces.position import ReefPhase
from tests.support.reef import Play, at, lively, make


def view_of(play: Play, known: Mapping[Slot, Face] | None = None) -> View:
    return View(play.state, Seat(play.p.seat), known or {})


def space(name: str) -> Token:
    return token(Aim.SPACE, at(name))


def pressed(choices: Routes, *targets: Token) -> tuple[Route, str]:
    """The hold and the action after pressing one thing after another."""
    hold: Route = ()
    for target in targets:
        result = press(choices, hold, target)
        assert result.fits, f"{target} leads nowhere from {hold}"
        hold = result.hold
    return hold, "" if result.action is None else str(result.action)


@pytest.mark.parametrize(
    ("targets", "text"),
    [
        ((act(1), space("C5")), "eat 0:C5"),
        ((act(1), space("E5")), "eat 0:C5"),
        ((space("E5"), space("E5")), "eat 0:C5"),
        ((space("C5"), space("C5")), "eat 0:C5"),
        ((act(2), token(Aim.CUBE, 0)), "cube W"),
        ((token(Aim.CUBE, 3),), "cube P"),
        ((act(4), space("G3")), "introduce 0:G3"),
        ((HOME, space("G3")), "introduce 0:G3"),
        ((act(5), space("C6")), "move 0:C5 0:C6"),
        ((act(5), HOME), "move 0:C5 home"),
        ((space("C5"), space("G3")), "move 0:C5 0:G3"),
        ((act(6), token(Aim.FRONT, 2)), "trade tile O"),
        ((token(Aim.FRONT, 1), token(Aim.SUPPLY, 1)), "trade tile Y"),
        ((act(7), token(Aim.FRONT, 2), token(Aim.ALGA, 1), ALGA_SPACE), "alga b space pay O"),
        ((token(Aim.FRONT, 1), token(Aim.ALGA, 0), token(Aim.CORAL_TILE, 5)), "alga g tile 5 pay Y"),
        ((act(8), token(Aim.CUBE, 3)), "trade cube P"),
        ((act(9), token(Aim.SEA, 4)), "collect G"),
        ((act(10), token(Aim.SEA, 4)), "collect G"),
        ((token(Aim.SEA, 4), token(Aim.SEA, 4)), "collect G"),
    ],
)
def test_each_action_is_reached_by_pressing_its_pieces(targets: tuple[Token, ...], text: str) -> None:
    play = make("O: C5!0 C6 B5 D5 E5; W: G3", hand={0: "W"}, cubes={0: "WP"}, front={0: "OY"})
    play.p.players[0].eaten = 1

    assert pressed(routes_of(REEF_TABLE, view_of(play)), *targets) == ((), text)


def test_laying_keeps_the_chosen_source() -> None:
    play = make("O: C5", hand={0: "WW"}, cubes={0: "W"}, front={0: "W"}).do("cube W")
    choices = routes_of(REEF_TABLE, view_of(play))

    assert pressed(choices, space("D5")) == ((), "lay W 0:D5 from screen")
    tile, front = token(Aim.TILE, 0), token(Aim.FRONT, 0)
    assert pressed(choices, tile, space("D5")) == ((tile,), "lay W 0:D5 from screen")
    assert pressed(choices, front, space("D5")) == ((front,), "lay W 0:D5 from front")


def test_a_second_cube_is_action_3_and_action_9_is_no_longer_offered() -> None:
    play = make(hand={0: "W"}, cubes={0: "WW"}).do("cube W")
    choices = routes_of(REEF_TABLE, view_of(play))

    assert pressed(choices, act(3), token(Aim.CUBE, 0))[1] == "cube W"
    assert not press(choices, (), act(2)).fits
    assert not press(choices, (), act(9)).fits
    assert pressed(choices, UNDO)[1] == "undo"
    assert pressed(choices, act(10), UNDO) == ((), "undo")


def test_while_an_action_is_held_undo_may_be_pressed_and_a_space_that_does_not_fit_may_not() -> None:
    play = make(hand={0: "W"}, cubes={0: "W"}).do("cube W")
    choices = routes_of(REEF_TABLE, view_of(play))
    result = press(choices, (act(4),), space("E6"))

    assert not result.fits
    assert result.hold == (act(4),)
    assert str(press(choices, (act(4),), UNDO).action) == "undo"


def test_the_only_possible_next_piece_is_held_at_once() -> None:
    play = make("O: C5!0 C6", front={0: "O"})
    choices = routes_of(REEF_TABLE, view_of(play))

    assert pressed(choices, act(5))[0] == (act(5), space("C5"))
    assert pressed(choices, act(7))[0] == (act(7), token(Aim.FRONT, 2))
    assert step_back(choices, (act(7), token(Aim.FRONT, 2))) == ()
    assert step_back(choices, (act(7), token(Aim.FRONT, 2), token(Aim.ALGA, 1))) == (
        act(7),
        token(Aim.FRONT, 2),
    )
    assert step_back(choices, ()) == ()


def test_pressing_what_is_held_lets_it_go() -> None:
    play = make("O: C5!0 C6", front={0: "OY"})
    choices = routes_of(REEF_TABLE, view_of(play))

    assert pressed(choices, act(7), act(7)) == ((), "")
    assert pressed(choices, act(5), act(5)) == ((), "")
    assert pressed(choices, act(7), token(Aim.FRONT, 1), token(Aim.FRONT, 1)) == ((act(7),), "")


def test_another_choice_replaces_the_last_one() -> None:
    play = make("O: C5!0 C6", front={0: "OY"}, cubes={0: "W"})
    choices = routes_of(REEF_TABLE, view_of(play))

    held = pressed(choices, act(7), token(Aim.FRONT, 1), token(Aim.FRONT, 2))[0]
    assert held == (act(7), token(Aim.FRONT, 2))
    assert pressed(choices, act(7), act(10))[0] == (act(10),)
    assert pressed(choices, token(Aim.SEA, 1), token(Aim.SEA, 2))[0] == (token(Aim.SEA, 2),)


def test_the_lit_pieces_are_those_that_continue_the_hold() -> None:
    choices = routes_of(REEF_TABLE, view_of(make("O: C5!0 C6", cubes={0: "WP"})))

    assert choices.lit((act(2),)) == {token(Aim.CUBE, 0), token(Aim.CUBE, 3)}
    assert choices.lit((act(3),)) == frozenset()
    assert kept(choices, (act(2),)) == (act(2),)
    assert kept(choices, (act(3),)) == ()


def test_a_drag_does_what_pressing_both_ends_does() -> None:
    play = make("O: C5", hand={0: "W"}, cubes={0: "W"}).do("cube W")
    choices = routes_of(REEF_TABLE, view_of(play))

    assert str(drag(choices, token(Aim.TILE, 0), space("D5")).action) == "lay W 0:D5 from screen"
    assert not drag(choices, token(Aim.TILE, 1), space("D5")).fits
    assert not drag(choices, token(Aim.TILE, 0), token(Aim.SEA, 0)).fits
    assert not drag(choices, UNDO, space("D5")).fits


def test_in_the_set_up_the_start_tile_and_the_cubes_are_chosen_by_colour() -> None:
    play = make(secret={0: (12, 13, 14)})
    play.p.phase = ReefPhase.FISH
    known = {Slot(12): Face(3), Slot(13): Face(3)}
    choices = routes_of(REEF_TABLE, view_of(play, known))
    # A tile that is not seen yet lies nowhere: it is a choice of its own.
    assert [str(action) for route, action in choices.whole.items() if not route[0].startswith(CHOICE)] == [
        "fish 12"
    ]
    assert pressed(choices, token(Aim.TILE, 3))[1] == "fish 12"

    play.p.phase = ReefPhase.CUBES
    choices = routes_of(REEF_TABLE, view_of(play))
    first = token(Aim.SUPPLY, 2)
    assert pressed(choices, first, first)[1] == "cubes OO"
    assert pressed(choices, token(Aim.SUPPLY, 4), first)[1] == "cubes OG"


def test_in_the_set_up_the_large_cube_of_a_colour_stands_for_the_cube_of_the_supply() -> None:
    play = make()
    play.p.phase = ReefPhase.CUBES
    play.p.supply.cubes[1] = 0
    choices = routes_of(REEF_TABLE, view_of(play))
    sea, supply = token(Aim.SEA, 2), token(Aim.SUPPLY, 2)

    assert choices.lit(()) == {token(spot, c) for spot in (Aim.SEA, Aim.SUPPLY) for c in (0, 2, 3, 4)}
    assert press(choices, (), sea) == press(choices, (), supply)
    assert pressed(choices, sea, supply)[1] == "cubes OO"
    assert pressed(choices, token(Aim.SEA, 4), supply)[1] == "cubes OG"
    assert not press(choices, (), token(Aim.SEA, 1)).fits


def test_in_a_turn_a_space_of_the_open_sea_stands_for_nothing_else() -> None:
    choices = routes_of(REEF_TABLE, view_of(make("O: C5!0 C6 B5 D5 E5 D4")))

    assert choices.means == {} and choices.meant(token(Aim.SEA, 2)) == token(Aim.SEA, 2)


def test_in_the_final_round_action_1_eats_and_action_9_passes() -> None:
    play = make("O: C5!0 C6 B5 D5 E5 D4")
    play.p.phase, play.p.finals = ReefPhase.FINAL, (0,)
    choices = routes_of(REEF_TABLE, view_of(play))

    assert pressed(choices, act(1), space("C5"))[1] == "eat 0:C5"
    assert pressed(choices, act(9))[1] == "pass"
    assert str(press(choices, (), act(9)).action) == "pass"
    assert press(choices, (), act(1)).action is None


@pytest.mark.parametrize("seats", [2, 4])
def test_every_legal_action_can_be_reached_by_presses(seats: int) -> None:
    rng = random.Random(seats)
    table = LocalTable(ReefGame().start(seats, {}), seats, rng)
    while table.turn is not None:
        view = table.view(table.turn)
        if len(table.events) % 12:
            table.play(lively(view, rng))
            continue
        choices = routes_of(REEF_TABLE, view)
        reached = {str(action) for action in choices.whole.values()}
        for action in view.actions():
            assert str(action) in reached or str(action).startswith("fish ")
        for route, action in choices.whole.items():
            assert route[-1] in choices.lit(route[:-1])
            assert press(choices, route[:-1], route[-1]).action == action
        table.play(lively(view, rng))
