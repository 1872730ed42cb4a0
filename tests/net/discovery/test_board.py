"""Neighbours on the notice board: asked before shown, asked again, gone when silent; no lie counts."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from net.discovery.board import (
    ANSWER_S,
    ASK_S,
    BY_LINE_S,
    CALLS_AT_ONE,
    CALLS_IN_ALL,
    EVERY_S,
    FEW,
    FORGET_S,
    GLANCE_S,
    HINTS_MAX,
    HINTS_OF_A_HOST,
    MISSED,
    PAGE,
    SELDOM_S,
    AskHost,
    BoardOut,
    By,
    NoticeBoard,
)
from net.discovery.datagram import Presence
from net.discovery.notice import Access, Notice
from net.discovery.words import AskTable, Here, write_word
from net.link.address import Address
from net.lobby.identity import Identity, fingerprint
from net.lobby.messages import Info, Stage
from net.lobby.phases import CallOnce, HangUp, Tell
from tests.support.values import replace

HOST, OTHER = Identity.from_seed(bytes([1]) * 32), Identity.from_seed(bytes([2]) * 32)
KEY = HOST.curve_public
PORT = 50001
INFO = Info(bytes(16), "plump", "1", bytes(32), b"", 4, ((HOST.public, "Lisa", 0, 0),), Stage.GATHERING)
HERE = Here(HOST.public, HOST.certificate, "Lisa", "0.1.0", Access.OPEN, 0, INFO)
NOTICE = Notice(
    KEY, fingerprint(HOST.public), PORT, game="plump", seats=4, taken=1, access=Access.OPEN, version="0.1.0"
)
SAID = Presence(HOST.public, HOST.certificate, "Lisa", "", NOTICE)
AT = Address("192.168.1.7", PORT)
ASKED = (CallOnce(KEY, AT), Tell(KEY, write_word(AskTable())))


def found() -> NoticeBoard:
    """A board with one table that was announced at 0, answers no datagram, and has answered a call."""
    board = NoticeBoard(frozenset())
    assert board.heard(NOTICE, AT.host, 0.0) == (AskHost(AT.host),)
    assert board.tick(BY_LINE_S) == ASKED
    board.received(KEY, write_word(HERE), BY_LINE_S)
    return board


def answering() -> NoticeBoard:
    """A board with one table that has answered a datagram at 0, and a call then."""
    board = NoticeBoard(frozenset())
    assert board.answered(SAID, AT.host, 0.0) == ()
    assert board.tick(GLANCE_S) == ASKED
    assert board.received(KEY, write_word(HERE), GLANCE_S) == (HangUp(KEY),)
    return board


def stranger(n: int, host: str | None = None) -> tuple[Presence, str]:
    """A neighbour without a table; nothing of it is checked here (`datagram` does)."""
    key = n.to_bytes(4, "big") + bytes(28)
    notice = Notice(key, f"{n:019}", PORT, version="0.1.0")
    return Presence(key, bytes(112), f"N{n}", "", notice), host or f"10.0.{n // 200}.{n % 200 + 1}"


def calls(outs: tuple[BoardOut, ...]) -> list[CallOnce]:
    return [each for each in outs if isinstance(each, CallOnce)]


# -- by datagram -----------------------------------------------------------------------------


def test_an_answer_by_datagram_shows_a_computer_at_once_and_it_is_called_once_for_details() -> None:
    board = answering()

    [seen] = board.seen
    assert (seen.key, seen.addresses, seen.said, seen.here) == (KEY, (AT,), SAID, HERE)
    assert board.is_changed
    for at in range(1, 60):
        assert board.answered(SAID, AT.host, float(at)) == () == board.tick(float(at))


def test_the_program_is_called_again_when_the_table_has_changed() -> None:
    board = answering()

    assert not calls(board.answered(replace(SAID, notice=replace(NOTICE, taken=2)), AT.host, 3.0))
    assert calls(board.tick(3.0 + GLANCE_S))
    board.received(KEY, write_word(HERE), 3.6)
    assert not calls(board.answered(replace(SAID, line="Hello"), AT.host, 9.0))


def test_nobody_without_a_table_is_called() -> None:
    board = NoticeBoard(frozenset())

    assert board.answered(*stranger(1), 0.0) == () == board.tick(9.0)
    assert [each.said.nick for each in board.seen] == ["N1"]


def test_among_many_computers_only_the_table_under_the_mouse_is_called() -> None:
    board = NoticeBoard(frozenset())
    for n in range(FEW):
        board.answered(*stranger(n), 0.0)
    board.question(0.0)
    assert board.answered(SAID, AT.host, 0.0) == () == board.heard(NOTICE, AT.host, 1.0) == board.tick(5.0)
    board.point_at({KEY})
    assert board.tick(6.0) == ASKED
    board.received(KEY, write_word(HERE), 6.1)
    assert board.tick(6.0 + ASK_S - 0.1) == () and board.tick(6.0 + ASK_S) == ASKED
    board.received(KEY, write_word(HERE), 6.2 + ASK_S)
    board.point_at(())
    assert board.tick(60.0) == ()


def ask(board: NoticeBoard, start: float, end: float, *answer: Presence) -> list[tuple[float, int, int]]:
    """Let time pass while those in `answer` answer each question for their page.

    Returns time, page and pages asked.
    """
    asked = []
    for step in range(round(start * 4), round(end * 4)):
        if (page := board.question(step / 4)) is not None:
            asked.append((step / 4, page.number, page.of))
            for each in answer:
                if page.has(each.notice.key):
                    board.answered(each, stranger(int(each.notice.letters))[1], step / 4)
        board.tick(step / 4)
    return asked


def test_a_few_computers_are_asked_often_and_hundreds_seldom_and_in_pages() -> None:
    board, crowd = NoticeBoard(frozenset()), [stranger(n)[0] for n in range(400)]
    assert [at for at, *_ in ask(board, 0.0, 6.0)] == [0.0, 0.25, 0.75, 1.5, 3.0, 4.5]
    ask(board, 6.0, 200.0, *crowd)
    asked = ask(board, 200.0, 300.0, *crowd)

    assert len(board.seen) == 400 and asked[2][0] - asked[1][0] == SELDOM_S
    assert {of for *_, of in asked} == {-(-400 // PAGE)} and {page for _, page, _ in asked} == {0, 1, 2, 3}


def test_among_hundreds_a_computer_is_gone_after_three_unanswered_questions() -> None:
    board, crowd = NoticeBoard(frozenset()), [stranger(n)[0] for n in range(FEW + 1)]
    ask(board, 0.0, 10.0, *crowd)
    ask(board, 10.0, 10.0 + (MISSED + 1) * EVERY_S, *crowd[1:])
    assert "N0" not in [each.said.nick for each in board.seen] and len(board.seen) == FEW


def test_among_few_a_computer_that_stops_answering_datagrams_is_called_before_it_is_gone() -> None:
    board, [one, _] = NoticeBoard(frozenset()), stranger(1)
    ask(board, 0.0, 6.0, one)
    out = []
    for step in range(6 * 4, 12 * 4):
        board.question(step / 4)
        out += calls(board.tick(step / 4))

    assert [each.key for each in out] == [one.notice.key] and len(board.seen) == 1
    ask(board, 12.0, 20.0)
    assert board.seen == () and board.silent


def test_a_computer_that_has_moved_is_shown_where_it_answers_now() -> None:
    board, [one, before] = NoticeBoard(frozenset()), stranger(1)
    board.answered(one, before, 0.0)
    board.answered(one, "10.9.9.9", 0.5)  # another network of that computer, or somebody who passes on
    assert [each.host for each in board.seen[0].addresses] == [before, "10.9.9.9"]
    for at in (1.0, 3.0, 5.0):
        board.question(at)
        board.answered(one, "10.9.9.9", at)

    assert board.seen[0].addresses[0].host == "10.9.9.9"


def test_a_key_with_a_false_fingerprint_takes_nothing_from_its_owner() -> None:
    """Anybody can certify another's CURVE key as its own: a call finds it out."""
    board = answering()
    lie = Presence(OTHER.public, bytes(112), "Eve", "", replace(NOTICE, letters=fingerprint(OTHER.public)))
    board.answered(lie, "192.168.1.66", 1.0)
    assert calls(board.tick(1.0 + GLANCE_S))
    board.received(KEY, write_word(HERE), 1.6)

    assert {each.said.nick: each.is_mute for each in board.seen} == {"Lisa": False, "Eve": True}
    assert board.refused == 1


