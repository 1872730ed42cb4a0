"""Pig: throw a die as often as you like, and keep the sum; a one loses it. A game without cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.games.board import held_status, winners
from app.games.entry import GameEntry
from app.games.scene import Description, Die, Figure, Kind, Piece, Plate, Said, Scene, Sign, Zone
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
    Roll,
    Rolled,
    Scratch,
    Seat,
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

WORDS = ("throw", "keep")


@dataclass(frozen=True, slots=True)
class Choice:
    """The choice about the die: "throw" it, or "keep" the points."""

    word: str

    @property
    def opens(self) -> tuple[tuple[Slot, Face], ...]:
        """Nothing, for nothing is hidden."""
        return ()

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class PigState(State):
    """A position. `thrown` are the dice of this turn; `is_rolling`: one is in the air."""

    goal: int
    sums: tuple[int, ...]
    seat: Seat
    thrown: tuple[int, ...] = ()
    is_rolling: bool = False
    gone: tuple[Seat, ...] = ()
    story: tuple[Event, ...] = ()

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats that play on; nobody when the game is over."""
        seats = tuple(Seat(seat) for seat in range(len(self.sums)) if seat not in self.gone)
        return seats if len(seats) > 1 and max(self.sums) < self.goal else ()

    @property
    def needs(self) -> tuple[Need, ...]:
        """A number that nobody can choose, or a choice."""
        if not self.present:
            return ()
        return (Roll(6, "die"),) if self.is_rolling else (Turn(self.seat),)

    def hand(self, seat: Seat) -> tuple[Slot, ...]:
        """No slots, for nobody holds anything."""
        return ()

    def actions(self, seat: Seat, known: Known) -> tuple[Action, ...]:
        """To throw, or once something was thrown also to keep."""
        if seat != self.seat or not self.present or self.is_rolling:
            return ()
        return tuple(Choice(word) for word in WORDS if word == "throw" or self.thrown)

    def check(self, event: Event, known: Known = NOTHING_KNOWN) -> None:
        """Raise `NotLegal` unless `event` may happen now."""
        if isinstance(event, Left):
            check_leaving(event, self.present, rule="pig 3")
        elif isinstance(event, Moved):
            check_turn(event, self.seat if self.present and not self.is_rolling else None, rule="pig 1")
            if event.action not in self.actions(event.seat, known):
                raise NotLegal("nothing", rule="pig 1", text="There is nothing to keep yet.")
        else:
            check_answer(event, self.needs, rule="pig 1")

    def after(self, event: Event) -> PigState:
        """The position after `event`; raises `NotLegal`."""
        self.check(event)
        told = replace(self, story=(*self.story, event))
        if isinstance(event, Rolled):
            thrown = (*self.thrown, event.value + 1)
            return told._next(0) if event.value == 0 else replace(told, thrown=thrown, is_rolling=False)
        if isinstance(event, Left):
            left = replace(told, gone=(*self.gone, event.seat))
            return left._next(0) if event.seat == self.seat else left
        if isinstance(event, Moved) and str(event.action) == "throw":
            return replace(told, is_rolling=True)
        return told._next(sum(self.thrown))

    def text(self) -> str:
        """The canonical text: the number of players, the sum to reach, then every event so far."""
        start = f"pig {len(self.sums)} {self.goal}"
        return "; ".join([start, *(event_text(GAME, event) for event in self.story)])

    def outcome(self) -> Outcome | None:
        """The result, when somebody has reached the sum."""
        return None if self.present else self.standing()

    def standing(self) -> Outcome:
        """The highest sum is best; those who left come last."""
        return Outcome(
            self.sums, ranks_by([(seat not in self.gone, won) for seat, won in enumerate(self.sums)])
        )

    def _next(self, won: int) -> PigState:
        sums = replaced(self.sums, self.seat, self.sums[self.seat] + won)
        kept = replace(self, sums=sums, thrown=(), is_rolling=False)
        return replace(kept, seat=clockwise_after(self.seat, kept.present)[0]) if kept.present else kept


