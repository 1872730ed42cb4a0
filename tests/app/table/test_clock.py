"""A limit for a move without a trusted clock: a stand-in plays once for a seat that sits, and nobody's clock
alone decides that (survive 2)."""

from __future__ import annotations

import pytest

from app.absence import AbsentChoice, AbsentWhy, Asked, Decided, Paused, TurnClock
from app.keep.record_file import write_record_file
from app.records.changes import change_text
from app.records.verify import verify_record
from net.agreement.effects import Pausing
from net.machine import Choice, Why
from net.wire.genesis import Absent, Policy
from rules.api import Moved
from tests.support.catalogue import GAMES
from tests.support.hall import saved
from tests.support.parting import Parting
from tests.support.quick import quick_only

pytestmark = pytest.mark.usefixtures("open_group")

ESCROW = Policy(gone_after_s=60, move_limit_s=20, escrow_t=2)
OPEN = Policy(gone_after_s=60, move_limit_s=20)


def at_a_move(seats: int = 3, *, policy: Policy = ESCROW, game: str = "plump", **more: object) -> Parting:
    """A table at which a seat is to move that will sit."""
    options = {"length": "short"} if game == "plump" else {}
    hall = Parting(GAMES[game], seats, options, policy=policy, **more)  # type: ignore[arg-type]
    hall.sits = set(range(seats))
    hall.think_s = 1.0
    hall.play_until("move")
    return hall


def mover(hall: Parting) -> int:
    (seat,) = hall.seated[0].running.replica.step.actors
    return seat


def moves(hall: Parting, seat: int) -> int:
    events = [event for news in hall.seated[seat].news for event in news.events]
    return sum(isinstance(event, Moved) for event in events)


def asked_by(hall: Parting, seat: int) -> list[Asked]:
    return hall.guests[seat].all(Asked)


def everybody_has_moved(hall: Parting, k: int) -> bool:
    return all(
        each.running.table.log.k > k and each.running.table.log.act == hall.genesis.seats
        for each in hall.seated
    )


def pause(hall: Parting, seat: int, *, wanted: bool) -> None:
    """Let the player of a seat press the pause button."""
    hall._do(
        hall.seated[seat], lambda session: hall.guests[seat].absences.pause(hall.time(seat), wanted=wanted)
    )


@pytest.mark.parametrize(
    "paces", quick_only(({}, {0: 0.8, 1: 1.2, 2: 1.1}, {0: 3.0, 1: 3.0, 2: 3.0}), {0: 3.0, 1: 3.0, 2: 3.0})
)
def test_a_rule_makes_the_move_of_whoever_sits_and_then_it_plays_on(paces: dict[int, float]) -> None:
    hall = at_a_move(paces=paces)
    slow, k = mover(hall), hall.seated[0].running.table.log.k
    hall.sits = {slow}
    assert hall.run(lambda: everybody_has_moved(hall, k + 1), limit_s=100.0)

    assert hall.seated[0].running.table.log.v == 2 and moves(hall, 0) == 1, "out for one move, and back"
    for guest in hall.guests.values():
        first, last = guest.all(Decided)[:2]
        assert (first.seats, first.choice) == ((slow,), AbsentChoice.STAND_IN) and "time" in first.text
        assert (last.seats, last.choice) == ((slow,), None) and "on" in last.text
        assert not guest.all(Asked), "nobody has to decide anything"
    hall.sits, hall.think_s = set(), 0.0
    hall._choose(hall.seated[slow], hall.seated[slow].running, hall.seated[slow].news[-1])
    assert hall.run(lambda: hall.is_over)
    assert len({saved(hall, seat).records for seat in hall.genesis.seats}) == 1


def test_the_mover_sees_its_time_run_and_so_do_the_others() -> None:
    hall = at_a_move()
    slow = mover(hall)
    hall.run(lambda: False, limit_s=5.0)

    for guest in hall.guests.values():
        clocks = guest.all(TurnClock)
        assert {each.seat for each in clocks} == {slow}
        assert [each.seconds_left for each in clocks][:4] == [20, 19, 18, 17]


