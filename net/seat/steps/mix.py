"""A pile is shuffled: every seat in turn mixes and remasks it, and proves it (deck 6.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from net.deck.pile import EMPTY_PILE, CheckedPile, lay_pile
from net.deck.shuffle import check_shuffle, make_shuffle, recall_shuffle
from net.machine import Place
from net.seat.deal import Card
from net.seat.payload import Payload
from net.seat.position import Position
from net.seat.prover import Prover
from net.seat.step_kind import StepKind
from rules.api import Shuffle, Shuffled


class Mix(Struct, frozen=True):
    """One seat's part in a shuffle. A pile of fewer than two components needs no shuffle. A quiet mix is no
    event for the rules: it shuffles hidden components in the slots in which they lie. A mix `ahead` is of the
    next deal's pile: any seat that has not mixed may be next, and nothing is laid out yet."""

    here: Position
    need: Shuffle
    is_quiet: bool = False
    is_ahead: bool = False
    kind: ClassVar = StepKind.MIX

    @property
    def actors(self) -> tuple[int, ...]:
        if len(self.need.into) < 2:
            return ()
        left = tuple(seat for seat in self.here.seats if seat not in self.here.deal.mixed_by)
        return left if self.is_ahead else left[:1]

    @property
    def pile(self) -> CheckedPile:
        """The pile that this mix starts from: the last mix's result, or first the rules' pile (deck 6.5)."""
        if self.here.deal.mixed_by:
            return self.here.deal.mixing
        return lay_pile(self.here.keys, self.need.faces, self.here.ciphers(self.need.slots))

    def check(self, place: Place, seat: int, payload: Payload) -> None:
        check_shuffle(self._context(place, seat), self.here.keys, seat, self.pile, payload.data)

    def after(self, place: Place, payloads: Mapping[int, Payload]) -> Position:
        if not payloads:
            return self._laid(self.pile)
        ((seat, payload),) = payloads.items()
        deal, mixing = self.here.deal, recall_shuffle(len(self.need.into), payload.data)
        mixed_by = (*deal.mixed_by, seat)
        if self.is_ahead:
            deal = replace(deal, faces=self.need.faces)
        elif len(mixed_by) == len(self.here.seats):
            return self._laid(mixing)
        return replace(self.here, deal=replace(deal, mixing=mixing, mixed_by=mixed_by))

    def answer(self, place: Place, prover: Prover) -> Payload:
        context = self._context(place, prover.seat)
        return Payload(self.kind, make_shuffle(context, self.here.keys, self.pile, prover.randomness))

    def proofs(self, seat: int, payload: Payload) -> int:
        return 1

    def _context(self, place: Place, seat: int) -> bytes:
        return self.here.context(place, seat, "mix")

    def _laid(self, pile: CheckedPile) -> Position:
        """Lay a shuffled pile into the slots that the rules named."""
        here, need = self.here, self.need
        kept = {} if need.new_deck else dict(here.deal.without(frozenset(need.slots)).cards)
        kept |= {slot: Card(cipher, need.pile) for slot, cipher in zip(need.into, pile, strict=True)}
        faces = {*need.faces} if need.new_deck else {*here.deal.faces, *need.faces}
        deal = replace(
            here.deal, cards=kept, dealt=True, mixing=EMPTY_PILE, mixed_by=(), faces=tuple(sorted(faces))
        )
        if self.is_quiet:
            return replace(here, deal=replace(deal, remix=deal.remix[1:]))
        public = {} if need.new_deck else here.public
        return replace(here, deal=deal, public=public).after_event(Shuffled(need.pile, need.into))
