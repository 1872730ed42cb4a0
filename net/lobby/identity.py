"""Identity of a player: one 32-byte seed, and everything that is derived from it.

The seed is an Ed25519 private key (RFC 8032): its public key *is* the player, on every peer and in every
record. Two more keys come from the same seed by HKDF-SHA256 (RFC 5869), each under its own info string, so
that no key serves two protocols (net 1.4):

- the CURVE key (X25519) of the player's sockets. It is stable per profile: with a fresh one per start a
  restarted peer would be locked out by everybody it had met before;
- the key that seals secrets at rest, so that a copied database reveals no cards.

A certificate of 112 bytes, signed by the Ed25519 key, binds the CURVE key to the player. No random number is
drawn here: seeds and nonces are handed in. `cryptography` is imported when it is first needed: the window's
first picture needs neither.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final

from net.errors import BadSignature, LinkError, LocalError, Malformed, PeerError
from net.wire.genesis import CERTIFICATE_BYTES
from net.wire.signing import KEY_BYTES

if TYPE_CHECKING:  # see the head of this file
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

SEED_BYTES: Final = 32
NONCE_BYTES: Final = 12

_CURVE_INFO: Final = b"shoal/1 curve"
_REST_INFO: Final = b"shoal/1 rest"
_CERTIFICATE_TAG: Final = b"shoal1.cert\0"
# Not before 0, not after 2**63: certificates do not depend on anybody's clock, and the roster of the table
# decides who may come in. Any other times are refused, so that a key has only one certificate.
_ALWAYS: Final = (0).to_bytes(8, "big") + (2**63).to_bytes(8, "big")
_TAG_BYTES: Final = 16

_PRIME: Final = 2**255 - 19
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
"""Order of the group used for signing (RFC 8032, 5.1)."""
# The y of the eight points of small order (RFC 8032, 5.1: orders 1, 2, 4 and 8; with or without a sign bit).
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
# The X25519 keys whose product with every secret is zero (RFC 7748, 6.1): points of order 1, 2, 4 and 8 of
# the curve and of its twist.
_NO_SECRET: Final = frozenset(
    int.from_bytes(bytes.fromhex(u), "little")
    for u in (
        "00" * 32,
        "01" + "00" * 31,
        "ec" + "ff" * 30 + "7f",
        "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
        "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    )
)


class WrongCertificate(PeerError):
    """A certificate that does not bind the key that it came with (ERR 6)."""

    code = 6


class SecretLost(LinkError):
    """A sealed secret that does not open: of another profile, for another use, or damaged."""


@dataclass(frozen=True, eq=False, repr=False)
class Identity:
    """The player on this computer. Made by `from_seed`; its text never shows a secret."""

    _seed: bytes

    @classmethod
    def from_seed(cls, seed: bytes) -> Identity:
        """The identity of a 32-byte seed, which must come from a secure random source."""
        if len(seed) != SEED_BYTES:
            raise LocalError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        return cls(seed)

    @cached_property
    def public(self) -> bytes:
        """The player's Ed25519 key, 32 bytes."""
        return self._signer.public_key().public_bytes_raw()

    @cached_property
    def curve_public(self) -> bytes:
        """The X25519 key of the player's sockets, 32 bytes."""
        from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey  # noqa: PLC0415  (see above)

        return X25519PrivateKey.from_private_bytes(self.curve_secret).public_key().public_bytes_raw()

    @cached_property
    def curve_secret(self) -> bytes:
        """The X25519 secret of the player's sockets, 32 bytes."""
        return _derived(self._seed, _CURVE_INFO)

    @cached_property
    def certificate(self) -> bytes:
        """The certificate: 112 bytes that bind `curve_public` to `public`."""
        bound = self.curve_public + _ALWAYS
        return bound + self.sign(_CERTIFICATE_TAG + bound)

    def __repr__(self) -> str:
        return f"Identity({fingerprint(self.public)})"

    def sign(self, message: bytes) -> bytes:
        """Sign with Ed25519 (64 bytes). The caller puts its domain tag in front of `message`."""
        return self._signer.sign(message)

    def seal_secret(self, secret: bytes, *, nonce: bytes, about: bytes) -> bytes:
        """`secret` sealed so that only this identity can open it; 28 bytes longer.

        `nonce` is 12 random bytes, never used twice; `about` names the place of the secret (game and name)
        and must be given again to open it.
        """
        if len(nonce) != NONCE_BYTES:
            raise LocalError(f"a nonce has {NONCE_BYTES} bytes, not {len(nonce)}")
        return nonce + self._rest.encrypt(nonce, secret, about)

    def open_secret(self, box: bytes, *, about: bytes) -> bytes:
        """Open a secret that `seal_secret` sealed for the same `about`; raises `SecretLost`."""
        from cryptography.exceptions import InvalidTag  # noqa: PLC0415  (see above)

        if len(box) < NONCE_BYTES + _TAG_BYTES:
            raise SecretLost("a sealed secret is cut off")
        try:
            return self._rest.decrypt(box[:NONCE_BYTES], box[NONCE_BYTES:], about)
        except InvalidTag:
            raise SecretLost("a sealed secret does not open with this profile's key") from None

    @cached_property
    def _signer(self) -> Ed25519PrivateKey:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415  (see above)

        return Ed25519PrivateKey.from_private_bytes(self._seed)

    @cached_property
    def _rest(self) -> ChaCha20Poly1305:
        """The cipher that seals secrets at rest."""
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # noqa: PLC0415  (see above)

        return ChaCha20Poly1305(_derived(self._seed, _REST_INFO))


