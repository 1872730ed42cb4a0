"""Matriculation: its seats and options, how it starts, and how its values are read."""

from __future__ import annotations

from typing import Final

from rules.api import Action, Face, Game, Known, Option, Options, Rng, Seat, Slot, State, View
from rules.errors import BadText
from rules.fields import parse_below, parse_choice, parse_fields, parse_seats
from rules.matriculation.actions import parse_action
from rules.matriculation.cards import DECK, NAMES, parse_face, parse_names
from rules.matriculation.course import MatriculationPhase
from rules.matriculation.player import OgreRule, Student, parse_player
from rules.matriculation.scratch import MatriculationScratch
from rules.matriculation.sound import check_sound, without
from rules.matriculation.state import MatriculationState
from rules.text import parse_number, parse_numbers

WRITTEN_SEATS: Final = range(2, 3)
"""What the rules were written for; more players are a house variant (ruling 1)."""

_HEAD: Final = (
    "ogre",
    "hands",
    "hand",
    "phase",
    "dealer",
    "turn",
    "deck",
    "owed",
    "passed",
    "discards",
    "sheets",
)


class MatriculationGame(Game):
    """The race for 120 credit hours, for two; for three or four as a house variant."""

    key = "matriculation"
    title = "Matriculation"
    version = "1"
    seats = range(2, 5)
    options = (
        Option(
            "ogre",
            "Ogre Prof",
            tuple(OgreRule),
            "lasting: the total reads 6 hours lower while the Ogre Prof lies there. per_term: every term "
            "played while he lies there is worth 6 hours less for good.",
        ),
        Option(
            "hands",
            "Hands",
            ("1", "2", "3", "4", "6"),
            "How many hands are played; the dealer changes and the scores are added up.",
        ),
    )

    def start(self, seats: int, options: Options) -> MatriculationState:
        chosen = self.checked_options(seats, options)
        return MatriculationState(
            ogre=OgreRule(chosen["ogre"]), hands=int(chosen["hands"]), players=(Student(),) * seats
        )

    def parse_action(self, text: str) -> Action:
        return parse_action(text)

    def read_state(self, text: str) -> MatriculationState:
        head, *players = text.split(" | ")
        if len(players) not in self.seats:
            raise BadText(f"{len(players)} players do not play Matriculation")
        ogre, hands, hand_number, phase, dealer, turn, deck, owed, passed, discards, sheets = parse_fields(
            head, head=self.key, names=_HEAD
        )
        seats = len(players)
        state = MatriculationState(
            ogre=parse_choice(ogre, tuple(OgreRule)),
            hands=int(parse_choice(hands, self.options[1].choices)),
            players=tuple(map(parse_player, players)),
            hand_number=parse_below(hand_number, int(hands)),
            phase=parse_choice(phase, tuple(MatriculationPhase)),
            dealer=Seat(parse_below(dealer, seats)),
            turn=Seat(parse_below(turn, seats)),
            deck=Slot(parse_number(deck)),
            owed=parse_seats(owed, seats=seats),
            passed=parse_seats(passed, seats=seats),
            discards=parse_names(discards),
            sheets=() if sheets == "-" else tuple(map(parse_numbers, sheets.split(";"))),
        )
        check_sound(state)
        return state

    def face_text(self, face: Face) -> str:
        return NAMES[face]

    def parse_face(self, text: str) -> Face:
        return parse_face(text)

    def sample(self, view: View, rng: Rng) -> tuple[MatriculationState, dict[Slot, Face]]:
        """Deal all cards that the viewer cannot see anew: into the deck and the other hands."""
        state = self.own_state(view.state, MatriculationState)
        if state.phase in (MatriculationPhase.ROLL, MatriculationPhase.SHUFFLE):
            return state, {}
        held = [slot for player in state.players for slot in player.hand]
        deck = range(state.deck, state.deck + state.deck_left)
        faces = {slot: view.known[slot] for slot in held if slot in view.known}
        unseen = without(DECK, (*faces.values(), *state.open_cards()))
        rng.shuffle(unseen)
        hidden = [slot for slot in (*held, *map(Slot, deck)) if slot not in faces]
        faces.update(zip(hidden, unseen, strict=True))
        return state, faces

    def scratch(self, state: State, faces: Known, *, rng: Rng) -> MatriculationScratch:
        return MatriculationScratch(self.own_state(state, MatriculationState), faces, rng)