def test_a_move_alone_takes_time_and_no_shuffle() -> None:
    hall = Parting(GAMES["plump"], 3, {"length": "short"}, policy=ESCROW)
    hall.play_until("mix")
    hall.kill(hall.seated[mover(hall)])
    hall.run(lambda: False, limit_s=5.0)

    assert [guest.all(TurnClock) for guest in hall.guests.values()] == [[], [], []]


def test_the_clock_that_runs_slowest_decides() -> None:
    """A clock that runs fast cannot hurry anybody, and nobody takes the vote of a fast one back."""
    slow = mover(at_a_move())
    patient = next(seat for seat in range(3) if seat != slow)
    hall = at_a_move(paces={0: 20.0, 1: 20.0, 2: 20.0, patient: 0.5})
    hall.run(lambda: False, limit_s=30.0)

    assert hall.seated[0].running.table.log.v == 0
    assert hall.run(lambda: hall.seated[0].running.table.log.v == 2, limit_s=20.0)


def test_the_movers_own_clock_has_no_say() -> None:
    hall = at_a_move(paces={mover(at_a_move()): 0.01})
    assert hall.run(lambda: hall.seated[0].running.table.log.v >= 1, limit_s=30.0)


@pytest.mark.parametrize(
    ("seats", "runners"),
    [(2, (None, None)), (3, (None, 0, 0)), (4, (None, None, 0, 1)), (3, (None, None, 0))],
)
def test_one_other_players_clock_alone_has_none_either(seats: int, runners: tuple[int | None, ...]) -> None:
    policy = Policy(gone_after_s=60, move_limit_s=20, escrow_t=1 if seats > 2 else 0)
    hall = at_a_move(seats, policy=policy, runners=runners)
    hall.run(lambda: False, limit_s=100.0)

    assert all(
        each.running.table.log.v == 0 and not each.running.table.log.changes.votes for each in hall.seated
    )
    assert not any(guest.all(Asked) for guest in hall.guests.values())
    assert hall.guests[0].all(TurnClock)[-1].is_over


def test_where_cards_lie_closed_and_no_keys_are_split_the_people_are_asked() -> None:
    hall = at_a_move(policy=Policy(gone_after_s=60, move_limit_s=20, absent=Absent.LEAVE_OUT))
    slow = mover(hall)
    other = next(seat for seat in range(3) if seat != slow)
    hall.run(lambda: False, limit_s=60.0)

    asked = asked_by(hall, other)[-1]
    assert [(each.seat, each.why) for each in asked.missing] == [(slow, AbsentWhy.SLOW)]
    hindrances = {each.choice: each.hindrance for each in asked.offered}
    assert "cannot be opened" in hindrances[AbsentChoice.STAND_IN]
    assert asked.preselected is None, "what was agreed for the absent is not for whoever thinks"
    assert not asked_by(hall, slow) and hall.seated[0].running.table.log.v == 0
    hall.sits = set()
    hall._choose(hall.seated[slow], hall.seated[slow].running, hall.seated[slow].news[-1])
    hall.run(lambda: False, limit_s=2.0)
    assert hall.guests[other].all(Decided)[-1].text.endswith("has moved. The game goes on.")
    assert hall.run(lambda: hall.is_over)


def test_a_pause_stops_the_clocks_until_all_want_to_go_on() -> None:
    hall = at_a_move()
    slow = mover(hall)
    for seat in range(3):
        pause(hall, seat, wanted=True)
    hall.run(lambda: False, limit_s=100.0)
    assert hall.seated[0].running.table.log.v == 0
    assert hall.guests[slow].all(Paused)[-1] == Paused((), is_paused=True)
    for seat in range(3):
        pause(hall, seat, wanted=False)

    assert hall.run(lambda: hall.seated[0].running.table.log.v == 2, limit_s=30.0)


def test_a_pause_holds_over_a_restart_of_one_of_them() -> None:
    hall = at_a_move()
    for seat in range(3):
        pause(hall, seat, wanted=True)
    hall.run(lambda: False, limit_s=2.0)
    hall.kill(hall.seated[1])
    hall.boot(hall.seated[1])
    hall.run(lambda: False, limit_s=5.0)

    assert hall.seated[1].running.table.aside.pausing.is_paused
    hall.run(lambda: False, limit_s=100.0)
    assert hall.seated[0].running.table.log.v == 0


