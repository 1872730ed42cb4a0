"""Several seats choose at once (net 5.12): whole tables with crashes, absences and lies."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from random import Random

import divers
import pytest

from app.games.catalogue import own_games
from app.games.entry import GameEntry
from app.keep.record_file import write_record_file
from app.records.verify import verify_record
from app.workshop.check.battery import CHECKS, run_check
from app.workshop.check.journey import cases
from net.errors import LocalError, NoView, PeerError
from net.lobby.identity import verify
from net.machine import Choice, TableView, Why
from net.seat.news import Advanced, Choose
from net.seat.payload import Payload, read_payload, write_payload
from net.seat.session import Session
from net.seat.steps.choose import Reveal
from net.watch.judge import Judge
from net.wire.genesis import Policy
from rules.api import Action, Game, Left, Moved, Seat, View, choosers
from rules.driver import LocalTable
from rules.errors import NotLegal
from tests.support.catalogue import playing
from tests.support.parlour import Parlour, any_action
from tests.support.scissors import SCISSORS, SignShown, signs
from tests.support.simulated_table import Forge, Seated, SimulatedTable, saved
from tests.support.values import replace

pytestmark = pytest.mark.usefixtures("open_group")

GONE = 1
WITHOUT = (0, 2, 3)
ALL = (0, 1, 2, 3)
SHORT = {"cards": "3"}


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    """Let verifiers know both games."""
    with playing(*own_games(), GameEntry(divers.GAME), GameEntry(SCISSORS)):
        yield


def simulated(*, seats: int = 4, t: int = 2) -> SimulatedTable:
    return SimulatedTable(divers.GAME, seats, SHORT, policy=Policy(escrow_t=t))


def voting(*, seats: int = 4, t: int = 2, kind: str = "reveal") -> SimulatedTable:
    """A table at which hands are dealt and everybody votes, or opens the vote."""
    table = simulated(seats=seats, t=t)
    table.play_until("choose")
    if kind == "reveal":
        table.play_until("reveal")
    return table


def present(table: SimulatedTable) -> list[Seated]:
    return [each for each in table.seated if each.session]


def vote(table: SimulatedTable, act: tuple[int, ...], choice: Choice, why: Why = Why.GONE) -> None:
    view = TableView(act, choice, why)
    for seat in act:
        table._do(table.seated[seat], lambda one: one._take(one.table.vote(view, table.now), table.now))
    assert table.run(lambda: all(table.seated[seat].running.table.log.act == act for seat in act))


def check_ends(table: SimulatedTable) -> None:
    """Check that those present come to the end, with equal records that verify without anything else."""
    assert table.run(lambda: table.is_over, limit_s=3000.0)
    assert not any(each.faults for each in present(table))
    shortest = min(len(each.journal.page.records) for each in present(table))
    assert len({tuple(saved(table, each.seat).records[:shortest]) for each in present(table)}) == 1
    verdict = verify_record(write_record_file(saved(table, present(table)[0].seat)))
    assert (verdict.problem, verdict.charges) == ("", ())


def moves(table: SimulatedTable) -> list[Moved]:
    news = present(table)[0].news
    return [event for each in news for event in each.events if isinstance(event, Moved)]


# -- two rounds, and what is seen meanwhile ---------------------------------------------------


@pytest.mark.parametrize("seats", [2, 6, 10])
def test_a_choice_takes_two_rounds_and_no_deck(seats: int) -> None:
    table = Parlour(SCISSORS, seats)
    table.play()

    assert table.kinds == ["choose", "reveal"]
    assert table.replica.deal.commitments == {} and not {"-", "gone"} & {*signs(table.replica.state)}


def test_nothing_of_a_choice_is_sent_before_all_have_chosen() -> None:
    """Neither a frame nor another seat's disk has the sign, nor anything that the sign by itself gives
    away."""
    table = SimulatedTable(SCISSORS, 3)
    sent, last = list[bytes](), table.seated[2]
    table._choose = lambda seated, session, news: None  # type: ignore[method-assign]
    honest = table.send
    table.send = lambda a, b, frame: (sent.append(frame), honest(a, b, frame))[1]  # type: ignore[method-assign, func-returns-value]
    table.play_until("choose")
    for seat in (0, 1):
        choose(table, seat, SignShown("stone"))
    table.run(lambda: False, limit_s=5.0)

    assert all(each.running.replica.step.kind == "choose" for each in table.seated)
    assert not any(b"stone" in each for each in (*sent, pickle.dumps(last.journal.disk)))
    assert len({payload.data for payload in open_entries(last)}) == 2, "one sign of two seats looks different"
    assert last.running.working.missing == (2,) and not last.running.working.has_chosen(last.running.view)
    assert table.seated[0].running.working.has_chosen(table.seated[0].running.view)
    choose(table, 2, SignShown("paper"))
    check_ends(table)
    assert signs(last.running.replica.state) == ("stone", "stone", "paper")


def choose(table: SimulatedTable, seat: int, action: Action) -> None:
    session = table.seated[seat].running
    table._do(table.seated[seat], lambda one: one.choose(Choose(session.table.log.k, action), table.now))


def open_entries(seated: Seated) -> list[Payload]:
    """The entries of the open height that a seat holds."""
    found = seated.running.table.log.round.entries
    return [read_payload(seat, each.entry.pay) for seat, each in sorted(found.items())]


def test_a_choice_is_made_once_and_by_those_who_are_asked() -> None:
    table = SimulatedTable(SCISSORS, 2)
    table._choose = lambda seated, session, news: None  # type: ignore[method-assign]
    table.play_until("choose")
    session = table.seated[0].running
    with pytest.raises(NotLegal):
        session.choose(Choose(session.table.log.k, divers.Vote("deep")), table.now)
    choose(table, 0, SignShown("paper"))
    with pytest.raises(LocalError, match="you have already chosen"):
        session.choose(Choose(session.table.log.k, SignShown("stone")), table.now)


# -- crashes ----------------------------------------------------------------------------------


@pytest.mark.parametrize("who", [(GONE,), ALL])
@pytest.mark.parametrize("kind", ["choose", "reveal"])
@pytest.mark.parametrize(
    "wait_s",
    [0.0005, *(pytest.param(wait_s, marks=pytest.mark.slow) for wait_s in (0.0, 0.001, 0.0015, 0.002))],
)
def test_a_crash_between_choosing_and_opening_changes_no_choice(
    kind: str, wait_s: float, who: tuple[int, ...]
) -> None:
    table = voting(kind=kind)
    table.run(lambda: False, limit_s=wait_s)
    signed = {seat: dict(table.seated[seat].journal.page.mine) for seat in who}
    for seat in who:
        table.kill(table.seated[seat])
    table.run(lambda: False, limit_s=0.2)
    for seat in who:
        table.boot(table.seated[seat])

    check_ends(table)
    for seat in who:  # durable messages stand
        assert signed[seat].items() <= table.seated[seat].journal.disk.mine.items()


def test_the_secret_that_opens_a_choice_is_forgotten_at_the_end() -> None:
    table = voting()
    assert all("choice" in each.journal.disk.secrets for each in table.seated)
    check_ends(table)

    assert not any(each.journal.page.secrets for each in table.seated)


# -- seats that do not open


def vanish_after_seeing(table: SimulatedTable, choice: Choice, why: Why = Why.GONE) -> View:
    """A seat sees what all others open, opens nothing and is gone; the rest vote. Gives the view before."""
    honest = table._work
    table._work = lambda seated, *more: None if seated.seat == GONE else honest(seated, *more)  # type: ignore
    table.play_until("reveal")
    asked = table.seated[0].running.view
    table.run(lambda: len(open_entries(table.seated[GONE])) == len(WITHOUT), limit_s=5.0)
    assert all(payload.text for payload in open_entries(table.seated[GONE]))
    table.kill(table.seated[GONE])
    table.run(lambda: False, limit_s=0.2)
    vote(table, WITHOUT, choice, why)
    return asked


@pytest.mark.parametrize("choice", [Choice.STAND_IN, Choice.LEAVE_OUT])
def test_a_seat_that_sees_the_choices_and_opens_nothing_changes_none_of_them(choice: Choice) -> None:
    table = voting(kind="choose")
    asked = vanish_after_seeing(table, choice)
    chosen = {seat: table.seated[seat].running.dealer._choice[32:].decode() for seat in WITHOUT}
    table.run(lambda: len(moves(table)) >= len(WITHOUT), limit_s=60.0)

    made = {move.seat: str(move.action) for move in moves(table)[: len(asked.state.needs[0].seats)]}
    assert {seat: made[seat] for seat in WITHOUT} == chosen
    if choice is Choice.STAND_IN:
        assert made[GONE] == str(divers.GAME.stand_in(asked.state, {}, Seat(GONE)))
    else:
        events = [event for news in present(table)[0].news for event in news.events]
        assert GONE not in made and Left(Seat(GONE), "gone") in events
    check_ends(table)


def test_without_escrow_a_game_without_cards_goes_on_without_a_seat_that_does_not_open() -> None:
    table = SimulatedTable(SCISSORS, 4)
    vanish_after_seeing(table, Choice.LEAVE_OUT)

    check_ends(table)
    assert signs(table.seated[0].running.replica.state)[GONE] == "gone"


def until_cards(table: Parlour) -> None:
    """Hands are dealt and the first vote is over: cards are chosen."""
    table.until("reveal")
    table.step()
    table.until("choose")


def parlour(*, t: int = 2, seats: int = 4) -> Parlour:
    table = Parlour(divers.GAME, seats, SHORT, escrow_t=t)
    until_cards(table)
    return table


def test_a_seat_that_comes_back_opens_the_choice_that_it_had_made() -> None:
    table = parlour()
    table.until("reveal")
    chosen = table.dealers[GONE]._choice[32:].decode()
    table.change_view(TableView(WITHOUT, Choice.STAND_IN))
    table.step()  # its hand is opened
    table.change_view(TableView(ALL, Choice.GO_ON))
    assert table.replica.step.kind == "reveal" and GONE in table.replica.actors
    table.step()

    assert chosen in [str(event.action) for event in table.replica.happened if isinstance(event, Moved)]
    assert table.replica.here.sat_out == ()


def test_a_seat_that_was_away_when_all_chose_and_comes_back_cannot_choose_any_more() -> None:
    table = parlour()
    table.change_view(TableView(WITHOUT, Choice.STAND_IN))
    table.until("reveal")
    rule = divers.GAME.stand_in(table.replica.state, table.replica.public, Seat(GONE))
    table.change_view(TableView(ALL, Choice.GO_ON))
    assert table.replica.step.kind == "reveal" and table.replica.actors == WITHOUT
    table.step()

    assert Moved(Seat(GONE), rule) in table.replica.happened
    assert table.replica.step.kind == "choose" and GONE in table.replica.actors


def test_a_seat_that_did_not_open_stays_away_until_its_stand_in_has_chosen_again() -> None:
    table = parlour()
    table.until("reveal")
    table.change_view(TableView(WITHOUT, Choice.STAND_IN))
    assert table.replica.here.sat_out == ()
    table.step()
    table.step()
    assert (table.replica.step.kind, table.replica.here.sat_out) == ("choose", (GONE,))
    table.step()
    table.step()

    assert (table.replica.step.kind, table.replica.here.sat_out) == ("choose", ())


def test_a_voted_return_lets_the_seat_choose_again() -> None:
    table = parlour()
    table.until("reveal")
    table.change_view(TableView(WITHOUT, Choice.STAND_IN))
    table.until("choose")
    assert table.replica.here.sat_out == (GONE,)
    table.change_view(TableView(ALL, Choice.GO_ON))

    assert table.replica.here.sat_out == ()


def test_if_a_seat_leaves_before_the_opening_all_who_stay_choose_again() -> None:
    table = parlour()
    pays = table.payloads()
    table.change_view(TableView(WITHOUT, Choice.LEAVE_OUT))
    assert (table.replica.step.kind, table.replica.actors) == ("choose", WITHOUT)
    for seat in WITHOUT:  # a commitment for the void round opens nothing here
        table.replica.check(table.place, seat, pays[seat])
    table.take({seat: pays[seat] for seat in WITHOUT})
    text, blind = table.dealers[0]._choice[32:].decode(), table.dealers[0]._choice[:32]
    with pytest.raises(PeerError):
        reveal(table, 0, text, blind)


def test_a_leaver_with_a_closed_hand_chooses_nothing_and_leaves_when_the_others_have_opened() -> None:
    """Without escrow nobody can open its hand: a stand-in could not choose, and all would stand still."""
    table = parlour(t=0)
    table.until("reveal")
    shares = table.dealers[GONE].parting(table.replica)
    for seat in WITHOUT:
        table.dealers[seat].keep_parting(table.replica, GONE, shares)
    table.dealers[GONE].learn = lambda replica: None  # type: ignore[method-assign]
    held = table.replica.state.hand(Seat(GONE))
    table.change_view(TableView(WITHOUT, Choice.LEAVE_OUT, Why.LEFT))
    table.until("reveal")
    table.step()

    *made, left = table.replica.happened
    assert [event.seat for event in made if isinstance(event, Moved)] == [*WITHOUT]
    assert left == Left(Seat(GONE), "left") and not {*held} & {*table.replica.public}
    assert table.play().outcome is not None


def test_with_a_second_leaver_before_the_opening_the_choice_is_void() -> None:
    """Two of three are left out: the game is over, and the commitments are void."""
    table = parlour(seats=3, t=0)
    table.until("reveal")
    with pytest.raises(NoView):
        table.change_view(TableView((0, 1), Choice.STAND_IN))
    scissors = Parlour(SCISSORS, 3)
    scissors.until("reveal")
    scissors.change_view(TableView((0, 1), Choice.LEAVE_OUT))
    assert scissors.replica.here.leaving and scissors.replica.step.kind == "reveal"
    scissors.change_view(TableView((0,), Choice.LEAVE_OUT))

    here = scissors.replica.here
    assert (here.choices, here.leaving, scissors.replica.actors) == (None, (), ())
    assert signs(scissors.replica.state) == ("-", "gone", "gone")


def test_a_game_that_is_ended_before_the_opening_counts_who_was_left_out_as_gone() -> None:
    table = Parlour(SCISSORS, 4)
    table.until("reveal")
    table.change_view(TableView(WITHOUT, Choice.LEAVE_OUT))
    table.change_view(TableView((0, 2), Choice.END))

    assert signs(table.replica.state) == ("-", "gone", "-", "-")
    assert table.replica.outcome is not None and table.replica.outcome.ranks == (1, 4, 1, 1)


# -- lies -------------------------------------------------------------------------------------


def reveal(table: Parlour, seat: int, text: str, blind: bytes) -> None:
    """Let everybody check this opening of a seat's choice."""
    step = table.replica.step
    assert isinstance(step, Reveal)
    honest = read_payload(seat, table.payloads()[seat])
    table.replica.check(table.place, seat, write_payload(replace(honest, text=text, more=blind)))


