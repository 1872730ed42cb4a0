"""Kings' table, played by mouse only and by keys only, with everything on it."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QAccessible
from pytestqt.qtbot import QtBot

from app.bots.kings import KingsPolicy
from app.games.kings.presses import Presses
from app.games.kings.scene import HAND, KING, pile_at, place_of
from app.games.kings.words import kings_state
from app.games.scene import Open, Token, card_at
from app.messages import Advanced, StepKind, Working
from rules.api import Action, Moved, Seat, Slot, View
from rules.driver import LocalTable
from rules.kings.actions import Attack, Bank, KingsEnd, Put, Swap
from rules.kings.cards import parse_face
from rules.kings.course import KingsPhase
from rules.kings.game import KingsGame
from tests.support.kings_views import RICH, seen, side
from tests.support.table_hands import WINDOWS, Play, click, drag, key, preferences, seated
from ui.kit.pieces import Piece
from ui.tables.kings.layout import kings_places
from ui.tables.kings.pile_pictures import STRIP_SHARE, HouseLook, rows_of
from ui.tables.kings.table import KingsTable, hand_key

pytestmark = pytest.mark.usefixtures("sketched")

BOT = KingsPolicy()
HOUSE_KEYS = {0: Qt.Key.Key_K, 1: Qt.Key.Key_A, 2: Qt.Key.Key_S, 3: Qt.Key.Key_D}
SEAT_KEYS = {1: Qt.Key.Key_F, 2: Qt.Key.Key_G, 3: Qt.Key.Key_J}
MOST_MOVES = 400


def bot_choice(local: LocalTable) -> Action:
    assert local.turn is not None
    return BOT.choose(local.view(local.turn), random.Random(len(local.events)))


def new_table(qtbot: QtBot, size: tuple[int, int] = (1280, 740)) -> KingsTable:
    table = KingsTable(seated("kings", 4), preferences())
    qtbot.addWidget(table)
    table.resize(*size)
    table.show()
    return table


def start(qtbot: QtBot, seed: int = 3, *, size: tuple[int, int] = (1280, 740)) -> Play:
    local = LocalTable(KingsGame().start(4, {}), 4, random.Random(seed))
    play = Play(new_table(qtbot, size), local, bot_choice)
    play.show()
    return play


def kings_table(play: Play) -> KingsTable:
    assert isinstance(play.table, KingsTable)
    return play.table


def shown(table: KingsTable) -> Presses:
    assert table.shown is not None
    return table.shown


@pytest.fixture
def table(qtbot: QtBot) -> KingsTable:
    """The player's turn with two piles, 7h Qb 9s dealt and 5h 5b won; Toby has two piles."""
    made = new_table(qtbot)
    tell(made, seen(*RICH))
    return made


def tell(table: KingsTable, view: View) -> None:
    table.show_advanced(Advanced(1, view, ()))


def card(table: KingsTable, name: str) -> Piece:
    hand = shown(table).scene.pieces(HAND)
    return table.cards[next(hand_key(each.at) for each in hand if each.look == Open(parse_face(name)))]


def held(table: KingsTable, action: Put | Bank) -> int:
    """The place in the hand, from 0, of an action's card."""
    firsts = {route[0] for route, other in shown(table).routes.whole.items() if other == action}
    return next(at for at, each in enumerate(shown(table).scene.pieces(HAND)) if each.at in firsts)


def front(table: KingsTable, seat: int) -> Token:
    """The pile of a seat that can be attacked first."""
    return pile_at(seat, kings_state(shown(table).view).sides[seat].front or 1)


def taken(table: KingsTable, swap: Swap) -> tuple[int, int]:
    """The houses of a swap in the order in which they are pressed: never an empty one first."""
    is_empty = not kings_state(shown(table).view).sides[0].house(swap.house)
    return (swap.other, swap.house) if is_empty else (swap.house, swap.other)


