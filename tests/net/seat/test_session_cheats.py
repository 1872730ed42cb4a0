"""A peer that cheats is caught and named: every case with real sessions over a simulated network."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from app.keep.record_file import write_record_file
from app.records.verify import verify_record
from net.deck.algebra.scalar import scalar_bytes
from net.deck.keys import KeySecret, make_key
from net.errors import LocalError, NoView, PeerError
from net.machine import Choice, Place, TableView, Why
from net.seat.news import Advanced, Choose
from net.seat.payload import Payload, read_payload, write_payload
from net.seat.session import Session
from net.seat.step_kind import StepKind
from net.seat.steps.due import DeckStep
from net.seat.steps.keys import Commit
from rules.api import Seat
from rules.cards import CARD_TEXT
from rules.plump.actions import PlumpPlay
from rules.plump.state import PlumpState
from tests.support.catalogue import GAMES
from tests.support.parlour import move_pay, seeded
from tests.support.revoker import revoking
from tests.support.simulated_table import Forge, Seated, SimulatedTable, saved
from tests.support.values import replace

pytestmark = pytest.mark.usefixtures("open_group")

CHEAT = 1
POINT = 33


def simulated(seats: int = 3, **options: str) -> SimulatedTable:
    return SimulatedTable(GAMES["plump"], seats, {"length": "short", **options})


class Slow(SimulatedTable):
    """A table whose seat 1 takes no turn by itself."""

    def _choose(self, seated: Seated, session: Session, news: Advanced) -> None:
        if seated.seat != 1:
            super()._choose(seated, session, news)


def thoughtful(seats: int) -> SimulatedTable:
    return Slow(GAMES["plump"], seats, {"length": "short"})


def plump(table: SimulatedTable) -> PlumpState:
    state = table.seated[0].running.replica.state
    assert isinstance(state, PlumpState)
    return state


def changed(change: Callable[[Payload], Payload]) -> Forge:
    return lambda seated, pay: write_payload(change(read_payload(seated.seat, pay)))


def flip(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def move_block(data: bytes, *, to: int, come: int, size: int) -> bytes:
    """The bytes with block `come` written over block `to`."""
    return data[: to * size] + data[come * size : (come + 1) * size] + data[(to + 1) * size :]


def expect_caught(table: SimulatedTable) -> None:
    """Every honest seat stops, names the cheat, and holds its signed message as evidence."""
    assert table.run(lambda: table.stopped(but=CHEAT), limit_s=30.0)
    for each in table.seated:
        if each.seat != CHEAT:
            assert [(fault.seat, fault.reason) for fault in each.faults] == [(CHEAT, "illegal")]
            assert each.faults[0].evidence
    table.run(lambda: False, limit_s=5.0)


def cheat_at(kind: str, forge: Forge, **options: str) -> SimulatedTable:
    table = simulated(**options)
    table.play_until(kind, seat=CHEAT)
    table.seated[CHEAT].forge = forge
    return table


MIX_CARD = 2 * POINT
LIES: dict[str, tuple[str, Forge]] = {
    "a card replaced in a shuffle": (
        "mix",
        changed(lambda pay: replace(pay, data=flip(pay.data, MIX_CARD + 40))),
    ),
    "a card duplicated in a shuffle": (
        "mix",
        changed(lambda pay: replace(pay, data=move_block(pay.data, to=3, come=7, size=MIX_CARD))),
    ),
    "two cards swapped after the proof": (
        "mix",
        changed(
            lambda pay: replace(
                pay, data=pay.data[MIX_CARD : 2 * MIX_CARD] + pay.data[:MIX_CARD] + pay.data[2 * MIX_CARD :]
            )
        ),
    ),
    "a false shuffle proof": (
        "mix",
        changed(lambda pay: replace(pay, data=flip(pay.data, len(pay.data) - 1))),
    ),
    "a wrong share": (
        "shares",
        changed(lambda pay: replace(pay, data=move_block(pay.data, to=0, come=1, size=POINT))),
    ),
    "a false proof of shares": (
        "shares",
        changed(lambda pay: replace(pay, data=flip(pay.data, len(pay.data) - 3))),
    ),
    "a false key opening": ("open", changed(lambda pay: replace(pay, data=flip(pay.data, 120)))),
    "a false share of a coin": ("coin", changed(lambda pay: replace(pay, data=flip(pay.data, 60)))),
    "a bid out of range": ("move", changed(lambda pay: replace(pay, text="bid 99"))),
    "no action at all": ("move", changed(lambda pay: replace(pay, text="take everything"))),
    "a payload of garbage": ("shares", lambda seated, pay: b"\xc1garbage"),
    "a payload of another step": ("coin", changed(lambda pay: replace(pay, kind=StepKind.OPEN))),
}


@pytest.mark.parametrize("lie", LIES)
def test_the_author_of_a_false_entry_for_the_deck_or_the_rules_is_blamed(lie: str) -> None:
    kind, forge = LIES[lie]

    expect_caught(cheat_at(kind, forge))


@pytest.mark.parametrize("framed", [0, 2])
def test_the_seat_that_copies_a_key_is_blamed(framed: int) -> None:
    """The cheat waits for another's commitment and sends the same bytes, and later the same opening."""
    table = simulated()
    victim = table.seated[framed].running.dealer
    table.seated[CHEAT].running.dealer.answer = victim.answer  # type: ignore[method-assign]

    expect_caught(table)


