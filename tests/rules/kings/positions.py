"""Positions of Kings for tests: written as the canonical text writes them, with a hand beside."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from rules.api import Action, Event, Face, Moved, Seat, Slot
from rules.driver import LocalTable
from rules.errors import NotLegal
from rules.kings.actions import KingsEnd
from rules.kings.cards import cards_text, parse_cards
from rules.kings.course import KingsPhase
from rules.kings.game import KingsGame
from rules.kings.state import KingsState
from tests.support.values import replace

GAME = KingsGame()
NO_PILES = "-/-/-/-/-"


@dataclass(frozen=True)
class Position:
    """A state in play, with the faces that its mover knows."""

    state: KingsState
    known: dict[Slot, Face]

    def refusal(self, action: Action | str) -> NotLegal | None:
        """The reason why the mover may not do that; None if it may."""
        try:
            self.state.check(self.moved(action), self.known)
        except NotLegal as why:
            return why
        return None

    def reason(self, action: Action | str) -> str | None:
        """Rule and reason of the refusal."""
        return None if (why := self.refusal(action)) is None else f"{why.rule}: {why.reason}"

    def do(self, *actions: Action | str) -> Position:
        """The position after some actions of the mover."""
        state = self.state
        for action in actions:
            state.check(self.moved(action), self.known)
            state = state.after(self.moved(action))
        return Position(state, self.known)

    def moved(self, action: Action | str) -> Event:
        if isinstance(action, str):
            action = GAME.parse_action(action)
        return Moved(self.state.turn, action)

    def end(self) -> KingsState:
        """The state after the mover has ended its turn."""
        opens = tuple((slot, self.known[slot]) for slot in self.state.hidden)
        return self.state.after(Moved(self.state.turn, KingsEnd(opens)))

    def hand(self) -> str:
        """The faces in the mover's hand: dealt ones, then spoils."""
        dealt = tuple(self.known[slot] for slot in self.state.hidden)
        return cards_text((*dealt, *self.state.sides[self.state.turn].spoils))

    def cards(self) -> list[tuple[Slot | None, Face]]:
        return self.state.hand_cards(self.known)

    def texts(self) -> list[str]:
        return [str(action) for action in self.state.actions(self.state.turn, self.known)]


def position(
    hand: str = "-",
    *,
    hearts: str = NO_PILES,
    spades: str = NO_PILES,
    diamonds: str = NO_PILES,
    clubs: str = NO_PILES,
    discard: str = "-",
    stock: int | None = None,
    **words: object,
) -> Position:
    """A position in play: `hand` are the dealt cards in slots 0, 1, ... of the seat on turn.

    With `stock`, the stock has that many cards, and all that are seen nowhere else lie in the discard.
    """
    dealt = parse_cards(hand)
    sides = f"hearts={hearts} spades={spades} diamonds={diamonds} clubs={clubs}"
    seen = sum(
        len(parse_cards(pile)) for side in (hearts, spades, diamonds, clubs) for pile in side.split("/")
    ) + len(parse_cards(discard))
    named = {"turn": 0, "round": 1, "gained": 0, "organising": "no", "swaps": 0, "undone": 0, **words}
    hidden = ",".join(map(str, range(len(dealt)))) if len(dealt) < 2 else f"0-{len(dealt) - 1}"
    state = GAME.parse_state(
        f"kings phase=play first=0 turn={named['turn']} round={named['round']} gained={named['gained']} "
        f"owed=0 organising={named['organising']} swaps={named['swaps']} undone={named['undone']} "
        f"top={len(dealt)} fresh={96 - seen} "
        f"hidden={hidden or '-'} older=- left=- discard={discard} {sides}"
    )
    if stock is not None:
        state = with_stock(state, dealt, stock)
    return Position(state, {Slot(slot): face for slot, face in enumerate(dealt)})


def with_stock(state: KingsState, dealt: tuple[Face, ...], stock: int) -> KingsState:
    """The state with `stock` cards in the stock, and the rest of the unseen ones in the discard."""
    rest = list(state.unseen())
    for face in dealt:
        rest.remove(face)
    return replace(state, fresh=state.top + stock, discard=(*state.discard, *rest[stock:]))


def total(state: KingsState) -> int:
    """Number of cards, wherever they lie (test case 27)."""
    return (
        len(state.stock)
        + len(state.hidden)
        + len(state.discard)
        + sum(len(side.cards()) for side in state.sides)
    )


def new_table(seed: int = 1, first: str = "hearts") -> LocalTable:
    """A game that waits for the first move."""
    return LocalTable(GAME.start(4, {"first": first}), 4, Random(seed))


def kings_state(table: LocalTable) -> KingsState:
    """The position of a table of Kings."""
    assert isinstance(table.state, KingsState)
    return table.state


def end_turn(table: LocalTable) -> None:
    """Let the seat on turn discard its whole hand."""
    assert table.turn is not None
    table.play(table.state.actions(table.turn, table.known[table.turn])[-1])


def is_over(state: KingsState) -> bool:
    return state.phase is KingsPhase.OVER


SEATS = tuple(Seat(seat) for seat in range(4))
