"""Anglers: everybody holds hidden cards and plays one a round; the highest catches the fish."""

from __future__ import annotations

from dataclasses import dataclass, replace

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
    Option,
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
from rules.seats import clockwise_from, ranks_by, replaced
from rules.stepping import SteppingScratch
from rules.text import event_text, parse_event, parse_number

PACK = tuple(Face(face) for face in range(40))
"""The cards 1 to 40. A face is one less than the number on the card."""
DECK = tuple(Slot(slot) for slot in range(40))
"""The slots of the shuffled pack: the hand of seat 0 on top, then that of seat 1, and so on."""


@dataclass(frozen=True, slots=True)
class Play:
    """A card goes out of the hand onto the table, where everybody sees it."""

    slot: Slot
    face: Face

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        """The card that was played."""
        return ((self.slot, self.face),)

    def __str__(self) -> str:
        return f"play {self.slot}={self.face + 1}"


@dataclass(frozen=True, slots=True)
class AnglersState(State):
    """A position. It names slots, and the faces of the cards on the table, which everybody sees.

    `size` is the number of cards in a dealt hand. `hands` and `caught` are by seat. `first` leads the round.
    `waiting` are the seats that have not seen their hands yet, None before the shuffle. `table` has
    the cards played in this round. `gone` have left. `story` is every event so far.
    """

    size: int
    hands: tuple[tuple[Slot, ...], ...]
    caught: tuple[int, ...]
    first: Seat
    waiting: tuple[Seat, ...] | None = None
    table: tuple[tuple[Seat, Face], ...] = ()
    gone: tuple[Seat, ...] = ()
    story: tuple[Event, ...] = ()

    @property
    def seated(self) -> tuple[Seat, ...]:
        """Everybody who has not left."""
        return tuple(Seat(seat) for seat in range(len(self.hands)) if seat not in self.gone)

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats that play on; nobody when the game is over."""
        return self.seated if len(self.seated) > 1 and any(self.hands) else ()

    @property
    def turn(self) -> Seat | None:
        """The seat on turn; None while cards are dealt and when the game is over."""
        played = [seat for seat, _ in self.table]
        due = [seat for seat in clockwise_from(self.first, self.present) if seat not in played]
        return due[0] if due and self.waiting == () else None

    @property
    def needs(self) -> tuple[Need, ...]:
        """The shuffle, then each hand for its owner only, then turn after turn."""
        if not self.present:
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
        """Any card of the player's hand."""
        return tuple(Play(slot, known[slot]) for slot in self.hand(seat)) if seat == self.turn else ()

    def check(self, event: Event, known: Known = NOTHING_KNOWN) -> None:
        """Raise `NotLegal` unless `event` may happen now."""
        if isinstance(event, Left):
            check_leaving(event, self.present, rule="anglers 4")
        elif isinstance(event, Moved):
            check_turn(event, self.turn, rule="anglers 2")
            self._check_play(event.action, self.hand(event.seat), known)
        else:
            check_answer(event, self.needs, rule="anglers 1")

    def after(self, event: Event) -> AnglersState:
        """The position after `event`; raises `NotLegal`."""
        self.check(event)
        told = replace(self, story=(*self.story, event))
        if isinstance(event, Shuffled):
            return replace(told, waiting=self.present)
        if isinstance(event, Shown):
            return replace(told, waiting=(self.waiting or ())[1:])
        if isinstance(event, Left):
            return replace(
                told,
                gone=(*self.gone, event.seat),
                hands=replaced(self.hands, event.seat, ()),
                waiting=self.waiting and tuple(seat for seat in self.waiting if seat != event.seat),
                table=tuple(each for each in self.table if each[0] != event.seat),
            )._settled()
        if isinstance(event, Moved) and isinstance(event.action, Play):
            play, seat = event.action, event.seat
            left = tuple(slot for slot in self.hands[seat] if slot != play.slot)
            return replace(
                told, hands=replaced(self.hands, seat, left), table=(*self.table, (seat, play.face))
            )._settled()
        raise TypeError(f"{event} was checked and yet cannot happen")

    def text(self) -> str:
        """The canonical text: the numbers of players and cards, then every event so far."""
        start = f"anglers {len(self.hands)} {self.size}"
        return "; ".join([start, *(event_text(GAME, event) for event in self.story)])

    def outcome(self) -> Outcome | None:
        """The result, when nobody has a card left to play."""
        return None if self.present else self.standing()

    def standing(self) -> Outcome:
        """Ranks by the fish caught; those who left come last."""
        merits = [(seat not in self.gone, fish) for seat, fish in enumerate(self.caught)]
        return Outcome(self.caught, ranks_by(merits))

    def _check_play(self, action: Action, hand: tuple[Slot, ...], known: Known) -> None:
        if not isinstance(action, Play) or action.slot not in hand or action.face not in PACK:
            raise NotLegal("not-held", rule="anglers 2", text="You do not hold that card.")
        if known.get(action.slot, action.face) != action.face:
            raise NotLegal("other-card", rule="anglers 2", text="Another card lies there.")

    def _settled(self) -> AnglersState:
        """The position with the fish given to the highest card, if all have played."""
        if not self.table or len(self.table) < len(self.seated):
            return self
        winner = max(self.table, key=lambda each: each[1])[0]
        caught = replaced(self.caught, winner, self.caught[winner] + 1)
        return replace(self, caught=caught, table=(), first=winner)


