"""Matriculation's table, played by mouse only and by keys only, with everything on it."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QAccessible
from pytestqt.qtbot import QtBot

from app.bots.matriculation import MatriculationPolicy
from app.games.matriculation.scene import TO_DISCARDS
from app.games.matriculation.story import lit_cards
from app.games.picks import Seen
from app.games.scene import Token, card_at, seat_at, slot_of
from app.messages import StepKind, Working
from rules.api import Action, Seat, Slot
from rules.driver import LocalTable
from rules.matriculation.actions import Discard, MatriculationPass, MatriculationPlay
from rules.matriculation.game import MatriculationGame
from rules.matriculation.state import MatriculationState
from tests.gallery_states import matriculation as states
from tests.support.table_hands import WINDOWS, click, drag, key, preferences, seated
from tests.support.told_play import ToldPlay
from tests.support.values import replace
from ui.kit.pieces import Piece
from ui.kit.standings import Standings
from ui.tables.matriculation.layout import matriculation_places
from ui.tables.matriculation.side import SheetPage
from ui.tables.matriculation.table import MatriculationTable

pytestmark = pytest.mark.usefixtures("sketched")

MOST = 120
"""The most turns of one player in a hand: the deck has 102 cards."""


def start(
    qtbot: QtBot, *, seats: int = 2, seed: int = 7, hands: str = "1", size: tuple[int, int] = (1280, 740)
) -> ToldPlay:
    table = MatriculationTable(seated("matriculation", seats), preferences())
    qtbot.addWidget(table)
    table.resize(*size)
    table.show()
    rng = random.Random(seed)
    local = LocalTable(MatriculationGame().start(seats, {"hands": hands}), seats, rng)

    def others(local: LocalTable) -> Action:
        assert local.turn is not None
        return MatriculationPolicy().choose(local.view(local.turn), rng)

    play = ToldPlay(table, local, others)
    play.show()
    return play


def table_of(play: ToldPlay) -> MatriculationTable:
    assert isinstance(play.table, MatriculationTable)
    return play.table


def shown(table: MatriculationTable) -> Seen:
    assert table.shown is not None
    return table.shown


def choice(table: MatriculationTable) -> tuple[int, Token] | None:
    """A card and a place for it: a play if there is one, else a discard; None to pass."""
    for card in shown(table).hand:
        for to in shown(table).ends(card.at):
            if to != TO_DISCARDS:
                return slot_of(card.at), to
    first = next(iter(shown(table).hand), None)
    return (slot_of(first.at), TO_DISCARDS) if first is not None and shown(table).ends(first.at) else None


def place_of(table: MatriculationTable, to: Token) -> Piece:
    """The piece that stands for a place."""
    rows = {seat_at(Seat(seat)): row.ground for seat, row in enumerate(table.rows)}
    return rows.get(to, table.side.discards)


def own(table: MatriculationTable) -> int:
    """The slot of a card that the player can play before itself."""
    return next(
        slot_of(card.at) for card in shown(table).hand if seat_at(Seat(0)) in shown(table).ends(card.at)
    )


def turn(play: ToldPlay) -> None:
    """Take one turn through the table's signals."""
    table = table_of(play)
    found = choice(table)
    if found is None:
        table.bar.pressed.emit(table.bar.offers[-1], table.bar.buttons[-1])
    else:
        table.hand.pick(found[0])
        place_of(table, found[1]).press()


def test_one_press_plays_a_card_that_can_go_one_way_and_picks_another(qtbot: QtBot) -> None:
    play = start(qtbot, seats=3)
    table = table_of(play)
    table.set_preferences(replace(table.preferences, one_click=True))
    before, kinds = len(play.local.events), set()
    for _ in range(MOST):
        if not shown(table).hand:
            break
        for card in shown(table).hand:
            plays = [to for to in shown(table).ends(card.at) if to != TO_DISCARDS]
            if len(plays) != 1:
                click(table, table.cards[slot_of(card.at)])
                assert len(play.local.events) == before and table.hand.picked_slot == slot_of(card.at)
                table.hand.pick(-1)
                kinds.add(len(plays) > 1)
                break
        else:
            break
        ready = [
            card
            for card in shown(table).hand
            if len([to for to in shown(table).ends(card.at) if to != TO_DISCARDS]) == 1
        ]
        if ready:
            click(table, table.cards[slot_of(ready[0].at)])
            assert len(play.local.events) > before
            kinds.add("played")
        else:
            turn(play)
        before = len(play.local.events)
        if {True, False, "played"} <= kinds:
            break

    assert {True, "played"} <= kinds


