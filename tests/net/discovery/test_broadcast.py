"""Asking and answering by datagrams, over loopback in place of a subnet."""

from __future__ import annotations

import select
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from net.discovery.broadcast import Answerer, Asker
from net.discovery.datagram import DATAGRAM_MAX, NONCE_BYTES, Page, Presence, write_answer
from net.discovery.interfaces import Net
from net.discovery.notice import Notice
from net.errors import LinkError
from net.lobby.identity import Identity, fingerprint

ME = Identity.from_seed(bytes([1]) * 32)
KEY = ME.curve_public
SAID = Presence(
    ME.public, ME.certificate, "Lisa", "", Notice(KEY, fingerprint(ME.public), 50001, version="0.1.0")
)
HERE = Net("127.0.0.1", 8, "lo")
ELSEWHERE = Net("192.0.2.7", 24, "eth0")
BURST, PER_S = 16, 4


@dataclass
class Company:
    """The askers and answerers at one port, with a clock that stands still."""

    port: int
    now: float = 1000.0
    opened: list[Asker | Answerer] = field(default_factory=list)

    def asker(self, nonce: bytes = b"n" * NONCE_BYTES) -> Asker:
        self.opened.append(made := Asker(lambda size: nonce[:size], lambda: self.now))
        return made

    def answerer(self) -> Answerer:
        self.opened.append(made := Answerer(lambda: self.now, ME.sign, port=self.port))
        return made

    def ask(self, asker: Asker, page: Page | None = None) -> None:
        asker.ask(["127.0.0.1"], page, port=self.port)
        assert asker.problem == ""


@pytest.fixture
def company() -> Iterator[Company]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
        free.bind(("", 0))
        port = free.getsockname()[1]
    made = Company(port)
    yield made
    for each in made.opened:
        each.close()


def heard(each: Asker | Answerer) -> None:
    """Wait until a datagram has come for it."""
    assert select.select([each], [], [], 60)[0]


def has_heard(each: Asker | Answerer) -> bool:
    return bool(select.select([each], [], [], 0)[0])


def test_a_computer_that_asks_in_the_subnet_is_answered(company: Company) -> None:
    answerer, asker = company.answerer(), company.asker()
    company.ask(asker)
    heard(answerer)
    answerer.answer(SAID, [ELSEWHERE, HERE])
    heard(asker)
    assert list(asker.answers()) == [("127.0.0.1", SAID)]


def test_a_computer_that_asks_from_another_network_is_not_answered(company: Company) -> None:
    answerer, asker = company.answerer(), company.asker()
    company.ask(asker)
    heard(answerer)
    answerer.answer(SAID, [ELSEWHERE])
    assert not has_heard(answerer)
    company.ask(asker)  # the later question is answered first: there was no answer before
    heard(answerer)
    answerer.answer(SAID, [HERE])
    heard(asker)
    assert len(list(asker.answers())) == 1


def test_an_answer_to_somebody_elses_question_is_ignored(company: Company) -> None:
    answerer, asker, other = company.answerer(), company.asker(), company.asker(b"x" * NONCE_BYTES)
    company.ask(asker)
    heard(answerer)
    answerer.answer(SAID, [HERE])
    heard(asker)
    strayed = asker._socket.recv(DATAGRAM_MAX)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as anybody:
        anybody.sendto(strayed, ("127.0.0.1", other._socket.getsockname()[1]))
    heard(other)
    assert list(other.answers()) == []


@pytest.mark.parametrize("noise", [b"", b"shoal1?", b"\0" * DATAGRAM_MAX, b"x" * 2000])
def test_junk_is_ignored_and_the_next_question_is_answered(company: Company, noise: bytes) -> None:
    answerer, asker = company.answerer(), company.asker()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as anybody:
        anybody.sendto(noise, ("127.0.0.1", company.port))
    heard(answerer)
    company.ask(asker)
    while not has_heard(asker):
        heard(answerer)
        answerer.answer(SAID, [HERE])
    assert list(asker.answers()) == [("127.0.0.1", SAID)]


def answered(company: Company, answerer: Answerer, asker: Asker, *, questions: int) -> int:
    """Number of `questions` answered. On loopback a datagram has arrived as soon as it is sent."""
    got = 0
    for _ in range(questions):
        company.ask(asker)
        heard(answerer)
        answerer.answer(SAID, [HERE])
        got += len(list(asker.answers()))
    return got


@pytest.mark.skipif("sys.platform != 'linux'", reason="elsewhere a datagram may come later than it was sent")
def test_nobody_answers_more_often_than_people_ask(company: Company) -> None:
    answerer, asker = company.answerer(), company.asker()
    assert answered(company, answerer, asker, questions=BURST + 20) == BURST
    company.now += 0.5
    assert answered(company, answerer, asker, questions=PER_S) == PER_S // 2


def test_a_computer_answers_only_questions_for_its_page(company: Company) -> None:
    answerer, asker = company.answerer(), company.asker()
    [own] = [Page(number, 2) for number in range(2) if Page(number, 2).has(KEY)]
    company.ask(asker, Page(1 - own.number, 2))
    company.ask(asker, own)
    while not has_heard(asker):
        heard(answerer)
        answerer.answer(SAID, [HERE])
    assert len(list(asker.answers())) == 1 and not has_heard(asker)


def test_a_flood_of_answers_makes_us_check_at_most_64_signatures(company: Company) -> None:
    asker = company.asker()
    company.ask(asker)
    answer = write_answer(b"n" * NONCE_BYTES, SAID, ME.sign)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as anybody:
        for _ in range(200):
            anybody.sendto(answer, ("127.0.0.1", asker._socket.getsockname()[1]))
    heard(asker)
    got = 0
    while has_heard(asker):
        got += len(list(asker.answers()))
    assert got == 64


def test_several_programs_of_a_computer_may_answer(company: Company) -> None:
    company.answerer()
    company.answerer()


def test_a_port_that_another_program_has_is_reported(company: Company) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        other.bind(("", company.port))
        with pytest.raises(LinkError, match=f"at port {company.port}"):
            company.answerer()


def test_a_missing_network_is_reported(company: Company) -> None:
    asker = company.asker()
    asker.ask([], port=company.port)
    assert asker.problem == "there is no network to ask in"
    asker.ask(["127.0.0.1"], port=company.port)
    assert asker.problem == ""