def by_mouse(table: KingsTable, action: Action) -> None:
    if isinstance(action, Put | Bank):
        click(table, table.cards[table.hand.slots[held(table, action)]])
        click(table, table.piles[pile_at(0, action.house if isinstance(action, Put) else KING)])
    elif isinstance(action, Attack):
        click(table, table.piles[pile_at(0, action.house)])
        click(table, table.piles[front(table, action.target)])
        click(table, table.panels.confirm)
    elif isinstance(action, Swap):
        one, other = taken(table, action)
        click(table, table.piles[pile_at(0, one)])
        click(table, table.piles[pile_at(0, other)])
    else:
        assert isinstance(action, KingsEnd)
        click(table, table.panels.end)


def by_keys(table: KingsTable, action: Action) -> None:
    if isinstance(action, Put | Bank):
        key(table, Qt.Key(Qt.Key.Key_1 + held(table, action)))
        key(table, HOUSE_KEYS[action.house if isinstance(action, Put) else KING])
    elif isinstance(action, Attack):
        key(table, HOUSE_KEYS[action.house], SEAT_KEYS[action.target], Qt.Key.Key_Return)
    elif isinstance(action, Swap):
        one, other = taken(table, action)
        key(table, HOUSE_KEYS[one], HOUSE_KEYS[other])
    else:
        assert isinstance(action, KingsEnd)
        key(table, Qt.Key.Key_E)


# -- whole games --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.slow
@pytest.mark.parametrize("hands", [by_mouse, by_keys], ids=["mouse", "keys"])
def test_a_whole_game_with_only_the_mouse_or_only_the_keys(
    qtbot: QtBot, hands: Callable[[KingsTable, Action], None], size: tuple[int, int]
) -> None:
    play = start(qtbot, 41, size=size)  # a short game with an action of each kind
    table = kings_table(play)
    table.surface.setFocus()
    kinds: set[type] = set()
    for _ in range(MOST_MOVES):
        if play.local.turn is None:
            break
        wanted, before = bot_choice(play.local), len(play.chosen)
        hands(table, wanted)

        assert play.chosen[before:] == [wanted], table.bubble.text
        kinds.add(type(wanted))

    assert play.local.outcome is not None
    assert kinds == {Attack, Bank, Put, Swap, KingsEnd}
    assert shown(table).view.state.outcome() == play.local.outcome
    assert not table.panels.end.isVisible()


# -- choosing -----------------------------------------------------------------------------------


def test_a_chosen_card_lights_where_it_may_go(table: KingsTable) -> None:
    click(table, card(table, "7h"))

    assert table.hold == (card_at(Slot(0)),)
    assert table.panels.message.name.startswith("7 of hearts: to your king pile (K) or to house 1 (A)")
    key(table, Qt.Key.Key_Escape)
    assert table.hold == ()


def test_a_card_is_dragged_onto_a_pile(qtbot: QtBot, table: KingsTable) -> None:
    with qtbot.waitSignal(table.chosen) as told:
        drag(table, card(table, "Qb"), table.spots.sides[0].columns[3].center())

    assert told.args is not None and str(told.args[0]) == "put 1=Qb on 3"


def test_a_card_dropped_on_the_cloth_returns_to_its_place(table: KingsTable) -> None:
    piece = card(table, "Qb")
    home = piece.pos()
    drag(table, piece, table.spots.course.center())

    assert (piece.pos() - home).manhattanLength() < 2
    assert table.hold == ()


@pytest.mark.parametrize("chosen", [Qt.Key.Key_2, Qt.Key.Key_1, Qt.Key.Key_A])
def test_a_click_on_the_cloth_lets_go(table: KingsTable, chosen: Qt.Key) -> None:
    key(table, chosen)
    assert table.hold != ()
    click(table, table.panels.course, (0, 0))

    assert table.hold == ()


def test_the_table_can_be_looked_at_from_another_seat(table: KingsTable) -> None:
    tell(table, seen(*RICH, seat=1))

    assert table.viewer == 1
    assert shown(table).view.seat == 1
    assert table.spots.sides[0].columns[2].contains(table.piles[pile_at(1, 2)].pos())
    assert not table.cards


