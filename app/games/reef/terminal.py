"""Reef Encounter at a terminal: the reefs as maps, spaces as "2:D5" (board 2), colours by letter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from app.games.board import name_of
from app.games.reef.words import own_start, own_tiles, reef_state, reef_status
from app.games.terminal import WIDE, Terminal, joined, short_names
from rules.api import Action, View
from rules.reef import actions as a
from rules.reef.pieces.boards import COLUMNS, ROWS, SPACES
from rules.reef.pieces.facts import ALGAE, BARE, COLOURS, NOBODY, NONE, SAND, TOP
from rules.reef.pieces.position import Position
from rules.seats import seats_around

LEGEND = (
    "cubes WO         take a white and an orange cube    fish W   feed a white tile",
    "cube W           play a white cube          lay W D5   a white tile onto D5",
    "lay W D5 front   a consumed tile            1:D5       D5 on board 1",
    "introduce C4     a shrimp onto C4           eat C4     the coral there",
    "move C4 D5       a shrimp                   move C4 home   behind the screen",
    "trade cube W     a cube for a tile     trade tile W   a consumed tile for a cube",
    "alga b tile 6 pay O   a consumed orange tile for a blue cylinder on coral tile 6",
    "alga b space pay O    the same, onto the alga space",
    "collect W        take what is on the white space; your turn is over",
    "undo             take back the last step    pass       eat no last coral",
    "on 1:DEF2 G3     on board 1 D2, E2, F2 or G3 may be chosen",
    "W white   Y yellow   O orange   P pink   G grey   : bare rock   * growth space",
    "W2 on a map: a white tile, on it a shrimp of player 2; elsewhere: 2 white tiles",
    "W[Y2+cube]: in the sea, on the white space, 2 yellow tiles and the cube",
    "1:W>Yg: coral tile 1, white beats yellow, its large alga is green; !: locked",
    "home: shrimps behind the screen   fish: tiles in the parrotfish",
)
_SPACE = re.compile(r"\b([0-3]):(?=[A-G][1-6]\b)")


def picture(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """The reefs side by side, the open sea, the coral tiles, the players, what is behind the own screen."""
    position = reef_state(view).position
    if not position.ground.rock:
        return (reef_status(view, names),)
    short = short_names(names, 8)
    lines = [*_reefs(position, short, view), *_sea(position)]
    for seat in seats_around(view.seat, position.rules.seats):
        lines += _player(position, seat, short, view)
    if view.seat is not None:
        lines.append(_own(view, position, view.seat))
    return (*lines, *joined("", reef_status(view, names).split(), gap=" "))


def word(view: View, action: Action) -> str:
    """A choice: "lay W 1:D5 from screen", "eat 2:C4", "move 1:C4 home", "fish W", "collect W"."""
    if isinstance(action, a.FeedStart):
        face = view.face(action.slot)
        return f"fish {'?' if face is None else COLOURS[face]}"
    text = str(action)
    if isinstance(action, a.Lay):
        text = " ".join(text.split(" ")[:5])
    return _SPACE.sub(lambda space: f"{int(space[1]) + 1}:", text)


def menu(view: View) -> tuple[str, ...]:
    """The choices by kind; moves by their shrimps."""
    kinds: dict[str, list[str]] = {}
    onto: dict[str, list[int]] = {}
    for action in view.actions():
        head, _, rest = word(view, action).partition(" ")
        if isinstance(action, a.Lay):
            front = " front" if action.source is a.Source.FRONT else ""
            onto.setdefault(f"lay {COLOURS[action.colour]}{front}", []).append(action.space)
        elif isinstance(action, a.Introduce):
            onto.setdefault(head, []).append(action.space)
        else:
            kinds.setdefault(head, []).append(
                f"{rest.split(' ')[0]} .." if isinstance(action, a.Move) else rest
            )
    heads: dict[tuple[str, ...], str] = {}
    for head, spaces in onto.items():  # what goes onto the same spaces shares a line
        rows = _rows(spaces)
        heads[rows] = f"{heads[rows]}, {head}" if rows in heads else head
    lines = [line for rows, head in heads.items() for line in joined(f"{head} on ", rows, gap=" ")]
    for head, words in kinds.items():
        words.sort(key=_by_colour)
        lines += joined(f"{head} ", dict.fromkeys(words), gap="   ")
    return tuple(line.rstrip() for line in _packed(lines))


def _by_colour(word: str) -> int:
    """Where a colour comes among the others; what is no single colour keeps its place before them."""
    return COLOURS.index(word) if len(word) == 1 and word in COLOURS else -1


def _rows(spaces: Sequence[int]) -> tuple[str, ...]:
    """Spaces by board and row: "1:DEF1" for D1, E1 and F1 on board 1; the board only where it changes."""
    rows: dict[tuple[int, int], str] = {}
    for space in sorted(set(spaces)):
        board, at = divmod(space, SPACES)
        row, column = divmod(at, len(COLUMNS))
        rows[board, row] = rows.get((board, row), "") + COLUMNS[column]
    found, last = [], -1
    for (board, row), letters in rows.items():
        found.append(f"{'' if board == last else f'{board + 1}:'}{letters}{row + 1}")
        last = board
    return tuple(found)


def attempts(view: View) -> Iterable[Action]:
    """Whatever can be said with a space or a colour, whether or not it is allowed now."""
    ground = reef_state(view).position.ground
    yield from (a.Undo(), a.Pass())
    for space in range(ground.size):
        yield from (a.Eat(space), a.Introduce(space))
        yield from (a.Lay(colour, space, a.Source.SCREEN) for colour in range(len(COLOURS)))
    for colour in range(len(COLOURS)):
        yield from (a.PlayCube(colour), a.BuyCube(colour), a.BuyTile(colour), a.Collect(colour))


def _reefs(position: Position, names: Sequence[str], view: View) -> tuple[str, ...]:
    """The boards as maps, at most four in a row: a letter for a tile, a number for a shrimp's player."""
    boards = range(position.ground.size // SPACES)
    wide = 2 * len(COLUMNS) + 2
    titles = (f"{board + 1}:{_owner(board, names, view)}" for board in boards)
    rows = ["".join(title[: wide + 1].ljust(wide + 2) for title in titles)]
    rows.append("".join(("  " + " ".join(COLUMNS)).ljust(wide + 2) for _ in boards))
    for row in range(ROWS):
        line = ""
        for board in boards:
            first = board * SPACES + row * len(COLUMNS)
            cells = "".join(_cell(position, first + column) for column in range(len(COLUMNS)))
            line += f"{row + 1} {cells}".ljust(wide + 2)
        rows.append(line)
    return tuple(line.rstrip() for line in rows)


def _owner(board: int, names: Sequence[str], view: View) -> str:
    return f" {name_of(names, board, view.seat)}" if board < len(names) else ""


def _cell(position: Position, space: int) -> str:
    """Two characters: the tile (":" bare, "*" the growth space, blank sand) and whose shrimp stands there."""
    tile, shrimp = position.rocks.tile[space], position.rocks.shrimp[space]
    if tile == SAND:
        return "  "
    bare = "*" if space in position.ground.growths else ":"
    return f"{bare if tile == BARE else COLOURS[tile]}{' ' if shrimp == NOBODY else shrimp + 1}"


def _sea(position: Position) -> tuple[str, ...]:
    sea = position.sea
    spaces = (
        f"{COLOURS[colour]}[{_counts(sea.row(colour))}{'+cube' if sea.cubes[colour] else ''}]"
        for colour in range(len(COLOURS))
    )
    values = " ".join(f"{COLOURS[colour]}{value}" for colour, value in enumerate(sea.values()))
    algae = "".join(f"{ALGAE[alga]}{left}" for alga, left in enumerate(sea.algae_left))
    tiles = (
        f"{k + 1}:{COLOURS[TOP[side][k]]}>{COLOURS[TOP[1 - side][k]]}{ALGAE[sea.large(k)]}"
        f"{'' if sea.lock[k] == NONE else '!'}"
        for k, side in enumerate(sea.side)
    )
    on_space = "-" if sea.alga == NONE else ALGAE[sea.alga]
    return (
        *joined("sea ", spaces, gap=" "),
        f"a tile is worth {values}   alga space {on_space}   algae left {algae}",
        *joined("tiles ", tiles, gap=" "),
    )


def _player(position: Position, seat: int, names: Sequence[str], view: View) -> tuple[str, ...]:
    player = position.players[seat]
    head = f"{'>' if seat == position.seat else ' '}{seat + 1} {name_of(names, seat, view.seat):8}"
    if player.gone:
        return (f"{head} left the table",)
    words = [f"eaten {player.eaten}", f"consumed {_counts(player.front)}", f"home {player.home}"]
    if position.rules.counts or seat == view.seat:
        words += [
            f"tiles {player.in_hand()}",
            f"cubes {_counts(player.cubes)}",
            f"fish {player.in_fish()}",
        ]
    return joined(head, words)


def _own(view: View, position: Position, seat: int) -> str:
    player, start = position.players[seat], own_start(view)
    fish = _counts(player.fish)
    if start is not None:
        fish = f"{COLOURS[start]} from the start" + (
            f" and {fish}" if any(player.fish[: len(COLOURS)]) else ""
        )
    return f"Behind your screen: {_counts(own_tiles(view))}   in your parrotfish: {fish}"


def _counts(counts: Sequence[int]) -> str:
    """Tiles by colour, "W2Y1"; "-" for none."""
    return "".join(f"{COLOURS[c]}{count}" for c, count in enumerate(counts[: len(COLOURS)]) if count) or "-"


def _packed(lines: Sequence[str]) -> tuple[str, ...]:
    """Short lines beside each other, as long as they fit."""
    found: list[str] = []
    for line in lines:
        if found and len(found[-1]) + len(line) + 5 <= WIDE and not line.startswith(" "):
            found[-1] = f"{found[-1].rstrip()}  |  {line}"
        else:
            found.append(line)
    return tuple(found)


REEF_TERMINAL = Terminal(picture, word, menu, attempts, LEGEND)
