"""What was found: asked before it is shown, asked again, gone when it does not answer; no lie counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from net.discovery.board import (
    ANSWER_S,
    ASK_S,
    CALLS_AT_ONE,
    CALLS_IN_ALL,
    HINTS_MAX,
    HINTS_OF_A_HOST,
    BoardOut,
    By,
    CallKey,
    LetGo,
    NoticeBoard,
    SendWord,
)
from net.discovery.notice import Door, Notice
from net.discovery.words import AskTable, Here, write_word
from net.link.address import Address
from net.lobby.identity import Identity, fingerprint
from net.lobby.messages import Info, Stage

HOST, OTHER = Identity.from_seed(bytes([1]) * 32), Identity.from_seed(bytes([2]) * 32)
KEY = HOST.curve_public
PORT = 50001
INFO = Info(bytes(16), "plump", "1", bytes(32), b"", 4, ((HOST.public, "Lisa", 0, 0),), Stage.GATHERING)
HERE = Here(HOST.public, HOST.certificate, "Lisa", "0.1.0", Door.OPEN, 0, INFO)
NOTICE = Notice(
    KEY, fingerprint(HOST.public), PORT, game="plump", seats=4, taken=1, door=Door.OPEN, version="0.1.0"
)
AT = Address("192.168.1.7", PORT)
ASKED = (CallKey(KEY, AT), SendWord(KEY, write_word(AskTable())))


def found() -> NoticeBoard:
    """A board with one table that has answered at 0."""
    board = NoticeBoard(frozenset())
    assert board.heard(NOTICE, "192.168.1.7", By.MULTICAST, 0.0) == ASKED
    board.received(KEY, write_word(HERE), 0.0)
    return board


def run(board: NoticeBoard, start: float, end: float) -> list[tuple[float, BoardOut]]:
    """What is done meanwhile, with the time."""
    out = []
    for step in range(int(start * 4), int(end * 4) + 1):
        out += [(step / 4, each) for each in board.tick(step / 4)]
    return out


def test_a_hint_is_asked_and_not_shown_before_it_has_answered() -> None:
    board = NoticeBoard(frozenset())
    board.heard(NOTICE, "192.168.1.7", By.MULTICAST, 0.0)

    assert board.seen == ()
    board.received(KEY, write_word(HERE), 0.1)
    [seen] = board.seen
    assert (seen.key, seen.address, seen.here) == (KEY, AT, HERE)
    assert board.is_changed


def test_it_is_asked_every_five_seconds() -> None:
    board = found()
    asked = []
    for step in range(80):
        for out in board.tick(step / 4):
            if isinstance(out, SendWord):
                asked.append(step / 4)
                board.received(KEY, write_word(HERE), step / 4)

    assert asked == [ASK_S, 2 * ASK_S, 3 * ASK_S]


def test_two_unanswered_questions_and_it_is_gone_within_twelve_seconds() -> None:
    board = found()
    board.is_changed = False
    out = run(board, 0.25, 12.0)

    assert [at for at, each in out if isinstance(each, SendWord)] == [ASK_S, ASK_S + ANSWER_S]
    assert [at for at, each in out if isinstance(each, LetGo)] == [ASK_S + 2 * ANSWER_S]
    assert board.seen == () and board.is_changed


def test_one_unanswered_question_is_no_reason() -> None:
    board = found()
    run(board, 0.25, ASK_S + ANSWER_S)
    board.received(KEY, write_word(HERE), ASK_S + ANSWER_S + 1)
    run(board, ASK_S + ANSWER_S + 1, ASK_S + ANSWER_S + 3)

    assert len(board.seen) == 1


def announced(board: NoticeBoard, start: float, end: float, by: By = By.MULTICAST) -> list[float]:
    """When a question is asked while somebody who never answers is announced four times a second."""
    asked = []
    for step in range(int(start * 4), int(end * 4) + 1):
        out = (*board.heard(NOTICE, AT.host, by, step / 4), *board.tick(step / 4))
        asked += [step / 4 for each in out if isinstance(each, SendWord)]
    return asked


def test_what_does_not_answer_is_asked_once_for_an_announcement() -> None:
    board = NoticeBoard(frozenset())
    board.heard(NOTICE, AT.host, By.MULTICAST, 0.0)
    asked = [at for at, out in run(board, 0.25, 300.0) if isinstance(out, SendWord)]

    assert asked == []
    assert board.silent == (AT,)
    assert board.heard(NOTICE, AT.host, By.MULTICAST, 300.25) == ASKED


def test_what_is_announced_and_does_not_answer_is_asked_more_and_more_seldom() -> None:
    board = NoticeBoard(frozenset())

    assert announced(board, 0.0, 120.0) == [0.0, 5.0, 12.5, 25.0, 47.5, 80.0, 112.5]
    board.received(KEY, write_word(HERE), 113.0)
    assert len(board.seen) == 1 and board.silent == ()


def test_no_computer_is_called_more_than_four_times_a_second_whatever_it_announces() -> None:
    board = NoticeBoard(frozenset())
    calls = flood(board, lambda n: AT.host)

    assert most_in_a_second(calls) == CALLS_AT_ONE


def test_all_computers_are_called_no_more_than_32_times_a_second() -> None:
    board = NoticeBoard(frozenset())
    calls = flood(board, lambda n: f"10.0.{n // 200}.{n % 200 + 1}")

    assert most_in_a_second(calls) == CALLS_IN_ALL


def test_a_flood_from_one_computer_leaves_the_others_their_calls() -> None:
    board = NoticeBoard(frozenset())
    flood(board, lambda n: "192.168.1.66")

    assert board.heard(NOTICE, AT.host, By.MULTICAST, 10.0) == ASKED


def flood(board: NoticeBoard, host: Callable[[int], str]) -> list[float]:
    """When calls are made while 100 new keys a second are announced for ten seconds."""
    calls = []
    for n in range(1000):
        notice = replace(NOTICE, key=n.to_bytes(32, "big"))
        out = (*board.heard(notice, host(n), By.MULTICAST, n / 100), *board.tick(n / 100))
        calls += [n / 100 for each in out if isinstance(each, CallKey)]
    return calls


def most_in_a_second(calls: list[float]) -> int:
    return max(sum(at <= each < at + 1 for each in calls) for at in calls)


def test_a_key_that_others_announce_too_is_asked_at_each_of_them_in_turn() -> None:
    """One of them is a computer with two networks, or a liar: neither keeps the true one from being asked."""
    board = NoticeBoard(frozenset())
    liar = "192.168.1.66"
    board.heard(NOTICE, liar, By.MULTICAST, 0.0)
    for step in range(1, 10):  # not before the liar has had its time
        assert not board.heard(replace(NOTICE, watchers=step), liar, By.MULTICAST, step / 10)
    board.heard(NOTICE, AT.host, By.MULTICAST, 1.0)
    out = [each for _, each in run(board, 1.0, ANSWER_S + 2)]

    assert CallKey(KEY, AT) in out


def test_no_more_than_four_computers_are_asked_about_a_key() -> None:
    board = NoticeBoard(frozenset())
    for n in range(1, 9):
        board.heard(NOTICE, f"192.168.1.{n}", By.MULTICAST, 0.0)
    called = [each.address.host for _, each in run(board, 0.25, 60.0) if isinstance(each, CallKey)]

    assert called == [f"192.168.1.{n}" for n in range(2, 5)]
    fifth = Address("192.168.1.9", PORT)  # one that was asked makes room
    assert board.heard(NOTICE, fifth.host, By.MULTICAST, 60.0) == (CallKey(KEY, fifth), ASKED[1])


def test_only_the_computer_that_answers_takes_its_announcement_back() -> None:
    board = found()

    assert board.taken_back(KEY, "192.168.1.66", 3.0) == ()
    assert board.taken_back(KEY, AT.host, 3.0) == ASKED


def test_who_answers_is_asked_by_the_line_that_is_there_whatever_port_is_announced() -> None:
    board = found()
    board.heard(replace(NOTICE, port=9, letters="x" * len(NOTICE.letters)), AT.host, By.MULTICAST, 3.0)
    board.received(KEY, write_word(HERE), 3.1)

    assert board.seen[0].address == AT and board.refused == 0


def test_an_announcement_that_is_taken_back_only_makes_us_ask() -> None:
    board = found()

    assert board.taken_back(KEY, AT.host, 3.0) == ASKED
    assert len(board.seen) == 1
    board.received(KEY, write_word(HERE), 3.1)
    assert board.taken_back(KEY, AT.host, 3.2) == ()  # not more often than every second, whoever says it
    assert board.taken_back(OTHER.curve_public, AT.host, 3.2) == ()
    assert board.taken_back(KEY, AT.host, 4.0) == ASKED


def test_a_changed_announcement_is_asked_about_at_once_and_never_faster_than_every_second() -> None:
    board = found()
    changes = 0
    for step in range(1, 40):
        notice = replace(NOTICE, watchers=step)
        out = board.heard(notice, "192.168.1.7", By.MULTICAST, step / 10)
        changes += any(isinstance(each, SendWord) for each in out)
        board.received(KEY, write_word(HERE), step / 10)

    assert 2 <= changes <= 4


def mute() -> NoticeBoard:
    """A board with one table that was asked at 0 and at 5, given up at 7.5, to be asked again at 12.5."""
    board = NoticeBoard(frozenset())
    board.heard(NOTICE, AT.host, By.MULTICAST, 0.0)
    assert board.silent == ()
    run(board, 0.25, 4.0)
    board.heard(NOTICE, AT.host, By.MULTICAST, 4.0)
    run(board, 4.25, 8.0)
    assert board.silent == (AT,)
    return board


def test_an_answer_to_a_broadcast_asks_earlier_what_keeps_silent() -> None:
    board = mute()
    assert board.heard(NOTICE, AT.host, By.BROADCAST, 9.0) == ()
    assert board.tick(10.0) == ASKED
    board = mute()
    assert board.heard(NOTICE, AT.host, By.MULTICAST, 9.0) == () == board.taken_back(KEY, AT.host, 9.0)
    assert board.tick(12.25) == ()
    assert board.tick(12.5) == ASKED
    board = found()
    assert board.tick(5.0) == ASKED
    board.received(KEY, write_word(HERE), 7.0)
    assert board.heard(NOTICE, AT.host, By.BROADCAST, 11.0) == ()  # it answers, and has until 12


def test_what_keeps_silent_is_called_where_it_is_announced_now() -> None:
    board = mute()
    moved = Address("192.168.1.8", PORT)

    assert board.heard(NOTICE, moved.host, By.MULTICAST, 8.5) == (CallKey(KEY, moved), ASKED[1])


def test_only_another_answer_changes_what_is_shown() -> None:
    board = found()
    board.is_changed = False
    board.received(KEY, write_word(HERE), 1.0)
    assert not board.is_changed
    board.received(KEY, write_word(replace(HERE, watchers=1)), 2.0)

    assert board.is_changed


def test_hints_do_not_lead_away_from_where_somebody_answers() -> None:
    board = found()
    board.heard(NOTICE, "192.168.1.66", By.BROADCAST, 1.0)

    assert board.seen[0].address == AT


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
    board.heard(NOTICE, "192.168.1.7", By.MULTICAST, 0.0)
    board.received(KEY, write_word(lie), 0.1)

    assert board.seen == () and board.refused == 1


def test_an_announcement_in_anothers_name_shows_nothing() -> None:
    """The letters are of a player whom people know; who answers is not that player."""
    board = NoticeBoard(frozenset())
    board.heard(replace(NOTICE, letters=fingerprint(OTHER.public)), "192.168.1.7", By.MULTICAST, 0.0)
    board.received(KEY, write_word(HERE), 0.1)

    assert board.seen == () and board.refused == 1


def test_nonsense_and_strangers_change_nothing() -> None:
    board = found()
    board.received(KEY, b"nonsense", 1.0)
    board.received(KEY, write_word(AskTable()), 1.0)
    board.received(OTHER.curve_public, write_word(HERE), 1.0)

    assert [seen.here for seen in board.seen] == [HERE]


def test_own_tables_are_not_offered() -> None:
    board = NoticeBoard(frozenset({KEY}))

    assert board.heard(NOTICE, "192.168.1.7", By.MULTICAST, 0.0) == ()


NOWHERE = ("0.0.0.0", "224.0.0.251", "nonsense", "fe80::1%eth0")  # noqa: S104


@pytest.mark.parametrize("host", NOWHERE)
def test_a_hint_that_comes_from_nowhere_is_passed_over(host: str) -> None:
    assert NoticeBoard(frozenset()).heard(NOTICE, host, By.MULTICAST, 0.0) == ()


def crowd(board: NoticeBoard, count: int, host: str, now: float, *, first: int = 0) -> None:
    for n in range(first, first + count):
        notice = replace(NOTICE, key=n.to_bytes(32, "big"))
        board.heard(notice, host.format(n=n % 250), By.MULTICAST, now)


def test_one_computer_cannot_fill_the_board_nor_push_out_what_answers() -> None:
    board = found()
    for wave in range(20):
        crowd(board, 100, "192.168.1.66", 20.0 * wave, first=100 * wave)
        run(board, 20.0 * wave, 20.0 * wave + 1)
        board.received(KEY, write_word(HERE), 20.0 * wave + 1)

    assert len(board.seen) == 1
    assert board.size == HINTS_OF_A_HOST + 1
    assert board.refused > 0


def test_one_computer_makes_room_among_its_own_only() -> None:
    board = NoticeBoard(frozenset())
    crowd(board, 1, "10.0.0.1", 0.0, first=500)
    run(board, 0.25, 6.0)
    assert board._hints[(500).to_bytes(32, "big")].failures
    crowd(board, HINTS_OF_A_HOST + 1, "192.168.1.66", 7.0)

    assert (board.size, board.refused) == (HINTS_OF_A_HOST + 1, 1)
    assert (500).to_bytes(32, "big") in board._hints


def test_many_computers_push_out_only_what_has_kept_silent() -> None:
    board = found()
    for wave in range(3):
        crowd(board, 500, "10.0.{n}.1", 20.0 * wave, first=500 * wave)
        run(board, 20.0 * wave, 20.0 * wave + 8)
        board.received(KEY, write_word(HERE), 20.0 * wave + 8)

    assert len(board.seen) == 1
    assert board.size == HINTS_MAX


@pytest.mark.parametrize(("host", "most"), [("192.168.1.66", 8), ("10.0.{n}.1", 64)])
def test_only_the_oldest_that_kept_silent_makes_room(host: str, most: int) -> None:
    board = NoticeBoard(frozenset())
    crowd(board, most, host, 0.0)
    assert (board.size, board.refused) == (most, 0)
    crowd(board, 1, host, 1.0, first=most)
    assert (board.size, board.refused) == (most, 1)  # all of them may still answer
    run(board, 1.25, 6.0)
    crowd(board, most - 1, host, 7.0, first=1)
    crowd(board, 1, host, 7.0, first=most)

    assert (board.size, board.refused) == (most, 1)
    assert bytes(32) not in board._hints and most.to_bytes(32, "big") in board._hints


def test_who_was_heard_by_broadcast_alone_is_counted() -> None:
    board = NoticeBoard(frozenset())
    board.heard(NOTICE, "192.168.1.7", By.BROADCAST, 1.0)
    assert board.heard_only_by(By.BROADCAST, since=5.0) == 0  # it has not answered
    board.received(KEY, write_word(HERE), 1.0)

    assert board.heard_only_by(By.BROADCAST, since=0.5) == 0
    assert board.heard_only_by(By.BROADCAST, since=1.0) == 1
    board.heard(NOTICE, "192.168.1.7", By.MULTICAST, 6.0)
    assert board.heard_only_by(By.BROADCAST, since=9.0) == 0
