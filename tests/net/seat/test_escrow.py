"""Tables whose keys are split: two more rounds of every ceremony, and every lie in them."""

from __future__ import annotations

import pickle

import pytest

from app.keep.record_file import write_record_file
from app.records.verify import verify_record
from net.agreement.effects import FaultReason
from net.deck.algebra.scalar import scalar_bytes
from net.deck.escrow import CheckedEscrow, make_vouch, take_part
from net.errors import BadProof, NoView, PeerError
from net.machine import Choice, Place, TableView, Why
from net.seat.payload import Payload, read_payload, write_payload
from net.seat.replica import Replica
from net.seat.session import Session, Work
from net.seat.step_kind import StepKind
from net.wire.genesis import Policy
from tests.support.catalogue import GAMES
from tests.support.parlour import Parlour, seeded
from tests.support.quick import quick_only
from tests.support.simulated_table import Forge, Seated, SimulatedTable, saved
from tests.support.values import replace

pytestmark = pytest.mark.usefixtures("open_group")

CHEAT = 1
BOX = 48
CEREMONY = ["commit", "open", "split", "vouch"]


def parlour(seats: int = 3, t: int = 2, game: str = "plump") -> Parlour:
    return Parlour(GAMES[game], seats, {"length": "short"} if game == "plump" else {}, escrow_t=t)


def simulated(seats: int = 3, t: int = 2, seed: int = 1) -> SimulatedTable:
    return SimulatedTable(GAMES["plump"], seats, {"length": "short"}, seed=seed, policy=Policy(escrow_t=t))


@pytest.mark.parametrize(("seats", "t"), [(2, 1), (3, 2), (4, 2), (4, 3)])
def test_every_ceremony_splits_the_keys_and_the_game_is_played_to_its_end(seats: int, t: int) -> None:
    table = parlour(seats, t)
    deals: set[int] = set()
    while table.replica.actors:
        deal = table.replica.deal
        if deal.dealt:
            deals.add(deal.number)
            assert {*deal.split} == {*deal.vouched} == {*range(seats)}
            assert {dealt.t for dealt in deal.split.values()} == {t}
        table.step()

    assert table.replica.state.outcome() is not None
    assert table.kinds[:4] == CEREMONY and len(deals) > 5


@pytest.mark.parametrize("game", GAMES)
def test_every_game_begins_with_split_keys(game: str) -> None:
    table = parlour(4 if game == "kings" else 3, game=game)
    table.until("move")

    assert table.kinds[:4] == CEREMONY


@pytest.mark.parametrize("t", [0, 3])
def test_without_escrow_or_with_too_few_others_no_key_is_split(t: int) -> None:
    """The agreed threshold is never lowered: of three seats, two are not enough where three were agreed."""
    table = parlour(3, t)
    table.until("mix")

    assert table.kinds == ["commit", "open", "coin"]


def test_a_table_without_escrow_writes_the_same_bytes_as_before() -> None:
    plain, other = Parlour(GAMES["plump"], 3), Parlour(GAMES["plump"], 3, escrow_t=0)
    for table in (plain, other):
        table.until("move")

    assert plain.place == other.place


# -- lies -------------------------------------------------------------------------------------


def due(kind: str) -> Parlour:
    table = parlour()
    table.until(kind)
    return table


def flip(data: bytes, at: int) -> bytes:
    changed = bytearray(data)
    changed[at] ^= 1
    return bytes(changed)


FORGED = {
    "another step": lambda pay: replace(pay, kind=StepKind.COIN),
    "too long": lambda pay: replace(pay, data=pay.data + b"\0"),
    "more than the step has": lambda pay: replace(pay, more=b"\1"),
    "a text": lambda pay: replace(pay, text="bid 1"),
    "a bit of a point": lambda pay: replace(pay, data=flip(pay.data, 5)),
    "a bit of the proof": lambda pay: replace(pay, data=flip(pay.data, 70)),
    "nothing": lambda pay: replace(pay, data=b""),
}


@pytest.mark.parametrize(
    ("kind", "lie"),
    [(kind, lie) for kind in ("split", "vouch") for lie in FORGED if (kind, lie) != ("vouch", "nothing")],
)
def test_a_false_entry_is_refused_and_the_seat_that_wrote_it_is_blamed(kind: str, lie: str) -> None:
    table = due(kind)
    seat, honest = sorted(table.payloads().items())[-1]
    table.replica.check(table.place, seat, honest)
    if kind == "vouch":
        payload = complaining(table.replica, table.place, table.dealers[seat].prover.held, seat, about=0)
    else:
        payload = read_payload(seat, honest)
    with pytest.raises(PeerError) as refused:
        table.replica.check(table.place, seat, write_payload(FORGED[lie](payload)))

    assert refused.value.seat == seat