@pytest.mark.parametrize("size", WINDOWS)
def test_a_whole_match_with_only_the_mouse(qtbot: QtBot, size: tuple[int, int]) -> None:
    play = start(qtbot, hands="2", size=size)
    table = table_of(play)
    for _ in range(2 * MOST):
        if not play.is_own_turn:
            break
        before, found = len(play.chosen), choice(table)
        if found is None:
            click(table, table.bar.buttons[-1], (0, 0))
        else:
            click(table, table.cards[found[0]])
            click(table, place_of(table, found[1]), (0, 0) if found[1] == TO_DISCARDS else (-0.85, 0))

        assert len(play.chosen) == before + 1

    assert play.local.outcome is not None
    assert table.story is not None and table.story.state.outcome() == play.local.outcome
    assert [hand is not None for hand in table.story.past] == [True, True]


@pytest.mark.parametrize("size", WINDOWS)
def test_a_whole_game_with_only_the_keys(qtbot: QtBot, size: tuple[int, int]) -> None:
    play = start(qtbot, seats=3, seed=2, size=size)
    table = table_of(play)
    table.surface.setFocus()
    for _ in range(MOST):
        if not play.is_own_turn:
            break
        before, found = len(play.chosen), choice(table)
        if found is None:
            key(table, Qt.Key.Key_N)
        else:
            key(table, Qt.Key(Qt.Key.Key_1 + table.hand.slots.index(found[0])))
            plays = set(shown(table).ends(card_at(Slot(found[0])))) - {TO_DISCARDS}
            if found[1] == TO_DISCARDS:
                key(table, Qt.Key.Key_D)
            elif len(plays) == 1:
                key(table, Qt.Key.Key_Return)
            else:
                _walk_to(table, place_of(table, found[1]))
                key(table, Qt.Key.Key_Return)

        assert len(play.chosen) == before + 1

    assert play.local.outcome is not None


def _walk_to(table: MatriculationTable, row: Piece) -> None:
    """Walk with the arrow keys from the hand to a player's row."""
    for _ in range(4):
        if table.surface.focused() is row:
            return
        key(table, Qt.Key.Key_Up)
    raise AssertionError(f"{row.name} was not reached")


def test_a_card_dragged_to_the_players_row_is_played(qtbot: QtBot) -> None:
    play = start(qtbot)
    table = table_of(play)
    slot = own(table)
    drag(table, table.cards[slot], table.spots.rows[0].control.center())

    assert isinstance(play.chosen[0], MatriculationPlay)
    assert (play.chosen[0].slot, play.chosen[0].target) == (slot, None)


def test_a_card_dragged_to_the_discards_is_discarded(qtbot: QtBot) -> None:
    play = start(qtbot)
    table = table_of(play)
    slot = table.hand.slots[0]
    drag(table, table.cards[slot], table.spots.discards.center())

    assert isinstance(play.chosen[0], Discard) and play.chosen[0].slot == slot


def test_a_card_dropped_elsewhere_returns_to_its_place(qtbot: QtBot) -> None:
    play = start(qtbot)
    table = table_of(play)
    slot = table.hand.slots[0]
    home = table.hand.spot(slot).at
    drag(table, table.cards[slot], table.spots.sheet.center())

    assert play.chosen == []
    assert (table.cards[slot].pos() - home).manhattanLength() < 1


def blocked(qtbot: QtBot) -> tuple[ToldPlay, int]:
    """A table at which a card of the hand cannot be played."""
    play = start(qtbot)
    table = table_of(play)
    for _ in range(20):
        lit = lit_cards(shown(table))
        slot = next((slot_of(card.at) for card in shown(table).hand if card.at not in lit), None)
        if slot is not None:
            return play, slot
        turn(play)
    raise AssertionError("every card could be played for twenty turns")


def test_a_card_that_cannot_be_played_says_why_not(qtbot: QtBot) -> None:
    play, slot = blocked(qtbot)
    table, before = table_of(play), len(play.chosen)
    with qtbot.waitSignal(table.why_not) as told:
        click(table, table.cards[slot])
        click(table, table.cards[slot])

    assert told.args is not None and "(matriculation " in told.args[0]
    assert table.bubble.text and len(play.chosen) == before
    key(table, Qt.Key.Key_Escape)
    assert table.bubble.text == "" and table.hand.picked_slot == -1


def test_a_card_dropped_at_a_wrong_place_says_why_not(qtbot: QtBot) -> None:
    play = start(qtbot)
    table = table_of(play)
    with qtbot.waitSignal(table.why_not) as told:
        drag(table, table.cards[own(table)], table.spots.rows[1].ground.center())

    assert told.args == [
        "A setback is played on an opponent, everything else in front of yourself. (matriculation 4.4)"
    ]
    assert play.chosen == []


