"""A seat leaves in order in the middle of a deal; the others go on without parts of its key (deck 6.9)."""

from __future__ import annotations

from random import Random

import pytest

from app.absence import AbsentChoice, AbsentWhy
from app.keep.record_file import write_record_file
from app.messages import Trouble
from app.records.verify import verify_record
from net.deck.shares import open_cipher, own_share
from net.errors import BadProof, IllegalMove, LocalError, Malformed, NoView
from net.machine import Choice, TableView, Why
from net.seat.news import Choose
from net.seat.payload import Payload, write_payload
from net.seat.step_kind import StepKind
from net.seat.steps.part import is_own
from net.wire.bodies import Ack, Going, Leave, parse_body
from net.wire.envelope import open_envelope
from net.wire.frame import Kind, parse_frame
from rules.api import Seat
from tests.support.catalogue import GAMES
from tests.support.parlour import Parlour
from tests.support.parting import Parting
from tests.support.simulated_table import saved
from tests.support.values import replace

pytestmark = pytest.mark.usefixtures("open_group")

OUT = TableView((0, 2), Choice.LEAVE_OUT, Why.LEFT)
CLOSED = ("cahoots", "matriculation", "reef")
"""Games that go on in the same deal when somebody leaves."""


def left(key: str, *, seed: int = 1, moves: int = 3) -> tuple[Parlour, bytes]:
    """A game that seat 1 of three has just left, and what it has left behind; nobody has it yet."""
    table = Parlour(GAMES[key], 3, seed=seed)
    for _ in range(moves):
        table.until(StepKind.MOVE)
        table.step()
    table.until(StepKind.MOVE)
    return table, table.dealers[1].parting(table.replica)


def tell(table: Parlour, shares: bytes) -> None:
    """Tell the others that the seat has left."""
    for dealer in (table.dealers[0], table.dealers[2]):
        dealer.keep_parting(table.replica, 1, shares)


@pytest.mark.parametrize("key", CLOSED)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_others_play_to_the_end_without_escrow(key: str, seed: int) -> None:
    table, shares = left(key, seed=seed)
    own = [slot for slot, card in table.replica.deal.cards.items() if is_own(card, Seat(1))]
    tell(table, shares)
    table.change_view(OUT)
    table.dealers[1].learn = lambda replica: None  # type: ignore[method-assign]  # it has gone
    assert table.replica.step.kind is StepKind.PART and table.replica.actors == (0,)
    assert all(table.dealers[seat].may_part(table.replica) for seat in (0, 2))
    end = table.play()

    assert end.outcome is not None and end.deal.known_keys().seats == (0, 2)
    assert not {*own} & {*end.public}, "what it held stays closed"


def test_all_others_together_cannot_open_the_leavers_hand() -> None:
    table, shares = left("cahoots")
    deal = table.replica.deal
    own = [card for card in deal.cards.values() if is_own(card, Seat(1))]
    stock = [card for card in deal.cards.values() if not card.viewers]
    tell(table, shares)
    table.change_view(OUT)
    table.step()

    assert own and stock
    keys = table.replica.deal.known_keys()
    for slot, card in table.replica.deal.cards.items():
        if not is_own(card, Seat(1)):
            continue
        ours = [
            own_share(table.dealers[seat].prover.secret(deal.table), card.cipher, Random(1).randbytes)
            for seat in keys.seats
        ]
        with pytest.raises(Exception, match="face"):
            table.replica.here.face(
                replace(card, shares={}), dict(zip(map(Seat, keys.seats), ours, strict=True))
            )
        assert open_cipher(card.cipher, ours) and slot not in table.replica.public


@pytest.mark.parametrize("at", [0, 5, -1])
def test_the_leaver_is_blamed_for_invalid_shares(at: int) -> None:
    table, shares = left("matriculation")
    wrong = bytearray(shares)
    wrong[at] ^= 1
    with pytest.raises((BadProof, Malformed)) as refused:
        tell(table, bytes(wrong))

    assert refused.value.seat == 1
    assert not table.dealers[0].may_part(table.replica.on_view(table.place, OUT))


