"""Coffeehouse Cahoots at a terminal: cards by number and drinker, "7J"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.games.board import counted, name_of
from app.games.cahoots.words import (
    PLACES,
    cahoots_state,
    cahoots_status,
    freeze_words,
    hand_order,
    hand_words,
)
from app.games.terminal import Terminal, joined, short_names
from rules.api import Action, Seat, View
from rules.cahoots.actions import DRAW, PASS, STOP, CahootsPlay, Say, Verb
from rules.cahoots.cards import NAMES, SUIT_LETTERS, SUITS, suit, value
from rules.cahoots.course import CahootsPhase
from rules.cahoots.state import CahootsState
from rules.seats import seats_around

LEGEND = (
    "7J          the 7 of Java Joe is placed or added; letters above the piles",
    "swap 7J     it becomes the veto, and the old veto comes into your hand",
    "draw   stop   pass",
)


def picture(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """The piles, how many cards each player holds, the own hand."""
    state = cahoots_state(view)
    suits = (f"{letter} {drinker}" for letter, drinker in zip(SUIT_LETTERS, SUITS, strict=True))
    lines = [*joined("", suits, gap="   ")]
    if state.veto is not None:
        stock = counted(state.stock_end - state.stock, "card")
        pile = f"on top of {counted(len(state.main) - 1, 'card')}" if len(state.main) > 1 else "alone"
        lines.append(
            f"main pile {NAMES[state.main[-1]]} {pile}   veto {NAMES[state.veto.face]}   stock {stock}"
        )
        lines += filter(None, [freeze_words(state)])
    short = short_names(names, 14)
    lines += [_player(state, seat, short, view) for seat in seats_around(view.seat, len(state.players))]
    if view.seat is not None:
        seen = {card.slot: card.face for card in state.seen_hand(view.seat, view.known)}
        slots = hand_order(view, state.hand(view.seat), view.seat)
        lines += joined("Your hand: ", (NAMES[seen[slot]] for slot in slots if slot in seen))
    return (*lines, cahoots_status(view, names))


def word(view: View, action: Action) -> str:
    """A choice: "7J" to place or add it, "swap 7J" for the veto, "draw", "stop", "pass"."""
    del view
    if isinstance(action, CahootsPlay):
        return f"{'swap ' if action.verb is Verb.SWAP else ''}{NAMES[action.face]}"
    return str(action)


def menu(view: View) -> tuple[str, ...]:
    """The choices by kind."""
    actions = view.actions()
    plays = sorted(
        (action for action in actions if isinstance(action, CahootsPlay)),
        key=lambda action: (value(action.face), suit(action.face)),
    )
    lines: list[str] = []
    for head, verbs in (("place: ", (Verb.PLACE,)), ("add: ", (Verb.ADD,)), ("swap ", (Verb.SWAP,))):
        cards = [NAMES[action.face] for action in plays if action.verb in verbs]
        if cards:
            lines += joined(head, cards)
    calls = [str(action) for action in actions if isinstance(action, Say)]
    return (*lines, *joined("", calls, gap="   ")) if calls else tuple(lines)


def attempts(view: View) -> Iterable[Action]:
    """Every own card placed, added and swapped; draw, stop and pass."""
    state = cahoots_state(view)
    if view.seat is None:
        return
    for verb in (Verb.ADD if state.phase is CahootsPhase.COMBO else Verb.PLACE, Verb.SWAP):
        for card in state.seen_hand(view.seat, view.known):
            is_open = state.players[view.seat].card(card.slot) is not None
            yield CahootsPlay(verb, card.slot, card.face, is_open)
    yield from (DRAW, STOP, PASS)


def _player(state: CahootsState, seat: Seat, names: Sequence[str], view: View) -> str:
    player, who = state.players[seat], name_of(names, seat, view.seat)
    head = f"{'>' if seat == state.turn else ' '}{who:14} "
    if player.left:
        return f"{head}left the table"
    if seat in state.finished:
        return f"{head}finished {PLACES[state.finished.index(seat)]}"
    return f"{head}{hand_words(player, [NAMES[card.face] for card in player.known])}"


CAHOOTS_TERMINAL = Terminal(picture, word, menu, attempts, LEGEND)
