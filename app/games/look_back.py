"""Turning points: the choices of a seat in a finished game, each beside the best that a bot finds.

Only what the seat knew at that moment counts: a choice is not wrong because it came out badly. If faces of
the hand are missing (a record has only opened ones), a choice is not judged. Differences that may well be
chance are not reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Final, cast

from msgspec import Struct

from app.bots.api import JudgedChoice, Judging
from app.games.chronicle import shown_to
from app.games.entry import GameEntry
from app.games.narrator import counted
from app.games.policies import strongest
from rules.api import Action, Event, Face, Moved, Seat, Slot, View, choosers, opened

CERTAIN: Final = 3.0
"""A cost of this many standard errors is reported. Many, because each of a hundred choices is compared with
the best of several rivals. By chance some choices are still reported, so nobody is promised certainty."""
LEAST: Final = 0.05
"""Cost below which a choice counts as the best."""
FORECAST_LEAST: Final = 0.5
"""`LEAST` for a forecast, which does not know its own errors."""
YOU: Final = "You "
"""First word of a line about one's own moves; the verb after it also fits after "to"."""
TAKES_BACK: Final = "undo"
"""Canonical text of the undo action, in our games that have one."""


class GamePlayed(Struct, frozen=True):
    """A recorded game, with the faces known to the player who looks back."""

    entry: GameEntry
    options: Mapping[str, str]
    names: Sequence[str]
    events: Sequence[Event]
    faces: Mapping[Slot, Face]


class TurningPoint(Struct, frozen=True):
    """A choice that was not the best: event number `at` (from 0), in the seat's own turn number `turn` (from
    1). `text` tells its cost, the choice and the better one."""

    at: int
    cost: float
    text: str
    turn: int = 0

    def __str__(self) -> str:
        return f"Turn {self.turn}: {self.text}"


class LookBack(Struct, frozen=True):
    """The look back at one seat's game: choices that cost more than chance explains, in order. `judged`
    choices were checked; `unseen` could not be, because the hand is unknown."""

    turning_points: tuple[TurningPoint, ...]
    judged: int
    unseen: int
    unit: str = "point"
    is_forecast: bool = False
    """True if whole turns were compared by a forecast, so that nothing is certain."""

    @property
    def worst(self) -> TurningPoint | None:
        """The most costly choice."""
        return max(self.turning_points, key=lambda each: each.cost, default=None)

    @property
    def summary(self) -> str:
        """The result in a sentence or two."""
        unseen = ""
        if self.unseen:
            unseen = f" {_choices(self.unseen)} could not be judged: this computer does not know the hand."
        if not self.judged:
            return unseen.strip() or "There was no choice that a bot could judge."
        count = len(self.turning_points)
        cost = amount(sum(each.cost for each in self.turning_points), self.unit)
        if self.is_forecast:
            looked = f"Turns judged: {self.judged}. By a bot's forecast,"
            found = f"{count} of them cost {cost} in all" if count else "none of them cost anything"
        else:
            looked = f"Choices judged: {self.judged}."
            worse = "of them cost more than chance explains"
            found = f"{count} {worse}, {cost} in all" if count else f"None {worse}"
        return f"{looked} {found}.{unseen}"


class _Choice(Struct, frozen=True):
    at: int
    view: View
    action: Action
    turn: int


def look_back(
    game: GamePlayed, seat: Seat, progress: Callable[[int, int], None] = lambda done, of: None
) -> LookBack:
    """Check the choices of a seat; this takes seconds. `progress` gets the numbers of turns done and of all
    turns. The same game always gives the same result: a turn's place in the game seeds its playouts."""
    policy = strongest(game.entry)
    turns, unseen = _turns(game, seat)
    if not hasattr(policy, "judge"):
        return LookBack((), 0, 0)
    judging = cast("Judging", policy)
    found: list[TurningPoint] = []
    judged = 0
    for done, turn in enumerate(turns):
        progress(done, len(turns))
        choices = [(choice.view, choice.action) for choice in turn]
        for number, each in judging.judge(choices, Random(turn[0].at)):
            judged += 1
            choice, least = turn[number], CERTAIN * each.error if each.deals else FORECAST_LEAST
            if each.cost > max(LEAST, least) and each.best != choice.action:
                text = _text(game, choice, each, judging)
                found.append(TurningPoint(choice.at, each.cost, text, choice.turn))
    progress(len(turns), len(turns))
    return LookBack(tuple(found), judged, unseen, judging.unit, is_forecast=not judging.until)


