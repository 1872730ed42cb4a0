"""What a position of Cahoots must be to be one: for texts that come from elsewhere."""

from __future__ import annotations

from rules.cahoots.cards import DECK, Card
from rules.cahoots.match import Relation, next_value
from rules.cahoots.state import CahootsState
from rules.cahoots.table import CahootsPhase
from rules.errors import BadText


def check_sound(state: CahootsState) -> None:
    """Raise `BadText` for what no game comes to: cards or slots twice, a turn of nobody."""
    phase, playing, main = state.phase, state.playing, state.main
    running = phase in (CahootsPhase.TURN, CahootsPhase.COMBO, CahootsPhase.RECYCLE, CahootsPhase.DRAW)
    stock_left = state.stock_end - state.stock
    wrong = (
        (phase is not CahootsPhase.OVER and len(playing) < 2, "too few players are left"),
        (not set(playing) >= {*state.owed, *state.passed}, "one who is not playing is owed cards or passes"),
        (any(state.players[seat].hand for seat in state.finished), "a finished player has cards"),
        (running and state.turn not in playing, "it is the turn of one who is not playing"),
        (bool(state.owed) and phase is not CahootsPhase.DEAL, "cards are owed after the deal"),
        (bool(main) is (state.veto is None), "the main pile and the veto lie there together"),
        (phase is not CahootsPhase.OVER and running is not bool(main), "the phase does not fit the piles"),
        ((phase is CahootsPhase.COMBO) is (state.combo is Relation.NONE), "the phase does not fit the combo"),
        (
            phase is CahootsPhase.COMBO and bool(main) and next_value(state.combo, main[-1]) is None,
            "that combo cannot go on",
        ),
        (phase is CahootsPhase.DRAW and stock_left == 0, "there is no card to draw"),
        (
            phase is CahootsPhase.RECYCLE and (stock_left > 0 or len(main) < 2),
            "there is no need of a new stock",
        ),
        (
            phase is not CahootsPhase.OVER
            and (phase in (CahootsPhase.ROLL, CahootsPhase.SHUFFLE)) is (state.stock_end > 0),
            "cards lie there after the shuffle and only then",
        ),
        (any(list(player.hand) != sorted(player.hand) for player in state.players), "a hand is not rising"),
        (
            any([*player.known] != sorted(player.known, key=_slot) for player in state.players),
            "the known cards are not rising",
        ),
    )
    for is_wrong, why in wrong:
        if is_wrong:
            raise BadText(why)
    _check_cards(state)


def _slot(card: Card) -> int:
    return card.slot


def _check_cards(state: CahootsState) -> None:
    """Every card is in exactly one place: a hand, the stock, the main pile or the veto."""
    held = [slot for player in state.players for slot in player.hand]
    public = state.public_faces()
    if len(set(held)) != len(held) or any(slot >= state.stock for slot in held):
        raise BadText("a hand holds slots twice, or slots that were not dealt")
    if len(set(public)) != len(public):
        raise BadText("a card is there twice")
    if any(card.slot not in player.hand for player in state.players for card in player.known):
        raise BadText("a card is known that is not in the hand")
    # Until they are shown, the main pile and the veto are the two slots before the stock.
    piles = len(state.main) + 1 if state.main else 2
    cards = len(held) + piles + state.stock_end - state.stock if state.stock_end else len(held) + len(DECK)
    if cards != len(DECK) or state.stock > state.stock_end or (state.stock_end and state.stock < 2):
        raise BadText("the cards do not make one deck")
