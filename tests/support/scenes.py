"""Golden files of tables: scenes as text, and the words of every choice, in a few notable positions.

    python -m tests.support.scenes KEY...

rewrites `tests/data/scenes/KEY.txt`. A change in it is a change of what players see and hear in the
window, the terminal and the screen reader: read it before it goes in.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from msgspec.structs import fields

from app.bots.api import AnyMove
from app.games.catalogue import catalogue
from app.games.scene import (
    NOWHERE,
    Chip,
    Closed,
    Description,
    Die,
    Look,
    Open,
    OwnLook,
    Piece,
    Plate,
    Scene,
    Stack,
    Zone,
)
from rules.api import Game, View
from rules.driver import LocalTable
from tests.support.golden import CHOOSERS, DATA

NAMES = ("Lisa", "Ada", "Stephen", "Bo", "Cleo", "Dag", "Eva", "Finn", "Gro", "Hal")


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game by a fixed seed, seen after `at` moves by the player on turn, or by a spectator."""

    seats: int
    at: tuple[int, ...]
    seed: int = 3
    options: dict[str, str] = field(default_factory=dict)
    is_watched: bool = False


SITTINGS: dict[str, tuple[Sitting, ...]] = {
    "plump": (
        Sitting(4, (2, 9, 40)),
        Sitting(2, (17,), options={"length": "short"}, is_watched=True),
        Sitting(3, (9999,), options={"length": "short"}),
    ),
    "matriculation": (
        Sitting(2, (0, 20)),
        Sitting(4, (71,), is_watched=True),
        Sitting(3, (90, 9999), seed=5, options={"ogre": "per_term"}),
    ),
    "reef": (
        Sitting(2, (0, 3, 60)),
        Sitting(3, (70,), is_watched=True, options={"counts": "hidden"}),
        Sitting(2, (9999,), seed=5),
    ),
    "cahoots": (Sitting(4, (0, 9, 60)), Sitting(3, (200,), is_watched=True), Sitting(2, (9999,))),
    "kings": (
        Sitting(4, (0, 7, 101)),
        Sitting(4, (139,), seed=5, is_watched=True),
        Sitting(4, (9999,), seed=8),
    ),
}


@dataclass(frozen=True, slots=True)
class Posed:
    """A position with a line that names it, and its table described."""

    head: str
    view: View
    names: tuple[str, ...]
    told: Description

    @property
    def scene(self) -> Scene:
        """The table as the viewer sees it."""
        return self.told.scene(self.view, self.names)


def path(key: str) -> Path:
    """The path of a game's golden file."""
    return DATA / "scenes" / f"{key}.txt"


@cache
def positions(key: str) -> tuple[Posed, ...]:
    """The notable positions of a game."""
    return tuple(_positions(key))


def _positions(key: str) -> Iterator[Posed]:
    entry = catalogue().named(key)
    for sitting in SITTINGS[key]:
        options, rng = entry.rules.checked_options(sitting.seats, sitting.options), Random(sitting.seed)
        table = LocalTable(entry.rules.start(sitting.seats, options), sitting.seats, rng)
        moves, choose = 0, CHOOSERS.get(key, AnyMove().choose)
        for wanted in sitting.at:
            while moves < wanted and table.turn is not None:
                table.play(choose(table.view(table.turn), rng))
                moves += 1
            seat = None if sitting.is_watched else table.turn
            chosen = ",".join(f"{name}={value}" for name, value in sitting.options.items()) or "-"
            head = (
                f"{key} {sitting.seats} {chosen} seed={sitting.seed}: after {moves} moves, "
                f"for {'a spectator' if seat is None else NAMES[seat]}"
            )
            yield Posed(head, table.view(seat), NAMES[: sitting.seats], entry.description)


def golden(key: str) -> str:
    """The scenes of a game today."""
    game = catalogue().named(key).rules
    return "\n".join(
        line
        for each in positions(key)
        for line in (f"# {each.head}", *scene_lines(game, each.scene), *choice_lines(each), "")
    )


def scene_lines(game: Game, scene: Scene) -> Iterator[str]:
    """Everything that a scene says, without the empty parts."""
    yield f"status: {scene.status}"
    yield f"title: {scene.title} | {scene.note}"
    for plate in scene.plates:
        yield " ".join(_plate(game, plate))
    for zone in scene.zones:
        yield " ".join(_zone(zone))
        yield from (f"  told {line!r}" for line in zone.told)
        for head, pieces in (("", zone.pieces), ("below ", zone.below)):
            for piece in pieces:
                if piece != Piece(NOWHERE, ""):
                    yield f"  {head}{' '.join(_piece(game, piece))}"


def choice_lines(posed: Posed) -> Iterator[str]:
    """The words of every legal action, and how it is pressed."""
    for action in posed.view.actions():
        said = posed.told.say(posed.view, action, posed.names)
        routes = " or ".join(" > ".join(route) for route in posed.told.picks(posed.view, action))
        typed = f"{said.under}: {said.typed}" if said.under else said.typed
        yield f"choice {said.do} | {typed} | {routes}"


def _plate(game: Game, plate: Plate) -> Iterator[str]:
    yield f"plate {plate.seat} {plate.name}:"
    yield ", ".join(f"{figure.label}={figure.value} ({figure})" for figure in plate.figures)
    yield from _filled(
        look=_look(game, plate.look),
        doing=plate.doing,
        held=plate.held,
        badge=plate.badge,
        signs=", ".join(plate.signs),
    )


def _zone(zone: Zone) -> Iterator[str]:
    yield f"{zone.kind} {zone.key!r} {zone.title!r}"
    yield from _filled(
        seat="" if zone.seat is None else str(zone.seat),
        short=zone.short,
        note=zone.note,
        columns=zone.columns,
        count=zone.count,
    )


def _piece(game: Game, piece: Piece) -> Iterator[str]:
    yield f"{piece.at or '-'} {piece.name!r} {piece.short}".rstrip()
    yield from _filled(
        look=_look(game, piece.look),
        seat="" if piece.seat is None else str(piece.seat),
        tag=piece.tag,
        about=piece.about,
        signs=", ".join(piece.signs),
        why="" if piece.why is None else str(piece.why),
        quiet=piece.is_quiet,
    )


def _look(game: Game, look: Look) -> str:
    match look:
        case Open():
            return game.face_text(look.face)
        case Stack():
            return "+".join(map(game.face_text, look.faces)) or "no cards"
        case Die():
            return f"{look.value} of {look.sides}"
        case Chip():
            return f"chip of {look.seat} {look.text!r}"
        case OwnLook():
            return _own_look(look)
    return "closed" if isinstance(look, Closed) else ""


def _own_look(look: OwnLook) -> str:
    """The values of a game's own look that differ from their defaults."""
    values = ((field, getattr(look, field.name)) for field in fields(look))
    parts = (f"{field.name}={value}" for field, value in values if value != field.default)
    return " ".join((type(look).__name__, *parts))


def _filled(**parts: str | int) -> Iterator[str]:
    return (f"{name}={part!r}" for name, part in parts.items() if part)


if __name__ == "__main__":
    for wanted in sys.argv[1:]:
        content = golden(wanted)
        path(wanted).parent.mkdir(parents=True, exist_ok=True)
        path(wanted).write_text(content, encoding="utf-8")
        print(path(wanted).relative_to(DATA.parent.parent), len(content.splitlines()), "lines")
