"""Read the canonical text of a position back, and refuse one whose parts do not fit together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rules.api import Moved, Seat
from rules.errors import BadText, NotLegal, quoted
from rules.fields import parse_below, parse_choice, parse_fields, parse_seats
from rules.kings.actions import parse_action
from rules.kings.cards import COPIES, DECK, NUMBERS_OF_A_SUIT, SEATS, SUIT_WORDS, parse_cards
from rules.kings.course import DEALT, ROUNDS, SWAPS, UNDOS, KingsPhase, stalled
from rules.kings.piles import HOUSES, Side, is_house_pile, is_king_pile
from rules.kings.position import NAMES, NO_YES
from rules.kings.state import KingsState
from rules.text import parse_slots

_FIRST_NO_SLOT: Final = 2**31


def read_position(text: str) -> KingsState:
    """The position that a text describes; raises `BadText`, also if its parts do not fit."""
    now, mark, past = text.partition("\nundo ")
    state = _read(now)
    if not mark:
        return state
    steps, _, words = past.partition("\n")
    old = dict(word.split("=", 1) for word in words.split(" ") if "=" in word)
    named = [word.partition("=") for word in now.split(" ")]
    base = _read(" ".join([f"{name}{mark}{old.get(name, value)}" for name, mark, value in named]))
    again = _replayed(base, steps.split("; "))
    if again.base != base or again != replace(state, base=again.base, done=again.done):
        raise BadText("the steps that can be undone do not lead to the position")
    return again


def _replayed(base: KingsState, steps: Sequence[str]) -> KingsState:
    state = base
    try:
        for step in steps:
            state = state.after(Moved(base.turn, parse_action(step)))
    except NotLegal as why:
        raise BadText(f"the steps that can be undone are not legal: {why.text}") from None
    return state


def _read(text: str) -> KingsState:
    words = dict(zip(NAMES, parse_fields(text, head="kings", names=NAMES), strict=True))
    gone = parse_seats(words["left"], seats=SEATS)
    state = KingsState(
        phase=parse_choice(words["phase"], tuple(KingsPhase)),
        first=Seat(parse_below(words["first"], SEATS)),
        turn=Seat(parse_below(words["turn"], SEATS)),
        round=parse_below(words["round"], ROUNDS + 1),
        gained=parse_below(words["gained"], ROUNDS + 1),
        owed=parse_below(words["owed"], DEALT + 1),
        organising=parse_choice(words["organising"], NO_YES) == "yes",
        swaps=parse_below(words["swaps"], SWAPS + 1),
        undone=parse_below(words["undone"], UNDOS + 1),
        top=parse_below(words["top"], _FIRST_NO_SLOT),
        fresh=parse_below(words["fresh"], _FIRST_NO_SLOT),
        hidden=parse_slots(words["hidden"], most=DEALT),
        older=parse_cards(words["older"]),
        discard=parse_cards(words["discard"]),
        sides=[
            _parse_side(Seat(seat), words[name], left=seat in gone)
            for seat, name in enumerate(SUIT_WORDS[:SEATS])
        ],
    )
    _check_position(state)
    return state


def _parse_side(seat: Seat, text: str, *, left: bool) -> Side:
    piles = [parse_cards(pile) for pile in text.split("/")]
    if len(piles) != HOUSES + 2:
        raise BadText(f"a seat has a king pile, {HOUSES} house slots and spoils, not {quoted(text)}")
    king, *houses, spoils = piles
    if not is_king_pile(seat, king) or not all(map(is_house_pile, houses)):
        raise BadText(f"no game can have these piles: {quoted(text)}")
    if left and any(piles):
        raise BadText("a seat that has left has cards")
    if spoils != tuple(sorted(spoils)):
        raise BadText("the spoils are not sorted by face")
    return Side(king, tuple(houses), spoils, left)


def _check_position(state: KingsState) -> None:
    """Refuse a position whose cards, slots, seats or phase do not fit together."""
    seen = state.open_cards()
    if any(seen.count(face) > COPIES[face] for face in seen):
        raise BadText("there are more cards of one face than in the deck")
    if len(seen) + len(state.stock) + len(state.hidden) != len(DECK):
        raise BadText("there are not 96 cards")
    if state.round < 1 or state.gained > state.round or not state.seats_in:
        raise BadText("the round, the round of the last gain and the seats do not fit together")
    if list(state.hidden) != sorted(set(state.hidden)) or (state.hidden and state.hidden[-1] >= state.top):
        raise BadText("the hidden slots of a hand are not rising, or not from the stock")
    if len(state.older) > len(state.hidden) or list(state.older) != sorted(state.older):
        raise BadText("there are more older cards than hidden cards, or they are not sorted by face")
    if any(state.unseen().count(face) < state.older.count(face) for face in state.older):
        raise BadText("an older card lies open")
    if state.top > state.fresh or state.owed + len(state.hidden) > DEALT:
        raise BadText("the slots do not fit together")
    if state.sides[state.turn].left and state.phase not in (KingsPhase.ROLL, KingsPhase.OVER):
        raise BadText("the turn is with a seat that has left")
    _check_phase(state)


def _check_phase(state: KingsState) -> None:
    phase, alone = state.phase, len(state.seats_in) == 1
    won = any(len(side.king) == NUMBERS_OF_A_SUIT for side in state.sides)
    waits = {
        KingsPhase.ROLL: state.top == 0 and len(state.stock) == len(DECK),
        KingsPhase.SHUFFLE: bool(state.stock) and not state.hidden,
        KingsPhase.DEAL: bool(state.stock) and state.owed > 0,
        KingsPhase.REFILL: not state.stock and state.owed > 0 and bool(state.discard),
        KingsPhase.PLAY: state.owed == 0,
        KingsPhase.OVER: won or alone or stalled(state.round, state.gained),
    }
    if not waits[phase]:
        raise BadText(f"the position does not fit phase {phase}")
    if phase is not KingsPhase.OVER and (alone or won):
        raise BadText("the game is over, but the position does not say so")
