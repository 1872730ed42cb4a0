"""A player of Plump that does not follow suit though it could, as an altered program would."""

from __future__ import annotations

from net.seat.payload import read_payload
from net.seat.step_kind import StepKind
from rules.cards import SUIT
from rules.plump.actions import PlumpPlay
from rules.plump.state import PlumpState
from tests.support.parlour import move_pay
from tests.support.simulated_table import Seated


def revoking(cheat: Seated) -> None:
    """Let this seat play off-suit whenever it could follow."""

    def off_suit(seated: Seated, pay: bytes) -> bytes:
        payload, session = read_payload(seated.seat, pay), seated.running
        state = session.replica.state
        if payload.kind is not StepKind.MOVE or not isinstance(state, PlumpState) or state.part is None:
            return pay
        led, known, hand = state.part.suit_led, session.dealer.known, state.part.hands[seated.seat]
        others = [slot for slot in hand if SUIT[known.get(slot, 0)] != led]
        follows = any(SUIT[known.get(slot, 0)] == led for slot in hand)
        if led is None or not others or not follows:
            return pay
        lie = PlumpPlay(others[0], known[others[0]])
        return move_pay(session.replica, session.place, session.dealer, lie)

    cheat.forge = off_suit
