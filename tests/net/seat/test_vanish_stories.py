"""Whole tables at which somebody vanishes and the others vote to go on, over a simulated network.

Real sessions with their journals: the half-done round is sent to those present, the votes become a change of
view, and the disks of all survivors are searched afterwards.
"""

from __future__ import annotations

import pickle

import pytest

from app.keep.record_file import write_record_file
from app.records.verify import verify_record
from net.deck.keys import KeySecret
from net.errors import LocalError
from net.machine import Choice, TableView
from net.seat.news import Choose
from net.seat.replica import Replica
from net.wire.genesis import Policy
from rules.api import Left, Moved, Seat, Shown, Turn
from rules.api import View as SeenView
from rules.cahoots.course import CahootsPhase
from rules.cahoots.state import CahootsState
from tests.support.catalogue import GAMES
from tests.support.simulated_table import Seated, SimulatedTable, saved
from tests.support.spy import Spy

pytestmark = pytest.mark.usefixtures("open_group")

GONE = 1
SEATS = {"plump": 3, "kings": 4, "cahoots": 3, "matriculation": 3, "reef": 3}
OPTIONS = {"plump": {"length": "short"}, "matriculation": {"hands": "1"}}
STORIES = [
    *(("plump", kind) for kind in ("commit", "open", "split", "vouch", "coin")),
    *((game, kind) for game in GAMES for kind in ("mix", "shares", "move")),
]


def simulated(game: str, *, t: int | None = None, seats: int = 0, seed: int = 1) -> SimulatedTable:
    seats = seats or SEATS[game]
    wanted = OPTIONS.get(game, {}).items()
    keys = {option.key: option.choices for option in GAMES[game].options}
    options = {key: value for key, value in wanted if value in keys.get(key, ())}
    policy = Policy(escrow_t=seats - 1 if t is None else t)
    return SimulatedTable(GAMES[game], seats, options, seed=seed, policy=policy)


def replica(table: SimulatedTable) -> Replica:
    """The replica of the first seat that is present."""
    return next(each.running.replica for each in table.seated if each.session)


def present(table: SimulatedTable) -> list[Seated]:
    return [each for each in table.seated if each.session]


def heights_on(table: SimulatedTable, heights: int) -> None:
    """Let those present play on for `heights` rounds, or to the end."""
    end = max(each.running.table.log.k for each in present(table)) + heights

    def is_there() -> bool:
        return all(
            each.running.table.log.k >= end or not each.running.replica.actors for each in present(table)
        )

    assert table.run(is_there), [each.faults for each in table.seated]
    assert not any(each.faults for each in present(table))


def vote(table: SimulatedTable, act: tuple[int, ...], choice: Choice) -> None:
    """Let all of `act` vote to go on this way, until the view is final."""
    view = TableView(act, choice)
    for seat in act:
        table._do(
            table.seated[seat], lambda session: session._take(session.table.vote(view, table.now), table.now)
        )
    assert table.run(lambda: all(table.seated[seat].running.table.log.act == act for seat in act))


def vanish(table: SimulatedTable, choice: Choice, *gone: int) -> None:
    """The seats are killed while a round is under way; the others' messages for it are with everybody."""
    for seat in gone:
        table.kill(table.seated[seat])
    table.run(lambda: False, limit_s=0.2)
    vote(table, tuple(each.seat for each in present(table)), choice)


def secrets_of(table: SimulatedTable, at: Replica) -> dict[int, KeySecret]:
    """The keys of the running deal, those of the dead included."""
    name = at.deal.table.hex()
    return {
        each.seat: KeySecret.from_bytes(each.journal.disk.secrets[name])
        for each in table.seated
        if name in each.journal.disk.secrets
    }


def check_disks(table: SimulatedTable) -> None:
    """Check that no seat can see more, from all its files and its own key, than its program shows it."""
    at = replica(table)
    if at.deal.keys is None or not at.actors:
        return
    secrets = secrets_of(table, at)
    for each in present(table):
        spy = Spy(each.seat)
        spy.read(pickle.dumps(each.journal.disk))
        known = each.running.dealer.known
        for slot in at.deal.cards:
            assert slot in known or not spy.can_open(at, slot, secrets), (each.seat, slot)


def check_records(table: SimulatedTable) -> None:
    """Check that the survivors' records are equal, and verify without anything else."""
    shortest = min(len(each.journal.page.records) for each in present(table))
    records = {tuple(saved(table, each.seat).records[:shortest]) for each in present(table)}
    verdict = verify_record(write_record_file(saved(table, present(table)[0].seat)))

    assert len(records) == 1
    assert (verdict.problem, verdict.charges) == ("", ())


