"""Kings in words: what to do, cards, piles, battles; for scene, story and window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from itertools import groupby
from typing import Final

from app.games.board import held_status, winners
from app.games.narrator import listed, upper_first
from rules.api import Face, Moved, View
from rules.cards import RANKS
from rules.kings.actions import Attack, Bank, KingsAction, Put, Swap
from rules.kings.cards import BIT, BLANK, JACK, NUMBERS_OF_A_SUIT, QUEEN, RANK, SUIT, SUIT_WORDS
from rules.kings.course import QUIET_ROUNDS, ROUNDS, KingsPhase
from rules.kings.piles import Battle, Pile, Side, accepts, lone_rank, score
from rules.kings.state import KingsState

COURTS: Final = ("Jack", "Queen", "Ace")
"""Names of the special cards, by rank from the Jack on."""
RANK_WORDS: Final = (*RANKS[:JACK], *COURTS)
"""Names of the ranks in the rules."""
_FEW: Final = ("no", "one", "two", "three", "four")
"""Numbers of equal blank cards: the deck has four of each."""
_UNDER_WAY: Final = {
    KingsPhase.ROLL: "The first seat is being drawn",
    KingsPhase.SHUFFLE: "Everybody shuffles the cards",
    KingsPhase.REFILL: "The discards are shuffled into a new stock",
    KingsPhase.DEAL: "Cards are being dealt",
}


class KingsStep(StrEnum):
    """The mover's possible steps: attack; only put cards and swap; only end the turn. `END` is known only for
    our own turn, because the others' cards are unseen."""

    ATTACK = "attack"
    ORGANISE = "organise"
    END = "end"


def kings_status(view: View, names: Sequence[str]) -> str:
    """Return the one thing to do or to wait for."""
    if held := held_status(view, names):
        return held
    state = kings_state(view)
    if (result := state.outcome()) is not None:
        return f"The game is over: {winners(result, names, view.seat)}."
    if state.phase in _UNDER_WAY:
        return f"{_UNDER_WAY[state.phase]}."
    if state.turn == view.seat:
        return _to_do(view)
    verb = "put cards and swap piles" if state.organising else "attack or put cards"
    return f"Waiting for {names[state.turn]} to {verb}."


def brings(sent: View, planned: View) -> str:
    """Return what the viewer's planned steps have changed: own king, own houses, beaten piles."""
    if planned.seat is None:
        return ""
    was, now, told = kings_state(sent).sides, kings_state(planned).sides, []
    own, old = now[planned.seat], was[planned.seat]
    if len(own.king) > len(old.king):
        told.append(f"your king {len(old.king)} → {len(own.king)} of {NUMBERS_OF_A_SUIT}")
    for seat, (side, before) in enumerate(zip(now, was, strict=True)):
        for house, (pile, past) in enumerate(zip(side.houses, before.houses, strict=True), start=1):
            if seat != planned.seat and past and not pile:
                told.append(f"you win {named(past[1:]) if past[1:] else 'no cards'}")
            elif seat == planned.seat and past and not pile:
                told.append(f"house {house} is empty")
            elif seat == planned.seat and max(0, score(pile)) != (worth := max(0, score(past))):
                told.append(f"house {house} worth {worth} → {score(pile)}")
    return ", ".join(told)


def kings_tally(view: View) -> tuple[str, ...]:
    """Return the progress of each king pile: "2 of 9"."""
    return tuple(f"{len(side.king)} of {NUMBERS_OF_A_SUIT}" for side in kings_state(view).sides)


def _to_do(view: View) -> str:
    """Return the choices of the viewer, who is on turn; the text changes only if the choices do."""
    kinds = {type(action) for action in view.actions()}
    fits = bool(kinds & {Put, Bank})
    swap = "swap piles or " if Swap in kinds else ""
    if Attack in kinds:
        rest = " first, or put cards down" if fits else f", {swap or 'or '}end the turn"
        return f"Your turn: attack{rest}."
    if fits:
        return "Your turn: put cards down, then end the turn."
    return f"Your turn: no card fits anywhere; {swap}end the turn."


