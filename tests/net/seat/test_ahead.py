"""The next deal, made while this one is played: the entries that carry it, lies, interruptions."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.keep.record_file import write_record_file
from app.records.verify import verify_record
from net.errors import BadProof, IllegalMove, PeerError
from net.machine import Choice, TableView
from net.seat.ahead import numbers_ahead, step_ahead
from net.seat.deal import Deal
from net.seat.payload import Payload, read_payload, write_payload
from net.seat.step_kind import StepKind
from net.seat.steps.due import step_due
from net.seat.steps.mix import Mix
from net.seat.tally import CARRYING, WAITING, WAITING_CARRYING
from net.wire.genesis import Policy
from rules.api import Shuffle
from tests.support.catalogue import GAMES
from tests.support.parlour import Parlour
from tests.support.simulated_table import LATENCY_S, Seated, SimulatedTable, saved
from tests.support.values import replace

pytestmark = pytest.mark.usefixtures("open_group")
CEREMONY = (StepKind.COMMIT, StepKind.OPEN, StepKind.SPLIT, StepKind.VOUCH)
CARRIED = (StepKind.COMMIT, StepKind.OPEN, StepKind.MIX)
"""Steps of the next deal that entries carry at a table without escrow."""


def parlour(game: str = "plump", seats: int = 3, escrow_t: int = 0, **options: str) -> Parlour:
    usual = {"plump": {"length": "short"}, "matriculation": {"hands": "2"}}
    return Parlour(GAMES[game], seats, {**usual[game], **options}, escrow_t=escrow_t)


def carried(table: Parlour) -> dict[int, Payload]:
    """The parts of the next deal in the honest entries of the round that is due, by seat."""
    read = {seat: read_payload(seat, pay) for seat, pay in table.payloads().items()}
    return {seat: payload.ahead for seat, payload in read.items() if payload.ahead is not None}


def until_carried(table: Parlour, kind: StepKind, *, done_by: int = 0) -> int:
    """Play until an entry is due that may carry this, as the `done_by`-th; gives its author's seat."""
    met: set[int] = set()
    for _ in range(2000):
        steps = {seat: step_ahead(table.replica.step, seat) for seat in table.replica.actors}
        due = {seat for seat, step in steps.items() if step is not None and step.kind is kind}
        for seat in sorted(due):
            if len(met - {seat}) >= done_by:
                return seat
        met |= due
        table.step()
    raise AssertionError(f"no {kind} was ever carried")


def bare(table: Parlour) -> dict[int, bytes]:
    """The honest entries of the round that is due, with nothing for the next deal."""
    return {seat: stripped(pay) for seat, pay in table.payloads().items()}


def stripped(pay: bytes) -> bytes:
    """The entry without its part of the next deal."""
    return write_payload(replace(read_payload(0, pay), ahead=None))


def loaded(table: Parlour, seat: int, ahead: Payload | None) -> bytes:
    """The honest entry of a seat, with another part of the next deal."""
    return write_payload(replace(read_payload(seat, table.payloads()[seat]), ahead=ahead))


def refusal(table: Parlour, seat: int, pay: bytes) -> PeerError:
    with pytest.raises(PeerError) as refused:
        table.replica.check(table.place, seat, pay)
    assert refused.value.seat == seat
    return refused.value


@pytest.mark.parametrize(("game", "seats"), [("plump", 2), ("plump", 3), ("plump", 5), ("matriculation", 3)])
def test_players_wait_only_for_the_first_deal(game: str, seats: int) -> None:
    """This also holds in a row of rounds of one card each."""
    table = parlour(game, seats)
    end = table.play()

    assert end.state.outcome() is not None
    assert (table.kinds.count("commit"), table.kinds.count("open"), table.kinds.count("mix")) == (1, 1, seats)


def test_with_escrow_moves_also_carry_the_parts_of_the_keys() -> None:
    table = parlour(seats=3, escrow_t=2)
    table.until("move")
    while table.replica.deal.number == 0:
        table.step()

    deal = table.replica.deal
    assert table.replica.step.kind is StepKind.SHARES
    assert {*deal.split} == {*deal.vouched} == {0, 1, 2} and table.kinds.count("vouch") == 1


def test_during_the_last_deal_nothing_is_prepared() -> None:
    table = parlour(seats=2)
    table.until("move")
    while table.replica.state.next_deck():
        table.step()
    table.until("move")

    assert not carried(table)
    seat = table.replica.actors[0]
    assert (
        refusal(table, seat, loaded(table, seat, Payload(StepKind.COMMIT, bytes(32)))).reason == "wrong-step"
    )


