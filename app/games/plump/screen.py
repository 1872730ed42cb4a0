"""Plump's table as a screen shows it: every decision about what is where and what it says.

`plump_screen` makes one frozen description out of a view; the widget draws it and decides
nothing. A finished tick stays described (`tick`, `taker`) until the next card is led, and the
result of a finished round until the next deck is shuffled, so that nobody has to be quick.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.games.hand import Sort, place_in_hand, suits_by_turns
from app.games.plump.words import card_name, plump_state
from app.games.reason import Reason, why_not
from rules.api import Outcome, Seat, Slot, View
from rules.cards import RANK, RANKS, SUIT_NAMES
from rules.plump.actions import Bid, PlumpPlay
from rules.plump.past import ABSENT, Played
from rules.plump.round import Round, winning
from rules.plump.sheet import Sheet, protocol
from rules.plump.state import PlumpState

DRAWING, DEALING, BIDDING, PLAYING, OPENING, OVER = (
    "drawing",
    "dealing",
    "bidding",
    "playing",
    "opening",
    "over",
)
"""Phases: the first dealer is drawn; cards are dealt; bids; cards; a one-card round opens; the end."""


_NO_CHOICE = Reason("Nobody plays in a round of one card: the cards open after the bids.", "plump R9")


@dataclass(frozen=True, slots=True)
class PlumpHandCard:
    """A card of the own hand. `face` is None for the own card of a one-card round.

    `action` is what playing it would be; `why` is None when it may be played now.
    """

    slot: int
    face: int | None
    name: str
    action: PlumpPlay | None
    why: Reason | None

    @property
    def is_lit(self) -> bool:
        return self.why is None


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card on the table, open for everybody."""

    seat: int
    slot: int
    face: int
    name: str
    is_best: bool


@dataclass(frozen=True, slots=True)
class BidChoice:
    """A bid on offer; `why` says why not."""

    ticks: int
    action: Bid
    name: str
    why: Reason | None


@dataclass(frozen=True, slots=True)
class Result:
    """What the round brought a seat: points, or a plump."""

    points: int

    @property
    def is_plump(self) -> bool:
        return self.points == 0

    @property
    def words(self) -> str:
        return "plump" if self.is_plump else f"+{self.points}"


@dataclass(frozen=True, slots=True)
class SeatScreen:
    """A seat's plate, and what it holds.

    `doing` is "" off its turn. `cards` are held face down; `forehead` is the one card of a
    one-card round with its face, None if the viewer cannot see it.
    """

    seat: int
    name: str
    is_viewer: bool
    is_turn: bool
    doing: str
    is_dealer: bool
    is_gone: bool
    bid: int | None
    ticks: int
    cards: int
    total: int
    is_leading: bool
    forehead: tuple[int, int | None] | None
    result: Result | None

    @property
    def score_line(self) -> str:
        """Ticks against bid in words."""
        if self.is_gone:
            return "has left"
        if self.bid is None:
            return "no bid yet"
        return f"bid {self.bid}, took {self.ticks}"

    @property
    def spoken(self) -> str:
        """The whole plate as a sentence."""
        words = [f"{self.name} (you)" if self.is_viewer else self.name, self.doing, self.score_line]
        if self.is_dealer:
            words.append("dealer")
        if self.result is not None:
            words.append(self.result.words)
        if self.cards:
            words.append(f"{self.cards} card{'s' if self.cards != 1 else ''}")
        if self.forehead is not None:
            face = self.forehead[1]
            words.append("an unknown card" if face is None else f"has the {card_name(face)}")
        words.append(f"{self.total} points")
        return ", ".join(word for word in words if word)


@dataclass(frozen=True, slots=True)
class PlumpScreen:
    """The whole table for one viewer. `round_key` changes with every deal."""

    phase: str
    title: str
    note: str
    round_key: int
    seats: tuple[SeatScreen, ...]
    hand: tuple[PlumpHandCard, ...]
    suits: tuple[int, ...]
    tick: tuple[LaidCard, ...]
    taker: int | None
    bids: tuple[BidChoice, ...]
    undealt: int
    is_forehead: bool
    last_tick: tuple[LaidCard, ...]
    sheet: Sheet
    outcome: Outcome | None

    @property
    def is_own_turn(self) -> bool:
        return any(seat.is_turn and seat.is_viewer for seat in self.seats)


