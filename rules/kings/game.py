"""Kings as a `Game`: its options, its start, its readers, and the positions that fit a view."""

from __future__ import annotations

from typing import Final

from rules.api import Face, Game, Known, Option, Options, Rng, Seat, Slot, State, View
from rules.kings.actions import KingsAction, parse_action
from rules.kings.cards import SEATS, face_text, parse_face
from rules.kings.reading import read_position
from rules.kings.sample import sample_world
from rules.kings.scratch import KingsScratch, new_scratch
from rules.kings.stand_in import stand_in
from rules.kings.state import KingsState, start

_FIRST: Final = Option(
    "first",
    "First seat",
    ("hearts", "random"),
    "The seat that begins.",
    ("the seat of hearts", "drawn by lot"),
)


class KingsGame(Game):
    """Kings (RULES.md): four suits race to fill their king piles."""

    key = "kings"
    title = "Kings"
    version = "2"
    seats = range(SEATS, SEATS + 1)
    longest_text = 2000
    options = (_FIRST,)

    def start(self, seats: int, options: Options) -> KingsState:
        chosen = self.checked_options(seats, options)
        return start(None if chosen[_FIRST.key] == "random" else Seat(0))

    def parse_action(self, text: str) -> KingsAction:
        return parse_action(text)

    def read_state(self, text: str) -> KingsState:
        return read_position(text)

    def face_text(self, face: Face) -> str:
        return face_text(face)

    def parse_face(self, text: str) -> Face:
        return parse_face(text)

    def sample(self, view: View, rng: Rng) -> tuple[KingsState, dict[Slot, Face]]:
        """The same position, with the cards that the viewer has not seen shuffled over the hidden slots."""
        state = self.own_state(view.state, KingsState)
        return state, sample_world(state, view.known, rng)

    def scratch(self, state: State, faces: Known, *, rng: Rng) -> KingsScratch:
        return new_scratch(self.own_state(state, KingsState), faces, rng)

    def stand_in(self, state: State, known: Known, seat: Seat) -> KingsAction:
        return stand_in(self.own_state(state, KingsState), known)
