"""A table with chosen piles and hands: positions of Cahoots for tests, by the names of cards."""

from __future__ import annotations

from dataclasses import dataclass

from rules.api import Face, Moved, Show, Shown, Shuffle, Shuffled, Slot, refusal
from rules.cahoots.actions import Call, parse_action
from rules.cahoots.cards import NAMES, parse_face, parse_names
from rules.cahoots.course import CahootsPhase, Ends
from rules.cahoots.state import CahootsState


@dataclass(frozen=True, slots=True)
class Cafe:
    """A position, the faces of all hands, and the faces that will be drawn."""

    state: CahootsState
    faces: dict[Slot, Face]
    coming: tuple[Face, ...]

    def action(self, words: str) -> Moved:
        """The move of the seat on turn that `words` name only by its face: "place 5C"."""
        if words in tuple(Call):
            return Moved(self.state.turn, parse_action(words))
        verb, name = words.split(" ")
        player = self.state.players[self.state.turn]
        slot = next(slot for slot in player.hand if self.faces[slot] == parse_face(name))
        known = " open" if slot in self.state.public else ""
        return Moved(self.state.turn, parse_action(f"{verb} {slot}={name}{known}"))

    def why(self, words: str) -> str:
        """Give "ok", or the reason and the rule of the refusal."""
        why = refusal(self.state, self.action(words), self.faces)
        return "ok" if why is None else f"{why.reason}: {why.rule}"

    def do(self, *moves: str) -> Cafe:
        """The table after some moves, with the draws and new stocks that they lead to."""
        cafe = self
        for words in moves:
            state, faces, coming = cafe.state.after(cafe.action(words)), dict(cafe.faces), cafe.coming
            while isinstance(need := (state.needs or (None,))[0], Shuffle | Show):
                if isinstance(need, Shuffle):
                    state = state.after(Shuffled(need.pile, need.into))
                else:
                    faces[need.slots[0]], coming = coming[0], coming[1:]
                    state = state.after(Shown(need.slots, need.to, None))
            cafe = Cafe(state, faces, coming)
        return cafe

    def offered(self) -> list[str]:
        """The actions offered to the seat on turn, without slots."""
        texts = (str(action) for action in self.state.actions(self.state.turn, self.faces))
        return [" ".join(word.partition("=")[2] or word for word in text.split(" ")) for text in texts]

    def hand(self, seat: int) -> set[str]:
        """The names of the cards in a hand."""
        return {NAMES[self.faces[slot]] for slot in self.state.players[seat].hand}


def cafe(
    *hands: str,
    main: str = "5C",
    veto: str = "9L",
    coming: str = "-",
    stock_left: int = 9,
    ends: Ends = Ends.ALL,
    idle: int = 0,
) -> Cafe:
    """A position with seat 0 on turn. `main` is the whole main pile, its top last."""
    faces: dict[Slot, Face] = {Slot(80): parse_face(veto)}
    cards = []
    for number, hand in enumerate(hands):
        slots = tuple(Slot(10 * number + place) for place in range(len(parse_names(hand))))
        faces.update(zip(slots, parse_names(hand), strict=True))
        cards.append([*slots])
    state = CahootsState(
        ends=ends,
        hands=cards,
        left=(False,) * len(cards),
        phase=CahootsPhase.TURN,
        main=parse_names(main),
        idle=idle,
        vetoed=Slot(80),
        public={Slot(80): parse_face(veto)},
        stock=Slot(81),
        stock_end=Slot(81 + stock_left),
    )
    return Cafe(state, faces, parse_names(coming))