def test_an_unanswered_call_is_reported() -> None:
    board = NoticeBoard(frozenset())
    board.answered(SAID, AT.host, 0.0)
    for step in range(24):
        board.answered(SAID, AT.host, step / 4)

    assert board.seen[0].is_mute and board.silent == (AT,)


def test_a_computer_that_takes_back_its_announcement_is_asked_once_more() -> None:
    board = answering()
    assert board.taken_back(KEY, "192.168.1.66", 3.0) == ()
    assert board.taken_back(KEY, AT.host, 3.0) == (AskHost(AT.host),)
    board.answered(SAID, AT.host, 3.1)
    assert len(board.seen) == 1


def test_no_computer_is_asked_by_datagram_more_than_four_times_a_second() -> None:
    board = NoticeBoard(frozenset())
    asked = []
    for n in range(1000):
        notice = replace(NOTICE, key=n.to_bytes(32, "big"))
        outs = board.heard(notice, AT.host, n / 100)
        asked += [n / 100 for each in outs if isinstance(each, AskHost)]

    assert most_in_a_second(asked) <= CALLS_AT_ONE


# -- by line ---------------------------------------------------------------------------------


def run(board: NoticeBoard, start: float, end: float, *, asks: bool = False) -> list[tuple[float, BoardOut]]:
    """The effects between `start` and `end`; with `asks` the board also broadcasts questions, which nobody
    answers."""
    out = []
    for step in range(int(start * 4), int(end * 4) + 1):
        if asks:
            board.question(step / 4)
        out += [(step / 4, each) for each in board.tick(step / 4)]
    return out


