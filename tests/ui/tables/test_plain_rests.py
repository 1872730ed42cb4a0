"""The time for which the plain table shows a scene before the next, in moves of a card."""

from __future__ import annotations

import pytest

from app.games.scene import Chip, Kind, Look, Open, Piece, Scene, Zone, card_at
from rules.api import Face, Seat, Slot, View
from tests.support.samples import Sample
from ui.tables.plain.table import _rest_moves

ME, OTHER = Seat(0), Seat(1)
CARD = Open(Face(3))


def view_of_mine() -> View:
    """The view of seat 0 at the start of a game."""
    return Sample("hearts", 4).local.view(ME)


def laid(kind: Kind, look: Look, by: Seat, *, note: str = "") -> Scene:
    """A scene with one piece of this player's."""
    piece = Piece(card_at(Slot(1)), "a card", look=look, seat=by)
    return Scene("", (Zone("middle", "Middle", kind, (piece,), note=note),))


@pytest.mark.parametrize(
    ("kind", "look", "by", "note", "rests"),
    [
        (Kind.TRICK, CARD, OTHER, "", 1.3),
        (Kind.TRICK, CARD, ME, "", 0.0),
        (Kind.ROW, CARD, OTHER, "", 0.0),
        (Kind.ROW, Chip(OTHER), OTHER, "", 1.3),
        (Kind.ROW, CARD, OTHER, "Lisa takes it", 0.0),
        (Kind.TRICK, CARD, ME, "Lisa takes it", 6.0),
    ],
)
def test_a_scene_rests_for_a_card_of_another_and_longest_for_a_whole_trick(
    kind: Kind, look: Look, by: Seat, note: str, rests: float
) -> None:
    now = laid(kind, look, by, note=note)

    assert _rest_moves(Scene(""), now, view_of_mine()) == rests
    assert _rest_moves(now, now, view_of_mine()) == 0.0
