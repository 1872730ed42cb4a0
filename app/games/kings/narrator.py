"""The story of Kings: cards put down, battles with their numbers and spoils, the king piles, the end."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.kings.words import ending_words, kings_state, named, pile_name, step_words, the_card
from app.games.narrator import Cast, cast_of, counted, left_line, result_lines, sentence
from rules.api import Event, Left, Moved, Rolled, Shown, Shuffled, View
from rules.kings.actions import Attack, Bank, KingsEnd, KingsUndo, Put, Swap
from rules.kings.cards import NUMBERS_OF_A_SUIT, SUIT_WORDS
from rules.kings.course import QUIET_ROUNDS, ROUNDS, KingsPhase
from rules.kings.piles import score
from rules.kings.state import KingsState

QUIET_TOLD = 5
"""Number of quiet rounds (no card was put on a king pile) after which they are mentioned; too many of them
end the game."""


def kings_narrator(before: View, event: Event, after: View, names: Sequence[str]) -> tuple[str, ...]:
    """Return the lines for one event of Kings."""
    was, now, cast = kings_state(before), kings_state(after), cast_of(after, names)
    return (*_happened(was, event, after, cast), *_round(was, now), *_end(was, now, cast))


def _happened(was: KingsState, event: Event, after: View, cast: Cast) -> tuple[str, ...]:
    now = kings_state(after)
    if isinstance(event, Rolled):
        return (sentence(cast.does(now.first, "are drawn to begin")),)
    if isinstance(event, Shuffled):
        return _shuffled(was, now, cast)
    if isinstance(event, Left):
        return _left(was, event, now, cast)
    if isinstance(event, Shown):
        return _dealt(was, event, after, cast)
    return move_lines(was, event, cast)


def _shuffled(was: KingsState, now: KingsState, cast: Cast) -> tuple[str, ...]:
    proven = "Everybody has shuffled the stock."
    if was.phase is KingsPhase.REFILL:
        cards = counted(len(was.discard), "card")
        return (f"The stock is used up: {cards} from the discards become the new one.", proven)
    first = was.round == 1 and was.turn == was.first and not any(side.cards() for side in was.sides)
    begins = (sentence(cast.does(now.first, f"begin, playing {SUIT_WORDS[now.first]}")),)
    return (proven, *(begins if first and not was.discard else ()))


def _left(was: KingsState, event: Left, now: KingsState, cast: Cast) -> tuple[str, ...]:
    lines = [left_line(event, cast)]
    if was.sides[event.seat].cards():
        lines.append(sentence(f"{cast.whose(event.seat)} cards go to the discards"))
    if now.phase is KingsPhase.SHUFFLE and was.phase is not KingsPhase.SHUFFLE:
        lines.append("All hidden cards are shuffled again.")
    return tuple(lines)


def _dealt(was: KingsState, event: Shown, after: View, cast: Cast) -> tuple[str, ...]:
    more = " more" if was.hidden else ""  # the rest of a deal, from a new stock
    if was.turn == after.seat:
        faces = [after.face(slot) for slot in event.slots]
        known = [face for face in faces if face is not None]
        if len(known) == len(faces):
            return (sentence(f"you are dealt {named(known)}{' as well' if more else ''}"),)
    number = len(event.slots)
    cards = f"{number}{more} card{'' if number == 1 else 's'}"
    return (sentence(cast.does(was.turn, f"are dealt {cards}")),)


def move_lines(was: KingsState, event: Moved, cast: Cast) -> tuple[str, ...]:
    """Tell a move, given the position before it."""
    seat, action = event.seat, event.action
    if isinstance(action, Attack):
        return _attacked(was, action, cast)
    if isinstance(action, Put):
        return (_put(was, action, cast),)
    if isinstance(action, Bank):
        return _banked(was, action, cast)
    if isinstance(action, KingsEnd):
        thrown = (*(face for _, face in action.opens), *was.sides[seat].spoils)
        away = f", throwing away {named(thrown)}" if thrown else ", with no cards left over"
        return (sentence(cast.does(seat, f"end the turn{away}")),)
    verb = ""
    if isinstance(action, Swap):
        verb = f"swap houses {action.house} and {action.other}"
    elif isinstance(action, KingsUndo):
        verb = f"take back {step_words(was.steps[-1], cast.who)}"
    return (sentence(cast.does(seat, verb)),) if verb else ()


def _attacked(was: KingsState, action: Attack, cast: Cast) -> tuple[str, ...]:
    fight = was.battle(action.house, action.target)
    if fight is None:
        return ()
    seat, target = was.turn, action.target
    own, other = was.sides[seat].house(action.house), was.sides[target].house(fight.target_house)
    tie = ", a tie, so the defender wins" if fight.attack == fight.defence else ""
    clash = sentence(
        cast.does(seat, f"attack {cast.who(target)} from house {action.house}:"),
        f"{pile_name(own)} against {pile_name(other)}, {fight.attack} to {fight.defence}{tie}",
    )
    winner = seat if fight.wins else target
    lost = "Both piles are gone" if fight.wins else f"The {pile_name(own)} is gone"
    won = f"win {named(fight.spoils)}" if fight.spoils else "win the fight, with no cards to take"
    return (clash, sentence(cast.does(winner, f"{won}.") + f" {lost}"))


def _put(was: KingsState, action: Put, cast: Cast) -> str:
    pile = (*was.sides[was.turn].house(action.house), action.face)
    what = cast.does(was.turn, f"put {the_card(action.face)} into house {action.house}:")
    if len(pile) == 1:
        return sentence(what, f"{'an' if pile_name(pile)[0] == 'A' else 'a'} {pile_name(pile)} begins")
    return sentence(what, f"{pile_name(pile)}, worth {score(pile)} now")


def _banked(was: KingsState, action: Bank, cast: Cast) -> tuple[str, ...]:
    seat, reached = was.turn, len(was.sides[was.turn].king) + 1
    king = f"the king of {SUIT_WORDS[seat]}"
    gained = sentence(
        cast.does(seat, f"put {the_card(action.face)} on {king}:"), f"{reached} of {NUMBERS_OF_A_SUIT}"
    )
    complete = (f"The pile of {king} is complete.",) if reached == NUMBERS_OF_A_SUIT else ()
    return (gained, *complete)


def _round(was: KingsState, now: KingsState) -> tuple[str, ...]:
    """Tell a new round, and now and then the number of rounds without a card for any king."""
    if now.round == was.round:
        return ()
    quiet = ""
    if now.quiet and now.quiet % QUIET_TOLD == 0:
        quiet = f" {now.quiet} rounds have passed without a card for any king; {QUIET_ROUNDS} end the game."
    return (f"Round {now.round} of at most {ROUNDS} begins.{quiet}",)


def _end(was: KingsState, now: KingsState, cast: Cast) -> tuple[str, ...]:
    outcome = now.outcome()
    if outcome is None or was.phase is KingsPhase.OVER:
        return ()
    return (f"The game is over: {ending_words(now)}.", *result_lines(outcome, cast, "king card"))
