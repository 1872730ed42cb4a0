"""Kings' table as a screen shows it: every decision about what is where and what it says.

`kings_screen` makes one frozen description out of a view; the widget draws it and decides nothing.
Whatever can be done with a card or a house pile is an `Offer` to a place, with the reason when it cannot
be done now and, for an attack, with its outcome. What a press does is in `app.games.kings.grip`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from app.games.board import counted
from app.games.kings.story import KING, Fight, KingsPlace, Told, fight_of, told_moves
from app.games.kings.words import (
    battle_words,
    card_name,
    end_words,
    king_words,
    kings_state,
    left_over,
    pile_words,
    quiet_words,
    short,
    takes_short,
)
from app.games.narrator import cast_of
from app.games.reason import Reason, why_not
from rules.api import Event, Face, Outcome, Seat, View
from rules.kings.actions import Attack, Bank, KingsAction, KingsEnd, Put, Swap
from rules.kings.cards import BIT, COPIES, JACK, NUMBERS_OF_A_SUIT, RANK, SUIT, SUIT_WORDS
from rules.kings.course import QUIET_ROUNDS, ROUNDS, KingsPhase
from rules.kings.piles import HOUSES, Battle, Side, battle, king_accepts, score
from rules.kings.state import KingsState

TOLD: Final = 7
"""So many moves are remembered in words."""
_ASIDE: Final = Reason("That card fits nowhere now: it is thrown away when you end the turn.", "kings 3.3")

_UNDER_WAY: Final = {
    KingsPhase.ROLL: "The first seat is being drawn",
    KingsPhase.SHUFFLE: "Everybody shuffles the cards",
    KingsPhase.REFILL: "The discards are shuffled into a new stock",
    KingsPhase.DEAL: "Cards are being dealt",
}


class KingsStep(StrEnum):
    """What the mover can do now: attack, no more than put cards and swap, or nothing but end its turn.

    What others hold is unseen: their turn is at its end only when they end it.
    """

    ATTACK = "attack"
    ORGANISE = "organise"
    END = "end"


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that could be done: `why` says why not, None if it may be done now."""

    to: KingsPlace
    action: KingsAction
    words: str
    why: Reason | None
    fight: Fight | None = None


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the own hand. `key` is its slot, or a number below -1 for a card of the spoils."""

    key: int
    face: Face
    name: str
    is_won: bool
    offers: tuple[Offer, ...]
    why: Reason | None

    @property
    def is_lit(self) -> bool:
        return self.why is None


@dataclass(frozen=True, slots=True)
class HouseScreen:
    """A house slot. `numbers` are sorted for the eye; `base` is None when it is empty."""

    place: KingsPlace
    base: Face | None
    numbers: tuple[Face, ...]
    score: int
    takes: str
    is_front: bool
    name: str
    offers: tuple[Offer, ...] = ()
    why: Reason | None = None


@dataclass(frozen=True, slots=True)
class KingScreen:
    """A king pile: which of two to ten are `there`."""

    place: KingsPlace
    there: tuple[bool, ...]
    name: str

    @property
    def count(self) -> int:
        return sum(self.there)

    @property
    def missing(self) -> int:
        return NUMBERS_OF_A_SUIT - self.count


@dataclass(frozen=True, slots=True)
class SideScreen:
    """All that lies before one seat. `hidden` cards are held face down, `spoils` open."""

    seat: int
    name: str
    suit: str
    is_viewer: bool
    is_turn: bool
    is_gone: bool
    doing: str
    line: str
    is_leading: bool
    rank: int | None
    king: KingScreen
    houses: tuple[HouseScreen, ...]
    spoils: tuple[Face, ...]
    hidden: int

    @property
    def spoken(self) -> str:
        """The plate as a sentence."""
        words = [f"{self.name} (you)" if self.is_viewer else self.name, self.suit, self.doing, self.line]
        if self.hidden:
            words.append(counted(self.hidden, "hidden card"))
        if self.spoils:
            words.append(f"won and in hand: {short(self.spoils)}")
        return ", ".join([word for word in words if word])


@dataclass(frozen=True, slots=True)
class EndScreen:
    """The end of the turn: what it throws away; `warning` when a card for the own king is among it."""

    action: KingsEnd
    faces: tuple[Face, ...]
    words: str
    why: Reason | None
    warning: Reason | None


@dataclass(frozen=True, slots=True)
class KingsScreen:
    """The whole table for one viewer."""

    view: View
    title: str
    step: KingsStep | None
    course: tuple[str, str]
    stock: int
    discard: int
    discard_top: Face | None
    sides: tuple[SideScreen, ...]
    hand: tuple[HandCard, ...]
    end: EndScreen
    told: tuple[Told, ...]
    outcome: Outcome | None

    @property
    def viewer(self) -> int | None:
        return self.view.seat

    @property
    def is_own_turn(self) -> bool:
        return bool(self.view.actions())

    @property
    def last(self) -> Told | None:
        """The last move."""
        return self.told[-1] if self.told else None

    def house(self, place: KingsPlace) -> HouseScreen:
        """The house slot at a place."""
        return self.sides[place.seat].houses[place.house - 1]

    def card(self, key: int) -> HandCard | None:
        """The card of the hand with that key, if it is still there."""
        return next((card for card in self.hand if card.key == key), None)


def kings_screen(
    view: View, names: Sequence[str], before: KingsScreen | None = None, events: Sequence[Event] = ()
) -> KingsScreen:
    """What the table shows now; `before` and the `events` since then tell how it came about."""
    state = kings_state(view)
    told: tuple[Told, ...] = ()
    if before is not None:
        told = (*before.told, *told_moves(kings_state(before.view), events, cast_of(view, names)))[-TOLD:]
    return KingsScreen(
        view=view,
        title=_title(view, state, names),
        step=_step(view, state),
        course=(f"Round {state.round} of {ROUNDS} at most", quiet_words(state)),
        stock=len(state.stock),
        discard=len(state.discard),
        discard_top=state.discard[-1] if state.discard else None,
        sides=tuple(_side(view, state, Seat(seat), names) for seat in range(len(state.sides))),
        hand=_hand(view, state),
        end=_end(view, state),
        told=told,
        outcome=state.outcome(),
    )


def winner_words(screen: KingsScreen) -> str:
    """Who has won: "Lisa wins", "You win", "Lisa and Toby share the win"; "" before the end."""
    first = ["You" if side.is_viewer else side.name for side in screen.sides if side.rank == 1]
    if len(first) > 1:
        return f"{' and '.join(first)} share the win"
    return "".join([f"{who} {'win' if who == 'You' else 'wins'}" for who in first])


def result_words(screen: KingsScreen) -> tuple[str, ...]:
    """The end in words: by rank, everybody's king pile."""
    if screen.outcome is None:
        return ()
    order = sorted(screen.sides, key=lambda side: (side.rank or 0, side.seat))
    return tuple(
        f"{side.rank}.  {side.name}, {side.suit}: {side.king.count} of {NUMBERS_OF_A_SUIT}" for side in order
    )


