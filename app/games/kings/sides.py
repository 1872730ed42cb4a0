"""What lies before one seat of Kings: its king pile, its houses and what can be done with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.games.board import counted
from app.games.kings.offer import Offer
from app.games.kings.step import KingsStep, step_now
from app.games.kings.story import KING, Fight, KingsPlace, fight_of
from app.games.kings.words import battle_words, king_words, named, pile_words, takes_short
from app.games.reason import Reason, why_not
from rules.api import Face, Seat, View
from rules.kings.actions import Attack, Swap
from rules.kings.cards import NUMBERS_OF_A_SUIT, RANK, SUIT, SUIT_WORDS
from rules.kings.course import KingsPhase
from rules.kings.piles import HOUSES, Battle, Side, battle, score
from rules.kings.state import KingsState


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
            words.append(f"open in hand: {named(self.spoils)}")
        return ", ".join([word for word in words if word])


def side_screen(view: View, state: KingsState, seat: Seat, names: Sequence[str]) -> SideScreen:
    """All that lies before a seat."""
    side, outcome = state.sides[seat], state.outcome()
    is_turn = (
        not view.is_held and state.turn == seat and state.phase not in (KingsPhase.ROLL, KingsPhase.OVER)
    )
    doing = (
        ""
        if not is_turn
        else "is dealt cards"
        if state.phase is not KingsPhase.PLAY
        else "may attack"
        if step_now(view, state) is KingsStep.ATTACK
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
