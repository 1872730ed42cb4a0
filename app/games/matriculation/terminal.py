"""Matriculation at a terminal: a line for each player, cards by their short names, players by number."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.games.board import counted, name_of
from app.games.matriculation.words import hand_order, matriculation_state, matriculation_status
from app.games.terminal import Terminal, joined, short_names
from rules.api import Action, Face, Seat, View
from rules.matriculation.actions import Discard, MatriculationPass, MatriculationPlay
from rules.matriculation.cards import NAMES, TITLES, Kind, kind, setback_face
from rules.matriculation.player import DEGREE
from rules.matriculation.score import totals
from rules.matriculation.state import MatriculationState
from rules.seats import seats_around

LEGEND = (
    "15h             you take a 15 Hour Term",
    "car-fixed       a card is played before you, by its short name",
    "probation       beside a player: lies there; safe from probation: cannot come",
    "probation on 2  a setback on player 2: the numbers before the names",
    "discard 15h     a card is thrown away",
    "pass            when the deck is empty",
)


def picture(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Hours, terms, setbacks and exceptions by player, the discards' top, the own hand."""
    state = matriculation_state(view)
    short = short_names(names, 12)
    sums = totals(state.sheets, len(names))
    top = f"{len(state.discards)}, on top {NAMES[state.discards[-1]]}" if state.discards else "none"
    deck = counted(state.deck_left, "card")
    lines = [f"Hand {state.hand_number + 1} of {state.hands}   deck {deck}   discards {top}"]
    for seat in seats_around(view.seat, len(state.players)):
        lines += _player(state, seat, short, view)
    if any(state.sheets):
        lines += joined("Scores so far: ", (f"{short[seat]} {sums[seat]}" for seat in range(len(names))))
    if view.seat is not None:
        slots = hand_order(view, state.hand(view.seat))
        faces = [face for slot in slots if (face := view.face(slot)) is not None]
        lines += joined("Your hand: ", (NAMES[face] for face in faces))
        other = dict.fromkeys((*_named(state), *(face for face in faces if kind(face) is not Kind.TERM)))
        titles = [f"{NAMES[face]} is {TITLES[face]}" for face in other]
        if titles:
            lines += joined("", titles, gap="   ")
    return (*lines, *joined("", matriculation_status(view, names).split(), gap=" "))


def word(view: View, action: Action) -> str:
    """A choice: "15h" to play it, "ogre on 2" against player 2, "discard 15h", "pass"."""
    del view
    match action:
        case MatriculationPlay():
            on = "" if action.target is None else f" on {action.target + 1}"
            return f"{NAMES[action.face]}{on}"
        case Discard():
            return f"discard {NAMES[action.face]}"
    return str(action)


def menu(view: View) -> tuple[str, ...]:
    """The choices by kind, equal cards once."""
    actions = view.actions()
    cards = sorted(
        (action for action in actions if isinstance(action, MatriculationPlay | Discard)),
        key=lambda action: action.face,
    )
    plays = [word(view, action) for action in cards if isinstance(action, MatriculationPlay)]
    discards = [NAMES[action.face] for action in cards if isinstance(action, Discard)]
    lines: list[str] = []
    if plays:
        lines += joined("play: ", dict.fromkeys(plays), gap="   ")
    if discards:
        lines += joined("discard ", dict.fromkeys(discards))
    return (
        (*lines, "pass") if any(isinstance(action, MatriculationPass) for action in actions) else tuple(lines)
    )


def attempts(view: View) -> Iterable[Action]:
    """Every own card before oneself, on every player, and discarded."""
    state = matriculation_state(view)
    for slot in () if view.seat is None else state.hand(view.seat):
        if (face := view.face(slot)) is not None:
            yield MatriculationPlay(slot, face)
            yield from (MatriculationPlay(slot, face, Seat(seat)) for seat in range(len(state.players)))
            yield Discard(slot, face)
    yield MatriculationPass()


def _named(state: MatriculationState) -> tuple[Face, ...]:
    """The setbacks before anybody, and those that an exception keeps off: the picture names both."""
    setbacks = {each for player in state.players for each in (*player.setbacks, *player.exceptions)}
    return tuple(map(setback_face, sorted(setbacks)))


def _player(state: MatriculationState, seat: Seat, names: Sequence[str], view: View) -> tuple[str, ...]:
    player = state.players[seat]
    head = f"{'>' if seat == state.turn else ' '}{seat + 1} {name_of(names, seat, view.seat):12}"
    if player.left:
        return (f"{head} left the table",)
    words = [f"{state.hours(seat)} of {DEGREE} hours", counted(len(player.terms), "term", none="0")]
    if seat != view.seat:
        words.append(counted(len(player.hand), "card"))
    words += [NAMES[setback_face(setback)] for setback in player.setbacks]
    words += [f"safe from {NAMES[setback_face(setback)]}" for setback in player.exceptions]
    return joined(head, words, gap="   ")


MATRICULATION_TERMINAL = Terminal(picture, word, menu, attempts, LEGEND)