class Twins:
    """Two programs draw the same keys from here on, at most `most`: a copied computer, or two friends."""

    def __init__(self, table: SimulatedTable, most: int = 1000) -> None:
        self.table, self.most = table, most
        self.keys: dict[str, KeySecret] = {}
        for seat in (0, 1):
            self.join(seat)

    def join(self, seat: int) -> None:
        """Let a seat draw with the other, again after a restart."""
        dealer = self.table.seated[seat].running.dealer
        honest = dealer._made

        def made(step: DeckStep, place: Place) -> tuple[Payload, tuple[tuple[str, bytes], ...]]:
            name = step.table(place).hex() if isinstance(step, Commit) else ""
            if name and (name in self.keys or len(self.keys) < self.most):
                dealer._keys.setdefault(name, self.keys.setdefault(name, make_key(seeded(name))))
            return honest(step, place)

        dealer._made = made  # type: ignore[method-assign]


def test_equal_keys_are_made_again_once_and_nobody_is_blamed() -> None:
    """Perhaps neither has done wrong, so the deal gets a new number, and everybody plays on."""
    table = simulated()
    Twins(table, most=1)
    assert table.run(lambda: all(each.running.replica.deal.number == 1 for each in table.seated))
    assert {each.running.replica.here.twins for each in table.seated} == {(0, 1)}

    unharmed(table)
    assert verify_record(write_record_file(saved(table, 2))).problem == ""


@pytest.mark.parametrize("restarted", [None, 0, 2])
def test_if_keys_are_equal_a_second_time_both_seats_are_blamed(restarted: int | None) -> None:
    table = simulated()
    twins = Twins(table)
    if restarted is not None:
        assert table.run(lambda: all(each.running.replica.here.twins for each in table.seated))
        table.kill(table.seated[restarted])
        table.boot(table.seated[restarted])
        if restarted == 0:
            twins.join(0)

    assert table.run(table.stopped, limit_s=30.0)
    for each in table.seated:
        assert each.running.table.log.blame.proven == {0, 1}
        assert (each.faults[0].seat, each.faults[0].reason) == (0, "combination")
        verdict = verify_record(write_record_file(saved(table, each.seat)))
        assert [(charge.seat, charge.offence) for charge in verdict.charges] == [
            (0, "combination"),
            (1, "combination"),
        ]


