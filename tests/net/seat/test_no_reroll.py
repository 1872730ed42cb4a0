"""Nobody gets another joint number by going away or coming back once somebody has seen it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from app.keep.record_file import write_record_file
from app.records.verify import verify_record
from net.deck.roll import CheckedRollShare, roll_value
from net.errors import PeerError
from net.machine import Choice, TableView, Why
from net.seat.payload import Payload, read_payload, write_payload
from net.seat.step_kind import StepKind
from net.seat.steps import coin
from net.wire.genesis import Policy
from rules.api import Rolled
from tests.support.catalogue import GAMES
from tests.support.parlour import Parlour
from tests.support.simulated_table import Seated, SimulatedTable, saved
from tests.support.values import replace

pytestmark = pytest.mark.usefixtures("open_group")

GONE = 1
MADE: list[int] = []
OPTIONS = {"plump": {"length": "short"}, "kings": {"first": "random"}}
WITHOUT = (0, 2, 3)
ALL = (0, 1, 2, 3)


@pytest.fixture(name="made", autouse=True)
def _made(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers computed by any seat from here on, drawn of 2^64 so that two are never equal by chance."""

    def value(context: bytes, shares: Mapping[int, CheckedRollShare], sides: int) -> int:
        MADE.append(roll_value(context, shares, 2**64))
        return roll_value(context, shares, sides)

    MADE.clear()
    monkeypatch.setattr(coin.roll, "roll_value", value)
    return MADE


def drawing(game: str = "reef", *, seats: int = 4, t: int = 2) -> tuple[Parlour, int]:
    """A table at which a number is drawn, and that number: the last to speak knows it before."""
    table = Parlour(GAMES[game], seats, OPTIONS.get(game, {}), escrow_t=t)
    table.until("coin")
    return table, foreseen(table)


def foreseen(table: Parlour) -> int:
    """The number that comes out if all give their shares."""
    table.replica.after(table.place, tuple(sorted(table.payloads().items())))
    return MADE[-1]


def drawn(table: Parlour) -> int:
    """The number that is drawn now."""
    table.until("coin")
    table.step()
    assert any(isinstance(event, Rolled) for event in table.replica.happened)
    return MADE[-1]


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_that_has_seen_a_number_and_vanishes_does_not_change_the_number(game: str) -> None:
    table, seen = drawing(game)
    table.change_view(TableView(WITHOUT, Choice.STAND_IN))
    assert table.replica.here.kept_out == ()

    assert drawn(table) == seen
    table.until("move")
    assert table.replica.deal.known_keys().seats == WITHOUT  # the cards are dealt with the keys of the rest


def test_leaving_out_a_seat_does_not_change_the_number_being_drawn() -> None:
    table, seen = drawing()
    table.change_view(TableView(WITHOUT, Choice.LEAVE_OUT))

    assert drawn(table) == seen
    table.until("move")


def test_coming_back_while_the_number_is_drawn_does_not_change_it() -> None:
    table, seen = drawing()
    table.change_view(TableView(WITHOUT, Choice.STAND_IN))
    table.change_view(TableView(ALL, Choice.GO_ON))
    assert table.replica.actors == ALL

    assert drawn(table) == seen
    table.until("move")
    assert table.replica.deal.known_keys().seats == ALL


def test_a_vote_to_go_on_with_everybody_does_not_change_the_number() -> None:
    table, seen = drawing(t=0)
    table.change_view(TableView(ALL, Choice.GO_ON))

    assert drawn(table) == seen


def test_seats_may_vanish_one_after_the_other_as_long_as_enough_can_lend() -> None:
    table, seen = drawing("cahoots", seats=5)
    for act in ((0, 2, 3, 4), (0, 2, 4)):
        table.change_view(TableView(act, Choice.STAND_IN))
    table.change_view(TableView((0, 2, 3, 4), Choice.GO_ON))

    assert drawn(table) == seen


def test_with_too_few_lenders_the_number_is_drawn_again_without_the_seat_that_left() -> None:
    table, seen = drawing("cahoots", seats=5, t=3)
    table.change_view(TableView((0, 2, 3, 4), Choice.STAND_IN))
    assert table.replica.here.kept_out == () and table.replica.step.kind == "coin"
    table.change_view(TableView((0, 2, 4), Choice.STAND_IN))
    assert table.replica.here.kept_out == () and drawn(table) == seen

    table, seen = drawing("cahoots", seats=5, t=4)
    table.change_view(TableView((0, 2, 3, 4), Choice.STAND_IN))
    table.change_view(TableView((0, 2, 4), Choice.STAND_IN))
    assert table.replica.here.kept_out == (1, 3) and table.replica.step.kind == "commit"
    assert drawn(table) != seen