def test_split_keys_are_bound_to_their_place_and_seat() -> None:
    table = due("split")
    pays = table.payloads()
    for place in (replace(table.place, k=99), replace(table.place, prev=bytes(31) + b"\1")):
        with pytest.raises(BadProof):
            table.replica.check(place, 0, pays[0])
    with pytest.raises(BadProof) as refused:
        table.replica.check(table.place, 1, pays[0])

    assert refused.value.seat == 1


def broken(dealt: CheckedEscrow, holder: int) -> CheckedEscrow:
    """The checked message with another part in the holder's box, about which an honest program complains."""
    return replace(dealt, boxes={**dealt.boxes, holder: bytes(BOX)})


def complaining(replica: Replica, place: Place, held: object, seat: int, *, about: int) -> Payload:
    """A proven complaint about a part that is right."""
    assert isinstance(held, dict)
    here = replica.here
    lie = make_vouch(
        here.context(place, seat, "vouch"),
        here.keys,
        seat,
        held[here.deal.table.hex()],
        [broken(here.deal.split[about], seat)],
        seeded(1),
    )
    return Payload(StepKind.VOUCH, lie)


def lies_to(holder: int) -> Forge:
    """A forgery: the cheat's box for one holder has a bit changed."""

    def lie(seated: Seated, pay: bytes) -> bytes:
        payload = read_payload(seated.seat, pay)
        if payload.kind is not StepKind.SPLIT:
            return pay
        holders = [seat for seat in seated.running.replica.seats if seat != CHEAT]
        at = len(payload.data) - BOX * (len(holders) - holders.index(holder))
        return write_payload(replace(payload, data=flip(payload.data, at)))

    return lie


def complains_about(dealer: int) -> Forge:
    """A forgery: the cheat complains about a part that is right."""

    def lie(seated: Seated, pay: bytes) -> bytes:
        session = seated.running
        if session.replica.step.kind is not StepKind.VOUCH:
            return pay
        held = session.dealer.prover.held
        return write_payload(complaining(session.replica, session.place, held, CHEAT, about=dealer))

    return lie


@pytest.mark.parametrize("holder", [0, 2])
def test_a_dealer_that_lies_to_one_seat_is_blamed_by_all(holder: int) -> None:
    table = simulated()
    table.seated[CHEAT].forge = lies_to(holder)

    assert table.run(lambda: table.stopped(but=CHEAT), limit_s=30.0)
    for seat in (0, 2):
        (fault,) = table.seated[seat].faults
        assert (fault.seat, fault.reason) == (CHEAT, "combination")
        assert fault.text == f"a part of a key for seat {holder} that is not what was promised"


def killed_dealer(seats: int = 4) -> SimulatedTable:
    """A table at which the cheat has lied to seat 2, and is gone before it has vouched for anything."""
    table = simulated(seats, t=2)
    table.seated[CHEAT].forge = lies_to(2)
    table.play_until("vouch")
    table.kill(table.seated[CHEAT])
    assert table.run(lambda: table.stopped(but=CHEAT), limit_s=30.0)
    return table


def vote(table: SimulatedTable, act: tuple[int, ...], choice: Choice, why: Why = Why.PROVEN) -> None:
    for seat in act:
        session = table.seated[seat].running
        table._do(
            table.seated[seat],
            lambda running: running._take(
                running.table.vote(TableView(act, choice, why), table.now), table.now
            ),
        )
        assert session.table.log.changes.voted
    assert table.run(lambda: all(table.seated[seat].running.table.log.act == act for seat in act))


def restart(table: SimulatedTable, seat: int) -> None:
    table.kill(table.seated[seat])
    table.run(lambda: False, limit_s=0.2)
    table.boot(table.seated[seat])
    table.run(lambda: False, limit_s=5.0)


def test_a_dealer_that_is_killed_before_its_vouch_is_convicted_by_one_complaint() -> None:
    table = killed_dealer()
    for seat in (0, 2, 3):
        (fault,) = table.seated[seat].faults
        assert (fault.seat, fault.reason) == (CHEAT, "combination")
        assert table.seated[seat].running.table.log.blame.proven == {CHEAT}
        verdict = verify_record(write_record_file(saved(table, seat)))
        assert [(charge.seat, charge.offence) for charge in verdict.charges] == [(CHEAT, "combination")]


@pytest.mark.parametrize("again", quick_only((0, 2, 3), 2))
def test_a_convicted_seat_stays_convicted_through_restarts_and_views_and_never_returns(again: int) -> None:
    table = killed_dealer()
    restart(table, again)
    assert table.seated[again].running.table.log.blame.proven == {CHEAT}
    vote(table, (0, 2, 3), Choice.STAND_IN)
    table.seated[CHEAT].forge = None
    table.boot(table.seated[CHEAT])
    for seat in (again, 0):
        restart(table, seat)
    assert table.run(lambda: all(table.seated[seat].running.table.log.k > 20 for seat in (0, 2, 3)))
    for seat in (0, 2, 3):
        session = table.seated[seat].running
        assert session.table.log.blame.proven == {CHEAT}
        with pytest.raises(NoView) as refusal:
            session.vote(TableView((0, 1, 2, 3), Choice.GO_ON), table.now)
        assert refusal.value.reason == "proven"
    assert verify_record(write_record_file(saved(table, 0))).problem == ""