def go_on_without(table: SimulatedTable, act: tuple[int, ...]) -> None:
    """Let the rest vote to go on without the cheat, and play to the end."""
    view = TableView(act, Choice.LEAVE_OUT, Why.PROVEN)
    for seat in act:
        with pytest.raises(NoView):  # one of the two alone is not left at the table
            table.seated[seat].running.vote(TableView((1, *act), Choice.LEAVE_OUT, Why.PROVEN), table.now)
        table._do(table.seated[seat], lambda one: one._take(one.table.vote(view, table.now), table.now))
    assert table.run(
        lambda: all(not table.seated[seat].running.replica.actors for seat in act), limit_s=2000.0
    )
    assert {table.seated[seat].running.replica.seats for seat in act} == {act}
    [file] = {write_record_file(saved(table, seat)) for seat in act}  # the same at everybody
    verdict = verify_record(file)
    assert (verdict.problem, [charge.seat for charge in verdict.charges]) == ("", [0, 1])


def test_two_colluding_seats_with_equal_keys_are_left_out_together_and_the_others_go_on() -> None:
    table = simulated(5)
    Twins(table)
    assert table.run(table.stopped, limit_s=30.0)
    for seat in (2, 3, 4):
        table.kill(table.seated[seat])
        table.run(lambda: False, limit_s=0.1)
        table.boot(table.seated[seat])
        table.run(lambda: False, limit_s=5.0)
        assert table.seated[seat].running.table.log.blame.proven == {0, 1}

    go_on_without(table, (2, 3, 4))


def test_equal_keys_of_a_prepared_deal_also_count() -> None:
    table = simulated(5)
    table.play_until("mix")
    Twins(table)
    assert table.run(lambda: any(each.running.replica.here.twins for each in table.seated))
    assert not any(each.faults for each in table.seated)

    assert table.run(table.stopped, limit_s=300.0)
    assert {frozenset(each.running.table.log.blame.proven) for each in table.seated} == {frozenset({0, 1})}
    go_on_without(table, (2, 3, 4))


def test_a_replayed_share_is_refused() -> None:
    """The honest shares of the first deal, given again in the second."""
    kept: list[bytes] = []

    def keep(seated: Seated, pay: bytes) -> bytes:
        if read_payload(seated.seat, pay).kind is not StepKind.SHARES:
            return pay
        kept.append(pay)
        return kept[0]

    expect_caught(cheat_at("shares", keep))
    assert len(kept) == 2


def cards(hand: Callable[[SimulatedTable], str]) -> SimulatedTable:
    """A table in which the cheat, on its turn to play a card, claims what `hand` says."""
    table = simulated()
    table.play_until("move")
    while plump(table).part is None or plump(table).part.is_bidding:  # type: ignore[union-attr]
        height = table.seated[0].running.table.log.k
        assert table.run(lambda at=height: table.seated[0].running.table.log.k > at)  # type: ignore[misc]
    table.play_until("move", seat=CHEAT)
    table.seated[CHEAT].forge = changed(lambda pay: replace(pay, text=hand(table)))
    return table


def test_a_card_that_the_seat_does_not_hold_is_refused() -> None:
    def foreign(table: SimulatedTable) -> str:
        part = plump(table).part
        assert part is not None
        return f"play {part.hands[Seat(2)][0]}=As"

    expect_caught(cards(foreign))


def test_a_card_with_another_face_is_refused() -> None:
    def painted(table: SimulatedTable) -> str:
        view = table.seated[CHEAT].running.view
        action = view.actions()[0]
        assert isinstance(action, PlumpPlay)
        return f"play {action.slot}={CARD_TEXT[(action.face + 1) % 52]}"

    expect_caught(cards(painted))


@pytest.mark.parametrize("revoke", ["plump", "stop"])
def test_a_revoke_is_proven_from_the_public_record(revoke: str) -> None:
    table = simulated(revoke=revoke)
    revoking(table.seated[CHEAT])

    assert table.run(lambda: any(plump(table).audit()), limit_s=300.0)

    fault = plump(table).audit()[0]
    assert (fault.seat, fault.ends) == (CHEAT, revoke == "stop")
    assert table.run(lambda: all(any(news.proven for news in each.news) for each in table.seated))
    for each in table.seated:
        assert [found for news in each.news for found in news.proven][:1] == [fault]
    if revoke == "stop":
        assert table.run(lambda: table.is_over)
        outcome = plump(table).outcome()
        assert outcome is not None and outcome.ranks[CHEAT] == max(outcome.ranks)