@pytest.mark.parametrize(
    ("key_", "reason"),
    [
        (Qt.Key.Key_D, "Choose a card from your hand first, then its place."),
        (
            Qt.Key.Key_N,
            "You may pass only once the deck is empty: play or discard a card. (matriculation 4.11)",
        ),
    ],
)
def test_a_key_whose_action_is_not_possible_says_why(qtbot: QtBot, key_: Qt.Key, reason: str) -> None:
    play = start(qtbot)
    with qtbot.waitSignal(play.table.why_not) as told:
        key(table_of(play), key_)

    assert told.args == [reason]


def test_buttons_answer_before_a_card_is_picked(qtbot: QtBot) -> None:
    play = start(qtbot)
    table = table_of(play)
    names = [button.name for button in table.bar.buttons]
    with qtbot.waitSignal(table.why_not) as told:
        click(table, table.bar.buttons[0], (0, 0))

    assert names == ["Play, not possible now", "Discard, not possible now"]
    assert told.args == ["Choose a card from your hand first, then its place."]
    with qtbot.waitSignal(table.why_not):
        click(table, table.rows[1].ground, (0.98, -0.9))


def test_the_button_discards_the_picked_card(qtbot: QtBot) -> None:
    play = start(qtbot)
    table = table_of(play)
    slot = table.hand.slots[-1]
    table.hand.pick(slot)
    click(table, table.bar.buttons[-1], (0, 0))

    assert isinstance(play.chosen[0], Discard) and play.chosen[0].slot == slot


def test_a_setback_with_several_targets_asks_for_one(qtbot: QtBot) -> None:
    widget = states.setback_picked(preferences())
    qtbot.addWidget(widget)
    widget.show()
    assert isinstance(widget, MatriculationTable)
    slot = widget.hand.picked_slot
    widget.hand.played.emit(slot, None)

    assert widget.bubble.text.startswith("Choose who to play")
    assert len([offer for offer in widget.bar.offers if offer.words.startswith("Play on ")]) == 3


def test_without_a_deck_the_pass_is_a_button(qtbot: QtBot) -> None:
    widget = states.empty_deck(preferences())
    qtbot.addWidget(widget)
    widget.show()
    assert isinstance(widget, MatriculationTable)
    told: list[Action] = []
    widget.chosen.connect(told.append)
    click(widget, widget.bar.buttons[-1], (0, 0))
    click(widget, widget.bar.buttons[-1], (0, 0))

    assert told == [MatriculationPass()]


def test_a_setback_that_blocks_terms_is_shown_over_the_pile_of_hours(qtbot: QtBot) -> None:
    widget = states.in_the_way(preferences())
    qtbot.addWidget(widget)
    widget.show()
    assert isinstance(widget, MatriculationTable)
    barriers = [piece for piece in widget.surface.pieces() if piece.name.startswith("You: no terms until ")]

    assert len(barriers) == 1
    assert widget.spots.rows[0].hours.intersects(barriers[0].sceneBoundingRect())


def test_the_score_sheet_stands_beside_the_table_and_at_the_end(qtbot: QtBot) -> None:
    play = start(qtbot)
    table = table_of(play)
    assert table.sheet() is None
    for _ in range(MOST):
        if not play.is_own_turn:
            break
        turn(play)
    whole = table.sheet()

    assert whole is not None
    qtbot.addWidget(whole)
    whole.show()
    page, standings = whole.findChild(SheetPage), whole.findChild(Standings)
    assert isinstance(page, SheetPage) and isinstance(standings, Standings)
    assert page.accessibleName().startswith("Score sheet. Hours: ")
    assert any(piece.name.startswith("Score sheet. ") for piece in table.surface.pieces())


def test_the_work_of_a_shuffle_is_reported(qtbot: QtBot) -> None:
    table = MatriculationTable(seated("matriculation", 2), preferences())
    qtbot.addWidget(table)
    table.show_working(Working(StepKind.MIX, (), (), 1, 2, 3))
    play = start(qtbot)
    table_of(play).show_working(Working(StepKind.MIX, (), (), 1, 2, 3))

    assert not [piece for piece in table_of(play).surface.pieces() if "proof" in piece.name]


def test_every_piece_has_a_name_for_screen_readers(qtbot: QtBot) -> None:
    table = table_of(start(qtbot))
    QAccessible.setActive(True)
    canvas = QAccessible.queryAccessibleInterface(table.surface)
    names = [canvas.child(at).text(QAccessible.Text.Name) for at in range(canvas.childCount())]

    assert all(names)
    assert any(
        name.startswith("In front of Ada (you): 0 of 120 hours, no terms, 0 points, to play")
        for name in names
    )
    assert any("can be used: play or discard" in name for name in names)
    assert {"Deck: 87 cards", "Deck: 86 cards"} & set(names)