def test_a_seat_that_passes_on_invalid_shares_is_blamed() -> None:
    table, shares = left("matriculation")
    tell(table, shares)
    table.change_view(OUT)
    for wrong in (b"", shares[:-1], bytes(len(shares)), shares[:-1] + bytes([shares[-1] ^ 1])):
        with pytest.raises(IllegalMove) as refused:
            table.replica.check(table.place, 0, write_payload(Payload(StepKind.PART, wrong)))
        assert (refused.value.seat, refused.value.reason) == (0, "wrong-shares")


def test_later_shares_do_not_replace_valid_ones() -> None:
    table, shares = left("cahoots")
    dealer, after = table.dealers[0], table.replica.on_view(table.place, OUT)
    assert dealer.lacked(after) == (1,)
    dealer.keep_parting(table.replica, 1, shares)
    with pytest.raises(Malformed):
        dealer.keep_parting(table.replica, 1, bytes(97))

    assert dealer.may_part(after)


@pytest.mark.parametrize("why", [Why.GONE, Why.SILENT, Why.SLOW])
def test_a_seat_that_vanishes_leaves_no_shares_behind(why: Why) -> None:
    table, _ = left("cahoots")
    with pytest.raises(NoView, match="cannot be opened"):
        table.replica.on_view(table.place, replace(OUT, why=why))


def test_no_stand_in_plays_a_hand_that_was_left() -> None:
    table, shares = left("cahoots")
    tell(table, shares)
    with pytest.raises(NoView, match="nobody can open the hand"):
        table.replica.on_view(table.place, replace(OUT, choice=Choice.STAND_IN))


def test_seats_may_leave_one_after_the_other() -> None:
    table = Parlour(GAMES["cahoots"], 4, seed=5)
    table.until(StepKind.MOVE)
    for leaver, act in ((3, (0, 1, 2)), (1, (0, 2))):
        shares = table.dealers[leaver].parting(table.replica)
        for seat in act:
            table.dealers[seat].keep_parting(table.replica, leaver, shares)
        table.dealers[leaver].learn = lambda replica: None  # type: ignore[method-assign]
        table.change_view(TableView(act, Choice.LEAVE_OUT, Why.LEFT))
        table.until(StepKind.MOVE)
        table.step()

    assert table.play().outcome is not None


class NoAcks(Parting):
    """A table whose acks of one round reach nobody: it is locked everywhere and final nowhere."""

    def __init__(self, key: str, seats: int, *, seed: int = 1) -> None:
        self.lost_at = 0
        self.is_leave_lost = False
        super().__init__(GAMES[key], seats, seed=seed)

    def send(self, sender: int, to: int, frame: bytes) -> None:
        word = parse_frame(frame)
        if word.t == Kind.ENV and self.lost_at:
            body = parse_body(open_envelope(word.b).body)
            if isinstance(body, Ack) and (body.v, body.k) == (0, self.lost_at):
                return
            if isinstance(body, Leave) and self.is_leave_lost:
                return
        super().send(sender, to, frame)

    def lock(self, kind: StepKind) -> None:
        """Play until the next round of this kind is locked by every seat."""

        def is_next() -> bool:
            at = {(each.running.table.log.k, each.running.replica.step.kind) for each in self.seated}
            return len(at) == 1 and at == {(self.seated[0].running.table.log.k, kind)}

        assert self.run(lambda: is_next() and self._is_wanted(kind)), f"no {kind} came"
        k = self.lost_at = self.seated[0].running.table.log.k + 1
        assert self.run(lambda: all(each.running.table.log.stand[0].k == k + 1 for each in self.seated)), (
            "locked"
        )
        assert all(each.running.table.log.k == k - 1 for each in self.seated), "final nowhere"

    def _is_wanted(self, kind: StepKind) -> bool:
        """True if the round changes what a leaver leaves behind."""
        return kind is not StepKind.SHARES or 1 in self.seated[0].running.replica.actors


