"""The table of Matriculation described: the cards before each player, deck and discards, our hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from app.games.matriculation.words import (
    a_card,
    card_effect,
    card_title,
    hand_order,
    matriculation_state,
    matriculation_status,
    setback_effect,
)
from app.games.narrator import cast_of, counted
from app.games.reason import Reason, why_not
from app.games.scene import (
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
    Token,
    Zone,
    card_at,
    choice_at,
    seat_at,
)
from rules.api import Action, Face, Seat, Slot, View
from rules.matriculation.actions import Discard, MatriculationPass, MatriculationPlay
from rules.matriculation.cards import NAMES, Setback, exception_face, kind, setback_face
from rules.matriculation.cards import Kind as Family
from rules.matriculation.course import MatriculationPhase
from rules.matriculation.player import DEGREE
from rules.matriculation.score import player_score, totals
from rules.matriculation.state import MatriculationState
from rules.seats import seats_around

DECK, DISCARDS, HAND = "deck", "discards", "hand"
HOURS, CONTROL, PROBATION, EXCEPTIONS = "hours", "control", "probation", "exceptions"
"""Keys of the zones; the last four lie before each player: "hours 2". An Ogre Prof lies on the hours, because
he lowers their sum."""
TO_DISCARDS: Final[Token] = DISCARDS
"""Token of the top of the discards."""
SETBACK: Final = "setback:"
"""Prefix of the tokens of setbacks before players."""
_LEGEND: Final = (
    "15h             you take a 15 Hour Term",
    "car-fixed       a card goes in front of you; type its short name",
    "probation: the player has it   safe from probation: the player cannot get it",
    "probation on 2  a setback on player 2 (the numbers beside the names)",
    "discard 15h     a card is thrown away",
    "pass            when the deck is empty",
)
_NOTES: Final = {
    MatriculationPhase.ROLL: "The first dealer is being drawn",
    MatriculationPhase.SHUFFLE: "Everybody shuffles the deck",
    MatriculationPhase.DEAL: "The cards are being dealt",
    MatriculationPhase.OVER: "",
}


def matriculation_scene(view: View, names: Sequence[str]) -> Scene:
    """Return the table as one seat or a spectator sees it."""
    state = matriculation_state(view)
    note = "" if state.deck_left else "Play or pass; the hand ends when all pass"
    hand = f"Hand {state.hand_number + 1} of {state.hands}"
    return Scene(
        matriculation_status(view, names),
        tuple(_zones(view, state, names)),
        tuple(_plate(view, state, seat, names[seat]) for seat in seats_around(view.seat, len(state.players))),
        hand if state.hands > 1 else f"First to {DEGREE} hours",
        "" if view.is_ended else _NOTES.get(state.phase, note),
    )


def say(view: View, action: Action, names: Sequence[str]) -> Said:
    """Return the words of a card that is played or discarded, or of a pass."""
    del view
    if isinstance(action, MatriculationPlay):
        do, typed = f"Play {a_card(action.face)}", NAMES[action.face]
        if action.target is None:
            return Said(do, typed, "play")
        return Said(f"{do} on {names[action.target]}", f"{typed} on {action.target + 1}", "play")
    if isinstance(action, Discard):
        return Said(f"Discard {a_card(action.face)}", f"discard {NAMES[action.face]}")
    return Said(str(action).capitalize(), str(action))


def picks(view: View, action: Action) -> tuple[Route, ...]:
    """Return the presses: a card, then a player or the discards; or a button."""
    if isinstance(action, MatriculationPlay) and view.seat is not None:
        return ((card_at(action.slot), seat_at(view.seat if action.target is None else action.target)),)
    if isinstance(action, Discard):
        return ((card_at(action.slot), TO_DISCARDS),)
    return ((choice_at(action),),)


def attempts(view: View) -> Iterable[Action]:
    """Yield each card of the hand as played for oneself, on each opponent, and discarded; then the pass."""
    state = matriculation_state(view)
    for slot in () if view.seat is None else state.hand(view.seat):
        if (face := view.face(slot)) is not None:
            yield MatriculationPlay(slot, face)
            yield from (MatriculationPlay(slot, face, seat) for seat in state.seats_in if seat != view.seat)
            yield Discard(slot, face)
    yield MatriculationPass()


MATRICULATION_TABLE: Final = Description(matriculation_scene, say, picks, attempts=attempts, legend=_LEGEND)


# -- plates -------------------------------------------------------------------------------------


def _plate(view: View, state: MatriculationState, seat: Seat, name: str) -> Plate:
    phases = (MatriculationPhase.DRAW, MatriculationPhase.PLAY, MatriculationPhase.DRY)
    is_turn = not view.is_held and state.turn == seat and state.phase in phases
    sums, is_in = points(state), seat in state.seats_in
    signs = {
        Sign.TURN: is_turn,
        Sign.DEALER: state.phase is not MatriculationPhase.ROLL and state.dealer == seat,
        Sign.GONE: not is_in,
        Sign.LEADS: is_in and 0 < sums[seat] == max(sums[each] for each in state.seats_in),
    }
    terms = len(state.players[seat].terms)
    return Plate(
        seat,
        name,
        (
            Figure("hours", str(state.hours(seat)), f"{state.hours(seat)} of {DEGREE} hours"),
            Figure("terms", str(terms), counted(terms, "term")),
            Figure("points", str(sums[seat]), f"{sums[seat]} points"),
        ),
        ("draws" if state.phase is MatriculationPhase.DRAW else "to play") if is_turn else "",
        tuple(sign for sign, is_so in signs.items() if is_so),
        0 if seat == view.seat else len(state.hand(seat)),
    )


def points(state: MatriculationState) -> tuple[int, ...]:
    """Return everybody's points if the hand ended now, with those of earlier hands."""
    earlier = totals(state.sheets[: state.hand_number], len(state.players))
    now = (player_score(player, state.ogre).total for player in state.players)
    return tuple(map(sum, zip(earlier, now, strict=True)))


