"""The table of a game without a description, made from the position's fields by their types.

Slots and faces are cards, a list of numbers by seat goes on the plates, a seat with a face is a card before
its player, and any other small value is a fact with the field's name. Fields that begin with "_" are not
shown, nor is a list of events.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, partial
from itertools import permutations
from typing import Final, TypeAlias, cast, get_args, get_origin, get_type_hints

from msgspec import Struct, field

from app.games.board import held_status, waiting_for
from app.games.narrator import upper_first
from app.games.scene import (
    NOWHERE,
    Closed,
    Description,
    Figure,
    Kind,
    Open,
    Piece,
    Plate,
    Route,
    Said,
    Scene,
    Sign,
    Token,
    Zone,
    card_at,
    choice_at,
    seat_at,
)
from rules.api import Action, Face, Game, Roll, Seat, Shuffle, Slot, State, Turn, View, choosers

FACTS_MOST: Final = 8
"""Maximum number of facts shown of a position."""
_SPREAD: Final = 12
"""Maximum number of open cards side by side; more of them are a pile."""
_ORDERS_MOST: Final = 3
"""Maximum number of slots of an action that may be pressed in any order."""
_DEEP: Final = 2
"""Depth of nested fields that are read."""
_WORDS_MOST: Final = 40
_GONE: Final = ("gone", "left", "out")
Hint: TypeAlias = object
"""A type as `typing.get_type_hints` returns it."""
FaceName: TypeAlias = Callable[[Face], str]


def plain_description(game: Game, face_name: FaceName) -> Description:
    """Return a table described only by its game's types and canonical texts."""
    return Description(
        lambda view, names: plain_scene(game, face_name, view, names),
        partial(plain_words, face_name=face_name),
        plain_picks,
    )


def plain_scene(game: Game, face_name: FaceName, view: View, names: Sequence[str]) -> Scene:
    """Return the table: the position's fields, and the hands."""
    found = _Found(game, face_name, view, names)
    found.look_into(view.state, _DEEP)
    due = () if view.is_held else choosers(view.state)
    plates = tuple(found.plate(Seat(seat), is_turn=seat in due) for seat in range(len(names)))
    facts = tuple(Piece(NOWHERE, fact) for fact in found.facts[:FACTS_MOST])
    about = (Zone("facts", "The game", Kind.FACTS, facts),) if facts else ()
    return Scene(_status(view, names), (*found.zones, *about, *found.own_hand()), plates)


def plain_words(
    _view: View, action: Action, names: Sequence[str], *, face_name: FaceName | None = None
) -> Said:
    """Return an action's canonical text, without the numbers of slots. An action that names only cards and
    players is put into words by their names, in the order of presses: "Challenge Knight, Bo"."""
    text, hints = re.sub(r"[0-9]+=", "", str(action)), hints_of(type(action))
    do = text
    if face_name is not None and hints and set(hints.values()) <= {Slot, Face, Seat}:
        faces = [face_name(getattr(action, name)) for name, hint in hints.items() if hint is Face]
        seats = [names[getattr(action, name)] for name, hint in hints.items() if hint is Seat]
        do = " ".join((text.partition(" ")[0], ", ".join([*faces, *seats])))
    return Said(upper_first(do), text)


def plain_picks(_view: View, action: Action) -> tuple[Route, ...]:
    """Return the slots and players that an action names, then the action itself if it says anything else."""
    cards: list[Token] = []
    seats: list[Token] = []
    is_more = False
    hints = hints_of(type(action))
    for name, hint in hints.items():
        value = getattr(action, name)
        if hint is Slot:
            cards.append(card_at(value))
        elif hint is Seat:
            seats.append(seat_at(value))
        elif _items(hint) is Slot:
            cards += map(card_at, value)
        elif Face not in (hint, _items(hint)):
            is_more = True
    if not hints:
        cards = [card_at(slot) for slot, _ in action.opens]
    if not cards and not seats:
        return ()
    orders = permutations(cards) if len(cards) <= _ORDERS_MOST else (tuple(cards),)
    last = (choice_at(action),) if is_more else ()
    return tuple((*order, *seats, *last) for order in orders)