def stay(table: NoAcks) -> list[int]:
    return [each.seat for each in table.seated if each.seat != 1]


@pytest.mark.parametrize("kind", [StepKind.SHARES, StepKind.MOVE])
def test_a_goodbye_during_a_locked_round_does_not_stop_the_others(kind: StepKind) -> None:
    """Of the shares that it has left behind some are no longer needed then: the rest serve."""
    table = NoAcks("cahoots", 4)
    table.lock(kind)
    table.wants = dict.fromkeys(stay(table), AbsentChoice.LEAVE_OUT)
    table.leave(table.seated[1])
    assert table.run(lambda: table.seated[0].running.table.log.act == (0, 2, 3), limit_s=30.0)
    at = table.seated[0].running.table.log.k + 15
    assert table.run(
        lambda: all(table.seated[seat].running.table.log.k > at for seat in stay(table)), limit_s=300.0
    )

    assert saved(table, 0).records[:at] == saved(table, 3).records[:at]
    assert verify_record(write_record_file(saved(table, 0))).problem == ""


def test_a_stand_in_plays_for_a_seat_that_left_during_a_locked_round() -> None:
    """A real case, in Kings, while the first cards are dealt."""
    table = NoAcks("kings", 4)
    table.lock(StepKind.SHARES)
    table.wants = dict.fromkeys(stay(table), AbsentChoice.STAND_IN)
    table.leave(table.seated[1])
    assert table.run(lambda: table.seated[0].running.replica.here.stand_ins == (1,), limit_s=30.0)
    assert table.seated[0].running.replica.step.kind is StepKind.PART
    k = table.seated[0].running.table.log.k

    assert table.run(lambda: table.seated[3].running.table.log.k > k + 10, limit_s=60.0)


def test_after_a_goodbye_during_a_locked_shuffle_the_leaver_cannot_be_left_out() -> None:
    """A seat that leaves before the first shuffle is complete has no shares of its cards to leave behind."""
    table = NoAcks("cahoots", 4)
    assert table.run(lambda: table.seated[0].running.replica.actors == (3,))
    table.lock(StepKind.MIX)
    table.leave(table.seated[1])
    table.run(lambda: False, limit_s=5.0)

    for seat in stay(table):
        with pytest.raises(NoView, match="cannot be opened"):
            table.seated[seat].running.vote(
                TableView((0, 2, 3), Choice.LEAVE_OUT, Why.LEFT), table.time(seat)
            )
        asked = table.asked(seat)
        assert asked is not None
        ways = {each.choice: each.hindrance for each in asked.offered}
        assert ways[AbsentChoice.LEAVE_OUT] and not ways[AbsentChoice.END]
    table.wants = dict.fromkeys(stay(table), AbsentChoice.END)
    assert table.run(lambda: table.is_over, limit_s=30.0)
    assert all(table.seated[seat].running.replica.is_ended for seat in stay(table))


@pytest.mark.parametrize("height", [6, 7, 12, 14])
def test_a_leaver_is_dealt_no_card_whose_share_the_others_already_have(height: int) -> None:
    """Its program keeps listening for a while after it has said goodbye."""
    table = Parting(GAMES["kings"], 4)
    leaver = table.seated[1]
    assert table.run(lambda: leaver.running.table.log.k == height)
    table._do(leaver, lambda session: session.leave(Going.FOR_GOOD, table.time(1)))
    table.run(lambda: False, limit_s=0.5)
    left = table.seated[0].running.dealer._left_behind[1]

    assert left and not {slot for each in left for slot in each.points} & {*leaver.running.dealer.known}