def test_every_deal_has_its_own_number_and_prepared_deals_have_numbers_in_use() -> None:
    table = parlour(seats=2)
    for _ in range(30):
        here = table.replica.here
        numbers = [here.deal.number, *numbers_ahead(here)]
        assert numbers == sorted(set(numbers))
        assert all(deal.number < here.unused for deal in here.ahead)
        table.step()

    assert here.ahead


def test_a_game_without_prepared_deals_is_played_to_its_end() -> None:
    """Without preparation every deal is made in rounds of its own, as the first one is."""
    table = parlour(seats=2)
    while table.replica.actors:
        table.take(bare(table))

    deals = table.kinds.count("commit")
    assert table.replica.state.outcome() is not None
    assert deals > 5 and table.kinds.count("open") == deals and table.kinds.count("mix") == 2 * deals


@pytest.mark.parametrize("kind", CARRIED)
def test_a_prepared_deal_is_finished_in_rounds_from_where_it_stands(kind: StepKind) -> None:
    """One seat leaves out this step and all after it; only the missing steps get rounds of their own."""
    table = parlour(seats=3)
    table.until("shares")
    stubborn = 1
    while table.replica.deal.number == 0:
        pays = table.payloads()
        if stubborn in pays and (ahead := read_payload(0, pays[stubborn]).ahead) and ahead.kind is kind:
            pays[stubborn] = stripped(pays[stubborn])
            table.replica.check(table.place, stubborn, pays[stubborn])
        table.take(pays)
    at = len(table.kinds)
    table.until("move")

    order = ["commit", "open", "mix"]
    wanted = order[order.index(kind) :]
    found = table.kinds[at:]
    assert found[:-1] == [each for each in wanted for _ in range(3 if each == "mix" and kind != "mix" else 1)]
    assert table.play().state.outcome() is not None


def test_in_the_round_that_finishes_a_step_only_seats_write_that_have_not_yet() -> None:
    table = parlour(seats=3)
    table.until("move")
    while table.replica.deal.number == 0:
        pays = table.payloads()
        if 2 in pays and (ahead := read_payload(2, pays[2]).ahead) and ahead.kind is StepKind.OPEN:
            pays[2] = stripped(pays[2])
        table.take(pays)

    assert table.replica.step.kind is StepKind.OPEN and table.replica.actors == (2,)


WRONG: dict[str, Callable[[Payload], Payload]] = {
    "cut short": lambda pay: replace(pay, data=pay.data[:-1]),
    "empty": lambda pay: replace(pay, data=b""),
    "one bit": lambda pay: replace(pay, data=pay.data[:-3] + bytes([pay.data[-3] ^ 1]) + pay.data[-2:]),
    "another step": lambda pay: replace(pay, kind=CARRIED[(CARRIED.index(pay.kind) + 1) % 3]),
    "with an action": lambda pay: replace(pay, text="bid 1"),
    "a coin": lambda pay: replace(pay, kind=StepKind.COIN),
}


LIES = [(kind, lie) for kind in CARRIED for lie in WRONG if (kind, lie) != (StepKind.COMMIT, "one bit")]
"""The lies, without one: any 32 bytes are a commitment, and only the opening shows that they do not fit."""


@pytest.mark.parametrize(("kind", "lie"), LIES)
def test_the_author_of_a_lie_about_the_next_deal_is_blamed(kind: StepKind, lie: str) -> None:
    table = parlour(seats=3)
    seat = until_carried(table, kind)
    honest = carried(table)[seat]
    table.replica.check(table.place, seat, loaded(table, seat, honest))

    refusal(table, seat, loaded(table, seat, WRONG[lie](honest)))


def test_an_entry_carries_neither_a_move_nor_a_payload_that_carries_another() -> None:
    table = parlour(seats=3)
    seat = until_carried(table, StepKind.COMMIT)
    honest = carried(table)[seat]

    for ahead in (
        Payload(StepKind.MOVE, text="bid 1"),
        Payload(StepKind.SHARES),
        replace(honest, ahead=honest),
    ):
        assert refusal(table, seat, loaded(table, seat, ahead)).reason == "no-payload"


