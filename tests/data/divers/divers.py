"""Divers: everybody votes how deep to dive, then everybody plays a hidden card, all at once.

1. Everybody is dealt hidden cards out of 1 to 40. With the option, everybody then passes one of them to the
   left; nobody but the two of them sees which, and where it lies.
2. Each round begins with a vote that nobody sees before all have voted: deep or shallow. A deep dive is worth
   two pearls; a shallow one, or a tie, one pearl.
3. Then everybody plays a card, and all are turned over together. The highest takes the pearls.
4. The player with the most pearls when the hands are empty wins. A player who leaves is out of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.games.board import held_status, waiting_for, winners
from app.games.entry import GameEntry
from app.games.scene import (
    Closed,
    Description,
    Figure,
    Kind,
    Open,
    Piece,
    Plate,
    Route,
    Said,
    Scene,
    Sign,
    Zone,
    card_at,
)
from rules.api import (
    NOTHING_KNOWN,
    Action,
    Arrange,
    Choose,
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
    View,
    choosers,
)
from rules.checks import check_answer, check_choice, check_leaving
from rules.errors import BadOptions, BadText, NotLegal
from rules.seats import ranks_by, replaced
from rules.stepping import SteppingScratch
from rules.text import event_text, numbers_text, parse_event, parse_number, parse_numbers

PACK = tuple(Face(face) for face in range(40))
DECK = tuple(Slot(slot) for slot in range(40))
DEPTHS = ("shallow", "deep")


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote for how deep to dive."""

    depth: str

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        """Nothing, for a vote hides nothing."""
        return ()

    def __str__(self) -> str:
        return self.depth


@dataclass(frozen=True, slots=True)
class Play:
    """A card goes out of the hand onto the table."""

    slot: Slot
    face: Face

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        """The card that was played."""
        return ((self.slot, self.face),)

    def __str__(self) -> str:
        return f"play {self.slot}={self.face + 1}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass a card to the left: the seat puts its hand into new slots, the passed card first."""

    slot: Slot
    face: Face
    order: tuple[Slot, ...]

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        """Nothing, for nobody else may see the card."""
        return ()

    def __str__(self) -> str:
        return f"pass {self.slot}={self.face + 1} {numbers_text(self.order)}"