def test_without_escrow_the_number_is_drawn_again_without_the_seat_that_left_until_the_next_deal() -> None:
    table, _ = drawing("plump", t=0)
    table.change_view(TableView(WITHOUT, Choice.STAND_IN))
    assert table.replica.here.kept_out == (GONE,) and table.replica.step.kind == "commit"
    drawn(table)
    table.until("move")
    assert table.replica.here.kept_out == (GONE,)
    number_of_deal = table.replica.deal.number
    while table.replica.deal.number == number_of_deal:
        table.step()

    assert table.replica.here.kept_out == ()


@pytest.mark.parametrize("kind", ["commit", "coin", "mix"])
def test_players_may_let_the_seat_back_and_the_number_drawn_then_is_final(kind: str) -> None:
    table, _ = drawing("plump", t=0)
    table.change_view(TableView(WITHOUT, Choice.STAND_IN))
    table.until(kind)
    seen = foreseen(table) if kind == "coin" else None
    table.change_view(TableView(ALL, Choice.GO_ON))
    assert table.replica.here.kept_out == ()
    assert seen is None or drawn(table) == seen
    table.until("move")

    assert table.replica.deal.known_keys().seats == ALL


@pytest.mark.parametrize("kind", ["commit", "open", "split", "vouch", "mix"])
def test_a_seat_left_out_while_no_number_is_drawn_is_not_kept_out(kind: str) -> None:
    table = Parlour(GAMES["plump"], 4, {"length": "short"}, escrow_t=3)
    table.until(kind)
    table.change_view(TableView(WITHOUT, Choice.STAND_IN, Why.GONE))

    assert table.replica.here.kept_out == ()
    table.until("move")


# -- whole tables -----------------------------------------------------------------------------


def has_rolled(table: SimulatedTable) -> bool:
    """True if all who stay have been told of a number."""
    return all(
        any(isinstance(event, Rolled) for news in table.seated[seat].news for event in news.events)
        for seat in WITHOUT
    )


def simulated(t: int) -> SimulatedTable:
    """A table at which the last to speak has seen the number, and is killed before it says its part."""
    table = SimulatedTable(GAMES["reef"], 4, {}, policy=Policy(escrow_t=t))
    last = table.seated[GONE]

    def look(seated: Seated, pay: bytes) -> bytes:
        session = seated.running
        if read_payload(seated.seat, pay).kind is not StepKind.COIN:
            return pay
        sessions = [each.running for each in table.seated if each is not last]
        pays = {each.dealer.seat: each.dealer.answer(each.replica, session.place).pay for each in sessions}
        session.replica.after(session.place, tuple(sorted({**pays, seated.seat: pay}.items())))
        table.kill(seated)  # before anything is sent
        return pay

    last.forge = look
    assert table.run(lambda: last.session is None)
    table.run(lambda: False, limit_s=1.0)
    last.forge = None
    return table


def vote(table: SimulatedTable, act: tuple[int, ...], choice: Choice, *, killed: int | None = None) -> None:
    view = TableView(act, choice)
    for seat in act:
        table._do(table.seated[seat], lambda one: one._take(one.table.vote(view, table.now), table.now))
        if seat == killed:
            again(table, seat)
    assert table.run(lambda: all(table.seated[seat].running.table.log.act == act for seat in act))


def again(table: SimulatedTable, seat: int) -> None:
    table.kill(table.seated[seat])
    table.boot(table.seated[seat])


@pytest.mark.parametrize("killed", [0, 3])
@pytest.mark.parametrize("stage", ["before", "voted", "after", "back"])
def test_a_number_stays_the_same_through_kills_and_views(made: list[int], stage: str, killed: int) -> None:
    table = simulated(t=2)
    if stage == "before":
        again(table, killed)
        table.run(lambda: False, limit_s=5.0)
    vote(table, WITHOUT, Choice.STAND_IN, killed=killed if stage == "voted" else None)
    if stage in ("after", "back"):
        again(table, killed)
    if stage == "back":
        table.boot(table.seated[GONE])
    assert table.run(lambda: has_rolled(table))
    assert table.run(lambda: all(table.seated[seat].running.table.log.k > 25 for seat in WITHOUT))

    assert made[0] == made[1]  # the number foreseen, and the number drawn
    assert not any(each.faults for each in table.seated)
    assert verify_record(write_record_file(saved(table, 0))).problem == ""


