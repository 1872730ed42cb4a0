"""Full positions that fit a viewer's knowledge, each as likely as any other.

Known faces, played cards and recorded voids are respected. The result is the same as if decks were dealt
at random and all that do not fit were thrown away. Hands with the same claims form a group. First it is
drawn how many cards of each suit a group has, in proportion to the number of deals; then which cards these
are. If no deal fits all claims, one is false: a seat's are ignored unless they fit those of earlier seats.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import comb
from typing import NamedTuple, TypeAlias

from rules.api import Face, Known, Rng, Slot
from rules.cards import PACK, SUIT
from rules.plump.round import Round
from rules.plump.state import PlumpState, deck_slots

_SUITS = range(4)
_Counts: TypeAlias = tuple[int, ...]
"""A number of cards for each suit."""


class _Group(NamedTuple):
    """Hidden slots whose holders claim to lack the same suits; their cards are interchangeable."""

    lacking: frozenset[int]
    slots: list[Slot]


class PlumpWorlds:
    """All positions that fit one view, for repeated draws."""

    def __init__(self, state: PlumpState, known: Known) -> None:
        self._faces: dict[Slot, Face] = {}
        self._pools: list[list[Face]] = [[] for _ in _SUITS]
        self._groups: list[_Group] = []
        self._ways: dict[tuple[int, _Counts], int] = {}
        part = state.part
        if part is None or not part.is_shuffled:
            return
        self._faces = {slot: known[slot] for slot in deck_slots(part) if slot in known}
        seen = frozenset(self._faces.values())
        for face in PACK:
            if face not in seen and not part.seen >> face & 1:
                self._pools[SUIT[face]].append(face)
        seats = range(len(part.hands))
        self._group(part, {*seats})
        if self._deals(0, self._left()):
            return
        believed: set[int] = set()
        for seat in seats:  # one after the other, to drop few
            self._group(part, {*believed, seat})
            if self._deals(0, self._left()):
                believed.add(seat)
        self._group(part, believed)

    def draw(self, rng: Rng) -> dict[Slot, Face]:
        """A face for every slot of the deck not played yet, dealt or not, and for each played one that the
        viewer knows. {} before the shuffle."""
        faces, pools, left = dict(self._faces), [pool[:] for pool in self._pools], self._left()
        for pool in pools:
            rng.shuffle(pool)
        for number, group in enumerate(self._groups):
            taken = self._share(number, left, rng)
            cards = [pools[suit].pop() for suit in _SUITS for _ in range(taken[suit])]
            rng.shuffle(cards)
            faces.update(zip(group.slots, cards, strict=True))
            left = _minus(left, taken)
        return faces

    def _left(self) -> _Counts:
        return tuple(map(len, self._pools))

    def _group(self, part: Round, believed: set[int]) -> None:
        """Sort the hidden slots by the claims of the seats in `believed`; those without a claim come last."""
        groups: dict[frozenset[int], list[Slot]] = {}
        for seat, hand in enumerate(part.hands):
            claims = part.void_since[seat]
            lacking = frozenset(suit for suit in _SUITS if claims[suit]) if seat in believed else frozenset()
            groups.setdefault(lacking, []).extend(slot for slot in hand if slot not in self._faces)
        undealt = deck_slots(part)[part.cards * len(part.order) :]
        groups.setdefault(frozenset(), []).extend(slot for slot in undealt if slot not in self._faces)
        free = _Group(frozenset(), groups.pop(frozenset()))
        held = [_Group(lacking, slots) for lacking, slots in groups.items() if slots]
        self._groups, self._ways = [*held, free], {}

    def _deals(self, number: int, left: _Counts) -> int:
        """The number of ways in which the groups from `number` on can have the cards that are left."""
        if number + 1 >= len(self._groups):
            return 1
        if (number, left) not in self._ways:
            self._ways[number, left] = sum(ways for _, ways in self._shares(number, left))
        return self._ways[number, left]

    def _shares(self, number: int, left: _Counts) -> Iterator[tuple[_Counts, int]]:
        """Yield each possible number of cards of each suit for a group, and the number of deals with them."""
        lacking, slots = self._groups[number]
        most = [0 if suit in lacking else min(left[suit], len(slots)) for suit in _SUITS]
        for first in product(*(range(count + 1) for count in most[:-1])):
            last = len(slots) - sum(first)
            if 0 <= last <= most[-1]:
                taken = (*first, last)
                ways = self._deals(number + 1, _minus(left, taken))
                for have, take in zip(left, taken, strict=True):
                    ways *= comb(have, take)
                if ways:
                    yield taken, ways

    def _share(self, number: int, left: _Counts, rng: Rng) -> _Counts:
        if number + 1 == len(self._groups):
            return left
        at = rng.randrange(self._deals(number, left))
        for taken, ways in self._shares(number, left):
            at -= ways
            if at < 0:
                return taken
        raise AssertionError("the shares do not add up to the deals")


def _minus(counts: _Counts, taken: _Counts) -> _Counts:
    return tuple(have - take for have, take in zip(counts, taken, strict=True))
