"""Questions to a neighbour and its answers: each is read back as written, and each lie is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.discovery.notice import Access
from net.discovery.words import (
    AskTable,
    Call,
    Called,
    Dial,
    Dialled,
    Here,
    Said,
    check_caller,
    check_here,
    is_answer,
    is_question,
    parse_word,
    write_word,
)
from net.errors import Malformed, PeerError
from net.lobby.identity import Identity
from net.lobby.messages import LOBBY_MAX, Info, InfoQuery, Stage, write
from net.wire.codec import pack
from net.wire.envelope import SEATS_MAX
from net.wire.form import form_of
from net.wire.frame import Frame, Kind, parse_frame
from tests.support.values import replace

HOST, OTHER = Identity.from_seed(bytes([1]) * 32), Identity.from_seed(bytes([2]) * 32)
INFO = Info(
    bytes(16), "plump", "1", bytes(32), b"length=full", 4, ((HOST.public, "Lisa", 0, 0),), Stage.GATHERING
)
HERE = Here(HOST.public, HOST.certificate, "Lisa", "0.1.0", Access.ASKED, 3, INFO)
CALL = Call(HOST.public, HOST.certificate, "Lisa", "SHOAL:ABC")


@pytest.mark.parametrize(
    "said",
    [
        AskTable(),
        HERE,
        replace(HERE, info=None, access=Access.NONE),
        Dial(50001),
        Dialled(50001, True),
        CALL,
        Called(),
    ],
    ids=lambda said: type(said).__name__,
)
def test_every_message_is_read_as_written(said: Said) -> None:
    assert parse_word(write_word(said)) == said
    assert is_question(write_word(said)) == isinstance(said, AskTable | Dial | Call)
    assert is_answer(write_word(said)) == isinstance(said, Here | Dialled | Called)


def test_the_largest_table_fits_into_one_answer() -> None:
    taken = tuple((bytes([n]) * 32, "ä" * 24, SEATS_MAX, 31) for n in range(SEATS_MAX))
    most = replace(INFO, game="g" * 32, rules="r" * 32, options=bytes(1024), seats=SEATS_MAX, taken=taken)

    assert len(write_word(replace(HERE, nick="ä" * 24, info=most))) <= LOBBY_MAX


def test_messages_of_the_lobby_are_not_messages_of_the_discovery() -> None:
    for frame in (write(InfoQuery()), b"", b"x" * (LOBBY_MAX + 1)):
        assert not is_question(frame) and not is_answer(frame)


@pytest.mark.parametrize(
    "lie",
    [
        replace(HERE, cert=OTHER.certificate),
        replace(HERE, ed=OTHER.public),
        replace(HERE, ed=OTHER.public, cert=OTHER.certificate),
        replace(HERE, info=replace(INFO, taken=())),
        replace(HERE, info=replace(INFO, taken=((OTHER.public, "Lisa", 0, 0),))),
        replace(HERE, nick="Lisa the second"),
        replace(HERE, nick="\u2800"),
        replace(HERE, info=None),
        replace(HERE, access=Access.NONE),
    ],
)
def test_an_answer_with_false_keys_or_a_false_table_is_refused(lie: Here) -> None:
    check_here(HERE, key=HOST.curve_public)

    with pytest.raises(PeerError):
        check_here(parse_word(write_word(lie)), key=HOST.curve_public)  # type: ignore[arg-type]


def test_a_caller_with_anothers_certificate_is_refused() -> None:
    check_caller(CALL.ed, CALL.cert, CALL.nick, key=HOST.curve_public)

    with pytest.raises(PeerError):
        check_caller(CALL.ed, CALL.cert, CALL.nick, key=OTHER.curve_public)


@pytest.mark.parametrize("inside", [write(InfoQuery()), b"x", write_word(AskTable())])
def test_an_answer_holds_a_table_or_nothing(inside: bytes) -> None:
    frame = write_word(HERE)
    of_info = write(INFO)
    assert of_info in frame

    with pytest.raises(Malformed):
        parse_word(_with(inside))


def _with(inside: bytes) -> bytes:
    fields = (
        "HERE",
        HERE.ed,
        HERE.cert,
        HERE.nick,
        HERE.version,
        int(HERE.access),
        HERE.spectators,
        inside,
        0,
    )
    return Frame(Kind.CTL, pack(form_of(Here).shape, fields)).encode()


def test_a_frame_of_another_kind_is_refused() -> None:
    with pytest.raises(Malformed, match="does not belong in the lobby"):
        parse_word(Frame(Kind.ENV, parse_frame(write_word(AskTable())).b).encode())
    with pytest.raises(Malformed):
        parse_word(b"x" * (LOBBY_MAX + 1))


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    for frame in (data, Frame(Kind.CTL, data).encode()):
        is_question(frame)
        try:
            parse_word(frame)
        except PeerError:
            continue
