"""Reef Encounter in words."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping

import pytest

from app.games.board import board_lines, board_of
from app.games.reef.say import say
from app.games.reef.scene import REEF_TABLE
from app.games.reef.words import own_start, own_tiles, reef_state, reef_status
from rules.api import Face, Seat, Slot, View
from rules.driver import LocalTable
from rules.plump.game import PlumpGame
from rules.reef.game import ReefGame
from rules.reef.notation import parse_action
from rules.reef.pieces.boards import space_name
from rules.reef.pieces.position import End, ReefPhase
from tests.support.reef import Play, at, lively, make

NAMES = ("Ada", "Bo", "Cy", "Di")


def view_of(play: Play, seat: int | None = 0, known: Mapping[Slot, Face] | None = None) -> View:
    return View(play.state, None if seat is None else Seat(seat), known or {})


def lines(view: View) -> dict[str, str]:
    """The board by the titles of its zones."""
    found = [line.partition(": ") for line in board_lines(board_of(REEF_TABLE, view, NAMES))[1:]]
    return {title: rest for title, _, rest in found}


def test_corals_are_described_with_their_guards() -> None:
    play = make("Y: C3!1 C2; W: F4; #: B5!0")
    told = lines(view_of(play))

    assert told["Board 1"] == (
        "yellow coral of 2 at C2 C3, guarded by Bo on C3; white coral of 1 at F4; "
        "a shrimp of yours on bare B5"
    )
    assert told["Board 2"] == "nothing"


def test_the_sea_the_tiles_and_the_algae_are_described() -> None:
    play = make()
    play.p.sea.tiles[6:9] = [1, 0, 2]
    play.p.sea.lock[0], play.p.sea.alga = 1, 3
    play.p.sea.cubes[0] = 0
    play.p.supply.cubes[1] = 1
    told = lines(view_of(play))

    assert told["Open sea"].startswith(
        "White space: no cube, no tiles; worth 3; Yellow space: its cube, 1 white, 2 orange; worth 3; "
    )
    assert told["Supply"].startswith("9 white cubes in the supply, 1 yellow cube in the supply, ")
    assert told["Coral tiles"].startswith(
        "Coral tile 1: white beats yellow, large alga green, locked by blue; Coral tile 2: "
    )
    assert told["Algae"].startswith("Alga space, red; green cylinder, 5 left; ")
    assert told["Bag"] == "20 tiles"


def test_the_line_of_players_leaves_out_counts_that_the_rules_hide() -> None:
    play = make(hand={0: "WW", 1: "YYP"}, cubes={1: "G"}, front={1: "OO"})
    told = lines(view_of(play))["Players"]
    assert told == (
        "Ada (you): no corals eaten, to move; "
        "Bo: no corals eaten, consumed 2 orange, 4 shrimps behind the screen, "
        "3 tiles, cubes 1 grey, no tiles in the parrotfish"
    )

    play.p.rules = type(play.p.rules)(seats=2, counts=False)
    hidden = lines(view_of(play))
    assert hidden["Players"].endswith("Bo: no corals eaten, consumed 2 orange, 4 shrimps behind the screen")
    assert hidden["Tiles behind your screen"] == "2 white tiles"


def test_the_scene_tells_who_has_left() -> None:
    play = make(seats=3)
    play.p.players[1].gone = True

    assert "Bo: has left" in lines(view_of(play))["Players"]


def test_before_the_bag_is_mixed_there_is_no_sea() -> None:
    play = make()
    play.p.phase = ReefPhase.SIDE

    assert [title for title in lines(view_of(play)) if not title.startswith("Board")] == [
        "Your shrimps", "Your parrotfish", "Players"]  # fmt: skip


def test_the_players_own_pieces_are_listed_and_a_spectator_has_none() -> None:
    play = make(hand={0: "W"}, cubes={0: "P"}, front={0: "G"}, fish={0: "YY"}, secret={0: (12, 13)})
    play.p.players[0].start = 14
    known = {Slot(12): Face(0), Slot(14): Face(3)}
    view = view_of(play, 0, known)
    told = lines(view)
    own = [told[f"Your {what}"] for what in ("cubes", "consumed tiles", "shrimps", "parrotfish")]

    assert told["Tiles behind your screen"] == "2 white tiles"
    assert own == [
        "1 pink cube",
        "1 grey consumed tile",
        "Your screen, 4 shrimps behind it",
        "worth 9: 2 yellow, pink from the start, known only to you",
    ]
    assert own_tiles(view) == (2, 0, 0, 0, 0)
    assert own_start(view) == 3
    spectator = view_of(play, None)
    assert not any(title.startswith("Your") for title in lines(spectator))
    assert own_tiles(spectator) == (0,) * 5
    assert own_start(spectator) is None
    assert lines(view_of(make()))["Your parrotfish"] == "worth 0: empty"


def test_each_choice_is_listed_at_the_pieces_that_begin_it() -> None:
    play = make("O: C5!0 C6 B5 D5 E5", hand={0: "W"}, cubes={0: "WP"}, front={0: "O"})
    board = board_of(REEF_TABLE, view_of(play), NAMES)
    told = {
        piece.name: [choice.words for choice in piece.choices]
        for zone in board.zones
        for piece in zone.pieces
    }

    assert told["1, Eat a coral"] == ["Eat the coral at C5 on board 1"]
    assert told["2, Play a cube"] == ["Play a white cube", "Play a pink cube"]
    assert told["1 white cube"] == ["Play a white cube"]
    assert len(told["5, Move shrimps"]) > 5
    assert told["6, Tile to cube"] == ["Choose Tile to cube with a consumed orange tile"]
    whole = "Choose Tile to alga with a consumed orange tile, a green cylinder and the alga space"
    assert whole in told["1 orange consumed tile"]
    assert "Collect from the grey space" in told["0, Collect"]
    assert "3, Second cube" not in told and "no white consumed tiles" not in told


@pytest.mark.parametrize(
    ("phase", "laying", "words"),
    [
        (ReefPhase.BOARDS, -1, "The boards are being drawn."),
        (ReefPhase.DRAW, -1, "New tiles are being drawn for the open sea."),
        (ReefPhase.FISH, -1, "Choose a tile for your parrotfish; nobody else sees it before the end."),
        (ReefPhase.CUBES, -1, "Take two larva cubes from the supply."),
        (ReefPhase.FINAL, -1, "Final round: eat one coral of at least 6 tiles, or pass."),
        (ReefPhase.TURN, -1, "Your turn: choose an action; collecting ends the turn."),
        (
            ReefPhase.TURN,
            2,
            "Lay orange tiles, up to 3 more from behind your screen, or take another action.",
        ),
    ],
)
def test_the_status_says_what_to_do(phase: ReefPhase, laying: int, words: str) -> None:
    play = make(hand={0: "OOOO"})
    play.p.phase, play.p.course.laying, play.p.course.behind = phase, laying, 1

    assert reef_status(view_of(play), NAMES) == words


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("", "You have no orange tile behind your screen: take another action."),
        ("W", "You have no orange tile behind your screen: take another action."),
        ("OW", "Lay orange tiles, one more from behind your screen, or take another action."),
        ("OO", "Lay orange tiles, up to 2 more from behind your screen, or take another action."),
    ],
)
def test_no_more_tiles_are_promised_than_there_are(hand: str, words: str) -> None:
    play = make(hand={0: hand})
    play.p.phase, play.p.course.laying = ReefPhase.TURN, 2

    assert reef_status(view_of(play), NAMES) == words


def test_the_status_names_the_player_that_the_game_waits_for() -> None:
    play = make()
    assert reef_status(view_of(play, 1), NAMES) == "Waiting for Ada to play."

    play.p.phase = ReefPhase.FINAL
    assert reef_status(view_of(play, None), NAMES) == "Waiting for Ada to eat a last coral or pass."


def test_the_status_says_who_has_won() -> None:
    play = make(fish={0: "WW", 1: "G"})
    play.p.phase, play.p.end = ReefPhase.OVER, End.CLOSED

    assert reef_status(view_of(play), NAMES) == "The game is over: you win."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("eat 0:E4", "Eat the coral at E4 on board 1"),
        ("cube O", "Play an orange cube"),
        ("lay P 1:D5 from screen", "Lay a pink tile on D5 on board 2"),
        ("lay P 1:D5 from front", "Lay a consumed pink tile on D5 on board 2"),
        ("introduce 0:C3", "Place a new shrimp on C3 on board 1"),
        ("move 0:C3 home", "Move the shrimp on C3 on board 1 behind the screen"),
        ("move 0:C3 1:C4", "Move the shrimp on C3 on board 1 to C4 on board 2"),
        ("trade tile W", "Choose Tile to cube with a consumed white tile"),
        ("trade cube O", "Choose Cube to tile with an orange cube"),
        (
            "alga b tile 6 pay Y",
            "Choose Tile to alga with a consumed yellow tile, a blue cylinder and coral tile 6",
        ),
        (
            "alga r space pay Y",
            "Choose Tile to alga with a consumed yellow tile, a red cylinder and the alga space",
        ),
        ("collect W", "Collect from the white space"),
        ("cubes WG", "Take a white cube and a grey cube from the supply"),
        ("cubes WW", "Take two white cubes from the supply"),
        ("fish 12", "Put an unseen tile into your parrotfish"),
        ("pass", "Pass"),
        ("undo", "Take back the last step"),
    ],
)
def test_a_choice_is_described_by_its_effect(text: str, words: str) -> None:
    assert say(view_of(make()), parse_action(text), NAMES).do == words


def test_start_tiles_are_described_by_their_colour_if_known() -> None:
    table = LocalTable(ReefGame().start(2, {}), 2, random.Random(1))
    seat = table.turn
    assert seat is not None
    known = [say(table.view(seat), action, NAMES).do for action in table.view(seat).actions()]
    blind = lines(View(table.state, seat, {}))["Your choices"]

    assert all(re.fullmatch("Put an? [a-z]+ tile into your parrotfish", words) for words in known)
    assert set(blind.split(", ")) == {"Put an unseen tile into your parrotfish"}


def test_places_count_boards_from_one() -> None:
    assert space_name(at("1:D4")) == "D4 on board 2"


def test_a_view_of_another_game_is_refused() -> None:
    with pytest.raises(TypeError):
        reef_state(View(PlumpGame().start(3, {}), None, {}))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_board_offers_exactly_the_legal_actions_throughout_a_game(seats: int) -> None:
    rng = random.Random(seats)
    table = LocalTable(ReefGame().start(seats, {}), seats, rng)
    step = 0
    while table.turn is not None:
        view = table.view(table.turn)
        if step % 40 == 0:
            board = board_of(REEF_TABLE, view, NAMES)
            offered = {
                str(choice.action)
                for zone in board.zones
                for piece in zone.pieces
                for choice in piece.choices
            }
            assert offered == set(map(str, view.actions()))
        step += 1
        table.play(lively(view, rng))
