"""The places on the table of Reef Encounter, worked out from its size and its boards.

Lengths are device-independent pixels. `unit` is 1.0 at 100 % on a table of 1280 x 720. The reef
fills the left; how far it reaches, and where the player's own things and the ten actions lie,
depends on the number of boards, to leave little room unused:

    two boards         three boards       four boards         upright
    B B | sea          B B | sea          B B | sea           B B
    own   actions      B own | actions    B B | own, actions  sea, own, actions

While three boards are zoomed they also need the fourth place, and the player's things stand as with four.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from PySide6.QtCore import QRectF, QSizeF

from ui.art.letters import READABLE, Letters, letters_of_table
from ui.art.paths import inset
from ui.kit.geometry import READABLE_UNIT

BOARD_SHAPE: Final = (7 + 2 * 0.62) / (6 + 2 * 0.62)
"""Width by height of a board with its rim of sand."""
_BASE: Final = QSizeF(1280, 720)
_SMALLEST: Final = 0.5
_TILE_ROWS: Final = ((5, 5), (4, 3, 3), (10,))
_FEWER_ROWS: Final = 1.35
"""Coral tiles stand in two rows unless another arrangement makes them this many times larger."""
LABEL: Final = 62.0
"""Width of the labels of the player's things in the smallest readable letters."""
_LEAST: Final = 24
"""Least height of the supply of a colour, which can be pressed."""
UPRIGHT: Final = 1.05
"""On a table narrower than its height times this, the reef is at the top and everything else below it."""
_MUCH_LARGER: Final = 1.1
"""Boards stand in one row, not in two, if that makes them this many times larger."""
_REEF_PART: Final = 0.58
"""Greatest share of the height that the reef takes on an upright table."""
_LEAST_LOW: Final = 270.0
"""Least height of everything below the reef of an upright table, at unit 1."""
_NARROW: Final = 24.0
"""If the places beside the labels were narrower than this, at unit 1, the labels stand above the places."""
_STACK: Final = 48.0
"""Width, at unit 1, that each place of the player's things keeps while the labels grow."""
_TALLEST: Final = 1.35
"""Greatest height of a place of the player's things beside its label, in its widths."""
_WIDEST: Final = 2.4
"""Greatest width of a place of the player's things, in its heights."""
_BROADEST_SEA, _BROADEST_LOW, _BROADEST_SUPPLY, _BROADEST_ACTION = 1.4, 11.0, 9.0, 4.0
"""Greatest widths, in their heights: of the sea beside a row of boards (the part below the boards takes the
rest), of that part, of the supply of a colour, and of an action."""
_ACTIONS: Final = 12
"""Cells of the grid of actions: ten actions, undo, and a second cell for action 10."""
SIGNS: Final = 4
"""Small buttons beside the status line: the standings of the colours, and three for the zoom."""


class ReefLayout(Struct, frozen=True):
    """All places. Lists are in the order of their numbers or colours; `boards` are unzoomed."""

    unit: float
    gap: float
    plates: tuple[QRectF, ...]
    reef: QRectF
    boards: tuple[QRectF, ...]
    line: QRectF
    zoom: tuple[QRectF, ...]
    sea: QRectF
    coral_tiles: tuple[QRectF, ...]
    seas: tuple[QRectF, ...]
    supply: tuple[QRectF, ...]
    alga_space: QRectF
    algae: tuple[QRectF, ...]
    bag: QRectF
    own: QRectF
    labels: tuple[QRectF, ...]
    stacks: tuple[tuple[QRectF, ...], ...]
    """Three rows of five places: tiles, cubes, consumed tiles."""
    home: QRectF
    fish: QRectF
    actions: QRectF
    buttons: tuple[QRectF, ...]
    undo: QRectF

    def pieces(self) -> list[QRectF]:
        """Return all boxes that must not overlap."""
        rows = [rect for row in self.stacks for rect in row]
        return [
            *self.plates, self.line, *self.zoom, *self.boards, *self.coral_tiles, *self.seas, *self.supply,
            self.alga_space, *self.algae, self.bag, *self.labels, *rows, self.home, self.fish, *self.buttons,
            self.undo,
        ]  # fmt: skip


