"""Coffeehouse Cahoots: its seats and options, how it starts, and how its values are read."""

from __future__ import annotations

from dataclasses import replace

from rules.api import Action, Face, Game, Known, Option, Options, Rng, Seat, Slot, State, View
from rules.cahoots.actions import CahootsAction, parse_action
from rules.cahoots.cards import NAMES, parse_face
from rules.cahoots.course import SEATS, CahootsPhase, Ends
from rules.cahoots.reading import read_position
from rules.cahoots.sample import sample_world
from rules.cahoots.scratch import CahootsScratch, new_scratch
from rules.cahoots.stand_in import stand_in
from rules.cahoots.state import CahootsState
from rules.errors import BadOptions


class CahootsGame(Game):
    """The game in which the first player without cards wins: match the main pile, mind the veto."""

    key = "cahoots"
    title = "Coffeehouse Cahoots"
    version = "1"
    seats = SEATS
    options = (
        Option(
            "ends",
            "The game ends",
            tuple(Ends),
            "Played on for the places, or stopped as soon as one hand is empty.",
            ("when only one player has cards left", "when the first hand is empty"),
        ),
        Option(
            "dealer",
            "Dealer",
            ("random", *map(str, range(SEATS[-1]))),
            "The dealer moves first. By custom the winner of the last game deals.",
            ("drawn by lot", "seat 1, the host", *(f"seat {number}" for number in SEATS)),
        ),
    )

    def start(self, seats: int, options: Options) -> CahootsState:
        chosen = self.checked_options(seats, options)
        state = CahootsState(Ends(chosen["ends"]), [[] for _ in range(seats)], (False,) * seats)
        if chosen["dealer"] == "random":
            return state
        if (dealer := int(chosen["dealer"])) >= seats:
            raise BadOptions(f"the dealer's seat is not one of the {seats} seats of the table")
        return replace(state, phase=CahootsPhase.SHUFFLE, dealer=Seat(dealer))

    def parse_action(self, text: str) -> Action:
        return parse_action(text)

    def read_state(self, text: str) -> CahootsState:
        return read_position(text)

    def face_text(self, face: Face) -> str:
        return NAMES[face]

    def parse_face(self, text: str) -> Face:
        return parse_face(text)

    def sample(self, view: View, rng: Rng) -> tuple[CahootsState, dict[Slot, Face]]:
        """Deal again all cards that the viewer cannot see; old vetoes stay in their hands."""
        state = self.own_state(view.state, CahootsState)
        return state, sample_world(state, view.known, rng)

    def scratch(self, state: State, faces: Known, *, rng: Rng) -> CahootsScratch:
        return new_scratch(self.own_state(state, CahootsState), faces, rng)

    def stand_in(self, state: State, known: Known, seat: Seat) -> CahootsAction:
        return stand_in(self.own_state(state, CahootsState), known)
