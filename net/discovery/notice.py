"""Announcements of a table, or of a person who is here without one: a hint, strictly read.

Anybody on the network can announce anything, so a notice is good only for asking: it gives addresses where a
player may answer under a CURVE key. A player is shown only after an answer that is signed
(`net/discovery/datagram.py`) or comes over the link (`net/discovery/words.py`).
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Annotated, ClassVar, Final, TypeAlias

from msgspec import Struct

from net.errors import LocalError, Malformed
from net.wire.codec import Int, Text
from net.wire.envelope import SEATS_MAX
from net.wire.form import form_of
from net.wire.genesis import Key

KEY_BYTES: Final = 32
LETTERS: Final = 19
"""Length of `identity.fingerprint`, in characters."""
GAME_MAX, VERSION_MAX, SPECTATORS_MAX = 32, 24, 999
_VERSION: Final = "1"
_TXT_KEYS: Final = frozenset({"v", "k", "l", "g", "s", "t", "w", "d", "p"})
_TXT_MAX: Final = 300
NOTICE_MAX: Final = 256
"""Limit of `Notice.encode`, in bytes."""


class Access(IntEnum):
    """Access to the seats of a table."""

    NONE = 0
    """A person without a table."""
    OPEN = 1
    ASKED = 2
    """The host decides about everybody."""
    CLOSED = 3
    """All seats are taken, or the game runs."""


@dataclass(frozen=True, slots=True)
class Notice:
    """An announcement: the CURVE key and port that answer, and what is said to be there.

    `letters` are those of the host's key, `version` is that of the program.
    """

    word: ClassVar = "NOTICE"
    key: Key
    letters: Annotated[str, Text(LETTERS, LETTERS)]
    game: Annotated[str, Text(GAME_MAX)] = field(default="", kw_only=True)
    seats: Annotated[int, Int(SEATS_MAX)] = field(default=0, kw_only=True)
    taken: Annotated[int, Int(SEATS_MAX)] = field(default=0, kw_only=True)
    spectators: Annotated[int, Int(SPECTATORS_MAX)] = field(default=0, kw_only=True)
    access: Access = field(default=Access.NONE, kw_only=True)
    version: Annotated[str, Text(VERSION_MAX)] = field(default="", kw_only=True)
    port: Annotated[int, Int(65535, 1)]

    def check(self) -> None:
        """Raise `Malformed` for an announcement that contradicts itself."""
        if self.taken > self.seats or (self.access is Access.NONE) != (not self.game):
            raise Malformed("notice", "an announcement that contradicts itself")

    def txt(self) -> dict[str, str]:
        """The properties of a service of DNS-SD; the port is given beside them."""
        return {
            "v": _VERSION,
            "k": base64.b32encode(self.key).decode().rstrip("="),
            "l": self.letters,
            "g": self.game,
            "s": str(self.seats),
            "t": str(self.taken),
            "w": str(self.spectators),
            "d": str(int(self.access)),
            "p": self.version,
        }

    def encode(self) -> bytes:
        """The bytes for a broadcast."""
        return form_of(Notice).pack(self)


class Announced(Struct, frozen=True):
    """An announcement has come. The addresses in it are not read: they can be anybody's."""

    notice: Notice


class TakenBack(Struct, frozen=True):
    """An announcement was withdrawn."""

    key: bytes


MulticastNews: TypeAlias = Announced | TakenBack


def parse_txt(properties: Mapping[bytes, bytes | None], port: int) -> Notice:
    """The notice in the properties of a service; raises `Malformed` for any that `txt` does not write."""
    if sum(len(key) + len(value or b"") for key, value in properties.items()) > _TXT_MAX:
        raise Malformed("notice", "an announcement that is too long")
    try:
        texts = {key.decode("ascii"): (value or b"").decode() for key, value in properties.items()}
    except UnicodeDecodeError:
        raise Malformed("notice", "an announcement that is not text") from None
    if set(texts) != _TXT_KEYS or texts["v"] != _VERSION:
        raise Malformed("notice", "an announcement of another version")
    seats, taken, spectators, access = (_number(texts[name]) for name in "stwd")
    if access > Access.CLOSED:
        raise Malformed("notice", "an announcement with an unknown kind of access")
    notice = Notice(
        key=_key(texts["k"]),
        letters=texts["l"],
        port=port,
        game=texts["g"],
        seats=seats,
        taken=taken,
        spectators=spectators,
        access=Access(access),
        version=texts["p"],
    )
    return parse_notice(_spelled(notice))


def parse_notice(data: bytes) -> Notice:
    """The notice in bytes; raises `Malformed`."""
    return form_of(Notice).unpack(data, most=NOTICE_MAX, what="an announcement")


def _spelled(notice: Notice) -> bytes:
    """The bytes of a stranger's notice; raises `Malformed` if we would not write it."""
    try:
        return notice.encode()
    except LocalError:
        raise Malformed("notice", "an announcement that no version of Shoal writes") from None


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 4 and str(int(text)) == text):
        raise Malformed("notice", "an announcement with text in place of a number")
    return int(text)


def _key(text: str) -> bytes:
    try:
        key = base64.b32decode(text + "=" * (-len(text) % 8))
    except (binascii.Error, ValueError):
        raise Malformed("notice", "an announcement without a key") from None
    if base64.b32encode(key).decode().rstrip("=") != text:
        raise Malformed("notice", "an announcement without a key")
    return key