@pytest.mark.parametrize("choice", [Choice.LEAVE_OUT, Choice.STAND_IN])
@pytest.mark.parametrize(("game", "kind"), STORIES)
def test_the_others_go_on_without_a_seat_that_vanishes(game: str, kind: str, choice: Choice) -> None:
    table = simulated(game)
    table.play_until("move" if kind == "shares" else kind)
    if kind == "shares":  # a draw in the middle, where the game has one
        table.run(lambda: replica(table).step.kind == "shares", limit_s=20.0)
    hand = replica(table).state.hand(Seat(GONE))
    vanish(table, choice, GONE)
    heights_on(table, 12)

    events = [event for news in present(table)[0].news for event in news.events]
    if choice is Choice.LEAVE_OUT:
        assert Left(Seat(GONE), "gone") in events
        closed = {*hand} - {*replica(table).public}
        assert not any({*each.running.dealer.known} & closed for each in present(table))
    else:
        assert not any(isinstance(event, Left) for event in events)
    check_disks(table)
    check_records(table)


@pytest.mark.parametrize("choice", [Choice.LEAVE_OUT, Choice.STAND_IN])
def test_two_seats_can_vanish_where_two_parts_are_enough(choice: Choice) -> None:
    table = simulated("cahoots", t=2, seats=4)
    table.play_until("move")
    vanish(table, choice, 0)
    heights_on(table, 5)
    vanish(table, choice, 2)
    heights_on(table, 12)

    assert replica(table).seats == (1, 3)
    check_disks(table)
    check_records(table)


def names_a_mover(view: SeenView) -> bool:
    return any(isinstance(need, Turn) for need in view.state.needs)


def cafe(table: SimulatedTable) -> CahootsState:
    state = replica(table).state
    assert isinstance(state, CahootsState)
    return state


def test_while_the_cards_are_made_ready_nobody_may_choose() -> None:
    """The state says whose turn it is, but the deck must be mixed again among those who stay."""
    table = simulated("cahoots", t=2, seats=4)  # the second goes in the middle of a turn
    table.play_until("move")
    vanish(table, Choice.LEAVE_OUT, 0)
    assert table.run(lambda: cafe(table).phase is CahootsPhase.DRAW and cafe(table).turn == 2)
    vanish(table, Choice.LEAVE_OUT, 2)
    assert table.run(lambda: replica(table).step.kind == "mix")
    (turn,) = replica(table).state.needs
    assert isinstance(turn, Turn)
    mover = table.seated[turn.seat].running
    action = mover.replica.state.actions(mover.dealer.seat, mover.dealer.known)[0]

    assert mover.view.is_held and mover.view.actions() == ()
    with pytest.raises(LocalError, match="when the cards are ready"):
        mover.choose(Choose(mover.table.log.k, action), table.now)

    heights_on(table, 8)
    chosen = {news.k: news.view for each in present(table) for news in each.news if news.view.actions()}
    assert chosen and not any(view.is_held for view in chosen.values())
    dealt = [news.view for each in present(table) for news in each.news if not names_a_mover(news.view)]
    assert dealt and not any(view.is_held for view in dealt), "whoever draws is called so"


def test_a_killed_seat_comes_back_to_the_hand_that_its_stand_in_has_left() -> None:
    table = simulated("cahoots")
    table.play_until("move", seat=GONE)
    vanish(table, Choice.STAND_IN, GONE)
    heights_on(table, 8)
    played = [event for news in present(table)[0].news for event in news.events if isinstance(event, Moved)]
    assert GONE in {event.seat for event in played}
    missed = table.seated[0].running.table.log.k
    table.boot(table.seated[GONE])
    assert table.run(lambda: table.seated[GONE].running.table.log.k >= missed)
    vote(table, (0, 1, 2), Choice.GO_ON)
    back = len(table.seated[0].news)
    heights_on(table, 25)

    events = [event for news in table.seated[0].news[back:] for event in news.events]
    assert GONE in {event.seat for event in events if isinstance(event, Moved)}
    assert replica(table).seats == (0, 1, 2)
    check_disks(table)
    check_records(table)


@pytest.mark.parametrize("again", [0, 2])
def test_a_killed_survivor_recalls_its_parts_from_the_record(again: int) -> None:
    """The shares that it lends follow from its own key and the log, both of which are on its disk."""
    table = simulated("reef")
    table.play_until("move")
    vanish(table, Choice.LEAVE_OUT, GONE)
    table.kill(table.seated[again])
    table.run(lambda: False, limit_s=0.2)
    table.boot(table.seated[again])
    heights_on(table, 40)

    assert any(isinstance(event, Shown) for news in table.seated[again].news for event in news.events)
    check_disks(table)
    check_records(table)