# -- words --------------------------------------------------------------------------------------


def _title(view: View, state: KingsState, names: Sequence[str]) -> str:
    """Whose turn it is and what can be done, or what everybody waits for."""
    if state.phase is KingsPhase.OVER:
        return _ending(state)
    if state.phase in _UNDER_WAY:
        return _UNDER_WAY[state.phase]
    step = _step(view, state)
    if state.turn != view.seat:
        does = "may attack" if step is KingsStep.ATTACK else "puts cards and swaps piles"
        return f"{names[state.turn]} {does}"
    kinds = _kinds(view, state)
    if not state.organising and step is not KingsStep.ATTACK:
        return _no_attack(kinds)
    first = {"attack with your piles": Attack in kinds, "put cards down": bool(kinds & {Put, Bank})}
    ways = [words for words, can in first.items() if can]
    if len(ways) < len(first):
        ways += [*(["swap piles"] if Swap in kinds else []), "end the turn"]
    said = ", or ".join(filter(None, (", ".join(ways[:-1]), ways[-1])))
    return said[:1].upper() + said[1:]


def _no_attack(kinds: set[type[KingsAction]]) -> str:
    if kinds & {Put, Bank}:
        return "Put cards down: no attack is possible"
    return "Swap piles: no attack is possible" if Swap in kinds else "End the turn: nothing else is possible"


