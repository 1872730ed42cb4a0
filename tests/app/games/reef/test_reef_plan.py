"""The words for a planned turn of Reef Encounter, and how its colours stand."""

from __future__ import annotations

import pytest

from app.games.picks import routes_of
from app.games.reef.colours import standings
from app.games.reef.lights import shown_pieces
from app.games.reef.looks import Button
from app.games.reef.picks import UNDO, Aim, token
from app.games.reef.preview import brings, preview
from app.games.reef.scene import REEF_TABLE, reef_scene
from rules.api import Face, Seat, Slot, View
from rules.reef.actions import BuyTile
from tests.support.reef import at, make


def test_what_planned_steps_bring_is_described() -> None:
    play = make("W: E5 E6 F5!0 F6 G5 F4; O: C5; Y: D5 D6", hand={0: "YY"}, cubes={0: "Y"})
    view = View(play.state, Seat(0), {})
    play.do("eat 0:F5", "cube Y", "lay Y 0:C5 from screen", "introduce 0:D5")
    planned = View(play.state, Seat(0), {})

    assert brings(view, planned) == (
        "2 white into your parrotfish, worth 6, you consume 1 orange, your yellow coral of 3"
    )
    assert brings(view, view) == ""


@pytest.mark.parametrize(
    ("tiles", "steps", "words"),
    [
        ("W: A4!0 A5; O: C5", ("cube W", "lay W 0:B5 from screen"), "your white coral 2 → 3"),
        ("W: A4!0 A5; O: C5 D5", ("move 0:A4 0:C5",), "your orange coral of 2"),
        ("W: A4!0 A5; O: C5!1 D5", ("move 0:A4 0:B5",), ""),
        ("W: A4!0 A5; O: C5!1 D5", ("move 0:A4 0:D4",), ""),
        ("W: A4!0 A5; O: C5!1 D5", ("cube W",), ""),
        ("W: A4!0; O: C5", ("alga r space pay P",), "orange worth 3 → 4, grey worth 3 → 2"),
        (
            "W: B6!0 B5; O: C5 D5 D6 C6",
            ("cube W", "lay W 0:C5 from screen", "lay W 0:C6 from screen"),
            "you consume 2 orange, your white coral 2 → 4",
        ),
        (
            "O: C5!0 C6 B5 B6 D6 E6; W: A4",
            ("eat 0:C5", "introduce 0:A4"),
            "2 orange into your parrotfish, worth 6, your white coral of 1",
        ),
    ],
)
def test_each_thing_that_planned_steps_change_is_described(
    tiles: str, steps: tuple[str, ...], words: str
) -> None:
    play = make(tiles, hand={0: "WW"}, cubes={0: "W"}, front={0: "P"}, fish={0: "OW"}, side=0)
    if "lay W 0:C5" in "".join(steps):
        play.p.sea.side[1] = 0
    sent = View(play.state, Seat(0), {})
    planned = View(play.do(*steps).state, Seat(0), {})

    assert brings(sent, planned) == words
    assert brings(View(sent.state, None, {}), View(planned.state, None, {})) == ""


def test_a_planned_tile_shows_what_lay_below_it_and_can_be_undone() -> None:
    """A laid start tile can be taken back too, though the rules forbid it: nobody has seen the tile yet."""
    play = make("O: C5; Y: D5 D6", secret={0: (12,)}, cubes={0: "Y"})
    sent = View(play.state, Seat(0), {Slot(12): Face(1)})
    play.do("cube Y", "lay Y 0:C5 from screen 12=Y")
    view = View(play.state, Seat(0), {Slot(12): Face(1)})
    assert not play.state.can_undo
    pieces = {
        each.at: each
        for each in shown_pieces(
            view, reef_scene(view, ("Ada", "Bo")), routes_of(REEF_TABLE, view), sent=sent
        )
    }
    ghost, undo = pieces[token(Aim.SPACE, at("C5"))], pieces[UNDO]

    assert ghost.is_planned and ghost.was == 2 and ghost.name.endswith("planned")
    beside = pieces[token(Aim.SPACE, at("D5"))]
    assert not beside.is_planned and beside.was is None and not beside.is_last
    assert not undo.is_planned and not undo.is_last and undo.was is None
    assert isinstance(undo.piece.look, Button) and undo.piece.look.is_enabled and undo.piece.why is None


def test_a_step_that_opens_a_tile_is_marked_as_final() -> None:
    play = make(cubes={0: "W"}, pool="Y", deck=(0, 9))
    told = preview(View(play.state, Seat(0), {}), BuyTile(0))

    assert told.text.endswith("so you cannot take it back")


def test_the_standings_of_the_colours_follow_from_coral_tiles_and_boards() -> None:
    play = make("W: D5 D6 E5!0; O: C5")
    view = View(play.state, Seat(0), {})
    found = standings(view)
    white, orange = found[0], found[2]

    assert sum(each.value for each in found) == 15
    assert all(len(each.beats) + len(each.beaten_by) == 4 for each in found)
    assert all(each.colour in found[loser].beaten_by for each in found for loser in each.beats)
    assert (white.polyps, white.own, orange.polyps, orange.own) == (3, 3, 1, 0)
    assert str(white) == (
        "White is worth 3, beats yellow and orange, is beaten by pink and grey; "
        "3 polyps on the boards, 3 of them yours."
    )


@pytest.mark.parametrize("sides", [(0,) * 10, (1,) * 10, (0, 1) * 5])
def test_which_colours_a_colour_beats_follows_from_the_coral_tiles(sides: tuple[int, ...]) -> None:
    play = make("W: D5")
    play.p.sea.side = list(sides)
    play.p.sea.rank_beats()
    found = standings(View(play.state, None, {}))

    assert [each.colour for each in found] == [*range(5)]
    for each in found:
        stronger = {other for other in range(5) if play.p.sea.beats[other * 5 + each.colour]}
        assert set(each.beaten_by) == stronger and set(each.beats) == {*range(5)} - stronger - {each.colour}
        assert each.own == 0