@pytest.mark.parametrize("height", [6, 7, 12, 14])
def test_a_seat_that_comes_back_is_dealt_no_card_whose_share_the_others_already_have(height: int) -> None:
    """The others still have its shares of that deal, whether it restarted or was invited again."""
    table = Parting(GAMES["kings"], 4)
    leaver = table.seated[1]
    assert table.run(lambda: leaver.running.table.log.k == height)
    table.leave(leaver)
    table.run(lambda: False, limit_s=1.0)
    table.boot(leaver)
    table.run(lambda: False, limit_s=20.0)
    left = table.seated[0].running.dealer._left_behind[1]

    assert leaver.running.table.log.has_parted and not leaver.running.view.actions()
    assert left and not {slot for each in left for slot in each.points} & {*leaver.running.dealer.known}
    asked = table.asked(0)
    assert asked is not None and [(each.seat, each.why) for each in asked.missing] == [(1, AbsentWhy.LEFT)]
    assert "is here again" in asked.offered[0].means


def test_a_seat_that_has_left_its_shares_behind_makes_no_move() -> None:
    table = Parting(GAMES["kings"], 4)
    leaver = table.seated[1]
    table.sits.add(1)
    table.play_until("move", seat=1)
    choice = Choose(leaver.running.table.log.k, leaver.running.view.actions()[0])
    table.leave(leaver)
    table.boot(leaver)
    table.run(lambda: False, limit_s=5.0)
    with pytest.raises(LocalError, match="you have left"):
        leaver.running.choose(choice, table.time(1))

    assert leaver.running.table.log.k == choice.k
    told = [each.text for each in table.guests[1].all(Trouble)]
    assert len(told) == 1 and "makes no move before they have decided" in told[0]


def test_a_leaver_plays_again_once_the_others_have_gone_on_without_it() -> None:
    """Its key is out of the deal then: no card that it is dealt depends on the shares it has left behind."""
    table = Parting(GAMES["kings"], 4)
    leaver, table.think_s = table.seated[1], 0.5
    assert table.run(lambda: leaver.running.table.log.k == 6)
    table.leave(leaver)
    table.run(lambda: False, limit_s=1.0)
    table.boot(leaver)
    table.run(lambda: False, limit_s=5.0)
    table.wants = dict.fromkeys((0, 2, 3), AbsentChoice.STAND_IN)
    assert leaver.running.table.log.has_parted
    assert table.run(lambda: leaver.running.replica.here.stand_ins == (1,), limit_s=30.0)
    assert table.run(lambda: not leaver.running.replica.here.stand_ins, limit_s=60.0)
    k = leaver.running.table.log.k
    assert table.run(lambda: leaver.running.table.log.k > k + 10, limit_s=60.0)
    table.kill(leaver)
    table.boot(leaver)

    assert not leaver.running.table.log.has_parted, "after one more start neither"


def test_a_seat_that_cannot_store_its_leave_leaves_no_shares_behind() -> None:
    table = Parting(GAMES["kings"], 4)
    leaver = table.seated[1]
    assert table.run(lambda: leaver.running.table.log.k == 12)
    leaver.journal.full = True
    table.leave(leaver)
    assert table.run(lambda: table.asked(0) is not None, limit_s=5.0)

    assert 1 not in table.seated[0].running.dealer._left_behind
    asked = table.asked(0)
    assert asked is not None and [each.why for each in asked.missing] == [AbsentWhy.LEFT]


def test_the_table_knows_when_cards_are_on_their_way_to_a_seat() -> None:
    """A leaver waits for them: of cards dealt after it has gone, the others hold its shares."""
    table, dealt = Parting(GAMES["kings"], 4), set()
    leaver = table.seated[1].running
    for height in range(6, 20):
        assert table.run(lambda height=height: leaver.table.log.k == height)  # type: ignore[misc]
        known = len(leaver.dealer.known)
        if leaver.is_being_dealt:
            dealt.add(leaver.replica.step.kind)
            assert table.run(lambda height=height: leaver.table.log.k == height + 1)  # type: ignore[misc]
            assert len(leaver.dealer.known) > known

    assert dealt == {StepKind.SHARES}


