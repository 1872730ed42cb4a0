"""Payload of an entry of the log: one payload per step, strictly read.

`Payload = [kind:int, text:str, data:bin, more:bin, ahead:bin]`, a msgpack array (net 5.1). `ahead` is
empty, or the payload of a step of the next deal (deck 6.14), which has none itself:

| kind | step | text | data | more |
|---|---|---|---|---|
| 0 | commit | - | key commitment, 32 bytes | - |
| 1 | open | - | key opening, 129 bytes | - |
| 2 | mix | - | shuffled pile and proof, 162 n + 328 bytes | - |
| 3 | shares | - | shares in the clear, 33 m + 64 bytes | sealed shares, then lent ones |
| 4 | coin | - | share of the coin, 97 bytes | parts lent for missing seats' shares, 97 each |
| 5 | move | canonical text of the action | the mover's shares of the slots it opens | - |
| 6 | split | - | the author's key, split for the others, 33 t + 64 + 48 (seats - 1) | - |
| 7 | vouch | - | complaints about parts of keys, 98 each, or none | - |
| 8 | part | - | shares that a leaver has left behind, 33 m + 64, or none | points no longer needed, 41 each |
| 9 | choose | - | commitment to a choice, 32 bytes | - |
| 10 | reveal | as of a move | as of a move | the commitment's blind, 32 bytes |
| 11 | arrange | - | cards in their new order and proof, 162 n + 328 bytes | - |
"""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from msgspec import Struct

from net.errors import IllegalMove, Malformed
from net.seat.step_kind import StepKind
from net.wire import codec

KINDS = (
    *(StepKind.COMMIT, StepKind.OPEN, StepKind.MIX, StepKind.SHARES, StepKind.COIN, StepKind.MOVE),
    *(StepKind.SPLIT, StepKind.VOUCH, StepKind.PART, StepKind.CHOOSE, StepKind.REVEAL),
    StepKind.ARRANGE,
)
"""Kinds by their number in a payload."""
CARRIERS = frozenset({StepKind.MOVE, StepKind.SHARES})
"""Kinds that may carry a step of the next deal."""
WITH_MORE = frozenset({StepKind.SHARES, StepKind.COIN, StepKind.PART, StepKind.REVEAL})
"""Kinds that have a second part, `more`."""
WITH_TEXT = frozenset({StepKind.MOVE, StepKind.REVEAL})
"""Kinds that have the text of an action."""
ACTION_CHARS = 512
DATA_BYTES = 96 * 1024

_SHAPE = codec.row(codec.Int(len(KINDS) - 1), codec.Text(ACTION_CHARS), *(codec.Bytes(DATA_BYTES),) * 3)


class Payload(Struct, frozen=True):
    """One step of one seat. `text` is the action of a move or of an opened choice, and empty otherwise;
    `ahead` is what the entry carries for the next deal."""

    kind: StepKind
    data: bytes = b""
    more: bytes = b""
    text: str = ""
    ahead: Payload | None = None


def write_payload(payload: Payload) -> bytes:
    """The bytes of a payload, as they are signed in an entry."""
    ahead = b"" if payload.ahead is None else write_payload(payload.ahead)
    return codec.pack(_SHAPE, [KINDS.index(payload.kind), payload.text, payload.data, payload.more, ahead])


@lru_cache(
    maxsize=16
)  # an entry is read when it is checked, when its round is complete, and when its proofs are counted
def read_payload(seat: int, pay: bytes, *, is_carried: bool = False) -> Payload:
    """Read a payload of `seat`, or one that another payload carries; raises `IllegalMove`, naming that seat.
    The kind is checked before the carried part: a payload may hold thousands, one inside the other."""
    try:
        fields = codec.unpack(_SHAPE, pay, most=DATA_BYTES, what="an entry's payload")
    except Malformed as why:
        raise IllegalMove("no-payload", f"sent an entry that cannot be read: {why}", seat=seat) from why
    number, text, data, more, ahead = cast("tuple[int, str, bytes, bytes, bytes]", fields)
    kind = KINDS[number]
    if ahead and kind not in CARRIERS:  # so a carried payload has no carried part itself
        raise IllegalMove("no-payload", f"sent an entry of {kind} that carries another entry", seat=seat)
    if is_carried and kind in CARRIERS:
        raise IllegalMove("no-payload", f"sent an entry that carries {kind}", seat=seat)
    carried = read_payload(seat, ahead, is_carried=True) if ahead else None
    payload = Payload(kind, data, more, text, carried)
    if (payload.text and payload.kind not in WITH_TEXT) or (payload.more and payload.kind not in WITH_MORE):
        raise IllegalMove("no-payload", "sent an entry with more parts than its step has", seat=seat)
    return payload
