"""Identity: derivations pinned by golden values, and a lie for every check."""

from __future__ import annotations

import hashlib

import pytest
import zmq
from hypothesis import given
from hypothesis import strategies as st
from nacl.bindings import crypto_core_ed25519_add, crypto_scalarmult_ed25519_base_noclamp
from zmq.utils import z85

from net.errors import BadSignature, LocalError, Malformed
from net.lobby.identity import (
    Identity,
    SecretLost,
    WrongCertificate,
    check_certificate,
    fingerprint,
    is_weak_key,
    verify,
)

ANNA = Identity.from_seed(bytes(range(32)))
BERT = Identity.from_seed(bytes(range(1, 33)))
GOLDEN_CURVE = "e5ce7008eec74820b55378a42055c5429cee0dcd43a85fb4c2832b6efad59949"
GOLDEN_FINGER = "VCCX-6VF6-EHZX-2C5X"

# RFC 7748 paragraph 6.1 and libsodium's blacklist: X25519 points whose product with any scalar is zero.
SMALL_ORDER = [
    bytes(32),
    bytes([1]) + bytes(31),
    bytes.fromhex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"),
    bytes.fromhex("5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157"),
    (2**255 - 20).to_bytes(32, "little"),
    (2**255 - 19).to_bytes(32, "little"),
    (2**255 - 18).to_bytes(32, "little"),
]


def test_public_key_is_that_of_rfc_8032() -> None:
    # RFC 8032 paragraph 7.1, test 1: the seed and its public key and signature of nothing.
    seed = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    who = Identity.from_seed(seed)

    assert who.public.hex() == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    assert who.sign(b"").hex().startswith("e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155")


def test_derived_keys_never_change() -> None:
    """Golden: a change here locks every player out of the games it has begun."""
    assert ANNA.curve_public.hex() == GOLDEN_CURVE
    assert fingerprint(ANNA.public) == GOLDEN_FINGER
    assert ANNA.certificate.hex().startswith(GOLDEN_CURVE + "0000000000000000" + "8000000000000000")


def test_curve_key_is_what_zeromq_derives_from_the_secret() -> None:
    theirs = zmq.curve_public(z85.encode(ANNA.curve_secret))

    assert z85.decode(theirs) == ANNA.curve_public


def test_keys_of_one_seed_are_all_different() -> None:
    keys = [bytes(range(32)), ANNA.public, ANNA.curve_public, ANNA.curve_secret]

    assert len(set(keys)) == 4


@pytest.mark.parametrize("size", [0, 31, 33])
def test_seed_of_another_length_is_refused(size: int) -> None:
    with pytest.raises(LocalError, match="32 bytes"):
        Identity.from_seed(bytes(size))


def test_text_shows_no_secret() -> None:
    shown = repr(ANNA) + str(ANNA)

    assert ANNA.curve_secret.hex() not in shown
    assert shown == 2 * f"Identity({fingerprint(ANNA.public)})"


@given(message=st.binary(max_size=200))
def test_signature_is_good_for_its_own_message_and_player(message: bytes) -> None:
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
        (bytes(31), ANNA.sign(b"x")),
        (b"\xff" * 32, ANNA.sign(b"x")),
    ],
)
def test_odd_keys_and_signatures_are_bad_signatures(public: bytes, signature: bytes) -> None:
    with pytest.raises(BadSignature) as caught:
        verify(public, b"x", signature)

    assert caught.value.code == 3


P = 2**255 - 19
SMALL = (
    *(0, 1, P - 1, P, P + 1),
    int.from_bytes(
        bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"
    ),
    int.from_bytes(
        bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"), "little"
    ),
)
"""The y of every point of small order, the unreduced spellings included; each with two sign bits."""


@pytest.mark.parametrize("sign", [0, 1])
@pytest.mark.parametrize("y", [*SMALL, P + 3, 2**255 - 1])
def test_keys_that_anybody_can_sign_with_sign_nothing(y: int, sign: int) -> None:
    """Under the neutral point R = B, S = 1 verifies for every message: nobody owns such a key."""
    key = (y | sign << 255).to_bytes(32, "little")
    base = bytes.fromhex("5866666666666666666666666666666666666666666666666666666666666666")

    assert is_weak_key(key)
    for signature in (base + (1).to_bytes(32, "little"), bytes([1]) + bytes(63), key + bytes(32)):
        with pytest.raises(BadSignature):
            verify(key, b"any message", signature)
    with pytest.raises(WrongCertificate) as refusal:
        check_certificate(ANNA.certificate, key)
    assert refusal.value.reason == "weak-key"


