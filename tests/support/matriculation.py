"""A desk with chosen piles: positions of Matriculation for tests, written by the names of cards."""

from __future__ import annotations

from dataclasses import dataclass

from rules.api import Face, Moved, Seat, Show, Shown, Slot, refusal
from rules.matriculation.actions import parse_action
from rules.matriculation.cards import HOURS, Setback, parse_face, parse_names
from rules.matriculation.course import MatriculationPhase
from rules.matriculation.player import OgreRule, Student, piles_of
from rules.matriculation.state import MatriculationState
from tests.support.values import replace


@dataclass(frozen=True, slots=True)
class Desk:
    """A position in which seat 0 moves first, and the faces of all hands."""

    state: MatriculationState
    faces: dict[Slot, Face]

    def action(self, words: str) -> Moved:
        """The move of the seat on turn that `words` name only by its face: "play car on 1"."""
        verb, _, rest = words.partition(" ")
        name, _, target = rest.partition(" ")
        if verb == "pass":
            return Moved(self.state.turn, parse_action(words))
        hand = self.state.players[self.state.turn].hand
        slot = next(slot for slot in hand if self.faces[slot] == parse_face(name))
        return Moved(self.state.turn, parse_action(f"{verb} {slot}={name} {target}".strip()))

    def why(self, words: str) -> str:
        """Give "ok", or the reason and the rule of the refusal."""
        why = refusal(self.state, self.action(words), self.faces)
        return "ok" if why is None else f"{why.reason}: {why.rule}"

    def do(self, *moves: str) -> Desk:
        """The desk after moves of the seats in turn; every card drawn in between is a 6h."""
        desk = self
        for words in moves:
            state, faces = desk.state.after(desk.action(words)), dict(desk.faces)
            while isinstance(need := (state.needs or (None,))[0], Show):
                faces.update(dict.fromkeys(need.slots, parse_face("6h")))
                state = state.after(Shown(need.slots, need.to, None))
            desk = Desk(state, faces)
        return desk

    def offered(self) -> set[str]:
        """The actions offered to the seat on turn, without slots."""
        texts = (str(action) for action in self.state.actions(self.state.turn, self.faces))
        return {" ".join(word.partition("=")[2] or word for word in text.split(" ")) for text in texts}


def player(*, terms: str = "-", setbacks: str = "-", exceptions: str = "-", docked: int = 0) -> Student:
    """A student with these cards before him; setbacks and exceptions are named by the setback."""

    def troubles(words: str) -> tuple[Setback, ...]:
        return tuple(sorted(Setback[word.upper()] for word in words.split(",") if word != "-"))

    played = parse_names(terms)
    return Student(
        terms=played,
        credits=sum(HOURS[term] for term in played) - docked,
        piles=piles_of(troubles(setbacks), troubles(exceptions)),
    )


def desk(
    *hands: str,
    players: tuple[Student, ...] | None = None,
    deck_left: int = 50,
    ogre: OgreRule = OgreRule.LASTING,
    hands_played: int = 1,
) -> Desk:
    """Seat 0 has drawn (or not: `deck_left` 0 means a turn without a draw) and is to move."""
    faces: dict[Slot, Face] = {}
    seated = []
    for number, hand in enumerate(hands):
        slots = tuple(Slot(20 * number + place) for place in range(len(parse_names(hand))))
        faces.update(zip(slots, parse_names(hand), strict=True))
        seated.append(replace((players or (Student(),) * len(hands))[number], hand=slots))
    state = MatriculationState(
        ogre=ogre,
        hands=hands_played,
        players=seated,
        deck=Slot(102 - deck_left),
        phase=MatriculationPhase.PLAY if deck_left else MatriculationPhase.DRY,
        dealer=Seat(len(hands) - 1),
    )
    return Desk(state, faces)
