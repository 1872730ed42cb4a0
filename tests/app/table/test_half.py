"""Exactly half of a table stays: the agreed choice happens, after the agreed time and not before."""

from __future__ import annotations

import pytest

from app.absence import AbsentChoice, Asked, Decided
from app.keep.record_file import write_record_file
from app.records.summary import extent_text
from app.records.verify import Verdict, verify_record
from app.screens.absence import AbsenceModel
from app.screens.status import result_text
from app.table.agreed import machine_of
from app.terminal.missing import MissingWords
from net.agreement.walk import BadRecord, walk
from net.errors import LocalError, NoView
from net.lobby.identity import verify
from net.machine import Choice, TableView
from net.wire.genesis import Half, Policy, sign_genesis
from net.wire.record import parse_record
from tests.support.catalogue import GAMES
from tests.support.parting import Parting
from tests.support.simulated_table import saved
from tests.support.values import replace

pytestmark = pytest.mark.usefixtures("open_group")

WAIT, END = AbsentChoice.WAIT, AbsentChoice.END
GONE_S, AGREED_S = 10.0, 120.0
WINS = Policy(gone_after_s=10, half=Half.WINS, half_after_min=2)
ENDS = replace(WINS, half=Half.END)


class Cut(Parting):
    """A table whose links can be cut between the `parts`."""

    def __init__(self, seats: int, policy: Policy) -> None:
        self.parts: tuple[frozenset[int], ...] = ()
        super().__init__(GAMES["plump"], seats, {"length": "short"}, policy=policy)

    def send(self, sender: int, to: int, frame: bytes) -> None:
        if self.are_apart(sender, to):
            return
        super().send(sender, to, frame)

    def are_apart(self, one: int, other: int) -> bool:
        return any((one in part) != (other in part) for part in self.parts)

    def part(self, *parts: frozenset[int]) -> None:
        """Cut all links between the parts; with none all are mended."""
        before, self.parts = self.parts, parts
        for each in self.seated:
            for other in self.seated:
                guest = self.guests[each.seat].absences
                if self.are_apart(each.seat, other.seat):
                    guest.down(other.seat, self.now)
                elif before and each is not other:
                    guest.up(other.seat)
                    each.running.connected(other.seat, self.now)


def playing(seats: int, policy: Policy) -> Cut:
    table = Cut(seats, policy)
    table.play_until("move")
    table.sits = {*range(seats)}
    table.run(lambda: False, limit_s=5.0)
    return table


def verdict(table: Parting, seat: int) -> Verdict:
    found = verify_record(write_record_file(saved(table, seat)))
    assert found.is_judged and not found.problem
    return found


def is_ended(table: Parting, *seats: int) -> bool:
    return all(table.seated[seat].running.replica.is_ended for seat in seats)


def test_a_player_who_stays_of_two_wins_after_the_agreed_time_and_not_before() -> None:
    table = playing(2, WINS)
    gone_at = table.now
    table.kill(table.seated[1])
    table.run(lambda: False, limit_s=GONE_S + AGREED_S - 1.0)
    asked = table.asked(0)
    assert asked is not None and asked.preselected is END and asked.in_s is not None and asked.in_s <= 10
    with pytest.raises(LocalError, match="agreed time"):
        table.guests[0].absences.decide(END, table.now)
    assert table.seated[0].running.table.log.changes.voted == 0
    assert table.run(lambda: is_ended(table, 0), limit_s=20.0)

    assert table.now - gone_at > GONE_S + AGREED_S
    assert "Ben was gone and comes last" in table.guests[0].all(Decided)[-1].text
    found = verdict(table, 0)
    assert found.outcome is not None and found.outcome.ranks == (1, 2) and found.forfeits == (1,)
    assert "half of the table ended the game, as everyone had agreed" in extent_text(found)


