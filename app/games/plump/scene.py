"""The table of Plump described: bids, ticks and sums on the plates, the tick in the middle, our hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from app.games.narrator import counted
from app.games.plump.words import card_name, plump_state, plump_status
from app.games.reason import Reason, why_not
from app.games.scene import (
    RED_SUITS,
    Chip,
    Closed,
    Description,
    Figure,
    Kind,
    Open,
    Piece,
    Plate,
    Route,
    Said,
    Scene,
    Sign,
    Zone,
    card_at,
    choice_at,
)
from rules.api import Action, Seat, Slot, View
from rules.cards import CARD_TEXT, RANK, SUIT, SUIT_NAMES
from rules.plump.actions import Bid, PlumpPlay
from rules.plump.past import ABSENT, Played
from rules.plump.round import Round, winning
from rules.plump.state import PlumpState

TICK, LAST_TICK, CHIPS, BIDS = "tick", "last tick", "chips", "bids"
FOREHEADS, DECK, HAND = "foreheads", "deck", "hand"
"""Keys of the zones."""
PLUMPED, NO_BID = "plump", "-"
"""Badge for a missed bid, and figure of a seat that has not bid."""
DEALING: Final = ("Everybody shuffles the deck", "The cards are being dealt")
"""Notes from before the first bid."""
_LEGEND: Final = (
    "bid 3           three ticks are bid",
    "7h   Qs         the 7 of hearts, the queen of spades is played",
    "c clubs   d diamonds   h hearts   s spades   J jack   Q queen   K king   A ace",
    "bid: ticks that a player means to take   ticks: taken so far   sum: points",
)
_NO_CHOICE: Final = Reason("Nobody plays in a round of one card: the cards open after the bids.", "plump R9")


def plump_scene(view: View, names: Sequence[str]) -> Scene:
    """Return the table as one seat or a spectator sees it."""
    state = plump_state(view)
    part = state.part
    order = part.order if part is not None else tuple(Seat(seat) for seat in range(len(names)))
    gone = tuple(Seat(seat) for seat in range(len(names)) if seat not in order)
    return Scene(
        plump_status(view, names),
        tuple(_zones(view, state, names)),
        tuple(_plate(view, state, seat, names[seat]) for seat in (*order, *gone)),
        _title(state),
        "" if view.is_ended else _note(view, state),
    )


def say(view: View, action: Action, names: Sequence[str]) -> Said:
    """Return the words of a bid or a card."""
    del view, names
    if isinstance(action, PlumpPlay):
        return Said(f"Play the {card_name(action.face)}", CARD_TEXT[action.face], "play")
    return Said(f"Bid {action.ticks}" if isinstance(action, Bid) else str(action), str(action))


def picks(view: View, action: Action) -> tuple[Route, ...]:
    """Return the press: a card or a bid."""
    del view
    return ((card_at(action.slot) if isinstance(action, PlumpPlay) else choice_at(action),),)


def attempts(view: View) -> Iterable[Action]:
    """Yield every bid, and every card of the player's hand."""
    part = plump_state(view).part
    if part is not None and view.seat is not None:
        yield from (Bid(ticks) for ticks in range(part.cards + 1))
        for slot in part.hands[view.seat]:
            if (face := view.face(slot)) is not None:
                yield PlumpPlay(slot, face)


def rest_moves(before: Scene | None, now: Scene, viewer: Seat | None) -> float:
    """Return the time for which `now` is shown before the next scene, in durations of a card's move.

    It is long for a tick just taken, and longer when a round of one card has opened. Others' moves come one
    by one. After the viewer's own moves and after dealing the next scene comes at once.
    """
    if before is None:
        return 0.0
    was, tick = before.pieces(TICK), now.pieces(TICK)
    was_taken, is_taken = taker(before) is not None, taker(now) is not None
    if is_taken and (not was_taken or was != tick):
        return 9.0 if before.zone(FOREHEADS) is not None else 6.0
    if len(tick) > len(was) or (was_taken and not is_taken and tick):
        return 0.0 if tick[-1].seat == viewer else 1.3
    bids = {plate.seat: plate.figures[0].value for plate in before.plates}
    new = [plate.seat for plate in now.plates if plate.figures[0].value != bids[plate.seat] == NO_BID]
    return 2.0 if new and new[-1] != viewer else 0.0


def taker(scene: Scene) -> Seat | None:
    """Return the seat that takes the tick; None while it is incomplete."""
    found = scene.zone(TICK)
    if found is None or not found.note:
        return None
    return next((piece.seat for piece in found.pieces if Sign.BEST in piece.signs), None)


PLUMP_TABLE: Final = Description(plump_scene, say, picks, attempts=attempts, legend=_LEGEND, tints=RED_SUITS)


def _title(state: PlumpState) -> str:
    rounds = state.past.setting.rounds
    if state.outcome() is not None:
        return "The game is over"
    if state.part is None:
        return f"{len(rounds)} rounds"
    return f"Round {state.part.index + 1} of {len(rounds)}  ·  {counted(state.part.cards, 'card')}"


def _note(view: View, state: PlumpState) -> str:
    """Return the line under the title: bids against ticks, the suit led, or the progress of a shuffle."""
    part = state.part
    if state.outcome() is not None:
        return ""
    if part is None:
        return "The first dealer is being drawn"
    if part.shown < len(part.order):
        return DEALING[part.is_shuffled]
    bid = sum(part.bids)
    if part.is_bidding:
        hidden = "  ·  your card is hidden" if part.cards == 1 and view.seat is not None else ""
        return f"{bid} of {part.cards} bid{hidden or ' so far'}"
    over = bid - part.cards
    balance = f"{over} bid too many" if over > 0 else f"{counted(-over, 'tick')} nobody bid"
    return balance if part.suit_led is None else f"{SUIT_NAMES[part.suit_led]} led  ·  {balance}"


