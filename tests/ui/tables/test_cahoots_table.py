"""The table of Cahoots, played by mouse only and by keys only, with everything on it."""

from __future__ import annotations

import random
import re
from itertools import combinations

import pytest
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible
from pytestqt.qtbot import QtBot

from app.bots.cahoots import CahootsPolicy
from app.games.cahoots.scene import MAIN, STOCK, TOP, VETO
from app.games.picks import Seen
from app.games.scene import Piece as Card
from app.games.scene import Token, choice_at, slot_of
from app.messages import Advanced, StepKind, Working
from rules.api import Action, View
from rules.cahoots.actions import DRAW, STOP, CahootsPlay, Say, Verb
from rules.cahoots.game import CahootsGame
from rules.cahoots.state import CahootsState
from rules.driver import LocalTable
from tests.support.table_hands import WINDOWS, click, drag, key, preferences, seated
from tests.support.told_play import ToldPlay
from ui.tables.cahoots.pieces import LEGEND, SIGNS, Caption, Field
from ui.tables.cahoots.table import CahootsTable

pytestmark = pytest.mark.usefixtures("sketched")

MOST = 400
"""The most moves of one player in a game: the players here place whatever they can."""


def start(qtbot: QtBot, *, seats: int = 3, seed: int = 7, size: tuple[int, int] = (1280, 740)) -> ToldPlay:
    table = CahootsTable(seated("cahoots", seats), preferences())
    qtbot.addWidget(table)
    table.resize(*size)
    table.show()
    rng = random.Random(seed)
    local = LocalTable(CahootsGame().start(seats, {}), seats, rng)

    def others(local: LocalTable) -> Action:
        assert local.turn is not None
        return CahootsPolicy().choose(local.view(local.turn), rng)

    play = ToldPlay(table, local, others)
    play.show()
    return play


def table_of(play: ToldPlay) -> CahootsTable:
    assert isinstance(play.table, CahootsTable)
    return play.table


def shown(table: CahootsTable) -> Seen:
    assert table.shown is not None
    return table.shown


def ends(table: CahootsTable, card: Card) -> tuple[Token, ...]:
    """Tokens that may be pressed after a card."""
    return shown(table).ends(card.at)


def best(table: CahootsTable) -> tuple[int, str] | None:
    """A card to place or add, else one to swap when none can be drawn; None for a call."""
    can_draw = (choice_at(DRAW),) in shown(table).routes.whole
    for pile in (MAIN, *(() if can_draw else (VETO,))):
        for card in shown(table).hand:
            if any((to == TOP) is (pile == MAIN) for to in ends(table, card)):
                return slot_of(card.at), pile
    return None


def call(table: CahootsTable) -> Say:
    """The one call that is allowed."""
    return next(call for call in table.middle.buttons if (choice_at(call),) in shown(table).routes.whole)


@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.slow  # Reef Encounter is played so in the quick suite
def test_a_whole_game_with_only_the_mouse(qtbot: QtBot, size: tuple[int, int]) -> None:
    play = start(qtbot, size=size)
    table = table_of(play)
    for _ in range(MOST):
        if not play.is_own_turn:
            break
        found = best(table)
        if found is None:
            click(table, table.middle.buttons[call(table)], (0, 0))
        else:
            click(table, table.cards[found[0]])
            click(table, table.middle.piles[found[1]], (0, 0))

    assert play.local.outcome is not None
    assert table.sheet() is not None
    assert {action.verb for action in play.chosen if isinstance(action, CahootsPlay)} >= {Verb.PLACE}


@pytest.mark.parametrize("size", WINDOWS)
def test_a_whole_game_with_only_the_keys(qtbot: QtBot, size: tuple[int, int]) -> None:
    play = start(qtbot, seats=2, seed=11, size=size)
    table = table_of(play)
    table.surface.setFocus()
    for _ in range(MOST):
        if not play.is_own_turn:
            break
        before, found = len(play.chosen), best(table)
        if found is None:
            key(table, {"draw": Qt.Key.Key_D, "stop": Qt.Key.Key_S, "pass": Qt.Key.Key_N}[str(call(table))])
        else:
            place = table.hand.slots.index(found[0])
            if place > 9:
                table.hand.pick(found[0])
            else:
                key(table, Qt.Key(Qt.Key.Key_0 + (place + 1) % 10))
            key(table, Qt.Key.Key_M if found[1] == MAIN else Qt.Key.Key_V)

        assert len(play.chosen) > before

    assert play.local.outcome is not None


