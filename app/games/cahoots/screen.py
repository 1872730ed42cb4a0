"""The table of Coffeehouse Cahoots as a screen shows it: every decision about what it says and offers.

`cahoots_screen` makes one frozen description out of a view; the widget draws it and decides
nothing. The combo of a turn stays described until the next card is placed, so that nobody has to
be quick.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.games.board import counted
from app.games.cahoots.hand import CahootsHandCard, Where, cahoots_hand
from app.games.cahoots.words import (
    PLACES,
    cahoots_state,
    card_name,
    freeze_words,
    next_words,
    relation_words,
)
from app.games.narrator import listed
from app.games.reason import Reason, why_not
from rules.api import Event, Face, Moved, Outcome, Seat, Slot, View
from rules.cahoots.actions import DRAW, PASS, STOP, CahootsPlay, Say, Verb
from rules.cahoots.cards import DECK, Card
from rules.cahoots.course import CahootsPhase
from rules.cahoots.match import relation
from rules.cahoots.state import CahootsState


@dataclass(frozen=True, slots=True)
class CallOffer:
    """Something to do without a card; `why` says why not now."""

    action: Say
    name: str
    why: Reason | None


@dataclass(frozen=True, slots=True)
class SeatScreen:
    """A player's plate and cards: so many hidden ones, and old vetoes that everybody knows.

    `place` is 1 for the winner, None for who still plays; `doing` is "" off its turn.
    """

    seat: Seat
    name: str
    is_viewer: bool
    is_turn: bool
    doing: str
    is_dealer: bool
    is_gone: bool
    place: int | None
    cards: int
    known: tuple[tuple[Slot, Face], ...]

    @property
    def line(self) -> str:
        """How it stands for the plate: "7 cards", "finished first"."""
        if self.is_gone:
            return "has left"
        if self.place is not None and not self.cards:
            return f"finished {PLACES[self.place - 1]}"
        return counted(self.cards, "card")

    @property
    def spoken(self) -> str:
        """The plate for screen readers."""
        known = [card_name(face) for _, face in self.known]
        words = [
            f"{self.name} (you)" if self.is_viewer else self.name,
            self.doing,
            "dealer" if self.is_dealer else "",
            self.line,
            f"everybody knows {listed(known)}" if known else "",
        ]
        return ", ".join(filter(None, words))


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that was just laid down: who, out of which slot, where."""

    seat: Seat
    slot: Slot
    face: Face
    where: Where


@dataclass(frozen=True, slots=True)
class Combo:
    """The cards of a turn in their order on `base`, the card they were begun on.

    `words` says how they follow each other, `coming` what may be added now ("" if nothing).
    """

    seat: Seat
    base: Face
    cards: tuple[Card, ...]
    words: str
    coming: str


@dataclass(frozen=True, slots=True)
class CahootsScreen:
    """The whole table for one viewer.

    `laid` are the cards laid since the screen before. `sends` is the only action there is, where
    taking it is no choice: the stop of a combo that cannot grow.
    """

    phase: CahootsPhase
    title: str
    note: str
    is_frozen: bool
    seats: tuple[SeatScreen, ...]
    hand: tuple[CahootsHandCard, ...]
    main: Face | None
    main_count: int
    veto: Face | None
    veto_rule: str
    stock: int
    combo: Combo | None
    calls: tuple[CallOffer, ...]
    sends: Say | None
    laid: tuple[Laid, ...]
    outcome: Outcome | None
    state: CahootsState

    @property
    def is_own_turn(self) -> bool:
        return any(seat.is_turn and seat.is_viewer for seat in self.seats)

    @property
    def is_combo(self) -> bool:
        """Whether a combo is under way."""
        return self.phase is CahootsPhase.COMBO


def cahoots_screen(
    view: View, names: Sequence[str], *, before: CahootsScreen | None = None, events: Sequence[Event] = ()
) -> CahootsScreen:
    """What the table shows now; `before` is what it showed last, `events` what has happened since."""
    state = cahoots_state(view)
    laid, combo = _story(state, before, events)
    veto = None if state.veto is None else state.veto.face
    actions = view.actions()
    return CahootsScreen(
        phase=state.phase,
        title=_title(state),
        note="" if view.is_ended else _note(state),
        is_frozen=bool(state.main) and state.phase is not CahootsPhase.OVER and state.swaps_frozen,
        seats=tuple(_seat(view, state, Seat(seat), names) for seat in range(len(state.players))),
        hand=cahoots_hand(view, state),
        main=state.main[-1] if state.main else None,
        main_count=len(state.main),
        veto=veto,
        veto_rule="" if veto is None else _veto_rule(veto),
        stock=_stock(state),
        combo=combo,
        calls=_calls(view, state),
        sends=STOP if actions == (STOP,) else None,
        laid=laid,
        outcome=state.outcome(),
        state=state,
    )


@dataclass(frozen=True, slots=True)
class Result:
    """A line of the result, best first: rank, seat, name, and how that player ended in words."""

    rank: int
    seat: Seat
    name: str
    words: str

    @property
    def spoken(self) -> str:
        return f"{self.rank}. {self.name}, {self.words}"


def results(screen: CahootsScreen) -> tuple[Result, ...]:
    """How the game ended; () while it runs."""
    if screen.outcome is None:
        return ()
    ranks = screen.outcome.ranks
    found = [Result(ranks[seat.seat], seat.seat, seat.name, _ended(seat)) for seat in screen.seats]
    return tuple(sorted(found, key=lambda result: (result.rank, result.seat)))


