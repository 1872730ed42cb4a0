"""Identity: derivations pinned by golden values, and a lie for every check."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import pytest
import zmq
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from hypothesis import given
from hypothesis import strategies as st
from zmq.utils import z85

from net.errors import BadSignature, LocalError, Malformed
from net.lobby.identity import (
    Identity,
    SecretLost,
    WrongCertificate,
    _verifier,
    check_certificate,
    fingerprint,
    is_weak_point,
    verify,
)
from tests.support.edwards import BASE, EIGHTH, ORDER, P, add, mul, written

ANNA = Identity.from_seed(bytes(range(32)))
BERT = Identity.from_seed(bytes(range(1, 33)))
GOLDEN_CURVE = "e5ce7008eec74820b55378a42055c5429cee0dcd43a85fb4c2832b6efad59949"
GOLDEN_FINGER = "VCCX-6VF6-EHZX-2C5X"


def little(data: bytes) -> int:
    return int.from_bytes(data, "little")


# RFC 7748 paragraph 6.1: X25519 points whose product with any scalar is zero, in every spelling.
SMALL_ORDER = [
    number | bit
    for number in (
        *(0, 1, P - 1, P, P + 1),
        little(bytes.fromhex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800")),
        little(bytes.fromhex("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157")),
    )
    for bit in (0, 2**255)
]


def test_the_public_key_is_that_of_rfc_8032() -> None:
    # RFC 8032 paragraph 7.1, test 1: the seed and its public key and signature of nothing.
    seed = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    who = Identity.from_seed(seed)

    assert who.public.hex() == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    assert who.sign(b"").hex().startswith("e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155")


def test_derived_keys_never_change() -> None:
    """Golden: a change here would lock every player out of the games already begun."""
    assert ANNA.curve_public.hex() == GOLDEN_CURVE
    assert fingerprint(ANNA.public) == GOLDEN_FINGER
    assert ANNA.certificate.hex().startswith(GOLDEN_CURVE + "0000000000000000" + "8000000000000000")


def test_the_curve_key_is_the_one_that_zeromq_derives_from_the_secret() -> None:
    theirs = zmq.curve_public(z85.encode(ANNA.curve_secret))

    assert z85.decode(theirs) == ANNA.curve_public


def test_all_keys_of_one_seed_are_different() -> None:
    keys = [bytes(range(32)), ANNA.public, ANNA.curve_public, ANNA.curve_secret]

    assert len(set(keys)) == 4


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_of_another_length_is_refused(size: int) -> None:
    with pytest.raises(LocalError, match="32 bytes"):
        Identity.from_seed(bytes(size))


def test_the_text_of_an_identity_shows_no_secret() -> None:
    shown = repr(ANNA) + str(ANNA)

    assert ANNA.curve_secret.hex() not in shown
    assert shown == 2 * f"Identity({fingerprint(ANNA.public)})"


@given(message=st.binary(max_size=200))
def test_a_signature_is_valid_only_for_its_own_message_and_player(message: bytes) -> None:
    signature = ANNA.sign(message)

    verify(ANNA.public, message, signature)
    with pytest.raises(BadSignature):
        verify(ANNA.public, message + b"!", signature)
    with pytest.raises(BadSignature):
        verify(BERT.public, message, signature)


@pytest.mark.parametrize(
    ("public", "signature"),
    [
        (ANNA.public, b""),
        (ANNA.public, bytes(64)),
        (ANNA.public, ANNA.sign(b"x") + b"\0"),
        (b"", ANNA.sign(b"x")),
        (ANNA.public[:31], ANNA.sign(b"x")),
        (ANNA.public + b"\0", ANNA.sign(b"x")),
        (b"\xff" * 32, ANNA.sign(b"x")),
    ],
)
def test_odd_keys_and_signatures_are_bad_signatures(public: bytes, signature: bytes) -> None:
    with pytest.raises(BadSignature) as caught:
        verify(public, b"x", signature)

    assert caught.value.code == 3


class Gullible:
    """A library that takes every signature for a good one."""

    def from_public_bytes(self, public: bytes) -> Gullible:
        return self

    def verify(self, signature: bytes, message: bytes) -> None:
        pass


@pytest.fixture
def gullible(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    place = "cryptography.hazmat.primitives.asymmetric.ed25519.Ed25519PublicKey"
    monkeypatch.setattr(place, Gullible())
    _verifier.cache_clear()
    yield
    _verifier.cache_clear()


SMALL = sorted({y for x, y in (mul(n, EIGHTH) for n in range(8))} | {P, P + 1})
"""The y of every point of small order, the unreduced spellings included; each with two sign bits."""


@pytest.mark.usefixtures("gullible")
@pytest.mark.parametrize("sign", [0, 1])
@pytest.mark.parametrize("y", [*SMALL, P + 3, 2**255 - 1])
def test_a_key_that_anybody_can_sign_with_is_refused(y: int, sign: int) -> None:
    key = (y | sign << 255).to_bytes(32, "little")

    assert is_weak_point(key)
    with pytest.raises(BadSignature, match="anybody can sign with"):
        verify(key, b"x", ANNA.sign(b"x"))
    with pytest.raises(WrongCertificate) as refusal:
        check_certificate(ANNA.certificate, key)
    assert refusal.value.reason == "weak-key"


SECRET = little(hashlib.sha512(bytes(range(32))).digest()[:32]) & 2**254 - 8 | 2**254
"""Anna's secret number (RFC 8032, 5.1.5)."""
MIXED = written(add(mul(SECRET, BASE), EIGHTH))
"""Anna's key and a point of order 8: she can sign under it where `factor_of` is a multiple of eight."""
ODD_POINTS = [written(mul(n, EIGHTH)) for n in range(8)]


