"""Questions and answers as bytes: an answer comes from its author, to this question, and about one player
only."""

from __future__ import annotations

import pytest

from net.discovery.datagram import (
    DATAGRAM_MAX,
    LINE_MAX,
    PAGES_MAX,
    Page,
    Presence,
    nonce_of,
    parse_answer,
    parse_question,
    write_answer,
    write_question,
)
from net.discovery.notice import Notice
from net.errors import LocalError, Malformed, PeerError
from net.lobby.identity import Identity, fingerprint
from net.wire.form import form_of
from tests.support.values import replace

ME, OTHER = Identity.from_seed(bytes([1]) * 32), Identity.from_seed(bytes([2]) * 32)
NOTICE = Notice(ME.curve_public, fingerprint(ME.public), 50001, version="0.1.0")
SAID = Presence(ME.public, ME.certificate, "Lisa", "Anyone for Plump?", NOTICE)
NONCE = b"n" * 8


def test_an_answer_is_read_back_with_its_nonce() -> None:
    data = write_answer(NONCE, SAID, ME.sign)

    assert nonce_of(data) == NONCE
    assert parse_answer(data) == SAID


@pytest.mark.parametrize(
    "lie",
    [
        replace(SAID, ed=OTHER.public),
        replace(SAID, cert=OTHER.certificate),
        replace(SAID, ed=OTHER.public, cert=OTHER.certificate),
        replace(SAID, notice=replace(NOTICE, key=OTHER.curve_public)),
        replace(SAID, notice=replace(NOTICE, letters=fingerprint(OTHER.public))),
        replace(SAID, nick="\u2800"),
    ],
)
def test_a_false_answer_is_refused_though_it_is_signed(lie: Presence) -> None:
    with pytest.raises(PeerError):
        parse_answer(write_answer(NONCE, lie, ME.sign))


def test_an_answer_by_somebody_else_or_to_another_question_is_refused() -> None:
    data = write_answer(NONCE, SAID, ME.sign)
    for lie in (write_answer(NONCE, SAID, OTHER.sign), data.replace(NONCE, b"m" * 8), data[:-1]):
        with pytest.raises(PeerError):
            parse_answer(lie)


def test_an_answer_is_never_longer_than_a_question_and_leaves_out_its_line_first() -> None:
    longest = replace(SAID, nick="\U0001f41f" * 24, line="\U0001f41f" * LINE_MAX)
    data = write_answer(NONCE, longest, ME.sign)
    assert len(data) <= DATAGRAM_MAX and parse_answer(data) == replace(longest, line="")
    full = replace(NOTICE, game="\U0001f41f" * 32, version="\U0001f41f" * 24, port=65535)
    with pytest.raises(LocalError):
        write_answer(NONCE, replace(longest, notice=full), ME.sign)


@pytest.mark.parametrize(
    "data", [b"", b"shoal1!", b"shoal1!" + NONCE, b"x" * 200, b"\0" * (DATAGRAM_MAX + 1)]
)
def test_bytes_that_are_no_answer_have_no_nonce(data: bytes) -> None:
    with pytest.raises(Malformed):
        nonce_of(data)


def test_a_question_is_for_a_page_and_every_key_is_on_one_page() -> None:
    for of in (1, 3, PAGES_MAX):
        pages = [Page(number, of) for number in range(of)]
        assert [parse_question(write_question(NONCE, page)) for page in pages] == [
            (NONCE, page) for page in pages
        ]
        assert sum(page.has(ME.curve_public) for page in pages) == 1


def test_bytes_that_are_no_question_are_refused() -> None:
    good = write_question(NONCE, Page(1, 3))
    at = len(b"shoal1?") + len(NONCE)
    for lie in (
        good[:-1],
        good + b"\0",
        good[:-1] + b"x",
        good[:at] + bytes([3, 3]) + good[at + 2 :],
        good[:at] + bytes([0, 0]) + good[at + 2 :],
        good[:at] + bytes([0, PAGES_MAX + 1]) + good[at + 2 :],
    ):
        with pytest.raises(Malformed):
            parse_question(lie)


def test_the_longest_notice_fits_beside_the_longest_name() -> None:
    nick = replace(SAID, nick="\U0001f41f" * 24, line="")
    room = DATAGRAM_MAX - len(write_answer(NONCE, nick, ME.sign)) + len(NOTICE.encode())

    assert (
        len(form_of(Notice).pack(replace(NOTICE, game="x" * 32, seats=10, taken=10, spectators=999))) < room
    )
