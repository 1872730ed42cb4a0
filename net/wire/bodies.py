"""Bodies of envelopes: entry, ack, vote, leave, pause, chat (net 5.3).

Every body has one spelling: `parse_body(body).encode() == body`. Hashes and signatures still cover the
bytes as they were received.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, ClassVar, Final, TypeAlias, cast

from msgspec import Struct

from net.errors import Malformed
from net.machine import Choice, TableView, Why
from net.wire.codec import COUNTER_MAX, Bytes, Int, Many, Text, exactly, has_controls, row
from net.wire.envelope import BODY_MAX, PAY_MAX, SEAT, SEATS_MAX
from net.wire.form import FieldForm, Vocabulary
from net.wire.hashes import HASH_BYTES
from net.wire.sign_slot import Signed, SignSlot, chat_slot, round_slot, vote_slot
from net.wire.signing import KEY_BYTES

CHAT_MAX: Final = 500
NO_LINE: Final = f"this line is empty, has more than {CHAT_MAX} characters or has control characters"
"""Refusal of an impossible line, shown to the person who typed it."""
SHARES_MAX: Final = 16 * 1024
"""Limit of a leaver's shares, in bytes: 33 for each hidden card of a deal, and a proof."""
HEIGHT: Final = Int(COUNTER_MAX)
ROUND_HEIGHT: Final = Int(COUNTER_MAX, 1)
"""A height at which somebody writes; height 0 is the genesis."""
VIEW: Final = Int()
NEXT_VIEW: Final = Int(least=1)
"""A view that is voted for; the genesis begins view 0."""
HASH: Final = exactly(HASH_BYTES)
SEATS: Final = Many(SEAT, SEATS_MAX)


class Going(IntEnum):
    """Kind of departure that a seat announces."""

    FOR_GOOD = 0
    ADJOURNING = 1
    """The seat closes the table for now; all can take the game up again."""
    FOR_NOW = 2
    """The seat goes, and means to come back."""


class Remark(IntEnum):
    """Kind of a line of chat."""

    LINE = 0
    """Text that somebody has written: 1 to `CHAT_MAX` characters, no control characters."""
    HINT = 1
    """The program says that its player has asked for a hint; without a text."""
    REACTION = 2
    """One of `REACTIONS`."""


REACTIONS: Final = ("cheers", "well-played", "laugh", "oops", "thinking", "hurry", "again")
"""Reactions that are shown as a picture."""


def _view(numbers: tuple[tuple[int, ...], int, int]) -> TableView:
    act, choice, why = numbers
    return TableView(act, Choice(choice), Why(why))


_VIEW: Final = FieldForm(
    row(SEATS, Int(len(Choice) - 1), Int(len(Why) - 1)),
    lambda view: (view.act, int(view.choice), int(view.why)),
    _view,
    is_spread=True,
)
_Hash: TypeAlias = Annotated[bytes, HASH]
_View: TypeAlias = Annotated[int, VIEW]
_Height: TypeAlias = Annotated[int, HEIGHT]
_RoundHeight: TypeAlias = Annotated[int, ROUND_HEIGHT]
_Seat: TypeAlias = Annotated[int, SEAT]


class _Body(Struct, frozen=True):
    """A body that can be signed and sent in an envelope."""

    def encode(self) -> bytes:
        """The body."""
        return BODIES.pack(cast(Body, self))


class Entry(_Body, frozen=True):
    """One seat's part of the round at height `k`, on top of chain `prev` and state `st`."""

    word: ClassVar = "E"
    game: _Hash
    v: _View
    k: _RoundHeight
    seat: _Seat
    prev: _Hash
    st: _Hash
    pay: Annotated[bytes, Bytes(PAY_MAX)]

    @property
    def slot(self) -> SignSlot:
        """The slot that may be signed once (R1)."""
        return round_slot(Signed.ENTRY, self.k, v=self.v, seat=self.seat)


class Ack(_Body, frozen=True):
    """A seat's signature under chain hash `h` and state hash `st` of height `k`."""

    word: ClassVar = "A"
    game: _Hash
    v: _View
    k: _RoundHeight
    seat: _Seat
    h: _Hash
    st: _Hash

    @property
    def slot(self) -> SignSlot:
        """The slot that may be signed once (R1)."""
        return round_slot(Signed.ACK, self.k, v=self.v, seat=self.seat)


class Vote(_Body, frozen=True):
    """A vote that `view` (seats, choice, reason) becomes view number `v`. (`lv`, `lk`, `lh`) is the voter's
    lock: view, height and chain hash of the last record it has acknowledged, or of its last final one."""

    word: ClassVar = "V"
    game: _Hash
    v: Annotated[int, NEXT_VIEW]
    seat: _Seat
    view: Annotated[TableView, _VIEW]
    lv: _View
    lk: _Height
    lh: _Hash

    def check(self) -> None:
        """Raise `Malformed` for seats not rising or without the voter, and for a lock of no earlier view."""
        act = self.view.act
        if list(act) != sorted(set(act)) or self.seat not in act:
            raise Malformed("order", "a vote names seats twice, out of order, or without the voter")
        if self.lv >= self.v:
            raise Malformed("view", "a vote on a lock of its own view or a later one")

    @property
    def slot(self) -> SignSlot:
        """The slot that may be signed once (R1)."""
        return vote_slot(v=self.v, seat=self.seat)


class Leave(_Body, frozen=True):
    """A seat's word that it goes. `k` is its last final height, or the one above that it has acknowledged;
    `shares` are those of height `k` that the others need to go on without the seat (deck 6.9)."""

    word: ClassVar = "L"
    game: _Hash
    seat: _Seat
    k: _Height
    why: Going
    shares: Annotated[bytes, Bytes(SHARES_MAX)] = b""


class Pause(_Body, frozen=True):
    """A seat's `n`-th request about the clocks in view `v`. `stage` counts the pauses and the ends of pauses
    that it has agreed to: an odd stage is a pause (`net.agreement.aside.pauses`)."""

    word: ClassVar = "P"
    game: _Hash
    v: _View
    seat: _Seat
    n: Annotated[int, Int(COUNTER_MAX, 1)]
    stage: Annotated[int, Int()]


class Chat(_Body, frozen=True):
    """The `n`-th line (from 1) of the player with key `who`, after the line with id `prev`.

    The first line's `prev` is the id of the game.
    """

    word: ClassVar = "C"
    game: _Hash
    who: Annotated[bytes, exactly(KEY_BYTES)]
    n: Annotated[int, Int(COUNTER_MAX, 1)]
    prev: _Hash
    what: Remark = Remark.LINE
    text: Annotated[str, Text(CHAT_MAX)] = ""

    def check(self) -> None:
        """Raise `Malformed` for a text that a line of this kind may not have."""
        if not is_remark(self.what, self.text):
            raise Malformed("remark", "a line of chat has a text that its kind may not have")

    @property
    def slot(self) -> SignSlot:
        """The slot that may be signed once (R1)."""
        return chat_slot(self.n)


Body: TypeAlias = Entry | Ack | Vote | Leave | Pause | Chat
BODIES: Final = Vocabulary[Body]((Entry, Ack, Vote, Leave, Pause, Chat), most=BODY_MAX, what="a message")


def parse_body(body: bytes) -> Body:
    """The message that `body` spells; raises `Malformed`."""
    return BODIES.unpack(body)


def is_remark(what: Remark, text: str) -> bool:
    """True if a line of that kind may have that text."""
    if what is Remark.LINE:
        return 1 <= len(text) <= CHAT_MAX and not has_controls(text)
    return text in REACTIONS if what is Remark.REACTION else not text
