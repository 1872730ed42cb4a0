"""Read the canonical text of a position back, and refuse one whose parts do not fit together."""

from __future__ import annotations

from typing import Final

from rules.api import Face, Seat, Slot
from rules.cahoots import course
from rules.cahoots.cards import DECK, parse_card, parse_names
from rules.cahoots.course import SEATS, CahootsPhase, Ends
from rules.cahoots.match import Relation, next_value
from rules.cahoots.player import parse_player
from rules.cahoots.sample import batches
from rules.cahoots.state import CahootsState
from rules.errors import BadText
from rules.fields import parse_below, parse_choice, parse_fields, parse_seats
from rules.text import parse_number

_HEAD: Final = (
    *("ends", "phase", "dealer", "turn", "main", "veto", "stock", "end", "renewed", "combo", "idle"),
    *("owed", "passed", "finished"),
)
_MOST: Final = 1 << 31
"""Limit of slots, exclusive."""


def read_position(text: str) -> CahootsState:
    """The position that a text describes; raises `BadText`, also if its parts do not fit."""
    head, *players = text.split(" | ")
    seats = len(players)
    if seats not in SEATS:
        raise BadText(f"Coffeehouse Cahoots is not for {seats} players")
    ends, phase, dealer, turn, main, veto, stock, end, renewed, *rest = parse_fields(
        head, head="cahoots", names=_HEAD
    )
    combo, idle, owed, passed, finished = rest
    cards = [*map(parse_player, players)]
    vetoed = [] if veto == "-" else [parse_card(veto)]
    public = [*vetoed, *[card for player in cards for card in player.known]]
    state = CahootsState(
        ends=parse_choice(ends, tuple(Ends)),
        hands=[[*player.hand] for player in cards],
        left=tuple(player.left for player in cards),
        public=dict(public),
        phase=parse_choice(phase, tuple(CahootsPhase)),
        dealer=Seat(parse_below(dealer, seats)),
        turn=Seat(parse_below(turn, seats)),
        main=parse_names(main),
        vetoed=vetoed[0].slot if vetoed else None,
        stock=Slot(parse_below(stock, _MOST)),
        stock_end=Slot(parse_below(end, _MOST)),
        renewed=() if renewed == "-" else tuple(map(_parse_renewed, renewed.split(";"))),
        combo=parse_choice(combo, tuple(Relation)),
        idle=parse_number(idle),
        owed=parse_seats(owed, seats=seats),
        passed=parse_seats(passed, seats=seats),
        finished=parse_seats(finished, seats=seats),
    )
    _check_position(state)
    return state


def _check_position(state: CahootsState) -> None:
    """Raise `BadText` if phase, seats and piles do not fit together, or cards or slots are there twice."""
    phase, playing, main = state.phase, state.playing, state.main
    running = phase in (course.TURN, course.COMBO, course.RECYCLE, course.DRAWING)
    stock_left = state.stock_end - state.stock
    wrong = (
        (phase is not course.OVER and len(playing) < 2, "too few players are left"),
        (not set(playing) >= {*state.owed, *state.passed}, "a seat out of play is owed cards or passes"),
        (any(state.hands[seat] for seat in state.finished), "a finished player has cards"),
        (running and state.turn not in playing, "it is the turn of a seat out of play"),
        (bool(state.owed) and phase is not course.DEAL, "cards are owed outside the deal"),
        (bool(main) is (state.vetoed is None), "the main pile lies without the veto, or the veto alone"),
        (phase is not course.OVER and running is not bool(main), "the phase does not fit the piles"),
        ((phase is course.COMBO) is (state.combo is Relation.NONE), "the phase does not fit the combo"),
        (
            phase is course.COMBO and bool(main) and next_value(state.combo, main[-1]) is None,
            "no card can continue the combo",
        ),
        (phase is course.DRAWING and stock_left == 0, "a card must be drawn, but there is none"),
        (phase is course.RECYCLE and (stock_left > 0 or len(main) < 2), "a new stock is due at a wrong time"),
        (
            phase is not course.OVER and (phase in (course.ROLL, course.SHUFFLE)) is (state.stock_end > 0),
            "there are cards before the shuffle, or none after the shuffle",
        ),
        (any(hand != sorted(hand) for hand in state.hands), "a hand is out of order"),
    )
    for is_wrong, why in wrong:
        if is_wrong:
            raise BadText(why)
    _check_cards(state)


def _check_cards(state: CahootsState) -> None:
    """Raise `BadText` unless hands, stock, main pile and veto make one deck, with no card in two places."""
    held = [slot for hand in state.hands for slot in hand]
    public = state.public_faces()
    if len(set(held)) != len(held) or any(slot >= state.stock for slot in held):
        raise BadText("a hand holds slots twice, or slots that were not dealt")
    if len(set(public)) != len(public):
        raise BadText("a card is in two places")
    # Until they are shown, the main pile and the veto are the two slots before the stock.
    piles = len(state.main) + 1 if state.main else 2
    cards = len(held) + piles + state.stock_end - state.stock if state.stock_end else len(held) + len(DECK)
    if cards != len(DECK) or state.stock > state.stock_end or (state.stock_end and state.stock < 2):
        raise BadText("the cards do not make one deck")
    _check_renewed(state)


def _parse_renewed(text: str) -> tuple[Slot, tuple[Face, ...]]:
    """A stock made of the main pile, "52:2J,3C"."""
    first, _, faces = text.partition(":")
    return Slot(parse_below(first, _MOST)), parse_names(faces)


def _check_renewed(state: CahootsState) -> None:
    """Raise `BadText` unless stocks made of the main pile are in order, each with as many slots as faces."""
    firsts = [first for first, _ in state.renewed]
    if firsts != sorted(set(firsts)) or any(not len(DECK) <= first <= state.stock for first in firsts):
        raise BadText("the stocks made of the main pile do not follow each other")
    known = [face for _, faces in state.renewed for face in faces]
    if len(set(known)) != len(known) or any(
        list(faces) != sorted(faces) or not faces for _, faces in state.renewed
    ):
        raise BadText("a card was shuffled into two stocks, or their cards are not rising")
    if state.stock_end:
        for slots, faces in batches(state):
            if len(slots) != len(faces):
                raise BadText("the cards of a stock are not those that were shuffled into it")
