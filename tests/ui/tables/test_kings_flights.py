"""Cards that fly over Kings' table: which, from where, to where, and what is left of them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from app.games.kings.scene import pile_at
from app.messages import Advanced
from rules.api import Moved, Seat, View
from rules.kings.game import KingsGame
from tests.support.kings_views import RICH, seen
from tests.support.table_hands import preferences, seated
from ui.art.cards.playing_cards import paint_card
from ui.kit.pieces import Piece
from ui.tables.kings.table import KingsTable

pytestmark = pytest.mark.usefixtures("unpainted")


def flying(table: KingsTable) -> list[Piece]:
    """Cards in the air, in the order of their height above the table."""
    every = [item for item in table.surface.scene().items() if isinstance(item, Piece)]
    cards = [each for each in every if each.look is not None and each.look.paint is paint_card]
    return sorted((each for each in cards if each not in table.cards.values()), key=Piece.zValue)


def told(qtbot: QtBot, seat: int, text: str, *, motion_ms: int = 10_000) -> KingsTable:
    """Ada's table, as seen from a seat, after a move of hers."""
    table = KingsTable(seated("kings", 4, seat=seat), preferences(motion_ms=motion_ms))
    qtbot.addWidget(table)
    table.resize(1280, 740)
    with qtbot.waitExposed(table):
        table.show()
    viewer = Seat(seat) if seat >= 0 else None
    before = seen(*RICH, seat=seat) if seat >= 0 else View(seen(*RICH).state, None, {})
    table.show_advanced(Advanced(1, before, ()))
    table.hurry()
    event = Moved(Seat(0), KingsGame().parse_action(text))
    table.show_advanced(Advanced(2, View(before.state.after(event), viewer, dict(before.known)), (event,)))
    return table


@pytest.mark.parametrize(("seat", "winner"), [(2, "plate"), (-1, "plate"), (0, "hand")])
def test_won_cards_fly_side_by_side_from_the_beaten_pile_to_the_winner(
    qtbot: QtBot, seat: int, winner: str
) -> None:
    table = told(qtbot, seat, "attack 1 at 1")
    first, second = flying(table)
    step = QPointF(table._flights.card.width() * 0.22, 0)
    held = table._places_of(0).held.center() if winner == "plate" else table.spots.hand.center()

    assert first.zValue() < second.zValue()
    assert (first.motion.target.at - held).manhattanLength() < 1
    assert (second.motion.target.at - held - step).manhattanLength() < 1
    assert first.motion.target.size == second.motion.target.size == 0.6
    assert first.size == second.size == table._flights.card == table.spots.sides[1].card
    assert (first.scenePos() - table.piles[pile_at(1, 2)].pos()).manhattanLength() < 20


@pytest.mark.parametrize(
    ("text", "count"), [("put 2=9s on 1", 1), ("end 0=7h,1=Qb,2=9s", 5), ("swap 1 2", 0), ("king 0=7h", 1)]
)
def test_cards_that_another_lays_fly_from_her_hand_to_their_place(
    qtbot: QtBot, text: str, count: int
) -> None:
    table = told(qtbot, 2, text)
    last = table.past[-1]
    to = (
        table.piles[last.places[0]].pos()
        if text.startswith(("put", "king"))
        else table.spots.discard.center()
    )

    assert len(flying(table)) == count
    for at, card in enumerate(flying(table)):
        aside = QPointF(at * table._flights.card.width() * 0.22, 0)
        assert (card.motion.target.at - to - aside).manhattanLength() < 1
        assert (card.scenePos() - table._places_of(0).held.center() - aside).manhattanLength() < 20


@pytest.mark.parametrize(
    ("text", "count", "size"),
    [("put 2=9s on 1", 1, 0.7), ("king 5h", 1, 0.7), ("end 0=7h,1=Qb,2=9s", 5, 0.4)],
)
def test_the_players_own_cards_go_from_the_hand_to_their_place(
    qtbot: QtBot, text: str, count: int, size: float
) -> None:
    table = told(qtbot, 0, text)
    last = table.past[-1]
    to = table.piles[last.places[0]].pos() if last.places else table.spots.discard.center()

    assert len(flying(table)) == count
    for card in flying(table):
        assert card.motion.target.size == size
        assert (card.motion.target.at - to).manhattanLength() < 1


def test_without_motion_the_cards_of_others_do_not_fly_and_flying_cards_land_when_it_ends(
    qtbot: QtBot,
) -> None:
    assert not flying(told(qtbot, 2, "put 2=9s on 1", motion_ms=0))
    table = told(qtbot, 2, "put 2=9s on 1")
    (card,) = flying(table)
    table.surface.settle()
    assert card not in flying(table)
