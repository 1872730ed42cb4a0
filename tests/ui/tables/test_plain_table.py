"""The plain table: other people's games, and ours without their windows, played by mouse only and by keys
only."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, QSizeF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.games.scene import CHOICE, Kind, Sign, Token, card_at
from rules.api import Action
from rules.driver import LocalTable
from tests.support.samples import Sample
from tests.support.table_hands import Play, click, drag, key, preferences
from ui.art.marks import Mark
from ui.kit.hand import HAND_ZONE
from ui.kit.pieces import Piece
from ui.tables.plain.layout import Block, lay_out
from ui.tables.plain.table import PlainTable

pytestmark = pytest.mark.usefixtures("sketched")


def start(qtbot: QtBot, sample: Sample, size: tuple[int, int] = (1280, 740)) -> tuple[PlainTable, Play]:
    """A table of a sample game, in which the player's choices are played."""
    table = sample.table(preferences(), size=size)
    qtbot.addWidget(table)
    play = Play(table, sample.local, sample.any_move)
    play.show()
    return table, play


def piece(table: PlainTable, at: Token) -> Piece:
    """The piece, plate or button with this token."""
    found = table.piece_at(at)
    assert found is not None
    return found


def first_route(table: PlainTable) -> tuple[Token, ...]:
    """The shortest way to an action."""
    return min(table.routes.whole, key=lambda route: (len(route), route))