def _ended(seat: SeatScreen) -> str:
    if seat.is_gone:
        return "left"
    return f"{counted(seat.cards, 'card')} left" if seat.cards else "no cards"


def hint(screen: CahootsScreen, picked: Slot | None) -> str:
    """The line beside the piles: what the picked card would do, or how the combo or the veto stands."""
    card = next((card for card in screen.hand if card.slot == picked), None)
    if card is not None and card.choices:
        return _picked_hint(screen, card)
    if screen.combo is not None and screen.combo.coming:
        return f"Combo, {screen.combo.words}: {screen.combo.coming} may follow"
    return screen.note


def _picked_hint(screen: CahootsScreen, card: CahootsHandCard) -> str:
    main, veto = card.choices
    if main.why is None and screen.is_combo:
        return f"{card.name} goes on with the combo"
    if main.why is None:
        names = [other.name for other in screen.hand if other.slot in card.next]
        then = f"; then {' or '.join(names)}" if names else ""
        swap = "; or swap it for the veto" if veto.why is None else ""
        return f"{card.name}: {card.tag}{then}{swap}"
    if veto.why is None:
        why = "" if card.tag != "fits the veto" else f"{main.why.text.rstrip('.')}; "
        return f"{why}swap it for the veto"
    return main.why.text


def _story(
    state: CahootsState, before: CahootsScreen | None, events: Sequence[Event]
) -> tuple[tuple[Laid, ...], Combo | None]:
    """What was laid since, and the latest combo."""
    if before is None:
        return (), None
    then, laid, combo = before.state, [], before.combo
    for event in events:
        if isinstance(event, Moved) and isinstance(event.action, CahootsPlay):
            verb, face = event.action.verb, event.action.face
            where = Where.VETO if verb is Verb.SWAP else Where.MAIN
            laid.append(Laid(event.seat, event.action.slot, face, where))
            if verb is Verb.PLACE:
                combo = _combo(state, event.seat, then.main[-1], Card(event.action.slot, face))
            elif verb is Verb.ADD and combo is not None:
                combo = replace(combo, cards=(*combo.cards, Card(event.action.slot, face)))
        then = then.after(event)
    if then != state:  # a leap through a record: what was seen before has nothing to do with this
        return (), None
    return tuple(laid), None if combo is None else replace(combo, coming=next_words(state))


def _combo(state: CahootsState, seat: Seat, base: Face, card: Card) -> Combo:
    return Combo(seat, base, (card,), relation_words(relation(card.face, base)), next_words(state))


def _stock(state: CahootsState) -> int:
    """How many cards are to be drawn; before the deal all of them."""
    return state.stock_end - state.stock if state.stock_end else len(DECK)


def _title(state: CahootsState) -> str:
    if not state.main:
        return "Coffeehouse Cahoots"
    return f"Match {card_name(state.main[-1])}"


def _note(state: CahootsState) -> str:
    if state.phase is CahootsPhase.ROLL:
        return "The dealer is being drawn"
    if state.phase is CahootsPhase.SHUFFLE:
        return "Everybody shuffles the deck"
    if state.phase is CahootsPhase.DEAL:
        return "The cards are being dealt"
    if state.phase is CahootsPhase.RECYCLE:
        return "The main pile is being shuffled into a new stock"
    if frozen := freeze_words(state):
        return frozen
    return "" if state.phase is CahootsPhase.OVER else "Same drinker, same number, or one higher or lower"


def _veto_rule(veto: Face) -> str:
    name, _, number = card_name(veto).rpartition(" ")
    return f"no {name}, no {number} first"


def _seat(view: View, state: CahootsState, seat: Seat, names: Sequence[str]) -> SeatScreen:
    player = state.players[seat]
    is_turn = (
        not view.is_held
        and state.turn == seat
        and state.phase
        in (
            CahootsPhase.TURN,
            CahootsPhase.COMBO,
            CahootsPhase.DRAW,
            CahootsPhase.RECYCLE,
        )
    )
    doing = {CahootsPhase.COMBO: "combo", CahootsPhase.TURN: "to play"}.get(state.phase, "draws")
    outcome = state.outcome()
    place = None
    if seat in state.finished:
        place = state.finished.index(seat) + 1
    elif outcome is not None and not player.left:
        place = outcome.ranks[seat]
    return SeatScreen(
        seat=seat,
        name=names[seat],
        is_viewer=seat == view.seat,
        is_turn=is_turn,
        doing=doing if is_turn else "",
        is_dealer=state.phase is not CahootsPhase.ROLL and state.dealer == seat,
        is_gone=player.left,
        place=place,
        cards=len(state.hand(seat)),
        known=() if player.left else tuple((card.slot, card.face) for card in player.known),
    )


def place_word(place: int) -> str:
    """A place for a badge: "1st"."""
    return f"{place}{('st', 'nd', 'rd')[place - 1] if place <= 3 else 'th'}"


def _calls(view: View, state: CahootsState) -> tuple[CallOffer, ...]:
    """The three calls, allowed or not; none for a spectator or one who has no cards any more."""
    if view.seat is None or not state.hand(view.seat) or state.veto is None:
        return ()
    return (
        CallOffer(DRAW, "Draw a card", why_not(view, DRAW)),
        CallOffer(STOP, "Stop the combo", why_not(view, STOP)),
        CallOffer(PASS, "Pass", why_not(view, PASS)),
    )