def changed(kind: str, change: Callable[[Payload], Payload]) -> Forge:
    """A forgery that changes a seat's payloads of one kind."""

    def forge(seated: Seated, pay: bytes) -> bytes:
        payload = read_payload(seated.seat, pay)
        return write_payload(change(payload)) if payload.kind == kind else pay

    return forge


LIES: dict[str, Forge] = {
    "another choice": changed("reveal", lambda pay: replace(pay, text="shallow")),
    "another blind": changed("reveal", lambda pay: replace(pay, more=bytes(32))),
    "a short blind": changed("reveal", lambda pay: replace(pay, more=pay.more[1:])),
    "no blind": changed("reveal", lambda pay: replace(pay, more=b"")),
    "shares of nothing": changed("reveal", lambda pay: replace(pay, data=bytes(97))),
    "no commitment": changed("choose", lambda pay: replace(pay, data=b"")),
    "a long commitment": changed("choose", lambda pay: replace(pay, data=bytes(33))),
    "a choice in the clear": changed("choose", lambda pay: replace(pay, text="deep")),
    "a commitment to nothing": changed("choose", lambda pay: replace(pay, data=bytes(32))),
    "the commitment of another": lambda seated, pay: copied(seated, pay),  # noqa: PLW0108  (it stands below)
}


