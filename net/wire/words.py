"""Words that several channels share: BYE, and ERR for a refusal (net 5.8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum, IntEnum
from typing import Annotated, ClassVar, Final, Protocol, TypeVar

from msgspec import Struct

from net.errors import LocalError, PeerError
from net.wire.codec import Bytes, Int, Text, first_word
from net.wire.form import FieldForm, form_of

T = TypeVar("T")
Phase = TypeVar("Phase", bound=Enum)
ERR_TEXT_MAX: Final = 80
IGNORE: Final = None
"""The answer to a word that may come in a phase, but means nothing there."""


class Code(IntEnum):
    """Codes of net 5.8 for refusals in the lobby and on the spectators' channel."""

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
    """A refusal in the lobby or on the spectators' channel, with the code to answer with."""

    def __init__(self, code: Code, text: str) -> None:
        super().__init__(code.name.lower().replace("_", "-"), text)
        self.code = int(code)


class Spoken(Protocol):
    """A message that begins with a word of its own."""

    @property
    def word(self) -> str:
        """The word."""


class Bye(Struct, frozen=True):
    """The sender goes, or the receiver may not stay; and why, for people."""

    word: ClassVar = "BYE"
    text: Annotated[str, Text(ERR_TEXT_MAX)]


class Err(Struct, frozen=True):
    """A peer's refusal of something we sent: `code` of net 5.8, and why in words. Advisory: at a table it
    never changes protocol state."""

    word: ClassVar = "ERR"
    code: Annotated[int, FieldForm(Int(255), int)]
    text: Annotated[str, Text(ERR_TEXT_MAX)]
    ref: Annotated[bytes, Bytes(32)] = b""

    def encode(self) -> bytes:
        """The inside of a CTL frame."""
        return form_of(Err).pack(self)


def err_for(error: PeerError, ref: bytes = b"") -> Err:
    """The `Err` that tells a peer of `error`; only the first 32 bytes of `ref` are sent."""
    return Err(error.code, plain(error.text), ref[:32])


def parse_err(data: bytes) -> Err | None:
    """The `Err` that the inside of a CTL frame spells; None for another word. Raises `Malformed`."""
    return form_of(Err).unpack(data, most=1024, what="an error") if first_word(data) == "ERR" else None


def phase_table(phases: type[Phase], rows: Mapping[str, Sequence[T]]) -> dict[Phase, dict[str, T]]:
    """The answers to every word in every phase, from rows with a column for each phase, in order."""
    columns = zip(*rows.values(), strict=True)
    return {
        phase: dict(zip(rows, column, strict=True)) for phase, column in zip(phases, columns, strict=True)
    }


def handler_of(answers: Mapping[str, T | Code], word: str) -> T:
    """Return a word's handler in a phase of a `phase_table`; raises `Refusal` for a `Code` or for none."""
    handler = answers.get(word, Code.MALFORMED)
    if isinstance(handler, Code):
        raise Refusal(handler, f"{word} is not expected now")
    return handler


def expect(message: Spoken, kind: type[T]) -> T:
    """Return the message as one of `kind`; raises `LocalError` if a table of phases took it for another."""
    if not isinstance(message, kind):
        raise LocalError(f"{message.word} came to a method for another word")
    return message


def plain(text: str) -> str:
    """The printable ASCII of a text, cut to the length that a message carries."""
    return "".join(sign for sign in text if sign.isascii() and sign.isprintable())[:ERR_TEXT_MAX]
