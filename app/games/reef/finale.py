"""The end of a game of Reef Encounter: its reason, the last turns, skipped players, and the sums."""

from __future__ import annotations

from app.games.narrator import Cast, capitalise_you, counted, listed, result_lines, sentence
from app.games.reef.sheet import sum_words, tie_words, tied_seats, values_words
from rules.api import Event, Moved
from rules.reef import actions as a
from rules.reef.pieces.facts import COLOUR_NAMES
from rules.reef.pieces.position import End, Position, ReefPhase
from rules.reef.steps.eating import smallest_last
from rules.reef.steps.ending import outcome, scores


def end_lines(was: Position, event: Event, now: Position, cast: Cast) -> tuple[str, ...]:
    """Return the lines when the turns end, and when the game is over; () otherwise."""
    lines: list[str] = []
    if now.end not in (End.NOT, was.end):
        lines.append(_why(was, event, now, cast))
        if now.end in (End.LOCKED, End.SHRIMPS):
            lines += _final_round(now, cast)
    result = outcome(now)
    if result is not None and was.phase != ReefPhase.OVER:
        if was.phase > ReefPhase.SHUFFLE:
            lines += _sums(now, cast)
        lines += result_lines(result, cast, "point")
    return tuple(lines)


def _why(was: Position, event: Event, now: Position, cast: Cast) -> str:
    match now.end:
        case End.LOCKED:
            return "All ten coral tiles are locked: there are no more turns."
        case End.SHRIMPS:
            return sentence(cast.does(now.ender, "have eaten with all four shrimps: there are no more turns"))
        case End.CLOSED:
            return "No tile can be laid anywhere any more: the game is over, without a final round."
        case End.SUPPLY:
            return f"{_missing(was, event)}: the game is over, without a final round."
        case _:
            return "The game is over: fewer than two players are left."


def _missing(was: Position, event: Event) -> str:
    """Return a clause that names what ran out: cubes for the collected space, or tiles for the open sea."""
    if isinstance(event, Moved) and isinstance(event.action, a.Collect):
        space = event.action.space
        if not was.supply.cubes[space]:
            return f"No {COLOUR_NAMES[space]} cube is left for the {COLOUR_NAMES[space]} space"
    return "The bag does not hold enough tiles for the open sea"


def _final_round(now: Position, cast: Cast) -> tuple[str, ...]:
    """Return the players who may eat one more coral, and the reasons why others may not."""
    seats, least = now.rules.seats, smallest_last(now.rules)
    others = [(now.ender + at) % seats for at in range(1, seats)]
    lines = ["Nobody else can eat one more coral."]
    if now.finals:
        who = listed([cast.who(seat) for seat in now.finals])
        lines = [sentence(who, f"may eat one more coral, of at least {least} tiles")]
    for seat in others:
        player = now.players[seat]
        if player.gone or seat in now.finals:
            continue
        lines.append(
            sentence(f"{cast.does(seat, 'are')} skipped, guarding no coral of {least} tiles or more")
        )
    return tuple(lines)


def _sums(now: Position, cast: Cast) -> tuple[str, ...]:
    """Return tiles times value for everybody, and what breaks ties."""
    lines = [f"A tile is worth: {values_words(now)}."]
    for seat, player in enumerate(now.players):
        closed = ", the start tile staying closed" if player.start >= 0 else ""
        lines.append(capitalise_you(f"{cast.whose(seat)} parrotfish: {sum_words(now, seat)}{closed}."))
    for tied in tied_seats(now):
        words = [tie_words(now, seat) for seat in tied]
        needed = next((n for n in range(1, 5) if len({each[:n] for each in words}) == len(words)), 4)
        has = [
            f"{cast.does(seat, 'have')} {', '.join(each[:needed])}"
            for seat, each in zip(tied, words, strict=True)
        ]
        lines.append(f"Tied on {counted(scores(now)[tied[0]], 'point')}: {'; '.join(has)}.")
    return tuple(lines)
