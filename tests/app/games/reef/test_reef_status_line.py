"""The line under the reef: what the piece under the pointer would do, or what to press next."""

from __future__ import annotations

import pytest

from app.games.picks import routes_of
from app.games.reef.lights import shown_pieces
from app.games.reef.picks import ALGA_SPACE, HOME, Aim, act, token
from app.games.reef.preview import StatusLine
from app.games.reef.scene import REEF_TABLE, reef_scene
from app.games.reef.status_line import ghost_of, status_line
from app.games.scene import Route, Token
from rules.api import Seat, View
from tests.support.reef import Play, at, make

NAMES = ("Ada", "Bo", "Cy", "Di")


def view_of(play: Play, seat: int = 0) -> View:
    return View(play.state, Seat(seat), {})


def space(name: str) -> Token:
    return token(Aim.SPACE, at(name))


def line(play: Play, *hold: Token, target: Token | None = None, seat: int = 0) -> StatusLine:
    view = view_of(play, seat)
    scene, routes = reef_scene(view, NAMES), routes_of(REEF_TABLE, view)
    shown = {each.at: each for each in shown_pieces(view, scene, routes, hold=hold)}
    return status_line(view, routes, scene, hold=hold, pointed=None if target is None else shown.get(target))


def test_pointing_at_a_piece_tells_what_a_press_on_it_would_do() -> None:
    play = make("W: E5 E6; Y: D5 D6", hand={0: "WW"}, cubes={0: "W"}).do("cube W")
    found = line(play, target=space("D5"))

    assert found.text.startswith("D5: consumes 1 yellow, grows onto D4")
    assert (found.eaten, found.grown) == ({at("D5")}, {at("D4")})
    assert line(play, target=space("E5")).text == "E5 on board 1, white polyp, coral of 2"


def test_a_held_piece_under_the_pointer_tells_what_to_do_with_it() -> None:
    """The pointer rests where it has pressed, and so hides what comes next."""
    sea = token(Aim.SEA, 4)
    does = line(make(), act(10), target=sea).text

    assert does.startswith("You take the grey cube") and does.endswith("your turn ends and cannot be undone.")
    assert line(make(), sea, target=sea).text == f"Press it again: {does[0].lower()}{does[1:]}"


def test_a_cylinder_pointed_at_or_held_shows_what_it_turns() -> None:
    play = make(front={0: "O"})
    held: Route = (act(7), token(Aim.FRONT, 2))
    blue = token(Aim.ALGA, 1)

    assert line(play, *held, target=blue) == StatusLine(
        "This cylinder would turn coral tiles 3, 6, 10 over.", flipped=frozenset({3, 6, 10}))  # fmt: skip
    assert line(play, *held, blue).flipped == {3, 6, 10}
    assert line(play, *held, blue, target=space("D4")).flipped == {3, 6, 10}
    assert line(play, *held, blue, target=ALGA_SPACE).flipped == {3, 6, 10}
    play.p.sea.lock = [0] * 10
    assert line(play, *held, target=blue).text == "This cylinder would turn no coral tile over."


def test_the_line_of_a_held_shrimp_offers_to_move_it_and_to_eat_its_coral() -> None:
    play = make("O: C5!0 C6 B5 D5 E5")
    eats = "Press it again to eat: 1 of 5 orange into your parrotfish, worth 3 now; "
    own, other = line(play, space("C5")), line(play, space("E5"))

    assert own.text.startswith(f"Choose a space for the shrimp, or your screen. {eats}")
    assert other.text.startswith(eats)
    assert own.eaten == other.eaten == {at(name) for name in ("C5", "C6", "B5", "D5", "E5")}
    assert own.is_call and other.is_call and not own.is_warning
    assert line(make("O: C5!0 C6"), space("C5")).text == "Choose a space for the shrimp, or your screen."


def test_a_piece_under_the_pointer_that_does_nothing_is_named() -> None:
    play = make("O: C5!0 C6", front={0: "O"})
    pointed = line(play, target=token(Aim.SUPPLY, 0))

    assert pointed == StatusLine("9 white cubes in the supply")
    assert not pointed.is_call and not pointed.is_warning
    assert line(play, target=token(Aim.ALGA, 1)).text == "Blue cylinder, 5 left"
    assert line(play, target=token(Aim.PLAYER, 1)).text.startswith("Bo: ")


@pytest.mark.parametrize(
    ("hold", "words"),
    [
        ((act(1),), "Choose the coral that your parrotfish eats."),
        ((act(2),), "Choose one of your cubes; tiles of its colour may follow."),
        ((act(3),), "Choose one of your cubes; tiles of its colour may follow."),
        ((act(4),), "Choose a coral for your shrimp."),
        ((act(5),), "Choose one of your shrimps."),
        ((act(6),), "Choose a consumed tile: you get a cube of its colour."),
        ((act(7),), "Choose the consumed tile that pays for a cylinder."),
        ((act(8),), "Choose a cube: you get a tile of its colour."),
        ((act(9),), "Choose a space to collect from: that ends your turn."),
        ((HOME,), "Choose a coral for your shrimp."),
        ((token(Aim.TILE, 0),), "Choose a space for the tile."),
        ((token(Aim.FRONT, 2), token(Aim.ALGA, 1)), "Choose the alga space, or a coral tile to lock."),
        ((token(Aim.SUPPLY, 1),), "Choose one more cube, of any colour."),
        ((act(10),), "Choose a space to collect from: that ends your turn."),
        ((act(5), space("C5")), "Choose a space for the shrimp, or your screen."),
        ((act(7), token(Aim.FRONT, 2)), "Choose a cylinder."),
        ((token(Aim.FRONT, 2),), "Choose a space, a cylinder, or a cube of the supply."),
        ((token(Aim.SEA, 2),), "Press it again to collect: that ends your turn."),
    ],
)
def test_a_hold_tells_what_comes_next(hold: Route, words: str) -> None:
    assert line(make(), *hold).text == words


def test_without_a_hold_a_warning_comes_before_the_next_task() -> None:
    play = make()
    assert line(play) == StatusLine("Your turn: choose an action; collecting ends the turn.", is_call=True)
    assert not line(play, seat=1).is_call
    play.p.players[1].eaten = 3
    assert line(play).is_warning
    assert line(play).text == "Bo has eaten three corals: a fourth ends the game."
    assert not line(play, act(10)).is_warning


def test_the_tile_under_the_pointer_has_the_colour_that_can_be_laid_now() -> None:
    play = make(hand={0: "W"}, cubes={0: "W"})
    assert ghost_of(view_of(play), ()) is None
    play.do("cube W")
    assert ghost_of(view_of(play), ()) == 0
    assert ghost_of(view_of(play), (token(Aim.FRONT, 0),)) == 0
    assert ghost_of(view_of(play), (act(4),)) is None
