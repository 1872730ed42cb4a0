"""The lines of a script (`rules/reef/FORMAT.md`), parsed without the rules: the set-up, then the actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import replace

from rules.api import Seat
from rules.errors import BadOptions, BadText
from rules.reef import actions as a
from rules.reef.notation import parse_action, parse_colour
from rules.reef.pieces.facts import COLOURS, FIRST_SEA, UNKNOWN
from rules.reef.state import ReefState
from rules.reef.text import read_position

LONGEST = 500_000
"""Maximum number of characters of a script."""


class Play(Struct, frozen=True):
    """One action line: its number, text, seat and action, and the tiles drawn after the action. `pays` is
    False for a cylinder if the line does not name the payment."""

    line: int
    text: str
    seat: Seat
    action: a.ReefAction
    draws: tuple[int, ...] = ()
    pays: bool = True


@dataclass
class Script:
    """Contents of a script. Colours are numbers, `UNKNOWN` for `?`."""

    seats: int = 2
    options: dict[str, str] = field(default_factory=dict)
    boards: tuple[str, ...] = ()
    side: int = 0
    space: int = 0
    first: int = 0
    sea: tuple[int, ...] = ()
    hands: dict[int, tuple[int, ...]] = field(default_factory=dict)
    fish: dict[int, int] = field(default_factory=dict)
    cubes: dict[int, tuple[int, int]] = field(default_factory=dict)
    position: ReefState | None = None
    plays: list[Play] = field(default_factory=list)


def read_script(text: str) -> Script:
    """Read a whole script; raises `BadText` that names the line."""
    if len(text) > LONGEST:
        raise BadText(f"a script has at most {LONGEST} characters")
    lines = text.splitlines()
    script = Script()
    number = 0
    while number < len(lines):
        line = lines[number].partition("#")[0].strip()
        number += 1
        try:
            if line == "position":
                end = lines.index("end", number)
                script.position = ReefState(read_position("\n".join(lines[number:end])))
                number = end + 1
            elif line:
                _read_line(script, line, number)
        except (BadText, BadOptions, ValueError) as why:
            raise BadText(f"line {number}: {why}") from None
    if script.first >= script.seats:
        raise BadText(f"there is no seat {script.first} to start")
    return script


def _read_line(script: Script, line: str, number: int) -> None:
    word, *rest = line.split()
    if word.isdecimal():
        pays = rest[:1] != ["alga"] or "pay" in rest
        said = rest if pays else [*rest, "pay", COLOURS[0]]
        script.plays.append(Play(number, line, Seat(_seat(word)), parse_action(" ".join(said)), pays=pays))
    elif word == "draw":
        if not script.plays or script.plays[-1].draws or len(rest) != 1:
            raise BadText("put a draw after its collect: draw WY?")
        script.plays[-1] = replace(script.plays[-1], draws=_colours(rest[0]))
    elif word in _SET_UP and not script.plays:
        form, read = _SET_UP[word]
        most = len(form.split())
        if not most - form.count("[") <= len(rest) <= most:
            raise BadText(f"write it so: {word} {form}")
        read(script, rest)
    else:
        raise BadText(f"{line!r} is neither set-up nor an action such as `0 cube W`")


def _read_seats(script: Script, words: list[str]) -> None:
    if words[0] not in ("2", "3", "4"):
        raise BadText("Reef Encounter is for 2 to 4 seats")
    script.seats = int(words[0])


def _read_option(script: Script, words: list[str]) -> None:
    script.options[words[0]] = words[1]


def _read_boards(script: Script, words: list[str]) -> None:
    script.boards = tuple(words)


def _read_side(script: Script, words: list[str]) -> None:
    if words[0] not in ("A", "B"):
        raise BadText("a coral tile shows neither side A nor side B")
    script.side = "AB".index(words[0])


def _read_space(script: Script, words: list[str]) -> None:
    script.space = parse_colour(words[0])


def _read_first(script: Script, words: list[str]) -> None:
    script.first = _seat(words[0])


def _read_sea(script: Script, words: list[str]) -> None:
    if tuple(map(len, words)) != FIRST_SEA:
        raise BadText(
            "the open sea has 3, 3, 3, 2 and 1 tiles clockwise from the first space: sea WWY PG? O?? ?? W"
        )
    script.sea = _colours("".join(words))


def _read_hand(script: Script, words: list[str]) -> None:
    script.hands[_seat(words[0])] = _colours(words[1])


def _read_fish(script: Script, words: list[str]) -> None:
    script.fish[_seat(words[0])] = parse_colour(words[1])


def _read_cubes(script: Script, words: list[str]) -> None:
    colours = sorted(_colours(words[1]))
    if len(colours) != 2 or UNKNOWN in colours:
        raise BadText("a seat takes two cubes: cubes 0 WY")
    script.cubes[_seat(words[0])] = (colours[0], colours[1])


def _read_game(script: Script, words: list[str]) -> None:
    del script
    if words != ["reef", "1"]:
        raise BadText("the script does not begin with the line `game reef 1`")


_SET_UP: dict[str, tuple[str, Callable[[Script, list[str]], None]]] = {
    "game": ("reef 1", _read_game),
    "seats": ("NUMBER", _read_seats),
    "option": ("NAME VALUE", _read_option),
    "boards": ("BOARD BOARD [BOARD] [BOARD]", _read_boards),
    "side": ("A-OR-B", _read_side),
    "space": ("COLOUR", _read_space),
    "first": ("SEAT", _read_first),
    "sea": ("WWY PG? O?? ?? W", _read_sea),
    "hand": ("SEAT TILES", _read_hand),
    "fish": ("SEAT COLOUR", _read_fish),
    "cubes": ("SEAT COLOURS", _read_cubes),
}


def _seat(word: str) -> int:
    if word not in ("0", "1", "2", "3"):
        raise BadText(f"{word!r} is not a seat 0 to 3")
    return int(word)


def _colours(word: str) -> tuple[int, ...]:
    return tuple(UNKNOWN if sign == "?" else parse_colour(sign) for sign in word)
