"""Slots that a seat may sign only once (R1): an entry or an ack of one height, a vote, a line of chat."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from msgspec import Struct

NEVER: Final = 2**62


class Signed(StrEnum):
    """Kinds of messages that have a slot, by their letter on the wire."""

    ENTRY = "E"
    ACK = "A"
    VOTE = "V"
    CHAT = "C"


class SignSlot(Struct, frozen=True):
    """One slot. `numbers` tell it from others of its kind, in the order of the functions below.

    `k` is the height at which the slot expires: a vote never does, a line of chat at once, because the chat
    keeps its own order. Journals store the slot by its text: "E/0/12/3".
    """

    kind: Signed
    numbers: tuple[int, ...]
    k: int

    def __str__(self) -> str:
        return "/".join((self.kind, *map(str, self.numbers)))


def round_slot(kind: Signed, k: int, *, v: int, seat: int) -> SignSlot:
    """The slot of the entry or the ack of a seat at height `k` in view `v`."""
    return SignSlot(kind, (v, k, seat), k)


def vote_slot(*, v: int, seat: int) -> SignSlot:
    """The slot of a seat's vote for view `v`."""
    return SignSlot(Signed.VOTE, (v, seat), NEVER)


def chat_slot(n: int) -> SignSlot:
    """The slot of a seat's `n`-th line of chat."""
    return SignSlot(Signed.CHAT, (n,), 0)
