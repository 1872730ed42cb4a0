"""A number is drawn together: everybody's share counts, and nobody can choose the number (deck 6.8). Other
seats lend the share of an absent seat, from the parts that they hold of its key. A number is bound to the
place where it was first due, also after changes of view. So a seat that has seen the number cannot change it
by going away or coming back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from net.deck import roll
from net.deck.algebra.hashing import lp
from net.deck.escrow import take_part
from net.deck.lent import CheckedLent, recall_lent
from net.errors import IllegalMove
from net.machine import Place
from net.seat.payload import Payload
from net.seat.position import Position
from net.seat.prover import Prover
from net.seat.step_kind import StepKind
from rules.api import Roll, Rolled


class Coin(Struct, frozen=True):
    """Everybody's share of one joint random number."""

    here: Position
    need: Roll
    kind: ClassVar = StepKind.COIN

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that are present and have a key in this deal."""
        return tuple(seat for seat in self.here.seats if seat in self.here.keys.seats)

    def lent_by(self, seat: int) -> tuple[int, ...]:
        """The missing seats to whose shares a seat contributes. Only the first holders of parts of their keys
        contribute, as many as are needed."""
        missing = tuple(sorted(self.here.missing))
        return missing if missing and seat in self.actors[: self.here.deal.split[missing[0]].t] else ()

    def check(self, place: Place, seat: int, payload: Payload) -> None:
        context, keys, split = self._context(place), self.here.keys, self.here.deal.split
        roll.check_roll_share(context, keys, seat, payload.data)
        for missing, message in self._lent(seat, payload).items():
            roll.check_lent_roll(context, keys, seat, dealt=split[missing], message=message)

    def after(self, place: Place, payloads: Mapping[int, Payload]) -> Position:
        context, here = self._context(place), self.here
        shares, lent = dict[int, roll.CheckedRollShare](), dict[int, dict[int, CheckedLent]]()
        for seat, payload in payloads.items():
            shares[seat] = roll.check_roll_share(context, here.keys, seat, payload.data)
            for missing, message in self._lent(seat, payload).items():
                (lent.setdefault(missing, {})[seat],) = recall_lent(1, message)
        for missing, added_by in lent.items():
            shares[missing] = roll.join_lent_roll(here.deal.split[missing].t, added_by)
        rolled = Rolled(roll.roll_value(context, shares, self.need.sides))
        return replace(here, drawn_at=None).after_event(rolled)

    def answer(self, place: Place, prover: Prover) -> Payload:
        context, keys, seat = self._context(place), self.here.keys, prover.seat
        secret, randomness = prover.secret(self.here.deal.table), prover.randomness
        share = roll.make_roll_share(context, keys, seat, secret, randomness=randomness)
        lent = b""
        for missing in self.lent_by(seat):
            dealt = self.here.deal.split[missing]
            part = take_part(dealt, keys, seat, secret, randomness)
            lent += roll.make_lent_roll(context, keys, seat, dealt=dealt, part=part, randomness=randomness)
        return Payload(self.kind, share, lent)

    def proofs(self, seat: int, payload: Payload) -> int:
        """One proof for each share, also for a contribution to a missing seat's share."""
        return 1 + len(self.lent_by(seat))

    def _lent(self, seat: int, payload: Payload) -> dict[int, bytes]:
        """Return a seat's contributions to missing seats' shares; raises `IllegalMove` for a wrong length."""
        wanted, length = self.lent_by(seat), roll.ROLL_BYTES
        if len(payload.more) != length * len(wanted):
            text = "lent more or fewer shares of a joint number than are missing"
            raise IllegalMove("wrong-shares", text, seat=seat)
        return {each: payload.more[length * at :][:length] for at, each in enumerate(wanted)}

    def _context(self, place: Place) -> bytes:
        """The label that all shares of this number have in common."""
        at = self.here.drawn_at or place
        return lp(self.here.keys.sid, at.k, at.prev, self.need.purpose)
