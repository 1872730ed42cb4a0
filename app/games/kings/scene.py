"""The table of Kings described: four sides with a king and three houses each, the stock, our hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from app.games.kings.words import (
    KingsStep,
    battle_words,
    brings,
    card_name,
    end_words,
    king_words,
    kings_state,
    kings_status,
    left_over,
    missing_ranks,
    named,
    pile_words,
    quiet_words,
    step_now,
    step_words,
    the_card,
)
from app.games.narrator import counted
from app.games.reason import Reason, why_not
from app.games.scene import (
    CHOICE,
    NOWHERE,
    RED_SUITS,
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
    Stack,
    Token,
    Zone,
    card_at,
    choice_at,
)
from app.games.terminal import short_names
from rules.api import Action, Face, Seat, Slot, View
from rules.cards import RANKS
from rules.kings.actions import Attack, Bank, KingsEnd, KingsUndo, Put, Swap
from rules.kings.cards import BIT, JACK, NAMES, NUMBERS_OF_A_SUIT, RANK, SEATS, SUIT, SUIT_WORDS
from rules.kings.course import ROUNDS, KingsPhase
from rules.kings.piles import HOUSES, Side, battle, king_accepts, score
from rules.kings.state import KingsState
from rules.seats import seats_around

KING: Final = 0
"""The house number that stands for the king pile."""
STOCK, DISCARDS, ATTACKS, HAND = "stock", "discards", "attacks", "hand"
"""Keys of the zones; a seat's piles are "side 2", its open cards "open 2"."""
CONFIRM: Final[Token] = f"{CHOICE}confirm"
"""Pressed last to fight an aimed attack: it spends the pile, so its outcome is shown first."""
UNDO, END = f"{CHOICE}undo", f"{CHOICE}end"
_PILE: Final = "pile:"
_NAME_MOST: Final = 8
_ASIDE: Final = Reason("That card fits nowhere now: it is thrown away when you end the turn.", "kings 3.3")
_LEGEND: Final = (
    "7h 3        the 7 of hearts goes into your house 3",
    "7h king     it goes on your king",
    "attack spades 1   the pile in your house 1 attacks the player of spades",
    "swap 1 3    the piles in two of your houses change places",
    "undo        take back your last step, until you end the turn",
    "end         your turn is over; cards left in hand are thrown away",
    "c clubs   d diamonds   h hearts   s spades   b blank: without a suit",
    "J Jack   Q Queen   A Ace          3:Qb9b=2  in house 3 lie Qb and 9b, worth 2",
    "king 2/9  wants 5 8: two cards lie on that king; these numbers are still missing",
    "1 on Ada 4:3 wins 2s   your house 1 would beat Ada's first pile; ties go to Ada",
    "rounds without a king card: nobody has put a card on a king",
    "open: in the hand and seen by all, won in an attack or taken back from a pile",
)


def kings_scene(view: View, names: Sequence[str]) -> Scene:
    """Return the table as one seat or a spectator sees it."""
    state = kings_state(view)
    around = seats_around(view.seat, SEATS)
    return Scene(
        kings_status(view, names),
        tuple(_zones(view, state, around, names)),
        tuple(_plate(view, state, seat, names[seat]) for seat in around),
        f"Round {state.round} of at most {ROUNDS}",
        quiet_words(state),
    )


def say(view: View, action: Action, names: Sequence[str]) -> Said:
    """Return the words of an action: a step, an undo, or the end of the turn."""
    do, typed, under = str(action), str(action), ""
    match action:
        case Put(_, face, house):
            do, typed, under = f"Put {the_card(face)} into house {house}", f"{NAMES[face]} {house}", "put"
        case Bank(_, face):
            do, typed, under = f"Put {the_card(face)} on your king", f"{NAMES[face]} king", "put"
        case Attack(house, target):
            do, typed = _attack(view, action, names), f"attack {SUIT_WORDS[target]} {house}"
        case Swap(house, other):
            first, then = (house, other) if _own_side(view).house(house) else (other, house)
            do, typed = f"Swap your house {first} with your house {then}", f"swap {house} {other}"
        case KingsUndo():
            steps = kings_state(view).steps
            last = step_words(steps[-1], lambda seat: names[seat]) if steps else "your last step"
            do, typed = f"Take back {last}", "undo"
        case KingsEnd():
            do, typed = end_words(left_over(view)), "end"
    return Said(do, typed, under)


