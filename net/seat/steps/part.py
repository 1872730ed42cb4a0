"""Those who stay take a leaver's lock off the deck, with the shares that it left behind (deck 6.9).

The first of them writes these shares into the log; all who voted to continue hold these shares. The leaver's
own proof comes with them, so nobody has to believe the writer. The leaver's own cards stay locked and are
dead.

The proof covers the cards that were closed at the height that the Leave names. A round that was locked
above it and became final with the change of view may have shown some of them since. For those the writer
adds the points that the proof covered, and nobody uses their shares. Each share is proven for its own
point, whatever other points the proof also covers, so false ones gain nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from net.deck.algebra.group import POINT_BYTES, Point
from net.deck.algebra.hashing import lp
from net.deck.algebra.wire import Reader
from net.deck.leave import check_leave, peel, without
from net.deck.pile import Cipher
from net.deck.shares import recall_shares
from net.errors import IllegalMove, Malformed, PeerError
from net.machine import Place
from net.seat.deal import Card, Deal
from net.seat.payload import Payload
from net.seat.position import Position, number_bytes
from net.seat.step_kind import StepKind
from rules.api import Seat, Slot

SLOT_BYTES: Final = 8
_MORE_BYTES: Final = SLOT_BYTES + POINT_BYTES
_WHAT: Final = "list of what a leaver has also given shares of"


class Part(Struct, frozen=True):
    """The step that takes off the lock of the first seat in `deal.parting`."""

    here: Position
    kind: ClassVar = StepKind.PART

    @property
    def actors(self) -> tuple[int, ...]:
        return self.here.seats[:1]

    @property
    def leaver(self) -> Seat:
        """The seat whose lock comes off."""
        return Seat(self.here.deal.parting[0])

    def check(self, place: Place, seat: int, payload: Payload) -> None:
        try:
            _check_written(self.here.deal, self.leaver, payload)
        except PeerError as why:
            # The proof is the leaver's, but the seat that hands it over had to check it first.
            text = f"handed over shares of seat {self.leaver} that do not hold: {why.text}"
            raise IllegalMove("wrong-shares", text, seat=seat) from why

    def after(self, place: Place, payloads: Mapping[int, Payload]) -> Position:
        (payload,) = payloads.values()
        deal, leaver = self.here.deal, self.leaver
        wanted, more = parting_slots(deal, leaver), _read_more(payload.more)
        asked = sorted({*wanted, *more})
        all_given = dict(zip(asked, recall_shares(len(asked), payload.data), strict=True))
        given = {slot: all_given[slot] for slot in wanted}
        cards = dict(deal.cards)
        for slot, card in deal.cards.items():
            share = card.shares.get(leaver) or given.get(slot)
            if share is not None:
                shares = {seat: each for seat, each in card.shares.items() if seat != leaver}
                cards[slot] = replace(card, cipher=peel(card.cipher, share), shares=shares)
        rest = replace(deal, keys=without(deal.known_keys(), leaver), cards=cards, parting=deal.parting[1:])
        return replace(self.here, deal=rest)

    def proofs(self, seat: int, payload: Payload) -> int:
        return int(bool(payload.data))


def parting_slots(deal: Deal, leaver: Seat) -> tuple[Slot, ...]:
    """The hidden cards that are not the leaver's own and lack its share, rising."""
    cards = sorted(deal.cards.items())
    return tuple(slot for slot, card in cards if leaver not in card.shares and not is_own(card, leaver))


def is_own(card: Card, seat: Seat) -> bool:
    """True if only this seat may see a card."""
    return card.viewers == {seat}


class LeftBehind(Struct, frozen=True):
    """Checked shares that a seat left behind in the deal `sid`: its shares of the points of these slots."""

    sid: bytes
    points: Mapping[Slot, Point]
    message: bytes

    def payload(self, deal: Deal, leaver: Seat) -> Payload | None:
        """The payload for a deal that has gone on since; None if a share is missing."""
        wanted = parting_slots(deal, leaver)
        if deal.keys is None or self.sid != deal.keys.sid:
            return None
        # A shuffle since then has given a card another point, for which the leaver's share is missing.
        if any(self.points.get(slot) != deal.cards[slot].cipher.a for slot in wanted):
            return None
        more = (slot for slot in sorted(self.points) if slot not in {*wanted})
        return Payload(
            StepKind.PART,
            self.message,
            b"".join(number_bytes(slot) + bytes(self.points[slot]) for slot in more),
        )


def check_parting(deal: Deal, leaver: Seat, message: bytes) -> LeftBehind:
    """Return the shares that a leaver left behind at a height. Raises `PeerError`, naming the leaver, unless
    they are its shares of everything that was hidden at that height."""
    points = {slot: deal.cards[slot].cipher.a for slot in parting_slots(deal, leaver)}
    _check(deal, leaver, points, message)
    return LeftBehind(deal.known_keys().sid, points, message)


def parting_context(deal: Deal, leaver: Seat, slots: Iterable[Slot]) -> bytes:
    """Return the bytes that bind a leaver's proof: the deal and the slots."""
    return lp(deal.known_keys().sid, "leaving", leaver, *map(number_bytes, slots))


def _check_written(deal: Deal, leaver: Seat, payload: Payload) -> None:
    wanted, more = parting_slots(deal, leaver), _read_more(payload.more)
    if {*wanted} & {*more}:
        raise Malformed("slots", "points of hidden cards that all know already")
    points = {slot: deal.cards[slot].cipher.a for slot in wanted}
    _check(deal, leaver, {**points, **more}, payload.data)


def _check(deal: Deal, leaver: Seat, points: Mapping[Slot, Point], message: bytes) -> None:
    slots = sorted(points)
    ciphers = [Cipher(points[slot], points[slot]) for slot in slots]  # the proof is about the first halves
    check_leave(parting_context(deal, leaver, slots), deal.known_keys(), leaver, ciphers, message)


def _read_more(more: bytes) -> dict[Slot, Point]:
    """The other points that a leaver's proof covers, by slot; raises `Malformed` unless slots rise."""
    n = len(more) // _MORE_BYTES
    reader = Reader(more, size=n * _MORE_BYTES, seat=None, what=_WHAT)
    found: dict[Slot, Point] = {}
    last = -1
    for _ in range(n):
        slot = Slot(int.from_bytes(reader.take(SLOT_BYTES), "big"))
        if slot <= last:
            raise Malformed("slots", f"a {_WHAT} with slots out of order")
        found[slot], last = reader.point(), slot
    return found