@dataclass(frozen=True, slots=True)
class DiversState(State):
    """A position. `waiting` have not seen their hands yet, None before the shuffle. `votes` are those of this
    round, None once the cards are due; `worth` is its number of pearls; `laid` has the cards of the round by
    seat. `passing` are still to pass a card, `passed` have laid their hands into new slots."""

    size: int
    hands: tuple[tuple[Slot, ...], ...]
    pearls: tuple[int, ...]
    waiting: tuple[Seat, ...] | None = None
    votes: tuple[tuple[Seat, str], ...] | None = ()
    worth: int = 0
    laid: tuple[tuple[Seat, Face], ...] = ()
    last: tuple[tuple[Seat, Face], ...] = ()
    gone: tuple[Seat, ...] = ()
    passing: tuple[Seat, ...] = ()
    passed: tuple[Seat, ...] = ()
    has_pass: bool = False
    story: tuple[Event, ...] = ()

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats that play on; none when the game is over."""
        seats = tuple(Seat(seat) for seat in range(len(self.hands)) if seat not in self.gone)
        return seats if len(seats) > 1 and any(self.hands) else ()

    @property
    def needs(self) -> tuple[Need, ...]:
        """The shuffle, then each hand for its owner only, then a vote and a card of everybody."""
        if not self.present:
            return ()
        if self.waiting is None:
            return (Shuffle("deck", PACK, (), DECK),)
        if self.waiting:
            return tuple(Show(self.hands[seat], (seat,)) for seat in self.waiting)
        if self.passing:
            seat = self.passing[0]
            return (Arrange(seat, "pass", self.hands[seat], _laid_anew(seat, self.size)),)
        done = [seat for seat, _ in (self.laid if self.votes is None else self.votes)]
        return (Choose(tuple(seat for seat in self.present if seat not in done)),)

    def hand(self, seat: Seat) -> tuple[Slot, ...]:
        """The slots that a seat holds, once they are dealt."""
        return self.hands[seat] if self.waiting is not None and seat in range(len(self.hands)) else ()

    def actions(self, seat: Seat, known: Known) -> tuple[Action, ...]:
        """Any vote, then any card of the player's hand."""
        if seat not in choosers(self):
            return ()
        if self.passing:
            return tuple(
                _pass(slot, known[slot], self.hands[seat]) for slot in self.hand(seat) if slot in known
            )
        if self.votes is not None:
            return tuple(map(Vote, DEPTHS))
        return tuple(Play(slot, known[slot]) for slot in self.hand(seat) if slot in known)

    def check(self, event: Event, known: Known = NOTHING_KNOWN) -> None:
        """Raise `NotLegal` unless `event` may happen now."""
        if isinstance(event, Left):
            check_leaving(event, self.present, rule="divers 4")
        elif isinstance(event, Moved):
            check_choice(event, choosers(self), rule="divers 2")
            self._check_action(event.action, self.hand(event.seat), known)
        else:
            check_answer(event, self.needs, rule="divers 1")

    def _check_action(self, action: Action, hand: tuple[Slot, ...], known: Known) -> None:
        if self.passing:
            if not isinstance(action, Pass) or action != _pass(action.slot, action.face, hand):
                raise NotLegal("no-pass", rule="divers 1", text="Pass a card of your hand.")
            if known.get(action.slot, action.face) != action.face:
                raise NotLegal("not-yours", rule="divers 1", text="You do not hold that card.")
        elif self.votes is not None:
            if not isinstance(action, Vote):
                raise NotLegal("no-vote", rule="divers 2", text="Everybody votes first.")
        elif not isinstance(action, Play):
            raise NotLegal("no-card", rule="divers 3", text="Play a card of your hand.")
        elif action.slot not in hand or known.get(action.slot, action.face) != action.face:
            raise NotLegal("not-yours", rule="divers 3", text="You do not hold that card.")

    def after(self, event: Event) -> DiversState:
        """The position after `event`; raises `NotLegal`."""
        self.check(event)
        told = replace(self, story=(*self.story, event))
        if isinstance(event, Shuffled) and self.waiting is None:
            passing = self.present if self.has_pass else ()
            return replace(told, waiting=self.present, passing=passing)
        if isinstance(event, Shuffled):
            seat = self.passing[0]
            hands = replaced(self.hands, seat, event.slots)
            return replace(
                told, hands=hands, passing=self.passing[1:], passed=(*self.passed, seat)
            )._handed_on()
        if isinstance(event, Shown):
            return replace(told, waiting=(self.waiting or ())[1:])
        if isinstance(event, Left):
            left = told._without(event.seat)
            return left._handed_on() if self.passing else left._settled()
        if isinstance(event, Moved) and isinstance(event.action, Vote) and self.votes is not None:
            return replace(told, votes=(*self.votes, (event.seat, event.action.depth)))._settled()
        if isinstance(event, Moved) and isinstance(event.action, Play):
            play, seat = event.action, event.seat
            left = tuple(slot for slot in self.hands[seat] if slot != play.slot)
            laid = (*self.laid, (seat, play.face))
            return replace(told, hands=replaced(self.hands, seat, left), laid=laid)._settled()
        raise TypeError(f"{event} was checked and yet cannot happen")

    def _handed_on(self) -> DiversState:
        """The position when all have passed a card: each holds its neighbour's, and sees its hand again."""
        present = self.present
        if self.passing or not present or self.waiting is None:
            return self
        hands = self.hands
        for at, seat in enumerate(present):
            got = self.hands[present[at - 1]][0]
            hands = replaced(hands, seat, tuple(sorted((got, *self.hands[seat][1:]))))
        return replace(self, hands=hands, waiting=present)

    def _without(self, seat: Seat) -> DiversState:
        waiting = self.waiting and tuple(each for each in self.waiting if each != seat)
        votes = self.votes and tuple(each for each in self.votes if each[0] != seat)
        return replace(
            self,
            gone=(*self.gone, seat),
            hands=replaced(self.hands, seat, ()),
            waiting=waiting,
            votes=votes,
            laid=tuple(each for each in self.laid if each[0] != seat),
            passing=tuple(each for each in self.passing if each != seat),
        )

    def _settled(self) -> DiversState:
        """The position with the vote or the round counted, as soon as all have chosen."""
        there = len(self.present) or len(self.laid)
        if self.waiting != () or self.passing or not there:
            return self
        if self.votes is not None and len(self.votes) >= there:
            deep = sum(depth == "deep" for _, depth in self.votes)
            return replace(self, votes=None, worth=2 if 2 * deep > there else 1)
        if self.votes is None and len(self.laid) >= there:
            winner, _ = max(self.laid, key=lambda each: each[1])
            pearls = replaced(self.pearls, winner, self.pearls[winner] + self.worth)
            return replace(self, pearls=pearls, votes=(), worth=0, laid=(), last=self.laid)
        return self

    def text(self) -> str:
        """The canonical text: the numbers of players and cards, then every event so far."""
        start = f"divers {len(self.hands)} {self.size} {'one' if self.has_pass else 'none'}"
        return "; ".join([start, *(event_text(GAME, event) for event in self.story)])

    def outcome(self) -> Outcome | None:
        """The result, when nobody has a card left to play."""
        return None if self.present or self.laid else self.standing()

    def standing(self) -> Outcome:
        """The most pearls are best; those who left come last."""
        merits = [(seat not in self.gone, pearls) for seat, pearls in enumerate(self.pearls)]
        return Outcome(self.pearls, ranks_by(merits))


