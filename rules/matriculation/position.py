"""What lies where in a match of Matriculation, and its canonical text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.api import Face, Outcome, Seat, Slot
from rules.errors import NotLegal
from rules.matriculation.cards import COUNTS, DECK, Kind, kind, names_text
from rules.matriculation.course import MatriculationPhase
from rules.matriculation.player import OgreRule, Student, own_refusal, setback_refusal
from rules.matriculation.score import outcome, sheet, totals
from rules.slots import unseen_faces
from rules.text import numbers_text

_FIRST_SEAT: Final = Seat(0)
_FIRST_SLOT: Final = Slot(0)


@dataclass(frozen=True)
class MatriculationPosition:
    """A position of a match of `hands` hands; `hand_number` counts from 0.

    `deck` is the slot that is drawn next. `owed` are the seats that wait for their first
    cards, `passed` those that passed in succession. `sheets` has the scores of each finished
    hand, by seat. `dealer` and `turn` mean nothing before the roll.
    """

    ogre: OgreRule
    hands: int
    players: tuple[Student, ...]
    hand_number: int = 0
    phase: MatriculationPhase = MatriculationPhase.ROLL
    dealer: Seat = _FIRST_SEAT
    turn: Seat = _FIRST_SEAT
    deck: Slot = _FIRST_SLOT
    owed: tuple[Seat, ...] = ()
    passed: tuple[Seat, ...] = ()
    discards: tuple[Face, ...] = ()
    sheets: tuple[tuple[int, ...], ...] = ()

    # -- what a screen asks -----------------------------------------------------------------

    @property
    def deck_left(self) -> int:
        """How many cards are still to be drawn."""
        return (self.hand_number + 1) * len(DECK) - self.deck

    @property
    def seats_in(self) -> tuple[Seat, ...]:
        """Who has not left, rising."""
        return tuple([Seat(seat) for seat, player in enumerate(self.players) if not player.left])

    @property
    def mover(self) -> Seat | None:
        """Whose turn it is, if it is anybody's."""
        return self.turn if self.phase in (MatriculationPhase.PLAY, MatriculationPhase.DRY) else None

    def hours(self, seat: Seat) -> int:
        """The credit hours H of a player."""
        return self.players[seat].hours(self.ogre)

    def unseen(self) -> tuple[Face, ...]:
        """The faces of all that is hidden, by face: everybody knows which, nobody where."""
        return unseen_faces(COUNTS, self.open_cards())

    def open_cards(self) -> tuple[Face, ...]:
        """Every card of this hand that lies open."""
        return (*self.discards, *[face for player in self.players for face in player.cards()])

    def play_refusal(self, seat: Seat, *, face: Face, target: Seat | None = None) -> NotLegal | None:
        """Why `seat` may not play `face` (on `target`) as the piles lie, whoever's turn it is."""
        if kind(face) is not Kind.SETBACK:
            if target is None:
                return own_refusal(self.players[seat], face, self.ogre)
        elif target is not None and target != seat and target in self.seats_in:
            return setback_refusal(self.players[target], face)
        return NotLegal(
            "target",
            rule="matriculation 4.4",
            text="A setback is played on an opponent, everything else before yourself.",
        )

    # -- the part of the contract that only looks -------------------------------------------

    def text(self) -> str:
        sheets = ";".join(map(numbers_text, self.sheets)) if self.sheets else "-"
        head = (
            f"matriculation ogre={self.ogre} hands={self.hands} hand={self.hand_number} "
            f"phase={self.phase} dealer={self.dealer} turn={self.turn} deck={self.deck} "
            f"owed={numbers_text(self.owed)} passed={numbers_text(self.passed)} "
            f"discards={names_text(self.discards)} sheets={sheets}"
        )
        return " | ".join([head, *map(str, self.players)])

    def outcome(self) -> Outcome | None:
        return self.standing() if self.phase is MatriculationPhase.OVER else None

    def standing(self) -> Outcome:
        """All hands, the one under way as it lies (R18)."""
        sheets = self.sheets
        if len(sheets) == self.hand_number:
            sheets = (*sheets, sheet(self.players, self.ogre))
        return outcome(totals(sheets, len(self.players)), [player.left for player in self.players])

    def hand(self, seat: Seat) -> tuple[Slot, ...]:
        there = 0 <= seat < len(self.players) and not self.players[seat].left
        return self.players[seat].hand if there else ()
