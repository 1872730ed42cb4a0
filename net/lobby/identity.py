"""Who a player is: one 32-byte seed, and everything that is derived from it.

The seed is an Ed25519 private key (RFC 8032): its public key *is* the player, on every peer and
in every record. Two more keys come out of the same seed by HKDF-SHA256 (RFC 5869), each under
its own info string, so that no key serves two protocols (net 1.4):

- the CURVE key (X25519) under which the player's sockets speak. It is stable per profile: with
  a fresh one per start a restarted peer would be locked out by everybody it had met before;
- the key that seals secrets at rest, so that a copied database gives no cards away.

A certificate of 112 bytes, signed by the Ed25519 key, binds the CURVE key to the player.
Signed and sealed by libsodium. No random number is drawn here: seeds and nonces are handed in.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from dataclasses import dataclass, field
from typing import Final

from nacl.bindings import (
    crypto_aead_chacha20poly1305_ietf_decrypt,
    crypto_aead_chacha20poly1305_ietf_encrypt,
    crypto_scalarmult,
    crypto_scalarmult_base,
    crypto_sign,
    crypto_sign_open,
    crypto_sign_seed_keypair,
)
from nacl.exceptions import CryptoError

from net.errors import BadSignature, LinkError, LocalError, Malformed, PeerError

SEED_BYTES: Final = 32
KEY_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64
CERTIFICATE_BYTES: Final = 112
NONCE_BYTES: Final = 12

_CURVE_INFO: Final = b"shoal/1 curve"
_REST_INFO: Final = b"shoal/1 rest"
_CERTIFICATE_TAG: Final = b"shoal1.cert\0"
# Not before 0, not after 2**63: certificates do not depend on anybody's clock. The roster of
# the table says who may come in. Any other times are refused, so that a key has one certificate.
_ALWAYS: Final = (0).to_bytes(8, "big") + (2**63).to_bytes(8, "big")
_TAG_BYTES: Final = 16
# Any fixed scalar finds the points of small order: they multiply to zero, which the library refuses.
_PROBE: Final = bytes(range(32))


_PRIME: Final = 2**255 - 19
# The y of the eight points of small order (RFC 8032, 5.1: of orders 1, 2, 4 and 8; a sign bit more or less).
_SMALL_ORDER: Final = frozenset(
    int.from_bytes(bytes.fromhex(y), "little")
    for y in (
        "01" + "00" * 31,
        "ec" + "ff" * 30 + "7f",
        "00" * 32,
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    )
)


class WrongCertificate(PeerError):
    """A certificate that does not bind the key it came with (ERR 6)."""

    code = 6


class SecretLost(LinkError):
    """A sealed secret that does not open: another profile's, for another use, or damaged."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Identity:
    """The player on this computer. Made by `from_seed`; its text never shows a secret."""

    public: bytes
    """Ed25519, 32 bytes: the player."""
    curve_public: bytes
    """X25519, 32 bytes: the address of the player's sockets."""
    curve_secret: bytes
    certificate: bytes
    """112 bytes that bind `curve_public` to `public`."""
    _signer: bytes = field(repr=False)
    """The seed and `public`, as libsodium wants them."""
    _rest: bytes = field(repr=False)
    """The key that seals secrets at rest."""

    @classmethod
    def from_seed(cls, seed: bytes) -> Identity:
        """The identity of a 32-byte seed, which must come from a secure random source."""
        if len(seed) != SEED_BYTES:
            raise LocalError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        public, signer = crypto_sign_seed_keypair(seed)
        curve_secret = _derived(seed, _CURVE_INFO)
        curve_public = crypto_scalarmult_base(curve_secret)
        bound = curve_public + _ALWAYS
        return cls(
            public=public,
            curve_public=curve_public,
            curve_secret=curve_secret,
            certificate=bound + crypto_sign(_CERTIFICATE_TAG + bound, signer)[:SIGNATURE_BYTES],
            _signer=signer,
            _rest=_derived(seed, _REST_INFO),
        )

    def __repr__(self) -> str:
        return f"Identity({fingerprint(self.public)})"

    def sign(self, message: bytes) -> bytes:
        """64 bytes of Ed25519. The caller puts its domain tag in front of `message`."""
        return crypto_sign(message, self._signer)[:SIGNATURE_BYTES]

    def seal_secret(self, secret: bytes, *, nonce: bytes, about: bytes) -> bytes:
        """`secret` sealed for this identity alone; 28 bytes longer.

        `nonce` is 12 random bytes, never used twice; `about` names the place of the secret
        (game and name) and must be given again to open it.
        """
        if len(nonce) != NONCE_BYTES:
            raise LocalError(f"a nonce has {NONCE_BYTES} bytes, not {len(nonce)}")
        return nonce + crypto_aead_chacha20poly1305_ietf_encrypt(secret, about, nonce, self._rest)

    def open_secret(self, box: bytes, *, about: bytes) -> bytes:
        """What `seal_secret` sealed for the same `about`; raises `SecretLost`."""
        if len(box) < NONCE_BYTES + _TAG_BYTES:
            raise SecretLost("a sealed secret is cut off")
        try:
            return crypto_aead_chacha20poly1305_ietf_decrypt(
                box[NONCE_BYTES:], about, box[:NONCE_BYTES], self._rest
            )
        except CryptoError:
            raise SecretLost("a sealed secret does not open with this profile's key") from None