class DiversGame(Game):
    """The game: its title, its numbers of players, its start, the texts of its values."""

    key = "divers"
    title = "Divers"
    version = "1"
    seats = range(2, 7)
    options = (
        Option("cards", "Cards", ("5", "3"), "How many cards everybody gets, and so how many dives."),
        Option("pass", "Pass", ("none", "one"), "How many cards everybody passes to the left first."),
    )

    def start(self, seats: int, options: Options) -> DiversState:
        """Nothing is dealt yet; raises `BadOptions`."""
        checked = self.checked_options(seats, options)
        size = int(checked["cards"])
        hands = tuple(DECK[seat * size : (seat + 1) * size] for seat in range(seats))
        return DiversState(size, hands, (0,) * seats, has_pass=checked["pass"] == "one")  # noqa: S105

    def parse_action(self, text: str) -> Vote | Play | Pass:
        """`deep`, or `play 3=17`, or `pass 3=17 3,1,2`; raises `BadText`."""
        if text in DEPTHS:
            return Vote(text)
        verb, _, rest = text.partition(" ")
        card, _, order = rest.partition(" ")
        slot, _, face = card.partition("=")
        if verb == "pass":
            slots = tuple(map(Slot, parse_numbers(order)))
            return Pass(Slot(parse_number(slot)), self.parse_face(face), slots)
        if verb != "play" or order:
            raise BadText(f"expected a depth or 'play SLOT=CARD', not {text!r}")
        return Play(Slot(parse_number(slot)), self.parse_face(face))

    def read_state(self, text: str) -> DiversState:
        """The position after a list of events; raises `BadText` for an impossible one."""
        start, *story = text.split("; ")
        words = start.split(" ")
        if len(words) != 4 or words[0] != "divers":
            raise BadText(f"expected 'divers SEATS CARDS PASS', not {start!r}")
        try:
            state = self.start(parse_number(words[1]), {"cards": words[2], "pass": words[3]})
            for event in story:
                state = state.after(parse_event(self, event))
        except (BadOptions, NotLegal) as why:
            raise BadText(f"no game of Divers goes like that: {why}") from why
        return state

    def face_text(self, face: Face) -> str:
        """The number on the card."""
        return str(face + 1)

    def parse_face(self, text: str) -> Face:
        """The card with that number; raises `BadText`."""
        number = parse_number(text)
        if not 1 <= number <= len(PACK):
            raise BadText(f"{text!r} is no card of Divers")
        return Face(number - 1)

    def sample(self, view: View, rng: Rng) -> tuple[State, dict[Slot, Face]]:
        """The cards that the viewer does not know, dealt again at random."""
        state = self.own_state(view.state, DiversState)
        if state.waiting is None:
            return state, {}
        unknown = [face for face in PACK if face not in view.known.values()]
        rng.shuffle(unknown)
        gone = [slot for seat in state.passed for slot in DECK[seat * state.size : (seat + 1) * state.size]]
        laid = [slot for seat in state.passed for slot in _laid_anew(seat, state.size)]
        live = [*(slot for slot in DECK if slot not in gone), *laid]
        hidden = [slot for slot in live if slot not in view.known]
        return state, {**view.known, **dict(zip(hidden, unknown, strict=True))}

    def scratch(self, state: State, faces: Known, *, rng: Rng) -> Scratch:
        """Playouts by the rules themselves."""
        own = self.own_state(state, DiversState)
        return SteppingScratch(own, faces, seats=len(own.hands), rng=rng)


