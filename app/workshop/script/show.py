"""A script's result, as text for people and as a JSON value for programs (`rules/reef/FORMAT.md`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from app.workshop.script.script import ScriptResult, Stop, TurnEnd
from rules.reef.pieces.boards import SPACES, space_text
from rules.reef.pieces.facts import ALGAE, COLOURS, LARGE, NONE, TOP
from rules.reef.pieces.player import ReefPlayer
from rules.reef.pieces.position import Position
from rules.reef.steps.ending import outcome
from rules.reef.text import KINDS, position_text

Json: TypeAlias = Mapping[str, "Json"] | Sequence["Json"] | str | int | bool | None


def result_text(result: ScriptResult) -> str:
    """Return every position under a heading, then the line at which the script stopped, if it did."""
    parts = [turn_text(end) for end in result.positions]
    if result.stop is not None:
        parts.append(stop_text(result.stop))
    return "\n\n".join(parts) + "\n"


def turn_text(end: TurnEnd) -> str:
    """Return a heading and the position's text, then the start tiles that the script has named."""
    title = "after the set-up" if not end.line else f"after line {end.line}, turn {end.turn}, seat {end.seat}"
    lines = [f"== {title} ==", position_text(end.state.position)]
    lines += [f"holds {seat} {tiles}" for seat, tiles in enumerate(end.start_tiles) if tiles]
    result = outcome(end.state.position)
    if result is not None:
        lines.append(f"scores {' '.join(map(str, result.scores))} ranks {' '.join(map(str, result.ranks))}")
    return "\n".join(lines)


def stop_text(stop: Stop) -> str:
    """Return the illegal line's number, its rule, and the reason."""
    return f"line {stop.line} is illegal by {stop.rule} ({stop.reason}): {stop.text}\n  {stop.why}"


def result_json(result: ScriptResult) -> Json:
    """Return the result for JSON."""
    stop = result.stop
    return {
        "positions": [turn_json(end) for end in result.positions],
        "stop": None if stop is None else {
            "line": stop.line, "text": stop.text, "rule": stop.rule, "reason": stop.reason, "why": stop.why,
        },
    }  # fmt: skip


def turn_json(end: TurnEnd) -> Json:
    """Return everything about one position for JSON."""
    p = end.state.position
    result = outcome(p)
    return {
        "turn": end.turn,
        "line": end.line,
        "seat": end.seat,
        "waits": p.phase.name.lower(),
        "to_move": p.seat,
        "end": p.end.name.lower(),
        "rocks": [_rock(p, rock) for rock in range(len(p.ground.names))],
        "coral_tiles": [_coral_tile(p, k) for k in range(10)],
        "values": dict(zip(COLOURS, p.sea.values(), strict=True)),
        "alga_space": None if p.sea.alga == NONE else ALGAE[p.sea.alga],
        "cylinders": dict(zip(ALGAE, p.sea.algae_left, strict=True)),
        "cubes": dict(zip(COLOURS, p.supply.cubes, strict=True)),
        "reserve": dict(zip(COLOURS, p.supply.reserve, strict=True)),
        "bag": p.supply.in_bag(),
        "open_sea": {
            COLOURS[at]: {"tiles": _letters(p.sea.row(at)), "cube": bool(p.sea.cubes[at])} for at in range(5)
        },
        "seats": [_seat(player, tiles) for player, tiles in zip(p.players, end.start_tiles, strict=True)],
        "scores": None if result is None else list(result.scores),
        "ranks": None if result is None else list(result.ranks),
    }


def _rock(p: Position, rock: int) -> Json:
    spaces = range(rock * SPACES, (rock + 1) * SPACES)
    return {
        "board": p.ground.names[rock],
        "tiles": {space_text(at)[2:]: COLOURS[p.rocks.tile[at]] for at in spaces if p.rocks.tile[at] >= 0},
        "shrimps": {space_text(at)[2:]: p.rocks.shrimp[at] for at in spaces if p.rocks.shrimp[at] >= 0},
    }


def _coral_tile(p: Position, k: int) -> Json:
    side, lock = p.sea.side[k], p.sea.lock[k]
    return {
        "tile": k + 1,
        "strong": COLOURS[TOP[side][k]],
        "weak": COLOURS[TOP[1 - side][k]],
        "large": ALGAE[LARGE[side][k]],
        "lock": None if lock == NONE else ALGAE[lock],
    }


def _seat(player: ReefPlayer, start_tiles: str) -> Json:
    return {
        "screen": _letters(player.hand) + start_tiles,
        "cubes": _letters(player.cubes),
        "front": _letters(player.front),
        "fish": _letters(player.fish) + ("?" if player.start != NONE else ""),
        "shrimps": player.home,
        "eaten": player.eaten,
        "gone": player.gone,
    }


def _letters(counts: list[int]) -> str:
    return "".join(kind * count for kind, count in zip(KINDS, counts, strict=True))
