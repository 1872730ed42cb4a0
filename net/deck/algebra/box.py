"""Lock a few bytes with a key that is used once: ChaCha20-Poly1305 (RFC 8439).

The nonce is zero, which is safe for such keys only: two texts under one key would reveal both.
`cryptography` is imported with the first box: the window's first picture does not need it.
"""

from __future__ import annotations

from typing import Final

BOX_BYTES: Final = 16
"""Bytes that a box adds to its content."""
_NONCE: Final = bytes(12)


class NotThisBox(Exception):
    """The key, the `associated` bytes or the box itself differ from what `lock_box` was given or returned."""


def lock_box(key: bytes, data: bytes, associated: bytes) -> bytes:
    """Lock `data` with `key` (32 bytes, for this box alone). `associated` is authenticated, not hidden."""
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # noqa: PLC0415  (see above)

    return ChaCha20Poly1305(key).encrypt(_NONCE, data, associated)


def unlock_box(key: bytes, box: bytes, associated: bytes) -> bytes:
    """Return the content that `lock_box` locked; raises `NotThisBox`."""
    from cryptography.exceptions import InvalidTag  # noqa: PLC0415  (see above)
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # noqa: PLC0415  (see above)

    try:
        return ChaCha20Poly1305(key).decrypt(_NONCE, box, associated)
    except InvalidTag:
        raise NotThisBox from None


def key_of_words(words: bytes, salt: bytes) -> bytes:
    """A key made from words that a person remembers; it costs 32 MB and a moment (scrypt, RFC 7914)."""
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt  # noqa: PLC0415  (see above)

    return Scrypt(salt=salt, length=32, n=2**15, r=8, p=1).derive(words)
