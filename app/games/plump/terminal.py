"""Plump at a terminal: a column for each player, cards as "7h"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.games.board import counted, name_of
from app.games.plump.words import plump_state, plump_status
from app.games.terminal import Terminal, column_width, columns, joined, short_names
from rules.api import Action, Slot, View
from rules.cards import CARD_TEXT, RANK, SUIT
from rules.plump.actions import Bid, PlumpPlay

LEGEND = (
    "bid 3           three ticks are bid",
    "7h   Qs         the 7 of hearts, the queen of spades is played",
    "c clubs   d diamonds   h hearts   s spades   J jack   Q queen   K king   A ace",
    "bid: ticks that a player means to take   ticks: taken so far   sum: points",
)


def picture(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Bids, ticks and sums by player, the tick on the table, the own hand."""
    state = plump_state(view)
    part = state.part
    if part is None:
        return (plump_status(view, names),)
    short = short_names(names, column_width(len(names)))
    order = [*part.order]
    heads = [f"{short[seat]}{'*' if seat == order[-1] else ''}" for seat in order]
    bids = [part.bid_of(seat) for seat in order]
    rows = [
        ["", *(f">{head}" if seat == part.turn else head for seat, head in zip(order, heads, strict=True))],
        ["bid", *("-" if bid is None else str(bid) for bid in bids)],
        ["ticks", *(str(part.ticks[seat]) for seat in order)],
        ["sum", *(str(state.past.sums[seat]) for seat in order)],
    ]
    course = f"Round {part.index + 1} of {len(state.past.setting.rounds)}, {counted(part.cards, 'card')} each"
    lines = [f"{course}   * deals   > to move", *columns(rows)]
    shown, title = (part.table, "On the table") if part.table else (state.last_tick, "The last tick")
    if shown:
        laid = (f"{CARD_TEXT[each.face]} {name_of(short, each.seat, view.seat)}" for each in shown)
        lines += joined(f"{title}: ", laid, gap="   ")
    for seat in part.order:
        faces = [face for slot in _sorted(view, part.hands[seat]) if (face := view.face(slot)) is not None]
        if faces:
            head = "Your hand: " if seat == view.seat else f"{short[seat]} holds: "
            lines += joined(head, (CARD_TEXT[face] for face in faces))
    return (*lines, plump_status(view, names))


def word(view: View, action: Action) -> str:
    """A choice: "bid 3", "7h"."""
    del view
    if isinstance(action, PlumpPlay):
        return CARD_TEXT[action.face]
    return f"bid {action.ticks}" if isinstance(action, Bid) else str(action)


def menu(view: View) -> tuple[str, ...]:
    """The bids, or the cards that may be played."""
    actions = view.actions()
    bids = [str(action.ticks) for action in actions if isinstance(action, Bid)]
    if bids:
        part = plump_state(view).part
        hook = None if part is None else part.hook
        why = f"   (not {hook}: the bids may not add up to the ticks)" if hook is not None else ""
        *lines, last = joined("bid ", bids)
        return (*lines, f"{last}{why}")
    plays = {action.slot: action for action in actions if isinstance(action, PlumpPlay)}
    return joined("play: ", (CARD_TEXT[plays[slot].face] for slot in _sorted(view, tuple(plays))))


def attempts(view: View) -> Iterable[Action]:
    """Every bid, and every card of the own hand."""
    part = plump_state(view).part
    if part is not None and view.seat is not None:
        yield from (Bid(ticks) for ticks in range(part.cards + 1))
        for slot in part.hands[view.seat]:
            if (face := view.face(slot)) is not None:
                yield PlumpPlay(slot, face)


def _sorted(view: View, slots: Sequence[Slot]) -> tuple[Slot, ...]:
    def place(slot: Slot) -> tuple[int, int, int]:
        face = view.face(slot)
        return (9, 0, slot) if face is None else ((0, 1, 3, 2)[SUIT[face]], RANK[face], slot)

    return tuple(sorted(slots, key=place))


PLUMP_TERMINAL = Terminal(picture, word, menu, attempts, LEGEND)
