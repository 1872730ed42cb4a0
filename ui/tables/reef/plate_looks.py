"""Pictures of the ten actions and of the players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct, field
from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QPainter

from app.animals import Animal
from app.games.reef.lights import Light
from app.games.reef.looks import Button, Player
from app.games.reef.scene import ACTION_NAMES, SHORT_NAMES
from app.games.scene import Plate, Sign
from ui.art.cache import K, PaintPiece
from ui.art.canvas import faded, fill, shape, smooth, trace
from ui.art.icon_paths import Icon
from ui.art.icons import IconIn, paint_icon_in
from ui.art.lettering import LEADING, LEFT, RIGHT, TALL, Scarce, Writing, least_cap, line_width, shared_cap
from ui.art.paths import circle, inset, polygon, polyline, rounded
from ui.art.pieces.players import avatar_of, paint_avatar
from ui.art.reef.actions import paint_reef_action
from ui.art.reef.animals import paint_parrotfish, paint_shrimp
from ui.art.reef.faces import coral, parrotfish, shrimp
from ui.art.reef.tiles import paint_larva, paint_polyp
from ui.art.theme import Theme
from ui.tables.reef.frames import Lit, edge

EATEN = 0.82
"""Width kept free for the word "eaten" on a plate, in the plate's heights."""
_BESIDE = 2.1
"""Width of an action, in its heights, from which its words stand beside its scene."""
USUAL_NAME = "► Stephen"
"""A name of usual length: if it does not fit beside the word "eaten", the word is left out."""


def paint_action(painter: QPainter, rect: QRectF, lit: Lit[Button], theme: Theme) -> None:
    """Draw number, scene and name; an action that leads nowhere is faint with a thin edge."""
    write = Writing(painter, theme.letters)
    look = lit.look
    with smooth(painter):
        wide, high = rect.width(), rect.height()
        radius = min(wide, high) * 0.16
        body = rounded(inset(rect, 1), radius)
        fill(painter, body, theme.rock if look.is_enabled else faded(theme.plate, 0.7))
        line = theme.playable if look.is_enabled else theme.plate_line
        trace(painter, body, line, max(1.2, high * (0.035 if look.is_enabled else 0.02)))
        if lit.light is Light.HELD:
            edge(painter, rect, Light.HELD, theme, radius=radius)
        ink = theme.sea_text if look.is_enabled else theme.plate_muted
        words, box, cap = _words(painter, rect, look.label, theme)
        is_beside = box.left() > rect.left() + wide * 0.3
        scene = QRectF(rect.left() + wide * 0.2, rect.top() + high * 0.06, wide * 0.74, 0)
        scene.setBottom(box.top() - high * 0.02)
        if is_beside:
            scene = QRectF(rect.left() + wide * 0.13, box.top(), wide * 0.25, box.height())
        painter.setOpacity(1 if look.is_enabled else 0.34)
        if look.number:
            paint_reef_action(painter, scene, look.number, theme)
        else:
            side = min(high * 0.5, scene.height())
            x = scene.center().x() if is_beside else rect.center().x()
            at = QRectF(x - side / 2, scene.center().y() - side / 2, side, side)
            paint_icon_in(painter, at, IconIn(Icon.UNDO, ink), theme)
        painter.setOpacity(1)
        if look.number:
            figure = min(high * 0.26, wide * 0.2)
            key = QRectF(rect.left() + wide * (0.04 if is_beside else 0.06), rect.top() + high * 0.1, 0, 0)
            key.setSize(QSizeF(wide * (0.09 if is_beside else 0.16), figure * 1.2))
            write.line(key, look.key, ink, cap=figure, align=LEFT)
        write.text(box, words, ink, cap=cap, bold=True)


def _words(painter: QPainter, rect: QRectF, label: str, theme: Theme) -> tuple[str, QRectF, float]:
    """Return the words of an action, their place and their cap height, the same in all cells of one size.

    They stand where they are largest: beside the scene if it is wide, else below it in one line or two. Names
    that have no room are shortened.
    """
    wide, high = rect.width() / (2 if label == ACTION_NAMES[-1] else 1), rect.height()  # two cells wide
    names = [name.rpartition(" ") for name in ACTION_NAMES]
    halves = tuple(f"{first}\n{last}".strip() for first, _, last in names)
    ways = [(ACTION_NAMES, QRectF(0.02, 0.66, 0.96, 0.28)), (halves, QRectF(0.02, 0.44, 0.96, 0.52))]
    beside, short = QRectF(0.39, 0.04, 0.59, 0.92), ways[0][1]
    if wide > high * _BESIDE:
        ways, short = [(halves, beside), (ACTION_NAMES, beside), *ways], beside

    def cap_in(forms: Sequence[str], part: QRectF) -> float:
        """Return the cap height in a part of the cell; 0 if the words have no room there."""
        lines, across, room = "\n".join(forms).split("\n"), part.width() * wide, part.height() * high
        rows = 1 + LEADING * (len(lines) > len(forms))
        most = room if rows == 1 else room / rows / TALL
        cap = shared_cap(painter, lines, across, cap=high * 0.155, letters=theme.letters, room=most)
        return cap if cap * rows <= room and cap * max(map(line_width, lines)) <= across else 0.0

    forms, part = max(ways, key=lambda way: cap_in(*way))
    if not (cap := cap_in(forms, part)):
        forms, part, cap = SHORT_NAMES, short, least_cap(painter, theme.letters)
    box = QRectF(
        rect.left() + part.left() * rect.width(), rect.top() + part.top() * high,
        part.width() * rect.width(), part.height() * high,
    )  # fmt: skip
    return forms[ACTION_NAMES.index(label)] if label in ACTION_NAMES else label, box, cap