def plump_screen(view: View, names: Sequence[str], before: PlumpScreen | None = None) -> PlumpScreen:
    """What the table shows now; `before` is what it showed last, so that a hand stays as it was sorted."""
    state = plump_state(view)
    part, phase = state.part, _phase(state)
    hand, suits = _hand(view, state, before)
    tick, taker = _tick(state, phase)
    seats = range(state.past.setting.seats)
    return PlumpScreen(
        phase=phase,
        title=_title(state),
        note="" if view.is_ended else _note(view, state, phase),
        round_key=_round_key(state),
        seats=tuple(_seat(view, state, phase, Seat(seat), names) for seat in seats),
        hand=hand,
        suits=suits,
        tick=tick,
        taker=taker,
        bids=_bids(view, state, phase),
        undealt=52 - part.cards * len(part.order) if part and part.is_shuffled else 0,
        is_forehead=bool(part and part.is_shuffled and part.cards == 1),
        last_tick=_laid(state.last_tick),
        sheet=protocol(state),
        outcome=state.outcome(),
    )


def rest_moves(before: PlumpScreen | None, now: PlumpScreen) -> float:
    """How long `now` is to be looked at before anything else comes, in moves of a card.

    Long for a tick just taken, longer when a round of one card has opened; what others do comes one
    by one; what the viewer did itself, and all dealing, holds nothing up.
    """
    if before is None:
        return 0.0
    if now.taker is not None and (before.taker is None or before.tick != now.tick):
        return 9.0 if before.is_forehead else 6.0
    if len(now.tick) > len(before.tick) or (now.taker is None and before.taker is not None and now.tick):
        return 0.0 if now.tick[-1].seat == _viewer(now) else 1.3
    bids = [
        seat.seat
        for seat, was in zip(now.seats, before.seats, strict=True)
        if seat.bid is not None and was.bid is None
    ]
    return 2.0 if bids and bids[-1] != _viewer(now) and now.phase in (BIDDING, PLAYING, OPENING) else 0.0


def _viewer(screen: PlumpScreen) -> int | None:
    return next((seat.seat for seat in screen.seats if seat.is_viewer), None)


def _phase(state: PlumpState) -> str:
    part = state.part
    if state.outcome() is not None:
        return OVER
    if part is None:
        return DRAWING
    if part.shown < len(part.order):
        return DEALING
    if part.is_bidding:
        return BIDDING
    return PLAYING if part.cards > 1 else OPENING


def _title(state: PlumpState) -> str:
    rounds = state.past.setting.rounds
    if state.outcome() is not None:
        return "The game is over"
    if state.part is None:
        return f"{len(rounds)} rounds"
    cards = state.part.cards
    return f"Round {state.part.index + 1} of {len(rounds)}  ·  {cards} card{'s' if cards != 1 else ''}"


def _note(view: View, state: PlumpState, phase: str) -> str:
    """The line under the title: how the bids stand against the ticks there are, or the suit led."""
    part = state.part
    if phase == DRAWING:
        return "The first dealer is being drawn"
    if part is None or phase == OVER:
        return ""
    if phase == DEALING:
        return "The cards are being dealt" if part.is_shuffled else "Everybody shuffles the deck"
    bid = sum(part.bids)
    if phase == BIDDING:
        hidden = "  ·  your card is hidden" if part.cards == 1 and view.seat is not None else ""
        return f"{bid} of {part.cards} bid{hidden or ' so far'}"
    many = "too many" if bid > part.cards else "too few"
    balance = f"{abs(bid - part.cards)} {many} bid"
    led = part.suit_led
    return balance if led is None else f"{SUIT_NAMES[led]} led  ·  {balance}"


def _round_key(state: PlumpState) -> int:
    return state.part.deck if state.part is not None else -1 - len(state.past.rows)