def verify(public: bytes, message: bytes, signature: bytes) -> None:
    """Raise `BadSignature` unless the player `public` signed exactly `message`.

    A weak key (see `is_weak_point`) signs nothing, though the equation may hold. Both halves of a
    signature must be reduced, and the first must be no point of small order: libraries differ in that, and
    a signature must hold for all players or for none (net 1.4).
    """
    key, invalid = _verifier(public)
    if key is None:
        raise BadSignature("bad-signature", "a signature under a key that anybody can sign with")
    try:
        if is_weak_point(signature[:32]) or int.from_bytes(signature[32:], "little") >= _ORDER:
            raise ValueError
        key.verify(signature, message)
    except (invalid, ValueError):
        raise BadSignature("bad-signature", "a signature is not by the player it names") from None


@lru_cache(maxsize=64)
def _verifier(public: bytes) -> tuple[Ed25519PublicKey | None, type[Exception]]:
    """Return the verifier of a key (None for a weak one), and its errors; cached, because a table asks for
    the same few keys with every message."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415  (see above)
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415  (see above)

    if is_weak_point(public):
        return None, InvalidSignature
    try:
        return Ed25519PublicKey.from_public_bytes(public), InvalidSignature
    except ValueError:
        raise BadSignature("bad-signature", "a signature is not by the player it names") from None


def is_weak_point(point: bytes) -> bool:
    """True if 32 bytes are an Ed25519 point of small order, or a second spelling of any point.

    Under a key of small order anybody can make a signature that holds for every message. A `y` that is not
    reduced is another spelling of a key, and would make one player two.
    """
    y = int.from_bytes(point, "little") & (2**255 - 1)
    return y >= _PRIME or y in _SMALL_ORDER


def check_certificate(certificate: bytes, public: bytes) -> bytes:
    """The CURVE key (32 bytes) that the player `public` signed as its own.

    Raises `Malformed` for another length. Raises `WrongCertificate` for a foreign or altered certificate,
    for a player's key that anybody could sign with, and for a CURVE key of small order, with which no
    secret can be agreed.
    """
    if len(certificate) != CERTIFICATE_BYTES or len(public) != KEY_BYTES:
        raise Malformed("certificate-size", f"a certificate has {CERTIFICATE_BYTES} bytes")
    curve_public, times = certificate[:32], certificate[32:48]
    if is_weak_point(public):
        raise WrongCertificate("weak-key", "a player with a key that anybody can sign with")
    if times != _ALWAYS:
        raise WrongCertificate("certificate-times", "a certificate that is not valid for ever")
    try:
        verify(public, _CERTIFICATE_TAG + certificate[:48], certificate[48:])
    except BadSignature:
        raise WrongCertificate("certificate", "a certificate is not signed by its player") from None
    if (int.from_bytes(curve_public, "little") & (2**255 - 1)) % _PRIME in _NO_SECRET:
        raise WrongCertificate("weak-key", "a certificate names a key that keeps no secret")
    return curve_public


def fingerprint(public: bytes) -> str:
    """Return the short form of a key that two people read to each other: 80 bits as four groups of four.

    Letters and the digits 2-7 (base32) of a BLAKE2b hash, like "K7QF-2MZA-5XTP-WD4C".
    """
    mark = hashlib.blake2b(public, digest_size=10, person=b"shoal1-finger").digest()
    text = base64.b32encode(mark).decode()
    return "-".join(text[at : at + 4] for at in range(0, len(text), 4))


def _derived(seed: bytes, info: bytes) -> bytes:
    """32 bytes by HKDF-SHA256 (RFC 5869), without a salt (that is, one of zeros): only its first block."""
    drawn = hmac.digest(bytes(32), seed, "sha256")
    return hmac.digest(drawn, info + b"\1", "sha256")