class Links(Struct, frozen=True):
    """Words about the links of players: `troubles` by seat; `keys` if the others hold parts of every key."""

    troubles: Mapping[int, str] = field(default_factory=dict)
    keys: str = ""

    def words(self, seats: int) -> dict[int, str]:
        """Return the words of each seat, joined."""
        return {seat: ", ".join(filter(None, (self.troubles.get(seat), self.keys))) for seat in range(seats)}


class ReefPlateLook(Struct, frozen=True):
    """A player's public state; `is_split`: the others hold parts of this seat's keys."""

    plate: Plate
    trouble: str = ""
    is_split: bool = False
    animal: Animal | None = None

    @property
    def player(self) -> Player:
        """The counts; a hidden count is None. TypeError for a plate of another game."""
        if not isinstance(self.plate.look, Player):
            raise TypeError("a plate of another game")
        return self.plate.look


def picture_box(rect: QRectF) -> QRectF:
    """Return the place of the player's picture on a plate."""
    high = rect.height()
    return QRectF(rect.left() + high * 0.08, rect.top() + high * 0.08, high * 0.84, high * 0.84)


def paint_player(painter: QPainter, rect: QRectF, look: ReefPlateLook, theme: Theme) -> None:
    """Draw the player's animal, the name, and a row of counters under it."""
    write = Writing(painter, theme.letters)
    is_turn, has_left = (sign in look.plate.signs for sign in (Sign.TURN, Sign.GONE))
    with smooth(painter):
        high = rect.height()
        body = rounded(inset(rect, 1.5), high * 0.18)
        colour = theme.selected if is_turn else theme.plate_line
        shape(painter, body, theme.plate, edge=colour, width=3 if is_turn else 1.2)
        painter.setOpacity(0.4 if has_left else 1)
        picture = picture_box(rect)
        paint_avatar(painter, picture, avatar_of(look.animal, look.plate.seat), theme)
        left = picture.right() + high * 0.12
        right = rect.right() - high * 0.12
        title = QRectF(left, rect.top() + high * 0.1, right - left, high * 0.34)
        before, turn = ("► ", "") if is_turn else ("", " has left" if has_left else "")
        if look.trouble:
            turn = f": {look.trouble}"
        pips_wide = high * 0.36 * 4
        if look.is_split:
            side = high * 0.26
            icon = QRectF(title.left(), title.center().y() - side / 2, side, side)
            paint_icon_in(painter, icon, IconIn(Icon.KEY, theme.plate_muted), theme)
            title.setLeft(icon.right() + high * 0.05)
        room = title.width() - pips_wide - high * 0.08
        says_eaten = room - high * EATEN >= line_width(USUAL_NAME) * least_cap(painter, theme.letters)
        box = QRectF(title.left(), title.top(), room - (high * EATEN if says_eaten else 0), title.height())
        ink = theme.selected if is_turn else theme.plate_text
        write.line(box, before + look.plate.name + turn, ink, cap=high * 0.21, align=LEFT)
        pips = QRectF(right - pips_wide, title.top(), pips_wide, title.height())
        _pips(painter, pips, look.player.eaten, theme, says_eaten=says_eaten)
        _counters(painter, QRectF(left, rect.top() + high * 0.5, right - left, high * 0.42), look, theme)