def called_at(out: list[tuple[float, BoardOut]]) -> list[float]:
    return [at for at, each in out if isinstance(each, CallOnce)]


def test_a_hinted_computer_is_asked_and_shown_only_once_it_has_answered_a_call() -> None:
    board = NoticeBoard(frozenset())
    board.heard(NOTICE, AT.host, 0.0)
    assert board.seen == ()

    [seen] = found().seen
    assert (seen.key, seen.addresses, seen.here) == (KEY, (AT,), HERE)
    assert (seen.said.nick, seen.said.notice) == ("Lisa", NOTICE)


def test_a_computer_that_answers_no_datagrams_is_called_again_and_again() -> None:
    board = found()
    calls = []
    for step in range(4, 80):
        board.question(step / 4)
        for each in board.tick(step / 4):
            if isinstance(each, CallOnce):
                calls.append(step / 4)
                board.received(KEY, write_word(HERE), step / 4)

    assert len(board.seen) == 1
    assert all(4.0 <= later - before <= 6.0 for before, later in pairwise(calls)) and len(calls) == 3


def test_a_computer_is_gone_within_twelve_seconds_after_two_unanswered_calls() -> None:
    board = found()
    board.is_changed = False
    out = run(board, BY_LINE_S, 12.0, asks=True)

    assert len(called_at(out)) == 2 and called_at(out)[1] - called_at(out)[0] == ANSWER_S
    assert board.seen == () and board.is_changed