def picks(view: View, action: Action) -> tuple[Route, ...]:
    """Return the presses of an action.

    A card and its pile; two piles; a pile of the mover's, the seat that it attacks, and that seat again or
    `CONFIRM`. The end of the turn is pressed twice if it discards a number card that fits.
    """
    state = kings_state(view)
    own = state.turn
    match action:
        case Put(slot, face, house):
            return tuple((at, pile_at(own, house)) for at in _held_at(state, slot, face))
        case Bank(slot, face):
            return tuple((at, pile_at(own, KING)) for at in _held_at(state, slot, face))
        case Attack(house, target):
            at, whom = pile_at(own, house), pile_at(target, state.sides[target].front or KING)
            return ((at, whom, CONFIRM), (at, whom, whom))
        case Swap(house, other):
            ways = ((first, then) for first, then in ((house, other), (other, house)))
            side = state.sides[own]  # an empty slot is never picked up: it is a place for a card
            pressed = tuple((pile_at(own, at), pile_at(own, to)) for at, to in ways if side.house(at))
            return pressed or ((choice_at(action),),)
        case KingsEnd():
            return ((END, END) if kept_cards(view) else (END,),)
    return ((UNDO,),)


def aliases(view: View) -> Mapping[Token, Token]:
    """Return the aliases: a seat is attacked as a whole, so all its piles stand for the one in front."""
    return {
        pile_at(seat, house): pile_at(seat, side.front)
        for seat, side in enumerate(kings_state(view).sides)
        if side.front is not None and seat != view.seat
        for house in range(HOUSES + 1)
        if house != side.front
    }


def attempts(view: View) -> Iterable[Action]:
    """Yield every card of the hand in every place, every attack and every swap, and the undo."""
    state, houses = kings_state(view), range(1, HOUSES + 1)
    if view.seat is None:
        return
    yield KingsUndo()
    for slot, face in state.hand_cards(view.known) if view.seat == state.turn else ():
        yield Bank(slot, face)
        yield from (Put(slot, face, house) for house in houses)
    for house in houses:
        yield from (Attack(house, Seat(target)) for target in range(SEATS))
        yield from (Swap(house, other) for other in houses if other > house)


KINGS_TABLE: Final = Description(
    kings_scene,
    say,
    picks,
    aliases=aliases,
    brings=brings,
    attempts=attempts,
    is_step=lambda action: not isinstance(action, KingsEnd),
    takes_back=lambda action: isinstance(action, KingsUndo),
    legend=_LEGEND,
    tints=RED_SUITS,
)


def pile_at(seat: int, house: int) -> Token:
    """Return the token of a seat's house, or of its king pile."""
    return f"{_PILE}{seat}:{house}"


def place_of(at: Token) -> tuple[Seat, int] | None:
    """Return the seat and the house of a pile (`KING` for a king pile); None for any other piece."""
    if not at.startswith(_PILE):
        return None
    seat, _, house = at.removeprefix(_PILE).partition(":")
    return Seat(int(seat)), int(house)


def kept_cards(view: View) -> tuple[Face, ...]:
    """Return the number cards that the end of the turn would discard although they fit.

    These are the cards for the player's king, or if there is none those for the player's houses. A special
    card begins an empty pile, which can wait.
    """
    fits = {Bank: set[Face](), Put: set[Face]()}
    for action in view.actions():
        if isinstance(action, Bank | Put) and RANK[action.face] < JACK:
            fits[type(action)].add(action.face)
    for faces in fits.values():
        if kept := tuple(face for face in left_over(view) if face in faces):
            return kept
    return ()


