"""What envelopes carry: entry, ack, vote, leave, pause, chat (net 5.3).

`parse_body(body).encode() == body` for everything that parses: bodies have one spelling. Still
the received bytes are what is hashed and signed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final, TypeAlias

from net.errors import Malformed
from net.machine import Choice, TableView, Why
from net.wire.codec import (
    COUNTER_MAX,
    Bytes,
    Fields,
    Int,
    Many,
    OneOf,
    Text,
    Word,
    exactly,
    has_controls,
    pack,
    row,
    unpack,
)
from net.wire.envelope import BODY_MAX, PAY_MAX, SEAT, SEATS_MAX
from net.wire.hashes import HASH_BYTES
from net.wire.sign_slot import Signed, SignSlot, chat_slot, round_slot, vote_slot
from net.wire.signing import KEY_BYTES

CHAT_MAX: Final = 500
NO_LINE: Final = f"a line of chat has 1 to {CHAT_MAX} characters, and no control characters"
"""What whoever types is told of any other."""
SHARES_MAX: Final = 16 * 1024
"""Of a leaver: 33 bytes for each hidden card of a deal, and a proof."""
HEIGHT: Final = Int(COUNTER_MAX)
ROUND_HEIGHT: Final = Int(COUNTER_MAX, 1)
"""A height at which somebody writes; height 0 is the genesis."""
VIEW: Final = Int()
NEXT_VIEW: Final = Int(least=1)
"""A view that is voted for; view 0 is the one that the genesis begins."""
HASH: Final = exactly(HASH_BYTES)
SEATS: Final = Many(SEAT, SEATS_MAX)


class Going(IntEnum):
    """How a seat goes."""

    FOR_GOOD = 0
    ADJOURNING = 1
    """It closes the table for now: all can take it up again."""
    FOR_NOW = 2
    """It goes, and means to come back."""


class Remark(IntEnum):
    """What a line of chat is."""

    LINE = 0
    """What somebody has written: 1 to `CHAT_MAX` characters, no control characters."""
    HINT = 1
    """The program says that its player has asked for a hint; without a text."""
    REACTION = 2
    """One of `REACTIONS`."""


REACTIONS: Final = ("cheers", "well-played", "laugh", "oops", "thinking", "hurry")
"""What can be said with a picture."""


_ENTRY: Final = row(Word(("E",)), HASH, VIEW, ROUND_HEIGHT, SEAT, HASH, HASH, Bytes(PAY_MAX))
_ACK: Final = row(Word(("A",)), HASH, VIEW, ROUND_HEIGHT, SEAT, HASH, HASH)
_VOTE: Final = row(
    Word(("V",)), HASH, NEXT_VIEW, SEAT, SEATS, Int(len(Choice) - 1), Int(len(Why) - 1), VIEW, HEIGHT, HASH
)
_LEAVE: Final = row(Word(("L",)), HASH, SEAT, HEIGHT, Int(len(Going) - 1), Bytes(SHARES_MAX))
_PAUSE: Final = row(Word(("P",)), HASH, VIEW, SEAT, Int(COUNTER_MAX, 1), Int())
_CHAT: Final = row(
    Word(("C",)),
    HASH,
    exactly(KEY_BYTES),
    Int(COUNTER_MAX, 1),
    HASH,
    Int(len(Remark) - 1),
    Text(CHAT_MAX),
)
_BODY: Final = OneOf((_ENTRY, _ACK, _VOTE, _LEAVE, _PAUSE, _CHAT))


@dataclass(frozen=True, slots=True)
class Entry:
    """One seat's part of the round at height `k`, on top of chain `prev` and state `st`."""

    game: bytes
    v: int
    k: int
    seat: int
    prev: bytes
    st: bytes
    pay: bytes

    @property
    def slot(self) -> SignSlot:
        """What may be signed once (R1)."""
        return round_slot(Signed.ENTRY, self.k, v=self.v, seat=self.seat)

    def encode(self) -> bytes:
        """The body."""
        return pack(_ENTRY, ("E", self.game, self.v, self.k, self.seat, self.prev, self.st, self.pay))


