"""The words that every channel has beside its own: I go, and something was refused (net 5.8)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import ClassVar, Final, Protocol, TypeVar

from net.errors import LocalError, PeerError
from net.wire.codec import Bytes, Fields, Int, Text, Wire, Word, first_word, pack, row, unpack

T = TypeVar("T")
ERR_TEXT_MAX: Final = 80
BYE: Final = row(Word(("BYE",)), Text(ERR_TEXT_MAX))
ERR: Final = row(Word(("ERR",)), Int(255), Text(ERR_TEXT_MAX), Bytes(32))


class Code(IntEnum):
    """The codes of net 5.8 by which the lobby and the channel of the watchers refuse."""

    PROTOCOL = 1
    MALFORMED = 2
    NOT_ALLOWED = 3
    UNKNOWN_TABLE = 4
    FULL = 5
    CERTIFICATE = 6
    SUPERSEDED = 7
    ILLEGAL = 9
    TOO_FAST = 13
    ENGINE = 14
    CLOSING = 15


class Refusal(PeerError):
    """Something that is refused there, with the code to answer with."""

    def __init__(self, code: Code, text: str) -> None:
        super().__init__(code.name.lower().replace("_", "-"), text)
        self.code = int(code)


class Spoken(Protocol):
    """A message that begins with a word of its own."""

    @property
    def word(self) -> str:
        """The word."""


@dataclass(frozen=True, slots=True)
class Bye:
    """I go, or you may not stay; and why, for people."""

    word: ClassVar = "BYE"
    text: str

    def fields(self) -> tuple[Wire, ...]:
        """What follows the word on the wire."""
        return (self.text,)


@dataclass(frozen=True, slots=True)
class Err:
    """What a peer says about something we sent: `code` of net 5.8, and why in words. Advisory: at a table it
    never changes protocol state."""

    word: ClassVar = "ERR"
    code: int
    text: str
    ref: bytes = b""

    def fields(self) -> tuple[Wire, ...]:
        """What follows the word on the wire."""
        return int(self.code), self.text, self.ref

    def encode(self) -> bytes:
        """The inside of a CTL frame."""
        return pack(ERR, (self.word, *self.fields()))


def read_bye(fields: Fields) -> Bye:
    """The `Bye` of a row that was unpacked as `BYE`."""
    return Bye(fields.text(1))


def read_err(fields: Fields) -> Err:
    """The `Err` of a row that was unpacked as `ERR`."""
    return Err(fields.number(1), fields.text(2), fields.blob(3))


def err_for(error: PeerError, ref: bytes = b"") -> Err:
    """The `Err` that tells a peer of `error`; only the first 32 bytes of `ref` are sent."""
    return Err(error.code, plain(error.text), ref[:32])


def parse_err(data: bytes) -> Err | None:
    """The `Err` that the inside of a CTL frame spells; None for another op. Raises `Malformed`."""
    return read_err(unpack(ERR, data, most=1024, what="an error")) if first_word(data) == "ERR" else None


def expect(message: Spoken, kind: type[T]) -> T:
    """The message as one of `kind`; `LocalError` if a table of phases took it for another."""
    if not isinstance(message, kind):
        raise LocalError(f"{message.word} came to a method for another word")
    return message


def plain(text: str) -> str:
    """The printable ASCII of a text, as much of it as a message carries."""
    return "".join(sign for sign in text if sign.isascii() and sign.isprintable())[:ERR_TEXT_MAX]
