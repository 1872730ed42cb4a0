"""Play of an empty seat of Kings (kings R23): its king pile first, then its house piles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.api import Face, Known, seat_on_turn
from rules.kings.actions import Attack, Bank, KingsAction, Put
from rules.kings.cards import ACE, BLANK, JACK, QUEEN, RANK, SUIT
from rules.kings.state import KingsState

OWN_CARD: Final = 200
"""Worth of a conquered card for the king pile; everything else is measured against it."""
ANY_CARD: Final = 5
BEATEN: Final = 6
"""Worth of a point of the pile that leaves the table."""
SPENT: Final = 10
"""Cost of a point of the attacking pile, which is spent."""
PATIENCE: Final = 4
"""Quiet rounds after which its own piles count for nothing: otherwise nobody might ever attack."""


def stand_in(state: KingsState, known: Known) -> KingsAction:
    """The attack that pays most; or a card for the king pile; or the best place for a card; or the end.

    `known` gives the faces of the mover's dealt cards.
    """
    seat = seat_on_turn(state)
    offered = state.actions(seat, known)
    attacks = [each for each in offered if isinstance(each, Attack) and _attack_worth(state, each) > 0]
    if attacks:
        return max(attacks, key=lambda attack: _attack_worth(state, attack))
    banks = [action for action in offered if isinstance(action, Bank)]
    if banks:
        return banks[0]
    hand = [face for _, face in state.hand_cards(known)]
    own_jack = [face for face in hand if RANK[face] == JACK and SUIT[face] == seat]
    puts = [action for action in offered if isinstance(action, Put) and action.face not in own_jack]
    if puts:
        return max(puts, key=lambda put: _put_worth(state, put, hand))
    return offered[-1]


def _attack_worth(state: KingsState, attack: Attack) -> int:
    """Return the worth of an attack; only one above 0 is made."""
    fight = state.battle(attack.house, attack.target)
    if fight is None or not fight.wins:
        return 0
    own = sum(SUIT[face] == state.turn for face in fight.spoils)
    price = SPENT * max(0, PATIENCE - state.quiet) // PATIENCE
    return OWN_CARD * own + ANY_CARD * len(fight.spoils) + BEATEN * (fight.defence + 1) - price * fight.attack


def _put_worth(state: KingsState, put: Put, hand: Sequence[Face]) -> int:
    """Return the worth of a place for a card. A card left in hand is lost, so any place
    beats none; only the Jack of the seat's own suit is not laid (8.5)."""
    pile, rank = state.sides[state.turn].house(put.house), RANK[put.face]
    if not pile:
        return _start_worth(put.face, hand)
    there = [RANK[face] for face in pile[1:]]
    if RANK[pile[0]] == ACE:
        return 21 if rank == 0 else 20
    if RANK[pile[0]] == JACK:
        return 15
    return 30 if rank in there else 10


def _start_worth(face: Face, hand: Sequence[Face]) -> int:
    if RANK[face] == JACK:
        fitting = sum(SUIT[card] == SUIT[face] and RANK[card] < JACK for card in hand)
        return 4 if SUIT[face] == BLANK else fitting
    return 3 if RANK[face] == QUEEN else 2