def copied(seated: Seated, pay: bytes) -> bytes:
    """Seat 0's commitment, once it is here; opened with seat 0's own words."""
    payload = read_payload(seated.seat, pay)
    entries = seated.running.table.log.round.entries
    if payload.kind == "choose" and 0 in entries:
        return write_payload(replace(payload, data=read_payload(0, entries[0].entry.pay).data))
    if payload.kind == "reveal" and 0 in entries:
        other = read_payload(0, entries[0].entry.pay)
        return write_payload(replace(payload, text=other.text, more=other.more))
    return pay


@pytest.mark.parametrize("lie", LIES)
def test_a_seat_that_commits_or_opens_falsely_is_blamed_and_the_others_continue(lie: str) -> None:
    table = SimulatedTable(divers.GAME, 4, SHORT, policy=Policy(escrow_t=2))
    table.play_until("choose")
    table._choose = LateLiar(table).choose  # type: ignore[method-assign]
    table.seated[GONE].forge = LIES[lie]
    assert table.run(lambda: table.stopped(but=GONE), limit_s=60.0)

    for seat in WITHOUT:
        assert {fault.seat for fault in table.seated[seat].faults} == {GONE}
        verdict = verify_record(write_record_file(saved(table, seat)))
        assert (verdict.problem, [each.seat for each in verdict.charges]) == ("", [GONE])
    chosen = {seat: table.seated[seat].running.dealer._choice[32:].decode() for seat in WITHOUT}
    opening = table.seated[0].running.replica.step.kind == "reveal"
    table.kill(table.seated[GONE])
    vote(table, WITHOUT, Choice.LEAVE_OUT, Why.PROVEN)
    before = len(moves(table))
    table.run(lambda: len(moves(table)) > before, limit_s=60.0)
    made = {move.seat: str(move.action) for move in moves(table)[before : before + len(WITHOUT)]}
    assert made == chosen or not opening


