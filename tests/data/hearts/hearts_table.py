"""The table of Hearts described: the trick before its players, the player's hand, points on the plates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hearts import GAME, HeartsState
from hearts_cards import Laid, Play, best_of, points_of

from app.games.board import held_status
from app.games.entry import GameEntry
from app.games.narrator import cast_of, counted, left_line, result_lines, sentence
from app.games.reason import why_not
from app.games.scene import (
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
    Zone,
    card_at,
)
from rules.api import Action, Event, Left, Moved, Seat, Shuffled, Slot, View
from rules.cards import CARD_TEXT, RANK, RANKS, SUIT, SUIT_NAMES

BY_TURNS = (0, 1, 3, 2)
"""A place for each suit in a hand: red and black by turns."""


def card_name(face: int) -> str:
    """A card as it is said: "queen of spades"."""
    rank = RANKS[RANK[face]]
    word = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}.get(rank, rank)
    return f"{word} of {SUIT_NAMES[SUIT[face]]}"


def scene(view: View, names: Sequence[str]) -> Scene:
    """The table as one seat or a spectator sees it."""
    state = position(view)
    return Scene(
        status(view, state, names),
        tuple(zones(view, state, names)),
        tuple(plate(view, state, Seat(seat), name) for seat, name in enumerate(names)),
        "The game is over" if state.outcome() else f"Deal {state.deal + 1} of {state.deals}",
        f"{SUIT_NAMES[SUIT[state.trick[0].face]]} led" if state.trick else "",
    )


def zones(view: View, state: HeartsState, names: Sequence[str]) -> Iterator[Zone]:
    """The trick, or the last one until somebody leads; then the player's hand."""
    shown, note = state.trick, ""
    if not state.trick and state.last:
        taker = best_of(state.last).seat
        shown, note = state.last, "You take it" if taker == view.seat else f"{names[taker]} takes it"
    yield Zone("trick", "On the table", Kind.TRICK, tuple(lying(laid, shown) for laid in shown), note=note)
    if view.seat is not None and state.hand(view.seat):
        held = sorted(state.hand(view.seat), key=lambda slot: place(view, slot))
        yield Zone("hand", "Your hand", Kind.HAND, tuple(card(view, slot) for slot in held), view.seat)


def lying(laid: Laid, trick: tuple[Laid, ...]) -> Piece:
    """A card on the table."""
    signs = (Sign.BEST,) if laid == best_of(trick) else ()
    name, short = card_name(laid.face), CARD_TEXT[laid.face]
    return Piece(card_at(laid.slot), name, short, Open(laid.face), laid.seat, signs)


def card(view: View, slot: Slot) -> Piece:
    """A card of the player's hand, with the reason why it may not be played."""
    face = view.face(slot)
    if face is None:
        return Piece(card_at(slot), "a card on its way", "?", Closed())
    why = why_not(view, Play(slot, face))
    return Piece(card_at(slot), card_name(face), CARD_TEXT[face], Open(face), why=why)


def place(view: View, slot: Slot) -> tuple[int, int]:
    """The position of a card in the hand."""
    face = view.face(slot)
    return (9, slot) if face is None else (BY_TURNS[SUIT[face]], RANK[face])


def plate(view: View, state: HeartsState, seat: Seat, name: str) -> Plate:
    """A player: the points of this deal, and of those before."""
    signs = {
        Sign.TURN: state.turn == seat and not view.is_held,
        Sign.GONE: seat in state.gone,
        Sign.LEADS: any(state.sums) and state.sums[seat] == min(state.sums),
    }
    took = Figure("took", str(state.took[seat]), f"took {counted(state.took[seat], 'point')}")
    return Plate(
        seat,
        name,
        (took, Figure("points", str(state.sums[seat]), f"{counted(state.sums[seat], 'point')} before")),
        "to play" if signs[Sign.TURN] else "",
        tuple(sign for sign, is_so in signs.items() if is_so),
        0 if seat == view.seat else len(state.hand(seat)),
    )


def status(view: View, state: HeartsState, names: Sequence[str]) -> str:
    """The one thing to do or to wait for."""
    if state.outcome() is not None:
        return "The game is over."
    if state.turn is None:
        return held_status(view, names) or "The cards are being dealt."
    if view.is_held or state.turn != view.seat:
        return held_status(view, names) or f"Waiting for {names[state.turn]} to play."
    led = f"follow {SUIT_NAMES[SUIT[state.trick[0].face]]} if you can" if state.trick else "lead any card"
    return f"Your turn: {led}."


def say(view: View, action: Action, names: Sequence[str]) -> Said:
    """The words of a card that is played."""
    del view, names
    if not isinstance(action, Play):
        return Said(str(action), str(action))
    return Said(f"Play the {card_name(action.face)}", CARD_TEXT[action.face], "play")


def picks(view: View, action: Action) -> tuple[Route, ...]:
    """A card is played by pressing it."""
    del view
    return ((card_at(action.slot),),) if isinstance(action, Play) else ()


def tell(before: View, event: Event, after: View, names: Sequence[str]) -> tuple[str, ...]:
    """The story, in a line or two for each event."""
    cast, was, now = cast_of(after, names), position(before), position(after)
    lines: list[str] = []
    if isinstance(event, Shuffled):
        lines.append(f"Deal {now.deal + 1} of {now.deals}.")
    if isinstance(event, Left):
        lines.append(left_line(event, cast))
    if isinstance(event, Moved) and isinstance(event.action, Play):
        lines.append(sentence(cast.does(event.seat, f"play the {card_name(event.action.face)}")))
    if now.last != was.last and now.last:
        points = sum(points_of(laid.face) for laid in now.last)
        with_them = f"with {counted(points, 'point')}" if points else ""
        lines.append(sentence(cast.does(best_of(now.last).seat, "take the trick"), with_them))
    outcome = now.outcome()
    if outcome is not None and was.outcome() is None:
        lines += result_lines(outcome, cast, "point")
    return tuple(lines)


def position(view: View) -> HeartsState:
    """The position, known to be one of Hearts."""
    return GAME.own_state(view.state, HeartsState)


ENTRY = GameEntry(
    GAME,
    blurb="Take neither hearts nor the queen of spades.",
    described=Description(
        scene, say, picks, legend=("7h Qs    the 7 of hearts, the queen of spades is played",)
    ),
    narrator=tell,
    card_name=card_name,
)
