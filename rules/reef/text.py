"""The canonical text of a position, with its readers (FORMAT.md describes it).

One line per subject, the rocks drawn as rows: `W-` a white tile, `W0` one with a shrimp of seat 0, `#-` bare
rock, `*-` the bare growth space, `#1` a shrimp on bare rock, `--` sand. `parse_position` refuses a text
unless writing the position again gives the same text: so every position has exactly one.
"""

from __future__ import annotations

from rules.api import Show
from rules.errors import BadText
from rules.reef.pieces.boards import COLUMNS, ROWS, SPACES, Ground, ground_of
from rules.reef.pieces.facts import ALGAE, BARE, BOARDS, COLOURS, NOBODY, NONE, SAND, SHRIMPS_OF_A_SEAT, WIDTH
from rules.reef.pieces.player import ReefPlayer
from rules.reef.pieces.position import End, Position, ReefPhase, Rules
from rules.reef.pieces.rocks import Rocks
from rules.reef.steps import flow
from rules.text import numbers_text, parse_number, parse_numbers, parse_slots, slots_text

KINDS = COLOURS + "?"
"""Letters of the `WIDTH` columns of the counts; `?` only in scripts."""
_HEADS = ("game", "waits", "turn", "flags", "laying", "corals", "algae", "supply", "sea")
_FLAGS = {"ate": "course", "acted": "course", "introduced": "course", "locked": "course", "tipped": "supply"}
"""Flags in the order of the text, each with its part of the position."""
_NUMBERS = {
    "step": "course", "first": "", "first_space": "", "laid_cubes": "course", "behind": "course",
    "moved": "course", "undone": "course", "deck": "supply", "deck_end": "supply", "ender": "",
}  # fmt: skip
"""Numbers in the order of the text, each with its part of the position; "" is the position itself."""


# -- writing --------------------------------------------------------------------------------


def position_lines(position: Position) -> list[str]:
    """The lines of the text."""
    p = position
    yes = {True: "yes", False: "no"}
    lines = [
        f"game seats={p.rules.seats} by_size={yes[p.rules.by_size]} house={yes[p.rules.house]}"
        f" growth={yes[p.rules.growth]} counts={yes[p.rules.counts]}",
        f"waits {p.phase.name.lower()} seat={p.seat} end={p.end.name.lower()} finals={numbers_text(p.finals)}"
        f" gone={numbers_text([seat for seat, player in enumerate(p.players) if player.gone])}",
        "turn "
        + " ".join(f"{name}={_number(getattr(_part(p, part), name))}" for name, part in _NUMBERS.items()),
        f"flags {','.join(name for name, part in _FLAGS.items() if getattr(_part(p, part), name)) or '-'}",
        f"laying {_letter(p.course.laying)} fetch={_letter(p.course.fetch)} queue={_letters(p.course.queue)}"
        f" opening={_letters(p.course.opening)}",
        "corals " + " ".join(_coral_tile(p, k) for k in range(10)),
        f"algae space={_letter(p.sea.alga, ALGAE)} left={_counted(p.sea.algae_left, ALGAE)}",
        f"supply cubes={_counted(p.supply.cubes)} reserve={_counted(p.supply.reserve)}"
        f" pool={_counted(p.supply.pool)}",
        "sea " + " ".join(f"{COLOURS[at]}={_sea_space(p, at)}" for at in range(5)),
    ]
    lines += [_seat_line(p, seat) for seat in range(p.rules.seats)]
    for rock, name in enumerate(p.ground.names):
        lines.append(f"rock {rock} {name}")
        lines += _rock_rows(p, rock)
    return lines


def position_text(position: Position) -> str:
    """The canonical text, lines joined."""
    return "\n".join(position_lines(position))


def _part(p: Position, part: str) -> object:
    """The part of a position with that name, or the position itself."""
    return getattr(p, part) if part else p


def _seat_line(p: Position, seat: int) -> str:
    player = p.players[seat]
    return (
        f"seat {seat} screen={_counted(player.hand)} start={slots_text(player.secret)}"
        f" cubes={_counted(player.cubes)} front={_counted(player.front)}"
        f" fish={_counted(player.fish)} hidden={_number(player.start)}"
        f" shrimps={player.home} eaten={player.eaten}"
    )


