"""Cards are shown: each seat gives the shares that it owes, in the clear or sealed (deck 5.2, 6.7).

Nobody can be asked for a share that the rules do not call for: the plan follows only from the final state,
and an entry with other shares is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from net.deck.escrow import take_part
from net.deck.lent import CheckedLent, check_lent, join_lent, make_lent, recall_lent
from net.deck.pile import Cipher
from net.deck.sealed import check_sealed, make_sealed, recall_sealed, sealed_bytes
from net.deck.shares import check_shares, make_shares, recall_shares, shares_bytes
from net.errors import IllegalMove
from net.machine import Place
from net.seat.deal import is_open
from net.seat.payload import Payload
from net.seat.plan import SharePlan, SharesOwed
from net.seat.position import Position, number_bytes
from net.seat.prover import Prover
from net.seat.step_kind import StepKind
from rules.api import EVERYONE, Event, Seat, Show, Shown, Slot


class Shares(Struct, frozen=True):
    """One round for all the shows that the rules ask for at once; `plan` says which shares each seat owes."""

    here: Position
    shows: tuple[Show, ...]
    plan: SharePlan
    kind: ClassVar = StepKind.SHARES

    @property
    def actors(self) -> tuple[int, ...]:
        return self.plan.actors

    def check(self, place: Place, seat: int, payload: Payload) -> None:
        owed, keys = self.plan.owed[seat], self.here.keys
        check_part(seat, payload.data, wanted=bool(owed.clear))
        check_part(seat, payload.more, wanted=bool(owed.sealed or owed.lent))
        sealed, lent = _parts(owed, payload.more)
        if owed.clear:
            context = self._clear_context(place, seat)
            check_shares(context, keys, seat, self.here.ciphers(owed.clear), payload.data)
        if owed.sealed:
            context = self._sealed_context(place, seat)
            check_sealed(context, keys, seat, self._sealing(owed), sealed)
        for (missing, slots), message in zip(owed.lent, lent, strict=True):
            context, ciphers = self._lent_context(place, seat, missing), self.here.ciphers(slots)
            dealt = self.here.deal.split[missing]
            check_lent(context, keys, seat, dealt=dealt, ciphers=ciphers, message=message)

    def after(self, place: Place, payloads: Mapping[int, Payload]) -> Position:
        cards, lent = dict(self.here.deal.cards), dict[tuple[Slot, Seat], dict[int, CheckedLent]]()
        for seat, payload in payloads.items():
            owed = self.plan.owed[seat]
            sealed, parts = _parts(owed, payload.more)
            for slot, share in zip(owed.clear, recall_shares(len(owed.clear), payload.data), strict=True):
                cards[slot] = replace(cards[slot], shares={**cards[slot].shares, Seat(seat): share})
            boxes = recall_sealed(_viewers(owed), sealed)
            for (slot, viewer), box in zip(owed.sealed, boxes, strict=True):
                cards[slot] = replace(cards[slot], sealed={**cards[slot].sealed, (Seat(seat), viewer): box})
            for (missing, slots), message in zip(owed.lent, parts, strict=True):
                for slot, added in zip(slots, recall_lent(len(slots), message), strict=True):
                    lent.setdefault((slot, missing), {})[seat] = added
        for (slot, missing), added_by in lent.items():
            share = join_lent(self.here.deal.split[missing].t, added_by)
            cards[slot] = replace(cards[slot], shares={**cards[slot].shares, missing: share})
        here = replace(self.here, deal=replace(self.here.deal, cards=cards))
        for show in self.shows:
            here = _shown(here, show)
        return _opened(here, self.plan)

    def answer(self, place: Place, prover: Prover) -> Payload:
        seat, keys, random = prover.seat, self.here.keys, prover.randomness
        owed, secret = self.plan.owed[seat], prover.secret(self.here.deal.table)
        clear = sealed = lent = b""
        if owed.clear:
            context, ciphers = self._clear_context(place, seat), self.here.ciphers(owed.clear)
            clear = make_shares(context, keys, seat, secret, ciphers, random)
        if owed.sealed:
            context, items = self._sealed_context(place, seat), self._sealing(owed)
            sealed = make_sealed(context, keys, seat, secret, items, random)
        for missing, slots in owed.lent:
            context, ciphers = self._lent_context(place, seat, missing), self.here.ciphers(slots)
            dealt = self.here.deal.split[missing]
            part = take_part(dealt, keys, seat, secret, random)
            lent += make_lent(context, keys, seat, dealt=dealt, part=part, ciphers=ciphers, randomness=random)
        return Payload(self.kind, clear, sealed + lent)

    def proofs(self, seat: int, payload: Payload) -> int:
        """Count the proofs: one for the clear shares, one for the sealed, one for each missing seat."""
        owed = self.plan.owed[seat]
        return bool(owed.clear) + bool(owed.sealed) + len(owed.lent)

    def _clear_context(self, place: Place, seat: int) -> bytes:
        slots = self.plan.owed[seat].clear
        return self.here.context(place, seat, "clear", *map(number_bytes, slots))

    def _sealed_context(self, place: Place, seat: int) -> bytes:
        numbers = (number for pair in self.plan.owed[seat].sealed for number in pair)
        return self.here.context(place, seat, "sealed", *map(number_bytes, numbers))

    def _lent_context(self, place: Place, seat: int, missing: int) -> bytes:
        slots = dict(self.plan.owed[seat].lent)[Seat(missing)]
        return self.here.context(place, seat, "lent", *map(number_bytes, (missing, *slots)))

    def _sealing(self, owed: SharesOwed) -> tuple[tuple[Cipher, int], ...]:
        """Ciphertexts and viewers of the sealed shares that a seat owes."""
        return tuple((self.here.deal.cards[slot].cipher, viewer) for slot, viewer in owed.sealed)


def check_part(seat: int, data: bytes, *, wanted: bool) -> None:
    """Raise `IllegalMove`, naming `seat`, if it gave shares that are not due, or none where some are."""
    if bool(data) != wanted:
        raise IllegalMove("wrong-shares", "gave shares that nobody asked for, or no shares", seat=seat)


def _parts(owed: SharesOwed, more: bytes) -> tuple[bytes, list[bytes]]:
    """Split `more` into the sealed shares, the shares lent for each missing seat, and surplus bytes."""
    at = sealed_bytes(_viewers(owed))
    sealed, lent = (more[:at], []) if owed.lent else (more, [])
    for number, (_, slots) in enumerate(owed.lent, start=1):
        end = at + shares_bytes(len(slots)) if number < len(owed.lent) else len(more)
        lent.append(more[at:end])
        at = end
    return sealed, lent


def _viewers(owed: SharesOwed) -> list[int]:
    """Return the viewer of each sealed share that a seat owes."""
    return [viewer for _, viewer in owed.sealed]


def _opened(here: Position, plan: SharePlan) -> Position:
    """Make public the faces of asked cards that stay in the deck, if all their shares are in the clear."""
    asked = {slot for owed in plan.owed.values() for slot in _slots(owed)}
    cards = {slot: here.deal.cards[slot] for slot in sorted(asked) if slot in here.deal.cards}
    faces = {
        slot: here.face(card, dict(card.shares)) for slot, card in cards.items() if is_open(card, here.keys)
    }
    return replace(here, public={**here.public, **faces})


def _slots(owed: SharesOwed) -> Iterator[Slot]:
    yield from owed.clear
    yield from (slot for slot, _ in owed.sealed)
    for _, slots in owed.lent:
        yield from slots


def _shown(here: Position, show: Show) -> Position:
    """Tell the rules that one show is done."""
    cards = here.deal.cards
    if show.to is EVERYONE:
        faces = tuple(here.face(cards[slot], dict(cards[slot].shares)) for slot in show.slots)
        deal = here.deal.without(frozenset(show.slots))
        event: Event = Shown(show.slots, EVERYONE, faces)
    else:
        seen = {slot: cards[slot].viewers.union(show.to) for slot in show.slots}
        wider = {slot: replace(cards[slot], viewers=viewers) for slot, viewers in seen.items()}
        deal = replace(here.deal, cards={**cards, **wider})
        event = Shown(show.slots, show.to, None)
    return replace(here, deal=deal).after_event(event)
