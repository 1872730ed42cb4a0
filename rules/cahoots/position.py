"""What lies where in a game of Cahoots, and its canonical text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.api import Face, Known, Outcome, Seat, Slot
from rules.cahoots.actions import Verb
from rules.cahoots.cards import Card, names_text
from rules.cahoots.course import FREEZE_LAPS, CahootsPhase, Ends
from rules.cahoots.match import Relation, add_refusal, place_refusal, swap_refusal
from rules.cahoots.player import CahootsPlayer
from rules.cahoots.score import standing
from rules.checks import unasked
from rules.errors import NotLegal
from rules.text import numbers_text

_FIRST_SEAT: Final = Seat(0)
_FIRST_SLOT: Final = Slot(0)


@dataclass(frozen=True)
class CahootsPosition:
    """A position. `main` is the main pile, its top last; `veto` the card on the veto pile.

    The stock lies in the slots `stock` up to, but without, `stock_end`: every slot from there on
    is fresh. `combo` says how the cards of the present turn follow each other. `idle` counts the
    turns in a row without a card placed. `owed` are the seats that wait for their first cards,
    `passed` those that passed in succession, `finished` those with empty hands, the winner
    first. `dealer` and `turn` mean nothing before the roll.
    """

    ends: Ends
    players: tuple[CahootsPlayer, ...]
    phase: CahootsPhase = CahootsPhase.ROLL
    dealer: Seat = _FIRST_SEAT
    turn: Seat = _FIRST_SEAT
    main: tuple[Face, ...] = ()
    veto: Card | None = None
    stock: Slot = _FIRST_SLOT
    stock_end: Slot = _FIRST_SLOT
    combo: Relation = Relation.NONE
    idle: int = 0
    owed: tuple[Seat, ...] = ()
    passed: tuple[Seat, ...] = ()
    finished: tuple[Seat, ...] = ()

    # -- what a screen asks -----------------------------------------------------------------

    @property
    def playing(self) -> tuple[Seat, ...]:
        """Who still has cards to lose, rising: neither finished nor gone."""
        return tuple(
            [
                Seat(seat)
                for seat, player in enumerate(self.players)
                if not player.left and seat not in self.finished
            ]
        )

    @property
    def seats_in(self) -> tuple[Seat, ...]:
        """Who has not left, rising."""
        return tuple([Seat(seat) for seat, player in enumerate(self.players) if not player.left])

    @property
    def mover(self) -> Seat | None:
        """Whose turn it is, if it is anybody's."""
        return self.turn if self.phase in (CahootsPhase.TURN, CahootsPhase.COMBO) else None

    @property
    def can_draw(self) -> bool:
        """Whether there is a card to draw, if need be out of the main pile (paragraph 5)."""
        return self.stock < self.stock_end or len(self.main) > 1

    @property
    def swaps_frozen(self) -> bool:
        """Whether nobody may swap before somebody places a card (paragraph 6)."""
        return self.idle >= FREEZE_LAPS * len(self.playing)

    def public_faces(self) -> tuple[Face, ...]:
        """Every card that everybody knows: the main pile, the veto, old vetoes in hands."""
        veto = () if self.veto is None else (self.veto.face,)
        return (*self.main, *veto, *[card.face for player in self.players for card in player.known])

    def seen_hand(self, seat: Seat, known: Known) -> tuple[Card, ...]:
        """The cards of a hand that somebody knows who knows `known`: old vetoes always."""
        public = {card.slot: card for card in self.players[seat].known}
        return tuple(
            [
                public.get(slot) or Card(slot, known[slot])
                for slot in self.hand(seat)
                if slot in public or slot in known
            ]
        )

    def refusal(self, verb: Verb, face: Face) -> NotLegal | None:
        """Why the seat to move may not do that with a card like `face`, or None if it may."""
        if self.veto is None or self.phase not in (CahootsPhase.TURN, CahootsPhase.COMBO):
            return unasked("cahoots 4")
        if verb is Verb.ADD:
            return (
                add_refusal(face, kind=self.combo, top=self.main[-1])
                if self.phase is CahootsPhase.COMBO
                else NotLegal("no-combo", rule="cahoots 4.3", text="Place a first card before you add to it.")
            )
        if self.phase is CahootsPhase.COMBO:
            return NotLegal(
                "combo", rule="cahoots 4.3", text="You have placed a card this turn: add to it or stop."
            )
        if verb is Verb.PLACE:
            return place_refusal(face, main=self.main[-1], veto=self.veto.face)
        if self.swaps_frozen:
            return NotLegal(
                "frozen",
                rule="cahoots 6",
                text="Swapping is frozen until somebody places a card on the main pile.",
            )
        return swap_refusal(face, veto=self.veto.face)

    # -- the part of the contract that only looks -------------------------------------------

    def text(self) -> str:
        head = (
            f"cahoots ends={self.ends} phase={self.phase} dealer={self.dealer} turn={self.turn} "
            f"main={names_text(self.main)} veto={self.veto or '-'} "
            f"stock={self.stock} end={self.stock_end} combo={self.combo} idle={self.idle} "
            f"owed={numbers_text(self.owed)} passed={numbers_text(self.passed)} "
            f"finished={numbers_text(self.finished)}"
        )
        return " | ".join([head, *map(str, self.players)])

    def outcome(self) -> Outcome | None:
        return self.standing() if self.phase is CahootsPhase.OVER else None

    def standing(self) -> Outcome:
        """Who has finished, then by cards (R19)."""
        return standing(
            finished=self.finished,
            cards=[len(player.hand) for player in self.players],
            left=[player.left for player in self.players],
        )

    def hand(self, seat: Seat) -> tuple[Slot, ...]:
        there = 0 <= seat < len(self.players) and not self.players[seat].left
        return self.players[seat].hand if there else ()
