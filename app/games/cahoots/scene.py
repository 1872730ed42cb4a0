"""The table of Coffeehouse Cahoots described: the piles, cards that everybody knows, our hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from app.games.cahoots import words
from app.games.narrator import PLACES, counted, ordinal
from app.games.reason import Reason, why_not
from app.games.scene import (
    CARDS,
    NOWHERE,
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
    Tint,
    Token,
    Zone,
    card_at,
    choice_at,
)
from rules.api import Action, Face, Seat, Slot, View
from rules.cahoots.actions import DRAW, PASS, STOP, CahootsPlay, Say, Verb
from rules.cahoots.cards import DECK, NAMES, SUIT_LETTERS, SUITS, parse_face, suit, title, value
from rules.cahoots.course import CahootsPhase
from rules.cahoots.match import Relation, a_number, place_refusal, relation
from rules.cahoots.state import CahootsState
from rules.seats import seats_around

MAIN, VETO, STOCK, KNOWN, CALLS, HAND = "main", "veto", "stock", "known", "calls", "hand"
"""Keys of the zones; "known 2" has the cards of seat 2 that everybody knows."""
TOP: Final[Token] = MAIN
"""Token of the main pile's top card: only its face is known, not the slot that it came from."""
PLACE: Final = "place"
"""Label of the figure for a player's final rank."""
_TINTS: Final = tuple(
    (rf"\b(?:10|[1-9]){suit}\b", tint)
    for suit, tint in zip(
        "CDJLTR", (Tint.GREEN, Tint.GREY, Tint.ORANGE, Tint.YELLOW, Tint.CYAN, Tint.PINK), strict=True
    )
)
_LEGEND: Final = (
    "7J          the 7 of Java Joe is placed or added; letters below the piles",
    "swap 7J     it becomes the veto, and you take the old veto",
    "with 7J     everybody knows that one of the cards is the 7 of Java Joe",
    "draw   stop   pass",
)
_NOTES: Final = {
    CahootsPhase.ROLL: "The dealer is being drawn",
    CahootsPhase.SHUFFLE: "Everybody shuffles the deck",
    CahootsPhase.DEAL: "The cards are being dealt",
    CahootsPhase.RECYCLE: "The main pile is being shuffled into a new stock",
    CahootsPhase.OVER: "",
}
_CALLS: Final = {DRAW: "Draw a card", STOP: "Stop the combo", PASS: "Pass"}
_SHORT: Final = re.compile(rf"\b(?:10|[1-9])[{SUIT_LETTERS}]\b")
"""Matches a card's short canonical name in a text of the rules."""


def cahoots_scene(view: View, names: Sequence[str]) -> Scene:
    """Return the table as one seat or a spectator sees it."""
    state = words.cahoots_state(view)
    note = words.freeze_words(state) or "Same drinker or number, or one higher or lower"
    return Scene(
        words.cahoots_status(view, names),
        tuple(_zones(view, state, names)),
        tuple(_plate(view, state, seat, names[seat]) for seat in seats_around(view.seat, len(state.players))),
        f"Match {words.card_name(state.main[-1])}" if state.main else "Coffeehouse Cahoots",
        "" if view.is_ended else _NOTES.get(state.phase, note),
    )


def say(view: View, action: Action, names: Sequence[str]) -> Said:
    """Return the words of a card that is laid, or of a call."""
    del view, names
    if isinstance(action, CahootsPlay):
        card, typed = words.card_name(action.face), NAMES[action.face]
        if action.verb is Verb.SWAP:
            return Said(f"Swap {card} for the veto", f"swap {typed}")
        if action.verb is Verb.ADD:
            return Said(f"Add {card} to the combo", typed, "add")
        return Said(f"Place {card} on the main pile", typed, "place")
    return Said(_CALLS[action] if isinstance(action, Say) else str(action), str(action))