def test_a_second_press_lays_the_card_where_it_fits(qtbot: QtBot) -> None:
    play = start(qtbot)
    table = table_of(play)
    slot = next(slot_of(card.at) for card in shown(table).hand if len(ends(table, card)) == 1)
    place = table.hand.slots.index(slot)
    key(table, Qt.Key(Qt.Key.Key_1 + place), Qt.Key.Key_Return)

    assert isinstance(play.chosen[0], CahootsPlay) and play.chosen[0].slot == slot


def test_a_card_that_fits_both_piles_asks_which(qtbot: QtBot) -> None:
    for seed in range(40):
        play = start(qtbot, seats=2, seed=seed)
        table = table_of(play)
        slot = next((slot_of(card.at) for card in shown(table).hand if len(ends(table, card)) == 2), -1)
        if slot >= 0:
            break
    assert slot >= 0
    table.hand.played.emit(slot, None)
    assert table.hand.picked_slot == slot and table.next_press.startswith("Choose: ")
    table.hand.played.emit(slot, None)

    assert play.chosen == []
    assert "main pile (M), or swap it for the veto (V)?" in table.bubble.text
    table.hand.pick(slot)
    assert table.middle.piles[MAIN].mark is table.middle.piles[VETO].mark is not None


def test_a_veto_that_came_into_the_hand_can_be_pressed(qtbot: QtBot) -> None:
    """The card was no piece of the hand before, and took no click."""
    play = start(qtbot)
    table = table_of(play)
    card = next(card for card in shown(table).hand if set(ends(table, card)) - {TOP})
    veto = slot_of(shown(table).scene.pieces(VETO)[0].at)
    drag(table, table.cards[slot_of(card.at)], table.middle.piles[VETO].motion.target.at)
    table.hurry()
    click(table, table.cards[veto])

    assert table.hand.picked_slot == veto


def test_dragging_a_card_chooses_the_pile(qtbot: QtBot) -> None:
    play = start(qtbot)
    table = table_of(play)
    card = next(card for card in shown(table).hand if set(ends(table, card)) - {TOP})
    drag(table, table.cards[slot_of(card.at)], table.middle.piles[VETO].motion.target.at)

    assert isinstance(play.chosen[0], CahootsPlay) and play.chosen[0].verb is Verb.SWAP


def test_a_card_dropped_elsewhere_returns_to_its_place(qtbot: QtBot) -> None:
    play = start(qtbot)
    table = table_of(play)
    slot = table.hand.slots[0]
    home = table.hand.spot(slot).at
    drag(table, table.cards[slot], QPointF(40, 400))

    assert play.chosen == []
    assert (table.cards[slot].pos() - home).manhattanLength() < 1


def test_a_card_that_does_not_fit_says_why_not(qtbot: QtBot) -> None:
    play = start(qtbot)
    table = table_of(play)
    card = next(card for card in shown(table).hand if TOP not in ends(table, card))
    with qtbot.waitSignal(table.why_not) as told:
        drag(table, table.cards[slot_of(card.at)], table.middle.piles[MAIN].motion.target.at)

    assert play.chosen == []
    assert told.args is not None and "(cahoots " in told.args[0]
    assert table.bubble.text
    key(table, Qt.Key.Key_Escape)
    assert table.bubble.text == ""


@pytest.mark.parametrize(
    ("key_", "reason"),
    [
        (Qt.Key.Key_S, "There is no combo to stop. (cahoots 4.3)"),
        (Qt.Key.Key_N, "You may pass only when nothing can be drawn. (cahoots 4.6)"),
        (Qt.Key.Key_M, "Choose a card from your hand first, then the pile."),
        (Qt.Key.Key_V, "Choose a card from your hand first, then the pile."),
    ],
)
def test_a_key_whose_action_is_not_possible_says_why(qtbot: QtBot, key_: Qt.Key, reason: str) -> None:
    play = start(qtbot)
    with qtbot.waitSignal(play.table.why_not) as told:
        key(table_of(play), key_)

    assert told.args == [reason]
    assert play.chosen == []