def test_a_computer_is_not_gone_after_one_unanswered_call() -> None:
    board = found()
    first = next(at for at in called_at(run(board, BY_LINE_S, 8.0, asks=True)))
    board = found()
    run(board, BY_LINE_S, first + ANSWER_S, asks=True)
    board.received(KEY, write_word(HERE), first + ANSWER_S + 1)
    run(board, first + ANSWER_S + 1, first + ANSWER_S + 2)

    assert len(board.seen) == 1


def announced(board: NoticeBoard, start: float, end: float) -> list[float]:
    """Times of calls to a neighbour who never answers and is announced four times a second."""
    asked = []
    for step in range(int(start * 4), int(end * 4) + 1):
        out = (*board.heard(NOTICE, AT.host, step / 4), *board.tick(step / 4))
        asked += [step / 4 for each in out if isinstance(each, CallOnce)]
    return asked


def test_a_computer_that_does_not_answer_is_called_once_for_an_announcement() -> None:
    board = NoticeBoard(frozenset())
    board.heard(NOTICE, AT.host, 0.0)

    assert called_at(run(board, 0.25, 300.0)) == [BY_LINE_S]
    assert board.silent == (AT,)
    assert ASKED[0] in board.heard(NOTICE, AT.host, 300.25)


def test_an_announced_computer_that_does_not_answer_is_called_ever_less_often() -> None:
    board = NoticeBoard(frozenset())
    calls = announced(board, 0.0, 120.0)

    assert calls[0] == BY_LINE_S and len(calls) == 7
    assert [later - before for before, later in pairwise(calls)] == [5.0, 7.5, 12.5, 22.5, 32.5, 32.5]
    board.received(KEY, write_word(HERE), 121.0)
    assert len(board.seen) == 1 and board.silent == ()


def test_no_computer_is_called_more_than_four_times_a_second_whatever_it_announces() -> None:
    board = NoticeBoard(frozenset())
    outs = flood(board, lambda n: AT.host)

    assert most_in_a_second([at for at, each in outs if isinstance(each, CallOnce)]) == CALLS_AT_ONE


def test_all_computers_are_asked_no_more_than_32_times_a_second() -> None:
    board = NoticeBoard(frozenset())
    outs = flood(board, lambda n: f"10.0.{n // 200}.{n % 200 + 1}")

    assert most_in_a_second([at for at, each in outs if isinstance(each, AskHost)]) == CALLS_IN_ALL
    assert not any(
        isinstance(each, CallOnce) for _, each in outs
    )  # nobody is called where there are hundreds


def test_a_flood_from_one_computer_leaves_the_others_their_calls() -> None:
    board = NoticeBoard(frozenset())
    flood(board, lambda n: "192.168.1.66")

    assert board.heard(NOTICE, AT.host, 10.0) == (AskHost(AT.host),)
    assert calls(board.tick(10.0 + BY_LINE_S)) == [ASKED[0]]


def flood(board: NoticeBoard, host: Callable[[int], str]) -> list[tuple[float, BoardOut]]:
    """The effects while 100 new keys a second are announced for ten seconds."""
    outs = []
    for n in range(1000):
        notice = replace(NOTICE, key=n.to_bytes(32, "big"))
        out = (*board.heard(notice, host(n), n / 100), *board.tick(n / 100))
        outs += [(n / 100, each) for each in out]
    return outs


def most_in_a_second(calls: list[float]) -> int:
    return max(sum(at <= each < at + 1 for each in calls) for at in calls)


def test_a_key_that_others_also_announce_is_called_at_each_of_them_in_turn() -> None:
    """One of them is a computer with two networks, or a liar: neither keeps the true one from being asked."""
    board = NoticeBoard(frozenset())
    liar = "192.168.1.66"
    board.heard(NOTICE, liar, 0.0)
    for step in range(1, 10):  # not before the liar has had its time
        assert not calls(board.heard(replace(NOTICE, spectators=step), liar, step / 10))
    board.heard(NOTICE, AT.host, 1.0)
    out = [each for _, each in run(board, 1.0, ANSWER_S + 3)]

    assert CallOnce(KEY, AT) in out


