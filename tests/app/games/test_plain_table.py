"""A table made of the types of a position."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

import pytest
from anglers import GAME, Play

from app.games.plain_table import plain_description, plain_picks, plain_scene
from app.games.scene import Closed, Kind, Open, Sign, card_at, slot_of
from rules.api import Action, Face, Seat, Shuffle, Slot, State, View
from tests.support.samples import Sample

NAMES = ("Lisa", "Ada", "Bo")


def test_the_plain_table_shows_anglers_with_a_trick_a_hand_plates_and_facts() -> None:
    view = Sample("anglers", 3, 4).local.view(Seat(0))
    scene = plain_scene(GAME, GAME.face_text, view, NAMES)
    table, hand = scene.zone("table"), scene.zone("hand")

    assert scene.status == "Your turn."
    assert table is not None and all(view.face(slot_of(piece.at)) is not None for piece in table.pieces)
    assert table.kind is Kind.TRICK and [piece.seat for piece in table.pieces] == [1, 2]
    assert hand is not None and [piece.at for piece in hand.pieces] == [
        card_at(slot) for slot in sorted(view.state.hand(Seat(0)), key=view.known.__getitem__)
    ]
    assert [str(plate.figures[0]) for plate in scene.plates] == ["caught 0", "caught 1", "caught 0"]
    assert [plate.held for plate in scene.plates] == [0, 3, 3]
    facts = scene.zone("facts")
    assert facts is not None and [piece.name for piece in facts.pieces] == ["Size: 5", "First: Ada"]


class Phase(Enum):
    """A part of a turn."""

    LAST_CALL = 1


@dataclass(frozen=True, slots=True)
class Side:
    """The hidden part of a position."""

    passed: tuple[bool, ...] = (False, True, False)
    trump: Face | None = Face(7)  # noqa: RUF009  (a number)
    first: Seat | None = Seat(0)  # noqa: RUF009


@dataclass(frozen=True, slots=True)
class OddState(State):
    """A position with a field of each kind."""

    side: Side = Side()
    phase: Phase = Phase.LAST_CALL
    pile: tuple[Slot, ...] = (Slot(5), Slot(6), Slot(7))
    open_cards: tuple[Face, ...] = (Face(1), Face(2))
    before: tuple[tuple[Face, ...], ...] = ((Face(3),), (), (Face(4), Face(5)))
    gone: tuple[Seat, ...] = (Seat(2),)
    is_last: bool = True
    _own: int = 3

    @property
    def needs(self) -> tuple[Shuffle, ...]:
        return (Shuffle("deck", (), (), ()),)

    def hand(self, seat: Seat) -> tuple[Slot, ...]:
        return (Slot(1), Slot(2)) if seat == 0 else ()


for _name in OddState.__abstractmethods__:
    setattr(OddState, _name, lambda *_: None)
OddState.__abstractmethods__ = frozenset()


def test_each_kind_of_field_has_its_place() -> None:
    scene = plain_scene(
        GAME, GAME.face_text, View(OddState(), Seat(0), MappingProxyType({Slot(2): Face(8)})), NAMES
    )
    zones = {zone.key: zone for zone in scene.zones}
    pile, hand = zones["pile"], zones["hand"]

    assert scene.status == "The cards are being shuffled."
    assert (pile.kind, pile.count, [type(piece.look) for piece in pile.pieces]) == (Kind.PILE, 3, [Closed])
    assert [piece.name for piece in zones["open_cards"].pieces] == ["2", "3"]
    assert [(zones[key].title, zones[key].seat) for key in ("before 0", "before 2")] == [
        ("Yours: before", 0),
        ("Bo: before", 2),
    ]
    assert "before 1" not in zones
    assert zones["trump"].pieces[0].look == Open(Face(7))
    assert [piece.name for piece in hand.pieces] == ["9", "a hidden card"]
    assert [piece.name for piece in zones["facts"].pieces] == ["First: you", "Phase: last call", "Is last"]
    assert [[str(each) for each in plate.figures] for plate in scene.plates] == [[], ["passed"], []]
    assert scene.plates[2].signs == (Sign.GONE,)


@dataclass(frozen=True, slots=True)
class Ask:
    """Asks a player for a rank, by a card."""

    slot: Slot
    seat: Seat
    rank: int
    opens: tuple[tuple[Slot, Face], ...] = ()


@dataclass(frozen=True, slots=True)
class Both:
    """An action of two cards at once."""

    slots: tuple[Slot, ...]

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        return ()


@pytest.mark.parametrize(
    ("action", "routes"),
    [
        (Play(Slot(3), Face(1)), {("card:3",)}),
        (Both((Slot(3), Slot(4))), {("card:3", "card:4"), ("card:4", "card:3")}),
    ],
)
def test_an_action_is_pressed_by_the_cards_it_names(action: Action, routes: set[tuple[str, ...]]) -> None:
    assert set(plain_picks(View(OddState(), Seat(0), {}), action)) == routes


def test_the_part_of_an_action_that_is_no_piece_is_chosen_last() -> None:
    ask = Ask(Slot(3), Seat(1), 7)

    (route,) = plain_picks(View(OddState(), Seat(0), {}), ask)
    assert route[:2] == ("card:3", "seat:1") and route[2].startswith("choice:")


def test_a_plain_table_is_described_only_by_its_game() -> None:
    view = Sample("anglers", 2).local.view(Seat(0))
    said = plain_description(GAME, GAME.face_text).say(view, view.actions()[0], NAMES)

    assert said.do.startswith("Play ") and "=" not in said.do