def test_tab_reaches_hand_rows_and_buttons(qtbot: QtBot) -> None:
    table = table_of(start(qtbot))
    table.activateWindow()
    table.surface.setFocus()
    qtbot.waitUntil(table.surface.hasFocus)
    zones = []
    for _ in range(4):
        key(table, Qt.Key.Key_Tab)
        focused = table.surface.focused()
        assert focused is not None
        zones.append(focused.order)

    assert len(set(zones)) == 4


@pytest.mark.parametrize("size", [(1024, 560), (1280, 740), (1920, 1000)])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("scale", [80, 100, 200])
def test_no_pieces_of_the_table_overlap(size: tuple[int, int], seats: int, scale: int) -> None:
    places = matriculation_places(QSize(*size).toSizeF(), seats, scale=scale)
    whole = QRectF(QPointF(0, 0), QSize(*size).toSizeF())
    apart = [
        *(row.ground for row in places.rows),
        places.sheet,
        places.deck,
        places.discards,
        places.table.hand,
        places.table.buttons,
    ]

    assert all(whole.contains(box) for box in apart)
    assert not [pair for pair in combinations(apart, 2) if pair[0].intersects(pair[1])]
    for row, seat in zip(places.rows, places.table.seats, strict=True):
        inside = [seat.plate, row.hours, row.control, row.probation, row.exceptions]
        assert all(row.ground.contains(box) for box in inside)
        assert not [pair for pair in combinations(inside, 2) if pair[0].intersects(pair[1])]
        assert seat.held.isEmpty() or row.ground.contains(seat.held)
        assert row.hours.contains(row.term(30, 31)) and row.exceptions.contains(row.exception(4, 5))


@pytest.mark.parametrize(("has_hand", "held"), [(True, [False, True, True]), (False, [True, True, True])])
def test_cards_are_held_face_down_by_all_but_the_player(has_hand: bool, held: list[bool]) -> None:
    places = matriculation_places(QSizeF(1280, 740), 3, has_hand=has_hand)

    assert [not each.held.isEmpty() for each in places.table.seats] == held


def test_a_new_theme_and_scale_keep_all_pieces(qtbot: QtBot) -> None:
    table = table_of(start(qtbot))
    names = {piece.name for piece in table.surface.buttons()}
    table.set_preferences(preferences(scale=150))

    assert {piece.name for piece in table.surface.buttons()} == names


def test_moving_cards_arrive(qtbot: QtBot) -> None:
    """With motion everything ends in the same place as without."""
    table = MatriculationTable(seated("matriculation", 2), preferences(motion_ms=15))
    qtbot.addWidget(table)
    table.resize(1280, 740)
    table.show()
    local = LocalTable(MatriculationGame().start(2, {}), 2, random.Random(2))
    play = ToldPlay(table, local, lambda each: each.actions()[0])
    play.show()
    for _ in range(6):
        table.hurry()
        turn(play)
    table.hurry()
    qtbot.waitUntil(lambda: not any(piece.motion.is_moving for piece in table.surface.pieces()))

    assert isinstance(play.local.state, MatriculationState)
    ways = [piece.pos() - piece.motion.target.at for piece in table.surface.pieces()]
    assert all(way.manhattanLength() < 1 for way in ways)
    assert len(table.cards) == len(shown(table).hand)


def test_the_cards_of_a_finished_hand_are_gathered_on_the_discards(qtbot: QtBot) -> None:
    play = start(qtbot, hands="2")
    table = table_of(play)
    with qtbot.waitExposed(table):
        table.show()
    while play.local.turn is not None and len(play.local.state.sheets) == 0:  # type: ignore[attr-defined]
        lying = [piece for row in table.rows for piece in row._cards.values()]
        play.local.play(play.others(play.local))
        table.set_preferences(preferences(motion_ms=60_000 if play.local.state.sheets else 0))  # type: ignore[attr-defined]
        play._tell()
        table.hurry()
    away = [piece for piece in lying if piece.motion.is_moving]

    assert len(away) > 5
    assert {piece.motion.target.at.toTuple() for piece in away} == {table.spots.discards.center().toTuple()}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("scale", [80, 100, 200])
def test_in_an_upright_window_the_sheet_lies_below_the_rows(seats: int, scale: int) -> None:
    """Beside the rows the sheet would leave letters of 9 px above an empty column."""
    upright = matriculation_places(QSize(900, 1450).toSizeF(), seats, scale=scale, is_upright=True)
    rows = [row.ground for row in upright.rows]

    assert upright.sheet.width() > 860 and all(row.width() > 860 for row in rows)
    assert max(row.bottom() for row in rows) < upright.sheet.top()
    assert upright.sheet.bottom() <= upright.table.hand.top()
    beside = matriculation_places(QSize(900, 1450).toSizeF(), seats, scale=scale)
    assert beside.sheet.left() > max(row.ground.right() for row in beside.rows)
    assert upright.rows[0].card.width() > beside.rows[0].card.width() * 1.2