FREE = (-0.8, -0.85)
"""The part of a card that the next one leaves free, in a fan and in a pile."""
GAMES = [
    pytest.param("hearts", 3, {"deals": "1"}, id="hearts"),
    pytest.param("four", 2, {}, id="four"),
    pytest.param("divers", 3, {"cards": "3", "pass": "one"}, id="divers"),
    pytest.param("anglers", 5, {}, id="anglers", marks=pytest.mark.slow),
    pytest.param("pig", 10, {"goal": "25"}, id="pig", marks=pytest.mark.slow),
    pytest.param("duels", 6, {}, id="duels", marks=pytest.mark.slow),
    pytest.param("plump", 10, {"length": "short"}, id="plump", marks=pytest.mark.slow),
    pytest.param("kings", 4, {}, id="kings", marks=pytest.mark.slow),
    pytest.param("cahoots", 4, {}, id="cahoots", marks=pytest.mark.slow),
    pytest.param("matriculation", 3, {}, id="matriculation", marks=pytest.mark.slow),
    pytest.param("reef", 2, {}, id="reef", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
def test_a_whole_game_with_only_the_mouse(
    qtbot: QtBot, game: str, seats: int, options: dict[str, str]
) -> None:
    table, play = start(qtbot, Sample(game, seats, options=options))
    rng = random.Random(1)
    while play.local.turn is not None:
        before = len(play.chosen)
        route = rng.choice(sorted(table.routes.whole))
        for at in route:
            if at not in table.hold:
                turn_to(table, at)
                click(table, piece(table, at), FREE)
        if table.hold:
            click(table, piece(table, route[-1]), FREE)

        assert len(play.chosen) == before + 1, f"{route} came to nothing"

    assert play.local.outcome is not None and not table.routes.whole


def turn_to(table: PlainTable, at: Token) -> None:
    """Turn the pages of choices until this one is visible."""
    for _ in range(20):
        if table.piece_at(at) is None:
            table.offers.turn_page()


@pytest.mark.parametrize(("game", "seats", "options"), GAMES[:3])
def test_a_whole_game_with_only_the_keys(
    qtbot: QtBot, game: str, seats: int, options: dict[str, str]
) -> None:
    table, play = start(qtbot, Sample(game, seats, options=options))
    table.surface.setFocus()
    while play.local.turn is not None:
        before = len(play.chosen)
        table.surface.is_by_keys = True
        piece(table, first_route(table)[0]).setFocus(Qt.FocusReason.OtherFocusReason)
        key(table, Qt.Key.Key_Return)

        assert len(play.chosen) == before + 1

    assert play.local.outcome is not None


@pytest.fixture
def hearts(qtbot: QtBot) -> Iterator[tuple[PlainTable, Play]]:
    """A table with a trick on it that must be followed."""
    yield start(qtbot, Sample("hearts", 4, 6))


def test_a_card_is_lifted_first_and_nothing_is_sent(hearts: tuple[PlainTable, Play]) -> None:
    table, play = hearts
    at, other = sorted(table.routes.lit())[:2]
    click(table, piece(table, at))

    assert table.hold == (at,) and not play.chosen
    assert piece(table, at).mark is Mark.SELECTED and piece(table, at).is_chosen
    click(table, piece(table, other))
    assert table.hold == (other,) and not play.chosen
    key(table, Qt.Key.Key_Backspace)
    assert table.hold == ()
    click(table, piece(table, at))
    key(table, Qt.Key.Key_Escape)
    assert table.hold == () and not play.chosen


def test_a_click_on_the_shared_edge_of_two_cards_takes_one_of_them(hearts: tuple[PlainTable, Play]) -> None:
    """The pixel belonged to one card, and its corner to the other, so that neither took the click."""
    table, _ = hearts
    view = table.surface
    hand = [each for each in view.pieces() if each.order == HAND_ZONE]
    lost = []
    for left, right in pairwise(hand):
        edge = right.mapToScene(right.boundingRect().topLeft() + QPointF(0, right.size.height() / 2))
        for step in (-1, 0, 1):
            at = view.mapFromScene(edge) + QPoint(step, 0)
            pressed: list[str] = []
            takers = [each.clicked.connect(partial(pressed.append, each.name)) for each in (left, right)]
            QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
            table.put_down()
            table.arrange()
            for each, taker in zip((left, right), takers, strict=True):
                each.clicked.disconnect(taker)
            lost += [(left.name, right.name, step)] * (not pressed)

    assert lost == []


def test_a_card_that_cannot_be_played_tells_why(hearts: tuple[PlainTable, Play], qtbot: QtBot) -> None:
    table, play = hearts
    refused = next(at for at, each in table.things.items() if each.about)
    with qtbot.waitSignal(table.why_not) as told:
        click(table, piece(table, refused))

    assert told.args == ["You have diamonds and must follow."] and "hearts 2" in table.bubble.text
    assert table.hold == () and not play.chosen and piece(table, refused).is_dimmed


def test_a_card_dragged_out_of_the_hand_is_played_and_one_dropped_in_it_is_not(
    hearts: tuple[PlainTable, Play],
) -> None:
    table, play = hearts
    at = min(table.routes.lit())
    home = piece(table, at).pos()
    drag(table, piece(table, at), table.places.hand.center())
    assert not play.chosen and (piece(table, at).pos() - home).manhattanLength() < 1

    drag(table, piece(table, at), table.places.middle.center())
    assert len(play.chosen) == 1


def test_a_card_moves_from_the_hand_to_its_place_before_the_player(hearts: tuple[PlainTable, Play]) -> None:
    """It is the same piece in both scenes, and so it moves."""
    table, play = hearts
    at = min(table.routes.lit())
    card = piece(table, at)
    play.others = lambda local: pytest.fail("nobody else plays")
    table.chosen.disconnect()
    table.choose(table.routes.whole[(at,)])
    play.local.play(next(each for each in play.local.actions() if at == card_at(each.opens[0][0])))
    play._tell()

    assert piece(table, at) is card
    assert (card.pos() - table.places.seats[0].laid).manhattanLength() < table.places.laid.height()


def test_digits_lift_cards_of_the_hand(hearts: tuple[PlainTable, Play]) -> None:
    table, play = hearts
    key(table, Qt.Key.Key_9)
    focused = table.surface.focused()

    assert focused is not None and focused.name.startswith("4 of diamonds")
    key(table, Qt.Key.Key_Return)
    assert len(play.chosen) == 1


def test_screen_readers_hear_who_has_played_what(hearts: tuple[PlainTable, Play]) -> None:
    table, _ = hearts
    names = [each.name for each in table.surface.pieces()]

    assert "10 of diamonds by Toby, best" in names and "4 of diamonds, playable" in names
    assert any(name.startswith("Toby: took 13 points") for name in names)
    assert all(each.name or not each.is_button for each in table.surface.pieces())


def test_a_card_with_several_places_is_sent_by_pressing_one_of_them(qtbot: QtBot) -> None:
    table, play = start(qtbot, Sample("kings", 4, 9))
    route = max(table.routes.whole, key=len)
    click(table, piece(table, route[0]))

    assert table.hold == (route[0],) and not play.chosen
    assert any(each.name == "Round 1 of at most 100, Choose where it goes" for each in table.surface.pieces())
    assert piece(table, route[1]).mark is Mark.TARGET
    click(table, piece(table, route[1]))
    assert play.chosen == [table_action(play)]


def table_action(play: Play) -> Action:
    """The action that was chosen last."""
    return play.chosen[-1]


def test_a_card_is_dragged_onto_its_place(qtbot: QtBot) -> None:
    table, play = start(qtbot, Sample("kings", 4, 9))
    first = max(table.routes.whole, key=len)[0]
    ways = {way[1]: action for way, action in table.routes.whole.items() if way[0] == first}
    places = [at for at in table.things if at in ways]
    assert len(places) > 1, "it could also go elsewhere"
    drag(table, piece(table, first), piece(table, places[-1]).pos())

    assert play.chosen == [ways[places[-1]]]


def test_a_player_is_chosen_by_the_plate(qtbot: QtBot) -> None:
    table, play = start(qtbot, Sample("duels", 3))
    route = max(table.routes.whole, key=len)
    click(table, piece(table, route[0]))

    assert piece(table, route[1]).mark is Mark.TARGET and piece(table, route[1]).is_button
    click(table, piece(table, route[1]))
    assert len(play.chosen) == 1


def test_the_sheet_at_the_end_has_everybody_in_order(qtbot: QtBot) -> None:
    sample = Sample("hearts", 3, 300, options={"deals": "1"}, waits=False)
    table = sample.table(preferences())
    qtbot.addWidget(table)
    sheet = table.sheet()
    assert sheet is not None
    lines = [each.accessibleName() for each in sheet.findChildren(QLabel)]

    assert [line[0] for line in lines] == sorted(line[0] for line in lines) and len(lines) == 3
    assert lines[0].endswith(f"{min(sample.local.state.standing().scores)} points")


def test_choices_without_a_piece_are_buttons(qtbot: QtBot) -> None:
    table, play = start(qtbot, Sample("plump", 3))
    bids = [at for at in table.routes.lit() if at.startswith(CHOICE)]
    assert len(bids) > 3
    key(table, Qt.Key.Key_2)
    focused = table.surface.focused()
    assert focused is not None and focused.name.startswith("bid 2")
    key(table, Qt.Key.Key_Return)

    assert str(play.chosen[-1]) == "bid 2"


def test_choices_without_room_are_divided_into_pages(qtbot: QtBot) -> None:
    """A game that says nothing of its pieces, in a small window."""
    table, _ = start(qtbot, Sample("reef", 2, 30, is_bare=True), (800, 500))
    seen = set[Token]()
    for _ in range(8):
        seen |= {at for at in table.routes.lit() if table.piece_at(at) is not None}
        assert all(each.size.width() >= 24 for each in table.surface.buttons())
        click(table, next(each for each in table.surface.buttons() if each.name.startswith("More")), (0, 0))

    assert seen == table.routes.lit()


SIZES = [(800, 500), (1280, 740), (1920, 1000), (3840, 2100)]


@pytest.mark.parametrize("size", SIZES)
def test_zones_of_any_kinds_fit_together_and_none_covers_another(size: tuple[int, int]) -> None:
    room = QRectF(100, 80, size[0] - 300, size[1] * 0.5)
    kinds = (Kind.TRICK, Kind.GRID, Kind.PILE, Kind.ROW, Kind.DICE, Kind.FACTS)
    rng = random.Random(5)
    for _ in range(40):
        blocks = [
            Block(str(number), rng.choice(kinds), rng.randrange(1, 9), rng.randrange(1, 8), 1, 90)
            for number in range(rng.randrange(1, 7))
        ]
        seats = rng.randrange(2, 11)
        middle = lay_out(blocks, room, seats=seats, line=18, most=160)
        boxes = [laid.box.united(laid.words) for laid in middle.values()]

        assert all(room.adjusted(-1, -1, 1, 1).contains(box) for box in boxes), blocks
        assert not any(one.intersects(other) for one in boxes for other in boxes if one is not other), blocks


@pytest.mark.parametrize("seats", [3, 6])
def test_a_table_of_any_size_shows_all_pieces(qtbot: QtBot, seats: int) -> None:
    sample = Sample("hearts", seats, 7)
    table = sample.table(preferences(), size=(800, 500))
    qtbot.addWidget(table)
    for width, height in ((800, 500), (1920, 1000)):
        table.resize(width, height)
        cloth = QRectF(0, 0, width, height).adjusted(-1, -1, 1, 1)

        assert table.surface.table_size() == QSizeF(width, height)
        assert all(cloth.contains(each.sceneBoundingRect()) for each in table.things.values())


def test_a_spectator_presses_nothing(qtbot: QtBot) -> None:
    table = Sample("hearts", 4, 6).table(preferences(), seat=None)
    qtbot.addWidget(table)

    assert not table.surface.buttons() and not table.routes.whole


def test_a_piece_of_another_player_appears_at_once_and_is_marked(qtbot: QtBot) -> None:
    """A local game told move by move: a new piece appears where its player sits."""
    sample = Sample("four", 2)
    table, play = start(qtbot, sample)
    local: LocalTable = play.local
    click(table, piece(table, first_route(table)[0]), (0, 0))

    assert len(local.events) == 2 and {"chip:0", "chip:1"} <= set(table.things)
    assert piece(table, "chip:1").mark is Mark.LAST_MOVE


def test_a_finished_trick_leaves_towards_the_seat_of_its_best_card(qtbot: QtBot) -> None:
    table, play = start(qtbot, Sample("hearts", 3, options={"deals": "1"}))
    ways = 0
    while play.local.turn is not None and ways < 2:
        tricks = [thing for zone, thing in table._of.values() if zone.kind is Kind.TRICK and zone.note]
        best = [thing.seat for thing in tricks if Sign.BEST in thing.signs and thing.seat is not None]
        way = table._way_out()
        assert (way is None) == (not best) and all(way and way.at == table.held_at(seat) for seat in best)
        ways += way is not None
        play.local.play(play.others(play.local))
        play._tell()

    assert ways == 2
