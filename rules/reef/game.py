"""Reef Encounter for two to four players, as the catalogue lists it."""

from __future__ import annotations

from rules.api import Face, Game, Known, Option, Options, Rng, Seat, Slot, State, View
from rules.reef import notation
from rules.reef.actions import ReefAction
from rules.reef.pieces.facts import COLOURS
from rules.reef.pieces.position import Rules
from rules.reef.sample import sampled_faces
from rules.reef.scratch import ReefScratch
from rules.reef.stand_in import stand_in
from rules.reef.state import ReefState, new_state, parse_state


class ReefGame(Game):
    """Reef Encounter in the catalogue. Faces are the colours 0-4: white, yellow, orange, pink, grey."""

    key = "reef"
    title = "Reef Encounter"
    version = "1"
    seats = range(2, 5)
    longest_text = 20_000  # twice the text of the longest possible turn
    options = (
        Option(
            "attack",
            "Attack",
            ("strength-or-size", "strength"),
            "A coral takes tiles of a colour that its coral tile shows as weaker, and with “size” those of "
            "smaller corals as well.",
            ("by coral tile or size", "by coral tile only"),
        ),
        Option(
            "boards",
            "Boards",
            ("published", "house"),
            "The four reef boards to draw from.",
            ("the published ones", "Shoal's own"),
        ),
        Option(
            "extra_growth",
            "Extra growth",
            ("on", "off"),
            "Without it, as in the advanced variant, there are no bonus tiles, and eating sends one more "
            "tile to the bag.",
            ("with", "without"),
        ),
        Option(
            "counts",
            "Counts",
            ("shown", "hidden"),
            "The window counts the tiles behind screens, or leaves that to you.",
        ),
    )

    def start(self, seats: int, options: Options) -> ReefState:
        chosen = self.checked_options(seats, options)
        return new_state(
            Rules(
                seats=seats,
                by_size=chosen["attack"] == "strength-or-size",
                house=chosen["boards"] == "house",
                growth=chosen["extra_growth"] == "on",
                counts=chosen["counts"] == "shown",
            )
        )

    def parse_action(self, text: str) -> ReefAction:
        return notation.parse_action(text)

    def read_state(self, text: str) -> ReefState:
        return parse_state(text)

    def face_text(self, face: Face) -> str:
        return COLOURS[face]

    def parse_face(self, text: str) -> Face:
        return Face(notation.parse_colour(text))

    def sample(self, view: View, rng: Rng) -> tuple[ReefState, dict[Slot, Face]]:
        state = self.own_state(view.state, ReefState)
        return state, sampled_faces(state.position, view, rng)

    def scratch(self, state: State, faces: Known, *, rng: Rng) -> ReefScratch:
        state = self.own_state(state, ReefState)
        base = None if state.base is None else state.base.position.clone()
        steps = [step.code for step in state.steps]
        return ReefScratch(state.position.clone(), faces=dict(faces), rng=rng, base=base, steps=steps)

    def stand_in(self, state: State, known: Known, seat: Seat) -> ReefAction:
        return stand_in(self.own_state(state, ReefState), known)
