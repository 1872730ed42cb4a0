"""Times of heads, the record of who hears whom, and repeated messages: times and counts at their limits."""

from __future__ import annotations

import pytest

from net.agreement.effects import Complaint, Rejected, Send
from net.agreement.hearing.pulse import Pulse
from net.agreement.hearing.reach import Reach
from net.agreement.post import Post
from net.errors import PeerError
from net.wire.words import Err
from tests.support.wire import ENTRY, signed

# -- when heads are due (R9), and when a restarted peer may sign (R11)


def test_while_heights_become_final_two_of_three_heads_are_left_out() -> None:
    pulse = Pulse((1,))
    assert pulse.deadline is None and not pulse.head_due(9.0)
    pulse.start(0.0)
    assert pulse.deadline == 1.0 and not pulse.head_due(0.9)
    gone = []
    for second in range(1, 8):
        pulse.calm(says_so=second != 7)  # a height became final
        gone.append(pulse.head_due(float(second)))

    assert gone == [False, False, True, False, False, True, True]
    assert not pulse.head_due(7.9) and pulse.head_due(8.0) and pulse.head_due(9.0)


def test_after_a_finished_round_only_the_next_head_is_left_out() -> None:
    pulse = Pulse((1,))
    pulse.start(0.0)
    pulse.calm(says_so=True)

    assert [pulse.head_due(float(second)) for second in (1, 2, 3)] == [False, True, True]


def test_heads_are_rarer_at_a_table_where_nothing_is_open() -> None:
    pulse = Pulse((1,))
    pulse.start(0.0)
    pulse.heard(1)
    pulse.calm(says_so=False)
    sent = [second for second in range(1, 13) if pulse.head_due(float(second))]
    assert sent == [1, 2, 3, 4, 5, 6, 8, 10, 12]
    pulse.nudge(12.5)
    assert pulse.nudge_due(12.8) and pulse.deadline == 13.5
    sent = [second for second in range(13, 33) if pulse.head_due(second + 0.5)]

    assert sent == [*range(13, 33)], "something of ours is open: every second"


def test_an_early_head_or_retry_is_due_only_once() -> None:
    pulse = Pulse((1,))
    pulse.start(0.0)
    pulse.nudge(0.0)
    pulse.retry(0.5)
    assert pulse.deadline == 0.3

    assert [pulse.nudge_due(now) for now in (0.2, 0.3, 0.4)] == [False, True, False]
    assert [pulse.retry_due(now) for now in (1.4, 1.5, 1.6)] == [False, True, False]
    pulse.nudge(2.0)
    pulse.calm(says_so=True)
    assert not pulse.nudge_due(3.0)


def test_a_restarted_seat_signs_after_hearing_all_others_or_after_three_seconds() -> None:
    heard, waits, alone = Pulse((1, 2)), Pulse((1, 2)), Pulse(())
    for seat in (1, 2):
        assert not heard.is_synced
        heard.heard(seat)
    assert not heard.is_synced and not alone.is_synced  # nothing has begun
    for pulse in (heard, waits, alone):
        pulse.start(0.0)
    waits.heard(1)

    assert heard.is_synced and alone.is_synced and not waits.is_synced
    assert not heard.has_waited(9.0)
    assert waits.head_due(1.0) and waits.head_due(2.0) and waits.head_due(2.9) is False
    assert [waits.has_waited(now) for now in (2.9, 3.0, 3.1)] == [False, True, False]
    assert waits.is_synced


def test_the_end_of_the_wait_for_silent_peers_is_a_deadline() -> None:
    pulse = Pulse((1,))
    pulse.start(0.0)
    for second in (1.0, 2.0, 2.5):
        pulse.head_due(second)
    assert pulse.head_due(3.0) and pulse.deadline == 3.0
    pulse.heard(1)

    assert pulse.deadline == 4.0


# -- who hears whom


def test_a_seat_counts_as_missed_while_it_is_silent_for_the_agreed_time_and_shortly_after() -> None:
    pulse = Pulse((1,), apart_s=60.0)
    pulse.note(1, 0.0)
    assert [pulse.has_missed(1, now) for now in (0.0, 59.9, 60.0)] == [False, False, True]
    pulse.note(1, 60.0)

    assert [pulse.has_missed(1, now) for now in (60.0, 90.0, 90.1)] == [True, True, False]
    pulse.note(1, 119.9)
    assert not pulse.has_missed(1, 119.9), "silent for less than the agreed time"


def test_a_seat_that_was_never_heard_counts_as_missed_only_in_a_resumed_game_until_it_was_heard() -> None:
    new, stored = Pulse((1,), apart_s=60.0), Pulse((1,), apart_s=60.0, is_new=False)
    assert (new.has_missed(1, 99.0), stored.has_missed(1, 0.0)) == (False, True)
    for pulse in (new, stored):
        pulse.note(1, 100.0)

    assert (new.has_missed(1, 100.0), stored.has_missed(1, 100.0)) == (False, True)
    assert not stored.has_missed(1, 130.1)


def test_heads_to_one_peer_never_use_up_the_number_of_the_next_head_to_all() -> None:
    reach = Reach(0, (0, 1))
    numbers = []
    for is_to_all in (True, *[False] * 17, True):
        reach.count(to_all=is_to_all)
        numbers.append(reach.number)

    assert numbers == [16, *range(17, 32), 31, 31, 32]
    assert reach.heard == (32, 0)


