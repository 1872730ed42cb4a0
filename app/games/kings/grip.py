"""What the player has in hand on Kings' table, and what every press does with it.

A `Grip` is a chosen card, or a chosen own pile, which may be aimed at a seat: an attack spends the pile,
so its outcome is shown and a second press fights it. Each `press_*` gives a `Reply`: the grip afterwards
and, if there is one, the action to take or the reason why not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from app.games.kings.hand import KingsHandCard
from app.games.kings.offer import Offer
from app.games.kings.screen import KingsScreen
from app.games.kings.story import Fight, KingsPlace
from app.games.reason import WATCHING, Reason, held_reason, why_not
from rules.kings.actions import Attack, KingsAction, KingsUndo

_NOT_YET: Final = Reason("It is not your turn.", "kings 3")
_CHOOSE_CARD: Final = Reason(
    "Choose a card first: an empty house slot takes a Jack, a Queen or an Ace.", "kings 3.3"
)
_CHOOSE_KING: Final = Reason("Choose a card first: your king takes the numbers of its suit.", "kings 4.1")
_CHOOSE_PILE: Final = Reason("Choose one of your own piles first, then whom it attacks.", "kings 3.2")
_NO_PILE: Final = Reason("A pile never goes onto a king pile: cards do, one by one.", "kings 3.3")
_NO_GIFT: Final = Reason("Cards go on your own piles only.", "kings 3.3")


@dataclass(frozen=True, slots=True)
class Grip:
    """What is chosen: a card by its key, an own house (0: none), the seat aimed at, the end of the turn."""

    card: int | None = None
    house: int = 0
    aim: int | None = None
    is_ending: bool = False


NO_GRIP: Final = Grip()


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of a press."""

    grip: Grip
    action: KingsAction | None = None
    why: Reason | None = None


def kept_grip(screen: KingsScreen, grip: Grip) -> Grip:
    """The grip after the game went on: without what is no longer there."""
    if not screen.is_own_turn or (grip.card is not None and screen.card(grip.card) is None):
        return NO_GRIP
    if grip.house:
        if _own_house_is_empty(screen, grip.house):
            return NO_GRIP
        if grip.aim is not None and _aimed(screen, grip) is None:
            return replace(grip, aim=None)
    return replace(grip, is_ending=False)


def offers_of(screen: KingsScreen, grip: Grip) -> tuple[Offer, ...]:
    """All that could be done with what is chosen."""
    if grip.card is not None:
        card = screen.card(grip.card)
        return () if card is None else card.offers
    if grip.house and screen.viewer is not None:
        return screen.house(KingsPlace(screen.viewer, grip.house)).offers
    return ()


def lit_places(screen: KingsScreen, grip: Grip) -> frozenset[KingsPlace]:
    """Where what is chosen may go; without a choice, the own piles that may attack."""
    if grip != NO_GRIP and not grip.is_ending:
        return frozenset(offer.to for offer in offers_of(screen, grip) if offer.why is None)
    if screen.viewer is None:
        return frozenset()
    return frozenset(
        house.place
        for house in screen.sides[screen.viewer].houses
        if any(isinstance(offer.action, Attack) and offer.why is None for offer in house.offers)
    )


def foretold(screen: KingsScreen, grip: Grip) -> tuple[Fight, ...]:
    """The attacks that the chosen pile may make, with their outcomes."""
    return tuple(
        offer.fight for offer in offers_of(screen, grip) if offer.fight is not None and offer.why is None
    )


def aimed(screen: KingsScreen, grip: Grip) -> Fight | None:
    """The attack that waits for its confirmation."""
    offer = _aimed(screen, grip)
    return None if offer is None else offer.fight


def prompt(screen: KingsScreen, grip: Grip) -> str:
    """What to do with what is chosen, "" when nothing is."""
    if grip.card is not None and (card := screen.card(grip.card)) is not None:
        return f"{card.name[:1].upper()}{card.name[1:]}: {_ways(card)}"
    if grip.house:
        if (fight := aimed(screen, grip)) is not None:
            return fight.words
        verb = (
            "choose whom it attacks, or a house to swap with"
            if foretold(screen, grip)
            else "choose a house to swap with"
        )
        return f"House {grip.house}: {verb}"
    return ""


# -- presses ------------------------------------------------------------------------------------


