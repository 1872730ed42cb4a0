"""Tables at which several choose at once, and somebody thinks, does not open a choice, or is too slow."""

from __future__ import annotations

from collections.abc import Iterator

import divers
import pytest

from app.absence import AbsentChoice, AbsentWhy, Decided, TurnClock
from app.games.catalogue import own_games
from app.games.entry import GameEntry
from app.keep.record_file import write_record_file
from app.records.verify import verify_record
from net.seat.session import Session, Work
from net.wire.genesis import Policy
from rules.api import Moved
from tests.support.catalogue import playing
from tests.support.parting import Parting
from tests.support.simulated_table import Seated, saved

pytestmark = pytest.mark.usefixtures("open_group")

QUIET = 1
REST = (0, 2, 3)
ALL = (0, 1, 2, 3)


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    with playing(*own_games(), GameEntry(divers.GAME)):
        yield


class Quiet(Parting):
    """A table with one seat that stops opening its choices, though it never goes away."""

    is_quiet = False

    def _work(self, seated: Seated, session: Session, work: Work) -> None:
        if not (self.is_quiet and seated.seat == QUIET and session.replica.step.kind == "reveal"):
            super()._work(seated, session, work)


def simulated(policy: Policy, kind: type[Parting] = Quiet) -> Parting:
    table = kind(divers.GAME, 4, {"cards": "3"}, policy=policy)
    table.think_s = 1.0
    table.play_until("choose")
    return table


def act(table: Parting, seat: int) -> tuple[int, ...]:
    return table.seated[seat].running.table.log.act


def test_a_player_who_does_not_open_a_choice_is_missing_until_its_stand_in_has_chosen_once() -> None:
    table = simulated(Policy(gone_after_s=10, escrow_t=2))
    assert isinstance(table, Quiet)
    table.wants = dict.fromkeys(REST, AbsentChoice.STAND_IN)
    table.is_quiet = True
    table.play_until("reveal")
    opened_at = table.now
    assert table.run(lambda: act(table, 0) == REST, limit_s=60.0)
    assert 10 <= table.now - opened_at < 30
    asked = table.asked(0)
    assert asked is not None and [each.why for each in asked.missing] == [AbsentWhy.SILENT]
    table.is_quiet, table.think_s = False, 5.0
    assert table.run(lambda: act(table, 0) == ALL, limit_s=60.0)

    events = [event for news in table.seated[0].news for event in news.events]
    assert sum(isinstance(event, Moved) and event.seat == QUIET for event in events) == 2
    [decided] = [each for each in table.guests[0].all(Decided) if each.choice is not None]
    assert decided.text.endswith("is not opened: a rule makes this choice and the next one.")
    assert table.run(lambda: table.is_over)
    assert verify_record(write_record_file(saved(table, QUIET))).problem == ""


def test_a_player_who_thinks_is_not_missing() -> None:
    table = simulated(Policy(gone_after_s=10))
    table.sits = {QUIET}
    table.run(lambda: False, limit_s=120.0)

    assert all(table.asked(seat) is None for seat in ALL)
    assert table.seated[0].running.working.missing == (QUIET,)


def test_after_a_player_takes_too_long_a_rule_chooses_for_that_player_and_the_others_choose_again() -> None:
    table = simulated(Policy(gone_after_s=60, move_limit_s=20, escrow_t=2), Parting)
    table.sits = {QUIET}
    assert table.run(lambda: act(table, 0) == REST, limit_s=40.0)
    assert {clock.seat for clock in table.guests[0].all(TurnClock)} >= {QUIET}
    assert {clock.seat for clock in table.guests[3].all(TurnClock)} >= {QUIET, 3}
    assert table.run(lambda: act(table, 0) == ALL, limit_s=40.0)
    assert table.seated[0].running.replica.step.kind == "choose"

    made = [event for news in table.seated[0].news for event in news.events if isinstance(event, Moved)]
    assert [move.seat for move in made[:4]] == [*ALL]
    table.sits = set()
    table.boot(table.seated[QUIET])
    assert table.run(lambda: table.is_over, limit_s=2000.0)
    assert verify_record(write_record_file(saved(table, 0))).problem == ""


def test_a_rule_chooses_for_each_of_two_players_who_take_too_long() -> None:
    table = simulated(Policy(gone_after_s=60, move_limit_s=20, escrow_t=2), Parting)
    table.sits = {QUIET, 2}
    assert table.run(lambda: act(table, 0) == REST, limit_s=40.0)
    assert table.run(lambda: act(table, 0) == (0, 3), limit_s=40.0)