def _pips(painter: QPainter, rect: QRectF, eaten: int, theme: Theme, *, says_eaten: bool) -> None:
    """Draw four dots, one filled for each coral eaten, from the third on in the colour of a warning."""
    write = Writing(painter, theme.letters)
    if says_eaten:
        words = QRectF(rect.left() - rect.height() * 2.4, rect.top(), rect.height() * 2.25, rect.height())
        cap = rect.height() * 0.42
        write.line(
            words, "eaten", theme.plate_muted, cap=cap, bold=False, align=RIGHT, scarce=Scarce.LEFT_OUT
        )
    step = rect.width() / 4
    for place in range(4):
        at = circle(rect.left() + step * (place + 0.5), rect.center().y(), rect.height() * 0.33)
        if place < eaten:
            shape(painter, at, theme.target if eaten >= 3 else theme.playable, edge="#FFFFFF", width=1.4)
        else:
            trace(painter, at, theme.plate_muted, 1.4)


def _counters(painter: QPainter, rect: QRectF, look: ReefPlateLook, theme: Theme) -> None:
    """Draw the counts of shrimps, tiles, the fish's tiles and cubes; after a line, of consumed tiles."""
    player = look.player
    side = min(rect.height(), rect.width() / 12.5)
    x = rect.left()
    single: list[tuple[Callable[[QPainter, QRectF], None], int | None]] = [
        (_drawn(paint_shrimp, shrimp(look.plate.seat), theme), player.home),
        (lambda to, at: _mixed(to, at, theme), player.tiles),
        (_drawn(paint_parrotfish, parrotfish(look.plate.seat), theme), player.fish),
    ]
    is_wide = rect.width() > rect.height() * 19
    if not is_wide:
        single.append(
            (lambda to, at: _plain_cube(to, at, theme), None if player.cubes is None else sum(player.cubes))
        )
    for paint, count in single:
        x = _counted(painter, QRectF(x, rect.top(), side * 2.05, rect.height()), paint, count, theme)
    if is_wide:
        for c, count in enumerate(player.cubes or ()):
            x = _counted(painter, QRectF(x, rect.top(), side * 2.05, rect.height()),
                         _drawn(paint_larva, coral(c), theme), count, theme)  # fmt: skip
    line = polyline((x, rect.top()), (x, rect.bottom()))
    trace(painter, line, theme.plate_line, 1.4)
    _consumed(painter, rect.adjusted(x - rect.left() + side * 0.3, 0, 0, 0), player.front, theme)


def _drawn(paint: PaintPiece[K], kind: K, theme: Theme) -> Callable[[QPainter, QRectF], None]:
    return lambda painter, rect: paint(painter, rect, kind, theme)


def _counted(
    painter: QPainter,
    rect: QRectF,
    paint: Callable[[QPainter, QRectF], None],
    count: int | None,
    theme: Theme,
) -> float:
    """Draw a small picture with its number; return where the next may begin."""
    write = Writing(painter, theme.letters)
    side = rect.width() * 0.48
    paint(painter, QRectF(rect.left(), rect.center().y() - side / 2, side, side))
    text = "?" if count is None else str(count)
    box = QRectF(rect.left() + side + 2, rect.top(), rect.width() - side - 4, rect.height())
    write.line(box, text, theme.plate_text, cap=side * 0.48, align=LEFT)
    return rect.right()


def _consumed(painter: QPainter, rect: QRectF, front: tuple[int, ...], theme: Theme) -> None:
    write = Writing(painter, theme.letters)
    held = [(c, count) for c, count in enumerate(front) if count]
    if not held:
        cap = rect.height() * 0.34
        write.line(rect, "none consumed", theme.plate_muted, shorter="none", cap=cap, bold=False, align=LEFT)
        return
    step = min(rect.height() * 1.7, rect.width() / len(held))
    for place, (c, count) in enumerate(held):
        _counted(painter, QRectF(rect.left() + place * step, rect.top(), step, rect.height()),
                 _drawn(paint_polyp, coral(c), theme), count, theme)  # fmt: skip


def _mixed(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Draw tiles of hidden colours."""
    for dx, dy in ((0.14, -0.1), (-0.02, 0.08)):
        at = inset(rect, rect.width() * 0.14, rect.height() * 0.14)
        at.translate(dx * rect.width(), dy * rect.height())
        shape(painter, rounded(at, rect.width() * 0.16), theme.plate_muted, edge=theme.tile_rim, width=1.5)


def _plain_cube(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Draw a cube of a hidden colour."""
    w = rect.width()
    x, y = rect.left(), rect.top()
    left, high, right, low = x + w * 0.08, y + w * 0.32, x + w * 0.68, y + w * 0.92
    behind = (x + w * 0.92, y + w * 0.08)
    front = polygon((left, high), (right, high), (right, low), (left, low))
    top = polygon((left, high), (x + w * 0.32, y + w * 0.08), behind, (right, high))
    side = polygon((right, high), behind, (x + w * 0.92, y + w * 0.68), (right, low))
    for path, colour in ((front, theme.plate_muted), (top, "#FFFFFF"), (side, theme.plate_line)):
        shape(painter, path, colour, edge=theme.tile_rim, width=1.2)