def test_an_entry_of_a_key_ceremony_must_not_include_a_step_of_the_next_deal() -> None:
    table = parlour(seats=3)
    assert table.replica.step.kind is StepKind.COMMIT
    pay = loaded(table, 0, Payload(StepKind.COMMIT, bytes(32)))
    assert refusal(table, 0, pay).reason == "no-payload"


def test_nobody_opens_a_key_before_all_have_committed() -> None:
    """The second who commits cannot open at once, and neither can the first."""
    table = parlour(seats=3)
    table.until("move")
    deals: set[tuple[bool, bool]] = set()
    while table.replica.deal.number == 0:
        for deal in table.replica.here.ahead:
            deals.add(({*deal.commitments} == {0, 1, 2}, bool(deal.opened)))
        table.step()

    assert (False, True) not in deals and (True, True) in deals


def test_a_seat_cannot_carry_its_part_of_the_next_deal_twice() -> None:
    table = parlour(seats=3)
    seat = until_carried(table, StepKind.MIX)
    again = carried(table)[seat]
    table.step()
    while table.replica.actors != (seat,):
        assert table.replica.deal.number == 0
        table.step()

    assert refusal(table, seat, loaded(table, seat, again)).reason == "wrong-step"


def test_a_mix_is_valid_for_no_other_seat_height_or_chain() -> None:
    table = parlour(seats=3)
    seat = until_carried(table, StepKind.MIX)
    honest = carried(table)[seat]
    step = step_ahead(table.replica.step, seat)
    assert isinstance(step, Mix)

    for place in (replace(table.place, k=table.place.k + 1), replace(table.place, prev=bytes(32))):
        with pytest.raises(BadProof):
            step.check(place, seat, honest)
    with pytest.raises(BadProof) as refused:
        step.check(table.place, (seat + 1) % 3, honest)
    assert refused.value.seat == (seat + 1) % 3


def test_a_round_of_shares_carries_no_mix() -> None:
    table = parlour("matriculation", 3)
    until_carried(table, StepKind.MIX)
    table.take(bare(table))
    table.until("shares")
    here = table.replica.here
    assert here.ahead[0].keys is not None and len(here.ahead[0].mixed_by) < 3
    seat = table.replica.actors[0]

    pay = loaded(table, seat, Payload(StepKind.MIX, bytes(162 * 102 + 328)))
    assert refusal(table, seat, pay).reason == "wrong-step"


def test_a_mix_prepared_for_other_faces_is_dropped_and_its_keys_are_kept() -> None:
    table = parlour(seats=3)
    until_carried(table, StepKind.MIX, done_by=2)
    here, faces = table.replica.here, table.replica.state.next_deck()
    (first, *rest) = here.ahead
    assert first.mixed_by and first.faces == faces

    while table.replica.step.kind != "shares" or table.replica.deal.number == 0:
        before = table.replica.here
        table.step()
    need = Shuffle("deck", faces[:-1], (), tuple(before.state.hand(0)), new_deck=True)  # type: ignore[arg-type]
    state = type("Other", (), {"needs": (need,)})()
    step = step_due(replace(here, state=state, deal=replace(here.deal, dealt=True)))

    assert isinstance(step, Mix) and step.here.deal.keys == first.keys and not step.here.deal.mixed_by
    assert step.here.ahead == tuple(rest)


# -- interruptions ------------------------------------------------------------------------------

MOMENTS = [*((kind, done_by) for kind in CARRIED for done_by in (0, 1, 2))]


def next_but_one(table: Parlour) -> None:
    """Play on into the deal after the next."""
    for _ in range(2):
        number = table.replica.deal.number
        while table.replica.deal.number == number:
            table.step()
    table.until("move")


def numbers(table: Parlour) -> dict[int, set[bytes]]:
    """The commitments that were made under each number of a deal."""
    here = table.replica.here
    return {deal.number: {*deal.commitments.values()} for deal in (here.deal, *here.ahead)}


@pytest.mark.parametrize(("kind", "done_by"), MOMENTS)
def test_the_prepared_deal_is_lost_when_a_seat_leaves(kind: StepKind, done_by: int) -> None:
    """Those who stay make new keys, under a number that no key was committed to before."""
    table = parlour(seats=4)
    until_carried(table, kind, done_by=done_by)
    before = numbers(table)
    table.change_view(TableView((0, 2, 3), Choice.LEAVE_OUT))

    assert not table.replica.here.ahead
    assert table.replica.deal.number not in {number for number, made in before.items() if made}
    table.kinds.clear()
    next_but_one(table)
    assert table.kinds.count("commit") == 1 and table.replica.deal.keys.seats == (0, 2, 3)  # type: ignore[union-attr]