def test_a_card_with_one_place_is_played_by_a_second_press(qtbot: QtBot, table: KingsTable) -> None:
    with qtbot.waitSignal(table.chosen) as told:
        click(table, card(table, "Qb"))
        click(table, card(table, "Qb"))

    assert told.args is not None and str(told.args[0]) == "put 1=Qb on 3"


def test_an_attack_shows_its_outcome_before_it_is_fought(qtbot: QtBot, table: KingsTable) -> None:
    told: list[Action] = []
    table.chosen.connect(told.append)
    click(table, table.piles[pile_at(0, 1)])
    click(table, table.piles[pile_at(1, 2)])

    assert told == []
    assert (
        table.panels.message.name
        == "4 against 3: you win the 2 of spades and 3 of diamonds, your Queen pile is spent"
    )
    assert table.panels.confirm.isVisible() and table.panels.confirm.name.startswith("Attack: 4 against 3")
    click(table, table.panels.cancel)
    assert table.hold == () and not table.panels.confirm.isVisible()
    assert told == []


def test_a_pile_dragged_onto_a_target_is_aimed_and_returns(table: KingsTable) -> None:
    piece = table.piles[pile_at(0, 1)]
    home = piece.pos()
    drag(table, piece, table.spots.sides[1].columns[2].center())

    assert table.hold == (pile_at(0, 1), pile_at(1, 2))
    assert (piece.pos() - home).manhattanLength() < 2


def test_a_pile_dragged_onto_another_house_swaps(qtbot: QtBot, table: KingsTable) -> None:
    with qtbot.waitSignal(table.chosen) as told:
        drag(table, table.piles[pile_at(0, 1)], table.spots.sides[0].columns[3].center())

    assert told.args is not None and str(told.args[0]) == "swap 1 3"


def test_a_pile_dropped_on_the_cloth_returns_to_its_place(table: KingsTable) -> None:
    piece = table.piles[pile_at(0, 1)]
    home = piece.pos()
    drag(table, piece, table.spots.course.center())

    assert (piece.pos() - home).manhattanLength() < 2
    assert table.hold == ()


def test_nothing_is_sent_twice_before_the_game_answers(table: KingsTable) -> None:
    told: list[Action] = []
    table.chosen.connect(told.append)
    for _ in range(3):
        key(table, Qt.Key.Key_1, Qt.Key.Key_K)

    assert [str(action) for action in told] == ["king 5h"]


def test_the_focus_stays_where_it_is_and_goes_to_the_hand_when_its_card_is_gone(table: KingsTable) -> None:
    table.activateWindow()
    table.surface.setFocus()
    card(table, "Qb").setFocus()
    before = table.surface.focused()
    tell(table, seen(*RICH, hand="7h,Qb"))
    assert table.surface.focused() is before is card(table, "Qb")
    tell(table, seen(*RICH, hand="7h"))

    focused = table.surface.focused()
    assert focused is not None and focused.name.endswith("playable")


# -- why not ------------------------------------------------------------------------------------


def refused(qtbot: QtBot, table: KingsTable, *keys: Qt.Key) -> str:
    with qtbot.waitSignal(table.why_not) as told, qtbot.assertNotEmitted(table.chosen):
        key(table, *keys)
    assert told.args is not None
    assert table.bubble.text
    return str(told.args[0])


@pytest.mark.parametrize(
    ("keys", "rule"),
    [
        ((Qt.Key.Key_K,), "kings 4.1"),
        ((Qt.Key.Key_D,), "kings 3.3"),
        ((Qt.Key.Key_F,), "kings 3.2"),
        ((Qt.Key.Key_A, Qt.Key.Key_G), "kings R6"),
        ((Qt.Key.Key_A, Qt.Key.Key_K), "kings 3.3"),
        ((Qt.Key.Key_5, Qt.Key.Key_K), "kings 4.1"),
        ((Qt.Key.Key_1, Qt.Key.Key_S), "kings 4.2"),
        ((Qt.Key.Key_1, Qt.Key.Key_F), "kings 3.3"),
        ((Qt.Key.Key_E,), "kings 3.4"),
    ],
)
def test_an_impossible_press_tells_why_with_the_rule(
    qtbot: QtBot, table: KingsTable, keys: tuple[Qt.Key, ...], rule: str
) -> None:
    assert f"({rule})" in refused(qtbot, table, *keys)


