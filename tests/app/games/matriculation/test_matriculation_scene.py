"""The table of Matriculation described: zones, plates, reasons, the ways to press a choice."""

from __future__ import annotations

import pytest

from app.games.board import board_lines
from app.games.matriculation.entry import MATRICULATION
from app.games.matriculation.scene import MATRICULATION_TABLE, matriculation_scene
from app.games.picks import routes_of
from app.games.scene import Closed, Scene, Sign, Zone
from rules.api import Seat, Slot, View
from rules.matriculation.actions import Discard, MatriculationPlay
from rules.matriculation.cards import parse_face
from rules.matriculation.course import MatriculationPhase
from rules.matriculation.game import MatriculationGame
from rules.matriculation.player import Student
from tests.support.matriculation import Desk, desk, player
from tests.support.values import replace

NAMES = ("Lisa", "Toby", "Ann")
HAND = "6h,car,car-fixed,golden-car"


def seen(table: Desk, seat: int | None = 0) -> View:
    """The view of a seat, with its own hand."""
    hand = () if seat is None else table.state.players[seat].hand
    return View(table.state, None if seat is None else Seat(seat), {slot: table.faces[slot] for slot in hand})


def scene_of(table: Desk, seat: int | None = 0) -> Scene:
    return matriculation_scene(seen(table, seat), NAMES)


def zone(scene: Scene, key: str) -> Zone:
    found = scene.zone(key)
    assert found is not None
    return found


def test_the_board_names_piles_hands_and_scores() -> None:
    table = desk(
        HAND,
        "6h,6h",
        players=(player(terms="15h,9h", setbacks="car,ogre", exceptions="alarm"), player(terms="6h")),
    )

    assert board_lines(MATRICULATION.describe(seen(table), NAMES)) == (
        "Your turn: Car Not Working stops your terms until Car Fixed or Golden Car; "
        "play a card or discard one.",
        "Game: First to 120 hours",
        "Your hours: Ogre Prof, 6 hours fewer until Princess Fiona or Teacher's Pet; 9 Hour Term; "
        "15 Hour Term",
        "Your control pile: Car Not Working, no terms until Car Fixed or Golden Car",
        "Your exceptions: Bulletproof Alarm Clock, safe from Alarm Clock Broken",
        "Toby's hours: 6 Hour Term",
        "Deck: 50 cards",
        "Your hand: 6 Hour Term, Car Not Working, Car Fixed, Golden Car",
        "Players: Lisa (you): 18 of 120 hours, 2 terms, 190 points, to play, leads; "
        "Toby: 6 of 120 hours, 1 term, 30 points, 2 cards, dealer",
    )


def test_a_card_lists_the_actions_it_can_begin() -> None:
    board = MATRICULATION.describe(seen(desk(HAND, "6h")), NAMES)
    hand = next(zone for zone in board.zones if zone.title == "Your hand")

    assert [[choice.words for choice in piece.choices] for piece in hand.pieces] == [
        ["Play a 6 Hour Term", "Discard a 6 Hour Term"],
        ["Play Car Not Working on Toby", "Discard Car Not Working"],
        ["Discard Car Fixed"],
        ["Play Golden Car", "Discard Golden Car"],
    ]


def test_a_choice_is_made_by_pressing_a_card_and_then_a_player_or_the_discards() -> None:
    routes = routes_of(MATRICULATION_TABLE, seen(desk("15h,car", "6h", "6h")))

    assert {route: str(action) for route, action in routes.whole.items()} == {
        ("card:0", "seat:0"): "play 0=15h",
        ("card:0", "discards"): "discard 0=15h",
        ("card:1", "seat:1"): "play 1=car on 1",
        ("card:1", "seat:2"): "play 1=car on 2",
        ("card:1", "discards"): "discard 1=car",
    }


def test_the_viewer_comes_first_and_other_hands_are_counted_only() -> None:
    scene = scene_of(desk(HAND, "6h"), seat=1)

    assert [(plate.seat, plate.held) for plate in scene.plates] == [(1, 0), (0, 4)]
    assert [zone.title for zone in scene.zones[:5:4]] == ["Your hours", "Lisa's hours"]


def test_a_spectator_sees_no_hand() -> None:
    assert scene_of(desk(HAND, "6h"), seat=None).zone("hand") is None


def test_before_the_roll_nobody_is_the_dealer() -> None:
    scene = matriculation_scene(View(MatriculationGame().start(2, {}), Seat(0), {}), NAMES)

    assert not any(plate.signs for plate in scene.plates)
    assert scene.note == "The first dealer is being drawn"


def test_a_player_who_has_left_is_named_and_leaves_its_cards_lying() -> None:
    scene = scene_of(desk("6h", "6h", "6h", players=(Student(), player(terms="6h"), Student())))
    left = desk("6h", "6h", "6h", players=(Student(), replace(player(terms="6h"), left=True), Student()))

    assert [plate.signs for plate in scene_of(left).plates if plate.seat == 1] == [(Sign.GONE,)]
    assert zone(scene_of(left), "hours 1") == zone(scene, "hours 1")


