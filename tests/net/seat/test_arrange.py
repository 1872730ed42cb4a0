"""One seat lays hidden cards in an order that nobody else sees (deck 6.16): a pass without a trace."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from app.games.catalogue import own_games
from app.games.entry import GameEntry
from app.keep.record_file import write_record_file
from app.records.verify import verify_record
from app.workshop.check.battery import CHECKS, run_check
from app.workshop.check.journey import cases
from net.errors import PeerError
from net.machine import Choice, TableView, Why
from net.seat.news import Choose
from net.seat.payload import Payload, read_payload, write_payload
from net.seat.steps.arrange import Lay
from net.wire.genesis import Policy
from rules.api import Seat, Slot
from rules.errors import NotLegal
from tests.support.catalogue import playing
from tests.support.parlour import Parlour
from tests.support.passing import PASSING, Pass, dealt, laid
from tests.support.simulated_table import SimulatedTable, saved
from tests.support.values import replace

pytestmark = pytest.mark.usefixtures("open_group")

GONE = 1
WITHOUT = (0, 2, 3)
ALL = (0, 1, 2, 3)


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    with playing(*own_games(), GameEntry(PASSING)):
        yield


def parlour(*, t: int = 2) -> Parlour:
    table = Parlour(PASSING, 4, escrow_t=t)
    table.until("arrange")
    return table


def step(table: Parlour) -> Lay:
    due = table.replica.step
    assert isinstance(due, Lay)
    return due


def test_after_arranging_the_seat_knows_where_its_cards_lie_and_nobody_else_does() -> None:
    table = parlour()
    before = dict(table.dealers[0].known)
    table.choose = lambda view, rng: Pass(tuple(reversed(dealt(view.seat or 0))))
    table.step()

    after = table.dealers[0].known
    assert [after[slot] for slot in laid(0)] == [before[slot] for slot in reversed(dealt(0))]
    assert not any({*laid(0), *dealt(0)} & {*dealer.known} for dealer in table.dealers[1:])


def test_a_passed_card_is_known_to_its_giver_and_its_receiver_only() -> None:
    """The giver knows what lies in the passed slot, the receiver is shown it, and nobody else is."""
    table = parlour()
    for _ in ALL:
        table.step()
    given = laid(0)[0]
    face = table.dealers[0].known[given]
    while given not in table.replica.public:
        known = {dealer.seat for dealer in table.dealers if given in dealer.known}
        assert {0} <= known <= {0, 1}
        table.step()

    assert table.replica.public[given] == face
    assert table.play().outcome is not None


@pytest.mark.parametrize("killed", ALL)
def test_memory_survives_a_crash(killed: int) -> None:
    table = SimulatedTable(PASSING, 4)
    table.play_until("arrange", seat=3)
    each = table.seated[killed]
    before = dict(each.running.dealer.known)
    table.kill(each)
    table.boot(each)
    assert table.run(lambda: each.running.dealer.known == before, limit_s=5.0)
    assert table.run(lambda: table.is_over, limit_s=300.0)
    verdict = verify_record(write_record_file(saved(table, killed)))

    assert (verdict.problem, verdict.charges) == ("", ())
    assert not each.journal.page.secrets


@pytest.mark.parametrize("choice", [Choice.STAND_IN, Choice.LEAVE_OUT])
def test_an_absent_seat_arranges_openly_by_the_stand_in_or_not_at_all(choice: Choice) -> None:
    table = parlour()
    table.step()
    assert table.replica.actors == (GONE,)
    table.change_view(TableView(WITHOUT, choice))
    if choice is Choice.STAND_IN:
        table.step()  # its hand is opened
        assert {*laid(GONE)} <= {*table.replica.public} and not {*dealt(GONE)} & {*table.replica.public}
        assert [table.replica.public[slot] for slot in laid(GONE)] == [
            table.dealers[GONE].known[slot] for slot in laid(GONE)
        ]
    assert table.replica.actors == (2,)
    assert table.play().outcome is not None


def test_an_arrangement_of_a_void_round_is_made_again() -> None:
    table = parlour()
    pays = table.payloads()
    table.change_view(TableView(WITHOUT, Choice.STAND_IN))
    assert table.replica.actors == (0,)
    with pytest.raises(PeerError):  # the proof is for the place that it was made at
        table.replica.check(table.place, 0, pays[0])
    table.step()

    assert {*laid(0)} <= {*table.dealers[0].known}


def test_a_leaver_leaves_its_shares_of_what_was_arranged() -> None:
    table = Parlour(PASSING, 4)
    table.until("arrange")
    table.step()
    shares = table.dealers[GONE].parting(table.replica)
    for seat in WITHOUT:
        table.dealers[seat].keep_parting(table.replica, GONE, shares)
    table.dealers[GONE].learn = lambda replica: None  # type: ignore[method-assign]
    table.change_view(TableView(WITHOUT, Choice.LEAVE_OUT, Why.LEFT))

    assert table.play().outcome is not None


def test_an_order_is_checked_before_it_is_laid_and_is_sent_to_nobody() -> None:
    table = SimulatedTable(PASSING, 3)
    sent, honest = list[bytes](), table.send
    table.send = lambda a, b, frame: (sent.append(frame), honest(a, b, frame))[1]  # type: ignore
    table._choose = lambda *_: None  # type: ignore[method-assign]
    table.play_until("arrange", seat=0)
    session = table.seated[0].running
    with pytest.raises(NotLegal):
        session.choose(Choose(session.table.log.k, Pass((Slot(0), Slot(1), Slot(7)))), table.now)
    order = Pass(tuple(reversed(dealt(0))))
    table._do(table.seated[0], lambda one: one.choose(Choose(one.table.log.k, order), table.now))
    assert table.run(lambda: all(each.running.replica.actors == (1,) for each in table.seated), limit_s=5.0)

    assert not any(str(order).encode() in frame for frame in sent)
    assert {*laid(0)} <= {*session.dealer.known}


LIES: dict[str, Callable[[Payload], Payload]] = {
    "another card": lambda pay: replace(pay, data=pay.data[:33] + pay.data[99:132] + pay.data[66:]),
    "a card twice": lambda pay: replace(pay, data=pay.data[:66] + pay.data[:66] + pay.data[132:]),
    "two changed after the proof": lambda pay: replace(
        pay, data=pay.data[66:132] + pay.data[:66] + pay.data[132:]
    ),
    "a byte short": lambda pay: replace(pay, data=pay.data[:-1]),
    "nothing": lambda pay: replace(pay, data=b""),
    "its order": lambda pay: replace(pay, text="pass 3 4 5"),
    "more": lambda pay: replace(pay, more=b"1"),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_seat_that_arranges_falsely_is_blamed(lie: str) -> None:
    table = parlour()
    table.step()
    payload = read_payload(GONE, table.payloads()[GONE])
    with pytest.raises(PeerError) as refused:
        table.replica.check(table.place, GONE, write_payload(LIES[lie](payload)))

    assert refused.value.seat == GONE


def test_a_mix_does_not_pass_as_an_arrangement() -> None:
    """The proof of a shuffle is for another purpose, and so is that of another seat."""
    table = parlour()
    due = step(table)
    for place, seat in ((table.place, 2), (replace(table.place, k=9), 0)):
        other = replace(due, need=replace(due.need, seat=Seat(seat)))
        action = Pass(dealt(0))
        pay = other.answer(place, table.dealers[0].prover, action)
        with pytest.raises(PeerError):
            table.replica.check(table.place, 0, write_payload(pay))


def test_a_game_with_arranging_is_played_over_the_network_with_escrow() -> None:
    table = SimulatedTable(PASSING, 4, policy=Policy(escrow_t=2))
    assert table.run(lambda: table.is_over, limit_s=300.0)

    assert verify_record(write_record_file(saved(table, 0))).problem == ""


def test_the_passing_game_passes_every_check_of_the_contract() -> None:
    for name in CHECKS:
        assert run_check(name, cases(PASSING)[1]) is None, name


def test_what_was_arranged_is_forgotten_with_its_cards() -> None:
    table = parlour()
    table.step()
    dealer, game = table.dealers[0], table.place.game
    kept, dealer._tidied = dealer.kept(table.replica, game), None
    assert kept is not None and "memory" in kept
    for _ in ALL[1:]:
        table.step()
    table.step()
    cards = {slot: card for slot, card in table.replica.deal.cards.items() if slot not in laid(0)}
    here = replace(table.replica.here, deal=replace(table.replica.deal, cards=cards))
    left = replace(table.replica, step=replace(table.replica.step, here=here))
    dealer._tidied = None
    kept = dealer.kept(left, game)

    assert kept is not None and "memory" not in kept and not dealer._memory