def test_a_player_who_comes_back_later_learns_of_it_and_has_the_same_record() -> None:
    table = playing(2, WINS)
    table.kill(table.seated[1])
    assert table.run(lambda: is_ended(table, 0), limit_s=200.0)
    table.boot(table.seated[1])
    assert table.run(lambda: is_ended(table, 1), limit_s=30.0)

    assert "you come last" in table.guests[1].all(Decided)[-1].text
    assert table.seated[1].running.table.log.prev == table.seated[0].running.table.log.prev
    assert verdict(table, 1).outcome == verdict(table, 0).outcome


@pytest.mark.parametrize("policy", [ENDS, WINS])
def test_two_of_four_players_end_the_game_once_both_want_it(policy: Policy) -> None:
    table = playing(4, policy)
    table.wants = {0: WAIT}
    for seat in (1, 3):
        table.kill(table.seated[seat])
    table.run(lambda: False, limit_s=GONE_S + AGREED_S + 30.0)
    asked = table.asked(0)
    assert not is_ended(table, 0) and asked is not None and [each.seat for each in asked.ballots] == [2]
    table.guests[0].absences.decide(END, table.now)
    assert table.run(lambda: is_ended(table, 0, 2), limit_s=20.0)

    found = verdict(table, 0)
    assert found.outcome is not None and found.state is not None
    standing = found.state.standing()
    if policy is ENDS:
        assert found.outcome == standing and not found.forfeits
    else:
        assert found.forfeits == (1, 3)
        assert max(found.outcome.ranks[seat] for seat in (0, 2)) < min(
            found.outcome.ranks[seat] for seat in (1, 3)
        )
    assert saved(table, 0).records == saved(table, 2).records


def test_without_an_agreement_half_of_a_table_can_end_nothing() -> None:
    table = playing(2, Policy(gone_after_s=10))
    table.kill(table.seated[1])
    table.run(lambda: False, limit_s=600.0)

    assert table.seated[0].running.table.log.changes.voted == 0 and not is_ended(table, 0)
    with pytest.raises(NoView, match="more than half"):
        table.seated[0].running.vote(TableView((0,), Choice.END), table.now)


@pytest.mark.parametrize("choice", [Choice.LEAVE_OUT, Choice.STAND_IN, Choice.GO_ON])
def test_half_of_a_table_can_vote_only_to_end_the_game(choice: Choice) -> None:
    table = playing(4, WINS)

    with pytest.raises(NoView, match="more than half"):
        table.seated[0].running.vote(TableView((0, 1), choice), table.now)


def test_fewer_than_half_of_a_table_cannot_end_the_game() -> None:
    table = playing(4, WINS)

    with pytest.raises(NoView, match="more than half"):
        table.seated[0].running.vote(TableView((0,), Choice.END), table.now)


def test_the_time_starts_again_after_somebody_was_back() -> None:
    table = playing(2, WINS)
    for _ in range(3):
        table.part(frozenset({0}))
        table.run(lambda: False, limit_s=100.0)
        table.part()
        table.run(lambda: False, limit_s=10.0)

    assert not is_ended(table, 0) and not is_ended(table, 1)
    table.sits = set()
    assert table.seated[0].running.table.log.v == table.seated[1].running.table.log.v


