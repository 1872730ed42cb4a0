"""Chat: signed, one chain per author, bounded, and never in the way of the game (net 5.3)."""

from __future__ import annotations

import pytest

from net.agreement.aside.chat import KEPT
from net.agreement.effects import Rejected, Said
from net.errors import LocalError, Malformed
from net.wire.bodies import Chat, Remark, parse_body
from net.wire.envelope import open_envelope
from net.wire.frame import Kind
from tests.support.cheaters import env
from tests.support.keys import fast_key
from tests.support.lone_table import Lone
from tests.support.simulation import Simulation

OTHER = bytes([9]) * 32


def line(lone: Lone, seat: int, n: int, text: str, prev: bytes | None = None) -> Chat:
    return Chat(
        lone.genesis.id, fast_key(seat).public, n, lone.genesis.id if prev is None else prev, text=text
    )


def test_lines_are_signed_chained_and_sent_to_all() -> None:
    lone = Lone()
    lone.do(lone.table.say("eins", lone.now))
    lone.do(lone.table.say("zwei", lone.now))
    raws = lone.frames(Kind.ENV, to=2)
    chats = [parse_body(open_envelope(raw).body) for raw in raws]

    assert lone.frames(Kind.ENV, to=1) == raws
    assert chats == [line(lone, 0, 1, "eins"), line(lone, 0, 2, "zwei", open_envelope(raws[0]).id)]
    assert [(said.seat, said.text) for said in lone.table.aside.lines] == [(0, "eins"), (0, "zwei")]


def test_a_line_from_somebody_else_is_shown_once_and_passed_on_once() -> None:
    lone = Lone(seats=4)
    said = lone.say(line(lone, 2, 1, "hallo"), sender=1)
    lone.say(line(lone, 2, 1, "hallo"), sender=3)

    assert lone.told(Said) == [Said(2, 1, "hallo")]
    assert [lone.frames(Kind.ENV, to=seat) for seat in (1, 2, 3)] == [[said.raw], [], [said.raw]]


def test_hints_and_reactions_are_lines_of_their_kind() -> None:
    lone = Lone()
    lone.do(lone.table.say("", lone.now, what=Remark.HINT))
    lone.do(lone.table.say("cheers", lone.now, what=Remark.REACTION))

    assert [(said.what, said.text) for said in lone.table.aside.lines] == [
        (Remark.HINT, ""),
        (Remark.REACTION, "cheers"),
    ]
    assert [parse_body(open_envelope(raw).body) for raw in lone.frames(Kind.ENV, to=1)] == [
        Chat(lone.genesis.id, fast_key(0).public, at + 1, said_before, what, text)
        for at, (said_before, text, what) in enumerate(
            [(lone.genesis.id, "", Remark.HINT), (first_id(lone), "cheers", Remark.REACTION)]
        )
    ]


def first_id(lone: Lone) -> bytes:
    return open_envelope(lone.frames(Kind.ENV, to=2)[0]).id


@pytest.mark.parametrize(
    ("what", "text"),
    [(Remark.LINE, ""), (Remark.HINT, "x"), (Remark.REACTION, ""), (Remark.REACTION, "dance")],
)
def test_a_line_whose_words_do_not_suit_its_kind_is_malformed(what: Remark, text: str) -> None:
    lone = Lone()
    chat = Chat(lone.genesis.id, fast_key(1).public, 1, lone.genesis.id, what, text)

    with pytest.raises(Malformed) as why:
        parse_body(chat.encode())
    assert why.value.reason == "remark"
    with pytest.raises(LocalError):
        lone.table.say(text, lone.now, what=what)


def test_a_lost_line_leaves_a_gap() -> None:
    lone = Lone()
    lone.say(line(lone, 1, 3, "later", OTHER))
    lone.say(line(lone, 1, 2, "too late", OTHER))

    assert lone.table.aside.lines == (Said(1, 3, "later"),)


@pytest.mark.parametrize(
    ("what", "reason"), [("chain", "chat-chain"), ("key", "seat"), ("sig", "bad-signature")]
)
def test_wrong_lines_are_refused(what: str, reason: str) -> None:
    lone = Lone()
    chat = line(lone, 1, 1, "x", OTHER if what == "chain" else None)
    if what == "key":
        lone.feed(1, env(lone.forger.signed(chat, seat=2, by=1)))
    else:
        lone.say(chat, by=2 if what == "sig" else None)

    assert [each.error.reason for each in lone.told(Rejected)] == [reason]
    assert not lone.table.aside.lines and lone.table.log.blame.stopped is None