def test_disabled_calls_are_named_and_answer(qtbot: QtBot) -> None:
    play = start(qtbot)
    table = table_of(play)
    stop = table.middle.buttons[STOP]
    with qtbot.waitSignal(table.why_not):
        click(table, stop, (0, 0))

    assert (stop.name, stop.about) == ("Stop the combo, not possible now", "There is no combo to stop.")


def test_the_stock_is_a_button_that_draws(qtbot: QtBot) -> None:
    play = start(qtbot)
    table = table_of(play)
    before = len(shown(table).hand)
    click(table, table.middle.stock, (0, 0))

    assert play.chosen == [DRAW]
    assert len(shown(table).hand) == before + 1


def test_the_legend_explains_the_eye_of_a_card_that_all_know(qtbot: QtBot) -> None:
    table = table_of(start(qtbot))

    assert table.middle._legend.isVisible()
    assert table.middle._legend.name.endswith("known to all")
    assert LEGEND.keys() == SIGNS.keys()


def left(table: CahootsTable) -> int:
    """The number of cards in the stock."""
    zone = shown(table).scene.zone(STOCK)
    assert zone is not None
    return zone.count


def test_the_stock_can_be_pressed_when_a_card_may_be_drawn(qtbot: QtBot) -> None:
    """It offers none to a player in the middle of a combo, nor to a spectator."""
    play = start(qtbot)
    table = table_of(play)
    offers: set[bool] = set()
    while len(offers) < 2 and play.is_own_turn:
        may_draw = (choice_at(DRAW),) in shown(table).routes.whole
        assert table.middle.stock.name == f"Stock, {left(table)} cards{': draw a card' * may_draw}"
        offers.add(may_draw)
        found = best(table)
        if found is None:
            click(table, table.middle.buttons[call(table)], (0, 0))
        else:
            click(table, table.cards[found[0]])
            click(table, table.middle.piles[found[1]], (0, 0))

    assert offers == {True, False}
    table.show_advanced(Advanced(10**6, View(play.local.state, None, dict(play.local.public)), ()))
    assert table.middle.stock.name == f"Stock, {left(table)} cards"


def test_a_combo_that_cannot_grow_is_stopped_by_the_table(qtbot: QtBot) -> None:
    play = start(qtbot, seats=2, seed=3)
    table = table_of(play)
    for _ in range(MOST):
        if not play.is_own_turn or any(isinstance(each, Say) and str(each) == "stop" for each in play.chosen):
            break
        found = best(table)
        if found is None:
            table.middle.called.emit(DRAW)
        else:
            table.hand.pick(found[0])
            table.middle.pressed.emit(found[1])

    assert any(str(action) == "stop" for action in play.chosen)


def test_a_hint_follows_the_pointer_and_the_picked_card(qtbot: QtBot) -> None:
    table = table_of(start(qtbot))
    card = next(card for card in shown(table).hand if TOP in ends(table, card))
    resting = table.middle._words.name
    table.hand.hovered.emit(slot_of(card.at), True)
    hovered = table.middle._words.name
    table.hand.hovered.emit(slot_of(card.at), False)

    assert hovered.startswith(f"{card.name}: ")
    assert table.middle._words.name == resting
    table.hand.pick(slot_of(card.at))
    table.hand.hovered.emit(table.hand.slots[-1], True)
    assert table.middle._words.name == hovered


def test_the_work_of_a_shuffle_is_reported(qtbot: QtBot) -> None:
    table = CahootsTable(seated("cahoots", 2), preferences())
    qtbot.addWidget(table)
    local = LocalTable(CahootsGame().start(2, {}), 2, random.Random(1))
    table.show_working(Working(StepKind.MIX, (), (), 1, 2, 3))
    ToldPlay(table, local, lambda each: each.actions()[0]).show()
    table.show_working(Working(StepKind.MIX, (), (), 1, 2, 3))

    assert "proofs" not in table.middle._words.name


def test_every_button_has_a_name_for_screen_readers(qtbot: QtBot) -> None:
    table = table_of(start(qtbot))
    QAccessible.setActive(True)
    canvas = QAccessible.queryAccessibleInterface(table.surface)
    names = [canvas.child(at).text(QAccessible.Text.Name) for at in range(canvas.childCount())]

    assert all(names)
    assert any(re.fullmatch(r"Veto \(V\): .* \d+; do not begin with .* or an? \d+", name) for name in names)
    assert any(name.startswith("Main pile (M): match ") for name in names)
    assert any("can be used: place on the main pile" in name for name in names)
    assert all(piece.name for piece in table.surface.buttons())