@pytest.mark.parametrize("seats", [2, 4])
def test_two_halves_that_are_cut_off_both_end_the_game_and_nobody_is_blamed(seats: int) -> None:
    table = playing(seats, WINS)
    left = frozenset(range(seats // 2))
    table.part(left)
    assert table.run(lambda: is_ended(table, *range(seats)), limit_s=200.0)
    table.part()
    table.run(lambda: False, limit_s=30.0)

    assert not any(each.faults for each in table.seated)
    one, other = verdict(table, 0), verdict(table, seats - 1)
    assert {*one.forfeits} == {*range(seats)} - left and {*other.forfeits} == left
    assert saved(table, 0).records[:-1] == saved(table, seats - 1).records[:-1]


@pytest.mark.parametrize(("seats", "liars"), [(2, (0,)), (4, (0, 1))])
def test_a_present_player_does_not_accept_an_end_by_the_other_half(
    seats: int, liars: tuple[int, ...]
) -> None:
    table = playing(seats, WINS)
    for liar in liars:
        table._do(table.seated[liar], lambda running: running.vote(TableView(liars, Choice.END), table.now))
    assert table.run(lambda: is_ended(table, *liars), limit_s=20.0)
    table.run(lambda: False, limit_s=60.0)
    honest = [seat for seat in range(seats) if seat not in liars]
    assert not any(is_ended(table, seat) for seat in honest)
    assert not any(each.faults for each in table.seated)

    for liar in liars:  # they go, and those who stayed end it as agreed
        table.kill(table.seated[liar])
    assert table.run(lambda: is_ended(table, *honest), limit_s=200.0)
    assert verdict(table, honest[0]).forfeits == liars


def test_the_record_of_an_end_by_half_cannot_end_the_game_for_others() -> None:
    """The other half's records are looked at, as they are where a liar has signed two messages for a slot."""
    table = playing(2, WINS)
    table._do(table.seated[0], lambda running: running.vote(TableView((0,), Choice.END), table.now))
    assert table.run(lambda: is_ended(table, 0), limit_s=20.0)
    log = table.seated[1].running.table.log
    records = [parse_record(raw) for raw in table.seated[0].running.table.log.records[log.k :]]
    k = log.k
    log.borrow(0, records, table.now)

    assert records and log.k == k
    log.lent.forget()  # else they would not be looked at again
    log.borrow(0, records, table.now + 10_000)
    assert log.k == k, "what was not believed is not believed later"


def test_the_terminal_counts_down_and_says_how_it_ended() -> None:
    table = playing(2, WINS)
    table.kill(table.seated[1])
    assert table.run(lambda: is_ended(table, 0), limit_s=200.0)
    lines: list[str] = []
    model = AbsenceModel(("Ann", "Ben"), 0, gone_after_s=10)
    terminal = MissingWords(model, lines.append)
    answers = []
    for news in table.guests[0].told:
        terminal.tell(news)
        if isinstance(news, Asked) and not answers:
            answers.append(terminal.meant("end the game", is_of_the_game=False))
    text = "\n".join(lines)

    assert "`end the game` happens by itself in 2:00 unless you object: type `wait`." in text
    assert "end the game  As agreed before the game: it is over, and Ben comes last." in text
    assert "`end the game` happens by itself in 1:00." in text
    assert answers == ["Not yet. Possible in 2:00, if they are not back."]
    assert lines[-1] == "The game is over, as agreed before: Ben was gone and comes last."
    outcome = table.seated[0].running.replica.outcome
    assert outcome is not None
    said = result_text(outcome, ("Ann", "Ben"), 0, is_ended=True, forfeits=(1,))
    assert said == "You have won, as agreed: Ben did not stay."


def test_a_record_of_an_end_by_half_is_valid_only_if_its_genesis_allows_it() -> None:
    table = playing(2, ENDS)
    table.kill(table.seated[1])
    assert table.run(lambda: is_ended(table, 0), limit_s=200.0)
    body = table.genesis.encode()
    sigs = [sign_genesis(body, each.identity) for each in table.seated]
    records = saved(table, 0).records
    machine = machine_of(table.genesis)
    assert len(list(walk(body, sigs, records, machine=machine, verify=verify))) == len(records)
    others = machine_of(replace(table.genesis, policy=Policy()))

    with pytest.raises(BadRecord, match="more than half"):
        list(walk(body, sigs, records, machine=others, verify=verify))


def test_an_end_by_half_is_recalled_after_a_restart() -> None:
    table = playing(2, WINS)
    table.kill(table.seated[1])
    assert table.run(lambda: is_ended(table, 0), limit_s=200.0)
    table.kill(table.seated[0])
    table.boot(table.seated[0])
    assert table.run(lambda: is_ended(table, 0), limit_s=10.0)

    assert table.seated[0].running.replica.here.forfeits == (1,)


def test_a_game_that_is_over_is_not_ended_again_by_half() -> None:
    table = Cut(2, WINS)
    assert table.run(lambda: table.is_over)

    with pytest.raises(NoView, match="over"):
        table.seated[0].running.vote(TableView((0,), Choice.END), table.now)
