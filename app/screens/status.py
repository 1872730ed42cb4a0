"""The status line of a table: the one thing to do or to wait for, and the result of a game."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from msgspec import Struct

from app.games.board import chosen_text
from app.games.narrator import Cast, counted, upper_first
from app.messages import SPECTATOR, RecordSaved, StepKind, Working
from rules.api import Outcome, Seat

WORK = {
    StepKind.COMMIT: "Making the deck ready",
    StepKind.OPEN: "Making the deck ready",
    StepKind.SPLIT: "Making the deck ready",
    StepKind.VOUCH: "Making the deck ready",
    StepKind.PART: "Making the deck ready again",
    StepKind.MIX: "Shuffling",
    StepKind.SHARES: "Dealing",
    StepKind.COIN: "Drawing a number together",
    StepKind.REVEAL: "Opening what everybody has chosen",
    StepKind.OVER: "Closing the table",
}


class Mood(StrEnum):
    """Kind of a status. The window shows an icon for each, so that words are not the only sign."""

    TURN = "turn"
    WAIT = "wait"
    WORK = "work"
    OVER = "over"
    STOPPED = "stopped"


class StatusLine(Struct, frozen=True):
    """The one thing to do or to wait for.

    `happened` is the last event or a plan's steps, `deck` the progress of shuffles, shares or checks, or who
    is missing; `clock` is the time of our move, and `is_late` warns. "" means that there is nothing to say.
    """

    mood: Mood
    text: str
    deck: str = ""
    happened: str = ""
    clock: str = ""
    is_late: bool = False


class Standing(Struct, frozen=True):
    """A line of the result."""

    rank: int
    name: str
    score: str


def planned_text(steps: int, brings: str = "") -> str:
    """Return the line about steps that nobody else has seen, and their gain; "" for none."""
    if not steps:
        return ""
    if brings:
        return f"So far only you see this: {brings}."
    return f"Only you see {'this step' if steps == 1 else f'these {steps} steps'} until you end your turn."


def sent_text(working: Working, names: tuple[str, ...]) -> str:
    """Return how far our choice has come: sent, or confirmed by whom."""
    if working.step is StepKind.CHOOSE and working.missing:
        return chosen_text(working.missing, names)
    if not working.unconfirmed:
        return "Your choice is on its way."
    return f"Waiting for {_those(working.unconfirmed, names)} to confirm."


def disputed_text(working: Working, names: tuple[str, ...]) -> str:
    """Return the players who confirm something other than we do: for a moment, or because a program is wrong
    or lies."""
    who = _those(working.disputed, names)
    verb = "has" if len(working.disputed) == 1 else "have"
    return f"{who} {verb} confirmed something different at this step. The game waits for an explanation."


def deck_text(working: Working, names: tuple[str, ...]) -> str:
    """Return the progress of shuffles and shares: what is done, how much is proven, who is awaited; "" at
    rest."""
    if working.step.is_for_people:
        return ""
    text = WORK[working.step]
    if working.entries:
        text += f": {working.checked} of {working.entries} checked"
    if working.missing:
        text += f", waiting for {_those(working.missing, names)}"
    return text


def saved_text(news: RecordSaved) -> str:
    """Return where the record was saved, or why it was not."""
    return news.problem or f"The record is saved as {news.path.name}."


def result_text(
    outcome: Outcome,
    names: tuple[str, ...],
    seat: int,
    *,
    is_ended: bool = False,
    forfeits: tuple[int, ...] = (),
) -> str:
    """Return who has won, or who was ahead if the game was ended early."""
    cast = Cast(names, None if seat == SPECTATOR else Seat(seat))
    first = [each for each, rank in enumerate(outcome.ranks) if rank == 1]
    won = upper_first(cast.do(first, "have won"))
    if forfeits:
        return f"{won}, as agreed: {cast.those(forfeits)} did not stay."
    if is_ended:
        verb = "were" if len(first) > 1 or first == [seat] else "was"
        ahead = "all were level" if len(first) == len(names) else f"{cast.those(first)} {verb} ahead"
        return f"The game was ended early; {ahead}."
    if len(first) == len(names) > 1:
        return "The game is over: it is a draw."
    return "The game is over. You have won!" if first == [seat] else f"The game is over. {won}."


def standings_of(
    outcome: Outcome, names: tuple[str, ...], score: Callable[[int], str]
) -> tuple[Standing, ...]:
    """Return the players by rank; `score` formats a score."""
    ranks, scores = outcome.ranks, outcome.scores
    return tuple(
        Standing(ranks[seat], names[seat], score(scores[seat]))
        for seat in sorted(range(len(ranks)), key=lambda seat: (ranks[seat], seat))
    )


def _those(seats: tuple[int, ...], names: tuple[str, ...]) -> str:
    if len(seats) > 2:
        return counted(len(seats), "player")
    return " and ".join(names[seat] for seat in seats)