@pytest.mark.parametrize("asking", [(2,), (0, 1, 2)])
def test_the_wish_of_a_player_who_restarted_holds_when_another_leaves(asking: tuple[int, ...]) -> None:
    hall = at_a_move()
    for seat in asking:
        pause(hall, seat, wanted=True)
    hall.run(lambda: False, limit_s=2.0)
    hall.kill(hall.seated[2])
    hall.boot(hall.seated[2])
    hall.run(lambda: False, limit_s=2.0)
    hall.wants = {0: AbsentChoice.LEAVE_OUT, 2: AbsentChoice.LEAVE_OUT}
    hall.leave(hall.seated[1])
    assert hall.run(lambda: hall.seated[0].running.table.log.v == 1, limit_s=20.0)
    hall.run(lambda: False, limit_s=1.0)

    kept = Pausing((2,), is_paused=False) if asking == (2,) else Pausing((), is_paused=True)
    assert hall.seated[0].running.table.aside.pausing == kept


def test_a_wish_that_is_withdrawn_is_nobody_elses_when_the_players_change() -> None:
    hall = at_a_move()
    for wanted in (True, False):
        pause(hall, 0, wanted=wanted)
        hall.run(lambda: False, limit_s=2.0)
    assert hall.run(lambda: hall.seated[0].running.table.log.v == 2, limit_s=60.0)
    hall.run(lambda: False, limit_s=1.0)

    assert [each.running.table.aside.pausing for each in hall.seated] == [Pausing((), is_paused=False)] * 3


def test_while_somebody_is_missing_the_clock_of_the_mover_stands() -> None:
    hall = at_a_move(4, policy=Policy(gone_after_s=10, move_limit_s=20, escrow_t=2))
    slow = mover(hall)
    gone = next(seat for seat in range(4) if seat != slow)
    hall.kill(hall.seated[gone])
    hall.run(lambda: False, limit_s=60.0)

    assert all(each.why is AbsentWhy.GONE for each in hall.asked(slow).missing)  # type: ignore[union-attr]
    left = [each.seconds_left for each in hall.guests[slow].all(TurnClock)]
    assert 9 <= left[-1] <= 12, "it stood from the question on"


def test_the_record_says_whose_time_was_over() -> None:
    hall = at_a_move()
    slow = mover(hall)
    hall.sits = {slow}
    assert hall.run(lambda: hall.seated[0].running.table.log.v == 2, limit_s=60.0)
    hall.sits, hall.think_s = set(), 0.0
    hall._choose(hall.seated[slow], hall.seated[slow].running, hall.seated[slow].news[-1])
    assert hall.run(lambda: hall.is_over)
    verdict = verify_record(write_record_file(saved(hall, 0)))

    assert verdict.problem == ""
    first = verdict.changes[0]
    assert (first.gone, first.choice, first.why) == ((slow,), Choice.STAND_IN, Why.SLOW)
    assert "had no time left for a move" in change_text(first, ["Ann", "Ben", "Cat"])
    assert [each.back for each in verdict.changes[1:]] == [(slow,)]


@pytest.mark.parametrize(
    ("runners", "asking"), [((None, None, 0, 1), (0, 2)), ((None, None, 0, 0), (0, 2, 3))]
)
def test_bots_agree_to_the_pause_that_their_players_want(
    runners: tuple[int | None, ...], asking: tuple[int, ...]
) -> None:
    hall = at_a_move(4, policy=OPEN, runners=runners)
    for seat in (0, 1):
        pause(hall, seat, wanted=True)
        hall.run(lambda: False, limit_s=3.0)

    assert Paused(asking, is_paused=False) in hall.guests[3].all(Paused)
    assert hall.guests[3].all(Paused)[-1] == Paused((), is_paused=True)


def test_a_pause_that_is_asked_for_while_the_rule_moves_comes_all_the_same() -> None:
    hall = at_a_move()
    slow = mover(hall)
    hall.sits = {slow}
    pause(hall, slow, wanted=True)
    assert hall.run(lambda: hall.seated[slow].running.table.log.v == 2, limit_s=60.0)
    for seat in range(3):
        pause(hall, seat, wanted=True)
    hall.run(lambda: False, limit_s=1.0)

    assert hall.seated[slow].running.table.aside.pausing.is_paused