def test_without_escrow_there_is_another_number_and_the_record_is_valid(made: list[int]) -> None:
    table = simulated(t=0)
    vote(table, WITHOUT, Choice.STAND_IN)
    assert table.run(lambda: has_rolled(table))

    assert made[0] != made[1]
    assert all(table.seated[seat].running.replica.here.kept_out == (GONE,) for seat in WITHOUT)
    assert verify_record(write_record_file(saved(table, 0))).problem == ""


# -- lies -------------------------------------------------------------------------------------


def lending() -> tuple[Parlour, dict[int, Payload]]:
    table, _ = drawing()
    table.change_view(TableView(WITHOUT, Choice.STAND_IN))
    return table, {seat: read_payload(seat, pay) for seat, pay in table.payloads().items()}


def refused(table: Parlour, seat: int, payload: Payload) -> str:
    with pytest.raises(PeerError) as refusal:
        table.replica.check(table.place, seat, write_payload(payload))
    assert refusal.value.seat == seat
    return refusal.value.reason


def test_only_as_many_seats_lend_for_a_number_as_are_needed() -> None:
    table, honest = lending()

    assert {seat: len(payload.more) for seat, payload in honest.items()} == {0: 97, 2: 97, 3: 0}
    assert [table.replica.proofs(seat, write_payload(each)).total() for seat, each in honest.items()] == [
        2,
        2,
        1,
    ]


LIES = {
    "nothing": lambda more: b"",
    "too short": lambda more: more[:-1],
    "too long": lambda more: more + b"\0",
    "twice": lambda more: more + more,
    "another point": lambda more: bytes([more[0] ^ 1]) + more[1:],
    "no point": lambda more: bytes(33) + more[33:],
    "a bit of the challenge": lambda more: more[:40] + bytes([more[40] ^ 1]) + more[41:],
    "a bit of the answer": lambda more: more[:-1] + bytes([more[-1] ^ 1]),
    "an answer of zero": lambda more: more[:-32] + bytes(32),
}


@pytest.mark.parametrize("lie", LIES)
def test_the_seat_that_lends_a_false_part_of_a_number_is_blamed(lie: str) -> None:
    table, honest = lending()
    table.replica.check(table.place, 2, write_payload(honest[2]))

    refused(table, 2, replace(honest[2], more=LIES[lie](honest[2].more)))


def test_only_requested_seats_may_lend_and_nobody_lends_if_all_are_there() -> None:
    table, honest = lending()
    assert refused(table, 3, replace(honest[3], more=honest[2].more)) == "wrong-shares"
    table, _ = drawing()
    whole = {seat: read_payload(seat, pay) for seat, pay in table.payloads().items()}

    assert refused(table, 2, replace(whole[2], more=honest[2].more)) == "wrong-shares"


def test_a_loan_is_bound_to_its_seat_number_and_game() -> None:
    table, honest = lending()
    refused(table, 2, replace(honest[2], more=honest[0].more))
    refused(table, 2, replace(honest[2], more=honest[2].data))
    refused(table, 2, replace(honest[2], data=honest[2].more))
    other = Parlour(GAMES["reef"], 4, {}, seed=2, escrow_t=2)
    other.until("coin")
    other.change_view(TableView(WITHOUT, Choice.STAND_IN))
    theirs = read_payload(2, other.payloads()[2])

    refused(table, 2, replace(honest[2], more=theirs.more))


def test_a_number_is_bound_to_the_place_where_it_was_first_due() -> None:
    """A share of the void round holds in the next one, and at no other place."""
    table, _ = drawing()
    given = table.payloads()[0]
    table.change_view(TableView(ALL, Choice.GO_ON))
    table.replica.check(table.place, 0, given)
    elsewhere, _ = drawing()
    elsewhere.place = replace(elsewhere.place, k=elsewhere.place.k + 1)

    refused(elsewhere, 0, read_payload(0, given))