def picks(view: View, action: Action) -> tuple[Route, ...]:
    """Return the presses: a card, then a pile; the stock, or a button."""
    state = words.cahoots_state(view)
    if isinstance(action, CahootsPlay) and state.veto is not None:
        to = card_at(state.veto.slot) if action.verb is Verb.SWAP else TOP
        return ((card_at(action.slot), to),)
    return ((choice_at(action),), *([(STOCK,)] if action == DRAW else ()))


def attempts(view: View) -> Iterable[Action]:
    """Yield each card of the hand as placed or added, and as swapped; then draw, stop and pass."""
    state = words.cahoots_state(view)
    if view.seat is None:
        return
    for verb in (laying(state), Verb.SWAP):
        for card in state.seen_hand(view.seat, view.known):
            yield CahootsPlay(verb, card.slot, card.face, card.slot in state.public)
    yield from _CALLS


def _is_step(action: Action) -> bool:
    """True for a card of a combo."""
    return isinstance(action, CahootsPlay) and action.verb is not Verb.SWAP


CAHOOTS_TABLE: Final = Description(
    cahoots_scene, say, picks, attempts=attempts, is_step=_is_step, legend=_LEGEND, tints=_TINTS
)


def no_choice(view: View) -> Action | None:
    """Return the only action left if it needs no thought: the stop of a combo that cannot grow."""
    return STOP if view.actions() == (STOP,) else None


def laying(state: CahootsState) -> Verb:
    """Return the verb of laying a card on the main pile now."""
    return Verb.ADD if state.phase is CahootsPhase.COMBO else Verb.PLACE


# -- plates -------------------------------------------------------------------------------------


def _plate(view: View, state: CahootsState, seat: Seat, name: str) -> Plate:
    player, outcome = state.players[seat], state.outcome()
    doing = {CahootsPhase.COMBO: "combo", CahootsPhase.TURN: "to play"}.get(state.phase, "draws")
    under_way = (CahootsPhase.TURN, CahootsPhase.COMBO, CahootsPhase.DRAW, CahootsPhase.RECYCLE)
    is_turn = not view.is_held and state.turn == seat and state.phase in under_way
    cards = len(state.hand(seat))
    figures = [] if player.left else [Figure(CARDS, str(cards), counted(cards, "card"))]
    if seat in state.finished:
        place = state.finished.index(seat) + 1
        figures = [Figure(PLACE, ordinal(place), f"finished {PLACES[place - 1]}")]
    elif outcome is not None and not player.left:
        figures.append(Figure(PLACE, ordinal(outcome.ranks[seat])))
    signs = {
        Sign.TURN: is_turn,
        Sign.DEALER: state.phase is not CahootsPhase.ROLL and state.dealer == seat,
        Sign.GONE: player.left,
    }
    return Plate(
        seat,
        name,
        tuple(figures),
        doing=doing if is_turn else "",
        signs=tuple(sign for sign, is_so in signs.items() if is_so),
        held=0 if seat == view.seat else cards - len(_known(state, seat)),
    )


# -- zones --------------------------------------------------------------------------------------


def _zones(view: View, state: CahootsState, names: Sequence[str]) -> Iterable[Zone]:
    yield from _piles(state)
    for seat in seats_around(view.seat, len(state.players)):
        if seat != view.seat and (known := _known(state, seat)):
            title = f"Known cards of {names[seat]}"
            yield Zone(f"{KNOWN} {seat}", title, Kind.ROW, known, seat, short="with")
    letters = zip(SUIT_LETTERS, SUITS, strict=True)
    pieces = tuple(Piece(NOWHERE, "", f"{letter} {drinker}") for letter, drinker in letters)
    yield Zone("letters", "", Kind.FACTS, pieces)
    if view.seat is not None and state.hand(view.seat):
        yield Zone(HAND, "Your hand", Kind.HAND, _hand(view, state, view.seat), view.seat)
    calls = [action for action in view.actions() if isinstance(action, Say)]
    if calls:
        pieces = tuple(Piece(choice_at(call), _CALLS[call], str(call)) for call in calls)
        yield Zone(CALLS, "Instead of a card", Kind.CHOICES, pieces, view.seat)