def test_no_more_than_four_computers_are_called_about_a_key() -> None:
    board = NoticeBoard(frozenset())
    for n in range(1, 9):
        board.heard(NOTICE, f"192.168.1.{n}", 0.0)
    called = [each.address.host for _, each in run(board, 0.25, 60.0) if isinstance(each, CallOnce)]

    assert called == [f"192.168.1.{n}" for n in range(1, 5)]
    fifth = Address("192.168.1.9", PORT)  # a computer that was asked already makes room
    board.heard(NOTICE, fifth.host, 60.0)
    assert calls(board.tick(60.0 + BY_LINE_S)) == [CallOnce(KEY, fifth)]


def test_only_the_computer_that_answers_takes_its_announcement_back() -> None:
    board = found()

    assert board.taken_back(KEY, "192.168.1.66", 3.0) == ()
    assert board.taken_back(OTHER.curve_public, AT.host, 3.2) == ()
    assert board.taken_back(KEY, AT.host, 3.0) == (AskHost(AT.host), *ASKED)
    board.received(KEY, write_word(HERE), 3.1)
    assert board.taken_back(KEY, AT.host, 3.2) == ()  # at most once a second, from any sender


def test_a_computer_that_answers_stays_where_it_is_whatever_port_is_announced() -> None:
    board = found()
    board.heard(replace(NOTICE, port=9), AT.host, 3.0)
    board.received(KEY, write_word(HERE), 3.1)

    assert board.seen[0].addresses == (AT,) and board.refused == 0


def test_a_changed_announcement_is_asked_about_at_once_and_never_faster_than_every_second() -> None:
    board = found()
    changes = 0
    for step in range(10, 50):
        out = board.heard(replace(NOTICE, spectators=step), AT.host, step / 10)
        changes += bool(calls(out))
        board.received(KEY, write_word(HERE), step / 10)

    assert 3 <= changes <= 5


def test_a_silent_computer_is_called_at_its_latest_announced_address() -> None:
    board = NoticeBoard(frozenset())
    board.heard(NOTICE, AT.host, 0.0)
    run(board, 0.25, 8.0)
    moved = Address("192.168.1.8", PORT)
    board.heard(NOTICE, moved.host, 8.5)

    assert board.tick(8.5 + BY_LINE_S) == (CallOnce(KEY, moved), ASKED[1])


def test_only_another_answer_changes_what_is_shown() -> None:
    board = found()
    board.is_changed = False
    board.received(KEY, write_word(HERE), 1.0)
    assert not board.is_changed
    board.received(KEY, write_word(replace(HERE, spectators=1)), 2.0)

    assert board.is_changed


def test_hints_do_not_replace_an_address_that_answers() -> None:
    for board in (found(), answering()):
        board.heard(NOTICE, "192.168.1.66", 2.0)

        assert board.seen[0].addresses == (AT,)


@pytest.mark.parametrize(
    "lie",
    [
        replace(HERE, ed=OTHER.public, cert=OTHER.certificate),
        replace(HERE, cert=OTHER.certificate),
        replace(HERE, info=None),
    ],
)
def test_a_false_answer_shows_nothing(lie: Here) -> None:
    board = NoticeBoard(frozenset())
    board.heard(NOTICE, AT.host, 0.0)
    board.tick(BY_LINE_S)
    board.received(KEY, write_word(lie), 1.1)

    assert board.seen == () and board.refused == 1


def test_an_announcement_in_anothers_name_shows_nothing() -> None:
    """The announcement has the letters of a well-known player, but a different player answers."""
    board = NoticeBoard(frozenset())
    board.heard(replace(NOTICE, letters=fingerprint(OTHER.public)), AT.host, 0.0)
    board.tick(BY_LINE_S)
    board.received(KEY, write_word(HERE), 1.1)

    assert board.seen == () and board.refused == 1