def _open_at(face: Face, copy: int) -> Token:
    """Return the token of an open card in a hand. It has no slot: `copy` (from 0) tells equal ones apart."""
    return f"open:{face}:{copy}"


def _held_at(state: KingsState, slot: Slot | None, face: Face) -> tuple[Token, ...]:
    """Return the tokens of a card in the mover's hand; equal open cards are interchangeable."""
    if slot is not None:
        return (card_at(slot),)
    return tuple(_open_at(face, copy) for copy in range(state.sides[state.turn].spoils.count(face)))


def _own_side(view: View) -> Side:
    """Return the side of the viewer, or of the seat on turn."""
    state = kings_state(view)
    return state.sides[state.turn if view.seat is None else view.seat]


def _attack(view: View, attack: Attack, names: Sequence[str]) -> str:
    """Return the words of an attack, with its outcome if there is a battle."""
    state, target, own = kings_state(view), names[attack.target], _own_side(view)
    words = f"Choose your house {attack.house} to attack {target}"
    fight = battle(own, attack.house, state.sides[attack.target])
    return words if fight is None else f"{words}, {battle_words(fight, own.house(attack.house), target)}"


# -- plates -------------------------------------------------------------------------------------


def _plate(view: View, state: KingsState, seat: Seat, name: str) -> Plate:
    side, outcome = state.sides[seat], state.outcome()
    is_turn = (
        not view.is_held and state.turn == seat and state.phase not in (KingsPhase.ROLL, KingsPhase.OVER)
    )
    best = max(len(other.king) for other in state.sides)
    signs = {
        Sign.TURN: is_turn,
        Sign.GONE: side.left,
        Sign.LEADS: 0 < best == len(side.king) if outcome is None else outcome.ranks[seat] == 1,
    }
    return Plate(
        seat,
        name,
        (Figure("", SUIT_WORDS[seat]), Figure("king", f"{len(side.king)}/{NUMBERS_OF_A_SUIT}")),
        _doing(view, state) if is_turn else "",
        tuple(sign for sign, is_so in signs.items() if is_so),
        held=0 if seat == view.seat else len(state.hand(seat)),
        badge="" if outcome is None else f"place {outcome.ranks[seat]}",
    )


def _doing(view: View, state: KingsState) -> str:
    if state.phase is not KingsPhase.PLAY:
        return "is dealt cards"
    return "may attack" if step_now(view) is KingsStep.ATTACK else "puts cards"


# -- zones --------------------------------------------------------------------------------------


def _zones(view: View, state: KingsState, around: Sequence[Seat], names: Sequence[str]) -> Iterable[Zone]:
    for seat in around:
        title = f"{'You' if seat == view.seat else names[seat]}, {SUIT_WORDS[seat]}"
        yield Zone(f"side {seat}", title, Kind.ROW, tuple(_side(view, state, seat)), seat)
        if seat != view.seat and (spoils := state.sides[seat].spoils):
            cards = tuple(
                Piece(_open_at(face, copy), card_name(face), NAMES[face], Open(face))
                for face, copy in _copies(spoils)
            )
            title = f"Open in the hand of {names[seat]}"
            yield Zone(f"open {seat}", title, Kind.ROW, cards, seat, short="open:")
    stock, discard = state.stock, state.discard
    cards = (Piece(STOCK, "", look=Closed()),) if stock else ()
    yield Zone(STOCK, "Stock", Kind.PILE, cards, note=counted(len(stock), "card"), count=len(stock))
    top = (Piece(DISCARDS, card_name(discard[-1]), NAMES[discard[-1]], Stack(discard)),) if discard else ()
    yield Zone(DISCARDS, "Discards", Kind.PILE, top, note=counted(len(discard), "card"), count=len(discard))
    if attacks := tuple(_attacks(view, state, short_names(names, _NAME_MOST))):
        yield Zone(ATTACKS, "Attacks", Kind.FACTS, attacks)
    if view.seat is not None and state.phase is not KingsPhase.OVER:
        hand = tuple(_hand(view, state, view.seat))
        yield Zone(HAND, "Your hand", Kind.HAND, hand, view.seat, note="" if hand else "empty")


