"""Slots of messages that a seat may sign only once (R1): an entry or an ack of one height, a vote, a line of
chat."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

NEVER: Final = 2**62


class Signed(StrEnum):
    """The kinds of messages that have a slot, by their letter on the wire."""

    ENTRY = "E"
    ACK = "A"
    VOTE = "V"
    CHAT = "C"


@dataclass(frozen=True, slots=True)
class SignSlot:
    """One slot. `numbers` tell it from the others of its kind, as the functions below put them.

    `k` is the height that it is outdated with: a vote never is, and a line of chat at once, for the
    chat keeps its own order. As text it is what
    journals keep it by: "E/0/12/3".
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
