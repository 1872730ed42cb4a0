"""A table made of the types of a position: each kind of field at its bounds, and presses of odd actions."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import factorial
from types import MappingProxyType

import pytest
from anglers import GAME

from app.games.plain_table import FACTS_MOST, plain_picks, plain_scene, plain_words
from app.games.scene import Closed, Kind, Open, Piece, Scene, Zone, card_at, seat_at
from rules.api import Choose, Face, Need, Roll, Seat, Show, Shuffle, Slot, State, Turn, View
from tests.support.catalogue import GAMES
from tests.support.values import replace

NAMES = ("Lisa", "Ada", "Bo")


@dataclass(frozen=True, slots=True)
class Deepest:
    """A part of a part of a part."""

    depth: int = 3


@dataclass(frozen=True, slots=True)
class Deeper:
    """A part of a part."""

    under: int = 2
    deepest: Deepest = Deepest()


@dataclass(frozen=True, slots=True)
class Inside:
    """A part of a position."""

    inner: int = 1
    deeper: Deeper = Deeper()


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that a seat has laid out."""

    who: Seat
    slot: Slot
    face: Face


@dataclass(frozen=True, slots=True)
class WideState(State):
    """A position with fields at the bounds of what is shown."""

    inside: Inside = Inside()
    zero: int = 0
    never: bool = False
    silent: str = ""
    longest: str = "x" * 40
    too_long: str = "x" * 41
    nobody: Seat | None = None
    order: tuple[Seat, ...] = ()
    scores: tuple[int, ...] = (0, 7, 30)
    words: tuple[str, ...] = ("", "pass", "")
    pair: tuple[int, ...] = (1, 2)
    hands: tuple[tuple[Slot, ...], ...] = ((Slot(1),), (Slot(2), Slot(3)), ())
    others: tuple[tuple[Slot, ...], ...] = ((Slot(11),), (Slot(12), Slot(13)), ())
    two_rows: tuple[tuple[Face, ...], ...] = ((Face(1),), (Face(2),))
    one: tuple[Slot, ...] = (Slot(20),)
    row: tuple[Face, ...] = field(default=tuple(Face(face) for face in range(12)))
    heap: tuple[Face, ...] = field(default=tuple(Face(face) for face in range(13)))
    top: Slot | None = Slot(21)  # noqa: RUF009
    again: tuple[Slot, ...] = (Slot(20), Slot(22))
    tricks: tuple[tuple[Seat, Face], ...] = ((Seat(1), Face(4)), (Seat(0), Face(5)))
    hidden: tuple[tuple[Seat, Slot], ...] = ((Seat(2), Slot(30)),)
    laid: tuple[Laid, ...] = (Laid(Seat(1), Slot(31), Face(6)),)
    moves: tuple[tuple[Seat, int], ...] = ((Seat(1), 4),)
    silenced: frozenset[Seat] = frozenset({Seat(1)})

    needs_now: tuple[Need, ...] = ()

    @property
    def needs(self) -> tuple[Need, ...]:
        return self.needs_now

    def hand(self, seat: Seat) -> tuple[Slot, ...]:
        return self.hands[seat]


for _name in WideState.__abstractmethods__:
    setattr(WideState, _name, lambda *_: None)
WideState.__abstractmethods__ = frozenset()

KNOWN = MappingProxyType({Slot(1): Face(9), Slot(40): Face(5), Slot(41): Face(7), Slot(42): Face(7)})


def scene_of(seat: int | None = 0, **changes: object) -> Scene:
    state = replace(WideState(), **changes)  # type: ignore[arg-type]
    return plain_scene(GAME, GAME.face_text, View(state, None if seat is None else Seat(seat), KNOWN), NAMES)


def zone_of(key: str, **changes: object) -> Zone:
    zone = scene_of(**changes).zone(key)  # type: ignore[arg-type]
    assert zone is not None
    return zone


def facts(**changes: object) -> list[str]:
    return [piece.name for piece in zone_of("facts", **changes).pieces]


def test_small_values_up_to_two_parts_deep_are_shown_as_facts() -> None:
    assert facts() == ["Inner: 1", "Under: 2", "Zero: 0", f"Longest: {'x' * 40}"]
    assert facts(order=(Seat(1), Seat(0)), nobody=Seat(2))[-2:] == ["Nobody: Bo", "Order: Ada, you"]
    assert facts(never=True, silent="now")[3:5] == ["Never", "Silent: now"]


def test_no_more_facts_are_shown_than_a_player_reads() -> None:
    more = facts(never=True, silent="a", too_long="b", nobody=Seat(2), order=(Seat(1),), pair=(1, 2, 3))

    assert len(more) == FACTS_MOST == 8 and more[-1] == "Nobody: Bo"


def test_one_value_for_each_seat_is_shown_on_the_plates() -> None:
    plates = scene_of().plates

    assert [[str(each) for each in plate.figures] for plate in plates] == [
        ["scores 0"],
        ["scores 7", "words pass"],
        ["scores 30"],
    ]
    assert [plate.held for plate in plates] == [0, 2, 0]
    assert [plate.held for plate in scene_of(None).plates] == [1, 2, 0]
    assert not any(figure.label == "pair" for plate in plates for figure in plate.figures)


def test_a_hand_is_shown_once_and_other_cards_of_a_seat_stand_before_it() -> None:
    scene = scene_of()
    keys = [zone.key for zone in scene.zones]

    assert keys == [
        "others 0", "others 1", "one", "row", "heap", "top", "again", "tricks", "hidden", "laid", "facts",
        "hand",
    ]  # fmt: skip
    assert "hand" not in [zone.key for zone in scene_of(None).zones]
    assert (zone_of("others 0").title, zone_of("others 1").title) == ("Yours: others", "Ada: others")
    assert zone_of("others 0", seat=None).title == "Lisa: others"


