"""Lock a few bytes with a key that is used once: ChaCha20-Poly1305 (RFC 8439).

The nonce is zero, which is right for such keys only: two texts under one key would give both away.
"""

from __future__ import annotations

from typing import Final

from nacl.bindings import (
    crypto_aead_chacha20poly1305_ietf_decrypt,
    crypto_aead_chacha20poly1305_ietf_encrypt,
    crypto_pwhash_scryptsalsa208sha256_ll,
)
from nacl.exceptions import CryptoError

BOX_BYTES: Final = 16
"""What a box is longer than what is in it."""
_NONCE: Final = bytes(12)


class NotThisBox(Exception):
    """The key, the words that go with the box, or a byte of it are others than when it was locked."""


def lock_box(key: bytes, data: bytes, said: bytes) -> bytes:
    """Lock `data` with `key` (32 bytes, for this one box), together with `said`, which stays readable."""
    return crypto_aead_chacha20poly1305_ietf_encrypt(data, said, _NONCE, key)


def unlock_box(key: bytes, box: bytes, said: bytes) -> bytes:
    """What `lock_box` put in; raises `NotThisBox`."""
    if len(box) < BOX_BYTES:
        raise NotThisBox
    try:
        return crypto_aead_chacha20poly1305_ietf_decrypt(box, said, _NONCE, key)
    except CryptoError:
        raise NotThisBox from None


def key_of_words(words: bytes, salt: bytes) -> bytes:
    """A key made of what a person remembers, at the price of 32 MB and a moment (scrypt, RFC 7914)."""
    most = 2**26  # bytes that it may take: twice its price
    return crypto_pwhash_scryptsalsa208sha256_ll(words, salt, n=2**15, r=8, p=1, dklen=32, maxmem=most)