def _rock_rows(p: Position, rock: int) -> list[str]:
    ground, base = p.ground, rock * SPACES
    cells = []
    for at in range(base, base + SPACES):
        tile, shrimp = p.rocks.tile[at], p.rocks.shrimp[at]
        sign = COLOURS[tile] if tile >= 0 else _bare_sign(ground, at)
        cells.append(sign + ("-" if shrimp == NOBODY else str(shrimp)))
    width = len(COLUMNS)
    return [f"{row + 1} " + " ".join(cells[row * width : row * width + width]) for row in range(ROWS)]


def _bare_sign(ground: Ground, at: int) -> str:
    if not ground.is_rock[at]:
        return "-"
    return "*" if at in ground.growths else "#"


def _sea_space(p: Position, at: int) -> str:
    return _counted(p.sea.row(at)) + ("+cube" if p.sea.cubes[at] else "")


def _coral_tile(p: Position, k: int) -> str:
    return f"{k + 1}{'AB'[p.sea.side[k]]}{'' if p.sea.lock[k] == NONE else ALGAE[p.sea.lock[k]]}"


def _counted(counts: list[int], letters: str = KINDS) -> str:
    return "".join(f"{letters[i]}{count}" for i, count in enumerate(counts) if count) or "-"


def _letter(number: int, letters: str = COLOURS) -> str:
    return "-" if number == NONE else letters[number]


def _letters(numbers: tuple[int, ...]) -> str:
    return "".join(COLOURS[number] for number in numbers) or "-"


def _number(number: int) -> str:
    return "-" if number == NONE else str(number)


# -- reading --------------------------------------------------------------------------------


def parse_position(text: str) -> Position:
    """The position with that canonical text; raises `BadText`."""
    position = read_position(text)
    if position_text(position) != text:
        raise BadText("this is not the canonical spelling of a position of Reef Encounter")
    return position


def read_position(text: str) -> Position:
    """The position that a person wrote, counts in any order (`O1W2` for `W2O1`); raises `BadText`."""
    if len(text) > 10_000:
        raise BadText("no position of Reef Encounter is that long")
    try:
        position = _parse(text.split("\n"))
        position.packed()  # every number fits
    except (ValueError, IndexError, KeyError) as why:
        raise BadText(f"not a position of Reef Encounter: {why}") from None
    return position


def _parse(lines: list[str]) -> Position:
    for line, head in zip(lines, _HEADS, strict=False):
        if line.split(" ")[0] != head:
            raise BadText(f"a line of the position does not begin with {head!r}, not {line[:20]!r}")
    game = _fields(lines[0], "game")
    seats = _small(game["seats"], 4)
    if seats < 2:
        raise BadText(f"not for {seats} seats")
    words = {"yes": True, "no": False}
    by_size, house, growth, counts = (words[game[key]] for key in ("by_size", "house", "growth", "counts"))
    p = Position(Rules(seats=seats, by_size=by_size, house=house, growth=growth, counts=counts))
    _parse_waits(p, lines[1])
    for name, value in _fields(lines[2], "turn").items():
        if name not in _NUMBERS:
            raise BadText(f"unknown number {name!r}")
        setattr(_part(p, _NUMBERS[name]), name, NONE if value == "-" else _small(value, 200))
    for name, part in _FLAGS.items():
        setattr(_part(p, part), name, name in lines[3].removeprefix("flags ").split(","))
    _parse_laying(p, lines[4])
    for k, word in enumerate(lines[5].split(" ")[1:]):
        digits = len(str(k + 1))
        p.sea.side[k] = "AB".index(word[digits : digits + 1])
        p.sea.lock[k] = _index(word[digits + 1 :] or "-", ALGAE)
    algae = _fields(lines[6], "algae")
    p.sea.alga, p.sea.algae_left = _index(algae["space"], ALGAE), _counts(algae["left"], ALGAE)
    supply = _fields(lines[7], "supply")
    p.supply.cubes, p.supply.reserve, p.supply.pool = (
        _counts(supply[key], COLOURS) for key in ("cubes", "reserve", "pool")
    )
    for colour, value in _fields(lines[8], "sea").items():
        at = COLOURS.index(colour)
        p.sea.tiles[at * WIDTH : at * WIDTH + WIDTH] = _counts(value.removesuffix("+cube"), KINDS)
        p.sea.cubes[at] = int(value.endswith("+cube"))
    for seat, player in enumerate(p.players):
        _parse_seat(player, lines[9 + seat].removeprefix(f"seat {seat} "))
    _parse_rocks(p, lines[9 + seats :])
    p.sea.rank_beats()
    _check_whole(p)
    return p