@pytest.mark.parametrize(("kind", "done_by"), MOMENTS)
def test_a_view_with_everybody_keeps_what_was_prepared(kind: StepKind, done_by: int) -> None:
    table = parlour(seats=3)
    until_carried(table, kind, done_by=done_by)
    before = table.replica.here.ahead
    table.change_view(TableView((0, 1, 2), Choice.GO_ON))

    assert table.replica.here.ahead == before
    table.kinds.clear()
    next_but_one(table)
    assert "commit" not in table.kinds and "mix" not in table.kinds


@pytest.mark.parametrize("kind", [*CARRIED, StepKind.SPLIT, StepKind.VOUCH])
def test_a_stand_in_takes_no_part_in_the_next_deal(kind: StepKind) -> None:
    table = parlour(seats=4, escrow_t=2)
    until_carried(table, kind, done_by=1)
    table.change_view(TableView((0, 1, 2), Choice.STAND_IN))
    assert not table.replica.here.ahead
    number = table.replica.deal.number
    while table.replica.deal.number == number:
        table.step()
    assert table.replica.deal.number > number + 1
    table.until("move")
    assert table.replica.deal.keys is not None and table.replica.deal.keys.seats == (0, 1, 2)

    table.change_view(TableView((0, 1, 2, 3), Choice.GO_ON))
    next_but_one(table)
    assert table.replica.deal.keys is not None and table.replica.deal.keys.seats == (0, 1, 2, 3)


def simulated(seats: int = 3, t: int = 0, seed: int = 1) -> SimulatedTable:
    return SimulatedTable(GAMES["plump"], seats, {"length": "short"}, seed=seed, policy=Policy(escrow_t=t))


def reaches(table: SimulatedTable, kind: StepKind, done_by: int) -> Callable[[], bool]:
    """Make a condition: the furthest seat has this step of the next deal from `done_by` seats."""

    def is_there() -> bool:
        there = max((each.running for each in table.seated if each.session), key=lambda one: one.table.log.k)
        deals = there.replica.here.ahead
        if not deals or there.replica.deal.number:
            return False
        done = {
            StepKind.COMMIT: deals[0].commitments,
            StepKind.OPEN: deals[0].opened,
            StepKind.MIX: deals[0].mixed_by,
        }
        return len(done[kind]) >= done_by

    return is_there


def verified(table: SimulatedTable, seat: int) -> None:
    verdict = verify_record(write_record_file(saved(table, seat)))
    assert not verdict.problem and verdict.heights == table.seated[seat].running.table.log.k, verdict.problem


@pytest.mark.parametrize("kind", CARRIED)
@pytest.mark.parametrize(
    ("done_by", "late_s"),
    [
        (1, 0.0015),
        (3, 0.0),
        *(pytest.param(*each, marks=pytest.mark.slow) for each in ((1, 0.0), (3, 0.0015))),
    ],
)
def test_a_crash_at_any_point_loses_nothing_of_the_next_deal(
    kind: StepKind, done_by: int, late_s: float
) -> None:
    """Every seat is killed once and started again from its journal; nobody makes a deal twice."""
    table = simulated(seed=int(late_s * 10_000))
    assert table.run(reaches(table, kind, done_by))
    table.run(lambda: False, limit_s=late_s)
    for seated in table.seated:
        table.kill(seated)
        table.run(lambda: False, limit_s=0.002)
        table.boot(seated)
        heights = seated.running.table.log.k + 2
        assert table.run(
            lambda heights=heights: all(each.running.table.log.k >= heights for each in table.seated)
        )
    assert table.run(lambda: all(each.running.replica.deal.number > 1 for each in table.seated))

    assert not any(each.faults for each in table.seated)
    rounds = [each.running.tally.rounds for each in table.seated]
    assert not any(made.get(StepKind.COMMIT, 0) > 1 for made in rounds)
    verified(table, 1)


def test_the_time_of_moves_that_carry_something_is_counted_separately() -> None:
    """A frame takes a millisecond here, and nothing else takes any time: so long all wait for each entry but
    its author."""
    table = simulated()
    assert table.run(lambda: all(each.running.replica.deal.number > 1 for each in table.seated))
    for seated in table.seated:
        tally = seated.running.tally
        carrying, bare = tally.rounds[CARRYING], tally.rounds[StepKind.MOVE]
        own = sum(map(len, tally.moves.values()))
        waited = tally.seconds[WAITING] + tally.seconds[WAITING_CARRYING]

        assert carrying + bare > own and carrying >= len(tally.moves[True]) > 0
        assert waited == pytest.approx((carrying + bare - own) * LATENCY_S)