def test_off_turn_everything_says_that_it_is_not_the_players_turn(qtbot: QtBot, table: KingsTable) -> None:
    own = seen(side(houses="Jh/-/-"), *RICH[1:])
    tell(table, View(own.state, None, {}))

    assert "Spectators" in refused(qtbot, table, Qt.Key.Key_F)


def test_off_turn_the_key_to_end_a_turn_is_refused(qtbot: QtBot) -> None:
    table = KingsTable(seated("kings", 4, seat=1), preferences())
    qtbot.addWidget(table)
    table.resize(1280, 740)
    table.show()
    tell(table, seen(*RICH, seat=1))

    assert "It is not your turn. (kings 3)" in refused(qtbot, table, Qt.Key.Key_E)


# -- what is there ------------------------------------------------------------------------------


def test_every_piece_has_a_name_for_a_screen_reader(table: KingsTable) -> None:
    canvas = QAccessible.queryAccessibleInterface(table.surface)
    said = [canvas.child(at) for at in range(canvas.childCount())]
    names = [each.text(QAccessible.Text.Name) for each in said]

    assert all(name for name, piece in zip(names, table.surface.pieces(), strict=True) if piece.is_button)
    assert (
        "Your house 1: Queen pile with the 3 of hearts and a blank 3, worth 4, takes any number, in front"
        in names
    )
    assert (
        "Lisa's house 2: Ace pile with the 2 of spades and 3 of diamonds, worth 3, takes 4, in front" in names
    )
    assert (
        "End the turn (thrown away: the 5 and 7 of hearts, 9 of spades, a blank 5 and a blank Queen)" in names
    )
    assert "5 of hearts, open, playable" in names
    assert any(name.startswith("king of hearts has 2 of 9") for name in names)


def test_arrows_and_tab_reach_every_button(table: KingsTable) -> None:
    table.surface.setFocus()
    zones: list[int] = []
    for _ in range(8):
        key(table, Qt.Key.Key_Tab)
        if (piece := table.surface.focused()) is None or piece.order in zones:
            break
        zones.append(piece.order)

    assert zones == sorted({piece.order for piece in table.surface.buttons()})
    assert len(zones) >= 5


def test_the_work_of_the_deck_is_shown_while_nobody_can_move(table: KingsTable) -> None:
    working = Working(StepKind.MIX, (), (), 2, 4, 9)
    table.show_working(working)
    assert "proofs" not in table.panels.message.name
    tell(table, seen(phase=KingsPhase.SHUFFLE, hand="-"))
    table.show_working(working)

    assert table.panels.message.name == "Everybody shuffles the cards, 2 of 4 checked"


def test_the_key_of_a_target_is_shown_while_a_pile_is_chosen(table: KingsTable) -> None:
    def target_key() -> str:
        look = table.piles[pile_at(1, 2)].look
        assert look is not None and isinstance(look.kind, HouseLook)
        return look.kind.key

    assert target_key() == ""
    key(table, Qt.Key.Key_A)
    assert target_key() == "F"


def test_a_card_dropped_where_it_may_not_go_says_why_there(qtbot: QtBot, table: KingsTable) -> None:
    with qtbot.waitSignal(table.why_not) as told:
        drag(table, card(table, "7h"), table.spots.sides[0].columns[3].center())

    assert told.args is not None and "Jack, a Queen or an Ace" in told.args[0]
    assert table.hold == ()


