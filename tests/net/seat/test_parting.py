"""A seat leaves in order in the middle of a deal; the others go on without parts of its key (deck 6.9)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from net.deck.shares import open_cipher, own_share
from net.errors import BadProof, IllegalMove, Malformed, NoView
from net.machine import Choice, View, Why
from net.seat.payload import Payload, write_payload
from net.seat.step_kind import StepKind
from net.seat.steps.part import is_own
from rules.api import Seat
from tests.support.catalogue import GAMES
from tests.support.parlour import Parlour

OUT = View((0, 2), Choice.LEAVE_OUT, Why.LEFT)
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
    """The others hear it."""
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


def test_what_it_held_cannot_be_opened_by_all_the_others_together() -> None:
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
            table.replica.step.here.face(
                replace(card, shares={}), dict(zip(map(Seat, keys.seats), ours, strict=True))
            )
        assert open_cipher(card.cipher, ours) and slot not in table.replica.public


@pytest.mark.parametrize("at", [0, 5, -1])
def test_shares_that_do_not_hold_are_the_leavers_lie(at: int) -> None:
    table, shares = left("matriculation")
    wrong = bytearray(shares)
    wrong[at] ^= 1
    with pytest.raises((BadProof, Malformed)) as refused:
        tell(table, bytes(wrong))

    assert refused.value.seat == 1
    assert not table.dealers[0].may_part(table.replica.on_view(table.place, OUT))


def test_whoever_hands_over_what_does_not_hold_is_named_for_it() -> None:
    table, shares = left("matriculation")
    tell(table, shares)
    table.change_view(OUT)
    for wrong in (b"", shares[:-1], bytes(len(shares)), shares[:-1] + bytes([shares[-1] ^ 1])):
        with pytest.raises(IllegalMove) as refused:
            table.replica.check(table.place, 0, write_payload(Payload(StepKind.PART, wrong)))
        assert (refused.value.seat, refused.value.reason) == (0, "wrong-shares")


def test_shares_of_another_height_are_kept_and_used_only_where_they_hold() -> None:
    table, shares = left("cahoots")
    tell_early = table.dealers[0]
    tell_early.keep_parting(None, 1, bytes(97))
    after = table.replica.on_view(table.place, OUT)

    assert not tell_early.may_part(after)
    tell_early.keep_parting(table.replica, 1, shares)
    assert tell_early.may_part(after)


@pytest.mark.parametrize("why", [Why.GONE, Why.SILENT, Why.SLOW])
def test_whoever_vanishes_leaves_nothing_behind(why: Why) -> None:
    table, _ = left("cahoots")
    with pytest.raises(NoView, match="cannot be opened"):
        table.replica.on_view(table.place, replace(OUT, why=why))


def test_a_hand_that_was_left_is_played_by_no_stand_in() -> None:
    table, shares = left("cahoots")
    tell(table, shares)
    with pytest.raises(NoView, match="nobody can open the hand"):
        table.replica.on_view(table.place, replace(OUT, choice=Choice.STAND_IN))


def test_one_after_the_other_may_leave() -> None:
    table = Parlour(GAMES["cahoots"], 4, seed=5)
    table.until(StepKind.MOVE)
    for leaver, act in ((3, (0, 1, 2)), (1, (0, 2))):
        shares = table.dealers[leaver].parting(table.replica)
        for seat in act:
            table.dealers[seat].keep_parting(table.replica, leaver, shares)
        table.dealers[leaver].learn = lambda replica: None  # type: ignore[method-assign]
        table.change_view(View(act, Choice.LEAVE_OUT, Why.LEFT))
        table.until(StepKind.MOVE)
        table.step()

    assert table.play().outcome is not None