def press_card(screen: KingsScreen, grip: Grip, key: int) -> Reply:
    """Choose a card of the hand, or let it go again."""
    card = screen.card(key)
    if card is None or grip.card == key:
        return Reply(NO_GRIP)
    if not screen.is_own_turn or card.why is not None:
        return Reply(NO_GRIP, why=card.why or _not_yet(screen))
    return Reply(Grip(card=key))


def play_card(screen: KingsScreen, key: int) -> Reply:
    """Play a card at once if there is one place for it; otherwise it stays chosen."""
    card = screen.card(key)
    if card is None:
        return Reply(NO_GRIP)
    ways = [offer for offer in card.offers if offer.why is None]
    if len(ways) == 1:
        return Reply(NO_GRIP, ways[0].action)
    if ways:
        return Reply(Grip(card=key), why=Reason(f"It fits in several places: {_ways(card)}."))
    return Reply(NO_GRIP, why=card.why)


def press_place(screen: KingsScreen, grip: Grip, place: KingsPlace) -> Reply:
    """A pile is pressed: put the chosen card there, attack, swap, or choose an own pile."""
    if screen.viewer is None:
        return Reply(NO_GRIP, why=WATCHING)
    if not screen.is_own_turn:
        return Reply(NO_GRIP, why=_not_yet(screen))
    if grip.house and place == KingsPlace(screen.viewer, grip.house):
        return Reply(NO_GRIP)
    return _chosen(screen, place) if grip.card is None and not grip.house else _directed(screen, grip, place)


def press_confirm(screen: KingsScreen, grip: Grip) -> Reply:
    """Fight the attack that is aimed."""
    offer = _aimed(screen, grip)
    return Reply(grip, why=_CHOOSE_PILE) if offer is None else Reply(NO_GRIP, offer.action)


def press_end(screen: KingsScreen, grip: Grip) -> Reply:
    """End the turn; a second time if a card for the own king would be thrown away."""
    end = screen.end
    if end.why is not None:
        return Reply(NO_GRIP, why=end.why)
    if end.warning is not None and not grip.is_ending:
        return Reply(Grip(is_ending=True), why=end.warning)
    return Reply(NO_GRIP, end.action)


def press_undo(screen: KingsScreen, grip: Grip) -> Reply:
    """Take back the last step of the turn."""
    action = KingsUndo()
    why = why_not(screen.view, action)
    return Reply(grip, why=why) if why else Reply(NO_GRIP, action)


def _chosen(screen: KingsScreen, place: KingsPlace) -> Reply:
    """Nothing is chosen yet: an own pile is, everything else says what to choose first."""
    if place.seat != screen.viewer:
        return Reply(NO_GRIP, why=_CHOOSE_PILE)
    if not place.house:
        return Reply(NO_GRIP, why=_CHOOSE_KING)
    if _own_house_is_empty(screen, place.house):
        return Reply(NO_GRIP, why=_CHOOSE_CARD)
    house = screen.house(place)
    return Reply(NO_GRIP if house.why else Grip(house=place.house), why=house.why)


def _directed(screen: KingsScreen, grip: Grip, place: KingsPlace) -> Reply:
    offers = offers_of(screen, grip)
    found = [offer for offer in offers if offer.to == place]
    if not found and grip.house:  # a seat is attacked as a whole, wherever it is pressed
        found = [offer for offer in offers if offer.to.seat == place.seat != screen.viewer]
    if not found:
        return Reply(grip, why=_NO_PILE if place.seat == screen.viewer else _NO_GIFT)
    offer = found[0]
    if offer.why is not None:
        return Reply(grip, why=offer.why)
    if isinstance(offer.action, Attack) and grip.aim != offer.action.target:
        return Reply(replace(grip, aim=offer.action.target))
    return Reply(NO_GRIP, offer.action)


def _aimed(screen: KingsScreen, grip: Grip) -> Offer | None:
    for offer in offers_of(screen, grip):
        if isinstance(offer.action, Attack) and offer.action.target == grip.aim and offer.why is None:
            return offer
    return None


def _ways(card: KingsHandCard) -> str:
    return " or ".join([offer.words for offer in card.offers if offer.why is None]) or "fits nowhere now"


def _own_house_is_empty(screen: KingsScreen, house: int) -> bool:
    return screen.viewer is not None and screen.house(KingsPlace(screen.viewer, house)).base is None


def _not_yet(screen: KingsScreen) -> Reason:
    return held_reason(screen.view) or _NOT_YET