def test_the_titles_of_the_piles_tell_a_player_their_keys(qtbot: QtBot) -> None:
    table = table_of(start(qtbot))
    title, caption = (each.look for each in (table.middle.piles[MAIN], table.middle._rule))
    assert (
        title is not None and isinstance(title.kind, Field) and title.kind.title.startswith("Main pile (M)")
    )
    assert caption is not None and isinstance(caption.kind, Caption)
    assert caption.kind.text.startswith("Veto (V): do not begin ")


def test_tab_reaches_hand_piles_and_calls(qtbot: QtBot) -> None:
    table = table_of(start(qtbot))
    table.activateWindow()
    table.surface.setFocus()
    qtbot.waitUntil(table.surface.hasFocus)
    zones = []
    for _ in range(3):
        key(table, Qt.Key.Key_Tab)
        focused = table.surface.focused()
        assert focused is not None
        zones.append(focused.order)

    assert len(set(zones)) == 3


@pytest.mark.parametrize("size", [(1024, 560), (1280, 740), (1920, 1000)])
@pytest.mark.parametrize("seats", [2, 5, 8])
def test_no_pieces_of_the_table_overlap(qtbot: QtBot, size: tuple[int, int], seats: int) -> None:
    table = table_of(start(qtbot, seats=seats))
    table.resize(QSize(*size))
    middle = table.middle
    boxes = [
        piece.sceneBoundingRect()
        for piece in (
            *middle.piles.values(),
            middle.stock,
            middle._words,
            middle._rule,
            *middle.buttons.values(),
            *table._plates,
            *([middle._legend] if middle._legend.isVisible() else []),
        )
    ]
    whole = QRectF(QPointF(0, 0), QSize(*size).toSizeF())

    assert all(whole.contains(box) for box in boxes)
    assert not [pair for pair in combinations(boxes, 2) if pair[0].intersects(pair[1])]
    for slot in table.hand.slots:
        assert whole.contains(table.cards[slot].pos())
        assert not middle.piles[MAIN].sceneBoundingRect().contains(table.cards[slot].pos())


def test_a_new_theme_and_scale_keep_all_pieces(qtbot: QtBot) -> None:
    table = table_of(start(qtbot))
    names = {piece.name for piece in table.surface.buttons()}
    table.set_preferences(preferences(scale=150))

    assert {piece.name for piece in table.surface.buttons()} == names


def test_moving_cards_arrive(qtbot: QtBot) -> None:
    """With motion everything ends in the same place as without."""
    table = CahootsTable(seated("cahoots", 2), preferences(motion_ms=15))
    qtbot.addWidget(table)
    table.resize(1280, 740)
    table.show()
    local = LocalTable(CahootsGame().start(2, {"dealer": "0"}), 2, random.Random(2))
    play = ToldPlay(table, local, lambda each: each.actions()[0])
    play.show()
    card = next(card for card in shown(table).hand if ends(table, card))
    table.hand.pick(slot_of(card.at))
    table.middle.pressed.emit(MAIN if TOP in ends(table, card) else VETO)
    table.hurry()
    qtbot.waitUntil(lambda: not any(piece.motion.is_moving for piece in table.surface.pieces()))

    assert isinstance(play.local.state, CahootsState)
    ways = [piece.pos() - piece.motion.target.at for piece in table.surface.pieces()]
    assert all(way.manhattanLength() < 1 for way in ways)


def test_a_finished_combo_is_gathered_on_the_main_pile(qtbot: QtBot) -> None:
    play = start(qtbot, seats=2)
    table, laid = table_of(play), {}
    with qtbot.waitExposed(table):
        table.show()
    while len(laid) < 2 or any(not piece.motion.is_moving for piece in laid.values()):
        assert table.story is not None and play.local.turn is not None
        combo = table.story.combo
        laid = {card.slot: table.cards[card.slot] for card in combo.cards} if combo else {}
        table.set_preferences(preferences(motion_ms=60_000 if len(laid) > 1 else 0))
        play.local.play(play.others(play.local))
        play._tell()
        table.hurry()
        if laid.keys() & table.cards.keys():
            laid = {}  # it goes on

    [to] = {piece.motion.target.at.toTuple() for piece in laid.values()}
    assert table.middle.pile_at(QPointF(*to)) == MAIN