def kings_title(view: View, names: Sequence[str]) -> str:
    """Return whose turn it is and the choices, or what everybody waits for, or why the game is over."""
    state = kings_state(view)
    if state.phase is KingsPhase.OVER:
        fullest = "" if is_complete(state) or len(state.seats_in) == 1 else ": the fullest king wins"
        why = ending_words(state)
        return f"{upper_first(why)}{fullest}"
    if view.is_ended:
        return "The game is over"
    if state.phase in _UNDER_WAY:
        return _UNDER_WAY[state.phase]
    step = step_now(view)
    if state.turn != view.seat:
        does = "may attack" if step is KingsStep.ATTACK else "puts cards and swaps piles"
        return f"{names[state.turn]} {does}"
    kinds = _kinds_now(view, state)
    if not state.organising and step is not KingsStep.ATTACK:
        return _no_attack(kinds)
    first = {"attack with your piles": Attack in kinds, "put cards down": bool(kinds & {Put, Bank})}
    ways = [words for words, can in first.items() if can]
    if len(ways) < len(first):
        ways += [*(["swap piles"] if Swap in kinds else []), "end the turn"]
    said = ", or ".join(filter(None, (", ".join(ways[:-1]), ways[-1])))
    return upper_first(said)


def ending_words(state: KingsState) -> str:
    """Return why the game is over."""
    if is_complete(state):
        return "a king pile is complete"
    if len(state.seats_in) == 1:
        return "only one player is left"
    if state.round >= ROUNDS:
        return f"{ROUNDS} rounds are played"
    return f"{QUIET_ROUNDS} rounds without a card for a king"


def is_complete(state: KingsState) -> bool:
    """True if a king has all its cards."""
    return any(len(side.king) == NUMBERS_OF_A_SUIT for side in state.sides)


def step_now(view: View) -> KingsStep | None:
    """Return the mover's possible steps in its turn; None while nobody moves."""
    state = kings_state(view)
    if state.phase is not KingsPhase.PLAY:
        return None
    kinds = _kinds_now(view, state)
    if Attack in kinds:
        return KingsStep.ATTACK
    if state.turn == view.seat and not kinds & {Put, Bank, Swap}:
        return KingsStep.END
    return KingsStep.ORGANISE


def _kinds_now(view: View, state: KingsState) -> set[type[KingsAction]]:
    """Return the kinds of actions of the mover, as far as the viewer knows; swaps of empty slots do not
    count."""
    kinds = {type(action) for action in state.actions(state.turn, view.known)}
    return kinds if any(state.sides[state.turn].houses) else kinds - {Swap}


def _no_attack(kinds: set[type[KingsAction]]) -> str:
    if kinds & {Put, Bank}:
        return "Put cards down: no attack is possible"
    return "Swap piles: no attack is possible" if Swap in kinds else "End the turn: nothing else is possible"


def kings_state(view: View) -> KingsState:
    """Return the position of a game of Kings."""
    if not isinstance(view.state, KingsState):
        raise TypeError("a view of another game")
    return view.state


# -- cards and piles ----------------------------------------------------------------------------


def card_name(face: int) -> str:
    """Return a card as it is said: "7 of hearts", "Queen of spades", "blank 7"."""
    rank, suit = RANK_WORDS[RANK[face]], SUIT[face]
    return f"blank {rank}" if suit == BLANK else f"{rank} of {SUIT_WORDS[suit]}"


def the_card(face: int) -> str:
    """Return a card with its article: "the 7 of hearts", "a blank 7"."""
    return f"a {card_name(face)}" if SUIT[face] == BLANK else f"the {card_name(face)}"


def named(faces: Sequence[int]) -> str:
    """Return cards by suit and rank: "the 3 and 5 of hearts, 9 of spades and a blank 9"; "nothing" for none.
    Never by short names: "As" is a word to a listener."""
    words: list[str] = []
    for suit, of_suit in groupby(sorted(faces), key=SUIT.__getitem__):
        if suit == BLANK:
            words += (_blanks(face, len([*alike])) for face, alike in groupby(of_suit))
        else:
            ranks = listed([RANK_WORDS[RANK[face]] for face in of_suit])
            words.append(f"{'' if words else 'the '}{ranks} of {SUIT_WORDS[suit]}")
    return listed(words) or "nothing"