def factor_of(first: bytes, message: bytes, key: bytes) -> int:
    return little(hashlib.sha512(first + key + message).digest()) % ORDER


def made(message: bytes, number: int, *, first: bytes | None = None, key: bytes = ANNA.public) -> bytes:
    """Anna's signature with that number for a nonce (RFC 8032, 5.1.6), its first half another if wanted."""
    first = first or written(mul(number, BASE))
    return first + ((number + factor_of(first, message, key) * SECRET) % ORDER).to_bytes(32, "little")


def test_the_signatures_made_here_are_those_of_the_library() -> None:
    verify(ANNA.public, b"x", made(b"x", 7))
    message = next(b"%d" % n for n in range(99) if not factor_of(written(BASE), b"%d" % n, MIXED) % 8)
    verify(MIXED, message, made(message, 1, key=MIXED))


@pytest.mark.parametrize("key", ODD_POINTS)
def test_the_library_alone_would_accept_a_signature_that_anybody_can_make(key: bytes) -> None:
    """R = B and S = 1 hold by the equation for one message in eight at least: nobody owns such a key."""
    first = written(BASE)
    message = next(b"%d" % n for n in range(99) if not factor_of(first, b"%d" % n, key) % 8)
    signature = first + (1).to_bytes(32, "little")
    Ed25519PublicKey.from_public_bytes(key).verify(signature, message)

    with pytest.raises(BadSignature):
        verify(key, message, signature)


@pytest.mark.parametrize("n", range(8))
def test_a_first_half_of_small_order_is_refused_though_the_library_takes_it(n: int) -> None:
    """Only the owner of a key can make one; of other libraries some refuse it (libsodium) and some do not."""
    first = ODD_POINTS[n]
    message = next(b"%d" % m for m in range(999) if -factor_of(first, b"%d" % m, MIXED) % 8 == n)
    signature = made(message, 0, first=first, key=MIXED)
    Ed25519PublicKey.from_public_bytes(MIXED).verify(signature, message)

    with pytest.raises(BadSignature):
        verify(MIXED, message, signature)


def test_a_signature_that_is_valid_only_times_eight_is_refused() -> None:
    """RFC 8032, 5.1.7, leaves both to the library."""
    odd = made(b"x", 7, first=written(add(mul(7, BASE), EIGHTH)))

    with pytest.raises(BadSignature):
        verify(ANNA.public, b"x", odd)


GOOD = ANNA.sign(b"x")
HALVES = {
    "second half of the order": GOOD[:32] + ORDER.to_bytes(32, "little"),
    "second half and the order": GOOD[:32] + (little(GOOD[32:]) + ORDER).to_bytes(32, "little"),
    "largest second half": GOOD[:32] + b"\xff" * 32,
    **{f"first half of small order {n}": ODD_POINTS[n] + GOOD[32:] for n in range(8)},
    "neutral point with a sign": bytes([1, *bytes(30), 128]) + GOOD[32:],
    "neutral point not reduced": (P + 1).to_bytes(32, "little") + GOOD[32:],
    "first half not reduced": (P + 3).to_bytes(32, "little") + GOOD[32:],
}


@pytest.mark.usefixtures("gullible")
@pytest.mark.parametrize("signature", HALVES.values(), ids=HALVES)
def test_both_halves_of_a_signature_are_checked_before_the_library_is_asked(signature: bytes) -> None:
    with pytest.raises(BadSignature):
        verify(ANNA.public, b"x", signature)