def test_a_card_won_stays_in_the_hand_off_turn(qtbot: QtBot, table: KingsTable) -> None:
    tell(table, seen(side(), hand="-"))
    assert table.panels.story.isVisible()
    tell(table, seen(side(spoils="5h"), hand="-"))
    assert not table.panels.story.isVisible()


def test_the_end_shows_everybody_by_rank(table: KingsTable) -> None:
    tell(table, seen(side(king="2h"), side(king="2s,3s"), phase=KingsPhase.OVER, hand="-"))

    assert table.panels.story.name.startswith("Lisa wins: 1.  Lisa, spades: 2 of 9")
    assert table.panels.winner.name == "Lisa wins"


# -- layout -------------------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [80, 100, 150, 200])
@pytest.mark.parametrize(
    ("width", "height"),
    [(1024, 560), (960, 700), (1280, 740), (1920, 1010), (3840, 2080), (900, 1500), (1080, 1840)],
)
def test_nothing_overlaps_and_nothing_leaves_the_table(width: int, height: int, scale: int) -> None:
    places = kings_places(QRectF(0, 0, width, height).size(), scale=scale)
    whole = QRectF(0, 0, width, height)
    sides = [rect for side in places.sides for rect in (side.plate, side.held, *side.columns)]
    middle = [places.stock, places.discard, places.message, places.course]
    own = [places.hand, places.end, places.steps]
    blocks = [*(rect for rect in sides if not rect.isEmpty()), *middle, *own]

    for at, block in enumerate(blocks):
        assert whole.contains(block), block
        assert block.width() > 20 and block.height() > 15
        for other in blocks[at + 1 :]:
            assert not block.adjusted(1, 1, -1, -1).intersects(other.adjusted(1, 1, -1, -1)), (block, other)
    assert places.own_card.height() >= 0.2 * min(height, 0.6 * width)
    columns = [column for side in places.sides for column in side.columns]
    assert all(column.height() <= 4.5 * column.width() for column in columns), "columns of nothing"


@pytest.mark.parametrize("numbers", range(37))
@pytest.mark.parametrize(("width", "height"), [(1024, 560), (1004, 744), (1920, 1010)])
def test_any_number_of_cards_finds_room_on_a_pile(numbers: int, width: int, height: int) -> None:
    for side_places in kings_places(QRectF(0, 0, width, height).size()).sides[:2]:
        card, column = side_places.card, side_places.columns[1]
        room = column.height() - card.height() * 1.15
        rows = rows_of(numbers, room=room, card=card)

        assert rows * card.height() * STRIP_SHARE <= room
        assert (rows == 0) == (numbers == 0)
        assert rows <= numbers


def test_every_pile_lies_within_its_column_and_is_found_there(table: KingsTable) -> None:
    tell(table, seen(side(houses="Qs,3h,3b,4h,4b,5h,5b,6h,6b,7h,7b,8h,8b,9h,9b,10h,10b/Jb,5b/-"), *RICH[1:]))
    for at, piece in table.piles.items():
        seat, house = place_of(at) or (0, 0)
        column = table.spots.sides[seat].columns[house]
        box = QRectF(piece.pos() - QPointF(piece.size.width() / 2, piece.size.height() / 2), piece.size)

        assert column.adjusted(-2, -2, 2, 2).contains(box), at
        assert table._place_at(piece.pos()) == at


@pytest.mark.parametrize(
    ("text", "flying"),
    [("put 2=9s on 1", 1), ("attack 1 at 1", 2), ("end 0=7h,1=Qb,2=9s", 5), ("swap 1 2", 0)],
)
def test_cards_of_another_player_visibly_move(qtbot: QtBot, text: str, flying: int) -> None:
    table = KingsTable(seated("kings", 4, seat=2), preferences(motion_ms=30))
    qtbot.addWidget(table)
    table.resize(1280, 740)
    with qtbot.waitExposed(table):
        table.show()
    before = seen(*RICH, seat=2)
    tell(table, before)
    lying = len(everything(table))
    event = Moved(Seat(0), KingsGame().parse_action(text))
    table.show_advanced(Advanced(2, View(before.state.after(event), Seat(2), {}), (event,)))

    assert len(everything(table)) == lying + flying
    qtbot.waitUntil(lambda: len(everything(table)) == lying)


