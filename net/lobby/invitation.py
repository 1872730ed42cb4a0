"""An invitation: the addresses where a host listens and the key it must prove, as text to paste or scan.

`SHOAL:` and base32 (RFC 4648, no padding) of

    version 1 byte (1) · number of addresses 1 byte (1..4) · each address: kind 1 byte (4 or 6),
    host 4 or 16 bytes, port 2 bytes · the host's CURVE key 32 bytes · check 3 bytes

With one IPv4 address that is 77 characters, which fits a small QR code. The check is part of a hash of
everything before it. It finds damage done by people (cut off, mistyped); it keeps nobody from making an
invitation. The key protects: the connection proves it, and the certificate in WELCOME says which player
holds it.

Case, line breaks, spaces and hyphens do not matter, and base32 has no 0, 1 or 8 to confuse. As a link,
which the system opens with Shoal, it is `shoal://join/` and the same base32.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import ipaddress
from typing import Final

from msgspec import Struct

from net.errors import LocalError, NetError
from net.link.address import Address, make_address

PREFIX: Final = "SHOAL:"
LINK: Final = "SHOAL://JOIN/"
"""Prefix of a link, in capitals, which take the least room in a QR code; small letters work as well."""
ADDRESSES_MAX: Final = 4
KEY_BYTES: Final = 32
_VERSION: Final = 1
_CHECK_BYTES: Final = 3
_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_TEXT_MAX: Final = 1000
_KINDS: Final = {4: 4, 6: 16}
_SHORTEST: Final = 2 + 7 + KEY_BYTES + _CHECK_BYTES


class BadInvitation(NetError):
    """Text that is no invitation. `text` tells people what is wrong with it."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class Invitation(Struct, frozen=True):
    """The way to a host's lobby: its addresses, best first, and its CURVE key."""

    addresses: tuple[Address, ...]
    host_key: bytes

    def __str__(self) -> str:
        """The text of the invitation; raises `LocalError` for one that cannot be written."""
        if not 1 <= len(self.addresses) <= ADDRESSES_MAX or len(self.host_key) != KEY_BYTES:
            raise LocalError("an invitation without 1 to 4 addresses or a key of 32 bytes")
        body = bytes([_VERSION, len(self.addresses)])
        for address in self.addresses:
            host = ipaddress.ip_address(address.host)
            body += bytes([host.version]) + host.packed + address.port.to_bytes(2, "big")
        body += self.host_key
        return PREFIX + base64.b32encode(body + _check(body)).decode().rstrip("=")


def parse_invitation(text: str) -> Invitation:
    """The invitation in a text as people paste it; raises `BadInvitation`."""
    if len(text) > _TEXT_MAX:
        raise BadInvitation("this is too long to be an invitation")
    plain = "".join(text.split()).replace("-", "").upper()
    if plain.startswith(LINK):
        plain = PREFIX + plain.removeprefix(LINK).rstrip("/")
    if not plain.startswith(PREFIX):
        raise BadInvitation(f"this does not begin with {PREFIX} as an invitation does")
    data = _decoded(plain.removeprefix(PREFIX))
    if not data or len(data) < _SHORTEST:
        raise BadInvitation("this invitation is cut off")
    if data[0] != _VERSION:
        raise BadInvitation("this invitation is mistyped, or for another version of Shoal")
    size = _size(data)
    if len(data) < size:
        raise BadInvitation("this invitation is cut off")
    if len(data) > size:
        raise BadInvitation("there is more after the end of this invitation: copy it again")
    body = data[:-_CHECK_BYTES]
    if data[-_CHECK_BYTES:] != _check(body):
        raise BadInvitation("this invitation has a mistake in it: copy it again")
    return Invitation(_addresses(body), body[-KEY_BYTES:])


def link_of(invitation: str) -> str:
    """The link of an invitation's text."""
    return LINK + invitation.removeprefix(PREFIX)


def _decoded(letters: str) -> bytes:
    if any(letter not in _ALPHABET for letter in letters):
        raise BadInvitation("this invitation has a character that does not belong in it: copy it again")
    try:
        data = base64.b32decode(letters + "=" * (-len(letters) % 8))
    except binascii.Error:  # no text has such a length: letters are missing
        raise BadInvitation("this invitation is cut off") from None
    if base64.b32encode(data).decode().rstrip("=") != letters:
        raise BadInvitation("this invitation is cut off")
    return data


def _size(data: bytes) -> int:
    """Length of the invitation that this prefix announces, in bytes. A missing address counts as IPv4."""
    if not 1 <= data[1] <= ADDRESSES_MAX:
        raise BadInvitation("this invitation has a mistake in it: copy it again")
    at = 2
    for _ in range(data[1]):
        kind = data[at] if at < len(data) else 4
        if kind not in _KINDS:
            raise BadInvitation("this invitation has a mistake in it: copy it again")
        at += 1 + _KINDS[kind] + 2
    return at + KEY_BYTES + _CHECK_BYTES


def _addresses(body: bytes) -> tuple[Address, ...]:
    found = []
    at = 2
    for _ in range(body[1]):
        size = _KINDS[body[at]]
        host = ipaddress.ip_address(body[at + 1 : at + 1 + size])
        port = int.from_bytes(body[at + 1 + size : at + 3 + size], "big")
        try:
            found.append(make_address(str(host), port))
        except ValueError as why:
            raise BadInvitation(f"this invitation leads nowhere: {why}") from None
        at += 3 + size
    return tuple(found)


def _check(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=_CHECK_BYTES, person=b"shoal1-invite").digest()