def reef_layout(
    size: QSizeF, seats: int, *, scale: int = 100, is_zoomed: bool = False, kept: dict[str, int] | None = None
) -> ReefLayout:
    """Return the places on a table of `size` for two to four seats, each with its board; `scale` in per cent.

    The size decides how the parts are arranged, unless `kept` has a choice already; new choices are added to
    it.
    """
    kept = {} if kept is None else kept
    fit = min(size.width() / _BASE.width(), size.height() / _BASE.height())
    unit = max(_SMALLEST, fit * min(1.25, scale / 100), min(fit, READABLE_UNIT))
    gap = 7 * unit
    whole = inset(QRectF(0, 0, size.width(), size.height()), gap)
    strip = QRectF(whole.left(), whole.top(), whole.width(), 60 * unit)
    main = QRectF(whole.left(), strip.bottom() + gap, whole.width(), whole.bottom() - strip.bottom() - gap)
    has_own = seats == 3 and not is_zoomed
    letters = letters_of_table(unit, scale)
    line_high = max(38 * unit, 2.6 * letters.small)
    area = _areas(_Room(main, seats, unit, gap, line_high, kept, has_own))
    line = area.line
    side = line.height()
    zoom = tuple(
        QRectF(line.right() - (SIGNS - at) * side, line.top(), side, side).adjusted(gap / 2, 0, 0, 0)
        for at in range(SIGNS)
    )
    line = line.adjusted(0, 0, -SIGNS * side, 0)
    coral_tiles, seas, supply, low = _sea(inset(area.sea, gap), unit, gap, kept)
    labels, stacks, home, fish = _own(inset(area.own, gap), unit, gap, kept, letters=letters, has_own=has_own)
    buttons, undo = _buttons(area.actions, gap, kept)
    return ReefLayout(
        unit=unit, gap=gap, plates=_grid(strip, seats, 1, gap), reef=area.reef, boards=area.boards, line=line,
        zoom=zoom, sea=area.sea, coral_tiles=coral_tiles, seas=seas, supply=supply, alga_space=low[0],
        algae=low[1:5], bag=low[5], own=area.own, labels=labels, stacks=stacks, home=home, fish=fish,
        actions=area.actions, buttons=buttons, undo=undo,
    )  # fmt: skip


class _Room(Struct, frozen=True):
    """The room of the large parts; `has_own`: the player's things have the fourth board's place."""

    main: QRectF
    seats: int
    unit: float
    gap: float
    line_high: float
    kept: dict[str, int]
    has_own: bool


class _Areas(Struct, frozen=True):
    reef: QRectF
    boards: tuple[QRectF, ...]
    line: QRectF
    sea: QRectF
    own: QRectF
    actions: QRectF


def _areas(room: _Room) -> _Areas:
    """Divide the table into its large parts."""
    if room.kept.setdefault("upright", room.main.width() < UPRIGHT * room.main.height()):
        return _upright(room)
    row = _row(room)
    return row if room.seats == 2 else _square(room, row)