class PigGame(Game):
    """The game: its title, its numbers of players, its start, the texts of its values."""

    key = "pig"
    title = "Pig"
    version = "1"
    seats = range(2, 11)
    options = (Option("goal", "Goal", ("50", "25", "100"), "The sum that wins."),)

    def start(self, seats: int, options: Options) -> PigState:
        """Nothing is thrown yet; raises `BadOptions`."""
        return PigState(int(self.checked_options(seats, options)["goal"]), (0,) * seats, Seat(0))

    def parse_action(self, text: str) -> Choice:
        """`throw` or `keep`; raises `BadText`."""
        if text not in WORDS:
            raise BadText(f"expected 'throw' or 'keep', not {text!r}")
        return Choice(text)

    def read_state(self, text: str) -> PigState:
        """The position after a list of events; raises `BadText` for an impossible one."""
        start, *story = text.split("; ")
        words = start.split(" ")
        if len(words) != 3 or words[0] != "pig":
            raise BadText(f"expected 'pig SEATS GOAL', not {start!r}")
        try:
            state = self.start(parse_number(words[1]), {"goal": words[2]})
            for event in story:
                state = state.after(parse_event(self, event))
        except (BadOptions, NotLegal) as why:
            raise BadText(f"no game of Pig goes like that: {why}") from why
        return state

    def face_text(self, face: Face) -> str:
        """The number, for there are no cards."""
        return str(face)

    def parse_face(self, text: str) -> Face:
        """There are no cards; raises `BadText`."""
        raise BadText(f"{text!r} is no card: there are none")

    def sample(self, view: View, rng: Rng) -> tuple[State, dict[Slot, Face]]:
        """The state itself and no faces, for everything is open."""
        return self.own_state(view.state, PigState), {}

    def scratch(self, state: State, faces: Known, *, rng: Rng) -> Scratch:
        """Playouts by the rules themselves."""
        own = self.own_state(state, PigState)
        return SteppingScratch(own, faces, seats=len(own.sums), rng=rng)

    def stand_in(self, state: State, known: Known, seat: Seat) -> Action:
        """Keep the points thrown so far; throw if there are none."""
        return Choice("keep" if self.own_state(state, PigState).thrown else "throw")


def scene(view: View, names: Sequence[str]) -> Scene:
    """The dice of this turn in the middle, sums on the plates."""
    state = GAME.own_state(view.state, PigState)
    dice = tuple(
        Piece(f"die:{place}", str(value), look=Die(value)) for place, value in enumerate(state.thrown)
    )
    note = f"{sum(state.thrown)} to keep" if dice else ""
    choices = tuple(Piece(f"choice:{each}", str(each).capitalize(), str(each)) for each in view.actions())
    return Scene(
        status(view, state, names),
        (
            Zone("dice", "Thrown", Kind.DICE, dice, note=note),
            Zone("choices", "Your choice", Kind.CHOICES, choices, view.seat),
        ),
        tuple(plate(view, state, Seat(seat), name) for seat, name in enumerate(names)),
        f"First to {state.goal}",
    )


def plate(view: View, state: PigState, seat: Seat, name: str) -> Plate:
    """A player with the sum kept."""
    signs = {
        Sign.TURN: bool(state.present) and state.seat == seat and not view.is_held,
        Sign.GONE: seat in state.gone,
        Sign.LEADS: 0 < state.sums[seat] == max(state.sums),
    }
    return Plate(
        seat,
        name,
        (Figure("points", str(state.sums[seat])),),
        "to throw" if signs[Sign.TURN] else "",
        tuple(sign for sign, is_so in signs.items() if is_so),
    )


def status(view: View, state: PigState, names: Sequence[str]) -> str:
    """The one thing to do or to wait for."""
    outcome = state.outcome()
    if outcome is not None:
        who = winners(outcome, names, view.seat)
        return f"{who[:1].upper()}{who[1:]}."
    if state.is_rolling:
        return "The die is rolling."
    if view.is_held or state.seat != view.seat:
        return held_status(view, names) or f"Waiting for {names[state.seat]}."
    return f"Throw again, or keep {sum(state.thrown)}?" if state.thrown else "Your turn: throw the die."


def say(view: View, action: Action, names: Sequence[str]) -> Said:
    """The words of a choice."""
    del names
    thrown = sum(GAME.own_state(view.state, PigState).thrown)
    return Said("Throw the die" if str(action) == "throw" else f"Keep {thrown} points", str(action))


GAME = PigGame()
ENTRY = GameEntry(GAME, blurb="Throw on, or keep what you have.", described=Description(scene, say))
