"""Matriculation: its seats and options, how it starts, and how its values are read."""

from __future__ import annotations

from rules.api import Action, Face, Game, Known, Option, Options, Rng, Seat, Slot, State, View
from rules.matriculation.actions import MatriculationAction, parse_action
from rules.matriculation.cards import NAMES, parse_face
from rules.matriculation.course import HANDS, SEATS
from rules.matriculation.player import OgreRule, Student
from rules.matriculation.reading import read_position
from rules.matriculation.sample import sample_world
from rules.matriculation.scratch import MatriculationScratch, new_scratch
from rules.matriculation.stand_in import stand_in
from rules.matriculation.state import MatriculationState


class MatriculationGame(Game):
    """The race for 120 credit hours, for two; for three or four as a house variant."""

    key = "matriculation"
    title = "Matriculation"
    version = "1"
    seats = SEATS
    options = (
        Option(
            "ogre",
            "Ogre Prof",
            tuple(OgreRule),
            "His price: while he lies there your total is 6 hours lower, or every term that you play under "
            "him is worth 6 hours less to the end.",
            ("6 hours while he stays", "6 hours of every term"),
        ),
        Option(
            "hands",
            "Hands",
            HANDS,
            "The number of hands. The dealer changes, and the scores are added up.",
            ("1 hand", *(f"{number} hands" for number in HANDS[1:])),
        ),
    )

    def start(self, seats: int, options: Options) -> MatriculationState:
        chosen = self.checked_options(seats, options)
        ogre, hands = OgreRule(chosen["ogre"]), int(chosen["hands"])
        return MatriculationState(ogre=ogre, hands=hands, players=[Student()] * seats)

    def parse_action(self, text: str) -> Action:
        return parse_action(text)

    def read_state(self, text: str) -> MatriculationState:
        return read_position(text)

    def face_text(self, face: Face) -> str:
        return NAMES[face]

    def parse_face(self, text: str) -> Face:
        return parse_face(text)

    def sample(self, view: View, rng: Rng) -> tuple[MatriculationState, dict[Slot, Face]]:
        """Deal again all cards that the viewer cannot see: into the deck and the other hands."""
        state = self.own_state(view.state, MatriculationState)
        return state, sample_world(state, view.known, rng)

    def scratch(self, state: State, faces: Known, *, rng: Rng) -> MatriculationScratch:
        return new_scratch(self.own_state(state, MatriculationState), faces, rng)

    def stand_in(self, state: State, known: Known, seat: Seat) -> MatriculationAction:
        return stand_in(self.own_state(state, MatriculationState), known)