def _square(room: _Room, row: _Areas) -> _Areas:
    """Put the boards in two rows of two; on a very wide table in one `row`, if they are larger there."""
    main, unit, gap, kept = room.main, room.unit, room.gap, room.kept
    right_least = 400 * unit
    high = main.height() - room.line_high - gap
    wide = min(high * BOARD_SHAPE, main.width() - right_least - gap)
    used = min(high, wide / BOARD_SHAPE)
    reef = QRectF(main.left(), main.top(), wide, used)
    line = QRectF(main.left(), reef.bottom() + gap, wide, room.line_high)
    boards = _grid(reef, 2, 2, gap)[: 4 if room.has_own else room.seats]
    if kept.setdefault("row", row.boards[0].width() > _MUCH_LARGER * boards[0].width()):
        return row
    right = QRectF(reef.right() + gap, main.top(), main.right() - reef.right() - gap, main.height())
    buttons_high = (112 if right.width() > 480 * unit else 150) * unit
    actions = QRectF(right.left(), right.bottom() - buttons_high, right.width(), buttons_high)
    spare = QRectF(main.left(), line.bottom() + gap, wide, main.bottom() - line.bottom() - gap)

    def above(part: QRectF) -> QRectF:
        """Return the right column above this part of it."""
        return QRectF(right.left(), right.top(), right.width(), part.top() - right.top() - gap)

    if room.has_own:
        is_below = kept.setdefault("actions below", spare.height() > 60 * unit)  # on a narrow table
        sea, actions = (right, spare) if is_below else (above(actions), actions)
        return _Areas(reef=reef, boards=boards[:3], line=line, sea=sea, own=boards[3], actions=actions)
    # on a narrow table the actions go below the reef, on a narrower one the player's things instead
    below = kept.setdefault("below", (spare.height() > 52 * unit) + (spare.height() > 120 * unit))
    if below == 1:
        own_high = max(152 * unit, right.height() * 0.3)
        own = QRectF(right.left(), right.bottom() - own_high, right.width(), own_high)
        return _Areas(reef=reef, boards=boards, line=line, sea=above(own), own=own, actions=spare)
    if below:
        return _Areas(reef=reef, boards=boards, line=line, sea=above(actions), own=spare, actions=actions)
    own_high = (168 if right.width() < 440 * unit else 138) * unit
    own = QRectF(right.left(), actions.top() - gap - own_high, right.width(), own_high)
    return _Areas(reef=reef, boards=boards, line=line, sea=above(own), own=own, actions=actions)


def _row(room: _Room) -> _Areas:
    """Put the boards side by side, own things and actions below them, the sea at the right."""
    main, seats, unit, gap, line_high = room.main, room.seats, room.unit, room.gap, room.line_high
    low_least = 176 * unit
    gaps = (seats - 1) * gap
    high = main.height() - line_high - low_least - 2 * gap
    boards_wide = min(seats * high * BOARD_SHAPE + gaps, main.width() - 390 * unit - gap)
    below_wide = min(main.width() - gap - _BROADEST_SEA * main.height(), _BROADEST_LOW * low_least)
    wide = max(boards_wide, below_wide)
    used = min(high, (boards_wide - gaps) / seats / BOARD_SHAPE)
    reef = QRectF(main.left(), main.top(), wide, used)
    aside = (wide - boards_wide) / 2
    boards = _grid(reef.adjusted(aside, 0, -aside, 0), seats, 1, gap)
    line = QRectF(main.left(), reef.bottom() + gap, wide, line_high)
    low = QRectF(main.left(), line.bottom() + gap, wide, main.bottom() - line.bottom() - gap)
    own = QRectF(low.left(), low.top(), (low.width() - gap) * 0.54, low.height())
    actions = QRectF(own.right() + gap, low.top(), low.right() - own.right() - gap, low.height())
    sea = QRectF(reef.right() + gap, main.top(), main.right() - reef.right() - gap, main.height())
    return _Areas(reef=reef, boards=boards, line=line, sea=sea, own=own, actions=actions)


