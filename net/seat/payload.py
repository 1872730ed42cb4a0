"""What an entry of the log carries: one payload per step, strictly read.

`Payload = [kind:int, text:str, data:bin, more:bin]`, a msgpack array (net 5.1):

| kind | step | text | data | more |
|---|---|---|---|---|
| 0 | commit | - | key commitment, 32 bytes | - |
| 1 | open | - | key opening, 129 bytes | - |
| 2 | mix | - | shuffled pile and proof, 162 n + 328 bytes | - |
| 3 | shares | - | shares in the clear, 33 m + 64 bytes | sealed shares |
| 4 | coin | - | share of the coin, 97 bytes | - |
| 5 | move | canonical text of the action | own shares of the slots it opens | - |
| 6 | split | - | the own key split for the others, 33 t + 64 + 48 (seats - 1) | - |
| 7 | vouch | - | complaints about parts of keys, 98 each, or none | - |
"""

from __future__ import annotations

from dataclasses import dataclass

from net.errors import IllegalMove, Malformed
from net.seat.step_kind import StepKind
from net.wire import codec

KINDS = (
    *(StepKind.COMMIT, StepKind.OPEN, StepKind.MIX, StepKind.SHARES, StepKind.COIN, StepKind.MOVE),
    *(StepKind.SPLIT, StepKind.VOUCH),
)
"""By their number in a payload."""
ACTION_CHARS = 512
DATA_BYTES = 96 * 1024

_SHAPE = codec.row(
    codec.Int(len(KINDS) - 1), codec.Text(ACTION_CHARS), codec.Bytes(DATA_BYTES), codec.Bytes(DATA_BYTES)
)


@dataclass(frozen=True, slots=True)
class Payload:
    """One step of one seat. `text` is the action of a move and empty otherwise."""

    kind: StepKind
    data: bytes = b""
    more: bytes = b""
    text: str = ""


def write_payload(payload: Payload) -> bytes:
    """The bytes of a payload, as they are signed inside an entry."""
    return codec.pack(_SHAPE, [KINDS.index(payload.kind), payload.text, payload.data, payload.more])


def read_payload(seat: int, pay: bytes) -> Payload:
    """Read a payload of `seat`; raises `IllegalMove` of that seat for anything else."""
    try:
        fields = codec.unpack(_SHAPE, pay, most=DATA_BYTES, what="an entry's payload")
    except Malformed as why:
        raise IllegalMove("no-payload", f"sent an entry that cannot be read: {why}", seat=seat) from why
    payload = Payload(KINDS[fields.number(0)], fields.blob(2), fields.blob(3), fields.text(1))
    if (payload.text and payload.kind is not StepKind.MOVE) or (
        payload.more and payload.kind is not StepKind.SHARES
    ):
        raise IllegalMove("no-payload", "sent an entry with more in it than its step has", seat=seat)
    return payload
