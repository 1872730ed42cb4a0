"""Duels: send a card of your hand against another player, who answers with a card; the higher one wins both.

Its table is not described: the types of the position say enough.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from duels_cards import DECK, NAMES, PACK, SIZE, Answer, Challenge, card_text

from app.games.entry import GameEntry
from rules.api import (
    NOTHING_KNOWN,
    Action,
    Event,
    Face,
    Game,
    Known,
    Left,
    Moved,
    Need,
    Options,
    Outcome,
    Rng,
    Scratch,
    Seat,
    Show,
    Shown,
    Shuffle,
    Shuffled,
    Slot,
    State,
    Turn,
    View,
)
from rules.checks import check_answer, check_leaving, check_turn
from rules.errors import BadOptions, BadText, NotLegal
from rules.seats import clockwise_after, ranks_by, replaced
from rules.stepping import SteppingScratch
from rules.text import event_text, parse_event, parse_number


@dataclass(frozen=True, slots=True)
class DuelsState(State):
    """A position. `won` are the cards that each seat has won; `duel` has the card sent, against `target`."""

    hands: tuple[tuple[Slot, ...], ...]
    won: tuple[tuple[Face, ...], ...]
    next_to_challenge: Seat
    waiting: tuple[Seat, ...] | None = None
    duel: tuple[tuple[Seat, Face], ...] = ()
    target: Seat | None = None
    gone: tuple[Seat, ...] = ()
    story: tuple[Event, ...] = ()

    @property
    def holders(self) -> tuple[Seat, ...]:
        """The seats that hold a card and have not left."""
        return tuple(Seat(seat) for seat, held in enumerate(self.hands) if held and seat not in self.gone)

    @property
    def is_over(self) -> bool:
        """True if nobody is left to be challenged."""
        return len(self.hands) - len(self.gone) < 2 or (len(self.holders) < 2 and self.target is None)

    @property
    def turn(self) -> Seat | None:
        """The seat that answers or challenges."""
        if self.is_over or self.waiting != ():
            return None
        return self.next_to_challenge if self.target is None else self.target

    @property
    def needs(self) -> tuple[Need, ...]:
        """The shuffle, each hand for its owner only, then turn after turn."""
        if self.is_over:
            return ()
        if self.waiting is None:
            return (Shuffle("deck", PACK, (), DECK),)
        if self.waiting:
            return tuple(Show(self.hands[seat], (seat,)) for seat in self.waiting)
        return () if self.turn is None else (Turn(self.turn),)

    def hand(self, seat: Seat) -> tuple[Slot, ...]:
        """The slots that a seat holds, once they are dealt."""
        return self.hands[seat] if self.waiting is not None and seat in range(len(self.hands)) else ()

    def actions(self, seat: Seat, known: Known) -> tuple[Action, ...]:
        """Any card against anybody who holds one; or any card as the answer."""
        if seat != self.turn:
            return ()
        cards = [(slot, known[slot]) for slot in self.hand(seat)]
        if self.target is not None:
            return tuple(Answer(slot, face) for slot, face in cards)
        others = [other for other in self.holders if other != seat]
        return tuple(Challenge(slot, face, other) for slot, face in cards for other in others)

    def check(self, event: Event, known: Known = NOTHING_KNOWN) -> None:
        """Raise `NotLegal` unless `event` may happen now."""
        if isinstance(event, Left):
            seats = tuple(Seat(seat) for seat in range(len(self.hands)) if seat not in self.gone)
            check_leaving(event, () if self.is_over else seats, rule="duels 3")
        elif isinstance(event, Moved):
            check_turn(event, self.turn, rule="duels 1")
            self._check(event.seat, event.action, known)
        else:
            check_answer(event, self.needs, rule="duels 1")

    def _check(self, seat: Seat, action: Action, known: Known) -> None:
        if not isinstance(action, Challenge if self.target is None else Answer):
            raise NotLegal("other-move", rule="duels 1", text="That is not what is asked for now.")
        if action.slot not in self.hand(seat) or action.face not in PACK:
            raise NotLegal("not-held", rule="duels 1", text="You do not hold that card.")
        if known.get(action.slot, action.face) != action.face:
            raise NotLegal("other-card", rule="duels 1", text="Another card lies there.")
        if isinstance(action, Challenge) and (action.seat == seat or action.seat not in self.holders):
            raise NotLegal("no-target", rule="duels 1", text="Nobody there can answer.")

    def after(self, event: Event) -> DuelsState:
        """The position after `event`; raises `NotLegal`."""
        self.check(event)
        told = replace(self, story=(*self.story, event))
        if isinstance(event, Shuffled):
            seats = tuple(Seat(seat) for seat in range(len(self.hands)) if seat not in self.gone)
            return replace(told, waiting=seats)
        if isinstance(event, Shown):
            return replace(told, waiting=(self.waiting or ())[1:])
        if isinstance(event, Left):
            return told._left(event.seat)
        if isinstance(event, Moved) and isinstance(event.action, Challenge | Answer):
            return told._played(event.seat, event.action)
        raise TypeError(f"{event} was checked and yet cannot happen")

    def _left(self, seat: Seat) -> DuelsState:
        waiting = self.waiting and tuple(each for each in self.waiting if each != seat)
        left = replace(self, gone=(*self.gone, seat), hands=replaced(self.hands, seat, ()), waiting=waiting)
        if seat == self.target:  # nobody answers: the card goes back to nobody
            left = replace(left, target=None, duel=())
        return left._handed_on() if seat in (self.next_to_challenge, self.target) else left

    def _played(self, seat: Seat, play: Challenge | Answer) -> DuelsState:
        held = tuple(slot for slot in self.hands[seat] if slot != play.slot)
        told = replace(self, hands=replaced(self.hands, seat, held))
        if isinstance(play, Challenge):
            return replace(told, duel=((seat, play.face),), target=play.seat)
        challenger, sent = self.duel[0]
        winner = seat if play.face // 4 > sent // 4 else challenger
        won = replaced(self.won, winner, (*self.won[winner], sent, play.face))
        return replace(told, won=won, duel=(), target=None)._handed_on()

    def _handed_on(self) -> DuelsState:
        following = clockwise_after(self.next_to_challenge, self.holders) if self.holders else ()
        return replace(self, next_to_challenge=following[0]) if following else self

    def text(self) -> str:
        """The canonical text: the number of players, then every event so far."""
        return "; ".join([f"duels {len(self.hands)}", *(event_text(GAME, event) for event in self.story)])

    def outcome(self) -> Outcome | None:
        """The result, when nobody can be challenged any more."""
        return self.standing() if self.is_over else None

    def standing(self) -> Outcome:
        """The most won cards are best; those who left come last."""
        scores = tuple(map(len, self.won))
        return Outcome(
            scores, ranks_by([(seat not in self.gone, cards) for seat, cards in enumerate(scores)])
        )


class DuelsGame(Game):
    """The game: its title, its numbers of players, its start, the texts of its values."""

    key = "duels"
    title = "Duels"
    version = "1"
    seats = range(2, 7)
    options = ()

    def start(self, seats: int, options: Options) -> DuelsState:
        """Nothing is dealt yet; raises `BadOptions`."""
        self.checked_options(seats, options)
        hands = tuple(DECK[seat * SIZE : (seat + 1) * SIZE] for seat in range(seats))
        return DuelsState(hands, ((),) * seats, Seat(0))

    def parse_action(self, text: str) -> Challenge | Answer:
        """`challenge 1 3=King-2` or `answer 5=Page-1`; raises `BadText`."""
        verb, *rest = text.split(" ")
        slot, _, face = rest[-1].partition("=") if rest else ("", "", "")
        if verb == "challenge" and len(rest) == 2:
            return Challenge(Slot(parse_number(slot)), self.parse_face(face), Seat(parse_number(rest[0])))
        if verb == "answer" and len(rest) == 1:
            return Answer(Slot(parse_number(slot)), self.parse_face(face))
        raise BadText(f"expected 'challenge SEAT SLOT=CARD' or 'answer SLOT=CARD', not {text!r}")

    def read_state(self, text: str) -> DuelsState:
        """The position after a list of events; raises `BadText` for an impossible one."""
        start, *story = text.split("; ")
        word, _, seats = start.partition(" ")
        try:
            if word != "duels":
                raise BadText(f"expected 'duels SEATS', not {start!r}")
            state = self.start(parse_number(seats), {})
            for event in story:
                state = state.after(parse_event(self, event))
        except (BadOptions, NotLegal) as why:
            raise BadText(f"no game of Duels goes like that: {why}") from why
        return state

    def face_text(self, face: Face) -> str:
        """The card's name, and which of its four cards it is."""
        return card_text(face)

    def parse_face(self, text: str) -> Face:
        """The card with that text; raises `BadText`."""
        name, _, number = text.partition("-")
        if name not in NAMES or number not in ("1", "2", "3", "4"):
            raise BadText(f"{text!r} is no card of Duels")
        return Face(4 * NAMES.index(name) + int(number) - 1)

    def sample(self, view: View, rng: Rng) -> tuple[State, dict[Slot, Face]]:
        """The cards that the viewer does not know, dealt again at random."""
        state = self.own_state(view.state, DuelsState)
        if state.waiting is None:
            return state, {}
        unknown = [face for face in PACK if face not in view.known.values()]
        rng.shuffle(unknown)
        hidden = [slot for slot in DECK if slot not in view.known]
        return state, {**view.known, **dict(zip(hidden, unknown, strict=True))}

    def scratch(self, state: State, faces: Known, *, rng: Rng) -> Scratch:
        """Playouts by the rules themselves."""
        own = self.own_state(state, DuelsState)
        return SteppingScratch(own, faces, seats=len(own.hands), rng=rng)


GAME = DuelsGame()
ENTRY = GameEntry(
    GAME, blurb="The higher card wins both.", unit="card", card_name=lambda face: NAMES[face // 4]
)
