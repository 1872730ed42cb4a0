"""The story of Coffeehouse Cahoots: who placed which patron and how it matched, the veto, the ranks."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.cahoots.words import cahoots_state, card_name
from app.games.narrator import PLACES, Cast, cast_of, counted, dealt_lines, left_line, result_lines, sentence
from rules.api import Event, Face, Left, Moved, Rolled, Shown, Shuffled, View
from rules.cahoots.actions import CahootsPlay, Call, Say, Verb
from rules.cahoots.cards import SUITS, TRAITS, suit, value
from rules.cahoots.course import HAND, CahootsPhase, Ends
from rules.cahoots.match import Relation, a_number, relation
from rules.cahoots.state import CahootsState

STORY = (
    "The FBI is sure that the guests of this coffeehouse are in cahoots. Link guest to guest, but begin with "
    "nobody like the veto, who is under protection."
)
"""The opening of the story (RULES.md, In short)."""
_MATCHES = {
    Relation.SUIT: "the same drinker",
    Relation.VALUE: "the same number",
    Relation.UP: "one higher",
    Relation.DOWN: "one lower",
}


def cahoots_narrator(before: View, event: Event, after: View, names: Sequence[str]) -> tuple[str, ...]:
    """Return the lines for one event of Coffeehouse Cahoots."""
    was, now, cast = cahoots_state(before), cahoots_state(after), cast_of(after, names)
    return (
        *_happened(was, event, after, cast),
        *_hands(was, event, now, cast),
        *_freeze(was, now),
        *_end(was, event, now, cast),
    )


def patron(face: Face) -> str:
    """Return a card as the story says it, by trait, drink and number: "the Programmer Tea Toter (9)"."""
    return f"the {TRAITS[value(face) - 1]} {SUITS[suit(face)]} ({value(face)})"


def _happened(was: CahootsState, event: Event, after: View, cast: Cast) -> tuple[str, ...]:
    now = cahoots_state(after)
    if isinstance(event, Rolled):
        return (sentence(cast.does(now.dealer, "deal")),)
    if isinstance(event, Shuffled):
        return _shuffled(was, now, cast)
    if isinstance(event, Left):
        buried = sentence(f"{cast.whose(event.seat)} cards are out of the game")
        return (left_line(event, cast), *((buried,) if was.hand(event.seat) else ()))
    if isinstance(event, Shown):
        return _shown(was, event, after, cast)
    if isinstance(event.action, CahootsPlay):
        return _played(was, event.action, cast)
    return _called(event, cast, event.action.call) if isinstance(event.action, Say) else ()


def _shuffled(was: CahootsState, now: CahootsState, cast: Cast) -> tuple[str, ...]:
    proven = "Everybody has shuffled the deck."
    if was.phase is CahootsPhase.RECYCLE:
        cards = counted(len(was.main) - 1, "card")
        return (
            f"The stock is used up: {cards} from under the top of the main pile become the new stock.",
            proven,
        )
    return (proven, STORY, sentence(f"{HAND} cards each;", cast.does(now.turn, "begin")))


def _shown(was: CahootsState, event: Shown, after: View, cast: Cast) -> tuple[str, ...]:
    if event.faces is not None:
        main, veto = event.faces
        return (
            f"The main pile begins with {patron(main)}.",
            f"The veto is {patron(veto)}: {_forbids(veto)}.",
        )
    if was.phase is CahootsPhase.DEAL:
        return dealt_lines(event, after, cast, card_name)
    if was.phase is not CahootsPhase.DRAW or was.turn != after.seat:
        return ()
    face = after.face(event.slots[0])
    return (sentence(cast.does(was.turn, f"draw {'a card' if face is None else patron(face)}")),)


def _forbids(veto: Face) -> str:
    """Return what a veto forbids, without a full stop."""
    return f"nobody may begin with a {SUITS[suit(veto)]} or {a_number(value(veto))}"


def _played(was: CahootsState, play: CahootsPlay, cast: Cast) -> tuple[str, ...]:
    seat, card = was.turn, patron(play.face)
    if play.verb is Verb.SWAP and was.veto is not None:
        return (
            sentence(cast.does(seat, f"swap {card} for the veto, {patron(was.veto.face)}")),
            f"Now {_forbids(play.face)}.",
        )
    how = _MATCHES[relation(play.face, was.main[-1])]
    if play.verb is Verb.PLACE:
        return (sentence(cast.does(seat, f"place {card} on {patron(was.main[-1])}:"), how),)
    return (sentence(cast.does(seat, f"add {card}:"), how),)


def _called(event: Moved, cast: Cast, call: Call) -> tuple[str, ...]:
    if call is Call.DRAW:  # our own draw is told with the card
        return () if event.seat == cast.viewer else (sentence(cast.does(event.seat, "draw a card")),)
    verb = "stop there" if call is Call.STOP else "pass: there is no card left to draw"
    return (sentence(cast.does(event.seat, verb)),)


def _hands(was: CahootsState, event: Event, now: CahootsState, cast: Cast) -> tuple[str, ...]:
    """Tell which seats have laid down their last card, or their last but one."""
    if not isinstance(event, Moved) or not isinstance(event.action, CahootsPlay):
        return ()
    if event.seat in now.finished:
        place = PLACES[now.finished.index(event.seat)]
        return (sentence(cast.does(event.seat, f"have no cards left: {place} place")),)
    if event.action.verb is not Verb.SWAP and len(now.players[event.seat].hand) == 1:
        return (sentence(cast.does(event.seat, "have 1 card left")),)
    return ()


def _freeze(was: CahootsState, now: CahootsState) -> tuple[str, ...]:
    if now.phase is CahootsPhase.OVER or not was.main or was.swaps_frozen == now.swaps_frozen:
        return ()
    if now.swaps_frozen:
        return (f"{now.idle} turns without a placed card: swapping is frozen until somebody places one.",)
    return ("Swapping is free again.",)


def _end(was: CahootsState, event: Event, now: CahootsState, cast: Cast) -> tuple[str, ...]:
    outcome = now.outcome()
    if outcome is None or was.phase is CahootsPhase.OVER:
        return ()
    if isinstance(event, Left) and len(now.playing) == 1 and not now.finished:
        why = "only one player is left"
    elif now.ends is Ends.FIRST and now.finished:
        why = "the first hand is empty"
    elif len(now.playing) == 1:
        why = "only one player has cards left"
    else:
        why = "everybody has passed, and fewer cards are better"
    return (f"The game is over: {why}.", *result_lines(outcome, cast))