def _side(view: View, state: KingsState, seat: Seat) -> Iterable[Piece]:
    """Yield the pieces before a seat: its king and its houses."""
    side = state.sides[seat]
    wanted = " ".join(RANKS[rank] for rank in missing_ranks(side)) or "nothing"
    king = ("", "") if side.left else (king_words(seat, side), f"wants {wanted} ")
    yield Piece(pile_at(seat, KING), *king, Stack(side.king))
    begins = {action.house for action in view.actions() if isinstance(action, Attack | Swap)}
    begins |= {action.other for action in view.actions() if isinstance(action, Swap)}
    for house, pile in enumerate(side.houses, start=1):
        signs = (Sign.FRONT,) if house == side.front else ()
        drawn = f"{''.join(NAMES[face] for face in pile)}={score(pile)}" if pile else "-"
        said = ("", "") if side.left else (f"house {house}: {pile_words(pile)}", f"{house}:{drawn}")
        why = None
        if seat == view.seat and house not in begins:
            why = why_not(view, Attack(house, Seat((seat + 1) % SEATS)))
        yield Piece(pile_at(seat, house), *said, Stack(pile), signs=signs, why=why)


def _attacks(view: View, state: KingsState, names: Sequence[str]) -> Iterable[Piece]:
    """Yield the result of each attack: it meets only the pile in front, and the defender wins a tie."""
    for action in view.actions():
        if isinstance(action, Attack) and (fight := state.battle(action.house, action.target)) is not None:
            scores = (fight.attack, fight.defence)
            verb, kind = ("wins", "you win") if fight.wins else ("loses", "you lose")
            drawn = "".join(NAMES[face] for face in fight.spoils) or "no cards"
            yield Piece(
                NOWHERE,
                f"house {action.house} against {names[action.target]}, {scores[0]} to {scores[1]}: "
                f"{kind} {named(fight.spoils) if fight.spoils else 'no cards'}",
                f"{action.house} on {names[action.target]} {scores[0]}:{scores[1]} {verb} {drawn}",
            )


def _hand(view: View, state: KingsState, seat: Seat) -> Iterable[Piece]:
    """Yield the viewer's cards: in its own turn those dealt, and at any time the open ones. Cards for its
    king come first, then the special ones, then other numbers."""
    held = state.hand_cards(view.known) if state.turn == seat else ()
    cards: list[tuple[Slot | None, Face, Token]] = []
    cards += [(slot, face, card_at(slot)) for slot, face in held if slot is not None]
    cards += [(None, face, _open_at(face, copy)) for face, copy in _copies(state.sides[seat].spoils)]
    own, moves = king_accepts(seat), view.actions()
    useful = {(action.slot, action.face) for action in moves if isinstance(action, Put | Bank)}

    def place(card: tuple[Slot | None, Face, Token]) -> tuple[bool, bool, int, int, int]:
        slot, face, _ = card
        return not own & BIT[face], RANK[face] < JACK, RANK[face], SUIT[face], -1 if slot is None else slot

    for slot, face, at in sorted(cards, key=place):
        why = None if (slot, face) in useful else _ASIDE if moves else why_not(view, Bank(slot, face))
        name, drawn = (", open", " (open)") if slot is None else ("", "")
        yield Piece(at, f"{card_name(face)}{name}", f"{NAMES[face]}{drawn}", Open(face), why=why)


def _copies(faces: Sequence[Face]) -> Iterable[tuple[Face, int]]:
    """Yield each face with a number that tells it from equal ones."""
    return ((face, faces[:at].count(face)) for at, face in enumerate(faces))
