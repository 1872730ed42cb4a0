"""Kings in words: the board as text, the log's sentences. The window's table builds on it too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Final

from app.games.board import Board, BoardPiece, Zone, counted, held_status, name_of, winners
from app.games.narrator import listed
from rules.api import Face, Moved, Seat, View
from rules.cards import RANKS
from rules.kings.actions import Attack, Bank, KingsAction, KingsEnd, KingsUndo, Put, Swap
from rules.kings.cards import (
    BIT,
    BLANK,
    JACK,
    NUMBERS_OF_A_SUIT,
    QUEEN,
    RANK,
    SEATS,
    SUIT,
    SUIT_WORDS,
)
from rules.kings.course import QUIET_ROUNDS, ROUNDS, KingsPhase
from rules.kings.piles import Battle, Pile, Side, accepts, lone_rank, score
from rules.kings.state import KingsState
from rules.seats import seats_around

COURTS: Final = ("Jack", "Queen", "Ace")
"""The special cards, by rank from the Jack on."""
RANK_WORDS: Final = (*RANKS[:JACK], *COURTS)
"""How each rank of the rules is said."""
_UNDER_WAY: Final = {
    KingsPhase.ROLL: "The first seat is being drawn.",
    KingsPhase.SHUFFLE: "The cards are being shuffled.",
    KingsPhase.REFILL: "The stock has run out: the discards are being shuffled into a new one.",
    KingsPhase.DEAL: "The cards are being dealt.",
}


def kings_board(view: View, names: Sequence[str]) -> Board:
    """The table of Kings as one seat or a spectator sees it."""
    state = kings_state(view)
    zones = [Zone("Course", tuple(map(BoardPiece, course_words(state))))]
    zones += [_side(state, seat, names, view.seat) for seat in seats_around(view.seat, SEATS)]
    if view.seat == state.turn and state.hand(state.turn):
        zones.append(_hand(view, state))
    choices = _choices(view, state, names)
    if choices:
        zones.append(Zone("Attacks, swaps and the end of the turn", choices))
    return Board(kings_status(view, names), tuple(zones))


def kings_status(view: View, names: Sequence[str]) -> str:
    """The one thing to do or to wait for."""
    if held := held_status(view, names):
        return held
    state = kings_state(view)
    if (result := state.outcome()) is not None:
        return f"The game is over: {winners(result, names, view.seat)}."
    if state.phase in _UNDER_WAY:
        return _UNDER_WAY[state.phase]
    if state.turn != view.seat:
        verb = "put cards and swap piles" if state.organising else "attack or put cards"
        return f"Waiting for {names[state.turn]} to {verb}."
    return to_do(view)


def kings_state(view: View) -> KingsState:
    """The position, known to be one of Kings."""
    if not isinstance(view.state, KingsState):
        raise TypeError("a view of another game")
    return view.state


def kings_tally(view: View) -> tuple[str, ...]:
    """The numbers that each king has."""
    return tuple(f"{len(side.king)} of {NUMBERS_OF_A_SUIT}" for side in kings_state(view).sides)


def to_do(view: View) -> str:
    """What the viewer, who is on turn, can do."""
    actions = view.actions()
    kinds = {type(action) for action in actions}
    fits = bool(kinds & {Put, Bank})
    swap = "swap piles or " if Swap in kinds else ""
    if Attack in kinds:
        rest = " first, or put cards down" if fits else f", {swap or 'or '}end the turn"
        return f"Your turn: attack{rest}."
    if fits:
        return "Your turn: put cards down, then end the turn."
    return f"Your turn: no card fits anywhere; {swap}end the turn."


# -- cards and piles ----------------------------------------------------------------------------


def card_name(face: int) -> str:
    """A card as it is said: "7 of hearts", "Queen of spades", "blank 7"."""
    rank, suit = RANK_WORDS[RANK[face]], SUIT[face]
    return f"blank {rank}" if suit == BLANK else f"{rank} of {SUIT_WORDS[suit]}"


def the_card(face: int) -> str:
    """A card with its article: "the 7 of hearts", "a blank 7"."""
    return f"a {card_name(face)}" if SUIT[face] == BLANK else f"the {card_name(face)}"


def named(faces: Sequence[int]) -> str:
    """Cards by suit and rank, as they are said: "3 and 5 of hearts, blank 5 and blank 9"; "nothing" for none.

    Never by their short names: "As" is a word to whoever hears it.
    """
    words: list[str] = []
    for suit, of_suit in groupby(sorted(faces), key=SUIT.__getitem__):
        if suit == BLANK:
            words += map(card_name, of_suit)
        else:
            words.append(f"{listed([RANK_WORDS[RANK[face]] for face in of_suit])} of {SUIT_WORDS[suit]}")
    return listed(words) or "nothing"


def pile_name(pile: Pile) -> str:
    """What kind of house pile it is: "Queen pile", "blank Jack pile", "Jack of hearts pile"."""
    if RANK[pile[0]] != JACK:
        return f"{RANK_WORDS[RANK[pile[0]]]} pile"
    return f"{card_name(pile[0])} pile"


def takes_words(pile: Pile) -> str:
    """What may be put on a house pile or into an empty house slot, after "takes"."""
    if not pile:
        return "a Jack, Queen or Ace"
    kind = RANK[pile[0]]
    if kind == JACK:
        return "blank numbers" if SUIT[pile[0]] == BLANK else SUIT_WORDS[SUIT[pile[0]]]
    if kind == QUEEN and (lone := lone_rank(pile)) is not None:
        return f"only a second {RANK_WORDS[lone]}"
    ranks = sorted({RANK[face] for face, bit in enumerate(BIT) if accepts(pile) & bit})
    if len(ranks) == NUMBERS_OF_A_SUIT:
        return "any number"
    return " or ".join([RANK_WORDS[rank] for rank in ranks]) or "nothing more"


def takes_short(pile: Pile) -> str:
    """The same as short as can be, for the line below a pile."""
    words = takes_words(pile)
    return {"any number": "numbers", "blank numbers": "blanks", "nothing more": "nothing"}.get(
        words, words.replace("only a second 8", "only an 8").replace("only a second", "only a")
    )


def pile_words(pile: Pile) -> str:
    """A house pile in words: kind, cards, worth, what it takes."""
    if not pile:
        return f"empty, takes {takes_words(pile)}"
    numbers = f" with {named(pile[1:])}" if len(pile) > 1 else " without numbers"
    return f"{pile_name(pile)}{numbers}, worth {score(pile)}, takes {takes_words(pile)}"


def missing_ranks(side: Side) -> tuple[int, ...]:
    """The ranks that a king pile still wants, rising (0 is the two)."""
    have = {RANK[face] for face in side.king}
    return tuple(rank for rank in range(NUMBERS_OF_A_SUIT) if rank not in have)


def king_words(seat: int, side: Side) -> str:
    """A king pile in words: how far it is and what is missing."""
    missing = missing_ranks(side)
    if not missing:
        return f"king of {SUIT_WORDS[seat]} complete"
    wanted = " ".join([RANK_WORDS[rank] for rank in missing])
    return f"king of {SUIT_WORDS[seat]} has {len(side.king)} of {NUMBERS_OF_A_SUIT}, missing {wanted}"


def battle_words(fight: Battle, own: Pile, target: str) -> str:
    """How an attack comes out, for the attacker, before it is done."""
    head = f"{fight.attack} against {fight.defence}"
    spoils = named(fight.spoils) if fight.spoils else "no cards"
    if fight.wins:
        return f"{head}: you win {spoils}, your {pile_name(own)} is spent"
    tie = "a tie is the defender's, " if fight.attack == fight.defence else ""
    return f"{head}: {tie}you lose your {pile_name(own)}, {target} wins {spoils}"


def course_words(state: KingsState) -> tuple[str, ...]:
    """The round, what the stock and the discard hold, and how near a stall is."""
    return (
        f"Round {state.round} of {ROUNDS} at most",
        f"stock: {counted(len(state.stock), 'card')}",
        f"discards: {counted(len(state.discard), 'card')}",
        quiet_words(state),
    )


def quiet_words(state: KingsState) -> str:
    """How near the end by a stall is: full rounds without a card for any king."""
    return f"{state.quiet} of {QUIET_ROUNDS} rounds without gain"


def end_words(faces: Sequence[Face]) -> str:
    """What ending the turn does, before it is done."""
    return f"end the turn and throw {named(faces)} away" if faces else "end the turn, nothing to throw away"


def step_words(step: KingsAction, who: Callable[[int], str]) -> str:
    """A step of a turn as a thing that is taken back: "the 7 of hearts from house 3"."""
    match step:
        case Attack():
            return f"the attack on {who(step.target)}"
        case Swap():
            return f"the swap of houses {step.house} and {step.other}"
        case Put():
            return f"{the_card(step.face)} from house {step.house}"
        case Bank():
            return f"{the_card(step.face)} from the king"
    raise ValueError(f"{step} is not taken back")


def undo_words(view: View, names: Sequence[str]) -> str:
    """What the viewer can take back now: "take back the swap of houses 1 and 3"; "" for nothing."""
    if not any(isinstance(action, KingsUndo) for action in view.actions()):
        return ""
    return f"take back {step_words(kings_state(view).steps[-1], lambda seat: names[seat])}"


def left_over(view: View) -> tuple[Face, ...]:
    """What the seat on turn would discard if it ended the turn, as far as the viewer knows it."""
    state = kings_state(view)
    dealt = (view.face(slot) for slot in state.hidden)
    return (*(face for face in dealt if face is not None), *state.sides[state.turn].spoils)


# -- private ------------------------------------------------------------------------------------


def _side(state: KingsState, seat: Seat, names: Sequence[str], viewer: int | None) -> Zone:
    side, who = state.sides[seat], name_of(names, seat, viewer)
    title = f"{who[0].upper()}{who[1:]}, {SUIT_WORDS[seat]}"
    if side.left:
        return Zone(title, (BoardPiece("left the table"),))
    pieces = [BoardPiece(king_words(seat, side))]
    for house, pile in enumerate(side.houses, start=1):
        front = ", attacked first" if house == side.front else ""
        pieces.append(BoardPiece(f"house {house}: {pile_words(pile)}{front}"))
    if side.spoils:
        pieces.append(BoardPiece(f"open in hand: {named(side.spoils)}"))
    if seat == state.turn and state.hidden and seat != viewer:
        pieces.append(BoardPiece(counted(len(state.hidden), "hidden card")))
    return Zone(title, tuple(pieces))


def _hand(view: View, state: KingsState) -> Zone:
    pieces = []
    for slot, face in state.hand_cards(view.known):
        choices = tuple(
            action
            for action in view.actions()
            if isinstance(action, Put | Bank) and (action.slot, action.face) == (slot, face)
        )
        places = " or ".join([_place(action) for action in choices])
        is_open = ", open" if slot is None else ""
        pieces.append(BoardPiece(f"{card_name(face)}{is_open}{': to ' if places else ''}{places}", choices))
    return Zone("Your hand", tuple(pieces))


def _place(action: Put | Bank) -> str:
    return "the king" if isinstance(action, Bank) else f"house {action.house}"


def _choices(view: View, state: KingsState, names: Sequence[str]) -> tuple[BoardPiece, ...]:
    pieces = []
    for action in view.actions():
        if isinstance(action, Attack):
            fight = state.battle(action.house, action.target)
            assert fight is not None  # noqa: S101 - a legal attack has two piles
            target = names[action.target]
            outcome = battle_words(fight, state.sides[state.turn].house(action.house), target)
            pieces.append(BoardPiece(f"attack {target} with house {action.house}, {outcome}", (action,)))
        elif isinstance(action, Swap):
            pieces.append(BoardPiece(f"swap houses {action.house} and {action.other}", (action,)))
        elif isinstance(action, KingsUndo):
            pieces.append(BoardPiece(undo_words(view, names), (action,)))
        elif isinstance(action, KingsEnd):
            pieces.append(BoardPiece(end_words(left_over(view)), (action,)))
    return tuple(pieces)


def serves_king(_view: View, event: Moved) -> bool:
    """Whether a move has put a number on a king pile."""
    return isinstance(event.action, Bank)
