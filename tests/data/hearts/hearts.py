"""Hearts: follow suit, and take neither hearts nor the queen of spades. Nothing is passed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hearts_cards import ALL_POINTS, Laid, Play, best_of, dealt, points_of

from rules.api import (
    NOTHING_KNOWN,
    Action,
    Event,
    Face,
    FalseClaim,
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
from rules.cards import CARD_TEXT, PACK, SUIT, SUIT_NAMES, card, card_text
from rules.checks import check_answer, check_leaving, check_turn
from rules.errors import BadOptions, BadText, NotLegal
from rules.seats import clockwise_after, clockwise_from, ranks_by, replaced
from rules.stepping import SteppingScratch
from rules.text import event_text, parse_event, parse_number


@dataclass(frozen=True, slots=True)
class HeartsState(State):
    """A position. `hands`, `took` (points of this deal) and `sums` (of the deals before) are by seat.

    `waiting` have not seen their hands yet, None before the shuffle; `trick` lies on the table, `last` is
    the one before; `without` has the seats that did not follow a suit; `lies` are proven by later cards.
    """

    deals: int
    sums: tuple[int, ...]
    took: tuple[int, ...]
    first: Seat
    deal: int = 0
    hands: tuple[tuple[Slot, ...], ...] = ()
    waiting: tuple[Seat, ...] | None = None
    trick: tuple[Laid, ...] = ()
    last: tuple[Laid, ...] = ()
    without: tuple[tuple[Seat, int], ...] = ()
    lies: tuple[FalseClaim, ...] = ()
    gone: tuple[Seat, ...] = ()
    story: tuple[Event, ...] = ()

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats that play on; none when the game is over."""
        seats = tuple(Seat(seat) for seat in range(len(self.sums)) if seat not in self.gone)
        return seats if len(seats) > 1 and self.deal < self.deals else ()

    @property
    def deck(self) -> tuple[Slot, ...]:
        """The slots of this deal."""
        return tuple(Slot(52 * self.deal + place) for place in range(52))

    @property
    def turn(self) -> Seat | None:
        """The seat on turn; None while cards are dealt and when the game is over."""
        played = [laid.seat for laid in self.trick]
        due = [seat for seat in clockwise_from(self.first, self.present) if seat not in played]
        return due[0] if due and self.waiting == () else None

    @property
    def needs(self) -> tuple[Need, ...]:
        """The shuffle, each hand for its owner only, then turn after turn."""
        if not self.present:
            return ()
        if self.waiting is None:
            return (Shuffle("deck", PACK, (), self.deck, new_deck=True),)
        if self.waiting:
            return tuple(Show(self.hands[seat], (seat,)) for seat in self.waiting)
        return () if self.turn is None else (Turn(self.turn),)

    def hand(self, seat: Seat) -> tuple[Slot, ...]:
        """The slots that a seat holds."""
        return self.hands[seat] if seat in range(len(self.hands)) else ()

    def actions(self, seat: Seat, known: Known) -> tuple[Action, ...]:
        """Cards of the suit led; any card if the seat has none of it, or leads."""
        if seat != self.turn:
            return ()
        plays = tuple(Play(slot, known[slot]) for slot in self.hand(seat))
        return tuple(play for play in plays if self._follows(play.face)) or plays

    def check(self, event: Event, known: Known = NOTHING_KNOWN) -> None:
        """Raise `NotLegal` unless `event` may happen now."""
        if isinstance(event, Left):
            check_leaving(event, self.present, rule="hearts 4")
        elif isinstance(event, Moved):
            check_turn(event, self.turn, rule="hearts 2")
            self._check_play(event.action, self.hand(event.seat), known)
        else:
            check_answer(event, self.needs, rule="hearts 1")

    def after(self, event: Event) -> HeartsState:
        """The position after `event`; raises `NotLegal`."""
        self.check(event)
        told = replace(self, story=(*self.story, event))
        if isinstance(event, Shuffled):
            return told._dealt()
        if isinstance(event, Shown):
            return replace(told, waiting=(self.waiting or ())[1:])
        if isinstance(event, Left):
            waiting = self.waiting and tuple(seat for seat in self.waiting if seat != event.seat)
            hands = replaced(self.hands, event.seat, ()) if self.hands else ()
            return replace(told, gone=(*self.gone, event.seat), hands=hands, waiting=waiting)._settled()
        if isinstance(event, Moved) and isinstance(event.action, Play):
            return told._played(event.seat, event.action)._settled()
        raise TypeError(f"{event} was checked and yet cannot happen")

    def text(self) -> str:
        """The canonical text: the numbers of players and deals, then every event so far."""
        start = f"hearts {len(self.sums)} {self.deals}"
        return "; ".join([start, *(event_text(GAME, event) for event in self.story)])

    def outcome(self) -> Outcome | None:
        """The result, when all deals are played."""
        return None if self.present else self.standing()

    def standing(self) -> Outcome:
        """The fewest points are best; those who left come last."""
        return Outcome(
            self.sums, ranks_by([(seat not in self.gone, -points) for seat, points in enumerate(self.sums)])
        )

    def audit(self) -> tuple[FalseClaim, ...]:
        """Seats that did not follow suit and played a card of it later."""
        return self.lies

    def _follows(self, face: Face) -> bool:
        return not self.trick or SUIT[face] == SUIT[self.trick[0].face]

    def _check_play(self, action: Action, hand: tuple[Slot, ...], known: Known) -> None:
        if not isinstance(action, Play) or action.slot not in hand or action.face not in PACK:
            raise NotLegal("not-held", rule="hearts 2", text="You do not hold that card.")
        if known.get(action.slot, action.face) != action.face:
            raise NotLegal("other-card", rule="hearts 2", text="Another card lies there.")
        if not self._follows(action.face) and any(
            self._follows(known[slot]) for slot in hand if slot in known
        ):
            led = SUIT_NAMES[SUIT[self.trick[0].face]]
            raise NotLegal("must-follow", rule="hearts 2", text=f"You have {led} and must follow.")

    def _dealt(self) -> HeartsState:
        """The position with a new hand for each seat that is present."""
        size = 52 // len(self.present)
        places = {seat: place for place, seat in enumerate(self.present)}
        hands = tuple(
            self.deck[size * places[seat] : size * (places[seat] + 1)] if seat in places else ()
            for seat in map(Seat, range(len(self.sums)))
        )
        return replace(self, hands=hands, waiting=self.present)

    def _played(self, seat: Seat, play: Play) -> HeartsState:
        left = tuple(slot for slot in self.hands[seat] if slot != play.slot)
        without, lies = self.without, self.lies
        if (seat, SUIT[play.face]) in without:
            text = f"played the {CARD_TEXT[play.face]} after not following {SUIT_NAMES[SUIT[play.face]]}"
            lies = (*lies, FalseClaim(seat, "hearts 2", text))
            without = tuple(each for each in without if each != (seat, SUIT[play.face]))
        if not self._follows(play.face):
            without = (*without, (seat, SUIT[self.trick[0].face]))
        trick = (*self.trick, Laid(seat, play.slot, play.face))
        return replace(self, hands=replaced(self.hands, seat, left), trick=trick, without=without, lies=lies)

    def _settled(self) -> HeartsState:
        """The position with a full trick given to its taker, and the deal counted after its last trick."""
        if not self.trick or any(seat not in [laid.seat for laid in self.trick] for seat in self.present):
            return self
        taker = best_of(self.trick).seat
        took = replaced(self.took, taker, self.took[taker] + sum(points_of(laid.face) for laid in self.trick))
        if any(self.hands):
            return replace(self, took=took, first=taker, trick=(), last=self.trick)
        if ALL_POINTS in took:
            took = tuple(0 if points else ALL_POINTS for points in took)
        sums = tuple(before + points for before, points in zip(self.sums, took, strict=True))
        following = clockwise_after(self.deal % len(self.sums), self.present or (Seat(0),))[0]
        return replace(
            self, sums=sums, took=(0,) * len(sums), first=following, deal=self.deal + 1, hands=(),
            waiting=None, trick=(), last=self.trick, without=(),
        )  # fmt: skip