@pytest.mark.parametrize("kind", CARRIED)
@pytest.mark.parametrize("done_by", [1, 3])
def test_a_seat_that_vanishes_midway_is_left_out_and_the_record_is_valid(
    kind: StepKind, done_by: int
) -> None:
    table = simulated(seats=4)
    assert table.run(reaches(table, kind, done_by))
    table.kill(table.seated[3])
    table.run(lambda: False, limit_s=0.2)
    view = TableView((0, 1, 2), Choice.LEAVE_OUT)
    for seat in view.act:
        table._do(table.seated[seat], lambda one: one._take(one.table.vote(view, table.now), table.now))
    number = table.seated[0].running.replica.deal.number
    assert table.run(lambda: all(each.running.replica.deal.number > number for each in table.seated[:3]))

    assert not any(each.faults for each in table.seated)
    verified(table, 0)


@pytest.mark.parametrize("kind", [StepKind.OPEN, StepKind.MIX])
def test_a_cheat_is_blamed_by_everybody_and_by_the_record(kind: StepKind) -> None:
    table, cheat = simulated(), 1

    def forge(seated: Seated, honest: bytes) -> bytes:
        payload = read_payload(cheat, honest)
        if payload.ahead is None or payload.ahead.kind is not kind:
            return honest
        return write_payload(replace(payload, ahead=WRONG["one bit"](payload.ahead)))

    table.seated[cheat].forge = forge
    assert table.run(lambda: table.stopped(but=cheat))

    verdict = verify_record(write_record_file(saved(table, 0)))
    assert {each.faults[0].seat for each in table.seated if each.seat != cheat} == {cheat}
    assert [charge.seat for charge in verdict.charges] == [cheat]


@pytest.mark.parametrize("holder", [0, 2])
def test_a_dealer_of_the_next_deal_that_lied_and_is_gone_is_convicted_by_one_complaint(holder: int) -> None:
    """Its split has ridden on an entry of its own, and the complaint rides on the next one of the holder."""
    table, cheat = simulated(seats=4, t=2), 1

    def forge(seated: Seated, honest: bytes) -> bytes:
        payload = read_payload(cheat, honest)
        if payload.ahead is None or payload.ahead.kind is not StepKind.SPLIT:
            return honest
        at = len(payload.ahead.data) - 48 * (3 if holder == 0 else 2)  # the box of that holder
        data = payload.ahead.data[:at] + bytes(48) + payload.ahead.data[at + 48 :]
        return write_payload(replace(payload, ahead=replace(payload.ahead, data=data)))

    def is_lied_to() -> bool:
        step = table.seated[holder].running.replica.step
        is_split = any(cheat in deal.split and holder not in deal.vouched for deal in step.here.ahead)
        ahead = step_ahead(step, holder)
        return is_split and step.actors == (holder,) and ahead is not None and ahead.kind is StepKind.VOUCH

    table.seated[cheat].forge = forge
    assert table.run(is_lied_to)
    table.kill(table.seated[cheat])

    assert table.run(lambda: table.stopped(but=cheat), limit_s=30.0)
    faults = [fault for each in table.seated if each.seat != cheat for fault in each.faults]
    assert {(fault.seat, fault.reason) for fault in faults} == {(cheat, "combination")}
    verdict = verify_record(write_record_file(saved(table, holder)))
    assert [charge.seat for charge in verdict.charges] == [cheat]


def test_the_key_of_the_next_deal_is_kept_while_its_entry_is_on_its_way() -> None:
    """A start in that moment forgets the keys of finished deals, and not this one."""
    table = parlour(seats=2)
    until_carried(table, StepKind.COMMIT)
    dealer = table.dealers[0]
    dealer.prepare(table.replica, table.place)
    names = set(dealer.prover.held)
    kept = dealer.kept(table.replica, table.place.game)

    assert len(names) == 2 and kept is not None and names <= kept


def test_an_empty_deal_is_not_a_prepared_deal() -> None:
    table = parlour(seats=2)
    table.until("move")
    assert Deal(1) not in table.replica.here.ahead
    with pytest.raises(IllegalMove):
        read_payload(0, write_payload(Payload(StepKind.COMMIT, bytes(32), more=b"1")))