def test_a_holder_that_was_away_convicts_the_dealer_as_soon_as_it_is_back() -> None:
    """The dealer never comes back, and the only one who can see its lie was gone for a while."""
    table = simulated(4, t=2)
    table.seated[CHEAT].forge = lies_to(2)
    table.play_until("vouch")
    for seat in (CHEAT, 2):
        table.kill(table.seated[seat])
    table.run(lambda: False, limit_s=20.0)
    assert not any(each.faults for each in table.seated)
    table.boot(table.seated[2])

    assert table.run(lambda: table.stopped(but=CHEAT), limit_s=30.0)
    assert {fault.seat for each in table.seated for fault in each.faults} == {CHEAT}


class Slow(SimulatedTable):
    """A table whose seat 3 takes long to judge its messages, or never does."""

    waits_s = 0.0

    def _work(self, seated: Seated, session: Session, work: Work) -> None:
        wait_s = self.waits_s if seated.seat == 3 else 0.0
        self.after(wait_s, lambda: super(Slow, self)._work(seated, session, work))


def test_a_lie_is_also_proven_when_its_round_has_become_void() -> None:
    table = Slow(GAMES["plump"], 4, {"length": "short"}, policy=Policy(escrow_t=2))
    table.play_until("split")
    table.waits_s = 20.0
    table.seated[CHEAT].forge = lambda seated, pay: write_payload(
        FORGED["a bit of a point"](read_payload(1, pay))
    )
    assert table.run(lambda: all(table.seated[seat].faults for seat in (0, 2)), limit_s=10.0)
    vote(table, (0, 2, 3), Choice.LEAVE_OUT)
    assert not table.seated[3].running.table.log.blame.proven
    table.waits_s = 0.0
    table.run(lambda: False, limit_s=25.0)

    assert table.seated[3].running.table.log.blame.proven == {CHEAT}
    assert table.seated[3].running.table.log.blame.stopped is None
    assert table.run(lambda: all(table.seated[seat].running.table.log.k > 20 for seat in (0, 2, 3)))


@pytest.mark.parametrize("dealer", [0, 2])
def test_a_seat_that_complains_about_a_correct_part_is_blamed_and_the_dealer_is_not(dealer: int) -> None:
    table = simulated()
    table.seated[CHEAT].forge = complains_about(dealer)

    assert table.run(lambda: table.stopped(but=CHEAT), limit_s=30.0)
    for seat in (0, 2):
        (fault,) = table.seated[seat].faults
        assert (fault.seat, fault.reason) == (CHEAT, "illegal")


def test_the_record_shows_who_dealt_a_false_part() -> None:
    table = simulated()
    table.seated[CHEAT].forge = lies_to(2)
    assert table.run(lambda: table.stopped(but=CHEAT), limit_s=30.0)
    verdict = verify_record(write_record_file(saved(table, 0)))

    assert [(charge.seat, charge.offence) for charge in verdict.charges] == [(CHEAT, FaultReason.COMBINATION)]


# -- restarts and records ---------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["split", "vouch", "shares"])
def test_a_seat_that_is_killed_in_a_ceremony_resumes(kind: str) -> None:
    """Nothing but its key is on its disk: it takes its parts out of the record again."""
    table = simulated()
    table.play_until(kind)
    seated = table.seated[2]
    table.kill(seated)
    table.run(lambda: False, limit_s=0.5)
    table.boot(seated)

    assert table.run(lambda: all(each.running.replica.deal.number == 2 for each in table.seated))
    assert not any(each.faults for each in table.seated)
    assert verify_record(write_record_file(saved(table, 0))).problem == ""


def test_no_part_of_a_key_is_in_a_journal() -> None:
    table = simulated()
    table.play_until("move")
    here = table.seated[0].running.replica.here
    disks = [pickle.dumps(each.journal.disk) for each in table.seated]
    parts = []
    for each in table.seated:
        secret = each.running.dealer.prover.secret(here.deal.table)
        assert [scalar_bytes(secret.x) in disk for disk in disks].count(True) == 1
        for dealer, dealt in here.deal.split.items():
            if dealer != each.seat:
                parts.append(scalar_bytes(take_part(dealt, here.keys, each.seat, secret, seeded(1)).x))

    assert len(set(parts)) == 6
    assert not [part for part in parts for disk in disks if part in disk]