@cache
def hints_of(kind: type) -> Mapping[str, Hint]:
    """Return the fields of a dataclass with their types; none if they cannot be resolved."""
    if not is_dataclass(kind):
        return {}
    try:
        hints = get_type_hints(kind)
    except NameError:  # a type imported for type checking only
        return {}
    return {each.name: hints[each.name] for each in fields(kind)}


class _Found(Struct):
    """The parts of the table that were found in the position's fields so far."""

    game: Game
    face_name: FaceName
    view: View
    names: Sequence[str]
    zones: list[Zone] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    figures: dict[int, list[Figure]] = field(default_factory=dict)
    gone: tuple[Seat, ...] = ()
    shown: set[Slot] = field(default_factory=set)

    def look_into(self, value: object, deep: int) -> None:
        """Read the fields of a dataclass."""
        kind: type = type(value)
        for name, hint in hints_of(kind).items():
            its = getattr(value, name)
            if not name.startswith("_") and its is not None:
                self._take(name, hint, its, deep)

    def own_hand(self) -> Iterator[Zone]:
        """Yield the viewer's hand, by faces."""
        seat = self.view.seat
        if seat is not None and (held := self.view.state.hand(seat)):
            known = sorted(
                held, key=lambda slot: (self.view.face(slot) is None, self.view.face(slot) or 0, slot)
            )
            yield Zone("hand", "Your hand", Kind.HAND, tuple(map(self._card, known)), seat)

    def plate(self, seat: Seat, *, is_turn: bool) -> Plate:
        """Return a player, with the figures found."""
        signs = {Sign.TURN: is_turn, Sign.GONE: seat in self.gone}
        held = 0 if seat == self.view.seat else len(self.view.state.hand(seat))
        return Plate(
            seat,
            self.names[seat],
            tuple(self.figures.get(seat, ())),
            signs=tuple(sign for sign, is_so in signs.items() if is_so),
            held=held,
        )

    def _take(self, name: str, hint: Hint, value: object, deep: int) -> None:
        hint, title = _without_none(hint), upper_first(name).replace("_", " ")
        items = _items(hint)
        several = value if isinstance(value, tuple) else ()
        if items is Seat:
            self._take_seats(name, title, several)
        elif items in (int, str, bool) and len(several) == len(self.names):
            for seat, each in enumerate(several):
                self._take_figure(seat, title, each)
        elif items is not None:
            self._take_things(name, title, items, several)
        elif hint is Slot or hint is Face:
            self._take_things(name, title, hint, (value,))
        elif hint is Seat:
            self.facts.append(f"{title}: {self._name(cast('Seat', value))}")
        elif is_dataclass(hint) and not isinstance(value, State) and deep:
            self.look_into(value, deep - 1)
        elif isinstance(value, Enum):
            self.facts.append(f"{title}: {value.name.lower().replace('_', ' ')}")
        elif (
            isinstance(value, int | str)
            and value is not False
            and value != ""
            and len(str(value)) <= _WORDS_MOST
        ):
            self.facts.append(title if value is True else f"{title}: {value}")

    def _take_seats(self, name: str, title: str, seats: Sequence[Seat]) -> None:
        if name in _GONE:
            self.gone = tuple(seats)
        elif seats:
            self.facts.append(f"{title}: {', '.join(map(self._name, seats))}")

    def _take_figure(self, seat: int, title: str, value: object) -> None:
        if value is not False and value != "":
            label = title.lower()
            self.figures.setdefault(seat, []).append(Figure(label, "" if value is True else str(value)))

    def _take_things(self, name: str, title: str, items: Hint, value: Sequence[object]) -> None:
        """Read cards: of the table, of each seat, or each before its seat."""
        inner = _items(items)
        if items in (Slot, Face):
            pieces = [self._of(items, each, f"{name}:{place}") for place, each in enumerate(value)]
            self._lay(name, title, pieces, None)
        elif inner in (Slot, Face) and len(value) == len(self.names):
            if inner is Slot and tuple(value) == tuple(
                map(self.view.state.hand, map(Seat, range(len(value))))
            ):
                return
            for seat, its in enumerate(value):
                pieces = [
                    self._of(inner, each, f"{name}:{seat}:{place}")
                    for place, each in enumerate(cast("Sequence[object]", its))
                ]
                whose = "Yours" if seat == self.view.seat else self.names[seat]
                self._lay(f"{name} {seat}", f"{whose}: {title.lower()}", pieces, Seat(seat))
        elif (parts := _parts(items)) and Seat in parts and (Face in parts or Slot in parts):
            pieces = [self._laid(parts, each, f"{name}:{place}") for place, each in enumerate(value)]
            self.zones.append(Zone(name, title, Kind.TRICK, tuple(filter(None, pieces))))

    def _laid(self, parts: Sequence[Hint], value: object, at: Token) -> Piece | None:
        """Return a card before the seat that has laid it."""
        kind: type = type(value)
        values = value if isinstance(value, tuple) else tuple(getattr(value, name) for name in hints_of(kind))
        each = dict(zip(parts, values, strict=True))
        seat, slot, face = (cast("int | None", each.get(kind)) for kind in (Seat, Slot, Face))
        if seat is None:
            return None
        if slot is not None:
            self.shown.add(Slot(slot))
        if face is not None:
            return self._open(
                self._at(Face(face), at) if slot is None else card_at(Slot(slot)), Face(face), Seat(seat)
            )
        return None if slot is None else self._card(Slot(slot), Seat(seat))

    def _lay(self, name: str, title: str, pieces: Sequence[Piece | None], seat: Seat | None) -> None:
        """Lay down cards: a pile if all are hidden or there are many, otherwise side by side."""
        there = tuple(filter(None, pieces))
        is_closed = all(isinstance(piece.look, Closed) for piece in there)
        if there and (len(there) > _SPREAD or (is_closed and len(there) > 1)):
            self.zones.append(Zone(name, title, Kind.PILE, there[-1:], seat, count=len(there)))
        elif there:
            self.zones.append(Zone(name, title, Kind.ROW, there, seat))

    def _of(self, kind: Hint, value: object, at: Token) -> Piece | None:
        if kind is Face:
            return self._open(self._at(cast("Face", value), at), cast("Face", value))
        return None if value in self.shown else self._card(cast("Slot", value))

    def _at(self, face: Face, at: Token) -> Token:
        """Return the token of the only slot in which the viewer sees this face; `at` for none or several."""
        slots = [slot for slot, its in self.view.known.items() if its == face]
        return card_at(slots[0]) if len(slots) == 1 else at

    def _card(self, slot: Slot, seat: Seat | None = None) -> Piece:
        self.shown.add(slot)
        face = self.view.face(slot)
        if face is None:
            return Piece(card_at(slot), "a hidden card", "?", Closed(), seat)
        return self._open(card_at(slot), face, seat)

    def _open(self, at: Token, face: Face, seat: Seat | None = None) -> Piece:
        return Piece(at, self.face_name(face), self.game.face_text(face), Open(face), seat)

    def _name(self, seat: Seat) -> str:
        return "you" if seat == self.view.seat else self.names[seat]