def _ending(state: KingsState) -> str:
    if any(len(side.king) == NUMBERS_OF_A_SUIT for side in state.sides):
        return "A king pile is complete"
    if len(state.seats_in) == 1:
        return "Only one player is left"
    if state.round >= ROUNDS:
        return f"{ROUNDS} rounds are played: the fullest king wins"
    return f"{QUIET_ROUNDS} rounds without a card for a king: the fullest king wins"


def _kinds(view: View, state: KingsState) -> set[type[KingsAction]]:
    """What the mover can do, as far as the viewer knows; to swap empty slots is to do nothing."""
    has_piles = any(state.sides[state.turn].house(house) for house in range(1, HOUSES + 1))
    kinds = {type(action) for action in state.actions(state.turn, view.known)}
    return kinds if has_piles else kinds - {Swap}


def _step(view: View, state: KingsState) -> KingsStep | None:
    if state.phase is not KingsPhase.PLAY:
        return None
    kinds = _kinds(view, state)
    if Attack in kinds:
        return KingsStep.ATTACK
    if state.turn == view.seat and not kinds & {Put, Bank, Swap}:
        return KingsStep.END
    return KingsStep.ORGANISE


# -- sides --------------------------------------------------------------------------------------


def _side(view: View, state: KingsState, seat: Seat, names: Sequence[str]) -> SideScreen:
    side, outcome = state.sides[seat], state.outcome()
    is_turn = state.turn == seat and state.phase not in (KingsPhase.ROLL, KingsPhase.OVER)
    doing = (
        ""
        if not is_turn
        else "is dealt cards"
        if state.phase is not KingsPhase.PLAY
        else "may attack"
        if _step(view, state) is KingsStep.ATTACK
        else "puts cards"
    )
    best = max(len(other.king) for other in state.sides)
    line = "has left" if side.left else king_words(seat, side)
    return SideScreen(
        seat=seat,
        name=names[seat],
        suit=SUIT_WORDS[seat],
        is_viewer=seat == view.seat,
        is_turn=is_turn,
        is_gone=side.left,
        doing=doing,
        line=line,
        is_leading=0 < best == len(side.king),
        rank=None if outcome is None else outcome.ranks[seat],
        king=_king(seat, side),
        houses=tuple(_house(view, state, seat, house, names) for house in range(1, HOUSES + 1)),
        spoils=side.spoils,
        hidden=len(state.hand(seat)),
    )


def _king(seat: Seat, side: Side) -> KingScreen:
    have = {RANK[face] for face in side.king}
    return KingScreen(
        KingsPlace(seat, KING),
        tuple(rank in have for rank in range(NUMBERS_OF_A_SUIT)),
        king_words(seat, side),
    )


def _house(view: View, state: KingsState, seat: Seat, house: int, names: Sequence[str]) -> HouseScreen:
    side = state.sides[seat]
    pile, is_front = side.house(house), side.front == house
    front = ", attacked first" if is_front else ""
    whose = "Your" if seat == view.seat else f"{names[seat]}'s"
    name = f"{whose} house {house}: {pile_words(pile)}{front}"
    offers = _house_offers(view, state, house, names) if seat == view.seat else ()
    legal = any(offer.why is None for offer in offers)
    return HouseScreen(
        place=KingsPlace(seat, house),
        base=pile[0] if pile else None,
        numbers=tuple(sorted(pile[1:], key=lambda face: (RANK[face], SUIT[face]))),
        score=score(pile),
        takes=takes_short(pile),
        is_front=is_front,
        name=name,
        offers=offers,
        why=None if legal else offers[0].why if offers else None,
    )