def test_nonsense_and_messages_from_strangers_change_nothing() -> None:
    board = found()
    board.received(KEY, b"nonsense", 1.0)
    board.received(KEY, write_word(AskTable()), 1.0)
    board.received(OTHER.curve_public, write_word(HERE), 1.0)

    assert [seen.here for seen in board.seen] == [HERE]


def test_our_own_tables_are_not_offered() -> None:
    board = NoticeBoard(frozenset({KEY}))

    assert board.heard(NOTICE, AT.host, 0.0) == () == board.answered(SAID, AT.host, 0.0)
    assert board.size == 0


NOWHERE = ("0.0.0.0", "224.0.0.251", "nonsense", "fe80::1%eth0")  # noqa: S104


@pytest.mark.parametrize("host", NOWHERE)
def test_a_hint_without_an_address_is_ignored(host: str) -> None:
    board = NoticeBoard(frozenset())

    assert board.heard(NOTICE, host, 0.0) == () == board.answered(SAID, host, 0.0)


def crowd(board: NoticeBoard, count: int, host: str, now: float, *, first: int = 0) -> None:
    for n in range(first, first + count):
        notice = replace(NOTICE, key=n.to_bytes(32, "big"))
        board.heard(notice, host.format(n=n % 250, m=n // 250), now)


def test_one_computer_can_neither_fill_the_board_nor_push_out_computers_that_answer() -> None:
    board = answering()
    for wave in range(20):
        crowd(board, 100, "192.168.1.66", 20.0 * wave, first=100 * wave)
        run(board, 20.0 * wave, 20.0 * wave + 3)
        board.answered(SAID, AT.host, 20.0 * wave + 3)

    assert len(board.seen) == 1
    assert board.size == HINTS_OF_A_HOST + 1
    assert board.refused > 0


def test_one_computer_pushes_out_only_its_own_announcements() -> None:
    board = NoticeBoard(frozenset())
    crowd(board, 1, "10.0.0.1", 0.0, first=500)
    run(board, 0.25, 6.0)
    crowd(board, HINTS_OF_A_HOST + 1, "192.168.1.66", 7.0)

    assert (board.size, board.refused) == (HINTS_OF_A_HOST + 1, 1)
    assert Address("10.0.0.1", PORT) in board.silent


def test_many_computers_push_out_only_silent_ones() -> None:
    board = answering()
    for wave in range(3):
        crowd(board, 700, "10.{m}.{n}.1", 20.0 * wave, first=700 * wave)
        board.answered(SAID, AT.host, 20.0 * wave + 8)

    assert len(board.seen) == 1
    assert board.size == HINTS_MAX


def test_the_computer_that_is_silent_longest_makes_room() -> None:
    board, host, most = NoticeBoard(frozenset()), "192.168.1.66", HINTS_OF_A_HOST
    crowd(board, most, host, 0.0)
    assert (board.size, board.refused) == (most, 0)
    crowd(board, 1, host, 0.5, first=most)
    assert (board.size, board.refused) == (most, 1)  # each of them may still answer
    run(board, 0.75, 8.0)
    crowd(board, most - 1, host, 9.0, first=1)
    crowd(board, 1, host, 9.0, first=most)

    assert (board.size, board.refused) == (most, 1)
    assert {key for key, _ in board._hints} == {n.to_bytes(32, "big") for n in range(1, most + 1)}


def test_a_key_that_is_not_heard_of_any_more_is_forgotten() -> None:
    board = answering()
    run(board, 0.25, FORGET_S + 3, asks=True)

    assert board.size == 0


def test_computers_heard_only_by_broadcast_are_counted() -> None:
    board = NoticeBoard(frozenset())
    board.answered(SAID, AT.host, 1.0)

    assert board.heard_only_by(By.BROADCAST, since=0.5) == 0
    assert board.heard_only_by(By.BROADCAST, since=1.0) == 1
    board.heard(NOTICE, AT.host, 6.0)
    assert board.heard_only_by(By.BROADCAST, since=9.0) == 0