@pytest.mark.usefixtures("gullible")
def test_a_valid_signature_passes_the_checks_before_the_library() -> None:
    verify(ANNA.public, b"x", GOOD)
    verify(ANNA.public, b"x", GOOD[:32] + (ORDER - 1).to_bytes(32, "little"))


def test_every_own_key_is_strong() -> None:
    assert not any(is_weak_point(Identity.from_seed(bytes([n]) * 32).public) for n in range(32))


def test_a_certificate_gives_the_curve_key() -> None:
    assert len(ANNA.certificate) == 112
    assert check_certificate(ANNA.certificate, ANNA.public) == ANNA.curve_public


@given(at=st.integers(0, 112 * 8 - 1))
def test_a_certificate_with_any_bit_changed_is_refused(at: int) -> None:
    altered = bytearray(ANNA.certificate)
    altered[at // 8] ^= 1 << at % 8

    with pytest.raises(WrongCertificate):
        check_certificate(bytes(altered), ANNA.public)


def test_a_certificate_of_somebody_else_is_refused() -> None:
    with pytest.raises(WrongCertificate, match="not signed by its player"):
        check_certificate(ANNA.certificate, BERT.public)


@pytest.mark.parametrize("cut", [0, 1, 111])
def test_a_certificate_of_another_length_is_malformed(cut: int) -> None:
    with pytest.raises(Malformed):
        check_certificate(ANNA.certificate[:cut], ANNA.public)


def test_a_certificate_for_a_short_key_is_malformed() -> None:
    with pytest.raises(Malformed):
        check_certificate(ANNA.certificate, ANNA.public[:31])


def test_a_certificate_with_other_times_is_refused_although_it_is_signed() -> None:
    bound = ANNA.curve_public + bytes(8) + bytes(8)
    other = bound + ANNA.sign(b"shoal1.cert\0" + bound)

    with pytest.raises(WrongCertificate, match="for ever"):
        check_certificate(other, ANNA.public)


def certificate_for(curve_public: int) -> bytes:
    bound = curve_public.to_bytes(32, "little") + ANNA.certificate[32:48]
    return bound + ANNA.sign(b"shoal1.cert\0" + bound)


def is_secret_kept(curve_public: int) -> bool:
    """True if the library agrees on a secret with the owner of that key."""
    own = X25519PrivateKey.from_private_bytes(bytes(range(32)))
    try:
        own.exchange(X25519PublicKey.from_public_bytes(curve_public.to_bytes(32, "little")))
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("point", SMALL_ORDER)
def test_a_certificate_for_a_key_of_small_order_is_refused_although_it_is_signed(point: int) -> None:
    assert not is_secret_kept(point)
    with pytest.raises(WrongCertificate, match="keeps no secret"):
        check_certificate(certificate_for(point), ANNA.public)


@pytest.mark.parametrize("point", [2, 9, P - 2, P + 2, P + 18, 2**255 + 2, 2**256 - 1])
def test_a_certificate_for_any_other_key_is_valid(point: int) -> None:
    assert is_secret_kept(point)
    assert check_certificate(certificate_for(point), ANNA.public) == point.to_bytes(32, "little")


@given(secret=st.binary(max_size=300), nonce=st.binary(min_size=12, max_size=12), about=st.binary(max_size=9))
def test_a_sealed_secret_opens_again(secret: bytes, nonce: bytes, about: bytes) -> None:
    box = ANNA.seal_secret(secret, nonce=nonce, about=about)

    assert len(box) == len(secret) + 28
    assert ANNA.open_secret(box, about=about) == secret


BOX = ANNA.seal_secret(b"ace of spades", nonce=bytes(12), about=b"game")


@pytest.mark.parametrize(
    ("who", "box", "about"),
    [
        (BERT, BOX, b"game"),
        (ANNA, BOX, b"another"),
        (ANNA, BOX[:-1], b"game"),
        (ANNA, BOX[:27], b"game"),
        (ANNA, b"", b"game"),
        (ANNA, b"\1" + BOX[1:], b"game"),
        (ANNA, BOX[:20] + bytes([BOX[20] ^ 1]) + BOX[21:], b"game"),
    ],
)
def test_a_sealed_secret_opens_for_nobody_else(who: Identity, box: bytes, about: bytes) -> None:
    with pytest.raises(SecretLost):
        who.open_secret(box, about=about)


def test_a_nonce_of_another_length_is_refused() -> None:
    with pytest.raises(LocalError):
        ANNA.seal_secret(b"x", nonce=bytes(11), about=b"")