def _piles(state: CahootsState) -> Iterable[Zone]:
    if state.veto is not None:
        top, veto, under = state.main[-1], state.veto.face, len(state.main) - 1
        coming = words.next_words(state)
        pieces = [Piece(TOP, words.card_name(top), NAMES[top], Open(top))]
        if coming:
            pieces.append(Piece(NOWHERE, f"{coming} may follow", f"({coming} may follow)"))
        note = f"on top of {counted(under, 'card')}" if under else "alone"
        yield Zone(MAIN, "Main pile", Kind.PILE, tuple(pieces), None, note, "main pile", count=under + 1)
        rule = f"do not begin with {SUITS[suit(veto)]} or {a_number(value(veto))}"
        signs = (Sign.LOCKED,) if state.phase is not CahootsPhase.OVER and state.swaps_frozen else ()
        card = Piece(card_at(state.veto.slot), words.card_name(veto), NAMES[veto], Open(veto), signs=signs)
        yield Zone(VETO, "Veto", Kind.PILE, (card,), None, rule, "veto", count=1)
    left = state.stock_end - state.stock if state.stock_end else len(DECK)
    stock = (Piece(STOCK, "", look=Closed()),) if left else ()
    yield Zone(STOCK, "Stock", Kind.PILE, stock, None, counted(left, "card"), "stock", count=left)


def _known(state: CahootsState, seat: Seat) -> tuple[Piece, ...]:
    """Return the cards of a seat that everybody knows: old vetoes."""
    if state.players[seat].left:
        return ()
    return tuple(
        Piece(card_at(card.slot), words.card_name(card.face), NAMES[card.face], Open(card.face))
        for card in state.players[seat].known
    )


def _hand(view: View, state: CahootsState, seat: Seat) -> tuple[Piece, ...]:
    seen = {card.slot: card.face for card in state.seen_hand(seat, view.known)}
    can = {action.slot for action in view.actions() if isinstance(action, CahootsPlay)}
    return tuple(
        _held(view, state, slot, seen.get(slot), can) for slot in words.hand_order(view, state, seat)
    )


def _held(view: View, state: CahootsState, slot: Slot, face: Face | None, can: set[Slot]) -> Piece:
    if face is None:
        return Piece(card_at(slot), "a card on its way", "?", Closed())
    is_known = slot in state.public
    return Piece(
        card_at(slot),
        words.card_name(face),
        NAMES[face],
        Open(face),
        signs=(Sign.KNOWN,) if is_known else (),
        why=None if slot in can else in_full(why_not(view, CahootsPlay(laying(state), slot, face, is_known))),
        tag=_tag(state, face, is_combo=state.phase is CahootsPhase.COMBO and state.turn == view.seat),
        about=title(face),
    )


def in_full(why: Reason | None) -> Reason | None:
    """Return a reason with full card names: "Java Joe 2", not "2J"."""
    if why is None:
        return None
    return replace(why, text=_SHORT.sub(lambda short: words.card_name(parse_face(short.group())), why.text))


def _tag(state: CahootsState, face: Face, *, is_combo: bool) -> str:
    """Return the words on a card that tell how it matches, on any player's turn."""
    if state.veto is None or state.phase is CahootsPhase.OVER:
        return ""
    if is_combo:
        return "" if state.refusal(Verb.ADD, face) is not None else "next"
    kind = relation(face, state.main[-1])
    is_vetoed = place_refusal(face, main=state.main[-1], veto=state.veto.face) is not None
    if kind is not Relation.NONE and not is_vetoed:
        return words.relation_words(kind)
    if relation(face, state.veto.face) is not Relation.NONE and not state.swaps_frozen:
        return "fits the veto"
    return "" if kind is Relation.NONE else "vetoed"
