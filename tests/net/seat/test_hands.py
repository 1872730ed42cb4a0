"""Hands opened after a game: the cards that their owner shows are proven, and no others are shown."""

from __future__ import annotations

from functools import lru_cache

import pytest

from net.deck.keys import KeySecret
from net.errors import LocalError, PeerError
from net.lobby.identity import verify
from net.seat.hands import check_hand, closed_hand, hand_of, open_hand
from net.seat.prover import Prover
from net.seat.replica import Replica
from rules.api import Seat
from tests.support.catalogue import GAMES
from tests.support.parlour import seeded
from tests.support.simulated_table import SimulatedTable


@lru_cache(maxsize=1)
def played() -> SimulatedTable:
    """A whole game at whose end both players hold something."""
    table = SimulatedTable(GAMES["matriculation"], 2)
    assert table.run(lambda: table.is_over)
    return table


def replica(of: int = 0) -> Replica:
    return played().seated[of].running.replica


def opened(seat: int) -> bytes:
    table = played()
    dealer = table.seated[seat].running.dealer
    return open_hand(replica(seat), table.genesis.id, dealer.prover, table.seated[seat].identity)


def check(raw: bytes, of: int = 0) -> object:
    genesis = played().genesis
    keys = [player.ed for player in genesis.players]
    return check_hand(raw, replica(of), game=genesis.id, keys=keys, verify=verify)


@pytest.mark.parametrize("seat", [0, 1])
def test_everybody_sees_an_opened_hand_as_its_owner_saw_it(seat: int) -> None:
    dealer = played().seated[seat].running.dealer
    slots = closed_hand(replica(), seat)
    hand = check(opened(seat), of=1 - seat)

    assert slots
    assert hand.faces == tuple((slot, dealer.known[slot]) for slot in slots)  # type: ignore[attr-defined]
    assert not {*slots} & {*played().seated[1 - seat].running.dealer.known}
    assert not {*slots} & {*closed_hand(replica(), 1 - seat)}
    assert hand_of(opened(seat), played().genesis.id) == seat


def test_no_hand_can_be_opened_before_the_end() -> None:
    table = SimulatedTable(GAMES["matriculation"], 2)
    table.play_until("move")
    running = table.seated[0].running

    assert closed_hand(running.replica, 0) == ()
    with pytest.raises(LocalError):
        open_hand(running.replica, table.genesis.id, running.dealer.prover, table.seated[0].identity)


def test_a_key_that_was_forgotten_opens_nothing() -> None:
    table = played()
    forgetful = Prover(Seat(0), {}, seeded("x"))
    with pytest.raises(LocalError):
        open_hand(replica(), table.genesis.id, forgetful, table.seated[0].identity)


def test_an_opened_hand_with_any_byte_changed_is_refused() -> None:
    raw = opened(0)
    for at in range(len(raw)):
        spoiled = bytearray(raw)
        spoiled[at] ^= 1
        with pytest.raises(PeerError):
            check(bytes(spoiled))


def test_a_hand_opened_with_a_false_key_signature_or_game_is_refused() -> None:
    """Validly signed each time: the proof, the owner and the game are compared with the record."""
    table = played()
    owner, other = table.seated[0], table.seated[1]
    false = KeySecret(5, bytes(32))
    prover = Prover(Seat(0), {table_of().hex(): false}, seeded("y"))
    with pytest.raises(PeerError) as why:
        check(open_hand(replica(), table.genesis.id, prover, owner.identity))
    assert why.value.seat == 0

    signed_by_another = open_hand(replica(), table.genesis.id, owner.running.dealer.prover, other.identity)
    with pytest.raises(PeerError):
        check(signed_by_another)
    of_another_game = open_hand(replica(), bytes(32), owner.running.dealer.prover, owner.identity)
    with pytest.raises(PeerError):
        check(of_another_game)


def table_of() -> bytes:
    return replica().deal.table