def test_a_second_line_with_the_same_number_is_forgotten() -> None:
    lone = Lone()
    lone.say(line(lone, 1, 1, "yes"))
    lone.say(line(lone, 1, 1, "no"))

    assert [said.text for said in lone.table.aside.lines] == ["yes"] and lone.table.log.blame.stopped is None


def test_a_seat_that_talks_too_fast_is_not_heard() -> None:
    lone = Lone()
    for n in range(1, 40):
        lone.say(line(lone, 1, n, f"line {n}", OTHER) if n > 1 else line(lone, 1, n, "line 1"))
        lone.now += 0.001
    assert len(lone.table.aside.lines) <= 10
    assert [each.error.reason for each in lone.told(Rejected)][-1:] == ["chat-rate"]
    lone.now += 10.0
    lone.say(line(lone, 1, 99, "slower", OTHER))

    assert lone.table.aside.lines[-1].text == "slower"


def test_delayed_lines_blame_nobody() -> None:
    """Seat 1 keeps what seat 2 said in an hour and hands it all over at once."""
    lone = Lone()
    for n in range(1, 40):
        lone.say(line(lone, 2, 2 * n, f"line {n}", OTHER), sender=1)

    assert lone.told(Rejected) == []
    assert len(lone.table.aside.lines) == 10


def test_a_line_that_does_not_follow_the_last_one_blames_its_author() -> None:
    """The peer that passed it on may not have heard the line before, so it could not see the gap."""
    lone = Lone()
    lone.say(line(lone, 2, 1, "first"))
    lone.say(line(lone, 2, 2, "after another first", OTHER), sender=1)

    assert [(each.seat, each.error.seat, each.is_author) for each in lone.told(Rejected)] == [(2, 2, True)]


def test_only_the_last_lines_are_kept() -> None:
    lone = Lone()
    for n in range(KEPT + 50):
        lone.now += 1.0
        lone.say(line(lone, 1, 2 * n + 2, f"line {n}", OTHER))

    assert len(lone.table.aside.lines) == KEPT and lone.table.aside.lines[-1].text == f"line {KEPT + 49}"


@pytest.mark.parametrize("text", ["", "x" * 501, "two\nlines", "e\u0301", "a\u202eb"])
def test_a_line_of_ours_that_others_would_refuse_raises_a_local_error(text: str) -> None:
    lone = Lone()
    with pytest.raises(
        LocalError, match="form C" if text == "e\u0301" else "more than 500 characters or has control"
    ):
        lone.table.say(text, lone.now)

    assert not lone.table.aside.lines and not lone.journal.page.mine


def test_too_much_chat_of_our_own_is_refused_before_it_is_signed() -> None:
    lone = Lone()
    with pytest.raises(LocalError, match="too much chat"):
        for _ in range(30):
            lone.do(lone.table.say("!", lone.now))

    assert len(lone.table.aside.lines) == 10 == len(lone.journal.page.mine)


def test_our_own_lines_continue_their_chain_after_a_restart() -> None:
    lone = Lone()
    lone.do(lone.table.say("before", lone.now))
    again = lone.restarted()
    again.do(again.table.say("after", again.now))
    second = parse_body(open_envelope(again.frames(Kind.ENV, to=1)[-1]).body)

    assert isinstance(second, Chat) and second.n == 2
    assert second.prev == open_envelope(lone.frames(Kind.ENV, to=1)[0]).id


def test_players_can_still_chat_after_the_game_has_stopped() -> None:
    lone = Lone()
    lone.say(lone.forger.entry(1, 1, prev=lone.table.log.prev, st=OTHER))
    lone.feed(1, env(lone.forger.signed(lone.forger.ack(0, 1, h=OTHER, st=OTHER))))
    assert lone.table.log.blame.stopped is not None
    lone.say(line(lone, 1, 1, "what happened?"))
    lone.do(lone.table.say("no idea", lone.now))

    assert [said.text for said in lone.table.aside.lines] == ["what happened?", "no idea"]


def test_lines_reach_a_peer_without_a_link_to_their_author() -> None:
    run = Simulation(3, 4, cut=frozenset({frozenset({0, 1})}))

    def speak() -> None:
        run.peers[0].do(lambda table: table.say("hallo", run.now))

    run.at(0.5, speak)
    run.run()

    assert [[said.text for said in peer.table.aside.lines] for peer in run.peers if peer.table] == [
        ["hallo"]
    ] * 4