def amount(cost: float, unit: str) -> str:
    """Return an amount such as "2.1 points"."""
    return f"{cost:.1f} {unit}s"


def _turns(game: GamePlayed, seat: Seat) -> tuple[list[list[_Choice]], int]:
    """Return a seat's choices, grouped by turn, and the number of choices that cannot be checked. A turn ends
    with another seat's move or a choice that cannot be checked. Choices taken back are left out."""
    turns: list[list[_Choice]] = []
    unseen, number, is_going_on, is_own = 0, 0, False, False
    for at, view, event in _moments(game, seat):
        number += event.seat == seat and not is_own
        is_own = event.seat == seat
        if event.seat != seat:
            is_going_on = False
        elif str(event.action) == TAKES_BACK:
            if is_going_on:
                turns[-1].pop()
                is_going_on = bool(turns[-1] or turns.pop())
        elif any(slot not in view.known for slot in _shown_hand(game, view, at)):
            unseen, is_going_on = unseen + 1, False
        elif is_going_on:
            turns[-1].append(_Choice(at, view, event.action, number))
        else:
            turns.append([_Choice(at, view, event.action, number)])
            is_going_on = True
    return turns, unseen


def _moments(game: GamePlayed, seat: Seat) -> Iterator[tuple[int, View, Moved]]:
    """Yield every move with the seat's view at the choice; for simultaneous choices, the view before all."""
    state = game.entry.rules.start(len(game.names), game.options)
    known: dict[Slot, Face] = {}
    asked: View | None = None
    for at, event in enumerate(game.events):
        if isinstance(event, Moved):
            asked = asked or View(state, seat, dict(known))
            yield at, asked, event
        if not isinstance(event, Moved) or len(choosers(state)) == 1:
            asked = None
        known.update({slot: game.faces[slot] for slot in shown_to(event, seat) if slot in game.faces})
        known.update(opened(event))
        state = state.after(event)


def _shown_hand(game: GamePlayed, view: View, at: int) -> set[Slot]:
    """Return the slots of the hand that the seat had been shown before event number `at`."""
    hand = set() if view.seat is None else set(view.state.hand(view.seat))
    if hand <= view.known.keys():
        return hand
    return hand & {slot for event in game.events[:at] for slot in shown_to(event, view.seat)}


def _text(game: GamePlayed, choice: _Choice, judged: JudgedChoice, judging: Judging) -> str:
    """Return the choice, a better one, and the difference, in words."""
    better, cost = _infinitive(game, choice.view, judged.best), amount(judged.cost, judging.unit)
    told = _told(game, choice.view, choice.action)
    what = told or f"“{game.entry.terminal.word(choice.view, choice.action)}”."
    if not judged.deals:
        return f"{what} By a bot's forecast it was better to {better} first: that turn is worth {cost} more."
    fit = f"{judged.deals} deals that fit what you knew, played on {judging.until}"
    return f"{what} On average over {fit}, it was {cost} better to {better}."


def _told(game: GamePlayed, view: View, action: Action) -> str:
    """Return a choice as the story tells it; "" if it tells nothing."""
    if view.seat is None:
        raise ValueError("a spectator has nothing to choose")
    event = Moved(view.seat, action)
    after = View(view.state.after(event), view.seat, {**view.known, **dict(opened(event))})
    return next(iter(game.entry.story(view, event, after, game.names)), "")


def _infinitive(game: GamePlayed, view: View, action: Action) -> str:
    """Return a choice after "to": "lead the king of hearts", without its result."""
    told = _told(game, view, action)
    if not told.startswith(YOU):
        return f"choose “{game.entry.terminal.word(view, action)}”"
    return told.removeprefix(YOU).partition(": ")[0].partition(", ")[0].removesuffix(".")


def _choices(number: int) -> str:
    return counted(number, "choice")