@dataclass(frozen=True, slots=True)
class Ack:
    """A seat's signature under chain hash `h` and state hash `st` of height `k`."""

    game: bytes
    v: int
    k: int
    seat: int
    h: bytes
    st: bytes

    @property
    def slot(self) -> SignSlot:
        """What may be signed once (R1)."""
        return round_slot(Signed.ACK, self.k, v=self.v, seat=self.seat)

    def encode(self) -> bytes:
        """The body."""
        return pack(_ACK, ("A", self.game, self.v, self.k, self.seat, self.h, self.st))


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote for `view` as view `v`. (`lv`, `lk`, `lh`) is the voter's lock: view, height and chain hash
    of the last record that it has locked, or else of its last final one."""

    game: bytes
    v: int
    seat: int
    view: TableView
    lv: int
    lk: int
    lh: bytes

    @property
    def slot(self) -> SignSlot:
        """What may be signed once (R1)."""
        return vote_slot(v=self.v, seat=self.seat)

    def encode(self) -> bytes:
        """The body."""
        return pack(
            _VOTE,
            (
                "V",
                self.game,
                self.v,
                self.seat,
                self.view.act,
                int(self.view.choice),
                int(self.view.why),
                self.lv,
                self.lk,
                self.lh,
            ),
        )


@dataclass(frozen=True, slots=True)
class Leave:
    """A seat says at height `k`, its last final one, that it goes; `shares` are those that the others need
    to go on without it (deck 6.9)."""

    game: bytes
    seat: int
    k: int
    why: Going
    shares: bytes = b""

    def encode(self) -> bytes:
        """The body."""
        return pack(_LEAVE, ("L", self.game, self.seat, self.k, int(self.why), self.shares))


@dataclass(frozen=True, slots=True)
class Pause:
    """What a seat wants of the clocks in view `v`, its `n`-th word about it: `stage` counts the pauses and
    their ends that it has agreed to, so an odd one is a pause (`net.agreement.aside.pauses`)."""

    game: bytes
    v: int
    seat: int
    n: int
    stage: int

    def encode(self) -> bytes:
        """The body."""
        return pack(_PAUSE, ("P", self.game, self.v, self.seat, self.n, self.stage))


@dataclass(frozen=True, slots=True)
class Chat:
    """The `n`-th line (from 1) of the player with key `who`, after the line with id `prev`.

    The first line's `prev` is the id of the game.
    """

    game: bytes
    who: bytes
    n: int
    prev: bytes
    text: str
    what: Remark = Remark.LINE

    @property
    def slot(self) -> SignSlot:
        """What may be signed once (R1)."""
        return chat_slot(self.n)

    def encode(self) -> bytes:
        """The body."""
        return pack(_CHAT, ("C", self.game, self.who, self.n, self.prev, int(self.what), self.text))


Body: TypeAlias = Entry | Ack | Vote | Leave | Pause | Chat


def parse_body(body: bytes) -> Body:
    """The message that `body` spells; raises `Malformed`."""
    fields = unpack(_BODY, body, most=BODY_MAX, what="a message")
    return _READERS[fields.text(0)](fields)


def _entry(fields: Fields) -> Body:
    return Entry(fields.blob(1), *_three(fields, 2), fields.blob(5), fields.blob(6), fields.blob(7))


def _ack(fields: Fields) -> Body:
    return Ack(fields.blob(1), *_three(fields, 2), fields.blob(5), fields.blob(6))


def _vote(fields: Fields) -> Body:
    act = fields.numbers(4)
    if list(act) != sorted(set(act)) or fields.number(3) not in act:
        raise Malformed("order", "a vote names seats twice or out of order, or not its own")
    if fields.number(7) >= fields.number(2):
        raise Malformed("view", "a vote on a lock of its own view, or of a later one")
    return Vote(
        game=fields.blob(1),
        v=fields.number(2),
        seat=fields.number(3),
        view=TableView(act, Choice(fields.number(5)), Why(fields.number(6))),
        lv=fields.number(7),
        lk=fields.number(8),
        lh=fields.blob(9),
    )


def _leave(fields: Fields) -> Body:
    return Leave(fields.blob(1), fields.number(2), fields.number(3), Going(fields.number(4)), fields.blob(5))


def _pause(fields: Fields) -> Body:
    return Pause(fields.blob(1), fields.number(2), fields.number(3), fields.number(4), fields.number(5))


def _chat(fields: Fields) -> Body:
    what, text = Remark(fields.number(5)), fields.text(6)
    if not is_remark(what, text):
        raise Malformed("remark", "a line of chat does not say what it is to say")
    return Chat(fields.blob(1), fields.blob(2), fields.number(3), fields.blob(4), text, what=what)


def is_remark(what: Remark, text: str) -> bool:
    """Whether a line of that kind may have that text."""
    if what is Remark.LINE:
        return 1 <= len(text) <= CHAT_MAX and not has_controls(text)
    return text in REACTIONS if what is Remark.REACTION else not text


def _three(fields: Fields, at: int) -> tuple[int, int, int]:
    return fields.number(at), fields.number(at + 1), fields.number(at + 2)


_READERS: Final = {"E": _entry, "A": _ack, "V": _vote, "L": _leave, "P": _pause, "C": _chat}