def _seat(view: View, state: PlumpState, phase: str, seat: Seat, names: Sequence[str]) -> SeatScreen:
    past, part = state.past, state.part
    is_turn = not view.is_held and state.turn == seat
    bid = part.bid_of(seat) if part else None
    ticks = part.ticks[seat] if part else 0
    result = None
    if past.rows and (part is None or not part.is_shuffled) and past.rows[-1].bids[seat] != ABSENT:
        row = past.rows[-1]
        bid, ticks, result = row.bids[seat], row.ticks[seat], Result(row.scores(past.setting)[seat])
    held = state.hand(seat)
    is_forehead = part is not None and part.cards == 1 and bool(held)
    best = max(past.sums)
    return SeatScreen(
        seat=seat,
        name=names[seat],
        is_viewer=seat == view.seat,
        is_turn=is_turn,
        doing=("to bid" if phase == BIDDING else "to play") if is_turn else "",
        is_dealer=part is not None and part.order[-1] == seat,
        is_gone=seat in past.gone,
        bid=bid,
        ticks=ticks,
        cards=0 if is_forehead else len(held),
        total=past.sums[seat],
        is_leading=best > 0 and past.sums[seat] == best,
        forehead=(held[0], view.face(held[0])) if is_forehead else None,
        result=result,
    )


def _hand(
    view: View, state: PlumpState, before: PlumpScreen | None
) -> tuple[tuple[PlumpHandCard, ...], tuple[int, ...]]:
    if view.seat is None:
        return (), ()
    held = state.hand(view.seat)
    faces = {slot: face for slot in held if (face := view.face(slot)) is not None}
    if before is not None and before.round_key == _round_key(state) and before.suits:
        suits = before.suits
    else:
        suits = suits_by_turns(faces.values()) if faces else ()
    known = sorted(faces, key=lambda slot: place_in_hand(faces[slot], suits))
    cards = [*known, *(slot for slot in held if slot not in faces)]
    return tuple(_hand_card(view, slot) for slot in cards), suits


def in_order(hand: Sequence[PlumpHandCard], sort: Sort | None) -> tuple[PlumpHandCard, ...]:
    """The hand as the player wants it: as it is by suit, or ranks together, their suits in the same order."""
    if sort is not Sort.RANK:
        return tuple(hand)
    return tuple(sorted(hand, key=lambda card: len(RANKS) if card.face is None else RANK[card.face]))


def _hand_card(view: View, slot: Slot) -> PlumpHandCard:
    face = view.face(slot)
    if face is None:
        return PlumpHandCard(slot, None, "your own card, which only the others see", None, _NO_CHOICE)
    action = PlumpPlay(slot, face)
    return PlumpHandCard(slot, face, card_name(face), action, why_not(view, action))


def _tick(state: PlumpState, phase: str) -> tuple[tuple[LaidCard, ...], int | None]:
    """The cards in the middle, and who takes them if the tick is complete."""
    part = state.part
    if part is not None and part.table:
        return _laid(part.table), None
    if phase == BIDDING or (part is not None and part.is_shuffled and not part.last):
        return (), None
    last = state.last_tick
    return _laid(last), (winning(last).seat if last else None)


def _laid(cards: tuple[Played, ...]) -> tuple[LaidCard, ...]:
    best = winning(cards) if cards else None
    return tuple(
        LaidCard(each.seat, each.slot, each.face, card_name(each.face), each == best) for each in cards
    )


def _bids(view: View, state: PlumpState, phase: str) -> tuple[BidChoice, ...]:
    part = state.part
    if phase != BIDDING or part is None or view.seat is None or state.turn != view.seat:
        return ()
    return tuple(
        BidChoice(ticks, Bid(ticks), _bid_name(state, part, ticks), why_not(view, Bid(ticks)))
        for ticks in range(part.cards + 1)
    )


def _bid_name(state: PlumpState, part: Round, ticks: int) -> str:
    worth = "not allowed" if ticks == part.hook else f"worth {state.past.setting.score(ticks, ticks)} points"
    return f"bid {ticks}, {worth}"