def _blanks(face: int, number: int) -> str:
    """Return equal blank cards: "a blank 7", "two blank 7s"."""
    return the_card(face) if number == 1 else f"{_FEW[number]} {card_name(face)}s"


def pile_name(pile: Pile) -> str:
    """Return the kind of a house pile: "Queen pile", "blank Jack pile", "Jack of hearts pile"."""
    if RANK[pile[0]] != JACK:
        return f"{RANK_WORDS[RANK[pile[0]]]} pile"
    return f"{card_name(pile[0])} pile"


def takes_words(pile: Pile) -> str:
    """Return which cards a house pile or an empty house slot takes, after "takes"."""
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
    """Return the text of `takes_words` shortened, for the line below a pile."""
    words = takes_words(pile)
    return {"any number": "numbers", "blank numbers": "blanks", "nothing more": "nothing"}.get(
        words, words.replace("only a second 8", "only an 8").replace("only a second", "only a")
    )


def pile_words(pile: Pile) -> str:
    """Return a house pile in words: kind, cards, score, what it takes."""
    if not pile:
        return f"empty, takes {takes_words(pile)}"
    numbers = f" with {named(pile[1:])}" if len(pile) > 1 else " without numbers"
    return f"{pile_name(pile)}{numbers}, worth {score(pile)}, takes {takes_words(pile)}"


def missing_ranks(side: Side) -> tuple[int, ...]:
    """Return the ranks that a king pile still needs, rising (0 is the two)."""
    have = {RANK[face] for face in side.king}
    return tuple(rank for rank in range(NUMBERS_OF_A_SUIT) if rank not in have)


def king_words(seat: int, side: Side) -> str:
    """Return a king pile in words: its progress and what is missing."""
    missing = missing_ranks(side)
    if not missing:
        return f"king of {SUIT_WORDS[seat]} complete"
    wanted = " ".join([RANK_WORDS[rank] for rank in missing])
    return f"king of {SUIT_WORDS[seat]} has {len(side.king)} of {NUMBERS_OF_A_SUIT}, missing {wanted}"


def battle_words(fight: Battle, own: Pile, target: str) -> str:
    """Return the forecast of an attack for the attacker."""
    head = f"{fight.attack} against {fight.defence}"
    spoils = named(fight.spoils) if fight.spoils else "no cards"
    if fight.wins:
        return f"{head}: you win {spoils}, your {pile_name(own)} is spent"
    tie = "a tie goes to the defender, " if fight.attack == fight.defence else ""
    return f"{head}: {tie}you lose your {pile_name(own)}, {target} wins {spoils}"


def quiet_words(state: KingsState) -> str:
    """Return how close the game is to ending by a stall: full rounds without a card for any king."""
    return f"{state.quiet} of {QUIET_ROUNDS} rounds without a king card"


def end_words(faces: Sequence[Face]) -> str:
    """Return the effect of ending the turn, before it ends."""
    return f"End the turn (thrown away: {named(faces)})" if faces else "End the turn (nothing thrown away)"


def step_words(step: KingsAction, who: Callable[[int], str]) -> str:
    """Return a step as a thing that can be undone: "the 7 of hearts from house 3"."""
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


def result_words(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Return the end in words: everybody's king pile, by rank."""
    state = kings_state(view)
    ranks = state.standing().ranks
    return tuple(
        f"{ranks[seat]}.  {names[seat]}, {SUIT_WORDS[seat]}: {len(side.king)} of {NUMBERS_OF_A_SUIT}"
        for seat, side in sorted(enumerate(state.sides), key=lambda each: (ranks[each[0]], each[0]))
    )


def left_over(view: View) -> tuple[Face, ...]:
    """Return the cards that the viewer, if on turn, would discard by ending its turn."""
    state = kings_state(view)
    if state.turn != view.seat:
        return ()
    dealt = (view.face(slot) for slot in state.hidden)
    return (*(face for face in dealt if face is not None), *state.sides[state.turn].spoils)


def serves_king(_view: View, event: Moved) -> bool:
    """True if a move has put a number on a king pile."""
    return isinstance(event.action, Bank)
