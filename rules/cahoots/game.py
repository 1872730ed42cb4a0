"""Coffeehouse Cahoots: its seats and options, how it starts, and how its values are read."""

from __future__ import annotations

from typing import Final

from rules.api import Action, Face, Game, Known, Option, Options, Rng, Seat, Slot, State, View
from rules.cahoots.actions import parse_action
from rules.cahoots.cards import DECK, NAMES, parse_card, parse_face, parse_names
from rules.cahoots.match import Relation
from rules.cahoots.scratch import CahootsScratch
from rules.cahoots.sound import check_sound
from rules.cahoots.state import CahootsState
from rules.cahoots.table import CahootsPhase, CahootsPlayer, Ends, parse_player
from rules.errors import BadOptions, BadText
from rules.fields import parse_below, parse_choice, parse_fields, parse_seats
from rules.text import parse_number

_HEAD: Final = (
    "ends",
    "phase",
    "dealer",
    "turn",
    "main",
    "veto",
    "stock",
    "end",
    "combo",
    "idle",
    "owed",
    "passed",
    "finished",
)
_MOST: Final = 1 << 31
"""Slots and counters are below."""


class CahootsGame(Game):
    """Be the first without cards: match the main pile, mind the veto."""

    key = "cahoots"
    title = "Coffeehouse Cahoots"
    version = "1"
    seats = range(2, 9)
    options = (
        Option(
            "ends",
            "The game ends",
            tuple(Ends),
            "all: play on until only one player has cards. first: stop when the first has none.",
        ),
        Option(
            "dealer",
            "Who deals",
            ("random", *map(str, range(seats[-1]))),
            "The dealer moves first: random, or the number of a seat, counted from 0. "
            "By custom the winner of the last game deals.",
        ),
    )

    def start(self, seats: int, options: Options) -> CahootsState:
        chosen = self.checked_options(seats, options)
        players, ends = (CahootsPlayer(),) * seats, Ends(chosen["ends"])
        if chosen["dealer"] == "random":
            return CahootsState(ends=ends, players=players)
        if (dealer := int(chosen["dealer"])) >= seats:
            raise BadOptions(f"there is no seat {dealer} at a table of {seats}")
        return CahootsState(ends=ends, players=players, phase=CahootsPhase.SHUFFLE, dealer=Seat(dealer))

    def parse_action(self, text: str) -> Action:
        return parse_action(text)

    def read_state(self, text: str) -> CahootsState:
        head, *players = text.split(" | ")
        seats = len(players)
        if seats not in self.seats:
            raise BadText(f"{seats} players do not play Coffeehouse Cahoots")
        ends, phase, dealer, turn, main, veto, stock, end, combo, idle, owed, passed, finished = parse_fields(
            head, head=self.key, names=_HEAD
        )
        state = CahootsState(
            ends=parse_choice(ends, tuple(Ends)),
            players=tuple(map(parse_player, players)),
            phase=parse_choice(phase, tuple(CahootsPhase)),
            dealer=Seat(parse_below(dealer, seats)),
            turn=Seat(parse_below(turn, seats)),
            main=parse_names(main),
            veto=None if veto == "-" else parse_card(veto),
            stock=Slot(parse_below(stock, _MOST)),
            stock_end=Slot(parse_below(end, _MOST)),
            combo=parse_choice(combo, tuple(Relation)),
            idle=parse_number(idle),
            owed=parse_seats(owed, seats=seats),
            passed=parse_seats(passed, seats=seats),
            finished=parse_seats(finished, seats=seats),
        )
        check_sound(state)
        return state

    def face_text(self, face: Face) -> str:
        return NAMES[face]

    def parse_face(self, text: str) -> Face:
        return parse_face(text)

    def sample(self, view: View, rng: Rng) -> tuple[CahootsState, dict[Slot, Face]]:
        """Deal all cards that the viewer cannot see anew; old vetoes stay in the hands they are in."""
        state = self.own_state(view.state, CahootsState)
        if state.phase in (CahootsPhase.ROLL, CahootsPhase.SHUFFLE):
            return state, {}
        held = [slot for player in state.players for slot in player.hand]
        first = state.stock - 2 if state.phase is CahootsPhase.DEAL else state.stock
        faces = {slot: view.known[slot] for slot in held if slot in view.known}
        faces.update({card.slot: card.face for player in state.players for card in player.known})
        if state.veto is not None:
            faces[state.veto.slot] = state.veto.face
        seen = {*faces.values(), *state.main}
        unseen = [face for face in DECK if face not in seen]
        rng.shuffle(unseen)
        hidden = [slot for slot in (*held, *map(Slot, range(first, state.stock_end))) if slot not in faces]
        faces.update(zip(hidden, unseen, strict=True))
        return state, faces

    def scratch(self, state: State, faces: Known, *, rng: Rng) -> CahootsScratch:
        return CahootsScratch(self.own_state(state, CahootsState), faces, rng)
