"""The latest moves at a table of Cahoots, for a window: the cards laid, and the combo of the turn.

A combo stays until the next card is placed, so that nobody has to be quick.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from app.games.cahoots.scene import TOP, in_full
from app.games.cahoots.words import next_words, relation_words
from app.games.picks import Seen
from app.games.reason import Reason
from app.games.scene import Piece, Route, Token
from rules.api import Event, Face, Moved, Seat, Slot
from rules.cahoots.actions import CahootsPlay, Verb
from rules.cahoots.cards import Card
from rules.cahoots.course import CahootsPhase
from rules.cahoots.match import followers, relation
from rules.cahoots.state import CahootsState


class Laid(Struct, frozen=True):
    """A card just laid: the seat that laid it, and the slot that it came from."""

    seat: Seat
    slot: Slot


class Combo(Struct, frozen=True):
    """The cards of a turn in their order on `base`, the card below them; `words` says how they follow."""

    seat: Seat
    base: Face
    cards: tuple[Card, ...]
    words: str


class CahootsStory(Struct, frozen=True):
    """The position, the cards laid since the position shown before, and the latest combo."""

    state: CahootsState
    laid: tuple[Laid, ...] = ()
    combo: Combo | None = None

    @property
    def coming(self) -> str:
        """The card that may be added to the combo now, in words; "" for none."""
        return "" if self.combo is None else next_words(self.state)


def cahoots_story(state: CahootsState, before: CahootsStory | None, events: Sequence[Event]) -> CahootsStory:
    """Return the story after `events`; a leap through a record begins a new story."""
    if before is None:
        return CahootsStory(state)
    then, laid, combo = before.state, [], before.combo
    for event in events:
        if isinstance(event, Moved) and isinstance(event.action, CahootsPlay):
            verb, slot, face = event.action.verb, event.action.slot, event.action.face
            laid.append(Laid(event.seat, slot))
            if verb is Verb.PLACE:
                base = then.main[-1]
                combo = Combo(event.seat, base, (Card(slot, face),), relation_words(relation(face, base)))
            elif verb is Verb.ADD and combo is not None:
                combo = replace(combo, cards=(*combo.cards, Card(slot, face)))
        then = then.after(event)
    return CahootsStory(state, tuple(laid), combo) if then == state else CahootsStory(state)


def hint(table: Seen, story: CahootsStory, picked: Token | None) -> str:
    """Return the line beside the piles: the use of the picked card, what may follow, or the scene's note."""
    card = None if picked is None else table.piece(picked)
    if card is not None and card.face is not None:
        return _picked_hint(table, story, card)
    if story.combo is not None and story.coming:
        return f"Combo, {story.combo.words}: {story.coming} may follow"
    return table.scene.note


def _picked_hint(table: Seen, story: CahootsStory, card: Piece) -> str:
    ends = table.ends(card.at)
    can_swap = any(to != TOP for to in ends)
    if TOP in ends and story.state.phase is CahootsPhase.COMBO:
        return f"{card.name} continues the combo"
    if TOP in ends:
        names = [other.name for other in following(table, story, card)]
        then = f"; then {' or '.join(names)}" if names else ""
        return f"{card.name}: {card.tag}{then}{'; or swap it for the veto' if can_swap else ''}"
    reason = refusal(table, (card.at, TOP))
    why = "" if reason is None else reason.text
    return f"{why.rstrip('.')}; swap it for the veto" if can_swap else why


def refusal(table: Seen, route: Route) -> Reason | None:
    """Return the reason against a route, with full card names."""
    return in_full(table.why_not(route))


def following(table: Seen, story: CahootsStory, card: Piece) -> tuple[Piece, ...]:
    """Return the cards of the hand that could follow once this one is placed."""
    action = table.routes.whole.get((card.at, TOP))
    if not isinstance(action, CahootsPlay) or action.verb is not Verb.PLACE:
        return ()
    held = {piece.face: piece for piece in table.hand if piece.face is not None}
    return tuple(held[face] for face in followers(action.face, main=story.state.main[-1], hand=[*held]))