def _upright(room: _Room) -> _Areas:
    """Put the reef over the whole width, and the rest below it."""
    main, gap, line_high = room.main, room.gap, room.line_high
    rows = 1 if room.seats == 2 else 2
    high = rows * (main.width() - gap) / 2 / BOARD_SHAPE + (rows - 1) * gap
    used = min(high, main.height() * _REEF_PART, main.height() - line_high - 2 * gap - _LEAST_LOW * room.unit)
    wide = 2 * BOARD_SHAPE * (used - (rows - 1) * gap) / rows + gap
    reef = QRectF(main.left(), main.top(), main.width(), used)
    line = QRectF(main.left(), reef.bottom() + gap, main.width(), line_high)
    low = QRectF(main.left(), line.bottom() + gap, main.width(), main.bottom() - line.bottom() - gap)
    aside = (main.width() - wide) / 2
    boards = _grid(reef.adjusted(aside, 0, -aside, 0), 2, rows, gap)
    if room.has_own:
        sea, actions = _grid(low, 2, 1, gap)
        return _Areas(reef=reef, boards=boards[:3], line=line, sea=sea, own=boards[3], actions=actions)
    if room.kept.setdefault("two rows", low.height() > low.width() * 0.75):
        sea, below = _grid(low, 1, 2, gap)
        own, actions = _grid(below, 2, 1, gap)
    else:
        sea, beside = _grid(low, 2, 1, gap)
        own, actions = _grid(beside, 1, 2, gap)
    return _Areas(reef=reef, boards=boards[: room.seats], line=line, sea=sea, own=own, actions=actions)


def _sea(
    inner: QRectF, unit: float, gap: float, kept: dict[str, int]
) -> tuple[tuple[QRectF, ...], tuple[QRectF, ...], tuple[QRectF, ...], tuple[QRectF, ...]]:
    """Return the places of coral tiles, large spaces, their supplies, and the lowest row (algae, bag)."""
    low_high, foot = 56 * unit, max(32 * unit, _LEAST + 3 * unit)
    aside = max(0.0, inner.width() - 4 * gap - 5 * _BROADEST_SUPPLY * (foot - 3 * unit)) / 2
    inner = inner.adjusted(aside, 0, -aside, 0)
    column = (inner.width() - 4 * gap) / 5
    spare = inner.height() - low_high - 3 * gap
    least = min(max(128 * unit, column * 1.1), 190 * unit, spare * 0.5)
    sides = [
        min((inner.width() + gap) / max(rows) - gap, (spare - least) / len(rows) - gap) for rows in _TILE_ROWS
    ]
    best = max(sides)
    chosen = kept.setdefault("tiles", 0 if sides[0] * _FEWER_ROWS > best else sides.index(best))
    side, rows = sides[chosen], _TILE_ROWS[chosen]
    high = len(rows) * (side + gap) - gap
    seas_high = min(spare - high, 3.4 * column + foot)
    air = max(0.0, spare - high - seas_high) / 3
    tiles: list[QRectF] = []
    step = min((inner.width() + gap) / max(rows), side * 1.5)
    for row, count in enumerate(rows):
        left = inner.center().x() - step * count / 2 + (step - side) / 2
        y = inner.top() + air + row * (side + gap)
        tiles += [QRectF(left + place * step, y, side, side) for place in range(count)]
    top = tiles[-1].bottom() + air + gap
    seas = tuple(QRectF(inner.left() + c * (column + gap), top, column, seas_high - foot) for c in range(5))
    supply = tuple(
        QRectF(each.left(), each.bottom(), column, foot).adjusted(0, 3 * unit, 0, 0) for each in seas
    )
    line = QRectF(inner.left(), inner.bottom() - low_high, inner.width(), low_high)
    shares = (1.5, 1.0, 1.0, 1.0, 1.0, 1.1)
    return tuple(tiles), seas, supply, _shared(line, shares, gap)


