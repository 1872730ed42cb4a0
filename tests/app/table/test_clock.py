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
from tests.support.parting import Parting
from tests.support.quick import quick_only
from tests.support.simulated_table import saved

pytestmark = pytest.mark.usefixtures("open_group")

ESCROW = Policy(gone_after_s=60, move_limit_s=20, escrow_t=2)
OPEN = Policy(gone_after_s=60, move_limit_s=20)


def at_a_move(seats: int = 3, *, policy: Policy = ESCROW, game: str = "plump", **more: object) -> Parting:
    """A table where it is the turn of a seat that will sit idle."""
    options = {"length": "short"} if game == "plump" else {}
    table = Parting(GAMES[game], seats, options, policy=policy, **more)  # type: ignore[arg-type]
    table.sits = set(range(seats))
    table.think_s = 1.0
    table.play_until("move")
    return table


def mover(table: Parting) -> int:
    (seat,) = table.seated[0].running.replica.step.actors
    return seat


def moves(table: Parting, seat: int) -> int:
    events = [event for news in table.seated[seat].news for event in news.events]
    return sum(isinstance(event, Moved) for event in events)


def asked_by(table: Parting, seat: int) -> list[Asked]:
    return table.guests[seat].all(Asked)


def everybody_has_moved(table: Parting, k: int) -> bool:
    return all(
        each.running.table.log.k > k and each.running.table.log.act == table.genesis.seats
        for each in table.seated
    )


def pause(table: Parting, seat: int, *, wanted: bool) -> None:
    """Let the player of a seat press the pause button."""
    table._do(
        table.seated[seat], lambda session: table.guests[seat].absences.pause(table.time(seat), wanted=wanted)
    )


@pytest.mark.parametrize(
    "paces", quick_only(({}, {0: 0.8, 1: 1.2, 2: 1.1}, {0: 3.0, 1: 3.0, 2: 3.0}), {0: 3.0, 1: 3.0, 2: 3.0})
)
def test_the_stand_in_makes_the_move_of_a_slow_player_who_then_plays_on(paces: dict[int, float]) -> None:
    table = at_a_move(paces=paces)
    slow, k = mover(table), table.seated[0].running.table.log.k
    table.sits = {slow}
    assert table.run(lambda: everybody_has_moved(table, k + 1), limit_s=100.0)

    assert table.seated[0].running.table.log.v == 2 and moves(table, 0) == 1, "out for one move, and back"
    for guest in table.guests.values():
        first, last = guest.all(Decided)[:2]
        assert (first.seats, first.choice) == ((slow,), AbsentChoice.STAND_IN) and "time" in first.text
        assert (last.seats, last.choice) == ((slow,), None) and "again" in last.text
        assert not guest.all(Asked), "nobody has to decide anything"
    table.sits, table.think_s = set(), 0.0
    table._choose(table.seated[slow], table.seated[slow].running, table.seated[slow].news[-1])
    assert table.run(lambda: table.is_over)
    assert len({saved(table, seat).records for seat in table.genesis.seats}) == 1


def test_the_mover_sees_its_time_run_and_so_do_the_others() -> None:
    table = at_a_move()
    slow = mover(table)
    table.run(lambda: False, limit_s=5.0)

    for guest in table.guests.values():
        clocks = guest.all(TurnClock)
        assert {each.seat for each in clocks} == {slow}
        assert [each.seconds_left for each in clocks][:4] == [20, 19, 18, 17]


def test_the_clock_runs_only_during_moves() -> None:
    table = Parting(GAMES["plump"], 3, {"length": "short"}, policy=ESCROW)
    table.play_until("mix")
    table.kill(table.seated[mover(table)])
    table.run(lambda: False, limit_s=5.0)

    assert [guest.all(TurnClock) for guest in table.guests.values()] == [[], [], []]


def test_the_clock_that_runs_slowest_decides() -> None:
    """A clock that runs fast cannot hurry anybody, and nobody takes the vote of a fast one back."""
    slow = mover(at_a_move())
    patient = next(seat for seat in range(3) if seat != slow)
    table = at_a_move(paces={0: 20.0, 1: 20.0, 2: 20.0, patient: 0.5})
    table.run(lambda: False, limit_s=30.0)

    assert table.seated[0].running.table.log.v == 0
    assert table.run(lambda: table.seated[0].running.table.log.v == 2, limit_s=20.0)


def test_the_clock_of_the_mover_does_not_count() -> None:
    table = at_a_move(paces={mover(at_a_move()): 0.01})
    assert table.run(lambda: table.seated[0].running.table.log.v >= 1, limit_s=30.0)


@pytest.mark.parametrize(
    ("seats", "runners"),
    [(2, (None, None)), (3, (None, 0, 0)), (4, (None, None, 0, 1)), (3, (None, None, 0))],
)
def test_the_clock_of_only_one_other_player_does_not_decide(
    seats: int, runners: tuple[int | None, ...]
) -> None:
    policy = Policy(gone_after_s=60, move_limit_s=20, escrow_t=1 if seats > 2 else 0)
    table = at_a_move(seats, policy=policy, runners=runners)
    table.run(lambda: False, limit_s=100.0)

    assert all(
        each.running.table.log.v == 0 and not each.running.table.log.changes.votes for each in table.seated
    )
    assert not any(guest.all(Asked) for guest in table.guests.values())
    assert table.guests[0].all(TurnClock)[-1].is_over


