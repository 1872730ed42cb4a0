"""Ways to change one field of a message, for tables of lies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from net.deck.algebra.group import POINT_BYTES, base
from net.deck.algebra.scalar import SCALAR_BYTES, Q, scalar_bytes

OTHER_POINT = bytes(base(0xDEC1))
NO_POINT = b"\x02" + (5).to_bytes(32, "big")
OUT_OF_RANGE = (0, Q, Q + 1, 2**256 - 1)


@dataclass(frozen=True)
class Field:
    """A field of a message: a point of 33 bytes or a number of 32."""

    at: int
    is_point: bool

    @property
    def size(self) -> int:
        return POINT_BYTES if self.is_point else SCALAR_BYTES

    def of(self, message: bytes) -> bytes:
        return message[self.at : self.at + self.size]

    def put(self, message: bytes, value: bytes) -> bytes:
        assert len(value) == self.size
        return message[: self.at] + value + message[self.at + self.size :]

    def altered(self, message: bytes) -> bytes:
        """The message with another valid value in this field."""
        if self.is_point:
            return self.put(message, OTHER_POINT)
        return self.put(message, scalar_bytes(int.from_bytes(self.of(message), "big") % (Q - 1) + 1))

    def broken(self, message: bytes) -> Iterator[bytes]:
        """The message with every kind of value in this field that cannot be."""
        if self.is_point:
            yield self.put(message, NO_POINT)
            yield self.put(message, bytes(POINT_BYTES))
            yield self.put(message, b"\x04" + self.of(message)[1:])
            yield self.put(message, self.of(message)[:1] + b"\xff" * 32)
        else:
            for number in OUT_OF_RANGE:
                yield self.put(message, number.to_bytes(SCALAR_BYTES, "big"))


def layout(points_and_scalars: str) -> tuple[Field, ...]:
    """The fields of a message written as "PPS": two points, then a number."""
    fields, at = [], 0
    for kind in points_and_scalars:
        fields.append(Field(at, kind == "P"))
        at += fields[-1].size
    return tuple(fields)