def left_out(table: NoAcks) -> None:
    """Seat 1 has left over a locked round, and the others have voted for going on; nothing is written yet."""
    table.lock(StepKind.SHARES)
    table.wants = dict.fromkeys(stay(table), AbsentChoice.LEAVE_OUT)
    table.leave(table.seated[1])
    assert table.run(lambda: all(table.seated[seat].running.table.log.changes.voted for seat in stay(table)))
    assert all(table.seated[seat].running.table.log.v == 0 for seat in stay(table))
    table.wants = {}


def test_a_restarted_seat_that_has_to_write_is_sent_the_shares_that_were_left_behind() -> None:
    """It is told even if the game has gone on since, above the height that the Leave names."""
    table = NoAcks("cahoots", 4)
    left_out(table)
    first = table.seated[0].running
    first.dealer._left_behind.clear()  # so it writes nothing before it starts again
    assert table.run(
        lambda: all(table.seated[seat].running.table.log.v for seat in stay(table)), limit_s=20.0
    )
    table.kill(table.seated[0])
    table.is_leave_lost = True
    table.seated[0].journal.disk.goodbyes.clear()  # as where the disk was full when the seat left
    table.boot(table.seated[0])
    assert table.run(lambda: table.seated[0].running.lacked == (1,), limit_s=10.0)
    assert not table.run(lambda: table.seated[0].running.table.log.k > table.lost_at + 1, limit_s=3.0)
    table.is_leave_lost = False
    for seat in (2, 3):
        table._do(table.seated[seat], lambda session: session.connected(0, table.now))
    k = table.seated[0].running.table.log.k

    assert table.run(lambda: table.seated[2].running.table.log.k > k + 2, limit_s=10.0)


def test_when_nobody_can_write_the_shares_the_players_are_asked() -> None:
    table = NoAcks("cahoots", 4)
    left_out(table)
    table.seated[0].running.dealer._left_behind.clear()
    table.seated[0].running._early.clear()
    assert table.run(lambda: table.seated[0].running.lacked == (1,), limit_s=20.0)
    table.run(lambda: False, limit_s=15.0)

    for seat, missing in ((0, [(1, AbsentWhy.LEFT)]), (2, [(0, AbsentWhy.SILENT)])):
        asked = table.asked(seat)
        assert asked is not None and [(each.seat, each.why) for each in asked.missing] == missing
        can = [each.choice for each in asked.offered if not each.hindrance]
        assert can == [AbsentChoice.WAIT, AbsentChoice.ADJOURN, AbsentChoice.END]
    asked = table.asked(0)
    assert asked is not None and "parts of Ben's key" in asked.offered[0].means
    table.wants = dict.fromkeys(stay(table), AbsentChoice.END)
    assert table.run(
        lambda: all(table.seated[seat].running.replica.is_ended for seat in (2, 3)), limit_s=60.0
    )


def test_a_seat_that_passes_on_points_without_a_proof_is_blamed() -> None:
    table, shares = left("matriculation")
    tell(table, shares)
    table.change_view(OUT)
    [slot, *_] = table.replica.deal.cards
    point = bytes(table.replica.deal.cards[slot].cipher.a)
    for more in (bytes(3), bytes(41), slot.to_bytes(8, "big") + point, (999).to_bytes(8, "big") + point):
        with pytest.raises(IllegalMove) as refused:
            table.replica.check(table.place, 0, write_payload(Payload(StepKind.PART, shares, more)))
        assert (refused.value.seat, refused.value.reason) == (0, "wrong-shares")
    for slots in ((999, 998), (999, 999)):
        more = b"".join(each.to_bytes(8, "big") + point for each in slots)
        with pytest.raises(IllegalMove, match="slots out of order"):
            table.replica.check(table.place, 0, write_payload(Payload(StepKind.PART, shares, more)))