def _laid_anew(seat: Seat, size: int) -> tuple[Slot, ...]:
    """The new slots of a seat's hand after its pass; the passed card is in the first."""
    return tuple(Slot(100 + seat * size + place) for place in range(size))


def _pass(slot: Slot, face: Face, hand: Sequence[Slot]) -> Pass:
    """The action that passes that card: it is laid first, then the others."""
    return Pass(slot, face, (slot, *(each for each in hand if each != slot)))


def scene(view: View, names: Sequence[str]) -> Scene:
    """The cards of the last dive before their players, pearls on the plates, the player's hand."""
    state = GAME.own_state(view.state, DiversState)
    taker = max(state.last, key=lambda each: each[1])[0] if state.last else None
    note = "" if taker is None else "You take it" if taker == view.seat else f"{names[taker]} takes it"
    last = tuple(laid(view, seat, face) for seat, face in state.last)
    choices = tuple(
        Piece(f"choice:{each}", say(view, each, names).do, str(each))
        for each in view.actions()
        if isinstance(each, Vote)
    )
    held = () if view.seat is None else tuple(card(view, slot) for slot in by_face(view, state))
    return Scene(
        status(view, state, names),
        (
            Zone("last", "The last dive", Kind.TRICK, last, note=note),
            Zone("choices", "How deep?", Kind.CHOICES, choices, view.seat),
            Zone("hand", "Your hand", Kind.HAND, held, view.seat),
        ),
        tuple(plate(view, state, Seat(seat), name) for seat, name in enumerate(names)),
        f"{'One pearl' if state.worth == 1 else 'Two pearls'} to win" if state.worth else "",
    )


def by_face(view: View, state: DiversState) -> list[Slot]:
    """The player's hand, the lowest card first."""
    held = () if view.seat is None else state.hand(view.seat)
    return sorted(held, key=lambda slot: (view.face(slot) is None, view.face(slot) or 0, slot))


def card(view: View, slot: Slot) -> Piece:
    """A card of the player's hand."""
    face = view.face(slot)
    if face is None:
        return Piece(card_at(slot), "a hidden card", "?", Closed())
    return Piece(card_at(slot), GAME.face_text(face), GAME.face_text(face), Open(face))


def laid(view: View, seat: Seat, face: Face) -> Piece:
    """A card before its player, where it was turned over."""
    slot = next(slot for slot, its in view.known.items() if its == face)
    return Piece(card_at(slot), GAME.face_text(face), GAME.face_text(face), Open(face), seat)


def plate(view: View, state: DiversState, seat: Seat, name: str) -> Plate:
    """A player with the pearls taken."""
    signs = {
        Sign.TURN: seat in choosers(state) and not view.is_held,
        Sign.GONE: seat in state.gone,
        Sign.LEADS: 0 < state.pearls[seat] == max(state.pearls),
    }
    return Plate(
        seat,
        name,
        (Figure("pearls", str(state.pearls[seat])),),
        signs=tuple(sign for sign, is_so in signs.items() if is_so),
        held=0 if seat == view.seat else len(state.hand(seat)),
    )


def status(view: View, state: DiversState, names: Sequence[str]) -> str:
    """The one thing to do or to wait for."""
    outcome = state.outcome()
    if outcome is not None:
        who = winners(outcome, names, view.seat)
        return f"{who[:1].upper()}{who[1:]}."
    seats = choosers(state)
    if not seats:
        return "The cards are being dealt."
    if view.is_held or view.seat not in seats:
        return held_status(view, names) or f"Waiting for {waiting_for(view, names)}."
    if state.passing:
        return "Pass a card to the left: nobody else sees which."
    if state.votes is not None:
        return "Vote for how deep to dive: nobody sees it before all have voted."
    return "Play a card: all are turned over together."


def say(view: View, action: Action, names: Sequence[str]) -> Said:
    """The words of a choice."""
    del view, names
    if isinstance(action, Pass):
        return Said(f"Pass the {action.face + 1}", str(action.face + 1), "pass")
    if isinstance(action, Play):
        return Said(f"Play the {action.face + 1}", str(action.face + 1), "play")
    return Said(f"Vote for a {action} dive", str(action))


def picks(view: View, action: Action) -> tuple[Route, ...]:
    """A card is pressed."""
    del view
    return ((card_at(action.slot),),) if isinstance(action, Play | Pass) else ()


GAME = DiversGame()
ENTRY = GameEntry(
    GAME, blurb="Everybody chooses at once, and nobody sees what.", described=Description(scene, say, picks)
)
"""The entry point names this."""