def test_if_the_keys_are_not_split_the_players_are_asked_about_a_slow_player() -> None:
    table = at_a_move(policy=Policy(gone_after_s=60, move_limit_s=20, absent=Absent.LEAVE_OUT))
    slow = mover(table)
    other = next(seat for seat in range(3) if seat != slow)
    table.run(lambda: False, limit_s=60.0)

    asked = asked_by(table, other)[-1]
    assert [(each.seat, each.why) for each in asked.missing] == [(slow, AbsentWhy.SLOW)]
    hindrances = {each.choice: each.hindrance for each in asked.offered}
    assert "cannot be opened" in hindrances[AbsentChoice.STAND_IN]
    assert asked.preselected is None, "what was agreed for the absent is not for whoever thinks"
    assert not asked_by(table, slow) and table.seated[0].running.table.log.v == 0
    table.sits = set()
    table._choose(table.seated[slow], table.seated[slow].running, table.seated[slow].news[-1])
    table.run(lambda: False, limit_s=2.0)
    assert table.guests[other].all(Decided)[-1].text.endswith("has moved. The game goes on.")
    assert table.run(lambda: table.is_over)


def test_a_pause_stops_the_clocks_until_all_want_to_go_on() -> None:
    table = at_a_move()
    slow = mover(table)
    for seat in range(3):
        pause(table, seat, wanted=True)
    table.run(lambda: False, limit_s=100.0)
    assert table.seated[0].running.table.log.v == 0
    assert table.guests[slow].all(Paused)[-1] == Paused((), is_paused=True)
    for seat in range(3):
        pause(table, seat, wanted=False)

    assert table.run(lambda: table.seated[0].running.table.log.v == 2, limit_s=30.0)


def test_a_pause_holds_over_a_restart_of_one_of_them() -> None:
    table = at_a_move()
    for seat in range(3):
        pause(table, seat, wanted=True)
    table.run(lambda: False, limit_s=2.0)
    table.kill(table.seated[1])
    table.boot(table.seated[1])
    table.run(lambda: False, limit_s=5.0)

    assert table.seated[1].running.table.aside.pausing.is_paused
    table.run(lambda: False, limit_s=100.0)
    assert table.seated[0].running.table.log.v == 0


@pytest.mark.parametrize("asking", [(2,), (0, 1, 2)])
def test_the_request_of_a_player_who_restarted_holds_when_another_leaves(asking: tuple[int, ...]) -> None:
    table = at_a_move()
    for seat in asking:
        pause(table, seat, wanted=True)
    table.run(lambda: False, limit_s=2.0)
    table.kill(table.seated[2])
    table.boot(table.seated[2])
    table.run(lambda: False, limit_s=2.0)
    table.wants = {0: AbsentChoice.LEAVE_OUT, 2: AbsentChoice.LEAVE_OUT}
    table.leave(table.seated[1])
    assert table.run(lambda: table.seated[0].running.table.log.v == 1, limit_s=20.0)
    table.run(lambda: False, limit_s=1.0)

    kept = Pausing((2,), is_paused=False) if asking == (2,) else Pausing((), is_paused=True)
    assert table.seated[0].running.table.aside.pausing == kept


def test_a_withdrawn_request_does_not_pass_to_another_player() -> None:
    table = at_a_move()
    for wanted in (True, False):
        pause(table, 0, wanted=wanted)
        table.run(lambda: False, limit_s=2.0)
    assert table.run(lambda: table.seated[0].running.table.log.v == 2, limit_s=60.0)
    table.run(lambda: False, limit_s=1.0)

    assert [each.running.table.aside.pausing for each in table.seated] == [Pausing((), is_paused=False)] * 3


def test_while_somebody_is_missing_the_movers_clock_stops() -> None:
    table = at_a_move(4, policy=Policy(gone_after_s=10, move_limit_s=20, escrow_t=2))
    slow = mover(table)
    gone = next(seat for seat in range(4) if seat != slow)
    table.kill(table.seated[gone])
    table.run(lambda: False, limit_s=60.0)

    assert all(each.why is AbsentWhy.GONE for each in table.asked(slow).missing)  # type: ignore[union-attr]
    left = [each.seconds_left for each in table.guests[slow].all(TurnClock)]
    assert 9 <= left[-1] <= 12, "it stood from the question on"


def test_the_record_tells_whose_time_was_over() -> None:
    table = at_a_move()
    slow = mover(table)
    table.sits = {slow}
    assert table.run(lambda: table.seated[0].running.table.log.v == 2, limit_s=60.0)
    table.sits, table.think_s = set(), 0.0
    table._choose(table.seated[slow], table.seated[slow].running, table.seated[slow].news[-1])
    assert table.run(lambda: table.is_over)
    verdict = verify_record(write_record_file(saved(table, 0)))

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
    table = at_a_move(4, policy=OPEN, runners=runners)
    for seat in (0, 1):
        pause(table, seat, wanted=True)
        table.run(lambda: False, limit_s=3.0)

    assert Paused(asking, is_paused=False) in table.guests[3].all(Paused)
    assert table.guests[3].all(Paused)[-1] == Paused((), is_paused=True)


def test_a_pause_requested_during_a_stand_ins_move_still_begins() -> None:
    table = at_a_move()
    slow = mover(table)
    table.sits = {slow}
    pause(table, slow, wanted=True)
    assert table.run(lambda: table.seated[slow].running.table.log.v == 2, limit_s=60.0)
    for seat in range(3):
        pause(table, seat, wanted=True)
    table.run(lambda: False, limit_s=1.0)

    assert table.seated[slow].running.table.aside.pausing.is_paused
