"""The words of a game whose author has written none: its canonical texts are enough to play by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.games.narrator import cast_of, counted, left_line, result_lines, sentence
from rules.api import Arrange, Event, Game, Left, Moved, Seat, State, View

if TYPE_CHECKING:
    from app.games.scene import Say


def plain_narrator(
    say: Say, before: View, event: Event, after: View, names: Sequence[str]
) -> tuple[str, ...]:
    """Tell the story: every move in the words of its action, who left, and at the end the ranks."""
    cast, outcome = cast_of(after, names), after.state.outcome()
    lines: tuple[str, ...] = ()
    if isinstance(event, Moved):
        mover = View(before.state, event.seat, before.known)
        lines = (sentence(cast.does(event.seat, say(mover, event.action, names).verb)),)
    elif isinstance(event, Left):
        lines = (left_line(event, cast),)
    elif isinstance(need := before.state.needs[0], Arrange):
        lines = (sentence(cast.does(need.seat, "lay cards in an order that nobody else sees")),)
    if outcome is None or before.state.outcome() is not None:
        return lines
    return (*lines, "The game is over.", *result_lines(outcome, cast))


def plain_blurb(game: Game) -> str:
    """Return a sentence about a game whose author has written none."""
    return f"{game.title}, with nothing but its rules."


def plain_help(game: Game) -> str:
    """Return the rules page in Markdown: players and options; how it is played is unknown."""
    lines = [
        f"# {game.title}",
        "",
        "This game came without a page of rules. While you play, you are offered only what its rules allow.",
        "",
        "## Players",
        "",
        f"{players_text(game.seats)}.",
    ]
    if game.options:
        lines += ["", "## Options of a table", ""]
        lines += [
            f"- **{option.title}** ({', '.join(map(option.worded, option.choices))}; usually "
            f"{option.worded(option.default)}): {option.about}"
            for option in game.options
        ]
    return "\n".join([*lines, ""])


def option_text(game: Game | None, key: str, choice: str) -> str:
    """Return an option's choice at a table; the bare words for an unknown game or option."""
    option = next((each for each in game.options if each.key == key), None) if game else None
    return f"{key}: {choice}" if option is None else f"{option.title}: {option.worded(choice)}"


def players_text(seats: range) -> str:
    """Return the number of players in words: "2 to 10 players"."""
    return f"{seats[0]} players" if len(seats) == 1 else f"{seats[0]} to {seats[-1]} players"


def score_text(score: int, unit: str) -> str:
    """Return a score with its unit: "31 points", "1 card"; "" without a unit."""
    return counted(score, unit, none="0") if unit else ""


def plain_result(
    game: Game,
    state: State,
    names: Sequence[str],
    unit: str = "point",
    *,
    is_ended: bool = False,
    forfeits: Sequence[int] = (),
) -> str:
    """Return ranks and scores, a line each; or that the game is not over. `unit` is what a score counts. A
    game that `is_ended` early is scored as it stands; `forfeits` left it and are ranked last."""
    outcome = state.standing() if is_ended else state.outcome()
    if outcome is None:
        return f"The game of {game.title} is not over."
    outcome = outcome.behind(forfeits)
    order = sorted(range(len(names)), key=lambda seat: (outcome.ranks[seat], seat))
    lines = ["Ended early; it stood like this:"] if is_ended else []
    if forfeits:
        lines = ["Ended early. Players who did not stay come last, as agreed:"]
    for seat in order:
        score = score_text(outcome.scores[seat], unit)
        lines.append(f"{outcome.ranks[seat]}. {names[seat]}{f', {score}' if score else ''}")
    return "\n".join(lines)


def no_tally(_view: View) -> tuple[str, ...]:
    """Return nothing: no count before the end."""
    return ()


def no_gain(_view: View, _event: Moved) -> bool:
    """False: the game has no moves that win something."""
    return False


def none_counted(_state: State, _seat: Seat) -> tuple[()]:
    """Return nothing: no feats or bids are counted."""
    return ()
