"""Cards are shown: each seat gives the shares that it owes, in the clear or sealed (deck 5.2, 6.7).

Nobody can be asked for a share that the rules do not call for: the plan follows from the final state
alone, and an entry that gives anything else is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from net.deck.escrow import take_part
from net.deck.lent import CheckedLent, check_lent, join_lent, make_lent, recall_lent
from net.deck.pile import Cipher
from net.deck.sealed import check_sealed, make_sealed, recall_sealed, sealed_bytes
from net.deck.shares import check_shares, make_shares, recall_shares, shares_bytes
from net.errors import IllegalMove
from net.machine import Place
from net.seat.deal import is_open
from net.seat.payload import Payload
from net.seat.plan import Errand, SharePlan
from net.seat.position import Position, number_bytes
from net.seat.prover import Prover
from net.seat.step_kind import StepKind
from rules.api import EVERYONE, Event, Seat, Show, Shown, Slot


@dataclass(frozen=True, slots=True)
class Shares:
    """One round for all the shows that the rules ask for at once; `plan` says which shares each seat owes."""

    here: Position
    shows: tuple[Show, ...]
    plan: SharePlan
    kind: ClassVar = StepKind.SHARES

    @property
    def actors(self) -> tuple[int, ...]:
        return self.plan.actors

    def check(self, place: Place, seat: int, payload: Payload) -> None:
        errand, keys = self.plan.errands[seat], self.here.keys
        check_part(seat, payload.data, wanted=bool(errand.clear))
        check_part(seat, payload.more, wanted=bool(errand.sealed or errand.lent))
        sealed, lent = _parts(errand, payload.more)
        if errand.clear:
            context = self._clear_context(place, seat)
            check_shares(context, keys, seat, self.here.ciphers(errand.clear), payload.data)
        if errand.sealed:
            context = self._sealed_context(place, seat)
            check_sealed(context, keys, seat, self._sealing(errand), sealed)
        for (missing, slots), told in zip(errand.lent, lent, strict=True):
            check_lent(
                self._lent_context(place, seat, missing),
                keys,
                seat,
                dealt=self.here.deal.split[missing],
                ciphers=self.here.ciphers(slots),
                message=told,
            )

    def after(self, place: Place, payloads: Mapping[int, Payload]) -> Position:
        cards, lent = dict(self.here.deal.cards), dict[tuple[Slot, Seat], dict[int, CheckedLent]]()
        for seat, payload in payloads.items():
            errand = self.plan.errands[seat]
            sealed, parts = _parts(errand, payload.more)
            for slot, share in zip(errand.clear, recall_shares(len(errand.clear), payload.data), strict=True):
                cards[slot] = replace(cards[slot], shares={**cards[slot].shares, Seat(seat): share})
            boxes = recall_sealed(_viewers(errand), sealed)
            for (slot, viewer), box in zip(errand.sealed, boxes, strict=True):
                cards[slot] = replace(cards[slot], sealed={**cards[slot].sealed, (Seat(seat), viewer): box})
            for (missing, slots), told in zip(errand.lent, parts, strict=True):
                for slot, added in zip(slots, recall_lent(len(slots), told), strict=True):
                    lent.setdefault((slot, missing), {})[seat] = added
        for (slot, missing), added_by in lent.items():
            share = join_lent(self.here.deal.split[missing].t, added_by)
            cards[slot] = replace(cards[slot], shares={**cards[slot].shares, missing: share})
        here = replace(self.here, deal=replace(self.here.deal, cards=cards))
        for show in self.shows:
            here = _shown(here, show)
        return _opened(here, self.plan)

    def answer(self, place: Place, prover: Prover) -> Payload:
        seat, keys = prover.seat, self.here.keys
        errand, secret = self.plan.errands[seat], prover.secret(self.here.deal.table)
        clear = sealed = lent = b""
        if errand.clear:
            context, ciphers = self._clear_context(place, seat), self.here.ciphers(errand.clear)
            clear = make_shares(
                context, keys, seat, secret=secret, ciphers=ciphers, randomness=prover.randomness
            )
        if errand.sealed:
            context, items = self._sealed_context(place, seat), self._sealing(errand)
            sealed = make_sealed(
                context, keys, seat, secret=secret, items=items, randomness=prover.randomness
            )
        for missing, slots in errand.lent:
            dealt = self.here.deal.split[missing]
            lent += make_lent(
                self._lent_context(place, seat, missing),
                keys,
                seat,
                dealt=dealt,
                part=take_part(dealt, keys, seat, secret, prover.randomness),
                ciphers=self.here.ciphers(slots),
                randomness=prover.randomness,
            )
        return Payload(self.kind, clear, sealed + lent)

    def proofs(self, seat: int, payload: Payload) -> int:
        """Count the proofs: one for the clear shares, one for the sealed, one for each missing seat that
        gets a contribution."""
        errand = self.plan.errands[seat]
        return bool(errand.clear) + bool(errand.sealed) + len(errand.lent)

    def _clear_context(self, place: Place, seat: int) -> bytes:
        slots = self.plan.errands[seat].clear
        return self.here.context(place, seat, "clear", *map(number_bytes, slots))

    def _sealed_context(self, place: Place, seat: int) -> bytes:
        numbers = (number for pair in self.plan.errands[seat].sealed for number in pair)
        return self.here.context(place, seat, "sealed", *map(number_bytes, numbers))

    def _lent_context(self, place: Place, seat: int, missing: int) -> bytes:
        slots = dict(self.plan.errands[seat].lent)[Seat(missing)]
        return self.here.context(place, seat, "lent", *map(number_bytes, (missing, *slots)))

    def _sealing(self, errand: Errand) -> tuple[tuple[Cipher, int], ...]:
        """Ciphertexts and viewers of the sealed part of an errand."""
        return tuple((self.here.deal.cards[slot].cipher, viewer) for slot, viewer in errand.sealed)


def check_part(seat: int, data: bytes, *, wanted: bool) -> None:
    """Raise `IllegalMove` of `seat` unless it gave shares exactly if shares are due."""
    if bool(data) != wanted:
        raise IllegalMove("wrong-shares", "gave shares that nobody asked for, or none", seat=seat)


def _parts(errand: Errand, more: bytes) -> tuple[bytes, list[bytes]]:
    """Split `more` into the sealed shares and those lent for each missing seat; the last part also gets
    any surplus."""
    at = sealed_bytes(_viewers(errand))
    sealed, lent = (more[:at], []) if errand.lent else (more, [])
    for number, (_, slots) in enumerate(errand.lent, start=1):
        end = at + shares_bytes(len(slots)) if number < len(errand.lent) else len(more)
        lent.append(more[at:end])
        at = end
    return sealed, lent


def _viewers(errand: Errand) -> list[int]:
    """Return the viewer of each sealed share of an errand."""
    return [viewer for _, viewer in errand.sealed]


def _opened(here: Position, plan: SharePlan) -> Position:
    """Tell everybody the faces of cards in hands whose last share is there."""
    asked = {slot for errand in plan.errands.values() for slot in _slots(errand)}
    cards = {slot: here.deal.cards[slot] for slot in sorted(asked) if slot in here.deal.cards}
    faces = {
        slot: here.face(card, dict(card.shares)) for slot, card in cards.items() if is_open(card, here.keys)
    }
    return replace(here, public={**here.public, **faces})


def _slots(errand: Errand) -> Iterator[Slot]:
    yield from errand.clear
    yield from (slot for slot, _ in errand.sealed)
    for _, slots in errand.lent:
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
    return replace(here, deal=deal).happen(event)