class AnglersGame(Game):
    """The game: its title, its numbers of players, its start, the texts of its values."""

    key = "anglers"
    title = "Anglers"
    version = "1"
    seats = range(2, 6)
    options = (
        Option("cards", "Cards", ("5", "3", "8"), "How many cards everybody gets, and so how many rounds."),
    )

    def start(self, seats: int, options: Options) -> AnglersState:
        """Nothing is dealt yet; raises `BadOptions`."""
        size = int(self.checked_options(seats, options)["cards"])
        hands = tuple(DECK[seat * size : (seat + 1) * size] for seat in range(seats))
        return AnglersState(size, hands, (0,) * seats, Seat(0))

    def parse_action(self, text: str) -> Play:
        """`play 3=17`; raises `BadText`."""
        verb, _, card = text.partition(" ")
        slot, _, face = card.partition("=")
        if verb != "play":
            raise BadText(f"expected 'play SLOT=CARD', not {text!r}")
        return Play(Slot(parse_number(slot)), self.parse_face(face))

    def read_state(self, text: str) -> AnglersState:
        """The position after a list of events; raises `BadText` for an impossible one."""
        start, *story = text.split("; ")
        words = start.split(" ")
        if len(words) != 3 or words[0] != "anglers":
            raise BadText(f"expected 'anglers SEATS CARDS', not {start!r}")
        try:
            state = self.start(parse_number(words[1]), {"cards": words[2]})
            for event in story:
                state = state.after(parse_event(self, event))
        except (BadOptions, NotLegal) as why:
            raise BadText(f"no game of Anglers goes like that: {why}") from why
        return state

    def face_text(self, face: Face) -> str:
        """The number on the card."""
        return str(face + 1)

    def parse_face(self, text: str) -> Face:
        """The card with that number; raises `BadText`."""
        number = parse_number(text)
        if not 1 <= number <= len(PACK):
            raise BadText(f"{text!r} is no card of Anglers")
        return Face(number - 1)

    def sample(self, view: View, rng: Rng) -> tuple[AnglersState, dict[Slot, Face]]:
        """All cards, with those that the viewer does not know dealt again at random."""
        state = self.own_state(view.state, AnglersState)
        if state.waiting is None:
            return state, {}
        unknown = [face for face in PACK if face not in view.known.values()]
        rng.shuffle(unknown)
        hidden = [slot for slot in DECK if slot not in view.known]
        return state, {**view.known, **dict(zip(hidden, unknown, strict=True))}

    def scratch(self, state: State, faces: Known, *, rng: Rng) -> Scratch:
        """Playouts by the rules themselves."""
        own = self.own_state(state, AnglersState)
        return SteppingScratch(own, faces, seats=len(own.hands), rng=rng)


GAME = AnglersGame()
"""The entry point names this."""