def verify(public: bytes, message: bytes, signature: bytes) -> None:
    """Raise `BadSignature` unless the player `public` signed exactly `message`.

    A key that is nobody's own (see `is_weak_key`) signs nothing, though the equation may hold.
    """
    if is_weak_key(public):
        raise BadSignature("bad-signature", "a signature under a key that anybody can sign with")
    try:
        if len(public) != KEY_BYTES or len(signature) != SIGNATURE_BYTES:  # the library does not count them
            raise CryptoError
        crypto_sign_open(signature + message, public)
    except CryptoError:
        raise BadSignature("bad-signature", "a signature is not by the player it names") from None


def is_weak_key(public: bytes) -> bool:
    """Whether 32 bytes are an Ed25519 key that nobody owns or that has a second spelling.

    Under a point of small order anybody can make a signature that holds for every message. And a `y`
    that is not reduced is another spelling of a key, so that one player would be two.
    """
    y = int.from_bytes(public, "little") & (2**255 - 1)
    return y >= _PRIME or y in _SMALL_ORDER


def check_certificate(certificate: bytes, public: bytes) -> bytes:
    """The CURVE key (32 bytes) that the player `public` signed as its own.

    Raises `Malformed` for other lengths and `WrongCertificate` for a foreign or altered
    certificate, for a player's key that anybody could sign with, and for a CURVE key of small order,
    with which no secret could be agreed.
    """
    if len(certificate) != CERTIFICATE_BYTES or len(public) != KEY_BYTES:
        raise Malformed("certificate-size", f"a certificate has {CERTIFICATE_BYTES} bytes")
    curve_public, times = certificate[:32], certificate[32:48]
    if is_weak_key(public):
        raise WrongCertificate("weak-key", "a player with a key that anybody can sign with")
    if times != _ALWAYS:
        raise WrongCertificate("certificate-times", "a certificate of this version is valid for ever")
    try:
        verify(public, _CERTIFICATE_TAG + certificate[:48], certificate[48:])
    except BadSignature:
        raise WrongCertificate("certificate", "a certificate is not signed by its player") from None
    try:
        crypto_scalarmult(_PROBE, curve_public)
    except CryptoError:
        raise WrongCertificate("weak-key", "a certificate names a key that keeps no secret") from None
    return curve_public


def fingerprint(public: bytes) -> str:
    """What two people read to each other to know a key: 80 bits as four groups of four.

    Letters and the digits 2-7 (base32), of a BLAKE2b hash: "K7QF-2MZA-9XTP-WD4C" in shape.
    """
    mark = hashlib.blake2b(public, digest_size=10, person=b"shoal1-finger").digest()
    text = base64.b32encode(mark).decode()
    return "-".join(text[at : at + 4] for at in range(0, len(text), 4))


def _derived(seed: bytes, info: bytes) -> bytes:
    """32 bytes by HKDF-SHA256 (RFC 5869) without a salt, which is one of zeros: its first block alone."""
    drawn = hmac.digest(bytes(32), seed, "sha256")
    return hmac.digest(drawn, info + b"\1", "sha256")