# -- zones --------------------------------------------------------------------------------------


def _zones(view: View, state: MatriculationState, names: Sequence[str]) -> Iterable[Zone]:
    cast = cast_of(view, names)
    for seat in seats_around(view.seat, len(state.players)):
        yield from _before(state, seat, "Your" if seat == view.seat else cast.whose(seat))
    lying = tuple(
        Piece(f"{DISCARDS}:{place}", card_title(face), NAMES[face], Open(face))
        for place, face in enumerate(state.discards)
    )
    left = state.deck_left
    deck = (Piece(DECK, "", look=Closed()),) if left else ()
    yield Zone(DECK, "Deck", Kind.PILE, deck, None, counted(left, "card"), "deck", count=left)
    top = (replace(lying[-1], at=TO_DISCARDS),) if lying else ()
    short = f"{counted(len(lying), 'discard')}, on top" if lying else "no discards"
    yield Zone(DISCARDS, "Discards", Kind.PILE, top, short=short, count=len(lying), below=lying[:-1])
    held = [] if view.seat is None else hand_order(view, state.hand(view.seat))
    faces = [face for slot in held if (face := view.face(slot)) is not None]
    pieces = tuple(
        Piece(NOWHERE, "", f"{NAMES[face]} is {card_title(face)}") for face in _named(state, faces)
    )
    yield Zone("names", "", Kind.FACTS, pieces)
    if view.seat is not None and held:
        can = {action.slot for action in view.actions() if isinstance(action, MatriculationPlay | Discard)}
        pieces = tuple(_held(view, state, slot, is_of_use=slot in can) for slot in held)
        yield Zone(HAND, "Your hand", Kind.HAND, pieces, view.seat)
    for action in view.actions():
        if isinstance(action, MatriculationPass):
            piece = Piece(choice_at(action), "Pass", "pass")
            yield Zone("pass", "Instead of a card", Kind.CHOICES, (piece,), view.seat)


def _before(state: MatriculationState, seat: Seat, whose: str) -> Iterable[Zone]:
    """Yield the four piles before a player; a picture in characters shows only the number of terms."""
    player = state.players[seat]
    terms = tuple(
        Piece(f"term:{seat}:{place}", card_title(face), NAMES[face], Open(face))
        for place, face in enumerate(player.terms)
    )
    on = {setback: _setback(state, seat, setback) for setback in player.setbacks}
    ogre, probation = on.pop(Setback.OGRE, None), on.pop(Setback.PROBATION, None)
    hours = () if ogre is None else (ogre,)
    yield Zone(f"{HOURS} {seat}", f"{whose} hours", Kind.PILE, hours, seat, count=len(terms), below=terms)
    yield Zone(f"{CONTROL} {seat}", f"{whose} control pile", Kind.PILE, tuple(on.values()), seat)
    lasting = () if probation is None else (probation,)
    yield Zone(f"{PROBATION} {seat}", f"{whose} probation pile", Kind.PILE, lasting, seat)
    exceptions = tuple(_exception(seat, setback) for setback in player.exceptions)
    yield Zone(f"{EXCEPTIONS} {seat}", f"{whose} exceptions", Kind.ROW, exceptions, seat)


def _setback(state: MatriculationState, seat: Seat, setback: Setback) -> Piece:
    face = setback_face(setback)
    tag = setback_effect(setback, state.ogre)
    return Piece(f"{SETBACK}{seat}:{setback}", card_title(face), NAMES[face], Open(face), tag=tag)


def _exception(seat: Seat, setback: Setback) -> Piece:
    face = exception_face(setback)
    return Piece(
        f"exception:{seat}:{setback}",
        card_title(face),
        f"safe from {NAMES[setback_face(setback)]}",
        Open(face),
        tag=f"safe from {card_title(setback_face(setback))}",
    )


def _held(view: View, state: MatriculationState, slot: Slot, *, is_of_use: bool) -> Piece:
    face = view.face(slot)
    if face is None:
        return Piece(card_at(slot), "a card on its way", "?", Closed())
    return Piece(
        card_at(slot),
        card_title(face),
        NAMES[face],
        Open(face),
        why=None if is_of_use else _why_of_no_use(view, state, slot, face),
        about=card_effect(face, state.ogre),
    )


def _why_of_no_use(view: View, state: MatriculationState, slot: Slot, face: Face) -> Reason | None:
    """Return why a card cannot be played where such cards go."""
    others = (seat for seat in state.seats_in if seat != view.seat)
    target = next(others, None) if kind(face) is Family.SETBACK else None
    return why_not(view, MatriculationPlay(slot, face, target))


def _named(state: MatriculationState, held: Iterable[Face]) -> Iterable[Face]:
    """Return the cards whose short names the table explains: setbacks that lie before a player or that
    an exception prevents, then the cards in the player's hand that are not terms."""
    setbacks = {each for player in state.players for each in (*player.setbacks, *player.exceptions)}
    own = (face for face in held if kind(face) is not Family.TERM)
    return dict.fromkeys((*map(setback_face, sorted(setbacks)), *own))