@pytest.mark.parametrize(
    ("phase", "note"),
    [
        (MatriculationPhase.ROLL, "The first dealer is being drawn"),
        (MatriculationPhase.SHUFFLE, "Everybody shuffles the deck"),
        (MatriculationPhase.DEAL, "The cards are being dealt"),
        (MatriculationPhase.PLAY, ""),
        (MatriculationPhase.OVER, ""),
    ],
)
def test_the_note_tells_which_phase_is_under_way(phase: MatriculationPhase, note: str) -> None:
    state = replace(desk("6h", "6h").state, phase=phase)

    assert matriculation_scene(View(state, Seat(0), {}), NAMES).note == note


def test_a_player_who_draws_is_said_to_draw() -> None:
    drawing = replace(desk("6h", "6h").state, phase=MatriculationPhase.DRAW)
    scene = matriculation_scene(View(drawing, Seat(0), {}), NAMES)

    assert [(plate.doing, Sign.DEALER in plate.signs) for plate in scene.plates] == [
        ("draws", False),
        ("", True),
    ]


def test_the_discards_show_the_top_card_and_list_those_below_it() -> None:
    discards = zone(scene_of(desk("6h,fiona,car", "6h,6h").do("discard fiona", "discard 6h")), "discards")

    assert [piece.name for piece in discards.pieces] == ["6 Hour Term"]
    assert [piece.name for piece in discards.below] == ["Princess Fiona"]
    assert discards.count == 2


def test_a_player_who_has_left_is_not_named_as_the_leader() -> None:
    """A player who has left will share the last place."""
    gone = desk("6h", "6h", players=(player(terms="6h"), replace(player(terms="9h"), left=True)))
    scenes = scene_of(desk("6h", "6h", players=(player(terms="6h"), player(terms="9h")))), scene_of(gone)

    assert [[plate.seat for plate in scene.plates if Sign.LEADS in plate.signs] for scene in scenes] == [
        [1],
        [0],
    ]


def test_a_whole_match_counts_its_hands_and_adds_up_the_points() -> None:
    table = desk("6h", "6h", players=(player(terms="15h"), player(exceptions="car")), hands_played=3)
    scene = scene_of(table)

    assert scene.title == "Hand 1 of 3"
    assert [str(plate.figure("points")) for plate in scene.plates] == ["75 points", "100 points"]


def test_with_an_empty_deck_a_useless_card_tells_why_and_passing_is_offered() -> None:
    scene = scene_of(
        desk("car-fixed,car,6h", "6h", deck_left=0, players=(Student(), player(setbacks="alarm")))
    )
    whys = {piece.short: str(piece.why) for piece in zone(scene, "hand").pieces}

    assert [piece.name for piece in zone(scene, "pass").pieces] == ["Pass"]
    assert scene.note == "Play or pass; the hand ends when all pass"
    assert whys == {
        "6h": "None",
        "car": "Alarm Clock Broken already stops that player. (matriculation 4.5)",
        "car-fixed": "Car Fixed repairs Car Not Working, which you do not have. (matriculation R11)",
    }


def test_a_card_not_seen_yet_comes_last_and_is_called_on_its_way() -> None:
    view = View(desk("15h,6h", "6h").state, Seat(0), {Slot(1): parse_face("6h")})
    pieces = zone(matriculation_scene(view, NAMES), "hand").pieces

    assert [piece.name for piece in pieces] == ["6 Hour Term", "a card on its way"]
    assert (pieces[0].about, pieces[1].look) == ("Brings 6 credit hours.", Closed())


def test_a_card_is_typed_by_its_short_name() -> None:
    view = seen(desk("15h,car", "6h"))

    assert MATRICULATION.terminal.meant(view, "play 15h") == MatriculationPlay(Slot(0), parse_face("15h"))
    assert MATRICULATION.terminal.meant(view, "car on 2") == MatriculationPlay(
        Slot(1), parse_face("car"), Seat(1)
    )
    assert MATRICULATION.terminal.meant(view, "discard car") == Discard(Slot(1), parse_face("car"))


def test_the_terminal_shows_the_table_in_characters() -> None:
    on_lisa, on_toby = player(terms="15h,9h", setbacks="car,ogre"), player(terms="6h", exceptions="alarm")
    table = desk("6h,car-fixed", "6h,6h", players=(on_lisa, on_toby)).do("discard 6h")
    picture = MATRICULATION.terminal.picture(seen(table), NAMES[:2])

    assert picture == (
        "First to 120 hours",
        " 1 you   18 of 120 hours  2 terms  90 points  ogre  car",
        ">2 Toby  6 of 120 hours  1 term  130 points  3 cards  safe from alarm  dealer",
        "         leads",
        "deck 49 cards   1 discard, on top 6h",
        "car is Car Not Working   alarm is Alarm Clock Broken   ogre is Ogre Prof",
        "car-fixed is Car Fixed",
        "Your hand: car-fixed",
        "Waiting for Toby to play.",
    )


def test_a_player_without_cards_has_no_hand_on_the_table() -> None:
    assert scene_of(desk("-", "6h")).zone("hand") is None
    assert scene_of(desk("6h", "-")).zone("hand") is not None
    assert scene_of(desk("6h", "-"), seat=None).zone("hand") is None