def test_many_moves_of_others_are_shown_one_after_the_other(qtbot: QtBot) -> None:
    table = KingsTable(seated("kings", 4, seat=-1), preferences(motion_ms=30))
    qtbot.addWidget(table)
    local = LocalTable(KingsGame().start(4, {}), 4, random.Random(3))
    lying = len(everything(table))
    told = 0
    for _ in range(40):
        events = tuple(local.events[told:])
        told = len(local.events)
        table.show_advanced(Advanced(told, local.view(None), events))
        last = local.state
        local.play(bot_choice(local))

    assert len(table._waiting) == 10
    assert shown(table).view.state != last
    table.hurry()
    assert shown(table).view.state == last
    qtbot.waitUntil(lambda: len(everything(table)) == lying)


def test_flying_cards_land_even_if_the_window_changes_its_size(qtbot: QtBot) -> None:
    table = KingsTable(seated("kings", 4, seat=2), preferences(motion_ms=30))
    qtbot.addWidget(table)
    table.resize(1280, 740)
    with qtbot.waitExposed(table):
        table.show()
    before = seen(*RICH, seat=2)
    tell(table, before)
    lying = len(everything(table))
    event = Moved(Seat(0), KingsGame().parse_action("attack 1 at 1"))
    table.show_advanced(Advanced(2, View(before.state.after(event), Seat(2), {}), (event,)))
    table.resize(1100, 700)

    qtbot.waitUntil(lambda: len(everything(table)) == lying)


def test_the_key_sheet_names_every_key_of_the_table(table: KingsTable) -> None:
    sheet = table.keys()
    named = " ".join([key for key, _ in sheet])

    assert all(name in named for name in ("K", "A, S, D", "F, G, J", "E", "Enter", "Esc", "1 to 9"))


def everything(table: KingsTable) -> list[Piece]:
    """All pieces, also those that are hidden now."""
    return [item for item in table.surface.scene().items() if isinstance(item, Piece)]


def test_the_move_of_another_is_looked_at_before_the_next_is_shown(qtbot: QtBot) -> None:
    table = KingsTable(seated("kings", 4, seat=2), preferences(motion_ms=30))
    qtbot.addWidget(table)
    before = seen(*RICH, seat=2)
    tell(table, before)
    attack = Moved(Seat(0), KingsGame().parse_action("attack 1 at 1"))
    after = before.state.after(attack)
    swap = Moved(Seat(0), KingsGame().parse_action("swap 1 2"))
    table.show_advanced(Advanced(2, View(after, Seat(2), {}), (attack,)))
    table.show_advanced(Advanced(3, View(after.after(swap), Seat(2), {}), (swap,)))

    assert table.past[-1].fight is not None
    assert (
        table.panels.message.name
        == "Ada attacks Lisa, 4 against 3: Ada wins the 2 of spades and 3 of diamonds."
    )
    table.hurry()
    assert table.past[-1].words == "Ada swaps houses 1 and 2."


@pytest.mark.parametrize("scale", [80, 100, 200])
def test_in_an_upright_window_the_sides_are_rows_that_use_its_height(scale: int) -> None:
    size = QRectF(0, 0, 900, 1450).size()
    across, upright = (kings_places(size, scale=scale, is_upright=each) for each in (False, True))
    own, *others = upright.sides
    parts = [*(side.frame for side in others), upright.message, own.frame, upright.hand]

    assert all(above.bottom() < below.top() for above, below in pairwise(parts))
    assert parts[0].top() < 10 and parts[-1].bottom() > 1430
    assert upright.own_card.height() >= across.own_card.height()
    for new, old in zip(upright.sides, across.sides, strict=True):
        assert new.card.height() > old.card.height()