def four(told_by_2: tuple[int, ...], *, of_3: float | None = 0.0, author: int = 64) -> Reach:
    """Seat 0 of four, who hears seat 1 well, and seat 3 when `of_3` says; seat 2 says what it has heard."""
    reach = Reach(0, (0, 1, 2, 3))
    reach.hear(1, (0, author, 0, 0), 0.0)
    if of_3 is not None:
        reach.hear(3, (0, author, 0, 16), of_3)
    reach.hear(2, told_by_2, 0.0)
    return reach


@pytest.mark.parametrize(
    ("author", "of_3", "lends"),
    [
        (48, None, (2,)),  # three heads behind, and nobody between them but us
        (47, None, ()),
        (48, 0.0, ()),  # seat 3 comes first
        (48, -4.4, ()),
        (48, -4.5, (2,)),  # its key is not there any more
    ],
)
def test_we_pass_on_an_authors_messages_to_a_peer_that_nobody_else_serves(
    author: int, of_3: float | None, lends: tuple[int, ...]
) -> None:
    reach = four((0, 0, 16, 16), of_3=of_3, author=author)

    assert reach.lends_to(1) == lends
    assert reach.is_owed(1, 2, came=9, since=0.0, now=0.0) == bool(lends)


def test_no_message_is_passed_on_through_a_seat_that_is_silent_itself() -> None:
    reach = Reach(0, (0, 1, 2, 3))
    reach.hear(1, (0, 48, 0, 0), 0.0)
    reach.hear(3, (0, 48, 0, 48), 0.0)
    reach.hear(2, (0, 0, 16, 0), 0.0)

    assert (reach.lends_to(1), reach.lends_to(3)) == ((2,), (2,))


@pytest.mark.parametrize(
    ("of_3", "told", "since", "is_owed"),
    [
        (0.0, 32, -1.9, False),  # seat 3 comes before us
        (0.0, 32, -2.0, True),
        (0.0, 64, 4.0, True),  # it has heard what the author sent three heads later
        (0.0, 63, 4.0, False),
        (None, 32, 1.0, True),  # nobody comes before us
        (None, 32, 1.1, False),
        (None, 48, 4.0, True),
        (None, 47, 4.0, False),
    ],
)
def test_peers_help_a_seat_that_lacks_messages_one_after_the_other(
    of_3: float | None, told: int, since: float, is_owed: bool
) -> None:
    reach = four((0, told, 16, 16), of_3=of_3)

    assert reach.is_owed(1, 2, came=1, since=since, now=4.0) == is_owed


def test_we_always_send_our_own_messages_and_give_a_seat_back_its_own() -> None:
    reach = four((0, 64, 16, 16))

    assert reach.is_owed(0, 2, came=9, since=0.0, now=0.0)
    assert reach.is_owed(2, 2, came=9, since=0.0, now=0.0)
    assert reach.came(1) == 4


# -- what goes out


def post() -> Post:
    return Post(0, (0, 1, 2))


def test_each_peer_gets_a_limited_number_of_answers_per_second() -> None:
    out = post()

    assert sum(out.may_answer(1, 0.0) for _ in range(50)) == 20
    assert sum(out.may_head(1, 0.0) for _ in range(50)) == 4
    for _ in range(50):
        out.err(1, Err(2, "no"), 0.0)
    assert len(out.take()) == 5
    assert out.may_answer(2, 0.0) and out.may_head(2, 0.0)


def test_each_reason_for_a_refusal_is_reported_once_and_at_most_32_in_all() -> None:
    out = post()
    for number in range(50):
        for _ in range(2):
            out.refuse(1, PeerError(str(number // 2), "no"), ref=b"", now=0.0, is_author=True)
    found = [each for each in out.take() if isinstance(each, Rejected)]
    for _ in range(2):
        out.complained(2, Err(2, "no"))
    for number in range(60):
        out.refuse(1, PeerError(f"more {number}", "no"), ref=b"", now=0.0, is_author=False)

    assert [each.error.reason for each in found] == [str(number) for number in range(25)]
    assert [type(each) for each in out.take()] == [Complaint] + [Rejected] * 7


def test_a_message_is_not_sent_again_before_it_can_be_lost() -> None:
    out, word = post(), signed(ENTRY)
    out.reach.count(to_all=True)
    out.again(1, word, 0.0)
    assert [type(each) for each in out.take()] == [Send]

    out.again(1, word, 5.0)  # it has not heard a later head of ours
    out.reach.hear(1, (16, 16, 0), 5.0)
    out.again(1, word, 5.0)
    assert out.take() == ()
    out.reach.hear(1, (17, 32, 0), 0.1)
    assert not out.is_lost(1, word.id, 0.19) and out.is_lost(1, word.id, 0.2)
    assert out.is_lost(2, word.id, 0.0)


def test_sent_messages_are_remembered_for_two_heights_on_one_link() -> None:
    out, word = post(), signed(ENTRY)
    lost = []
    out.publish((1, 2), word, 0.0)
    for _ in range(2):
        out.next_height()
        lost.append(out.is_lost(1, word.id, 0.0))
    out.publish((1, 2), word, 0.0)
    out.next_height()
    out.forget_sent(1)

    assert lost == [False, True]
    assert out.is_lost(1, word.id, 0.0) and not out.is_lost(2, word.id, 0.0)