def _house_offers(view: View, state: KingsState, house: int, names: Sequence[str]) -> tuple[Offer, ...]:
    """Attacks on the other seats, clockwise, then swaps with the other own houses."""
    assert view.seat is not None  # noqa: S101 - only the viewer's own houses have offers
    own, offers = view.seat, []
    for step in range(1, len(state.sides)):
        target = Seat((own + step) % len(state.sides))
        front, action = state.sides[target].front, Attack(house, target)
        fight = battle(state.sides[own], house, state.sides[target])
        words = f"attack {names[target]}"
        offers.append(
            Offer(
                KingsPlace(target, front or 1),
                action,
                words,
                why_not(view, action),
                None if fight is None else _foretold(state, own, target, fight, names),
            )
        )
    for other in range(1, HOUSES + 1):
        if other != house:
            swap = Swap(min(house, other), max(house, other))
            offers.append(
                Offer(KingsPlace(own, other), swap, f"swap with house {other}", why_not(view, swap))
            )
    return tuple(offers)


def _foretold(state: KingsState, own: Seat, target: Seat, fight: Battle, names: Sequence[str]) -> Fight:
    words = battle_words(fight, state.sides[own].house(fight.house), names[target])
    return fight_of(own, target, fight, words)


# -- the hand -----------------------------------------------------------------------------------


def _hand(view: View, state: KingsState) -> tuple[HandCard, ...]:
    """The viewer's cards: those for its own king first, then the special ones, then other numbers.

    At the end there is nothing to hold any more: the result takes the place of the hand.
    """
    if view.seat is None or state.phase is KingsPhase.OVER:
        return ()
    if state.turn == view.seat:
        held = [(slot, face) for slot, face in state.hand_cards(view.known) if slot is not None]
    else:
        held = []
    cards = [_hand_card(view, state, key=int(slot), face=face, is_won=False) for slot, face in held]
    seen: dict[Face, int] = {}
    for face in state.sides[view.seat].spoils:
        copy = seen[face] = seen.get(face, 0) + 1
        key = -2 - (int(face) * max(COPIES) + copy)
        cards.append(_hand_card(view, state, key=key, face=face, is_won=True))
    own = king_accepts(view.seat)
    return tuple(
        sorted(
            cards,
            key=lambda card: (
                not own & BIT[card.face],
                RANK[card.face] < JACK,
                RANK[card.face],
                SUIT[card.face],
                card.key,
            ),
        )
    )


def _hand_card(view: View, state: KingsState, *, key: int, face: Face, is_won: bool) -> HandCard:
    assert view.seat is not None  # noqa: S101 - spectators hold no cards
    slot = None if is_won else next(slot for slot in state.hidden if slot == key)
    bank = Bank(slot, face)
    offers = [Offer(KingsPlace(view.seat, KING), bank, "to your king pile", why_not(view, bank))]
    for house in range(1, HOUSES + 1):
        put = Put(slot, face, house)
        offers.append(Offer(KingsPlace(view.seat, house), put, f"to house {house}", why_not(view, put)))
    why = None
    if all(offer.why is not None for offer in offers):
        why = _ASIDE if view.actions() else offers[0].why
    return HandCard(
        key=key,
        face=face,
        name=f"{card_name(face)}{', won' if is_won else ''}",
        is_won=is_won,
        offers=tuple(offers),
        why=why,
    )


def _end(view: View, state: KingsState) -> EndScreen:
    faces = left_over(view) if state.turn == view.seat else ()
    action = KingsEnd(tuple((slot, view.known[slot]) for slot in state.hidden if slot in view.known))
    warning = None
    if view.seat is not None and (kept := [face for face in faces if king_accepts(view.seat) & BIT[face]]):
        warning = Reason(
            f"{short(kept)} still {'fits' if len(kept) == 1 else 'fit'} your king. "
            "Press again to end the turn all the same.",
            "kings 3.4",
        )
    return EndScreen(action, faces, end_words(faces), why_not(view, action), warning)