def test_hidden_cards_are_a_pile_and_open_ones_only_if_they_are_many() -> None:
    one, two = zone_of("others 0"), zone_of("others 1")

    assert (one.kind, len(one.pieces)) == (Kind.ROW, 1) == (zone_of("top").kind, len(zone_of("top").pieces))
    assert (two.kind, two.count, len(two.pieces)) == (Kind.PILE, 2, 1)
    assert (zone_of("row").kind, len(zone_of("row").pieces)) == (Kind.ROW, 12)
    assert (zone_of("heap").kind, zone_of("heap").count, len(zone_of("heap").pieces)) == (Kind.PILE, 13, 1)
    assert [piece.at for piece in zone_of("again").pieces] == [card_at(Slot(22))], "20 lies there already"


def test_a_face_that_was_seen_in_only_one_slot_is_shown_in_that_slot() -> None:
    """Face 5 was seen in slot 40, and face 7 in two slots."""
    pieces = zone_of("row").pieces

    assert pieces[5].at == card_at(Slot(40)) and pieces[9].at == card_at(Slot(1))
    assert [pieces[place].at for place in (4, 7)] == ["row:4", "row:7"]


def test_cards_that_seats_have_laid_lie_before_them() -> None:
    trick = zone_of("tricks")
    assert trick.kind is Kind.TRICK
    assert [(piece.seat, piece.look) for piece in trick.pieces] == [(1, Open(Face(4))), (0, Open(Face(5)))]
    (hidden,), (laid,) = zone_of("hidden").pieces, zone_of("laid").pieces
    assert (hidden.at, hidden.seat, hidden.look) == (card_at(Slot(30)), 2, Closed())
    assert (laid.at, laid.seat, laid.look) == (card_at(Slot(31)), 1, Open(Face(6)))


def test_the_players_hand_is_sorted_by_faces_with_hidden_cards_last() -> None:
    hands = ((Slot(50), Slot(42), Slot(1), Slot(40)), (), ())
    pieces = zone_of("hand", hands=hands).pieces

    assert [piece.at for piece in pieces] == [card_at(Slot(slot)) for slot in (40, 42, 1, 50)]
    assert pieces[-1] == Piece(card_at(Slot(50)), "a hidden card", "?", Closed())


@pytest.mark.parametrize(
    ("needs", "status"),
    [
        ((), "The game is over."),
        ((Turn(Seat(0)),), "Your turn."),
        ((Turn(Seat(1)),), "Waiting for Ada."),
        ((Choose((Seat(0), Seat(1))),), "Choose: nobody sees it before everybody has chosen."),
        ((Choose((Seat(1), Seat(2))),), "Waiting for Ada and Bo."),
        ((Shuffle("deck", (), (), ()),), "The cards are being shuffled."),
        ((Roll(6, "die"),), "Everybody draws a number together."),
        ((Show((Slot(1),), (Seat(1),)), Show((Slot(2),), (Seat(2),))), "The cards are being dealt."),
    ],
)
def test_the_status_says_what_is_needed(needs: tuple[Need, ...], status: str) -> None:
    scene = scene_of(needs_now=needs)

    assert scene.status == status
    turns = [plate.seat for plate in scene.plates if plate.signs]
    assert turns == [seat for seat in range(3) if needs and any(seat in choosers_of(need) for need in needs)]


def choosers_of(need: Need) -> tuple[Seat, ...]:
    """The seats that a need asks for a choice."""
    return need.seats if isinstance(need, Choose) else (need.seat,) if isinstance(need, Turn) else ()


@dataclass(frozen=True, slots=True)
class Give:
    """Gives a player a card with its face, and nothing else."""

    slot: Slot
    face: Face
    seat: Seat

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        return ()

    def __str__(self) -> str:
        return f"give {self.slot}={self.face} to {self.seat}"


class Bare:
    """An action without fields."""

    opens = ((Slot(3), Face(1)), (Slot(4), Face(2)))

    def __str__(self) -> str:
        return "bare"


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_up_to_three_cards_are_pressed_in_any_order_and_more_in_the_order_of_the_action(cards: int) -> None:
    view = View(WideState(), Seat(0), {})
    slots = tuple(Slot(slot) for slot in range(cards))

    found = plain_picks(view, Give(Slot(3), Face(1), Seat(2)))
    assert found == ((card_at(Slot(3)), seat_at(Seat(2))),)
    routes = plain_picks(view, Several(slots))
    assert len(routes) == (factorial(cards) if cards < 4 else 1)
    assert routes[0] == tuple(map(card_at, slots))


@dataclass(frozen=True, slots=True)
class Several:
    """An action of nothing but cards."""

    slots: tuple[Slot, ...]

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        return ()


def test_an_action_without_fields_is_pressed_by_the_cards_that_it_opens() -> None:
    view = View(WideState(), Seat(0), {})

    assert set(plain_picks(view, Bare())) == {("card:3", "card:4"), ("card:4", "card:3")}
    assert plain_picks(view, Several(())) == ()


def test_an_action_of_cards_and_players_is_described_by_their_names() -> None:
    view, give = View(WideState(), Seat(0), {}), Give(Slot(3), Face(1), Seat(2))

    assert plain_words(view, give, NAMES, face_name=GAME.face_text).do == "Give 2, Bo"
    assert plain_words(view, give, NAMES).do == "Give 1 to 2"
    assert plain_words(view, Bare(), NAMES, face_name=GAME.face_text).do == "Bare"
    bid = GAMES["plump"].parse_action("bid 2")
    assert plain_words(view, bid, NAMES, face_name=GAME.face_text).do == "Bid 2"