def test_a_proven_fault_is_reported_again_after_a_restart() -> None:
    table = simulated(revoke="stop")
    revoking(table.seated[CHEAT])
    assert table.run(lambda: table.is_over)
    seated = table.seated[0]
    table.kill(seated)
    seated.news.clear()
    table.boot(seated)
    assert table.run(lambda: bool(seated.news) and table.is_over)

    told = tuple(fault for news in seated.news for fault in news.proven)
    assert told == plump(table).audit() and told[0].ends


def unharmed(table: SimulatedTable) -> None:
    """Check that the game goes on to its end and nobody stops."""
    assert table.run(lambda: table.is_over)
    assert not any(each.faults for each in table.seated)


def test_a_move_out_of_turn_is_refused() -> None:
    table = simulated()
    table.play_until("move", seat=0)
    table.broadcast(CHEAT, table.sign_entry(CHEAT, write_payload(Payload(StepKind.MOVE, text="bid 0"))))
    table.run(lambda: False, limit_s=0.5)

    unharmed(table)
    assert {refused.seat for refused in table.seated[2].refused} == {CHEAT}


def test_two_different_messages_for_one_slot_are_a_proof() -> None:
    table = simulated()
    table.play_until("move", seat=CHEAT)
    session = table.seated[CHEAT].running
    actions = session.view.actions()
    for to, action in ((0, actions[0]), (2, actions[1])):
        table.send(
            CHEAT,
            to,
            table.sign_entry(CHEAT, move_pay(session.replica, session.place, session.dealer, action)),
        )
    table.kill(table.seated[CHEAT])

    assert table.run(lambda: table.stopped(but=CHEAT), limit_s=30.0)
    for each in (table.seated[0], table.seated[2]):
        assert (each.faults[0].seat, each.faults[0].reason) == (CHEAT, "equivocation")
        assert len(each.faults[0].evidence) == 2


def test_an_entry_on_another_chain_and_the_honest_one_are_two_messages_for_one_slot() -> None:
    table = simulated()
    table.play_until("move", seat=CHEAT)
    table.broadcast(
        CHEAT, table.sign_entry(CHEAT, write_payload(Payload(StepKind.MOVE, text="bid 0")), prev=bytes(32))
    )

    assert table.run(lambda: table.stopped(but=CHEAT), limit_s=30.0)
    assert {(fault.seat, fault.reason) for each in table.seated for fault in each.faults} == {
        (CHEAT, "equivocation")
    }


def test_an_entry_of_another_game_or_of_a_far_height_is_refused() -> None:
    table = simulated()
    table.play_until("move", seat=CHEAT)
    pay = write_payload(Payload(StepKind.MOVE, text="bid 0"))
    table.broadcast(CHEAT, table.sign_entry(CHEAT, pay, game=bytes(32)))
    table.broadcast(CHEAT, table.sign_entry(CHEAT, pay, k=10_000))
    table.run(lambda: False, limit_s=0.01)

    unharmed(table)
    assert table.seated[0].refused


def test_a_message_from_a_stranger_or_in_another_seats_name_is_refused() -> None:
    table = simulated()
    table.play_until("move", seat=0)
    pay = write_payload(Payload(StepKind.MOVE, text="bid 0"))
    for seat in (0, 2, 7):
        table.broadcast(CHEAT, table.sign_entry(CHEAT, pay, seat=seat))
    table.run(lambda: False, limit_s=0.5)

    unharmed(table)
    assert {type(refused.error).__name__ for each in table.seated for refused in each.refused} >= {
        "BadSignature"
    }


