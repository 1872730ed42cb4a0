"""What lies where in a game of Kings, and its canonical text.

Everything that lies open is kept as faces, for all see it; slots are only what is hidden: the
stock and the cards just dealt. So the faces of what is hidden are always known as a whole, and
only their order is not: that is why a seat can leave at any time.

The text has words `name=value` in a fixed order. A seat's word has its king pile, its three house
slots and its spoils, with slashes between: `hearts=2h,5h/Jh,3h/-/Qb,2s/7c`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.api import Face, Known, Outcome, Seat, Slot
from rules.kings.cards import COPIES, SEATS, SUIT_WORDS, cards_text
from rules.kings.course import KingsPhase
from rules.kings.piles import Battle, Side, battle
from rules.seats import ranks_by
from rules.slots import unseen_faces
from rules.text import numbers_text, slots_text

NAMES: Final = ("phase", "first", "turn", "round", "gained", "owed", "organising", "swaps", "undone", "top",
                "fresh", "hidden", "left", "discard", *SUIT_WORDS[:SEATS])  # fmt: skip
"""The words of the text, in their order."""
NO_YES: Final = ("no", "yes")


@dataclass(frozen=True)
class KingsPosition:
    """A position.

    `round` counts from 1 and ends when the last seat before `first` has ended its turn;
    `gained` is the round in which a card last reached a king pile, 0 before. The stock lies in
    the slots from `top` on; `fresh` is the first slot that was never used. `hidden` are the
    slots of the cards dealt to `turn`, rising, and `owed` how many are still to come.
    `organising` says that the attacks of this turn are over, `swaps` how many it has made, `undone`
    how many of its steps it has taken back.
    """

    phase: KingsPhase
    first: Seat
    turn: Seat
    round: int
    gained: int
    owed: int
    organising: bool
    swaps: int
    undone: int
    top: int
    fresh: int
    hidden: tuple[Slot, ...]
    discard: tuple[Face, ...]
    sides: tuple[Side, ...]

    # -- what a screen asks -----------------------------------------------------------------

    @property
    def stock(self) -> range:
        """The slots of the stock, the top first."""
        return range(self.top, self.fresh)

    @property
    def seats_in(self) -> tuple[Seat, ...]:
        """Who has not left, rising."""
        return tuple(Seat(seat) for seat, side in enumerate(self.sides) if not side.left)

    @property
    def mover(self) -> Seat | None:
        """Whose turn it is, if it is anybody's."""
        return self.turn if self.phase is KingsPhase.PLAY else None

    @property
    def quiet(self) -> int:
        """Full rounds without a card for any king pile."""
        return self.round - 1 - min(self.gained, self.round - 1)

    def unseen(self) -> tuple[Face, ...]:
        """The faces of all that is hidden, sorted: everybody knows which, nobody where."""
        return unseen_faces(COPIES, self.open_cards())

    def open_cards(self) -> tuple[Face, ...]:
        """Every card that lies open: the discard, and what is before the seats."""
        cards = list(self.discard)
        for side in self.sides:
            cards += side.cards()
        return tuple(cards)

    def battle(self, house: int, target: Seat) -> Battle | None:
        """What would come of the mover's attack with its pile in `house`, legal now or not.

        None if one of the two has no pile.
        """
        return battle(self.sides[self.turn], house, self.sides[target])

    def hand_cards(self, known: Known) -> list[tuple[Slot | None, Face]]:
        """The mover's cards: those dealt, by slot, then the open ones without their slots, once each."""
        cards: list[tuple[Slot | None, Face]] = [(slot, known[slot]) for slot in self.hidden if slot in known]
        cards.extend((None, face) for face in sorted(set(self.sides[self.turn].spoils)))
        return cards

    # -- the part of the contract that only looks -------------------------------------------

    def text(self) -> str:
        left = numbers_text([seat for seat, side in enumerate(self.sides) if side.left])
        sides = " ".join(
            [f"{word}={side}" for word, side in zip(SUIT_WORDS[:SEATS], self.sides, strict=True)]
        )
        return (
            f"kings phase={self.phase} first={self.first} turn={self.turn} round={self.round} "
            f"gained={self.gained} owed={self.owed} organising={NO_YES[self.organising]} "
            f"swaps={self.swaps} undone={self.undone} top={self.top} fresh={self.fresh} "
            f"hidden={slots_text(self.hidden)} left={left} discard={cards_text(self.discard)} {sides}"
        )

    def outcome(self) -> Outcome | None:
        """Score: cards on the king pile (paragraph 5). Whoever has left is behind all others."""
        return self.standing() if self.phase is KingsPhase.OVER else None

    def standing(self) -> Outcome:
        """The king piles as they lie (R24)."""
        scores = tuple(len(side.king) for side in self.sides)
        keys = [(not side.left, len(side.king)) for side in self.sides]
        return Outcome(scores, ranks_by(keys))

    def hand(self, seat: Seat) -> tuple[Slot, ...]:
        """The hidden cards of `seat`; its spoils are open and have no slots."""
        return self.hidden if seat == self.turn else ()
