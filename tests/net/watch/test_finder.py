"""The finder: from an invitation to the spectators' ports, the words to the host, repeats, and the end."""

from __future__ import annotations

import pytest

from net.link.address import Address
from net.lobby.messages import Hello, Info, Join, Message, Role, Stage, WatchSources, Welcome, parse, write
from net.lobby.phases import PROTOCOL, TableSeen, Tell
from net.watch.finder import FinderOut, FinderPhase, NotFound, SourceFinder, SourcesFound
from net.wire.words import Bye, Code, Err
from tests.support.lobby import ANNA, EVE, HOST, TERMS, key
from tests.support.values import replace

WELCOME = Welcome(PROTOCOL, HOST.identity.public, HOST.identity.certificate, HOST.nick, HOST.boot)
INFO = Info(TERMS.table, TERMS.game, TERMS.rules, TERMS.engine, TERMS.options, 3, (), Stage.GATHERING)
SOURCES = WatchSources(bytes(32), 0, b"", ((key(HOST), (Address("10.0.0.1", 4000),)),))
HELLO, JOIN = "HELLO", "JOIN"


def said(outs: tuple[FinderOut, ...]) -> list[str]:
    """The words to the host among the effects."""
    told = [out for out in outs if isinstance(out, Tell)]
    assert all(out.key == key(HOST) for out in told)
    return [parse(out.frame).word for out in told]


def hears(finder: SourceFinder, message: Message, now: float = 0.0) -> tuple[FinderOut, ...]:
    return finder.received(write(message), now)


def calling() -> SourceFinder:
    finder = SourceFinder(ANNA, key(HOST))
    assert said(finder.start(0.0)) == [HELLO]
    return finder


def asking() -> SourceFinder:
    finder = calling()
    assert said(hears(finder, WELCOME)) == [HELLO]
    return finder


def test_a_spectator_introduces_itself_and_asks_to_watch_the_table_that_it_sees() -> None:
    finder = asking()
    seen, *told = hears(finder, INFO)
    hello, join = [parse(out.frame) for out in told if isinstance(out, Tell)]
    me = ANNA.identity

    assert seen == TableSeen(INFO)
    assert hello == Hello(
        PROTOCOL, PROTOCOL, me.public, me.certificate, ANNA.nick, ANNA.boot, ANNA.app_version
    )
    assert join == Join(TERMS.table, Role.SPECTATOR)


def test_a_table_is_shown_after_a_change_and_asked_for_once() -> None:
    finder = asking()
    hears(finder, INFO)
    fuller = replace(INFO, stage=Stage.SIGNING)

    assert hears(finder, INFO) == ()
    assert hears(finder, fuller) == (TableSeen(fuller),)


def test_the_search_ends_when_the_list_of_sockets_for_spectators_arrives() -> None:
    finder = asking()
    hears(finder, INFO)

    assert hears(finder, SOURCES) == (SourcesFound(SOURCES),) and finder.phase is FinderPhase.ENDED
    assert finder.connected(1.0) == finder.tick(99.0) == hears(finder, Bye("")) == ()


def test_a_spectator_asks_again_after_two_seconds_and_on_a_new_connection() -> None:
    finder = asking()
    assert finder.tick(1.9) == () and said(finder.tick(2.0)) == [HELLO]
    assert said(finder.connected(3.0)) == [HELLO]
    assert finder.tick(4.9) == () and said(finder.tick(5.0)) == [HELLO]
    hears(finder, INFO, 5.0)

    assert said(finder.tick(7.0)) == [HELLO, JOIN]


def test_after_twenty_seconds_without_an_answer_the_search_fails() -> None:
    finder = calling()
    hears(finder, INFO, 1.0)

    assert said(finder.tick(20.9)) == [HELLO]
    assert finder.tick(21.0) == (NotFound(0, "nobody answers this invitation"),)


@pytest.mark.parametrize(
    ("answer", "code", "text"),
    [
        (
            replace(WELCOME, proto=PROTOCOL + 1),
            Code.PROTOCOL,
            f"the host's Shoal speaks another version ({PROTOCOL + 1}): one of you must update",
        ),
        (
            replace(WELCOME, ed=EVE.identity.public, cert=EVE.identity.certificate),
            Code.CERTIFICATE,
            "the host's certificate is for another key",
        ),
        (Bye("good night"), Code.CLOSING, "good night"),
        (Bye(""), Code.CLOSING, "the host has closed the table"),
        (Err(Code.NOT_ALLOWED, "no"), Code.NOT_ALLOWED, "no"),
    ],
)
def test_the_search_ends_with_the_reason_for_a_refusal(answer: Message, code: int, text: str) -> None:
    finder = calling()

    assert hears(finder, answer) == (NotFound(code, text),) and finder.phase is FinderPhase.ENDED


def test_a_temporary_error_does_not_end_the_search() -> None:
    finder = asking()

    assert hears(finder, Err(Code.TOO_FAST, "slowly")) == () and finder.phase is FinderPhase.ASKING


@pytest.mark.parametrize("word", [SOURCES, Join(TERMS.table, Role.SPECTATOR)])
def test_a_message_out_of_place_is_answered_with_an_error(word: Message) -> None:
    finder = calling()
    [told] = [out for out in hears(finder, word) if isinstance(out, Tell)]
    answer = parse(told.frame)

    assert isinstance(answer, Err) and answer.code == Code.MALFORMED
    assert finder.phase is FinderPhase.CALLING


def test_a_spectator_who_leaves_says_goodbye() -> None:
    finder = asking()

    assert said(finder.leave()) == ["BYE"] and finder.phase is FinderPhase.ENDED
    assert finder.tick(2.0) == ()