class LateLiar:
    """A liar who opens its choice only after it has received those of the others."""

    def __init__(self, table: SimulatedTable) -> None:
        self._table, self._choose = table, table._choose
        for each in table.seated:
            self.choose(each, each.running, each.news[-1])

    def choose(self, seated: Seated, session: Session, news: Advanced) -> None:
        late = 0.1 if seated.seat == GONE else 0.0
        self._table.after(late, lambda: self._choose(seated, session, news))


def test_the_author_of_an_illegal_choice_is_blamed_when_it_is_opened() -> None:
    for lie in (divers.Vote("deep"), divers.Play(divers.Slot(0), divers.Face(5))):
        table = parlour()

        def choose(view: View, rng: Random, lie: Action = lie) -> Action:
            return lie if view.seat == GONE else any_action(view, rng)

        table.choose = choose
        table.step()
        pays = {}
        for seat in table.replica.actors:
            try:
                pays[seat] = table.dealers[seat].answer(table.replica, table.place).pay
            except KeyError:  # its program has no share of a card that is not its own
                blind = table.dealers[seat]._choice[:32]
                pays[seat] = write_payload(Payload(table.replica.step.kind, more=blind, text=str(lie)))
        for seat, pay in pays.items():
            if seat != GONE:
                table.replica.check(table.place, seat, pay)
        with pytest.raises(PeerError) as refused:
            table.replica.check(table.place, GONE, pays[GONE])
        assert refused.value.seat == GONE


# -- the other drivers ------------------------------------------------------------------------


def test_a_local_table_shows_nobody_what_another_has_chosen() -> None:
    table = LocalTable(SCISSORS.start(3, {}), 3, Random(1))
    for seat in range(3):
        assert table.turn == seat
        assert all(choosers(table.view(Seat(each)).state) == (0, 1, 2) for each in range(3))
        table.play(SignShown("stone"))

    assert table.outcome is not None and signs(table.view(None).state) == ("stone",) * 3


def test_a_spectator_sees_commitments_and_then_all_choices_at_once() -> None:
    table = SimulatedTable(SCISSORS, 3)
    check_ends(table)
    record = saved(table, 0)
    judge = Judge(record.genesis, record.sigs, machine=table.start, verify=verify)
    seen = [signs(step.machine.state) for raw in record.records for step in judge.check(raw)]

    assert seen[:-1] == [("-", "-", "-")] and "-" not in seen[-1] and judge.certain_k == 2


@pytest.mark.parametrize("game", [divers.GAME, SCISSORS], ids=lambda game: game.key)
def test_the_sample_games_keep_the_contract(game: Game) -> None:
    for name in CHECKS:
        assert run_check(name, cases(game)[1]) is None, name
