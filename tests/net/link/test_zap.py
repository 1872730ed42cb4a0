"""Admission by the ZAP handler, without sockets."""

from __future__ import annotations

from collections import Counter

import pytest

from net.errors import LocalError
from net.link.zap import Handshake, ZapHandler, parse_request

A, B = bytes([1]) * 32, bytes([2]) * 32


def request(key: bytes, *, domain: bytes = b"T:ab", host: bytes = b"10.0.0.1") -> list[bytes]:
    return [b"1.0", b"7", domain, host, b"", b"CURVE", key]


def handler() -> ZapHandler:
    made = ZapHandler(Counter())
    made.keep("T:ab", frozenset([A]))
    made.keep("L", None)
    return made


@pytest.mark.parametrize(
    ("frames", "status"),
    [
        (request(A), b"200"),
        (request(B), b"400"),
        (request(B, domain=b"L"), b"200"),
        (request(A, domain=b"T:cd"), b"400"),
        (request(A, domain=b""), b"400"),
        (request(A, domain=b"\xff"), b"400"),
    ],
)
def test_a_handshake_is_answered_by_the_list_of_its_domain(frames: list[bytes], status: bytes) -> None:
    answer, knock = handler().answer(frames, now=0.0)

    assert answer[:3] == [b"1.0", b"7", status]
    assert len(answer) == 6
    assert (knock is not None) == (status == b"200")
    assert answer[4] == (frames[6].hex().encode() if knock else b"")


def test_a_locked_domain_lets_nobody_in() -> None:
    keeper = handler()
    keeper.lock("T:ab")
    keeper.lock("T:ab")

    assert not keeper.lets_in("T:ab", A)
    assert keeper.answer(request(A), now=0.0)[1] is None


def test_too_many_handshakes_of_one_key_at_a_table_are_refused_and_others_come_in() -> None:
    keeper = handler()
    keeper.keep("T:ab", frozenset([A, B]))
    inside = sum(keeper.answer(request(A), now=0.0)[1] is not None for _ in range(50))

    assert inside == 30
    assert keeper.answer(request(B), now=0.0)[1] is not None
    assert keeper.answer(request(A), now=0.5)[1] is not None


def test_too_many_handshakes_of_one_host_at_the_lobby_are_refused_for_any_keys() -> None:
    keeper = handler()
    inside = sum(
        keeper.answer(request(n.to_bytes(32, "big"), domain=b"L"), now=0.0)[1] is not None for n in range(50)
    )

    assert inside == 30
    assert keeper.answer(request(A, domain=b"L", host=b"10.0.0.2"), now=0.0)[1] is not None


def test_sixty_handshakes_of_spectators_are_let_in_at_once() -> None:
    keeper = handler()
    keeper.keep("S:ab", None)
    inside = sum(keeper.answer(request(A, domain=b"S:ab"), now=0.0)[1] is not None for _ in range(80))

    assert inside == 60


def test_many_hosts_do_not_fill_the_memory() -> None:
    keeper = handler()
    for n in range(5000):
        keeper.answer(request(A, domain=b"L", host=str(n).encode()), now=0.0)

    assert len(keeper._buckets) == 512


@pytest.mark.parametrize(
    "frames",
    [[], request(A)[:6], [*request(A), b""], request(A[:31]), [b"2.0", *request(A)[1:]],
     [*request(A)[:5], b"NULL"], [*request(A)[:5], b"PLAIN", A]],
)  # fmt: skip
def test_a_request_in_another_form_raises_a_local_error(frames: list[bytes]) -> None:
    with pytest.raises(LocalError):
        parse_request(frames)


def test_a_request_is_read_field_by_field() -> None:
    assert parse_request(request(A)) == Handshake(b"7", "T:ab", "10.0.0.1", A)
