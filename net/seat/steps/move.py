"""A seat takes its turn: one action, with its own shares of the slots that the action opens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec import Struct

from net.deck.shares import CheckedShare, check_shares, make_shares
from net.errors import IllegalMove, LocalError
from net.machine import Place
from net.seat.deal import is_open, missing_shares
from net.seat.payload import Payload
from net.seat.position import Position, number_bytes
from net.seat.prover import Prover
from net.seat.step_kind import StepKind
from net.seat.steps.shares import check_part
from rules.api import Action, Known, Moved, Seat, Slot
from rules.errors import BadText, NotLegal


class Move(Struct, frozen=True):
    """The turn of `seat`. An action is refused here for its spelling, its slots, the rules or its faces."""

    here: Position
    seat: Seat
    kind: ClassVar = StepKind.MOVE

    @property
    def actors(self) -> tuple[int, ...]:
        return (self.seat,)

    def judge(self, action: Action, known: Known) -> None:
        """Judge an action of our own before it is signed; `known` are the faces that the mover knows.

        This is the only judgement of an own action. It is stricter than the `check` of the other seats, which
        do not have `known`: a signed entry that they refuse would end the table with the mover to blame.
        Raises `NotLegal` with the rule, or `LocalError` for an action that no screen or bot should offer.
        """
        self.here.state.check(Moved(self.seat, action), known)
        try:
            self.action(str(action))
            self._check_slots(_slots(action))
        except IllegalMove as why:
            raise LocalError(f"an action that could not be played: {why.text}") from why
        if any(known.get(slot) != face for slot, face in action.opens):
            raise LocalError("an action that gives a card a false face")

    def check(self, place: Place, seat: int, payload: Payload) -> None:
        action = self.action(payload.text)
        self._check_slots(_slots(action))
        slots = self._closed(action)
        try:
            self.here.state.check(Moved(self.seat, action))
        except NotLegal as why:
            raise IllegalMove(
                why.reason, f"{why.text} ({why.rule}; sent as {action})", seat=self.seat
            ) from why
        check_part(self.seat, payload.data, wanted=bool(slots))
        self._check_faces(place, action, payload.data)

    def after(self, place: Place, payloads: Mapping[int, Payload]) -> Position:
        (payload,) = payloads.values()
        return self.here.play(self.seat, self.action(payload.text))

    def answer(self, place: Place, prover: Prover, action: Action) -> Payload:
        slots, shares = self._closed(action), b""
        if slots:
            context, ciphers = self._context(place, slots), self.here.ciphers(slots)
            secret = prover.secret(self.here.deal.table)
            shares = make_shares(context, self.here.keys, self.seat, secret, ciphers, prover.randomness)
        return Payload(self.kind, shares, text=str(action))

    def proofs(self, seat: int, payload: Payload) -> int:
        """Count the proofs: the shares of all opened slots have one together."""
        return int(bool(payload.data))

    def action(self, text: str) -> Action:
        """The action with that canonical text; raises `IllegalMove`."""
        try:
            action = self.here.game.parse_action(text)
        except BadText as why:
            title = self.here.game.title
            raise IllegalMove("no-action", f"sent no action of {title}: {why}", seat=self.seat) from why
        if str(action) != text:
            raise IllegalMove("no-action", "sent an action in another spelling", seat=self.seat)
        return action

    def _check_slots(self, slots: tuple[Slot, ...]) -> None:
        if list(slots) != sorted(set(slots)):
            raise IllegalMove("wrong-slots", "opened slots out of order", seat=self.seat)
        for slot in slots:
            card = self.here.deal.cards.get(slot)
            if card is None or not {*missing_shares(card, self.here.keys)} <= {self.seat}:
                text = f"opened slot {slot}, which is not theirs to open"
                raise IllegalMove("not-held", text, seat=self.seat)

    def _closed(self, action: Action) -> tuple[Slot, ...]:
        """The slots that an action opens and that need the mover's share; a hand that was opened while its
        owner was away needs none."""
        cards = self.here.deal.cards
        return tuple(slot for slot in _slots(action) if not is_open(cards[slot], self.here.keys))

    def _check_faces(self, place: Place, action: Action, data: bytes) -> None:
        slots = self._closed(action)
        own: dict[Slot, CheckedShare] = {}
        if slots:
            context, ciphers = self._context(place, slots), self.here.ciphers(slots)
            given = check_shares(context, self.here.keys, self.seat, ciphers, data)
            own = dict(zip(slots, given, strict=True))
        for slot, face in action.opens:
            card = self.here.deal.cards[slot]
            shares = {**card.shares, self.seat: own[slot]} if slot in own else dict(card.shares)
            if self.here.face(card, shares) != face:
                text = f"claims that slot {slot} is {self.here.game.face_text(face)}, which it is not"
                raise IllegalMove("false-face", text, seat=self.seat)

    def _context(self, place: Place, slots: tuple[Slot, ...]) -> bytes:
        return self.here.context(place, self.seat, "open", *map(number_bytes, slots))


def _slots(action: Action) -> tuple[Slot, ...]:
    return tuple(slot for slot, _ in action.opens)
