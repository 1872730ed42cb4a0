"""Reasons why a press leads nowhere, in the words of the rules."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from app.games.picks import routes_of
from app.games.reason import WATCHING, Reason
from app.games.reef.picks import ALGA_SPACE, HOME, UNDO, Aim, act, token
from app.games.reef.scene import REEF_TABLE
from app.games.reef.why import CHOOSE, FIRST, OVER, WAIT, why_not, why_not_drag
from app.games.scene import Route, Token
from rules.api import Face, Seat, Slot, View
from rules.reef.pieces.position import End, ReefPhase
from tests.support.reef import Play, at, make


def why(play: Play, target: Token, *hold: Token, seat: int | None = 0,
        known: Mapping[Slot, Face] | None = None) -> Reason | None:  # fmt: skip
    view = View(play.state, None if seat is None else Seat(seat), known or {})
    return why_not(view, routes_of(REEF_TABLE, view), hold, target)


def rule(play: Play, target: Token, *hold: Token) -> str:
    found = why(play, target, *hold)
    assert found is not None
    assert found.text.endswith(".") or "Esc" in found.text
    return found.rule


def space(name: str) -> Token:
    return token(Aim.SPACE, at(name))


def test_a_possible_press_has_no_reason_against_it() -> None:
    assert why(make(), act(10)) is None


def test_a_reason_is_a_sentence_with_its_rule() -> None:
    assert str(Reason("No.", "reef 1")) == "No. (reef 1)"
    assert str(CHOOSE) == CHOOSE.text


def test_players_who_wait_watch_or_have_finished_get_a_reason_of_their_own() -> None:
    play = make()
    assert why(play, act(10), seat=1) == WAIT
    assert why(play, act(10), seat=None) == WATCHING

    play.p.phase, play.p.end = ReefPhase.OVER, End.CLOSED
    assert why(play, act(10)) == OVER
    assert why(play, act(10), seat=None) == OVER


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (1, "reef 4.2"), (2, "reef 4.3"), (3, "reef 4.1b"), (5, "reef 4.5"), (6, "reef 4.6"), (7, "reef 4.6"),
        (8, "reef 4.6.8"),
    ],
)  # fmt: skip
def test_an_action_without_its_pieces_is_refused_by_its_own_paragraph(number: int, expected: str) -> None:
    assert rule(make(), act(number)) == expected


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "None of your shrimps stands on a coral."),
        (2, "You hold no larva cube."),
        (3, "Choose Play a cube (2) before a second cube."),
        (4, "There is no coral without a shrimp."),
        (5, "None of your shrimps is on a reef."),
        (6, "You have no consumed tile in front of your screen."),
        (7, "You have no consumed tile in front of your screen."),
        (8, "You hold no larva cube."),
    ],
)
def test_a_player_with_nothing_on_the_boards_reads_what_is_missing(number: int, text: str) -> None:
    found = why(make(""), act(number))

    assert found is not None and found.text == text


def test_a_player_who_has_eaten_cannot_use_action_9() -> None:
    play = make("O: C5!0 C6 B5 D5 E5; W: G3").do("eat 0:C5")
    done = Reason("You have done something in this turn: Collect (0) ends it.", "reef 4.1a")

    assert why(play, act(9)) == done
    assert why(make(cubes={0: "W"}).do("cube W"), act(9)) == done
    assert why(make(), act(9)) is None


def test_the_first_and_the_second_cube_are_told_apart() -> None:
    play = make(hand={0: "W"}, cubes={0: "WWW"})

    assert str(why(play, act(3))) == "Choose Play a cube (2) before a second cube. (reef 4.1b)"
    assert str(why(play.do("cube W"), act(2))) == (
        "The first cube of the turn was played: choose Second cube (3). (reef 4.1b)"
    )


def test_a_press_that_needs_another_button_first_names_that_button() -> None:
    cylinder = "Choose Tile to alga (7) first: a cylinder costs a consumed tile. (reef 4.6.7)"
    supply = (
        "Choose Tile to cube (6) first: a cube of the supply costs a consumed tile of its colour. "
        "(reef 4.6.6)"
    )
    play = make("O: C5", front={0: "OY"})
    paid = (act(7), token(Aim.FRONT, 2))

    for target in (token(Aim.ALGA, 0), ALGA_SPACE, token(Aim.CORAL_TILE, 1)):
        assert str(why(play, target)) == cylinder
    assert str(why(play, ALGA_SPACE, *paid)) == str(why(play, token(Aim.CORAL_TILE, 2), *paid)) == cylinder
    assert str(why(play, token(Aim.SUPPLY, 1))) == str(why(play, token(Aim.SUPPLY, 1), act(4))) == supply


def test_a_shrimp_moves_only_from_the_space_that_is_held() -> None:
    play = make("O: C5!0; Y: A5!1; W: G3")
    taken = why(play, space("A5"), space("C5"))

    assert taken is not None and taken == why(play, space("A5"), act(5), space("C5"))
    assert "A5 on board 1" in taken.text
    assert str(why(play, space("A5"), act(5))) != str(taken), "another player's shrimp is not moved"
    assert why(play, HOME, act(5), space("C5")) is None


def test_a_lock_is_refused_by_the_rule_of_its_coral_tile() -> None:
    play = make("O: C5", front={0: "O"})
    play.p.players[0].eaten = 1
    hold = (act(7), token(Aim.FRONT, 2), token(Aim.ALGA, 1))
    assert [why(play, token(Aim.CORAL_TILE, tile), *hold) is None for tile in (3, 6, 10)] == [True] * 3
    play.p.sea.lock[2] = 0

    locked = why(play, token(Aim.CORAL_TILE, 3), *hold)
    assert locked is not None and "locked" in locked.text
    assert why(play, token(Aim.CORAL_TILE, 6), *hold) is None and why(play, ALGA_SPACE, *hold) is None


def test_without_a_tile_behind_the_screen_a_space_is_judged_for_a_consumed_tile() -> None:
    play = make("W: G3; O: C5", cubes={0: "W"}, front={0: "W"}).do("cube W")
    held = make("W: G3; O: C5", cubes={0: "W"}, hand={0: "W"}).do("cube W")
    none = make("W: G3; O: C5", cubes={0: "W"}).do("cube W")

    assert rule(play, space("G3")) == rule(held, space("G3")) == "reef 4.3.4"
    assert rule(none, space("G3")) != "reef 4.3.4"
    assert rule(held, space("D5"), token(Aim.FRONT, 0)) != "reef 4.3.4"


def test_an_exchange_that_the_stocks_cannot_pay_says_what_is_used_up() -> None:
    cube, cylinder = make(front={0: "W"}), make(front={0: "W"})
    tile, other = make(cubes={0: "W"}, pool="", reserve=""), make(cubes={0: "WY"}, pool="YY", reserve="Y")
    cube.p.supply.cubes[0] = 0
    cylinder.p.sea.algae_left[:] = [0] * 4
    used_up = "There is no white tile in the bag or the reserve. (reef 4.6.8)"

    assert str(why(cube, act(6))) == "No white cube is left in the supply. (reef 4.6.6)"
    assert str(why(cylinder, act(7))) == "All 5 green cylinders are in use. (reef R18)"
    assert str(why(tile, act(8))) == str(why(tile, token(Aim.CUBE, 0), act(8))) == used_up
    assert why(other, act(8)) is None and str(why(other, token(Aim.CUBE, 0), act(8))) == used_up


def test_eating_is_refused_after_another_action_and_below_five_tiles() -> None:
    play = make("O: C5!0 C6 B5 D5 E5; W: G3!0", cubes={0: "W"})
    assert rule(make("O: C5!0"), act(1)) == "reef 4.2"
    assert rule(play.do("cube W"), act(1)) == "reef R21"


def test_the_two_cubes_of_a_turn_are_refused_in_the_wrong_order() -> None:
    play = make(hand={0: "W"}, cubes={0: "WWW"})
    assert rule(play, act(3)) == "reef 4.1b"
    play.do("cube W")
    assert rule(play, act(2)) == "reef 4.1b"
    play.do("cube W")
    two = why(play, act(3))
    assert two == Reason("You have already played two cubes for laying this turn.", "reef 4.1b")
    assert why(play, act(2)) == two
    assert rule(play, token(Aim.CUBE, 0)) == "reef 4.1b"
    last = why(make(cubes={0: "W"}).do("cube W"), act(3))
    assert last == Reason("You hold no larva cube.", "reef 4.3")


def test_action_9_is_refused_after_another_action() -> None:
    assert rule(make(cubes={0: "W"}).do("cube W"), act(9)) == "reef 4.1a"


def test_shrimps_are_introduced_once() -> None:
    play = make("O: C5; W: G3").do("introduce 0:C5")
    assert rule(play, act(4)) == "reef 4.4"
    assert why(play, act(4)) == why(play, HOME) == why(play, space("G3"), act(4))
    for colour in "WYOPG":
        assert str(why(make(f"{colour}: C5!1"), act(4))) == (
            "The coral at C5 on board 1 carries a shrimp already. (reef 4.4)"
        )
    assert why(make("", seats=2), act(4)) == Reason("There is no coral without a shrimp.", "reef 4.4")
    assert rule(make("O: C5!1; W: G3"), space("C5"), act(4)) == "reef 4.4"
    assert rule(make("O: C5!1; W: G3"), space("C5"), HOME) == "reef 4.4"


def test_collecting_is_refused_while_a_shrimp_waits_on_rock() -> None:
    play = make("O: C5; #: B5!0")
    for target in (act(9), act(10), token(Aim.SEA, 1)):
        assert rule(play, target) == "reef 4.5b"


def test_a_space_is_refused_by_the_rule_of_what_is_held() -> None:
    play = make("O: C5!0 C6 B5 D5 E5; W: G3; Y: A5!1", hand={0: "WW"}, cubes={0: "W"})
    assert rule(play, space("G3"), act(1)) == "reef 4.2"
    assert rule(play, space("A5"), act(5), space("C5")) == "reef 4.5"
    assert rule(play, space("A5"), space("C5")) == "reef 4.5"
    assert rule(play, space("G3"), act(5)) == "reef 4.5"
    assert why(play, space("D4")) == FIRST
    assert why(play, space("G3"), act(10)) == CHOOSE
    play.do("cube W")
    assert rule(play, space("C6")) == "reef 4.3.5a"
    assert rule(play, space("G3")) == "reef 4.3.4"
    assert rule(play, space("C6"), token(Aim.TILE, 0)) == "reef 4.3.5a"


def test_a_refusal_names_a_space_as_the_scene_does() -> None:
    play = make("W: G3", hand={0: "W"}, cubes={0: "W"}).do("cube W")
    found = why(play, space("G3"))

    assert found == Reason("The tile on G3 on board 1 is white already.", "reef 4.3.4")


def test_a_space_is_judged_for_a_tile_from_either_source() -> None:
    play = make("W: G3; O: C5", secret={0: (12,)}, cubes={0: "W"}, front={0: "W"}).do("cube W")
    assert rule(play, space("G3"), token(Aim.FRONT, 0)) == "reef 4.3.4"
    assert rule(play, space("G3")) == "reef 4.3.4"
    found = why(play, space("G3"), known={Slot(12): Face(0)})
    assert found is not None
    assert found.rule == "reef 4.3.4"


def test_tiles_are_laid_after_a_cube() -> None:
    play = make(hand={0: "WY"}, cubes={0: "W"})
    assert rule(play, token(Aim.TILE, 0)) == "reef 4.1c"
    assert rule(play.do("cube W"), token(Aim.TILE, 1)) == "reef 4.3a"


def test_a_piece_that_the_player_lacks_is_refused_with_its_rule() -> None:
    play = make(cubes={0: "W"})
    assert rule(play, token(Aim.CUBE, 1)) == "reef 4.3"
    assert rule(play, token(Aim.CUBE, 1), act(8)) == "reef 4.3"
    assert rule(play, token(Aim.FRONT, 1)) == "reef 4.6"
    assert rule(play, token(Aim.SUPPLY, 1)) == "reef 4.6.6"
    assert rule(play, UNDO) == "reef R35"
    assert why(play, token(Aim.PLAYER, 1)) == FIRST
    assert why(play, token(Aim.PLAYER, 1), act(2)) == CHOOSE


def test_a_cylinder_is_paid_for_and_chosen_before_its_target() -> None:
    play = make("O: C5", front={0: "OY"})
    paid, green = token(Aim.FRONT, 2), token(Aim.ALGA, 0)
    tile = token(Aim.CORAL_TILE, 1)
    for target in (green, ALGA_SPACE, tile):
        assert rule(play, target) == "reef 4.6.7"
    assert rule(play, tile, act(7), paid) == "reef 4.6.7"
    assert rule(play, tile, act(7), paid, green) == "reef 4.6.7b"  # nothing eaten yet
    play.p.players[0].eaten = 1
    assert rule(play, token(Aim.CORAL_TILE, 2), act(7), paid, green) == "reef 4.6.7b"  # a red one
    play.p.sea.algae_left[0] = 0
    assert rule(play, green, act(7), paid) == "reef R18"
    assert rule(play, ALGA_SPACE, act(7), paid, green) == "reef R18"


@pytest.mark.parametrize(
    ("phase", "target", "expected"),
    [
        (ReefPhase.FISH, act(10), "reef 4.1"),
        (ReefPhase.CUBES, token(Aim.SUPPLY, 0), "reef 3.10"),
        (ReefPhase.CUBES, token(Aim.SEA, 0), "reef 3.10"),
        (ReefPhase.CUBES, act(2), "reef 4.1"),
        (ReefPhase.FINAL, space("G3"), "reef 4.2"),
        (ReefPhase.FINAL, act(2), "reef 4.1"),
    ],
)
def test_outside_a_turn_a_refusal_cites_the_rule_of_the_phase(
    phase: ReefPhase, target: Token, expected: str
) -> None:
    play = make("O: C5!0 C6 B5 D5 E5 D4; W: G3", secret={0: (12,)})
    play.p.phase, play.p.finals = phase, (0,)
    play.p.supply.cubes[0] = 0
    found = why(play, target, known={Slot(12): Face(0)})

    assert found is not None
    assert found.rule == expected


def test_in_the_final_round_a_coral_is_eaten_by_pressing_it() -> None:
    play = make("O: C5!0 C6 B5 D5 E5 D4; W: G3")
    play.p.phase, play.p.finals = ReefPhase.FINAL, (0,)
    assert why(play, space("D4")) is None


def test_a_drag_is_refused_for_the_piece_or_for_the_space() -> None:
    play = make("W: G3", hand={0: "WY"}, cubes={0: "W"}).do("cube W")
    view = View(play.state, Seat(0), {})
    choices = routes_of(REEF_TABLE, view)
    tile, other = token(Aim.TILE, 0), token(Aim.TILE, 1)

    assert why_not_drag(view, choices, tile, space("D5")) is None
    assert str(why_not_drag(view, choices, tile, space("G3"))).endswith("(reef 4.3.4)")
    assert str(why_not_drag(view, choices, other, space("D5"))).endswith("(reef 4.3a)")
    assert why_not_drag(view, choices, UNDO, space("D5")) == CHOOSE
    held: Route = (tile,)
    assert why_not(view, choices, held, space("D5")) is None