ORDER = 2**252 + 27742317777372353535851937790883648493
EIGHTH = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
"""A point of order 8."""


def made(message: bytes, number: int, *, first: bytes | None = None) -> bytes:
    """Anna's signature with that number for a nonce (RFC 8032, 5.1.6), its first half another if wanted."""
    half = hashlib.sha512(bytes(range(32))).digest()[:32]
    secret = int.from_bytes(half, "little") & (1 << 254) - 8 | 1 << 254
    first = first or crypto_scalarmult_ed25519_base_noclamp(number.to_bytes(32, "little"))
    factor = int.from_bytes(hashlib.sha512(first + ANNA.public + message).digest(), "little")
    return first + ((number + factor * secret) % ORDER).to_bytes(32, "little")


def test_of_signatures_that_only_their_owner_can_make_all_programs_believe_the_same() -> None:
    """What libraries may differ in: by the equation times eight these would hold, too, or by it alone."""
    plain = crypto_scalarmult_ed25519_base_noclamp((7).to_bytes(32, "little"))
    odd = made(b"x", 7, first=crypto_core_ed25519_add(plain, EIGHTH))
    of_nothing = made(b"x", 0, first=bytes([1]) + bytes(31))
    verify(ANNA.public, b"x", made(b"x", 7))

    for signature in (odd, of_nothing):
        with pytest.raises(BadSignature):
            verify(ANNA.public, b"x", signature)


def test_everybodys_own_key_is_strong() -> None:
    assert not any(is_weak_key(Identity.from_seed(bytes([n]) * 32).public) for n in range(32))


def test_certificate_gives_the_curve_key() -> None:
    assert len(ANNA.certificate) == 112
    assert check_certificate(ANNA.certificate, ANNA.public) == ANNA.curve_public


@given(at=st.integers(0, 112 * 8 - 1))
def test_certificate_with_any_bit_changed_is_refused(at: int) -> None:
    altered = bytearray(ANNA.certificate)
    altered[at // 8] ^= 1 << at % 8

    with pytest.raises(WrongCertificate):
        check_certificate(bytes(altered), ANNA.public)


def test_certificate_of_somebody_else_is_refused() -> None:
    with pytest.raises(WrongCertificate, match="not signed by its player"):
        check_certificate(ANNA.certificate, BERT.public)


@pytest.mark.parametrize("cut", [0, 1, 111])
def test_certificate_of_another_length_is_malformed(cut: int) -> None:
    with pytest.raises(Malformed):
        check_certificate(ANNA.certificate[:cut], ANNA.public)


def test_certificate_for_a_short_key_is_malformed() -> None:
    with pytest.raises(Malformed):
        check_certificate(ANNA.certificate, ANNA.public[:31])


def test_certificate_with_other_times_is_refused_though_signed() -> None:
    bound = ANNA.curve_public + bytes(8) + bytes(8)
    other = bound + ANNA.sign(b"shoal1.cert\0" + bound)

    with pytest.raises(WrongCertificate, match="for ever"):
        check_certificate(other, ANNA.public)


@pytest.mark.parametrize("point", SMALL_ORDER)
def test_certificate_for_a_key_of_small_order_is_refused_though_signed(point: bytes) -> None:
    bound = point + ANNA.certificate[32:48]
    weak = bound + ANNA.sign(b"shoal1.cert\0" + bound)

    with pytest.raises(WrongCertificate, match="keeps no secret"):
        check_certificate(weak, ANNA.public)


@given(secret=st.binary(max_size=300), nonce=st.binary(min_size=12, max_size=12), about=st.binary(max_size=9))
def test_sealed_secret_opens_again(secret: bytes, nonce: bytes, about: bytes) -> None:
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
def test_sealed_secret_opens_for_nobody_else(who: Identity, box: bytes, about: bytes) -> None:
    with pytest.raises(SecretLost):
        who.open_secret(box, about=about)


def test_nonce_of_another_length_is_refused() -> None:
    with pytest.raises(LocalError):
        ANNA.seal_secret(b"x", nonce=bytes(11), about=b"")
