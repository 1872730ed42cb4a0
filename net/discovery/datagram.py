"""A broadcast on the subnet: "who is here?", and the answer, signed by its author.

Where multicast is silent (many wireless networks, guest networks, VPNs) a broadcast often gets through,
and one question reaches everybody on the network: a lobby lists those who answer, without a connection.

An answer is signed together with the question's nonce, so it is new and comes from that player; a call proves
that the player also holds the CURVE key. A question is as long as the longest answer, so nobody gains by
asking in another's name. It names a page of all keys: among hundreds of players only those on the page
answer, and each page has its turn.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from net.discovery.notice import Notice
from net.errors import LocalError, Malformed
from net.lobby.identity import check_certificate, fingerprint, verify
from net.wire.codec import Text, has_controls
from net.wire.form import form_of
from net.wire.genesis import AnimalNumber, Certificate, Key, Nick
from net.wire.names import seen_name
from net.wire.signing import SIGNATURE_BYTES

PORT: Final = 48737
"""UDP port of programs that may be found; below the dynamic ports, which other programs get by chance."""
NONCE_BYTES: Final = 8
LINE_MAX: Final = 60
"""Limit of a line that a player says in the lobby, in characters."""
PAGES_MAX: Final = 64
DATAGRAM_MAX: Final = 600
_MAGIC: Final = b"shoal1"
_TAG: Final = b"shoal1.present\0"
_HEAD: Final = len(_MAGIC) + 1 + NONCE_BYTES
_KEYS_READ: Final = 4


class Page(Struct, frozen=True):
    """A part of all keys: the `number`-th of `of`."""

    number: int = 0
    of: int = 1

    def has(self, key: bytes) -> bool:
        """True if the holder of this key answers a question for the page."""
        return int.from_bytes(key[:_KEYS_READ], "big") % self.of == self.number


class Presence(Struct, frozen=True):
    """A player's own announcement: key, certificate, name, animal, line for the lobby, its table's notice."""

    word: ClassVar = "PRESENT"
    ed: Key
    cert: Certificate
    nick: Nick
    line: Annotated[str, Text(LINE_MAX)]
    notice: Notice
    animal: AnimalNumber = 0

    def check(self) -> None:
        """Raise `PeerError` for keys that do not belong together, or an invisible name."""
        if _certified(self.cert, self.ed) != self.notice.key:
            raise Malformed("certificate", "a certificate for a key that is not the notice's")
        if self.notice.letters != fingerprint(self.ed):
            raise Malformed("letters", "a notice about a player who is not its author")
        if not seen_name(self.nick):
            raise Malformed("name", "a name without a visible letter")


def fit_line(text: str) -> str:
    """The text as a line for the lobby: without forbidden characters, and cut to length."""
    plain = unicodedata.normalize("NFC", text.encode(errors="ignore").decode())
    plain = "".join(letter for letter in " ".join(plain.split()) if not has_controls(letter))
    return plain[:LINE_MAX].strip()


_certified: Final = lru_cache(maxsize=1024)(check_certificate)
"""The CURVE key that a certificate binds; cached, because it comes with every answer."""


def write_question(nonce: bytes, page: Page) -> bytes:
    """The question which players of this page are here."""
    return (_MAGIC + b"?" + nonce + bytes([page.number, page.of])).ljust(DATAGRAM_MAX, b"\0")


def parse_question(data: bytes) -> tuple[bytes, Page]:
    """The nonce and the page of a question; raises `Malformed`."""
    if len(data) == DATAGRAM_MAX:
        nonce, page = data[len(_MAGIC) + 1 : _HEAD], Page(data[_HEAD], data[_HEAD + 1])
        if page.number < page.of <= PAGES_MAX and data == write_question(nonce, page):
            return nonce, page
    raise Malformed("datagram", "a datagram that is not a question of Shoal's")


def write_answer(nonce: bytes, presence: Presence, sign: Callable[[bytes], bytes]) -> bytes:
    """The answer to a question. A line for which there is no room is left out."""
    body = form_of(Presence).pack(presence)
    if _HEAD + SIGNATURE_BYTES + len(body) > DATAGRAM_MAX:
        if not presence.line:
            raise LocalError("an answer that is longer than its question")
        return write_answer(nonce, replace(presence, line=""), sign)
    return _MAGIC + b"!" + nonce + sign(_TAG + nonce + body) + body


def nonce_of(data: bytes) -> bytes:
    """The nonce of the question that a datagram answers; raises `Malformed` for no answer."""
    if len(data) > DATAGRAM_MAX or not data.startswith(_MAGIC + b"!") or len(data) < _HEAD + SIGNATURE_BYTES:
        raise Malformed("datagram", "a datagram that is not an answer")
    return data[len(_MAGIC) + 1 : _HEAD]


def parse_answer(data: bytes) -> Presence:
    """The proven author of an answer; raises `PeerError`."""
    nonce = nonce_of(data)
    sig, body = data[_HEAD : _HEAD + SIGNATURE_BYTES], data[_HEAD + SIGNATURE_BYTES :]
    presence = form_of(Presence).unpack(body, most=DATAGRAM_MAX, what="an answer")
    verify(presence.ed, _TAG + nonce + body, sig)
    return presence