# -- plates -------------------------------------------------------------------------------------


def _plate(view: View, state: PlumpState, seat: Seat, name: str) -> Plate:
    past, part = state.past, state.part
    is_turn = not view.is_held and state.turn == seat
    bid = part.bid_of(seat) if part else None
    ticks = part.ticks[seat] if part else 0
    badge = ""
    if past.rows and (part is None or not part.is_shuffled) and past.rows[-1].bids[seat] != ABSENT:
        row = past.rows[-1]
        bid, ticks, points = row.bids[seat], row.ticks[seat], row.scores(past.setting)[seat]
        badge = f"+{points}" if points else PLUMPED
    signs = {
        Sign.TURN: is_turn,
        Sign.DEALER: part is not None and part.order[-1] == seat,
        Sign.GONE: seat in past.gone,
        Sign.LEADS: past.sums[seat] == max(past.sums) > 0,
    }
    is_open = part is not None and part.cards == 1
    return Plate(
        seat,
        name,
        (
            Figure("bid", NO_BID if bid is None else str(bid), "" if bid is not None else "no bid yet"),
            Figure("ticks", str(ticks), f"took {ticks}"),
            Figure("sum", str(past.sums[seat]), f"{past.sums[seat]} points"),
        ),
        ("to bid" if part is not None and part.is_bidding else "to play") if is_turn else "",
        tuple(sign for sign, is_so in signs.items() if is_so),
        0 if is_open or seat == view.seat else len(state.hand(seat)),
        badge,
    )


# -- zones --------------------------------------------------------------------------------------


def _zones(view: View, state: PlumpState, names: Sequence[str]) -> Iterable[Zone]:
    part = state.part
    tick, takes = _tick(state)
    note = "" if takes is None else f"{'You take' if takes == view.seat else f'{names[takes]} takes'} it"
    yield Zone(TICK, "On the table", Kind.TRICK, _laid(tick), note=note)
    if tick != state.last_tick:
        yield Zone(LAST_TICK, "The last tick", Kind.TRICK, _laid(state.last_tick))
    if part is None:
        return
    if part.is_bidding:
        chips = (
            Piece(f"chip:{seat}", f"bid of {bid}", str(bid), Chip(seat, str(bid)), seat)
            for seat, bid in zip(part.order, part.bids, strict=False)
        )
        yield Zone(CHIPS, "Bids", Kind.TRICK, tuple(chips))
        if view.seat is not None and state.turn == view.seat:
            bids = (_bid(view, state, part, ticks) for ticks in range(part.cards + 1))
            yield Zone(BIDS, "Your bid", Kind.CHOICES, tuple(bids), view.seat)
    if part.cards == 1:
        others = (seat for seat in part.order if seat != view.seat)
        cards = (_held(view, seat, slot) for seat in others for slot in state.hand(seat))
        yield Zone(FOREHEADS, "On their foreheads", Kind.TRICK, tuple(cards))
    if part.is_shuffled and (left := 52 - part.cards * len(part.order)):
        top = (Piece("deck", "", look=Closed()),)
        yield Zone(DECK, "Not dealt", Kind.PILE, top, note=counted(left, "card"), count=left)
    if view.seat is not None and state.hand(view.seat):
        yield Zone(HAND, "Your hand", Kind.HAND, _hand(view, state, view.seat), view.seat)


def _tick(state: PlumpState) -> tuple[tuple[Played, ...], Seat | None]:
    """Return the cards in the middle, and the seat that takes them if the tick is complete. A complete tick
    stays until the next card is led."""
    part = state.part
    if part is not None and part.table:
        return part.table, None
    if part is not None and part.is_shuffled and (part.is_bidding or not part.last):
        return (), None
    last = state.last_tick
    return last, winning(last).seat if last else None


def _laid(cards: tuple[Played, ...]) -> tuple[Piece, ...]:
    best = winning(cards) if cards else None
    return tuple(
        Piece(
            card_at(each.slot),
            card_name(each.face),
            CARD_TEXT[each.face],
            Open(each.face),
            each.seat,
            (Sign.BEST,) if each == best else (),
        )
        for each in cards
    )


def _bid(view: View, state: PlumpState, part: Round, ticks: int) -> Piece:
    worth = "not allowed" if ticks == part.hook else f"worth {state.past.setting.score(ticks, ticks)} points"
    bid = Bid(ticks)
    return Piece(choice_at(bid), f"bid {ticks}, {worth}", str(ticks), why=why_not(view, bid))


def _hand(view: View, state: PlumpState, seat: Seat) -> tuple[Piece, ...]:
    """Return a hand: hearts, spades, diamonds, clubs, ranks rising, unknown cards last."""

    def place(slot: Slot) -> tuple[int, int, int]:
        face = view.face(slot)
        return (9, 0, slot) if face is None else (SUIT[face], RANK[face], slot)

    return tuple(_held(view, seat, slot) for slot in sorted(state.hand(seat), key=place))


def _held(view: View, seat: Seat, slot: Slot) -> Piece:
    face = view.face(slot)
    if face is None:
        own = "your own card, seen only by the others"
        if seat == view.seat:
            return Piece(card_at(slot), own, "?", Closed(), why=_NO_CHOICE)
        return Piece(card_at(slot), "a hidden card", "?", Closed(), seat)
    name, short = card_name(face), CARD_TEXT[face]
    if seat != view.seat:
        return Piece(card_at(slot), name, short, Open(face), seat)
    return Piece(card_at(slot), name, short, Open(face), why=why_not(view, PlumpPlay(slot, face)))
