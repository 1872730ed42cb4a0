"""Plump as a `Game`: seats, options, the start, and how its values are read."""

from __future__ import annotations

from collections.abc import Callable

from rules.api import Face, Game, Known, Option, Options, Rng, Seat, Slot, State, View
from rules.cards import card, card_text
from rules.plump.actions import PlumpAction, parse_action
from rules.plump.course import SEATS
from rules.plump.past import Past, Setting
from rules.plump.reading import read_position
from rules.plump.sample import PlumpWorlds
from rules.plump.scratch import PlumpScratch
from rules.plump.stand_in import stand_in
from rules.plump.state import PlumpState


class PlumpGame(Game):
    """Plump (RULES.md): bid how many ticks you will take, and take exactly that many."""

    key = "plump"
    title = "Plump"
    version = "1"
    seats = SEATS
    longest_text = 8000
    options = (
        Option(
            "lead",
            "First lead",
            ("left", "highest-bid"),
            "The player who leads the first tick of a round.",
            ("the dealer's left neighbour", "the highest bidder"),
        ),
        Option(
            "zero",
            "A made zero",
            ("10", "5"),
            "The points for bidding no tick and taking none.",
            ("10 points", "5 points"),
        ),
        Option(
            "length",
            "Length",
            ("full", "short"),
            "A full game starts with 10 cards each (or as many as there are), a short one with 5.",
            ("a full game", "a short game"),
        ),
        Option(
            "revoke",
            "Proven revoke",
            ("plump", "stop"),
            "The penalty when it is proven that somebody did not follow suit.",
            ("the round is a plump", "the game stops"),
        ),
    )

    def start(self, seats: int, options: Options) -> State:
        chosen = self.checked_options(seats, options)
        return PlumpState(Past(Setting(seats, **chosen)))

    def parse_action(self, text: str) -> PlumpAction:
        return parse_action(text)

    def read_state(self, text: str) -> State:
        return read_position(text, self.options)

    def face_text(self, face: Face) -> str:
        return card_text(face)

    def parse_face(self, text: str) -> Face:
        return card(text)

    def sample(self, view: View, rng: Rng) -> tuple[State, dict[Slot, Face]]:
        return self.worlds(view)(rng)

    def worlds(self, view: View) -> Callable[[Rng], tuple[State, dict[Slot, Face]]]:
        state = self.own_state(view.state, PlumpState)
        worlds = PlumpWorlds(state, view.known)
        return lambda rng: (state, worlds.draw(rng))

    def scratch(self, state: State, faces: Known, *, rng: Rng) -> PlumpScratch:
        return PlumpScratch(self.own_state(state, PlumpState), faces, rng)

    def stand_in(self, state: State, known: Known, seat: Seat) -> PlumpAction:
        return stand_in(self.own_state(state, PlumpState), known)
