"""Invitations: texts as people change them, and nothing smuggled in."""

from __future__ import annotations

import base64
import hashlib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from net.errors import LocalError
from net.link.address import Address
from net.lobby.invitation import BadInvitation, Invitation, parse_invitation

KEY = bytes(range(32))
HOME = Invitation((Address("192.168.1.20", 5670),), KEY)
# Golden: an invitation on paper must stay good.
TEXT = "SHOAL:AEAQJQFIAEKBMJQAAEBAGBAFAYDQQCIKBMGA2DQPCAIREEYUCULBOGAZDINRYHI6D7O74ZA"

hosts = st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6)).filter(
    lambda host: not (host.is_unspecified or host.is_multicast or str(host) == "255.255.255.255")
)
addresses = st.builds(Address, hosts.map(str), st.integers(1, 65535))
invitations = st.builds(
    Invitation, st.lists(addresses, min_size=1, max_size=4).map(tuple), st.binary(min_size=32, max_size=32)
)


def test_the_text_of_an_invitation_never_changes() -> None:
    assert str(HOME) == TEXT
    assert parse_invitation(TEXT) == HOME


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(invitation=invitations)
def test_the_text_of_an_invitation_is_read_back(invitation: Invitation) -> None:
    assert parse_invitation(str(invitation)) == invitation


@settings(deadline=None)
@given(data=st.data())
def test_spaces_breaks_and_small_letters_do_not_harm_an_invitation(data: st.DataObject) -> None:
    text = str(HOME)
    for _ in range(data.draw(st.integers(0, 8))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(st.sampled_from([" ", "\n", "\r\n", "\t", "-", "\u00a0"])) + text[at:]

    assert parse_invitation(text.lower() if data.draw(st.booleans()) else text) == HOME


@pytest.mark.parametrize("size", range(6, len(TEXT)))
def test_every_shorter_text_is_refused_as_cut_off(size: int) -> None:
    with pytest.raises(BadInvitation, match="cut off"):
        parse_invitation(str(HOME)[:size])


@given(invitation=invitations, data=st.data())
def test_one_wrong_letter_is_noticed(invitation: Invitation, data: st.DataObject) -> None:
    text = str(invitation)
    at = data.draw(st.integers(6, len(text) - 1))
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".replace(text[at], "")
    letter = data.draw(st.sampled_from(letters))

    with pytest.raises(BadInvitation):
        parse_invitation(text[:at] + letter + text[at + 1 :])


@pytest.mark.parametrize("count", range(1, 5))
def test_unused_bits_in_the_last_letter_are_refused(count: int) -> None:
    """One invitation, one spelling: the last letter may hold bits that belong to no byte."""
    text = str(Invitation(HOME.addresses[:1] * count, HOME.host_key))
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
    at, spare = letters.index(text[-1]), len(text.removeprefix("SHOAL:")) * 5 % 8
    assert at % (1 << spare) == 0
    for more in range(1, 1 << spare):
        with pytest.raises(BadInvitation, match="cut off"):
            parse_invitation(text[:-1] + letters[at + more])


@given(text=st.text(max_size=200))
def test_any_text_is_an_invitation_or_is_refused_in_words(text: str) -> None:
    for tried in (text, "SHOAL:" + text):
        with pytest.raises(BadInvitation) as caught:
            parse_invitation(tried)
        assert caught.value.text


def sealed(body: bytes) -> str:
    """An invitation with a right check, whatever it says."""
    check = hashlib.blake2b(body, digest_size=3, person=b"shoal1-invite").digest()
    return "SHOAL:" + base64.b32encode(body + check).decode().rstrip("=")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "begin with SHOAL:"),
        ("MELON:" + TEXT[6:], "begin with SHOAL:"),
        (TEXT + "AAAAAAAA", "after the end of this"),
        (TEXT[:-1] + "1", "a character that does not belong"),
        (TEXT + "=", "a character that does not belong"),
        ("SHOAL:" + "A" * 2000, "too long"),
        (sealed(b"\2\1\4\x7f\0\0\1\0\1" + KEY), "another version"),
        (sealed(b"\1\0\4\x7f\0\0\1\0\1" + KEY), "mistake"),
        (sealed(b"\1\5\4\x7f\0\0\1\0\1" + KEY), "mistake"),
        (sealed(b"\1\1\5\x7f\0\0\1\0\1" + KEY), "mistake"),
        (sealed(b"\1\2\4\x7f\0\0\1\0\1" + KEY), "cut off|mistake"),
        (sealed(b"\1\4" + 5 * b"\4\x7f\0\0\1\0\1"), "cut off"),
        (sealed(b"\1\4" + 6 * b"\4\x7f\0\0\1\0\1" + b"\4"), "cut off"),
        (sealed(b"\1\1\4\x7f\0\0\1\0\0" + KEY), "leads nowhere"),
        (sealed(b"\1\1\4\0\0\0\0\0\1" + KEY), "leads nowhere"),
        (sealed(b"\1\1\4\xe0\0\0\1\0\1" + KEY), "leads nowhere"),
        (sealed(b"\1\1\4\xff\xff\xff\xff\0\1" + KEY), "leads nowhere"),
        (sealed(b"\1\1\4\x7f\0\0\1\0\1" + KEY + b"\0"), "after the end of this"),
    ],
)
def test_a_text_that_is_no_invitation_is_refused_in_words(text: str, says: str) -> None:
    with pytest.raises(BadInvitation, match=says):
        parse_invitation(text)


@pytest.mark.parametrize(
    "invitation",
    [Invitation((), KEY), Invitation(HOME.addresses * 5, KEY), Invitation(HOME.addresses, KEY[:31])],
)
def test_an_invitation_that_cannot_be_written_raises_a_local_error(invitation: Invitation) -> None:
    with pytest.raises(LocalError):
        str(invitation)
