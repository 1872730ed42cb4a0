"""Announcements as properties and as bytes: one spelling, strictly read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.discovery.datagram import parse_answer, parse_question
from net.discovery.notice import NOTICE_MAX, Access, Notice, parse_notice, parse_txt
from net.errors import Malformed
from net.lobby.identity import fingerprint
from tests.support.values import replace

KEY = bytes(range(32))
PERSON = Notice(KEY, fingerprint(KEY), 50001, version="0.1.0")
NOTICE = replace(PERSON, game="plump", seats=4, taken=1, spectators=2, access=Access.ASKED)
FULL = replace(NOTICE, taken=4, spectators=999, access=Access.CLOSED)


def spelled(notice: Notice) -> dict[bytes, bytes | None]:
    return {key.encode(): value.encode() for key, value in notice.txt().items()}


@pytest.mark.parametrize("notice", [NOTICE, PERSON, replace(NOTICE, game="ä" * 32, version="x" * 24), FULL])
def test_a_written_notice_is_read_back(notice: Notice) -> None:
    assert parse_txt(spelled(notice), notice.port) == notice
    assert parse_notice(notice.encode()) == notice


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (b"v", b"2"),
        (b"k", b"AAAA"),
        (b"k", b"1" * 52),
        (b"k", NOTICE.txt()["k"].lower().encode()),
        (b"l", b"K7QF"),
        (b"g", b"pl\nump"),
        (b"g", b"x" * 33),
        (b"g", b"\xff"),
        (b"g", b""),
        (b"s", b"99"),
        (b"s", b"04"),
        (b"s", b"-1"),
        (b"s", "٤".encode()),
        (b"t", b"5"),
        (b"w", b"1000"),
        (b"d", b"4"),
        (b"d", b"0"),
        (b"p", b"x" * 25),
        (b"p", "\u202eabc".encode()),
        (b"z", b"more"),
        (b"\xff", b"more"),
        (b"g", None),
        (b"p", b"x" * 400),
    ],
)
def test_any_other_property_is_refused(key: bytes, value: bytes | None) -> None:
    with pytest.raises(Malformed):
        parse_txt({**spelled(NOTICE), key: value}, NOTICE.port)


def test_an_announcement_that_is_too_long_is_refused_unread() -> None:
    spare = 300 - sum(len(key) + len(value or b"") for key, value in spelled(NOTICE).items())
    for more, reason in ((0, "another version"), (1, "too long")):
        with pytest.raises(Malformed, match=reason):
            parse_txt({**spelled(NOTICE), b"z": b"x" * (spare - 1 + more)}, NOTICE.port)


@pytest.mark.parametrize("port", [0, 65536])
def test_an_impossible_port_is_refused(port: int) -> None:
    with pytest.raises(Malformed):
        parse_txt(spelled(NOTICE), port)


def test_a_missing_property_is_refused() -> None:
    for key in spelled(NOTICE):
        less = {each: value for each, value in spelled(NOTICE).items() if each != key}
        with pytest.raises(Malformed):
            parse_txt(less, NOTICE.port)


@given(st.binary(max_size=NOTICE_MAX + 20))
def test_any_other_bytes_are_refused(data: bytes) -> None:
    for read in (lambda: parse_notice(data), lambda: parse_question(data), lambda: parse_answer(data)):
        with pytest.raises(Malformed):
            read()


@given(st.dictionaries(st.binary(max_size=6), st.none() | st.binary(max_size=60), max_size=12))
def test_any_other_properties_are_refused(properties: dict[bytes, bytes | None]) -> None:
    with pytest.raises(Malformed):
        parse_txt(properties, 1)


def test_the_longest_announcement_is_read_and_a_longer_one_is_refused() -> None:
    longest = replace(NOTICE, version="\U0001f41f" * 24, game="\U0001f41f" * 20)
    filled = replace(longest, game=longest.game + "x" * (NOTICE_MAX - len(longest.encode())))
    over = replace(filled, game=filled.game + "x")

    assert len(filled.encode()) == NOTICE_MAX
    assert parse_notice(filled.encode()) == filled
    with pytest.raises(Malformed):
        parse_notice(over.encode())