def _own(
    inner: QRectF, unit: float, gap: float, kept: dict[str, int], *, letters: Letters, has_own: bool
) -> tuple[tuple[QRectF, ...], tuple[tuple[QRectF, ...], ...], QRectF, QRectF]:
    """Return the labels of three rows, the five places of each, and the boxes of screen and parrotfish."""
    is_narrow = 1.9 * inner.height() < inner.width() < 420 * unit
    if kept.setdefault(f"own beside {has_own}", inner.width() > 1.9 * inner.height()):
        box_wide = min(inner.width() * (0.3 if is_narrow else 0.36), 250 * unit)
        grid = QRectF(inner.left(), inner.top(), inner.width() - box_wide - 2 * gap, inner.height())
        box = QRectF(inner.right() - box_wide, inner.top(), box_wide, inner.height())
        home = QRectF(box.left(), box.top(), box.width(), box.height() * 0.34)
        fish = QRectF(box.left(), home.bottom() + gap, box.width(), box.bottom() - home.bottom() - gap)
    else:
        box_high = min(inner.height() * 0.36, 120 * unit)
        grid = QRectF(inner.left(), inner.top(), inner.width(), inner.height() - box_high - gap)
        box = QRectF(inner.left(), inner.bottom() - box_high, inner.width(), box_high)
        home = QRectF(box.left(), box.top(), box.width() * 0.34, box.height())
        fish = QRectF(home.right() + gap, box.top(), box.right() - home.right() - gap, box.height())
    high = (grid.height() - 2 * gap) / 3
    small, normal = (LABEL * size / READABLE for size in (letters.small, letters.normal))
    label_wide = max(
        (60 if is_narrow else 76) * unit,
        small,
        min(normal, grid.width() - 5 * (min(1.3 * high, _STACK * unit) + gap)),
    )
    head = 1.5 * letters.small
    is_above = high > 2 * head and grid.width() - label_wide < 5 * (_NARROW * unit + gap)
    if is_above:
        label_wide, high = 0.0, high - head
    side = min((grid.width() - label_wide - 4 * gap) / 5, _WIDEST * high)
    air = max(0.0, high - (2 if is_above else _TALLEST) * side)
    high -= air
    labels, rows = [], []
    for row in range(3):
        y = grid.top() + air / 2 + row * (high + gap + air)
        if is_above:
            y += (row + 1) * head
            labels.append(QRectF(grid.left(), y - head, grid.width(), head))
        else:
            labels.append(QRectF(grid.left(), y, label_wide - gap, high))
        rows.append(
            tuple(QRectF(grid.left() + label_wide + c * (side + gap), y, side, high) for c in range(5))
        )
    return tuple(labels), tuple(rows), home, fish


def _buttons(rect: QRectF, gap: float, kept: dict[str, int]) -> tuple[tuple[QRectF, ...], QRectF]:
    """Return the places of ten actions and of undo, in two to four rows; action 10 is twice as wide."""
    rows = min((2, 3, 4), key=lambda n: abs(rect.width() / (_ACTIONS / n) / (rect.height() / n) - 1.75))
    rows = kept.setdefault("rows of actions", rows)
    columns = _ACTIONS // rows
    below = max(0.0, rect.height() - rows * rect.width() / columns) / 2
    aside = max(0.0, rect.width() - columns * _BROADEST_ACTION * rect.height() / rows) / 2
    cells = list(_grid(inset(rect, aside, below), columns, rows, gap))
    if rows == 2:
        undo, ten = cells[5], cells[10].united(cells[11])
        return (*cells[:5], *cells[6:10], ten), undo
    return (*cells[:9], cells[9].united(cells[10])), cells[11]


def _grid(rect: QRectF, columns: int, rows: int, gap: float) -> tuple[QRectF, ...]:
    wide = (rect.width() - (columns - 1) * gap) / columns
    high = (rect.height() - (rows - 1) * gap) / rows
    return tuple(
        QRectF(rect.left() + column * (wide + gap), rect.top() + row * (high + gap), wide, high)
        for row in range(rows)
        for column in range(columns)
    )


def _shared(rect: QRectF, shares: tuple[float, ...], gap: float) -> tuple[QRectF, ...]:
    """Return parts side by side, as wide as their shares."""
    free = rect.width() - gap * (len(shares) - 1)
    found, x = [], rect.left()
    for share in shares:
        wide = free * share / sum(shares)
        found.append(QRectF(x, rect.top(), wide, rect.height()))
        x += wide + gap
    return tuple(found)