class HeartsGame(Game):
    """The game: its title, its numbers of players, its start, the texts of its values."""

    key = "hearts"
    title = "Hearts"
    version = "1"
    seats = range(3, 7)
    options = (Option("deals", "Deals", ("4", "1", "8"), "How often the cards are dealt."),)

    def start(self, seats: int, options: Options) -> HeartsState:
        """Nothing is dealt yet; raises `BadOptions`."""
        deals = int(self.checked_options(seats, options)["deals"])
        return HeartsState(deals, (0,) * seats, (0,) * seats, Seat(0))

    def parse_action(self, text: str) -> Play:
        """`play 3=Qs`; raises `BadText`."""
        verb, _, rest = text.partition(" ")
        slot, _, face = rest.partition("=")
        if verb != "play":
            raise BadText(f"expected 'play SLOT=CARD', not {text!r}")
        return Play(Slot(parse_number(slot)), card(face))

    def read_state(self, text: str) -> HeartsState:
        """The position after a list of events; raises `BadText` for an impossible one."""
        start, *story = text.split("; ")
        words = start.split(" ")
        if len(words) != 3 or words[0] != "hearts":
            raise BadText(f"expected 'hearts SEATS DEALS', not {start!r}")
        try:
            state = self.start(parse_number(words[1]), {"deals": words[2]})
            for event in story:
                state = state.after(parse_event(self, event))
        except (BadOptions, NotLegal) as why:
            raise BadText(f"no game of Hearts goes like that: {why}") from why
        return state

    def face_text(self, face: Face) -> str:
        """The card's short name."""
        return card_text(face)

    def parse_face(self, text: str) -> Face:
        """The card with that name; raises `BadText`."""
        return card(text)

    def sample(self, view: View, rng: Rng) -> tuple[State, dict[Slot, Face]]:
        """The cards that the viewer does not know, dealt again at random: to no seat a suit that it did not
        follow."""
        state = self.own_state(view.state, HeartsState)
        if state.waiting is None:
            return state, {}
        known = {slot: face for slot, face in view.known.items() if slot in state.deck}
        unknown = [face for face in PACK if face not in known.values()]
        rng.shuffle(unknown)
        holders = {slot: Seat(seat) for seat, hand in enumerate(state.hands) for slot in hand}
        hidden = [slot for slot in state.deck if slot not in known]
        lacks = {slot: [suit for seat, suit in state.without if seat == holders.get(slot)] for slot in hidden}
        return state, {**known, **dealt(lacks, unknown)}

    def scratch(self, state: State, faces: Known, *, rng: Rng) -> Scratch:
        """Playouts by the rules themselves."""
        own = self.own_state(state, HeartsState)
        return SteppingScratch(own, faces, seats=len(own.sums), rng=rng)


GAME = HeartsGame()