def _parse_waits(p: Position, line: str) -> None:
    _, _, rest = line.partition("waits ")
    phase, _, rest = rest.partition(" ")
    waits = _fields(f"waits {rest}", "waits")
    p.phase, p.end = ReefPhase[phase.upper()], End[waits["end"].upper()]
    p.seat = _small(waits["seat"], p.rules.seats - 1)
    p.finals = tuple(parse_numbers(waits["finals"]))
    gone = parse_numbers(waits["gone"])
    for seat, player in enumerate(p.players):
        player.gone = seat in gone


def _parse_laying(p: Position, line: str) -> None:
    _, letter, *rest = line.split(" ")
    fields = _fields(" ".join(("laying", *rest)), "laying")
    p.course.laying, p.course.fetch = _index(letter, COLOURS), _index(fields["fetch"], COLOURS)
    p.course.queue, p.course.opening = (
        tuple(COLOURS.index(sign) for sign in fields[key].replace("-", "")) for key in ("queue", "opening")
    )


def _parse_seat(player: ReefPlayer, line: str) -> None:
    fields = _fields(line, "")
    player.hand, player.cubes, player.front, player.fish = (
        _counts(fields[key], KINDS) for key in ("screen", "cubes", "front", "fish")
    )
    player.secret = tuple(parse_slots(fields["start"], most=9))
    player.start = NONE if fields["hidden"] == "-" else _small(fields["hidden"], 199)
    player.home = _small(fields["shrimps"], SHRIMPS_OF_A_SEAT)
    player.eaten = _small(fields["eaten"], SHRIMPS_OF_A_SEAT)


def _parse_rocks(p: Position, lines: list[str]) -> None:
    heads = lines[:: ROWS + 1]
    names = tuple(head.split(" ")[2] for head in heads)
    if any(name not in BOARDS for name in names) or len(names) not in (0, p.rules.seats):
        raise BadText("not the rocks of a game")
    rocks = Rocks(ground_of(names))
    for rock in range(len(names)):
        rows = lines[rock * (ROWS + 1) + 1 : (rock + 1) * (ROWS + 1)]
        cells = [cell for row in rows for cell in row.split(" ")[1:]]
        for at, cell in zip(range(rock * SPACES, (rock + 1) * SPACES), cells, strict=True):
            sign, shrimp = cell[:1], cell[1:]
            if rocks.tile[at] != SAND:
                rocks.tile[at] = BARE if sign in "#*" else COLOURS.index(sign)
                rocks.shrimp[at] = NOBODY if shrimp == "-" else _small(shrimp, p.rules.seats - 1)
    p.set_rocks(rocks)


def _check_whole(p: Position) -> None:
    """Refuse numbers out of range, and needs that do not fit the phase."""
    for seat in p.finals:
        if seat >= p.rules.seats:
            raise BadText(f"no seat {seat}")
    if (
        p.course.step > 8
        or p.first >= p.rules.seats
        or not 0 <= p.first_space < 5
        or p.supply.deck > p.supply.deck_end
    ):
        raise BadText("a number of the turn line is out of range")
    if ReefPhase.BOARDS < p.phase < ReefPhase.OVER and not p.ground.names:
        raise BadText("the boards are missing")
    if sum(p.supply.cubes) > 50 or sum(p.supply.pool) > 200:
        raise BadText("more components than the game has")
    needs = flow.needs(p)
    shows_nothing = any(isinstance(need, Show) and not need.slots for need in needs)
    if shows_nothing or bool(needs) == (p.phase == ReefPhase.OVER):
        raise BadText("the needs of the position do not fit its phase")


def _fields(line: str, head: str) -> dict[str, str]:
    words = line.removeprefix(f"{head} ").split(" ") if head else line.split(" ")
    return {key: value for key, _, value in (word.partition("=") for word in words)}


def _index(sign: str, letters: str) -> int:
    return NONE if sign == "-" else letters.index(sign)


def _counts(text: str, letters: str) -> list[int]:
    """Read `W3Y10`; `-` is nothing."""
    size = WIDTH if letters == KINDS else len(letters)
    counts = [0] * size
    at = 0
    while text != "-" and at < len(text):
        end = at + 1
        while end < len(text) and text[end].isdigit():
            end += 1
        counts[letters.index(text[at])] = _small(text[at + 1 : end], 200)
        at = end
    return counts


def _small(text: str, most: int) -> int:
    number = parse_number(text)
    if number > most:
        raise BadText(f"{number} is more than {most}")
    return number