def test_ten_thousand_mutated_frames_do_no_harm() -> None:
    """Bytes of frames from before the first move are changed, cut, inserted and doubled.

    No exception is raised, and the game goes on to its end.
    """
    table, frames = simulated(2), list[bytes]()
    carry = table.send

    def listen(sender: int, to: int, frame: bytes) -> None:
        frames.append(frame)
        carry(sender, to, frame)

    table.send = listen  # type: ignore[method-assign]
    table.play_until("move")
    rng = Random(7)
    honest = tuple(frames)
    session = table.seated[0].running

    for _ in range(10_000):
        frame = bytearray(rng.choice(honest))
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(frame))
            match rng.randrange(4):
                case 0:
                    frame[at] ^= 1 << rng.randrange(8)
                case 1:
                    del frame[at : at + rng.randrange(1, 40)]
                case 2:
                    frame[at:at] = rng.randbytes(rng.randrange(1, 40))
                case _:
                    frame[at:at] = frame[at : at + rng.randrange(1, 40)]
            if not frame:
                break
        session.received(1, bytes(frame), table.now)
        session.take()

    unharmed(table)


def test_a_frame_of_a_hundred_megabytes_is_refused() -> None:
    table = simulated(2)
    table.play_until("move")
    session = table.seated[0].running

    session.received(1, bytes(100_000_000), table.now)

    session.take()
    unharmed(table)


def test_a_seat_that_is_killed_at_any_step_comes_back_and_nothing_is_lost() -> None:
    """Ten crashes at seeded moments of one game, restarted from the journal."""
    table, rng = simulated(3), Random(5)
    victim = table.seated[2]
    for _ in range(10):
        wait = table.now + rng.uniform(0.01, 0.4)
        table.run(lambda until=wait: table.now >= until)  # type: ignore[misc]
        table.kill(victim)
        table.run(lambda until=table.now + 0.05: table.now >= until)  # type: ignore[misc]
        table.boot(victim)

    unharmed(table)
    ends = {each.running.replica.digest() for each in table.seated}
    logs = {each.running.table.log.records[-1:] and each.running.table.log.prev for each in table.seated}
    assert len(ends) == len(logs) == 1


def test_a_restart_forgets_the_keys_that_a_killed_process_should_have_forgotten() -> None:
    table = simulated(2)
    table.play_until("open")
    victim = table.seated[1]
    table.kill(victim)
    kept = dict(victim.journal.page.secrets)
    left = victim.journal.page.copy()
    left.secrets["of a deal before"] = scalar_bytes(1) + bytes(32)
    victim.journal.synced = [left]
    table.boot(victim)
    found = dict(victim.journal.page.secrets)
    table.run(lambda: False, limit_s=0.0)

    assert (len(kept), len(found)) == (1, 2)
    assert victim.journal.page.secrets == kept


def test_refusals_are_reported_once() -> None:
    table = simulated(2)
    table.play_until("move")
    for _ in range(50):
        table.send(1, 0, b"nonsense")
    table.run(lambda: False, limit_s=0.5)

    assert len(table.seated[0].refused) == 1
    assert isinstance(table.seated[0].refused[0].error, PeerError)


def test_a_choice_made_right_after_a_restart_waits_until_the_others_were_heard() -> None:
    """Found by killing processes: a bot chose at once, was told that it was not its turn yet, and
    everybody waited for ever."""
    table = simulated(2)
    table.play_until("move", seat=1)
    victim = table.seated[1]
    table.run(lambda: False, limit_s=0.0)
    height = victim.running.table.log.k
    table.kill(victim)
    table.boot(victim)
    table.run(lambda: bool(victim.running.view.actions()))

    assert table.run(lambda: victim.running.table.log.k > height + 1, limit_s=10.0)


def test_a_second_choice_for_one_turn_is_refused() -> None:
    table = thoughtful(2)
    table.play_until("move", seat=1)
    session = table.seated[1].running
    first, second = session.view.actions()[:2]
    session.choose(Choose(session.table.log.k, first), table.now)
    with pytest.raises(LocalError):
        session.choose(Choose(session.table.log.k, second), table.now)
    assert table.run(lambda: session.table.log.open.entries == ())

    with pytest.raises(LocalError):
        session.choose(Choose(session.table.log.k, second), table.now)


def test_a_line_without_an_encoding_raises_a_local_error() -> None:
    """A terminal that is not UTF-8 gives half surrogates: they must not end the network thread."""
    table = simulated()
    table.play_until("move", seat=0)

    with pytest.raises(LocalError):
        table.seated[0].running.say("caf\udce9", table.now)
    unharmed(table)
