"""The statistics in words, for the window and the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from app.games.catalogue import catalogue, game_title
from app.games.narrator import counted, ordinal, upper_first
from app.records.statistics.sums import GameStatistics, LongEvening, PersonStatistics, Rivals, Statistics

NOTHING = "You have not finished a game yet. Your first one will be counted here."
SOURCE = "Every game was checked from its record. Unfinished games do not count."


def game_facts(each: GameStatistics) -> tuple[str, ...]:
    """Return the totals of one game, a line for each fact."""
    people = f" ({each.with_people} with people)" if each.with_people else ""
    lines = [f"{counted(each.played, 'game')} played{people}, {each.won} won"]
    if each.with_people and each.won_with_people != each.won:
        lines[0] += f" ({each.won_with_people} with people)"
    entry = catalogue().games.get(each.game)
    if entry is not None and (best := entry.score(each.best)):
        lines.append(f"Best result: {best}")
    lines += [f"{upper_first(name)}: {done} of {of}" for name, done, of in each.feats if of]
    if each.streak > 1:
        goes_on = ", still running" if each.now == each.streak else ""
        lines.append(f"Longest winning streak: {each.streak}{goes_on}")
    return tuple(lines)


def person_text(each: PersonStatistics) -> str:
    """Return the totals against one person as a line."""
    return f"{each.name}: {counted(each.games, 'game')} together, you won {each.ours}, they won {each.theirs}"


def evening_text(longest: LongEvening) -> str:
    """Return the longest evening as a line: date, number of games, length."""
    day = datetime.fromtimestamp(longest.begun_s)
    minutes = longest.lasted_s // 60
    spans = [counted(minutes // 60, "hour")] if minutes >= 60 else []
    spans += [counted(minutes % 60, "minute")] if minutes % 60 or not spans else []
    between = f", {' '.join(spans)} from the first to the last" if longest.games > 1 else ""
    games = counted(longest.games, "game")
    return f"Longest evening: {day.day} {day:%B %Y}, {games} with people{between}"


PLOT_KEY = "Each bar is a game, the oldest first. A higher bar is a better place; a full bar is a win."
"""Explanation of the plot."""


def plot_text(last: Sequence[tuple[int, int]]) -> str:
    """Return a plot in words: "The latest games, the oldest first: 1st of 4, 3rd of 4"."""
    return f"The latest games, the oldest first: {', '.join(f'{ordinal(rank)} of {of}' for rank, of in last)}"


def curve_text(evenings: Sequence[int]) -> str:
    """Return a curve in words: "Points per game by evening, the oldest first: 31, 28, 40"."""
    return f"Points per game by evening, the oldest first: {', '.join(map(str, evenings))}"


def rivals_text(rivals: Rivals) -> str:
    """Return the grid in words: "Games in which one came before the other: You before Toby 3, ..."."""
    pairs = (
        f"{one} before {other} {rivals.wins[a][b]}"
        for a, one in enumerate(rivals.names)
        for b, other in enumerate(rivals.names)
        if a != b
    )
    return f"Games in which one came before the other: {', '.join(pairs)}"


BIDS_KEY = "Rounds by your bid (left) and the ticks you took (above). A frame means that you made your bid."


def bids_text(bids: Sequence[Sequence[int]]) -> str:
    """Return the bids in words: "Rounds by your bid and the ticks you took. 0 bid, 0 taken: 4, ..."."""
    rounds = (
        f"{bid} bid, {taken} taken: {times}"
        for bid, row in enumerate(bids)
        for taken, times in enumerate(row)
        if times
    )
    return f"Rounds by your bid and the ticks you took. {', '.join(rounds)}"


def unproven_text(games: int) -> str:
    """Return the number of records that failed the check, in a sentence; "" for none."""
    if not games:
        return ""
    if games == 1:
        return "One game does not count: its record failed the check."
    return f"{games} games do not count: their records failed the check."


def progress_text(done: int, of: int) -> str:
    """Return the progress of the check; "" when no check runs."""
    return f"Checking new games: {done} of {of}" if done < of else ""


def statistics_lines(sums: Statistics) -> list[str]:
    """Return everything as lines for a terminal."""
    if not sums.games and not sums.unproven:
        return [NOTHING]
    lines: list[str] = []
    for each in sums.games:
        lines += [game_title(each.game), *(f"  {fact}" for fact in game_facts(each))]
    if sums.people:
        lines += ["With whom", *(f"  {person_text(each)}" for each in sums.people)]
    if sums.longest is not None:
        lines.append(evening_text(sums.longest))
    return [*lines, *filter(None, (unproven_text(sums.unproven),)), SOURCE]