def _items(hint: Hint) -> Hint:
    """Return the item type of a tuple of any length; None for anything else."""
    inner = get_args(hint)
    return inner[0] if get_origin(hint) is tuple and len(inner) == 2 and inner[1] is Ellipsis else None


def _parts(hint: Hint) -> tuple[Hint, ...]:
    """Return the types of a fixed tuple's items, or of a dataclass's fields."""
    if isinstance(hint, type) and is_dataclass(hint):
        return tuple(hints_of(hint).values())
    return get_args(hint) if get_origin(hint) is tuple else ()


def _without_none(hint: Hint) -> Hint:
    """Return `X` for `X | None`."""
    inner = [each for each in get_args(hint) if each is not type(None)]
    return inner[0] if type(None) in get_args(hint) and len(inner) == 1 else hint


def _status(view: View, names: Sequence[str]) -> str:
    needs = view.state.needs
    if not needs:
        return "The game is over."
    need = needs[0]
    if held := held_status(view, names):
        return held
    if view.seat in choosers(view.state):
        return (
            "Your turn." if isinstance(need, Turn) else "Choose: nobody sees it before everybody has chosen."
        )
    if waiting := waiting_for(view, names):
        return f"Waiting for {waiting}."
    if isinstance(need, Shuffle):
        return "The cards are being shuffled."
    return "Everybody draws a number together." if isinstance(need, Roll) else "The cards are being dealt."
