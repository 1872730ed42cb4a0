"""Players' plates: name, turn and state of each player.

Every state is shown in two ways: the turn by a thick edge, an arrow and a word; ticks against the bid by
filled and empty rings and by numbers; a player who left by a sign and words.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from app.animals import Animal
from app.screens.seats import HERE, MarkKind, SeatMark
from ui.art.canvas import faded, fill, shape, smooth, trace
from ui.art.felt import Ground, paint_ground
from ui.art.icon_paths import Icon
from ui.art.icons import IconIn, paint_crown, paint_dealer, paint_icon_in
from ui.art.lettering import LEFT, RIGHT, Writing, draw_line, line_width, shared_cap, snapped_cap
from ui.art.paths import circle, polygon, polyline, rounded
from ui.art.pieces.meters import paint_meter
from ui.art.pieces.players import avatar_of, paint_avatar
from ui.art.theme import Theme
from ui.kit.geometry import PLATE, TAG


class Pips(Struct, frozen=True):
    """Ticks against a bid: `bid` rings, `taken` of them filled, and a cross for each tick beyond the bid."""

    bid: int
    taken: int


class PlateLook(Struct, frozen=True):
    """Contents of a plate.

    `tag` stands above the plate while it is that seat's turn, with the time left for the move (`clock`);
    `is_late` warns. `line` is the second line, unless `trouble` (with a sign), `meter` or `pips` takes its
    place; `score` at the right. Above the plate at the right stands `badge`, or else `note`, with the sign of
    a bot, while a stand-in plays for the seat.
    """

    seat: int
    name: str
    line: str = ""
    score: str = ""
    tag: str = ""
    is_bot: bool = False
    is_dealer: bool = False
    is_gone: bool = False
    is_leading: bool = False
    pips: Pips | None = None
    meter: int | None = None
    badge: str = ""
    badge_is_good: bool = True
    trouble: str = ""
    has_gone_home: bool = False
    """True if the trouble is that the player has said goodbye."""
    note: str = ""
    clock: str = ""
    is_late: bool = False
    is_split: bool = False
    """True if the others hold parts of this seat's keys: a key before the name."""
    animal: Animal | None = None
    names: tuple[str, ...] = ()
    """Names of all players, which are written in one size."""


def marked(look: PlateLook, mark: SeatMark) -> PlateLook:
    """Return a plate with the marks of its seat that are not part of the game; a seat that left gets none."""
    if mark == HERE or look.is_gone:
        return look
    timed = replace(look, clock=mark.clock, is_late=mark.is_late, is_split=mark.is_split)
    if mark.kind is MarkKind.STAND_IN:
        return replace(timed, note=mark.words)
    return replace(timed, trouble=mark.words, has_gone_home=mark.kind is MarkKind.LEFT)


def paint_plate(painter: QPainter, rect: QRectF, look: PlateLook, theme: Theme) -> None:
    """Draw the plate in `rect`, below a strip of height `geometry.TAG` (scaled), into which the tag rises."""
    unit = rect.width() / PLATE.width()
    body = rect.adjusted(0, TAG * unit, 0, 0)
    with smooth(painter):
        if look.tag:
            _glow(painter, body, theme)
        paint_ground(painter, body, Ground.PLATE_ACTIVE if look.tag else Ground.PLATE, theme)
        if look.is_gone:
            painter.setOpacity(0.55)
        _picture(painter, body, look, unit, theme)
        _words(painter, body, look, unit, theme)
        if look.tag:
            _tag(painter, body, _timed(look), unit, theme)
        if look.badge:
            _badge(painter, body, look, unit, theme)
        elif look.note:
            _note(painter, body, look.note, unit, theme)


def picture_box(body: QRectF, unit: float) -> QRectF:
    """Return the place of the player's picture on a plate, which is `body` without the strip for the tag."""
    side = body.height() - 10 * unit
    return QRectF(body.left() + 5 * unit, body.top() + 5 * unit, side, side)


def _glow(painter: QPainter, body: QRectF, theme: Theme) -> None:
    for out in (6.0, 4.0, 2.0):
        around = rounded(body.adjusted(-out, -out, out, out), 10 + out)
        fill(painter, around, faded(theme.selected, 0.10))


def _picture(painter: QPainter, body: QRectF, look: PlateLook, unit: float, theme: Theme) -> None:
    picture = picture_box(body, unit)
    paint_avatar(painter, picture, avatar_of(look.animal, look.seat), theme)
    if look.is_dealer:
        disc = 21 * unit
        paint_dealer(
            painter, QRectF(picture.left() - 2 * unit, picture.top() - 3 * unit, disc, disc), "D", theme
        )
    if look.is_leading:
        crown = 20 * unit
        at = QRectF(picture.center().x() - crown / 2, picture.top() - 8 * unit, crown, crown)
        paint_crown(painter, at, 1, theme)


def _words(painter: QPainter, body: QRectF, look: PlateLook, unit: float, theme: Theme) -> None:
    left = body.left() + body.height() + 1 * unit
    right = body.right() - 9 * unit
    first = QRectF(left, body.top() + 6 * unit, right - left, 24 * unit)
    letters = theme.letters
    score_wide = 0.0
    if look.score:
        cap = snapped_cap(painter, 11.5 * unit, letters, room=first.height())
        score_wide = min(line_width(look.score) * cap, first.width() * 0.4) + 8 * unit
        box = QRectF(right - score_wide, first.top(), score_wide, first.height())
        draw_line(painter, box, look.score, theme.gold_light, cap=cap, align=RIGHT, letters=letters)
    for sign in [Icon.BOT] * look.is_bot + [Icon.KEY] * look.is_split:
        icon = QRectF(first.left(), first.center().y() - 8 * unit, 16 * unit, 16 * unit)
        paint_icon_in(painter, icon, IconIn(sign, theme.plate_muted), theme)
        first.setLeft(icon.right() + 4 * unit)
    first.setRight(right - score_wide - 4 * unit)  # a long name is cut before the score
    names = (look.name, *look.names)
    cap = shared_cap(painter, names, first.width(), cap=11 * unit, letters=letters, room=first.height())
    draw_line(painter, first, look.name, theme.plate_text, cap=cap, align=LEFT, letters=letters)
    second = QRectF(left, body.top() + 34 * unit, right - left, 20 * unit)
    if look.trouble or look.is_gone:
        _trouble(painter, second, look, unit, theme)
    elif look.meter is not None:
        paint_meter(painter, second.adjusted(0, 1 * unit, 0, -1 * unit), look.meter, theme)
    elif look.pips is not None:
        _pips(painter, second, look, unit, theme, most=cap)
    else:
        size = min(cap, snapped_cap(painter, 9 * unit, letters, room=second.height()))
        draw_line(
            painter, second, look.line, theme.plate_muted, cap=size, bold=False, align=LEFT, letters=letters
        )


def _trouble(painter: QPainter, box: QRectF, look: PlateLook, unit: float, theme: Theme) -> None:
    write = Writing(painter, theme.letters)
    icon = QRectF(box.left(), box.top() + 1 * unit, 18 * unit, 18 * unit)
    sign = Icon.LEFT if look.is_gone or look.has_gone_home else Icon.LOST
    paint_icon_in(painter, icon, IconIn(sign, theme.gold_light), theme)
    words = box.adjusted(23 * unit, 0, 0, 0)
    write.line(words, look.trouble or "has left", theme.gold_light, cap=9 * unit, bold=False, align=LEFT)


def _pips(painter: QPainter, box: QRectF, look: PlateLook, unit: float, theme: Theme, *, most: float) -> None:
    """Draw `2 of 3`, a ring for each tick bid, filled once taken, and a cross for each beyond the bid."""
    write = Writing(painter, theme.letters)
    pips = look.pips or Pips(0, 0)
    numbers = f"{pips.taken} of {pips.bid}"
    count = max(pips.bid, pips.taken)
    room = box.width() - min(9, count) * 8 * unit
    letters = theme.letters
    cap = min(most, shared_cap(painter, ["0 of 0"], room, cap=11 * unit, letters=letters, room=box.height()))
    wide = line_width(numbers) * cap + 9 * unit
    write.line(
        QRectF(box.left(), box.top(), wide, box.height()), numbers, theme.plate_text, cap=cap, align=LEFT
    )
    room = box.width() - wide
    step = min(11.5 * unit, room / max(1, count))
    radius = step * 0.39
    y = box.center().y()
    for place in range(count):
        at = QPointF(box.left() + wide + step * (place + 0.5), y)
        if place >= pips.bid:
            _cross(painter, at, radius * 0.85, theme)
        else:
            ring = circle(at.x(), at.y(), radius)
            if place < pips.taken:
                fill(painter, ring, theme.playable)
            trace(painter, ring, theme.playable if place < pips.taken else theme.plate_muted, 1.5 * unit)
    if not count:
        rest = QRectF(box.left() + wide, box.top(), room, box.height())
        write.line(rest, look.line, theme.plate_muted, cap=8.5 * unit, bold=False, align=LEFT)


def _cross(painter: QPainter, at: QPointF, arm: float, theme: Theme) -> None:
    path = QPainterPath(QPointF(at.x() - arm, at.y() - arm))
    path.lineTo(at.x() + arm, at.y() + arm)
    path.moveTo(at.x() + arm, at.y() - arm)
    path.lineTo(at.x() - arm, at.y() + arm)
    trace(painter, path, theme.target, arm * 0.62)


def _tag(painter: QPainter, body: QRectF, words: str, unit: float, theme: Theme) -> None:
    """Draw a golden tab on the upper edge, with an arrow that points at the player."""
    write = Writing(painter, theme.letters)
    high = 19 * unit
    cap = snapped_cap(painter, 8.4 * unit, theme.letters, room=high)
    wide = line_width(words) * cap + 34 * unit
    tab = QRectF(body.left() + body.height() * 0.98, body.top() - TAG * unit, wide, high)
    shape(painter, rounded(tab, high / 2), theme.selected, edge=theme.mark_rim, width=1.2 * unit)
    x, y = tab.left() + 12 * unit, tab.center().y()
    arrow = polygon((x - 4.5 * unit, y - 3.5 * unit), (x + 4.5 * unit, y - 3.5 * unit), (x, y + 4.5 * unit))
    fill(painter, arrow, theme.mark_rim)
    box = QRectF(tab.left() + 20 * unit, tab.top(), wide - 30 * unit, high)
    write.line(box, words, theme.mark_rim, cap=cap, align=LEFT)


def _timed(look: PlateLook) -> str:
    return f"{look.tag}  {look.clock}{'!' if look.is_late else ''}" if look.clock else look.tag


def _note(painter: QPainter, body: QRectF, words: str, unit: float, theme: Theme) -> None:
    """Draw a note on the upper edge at the right: a stand-in plays for this seat."""
    high = 19 * unit
    cap = snapped_cap(painter, 9 * unit, theme.letters, room=high)
    wide = min(line_width(words) * cap + 36 * unit, body.width() - 6 * unit)
    tab = QRectF(body.right() - wide - 6 * unit, body.top() - TAG * unit, wide, high)
    shape(painter, rounded(tab, high / 2), theme.plate, edge=theme.gold_light, width=1.4 * unit)
    icon = QRectF(tab.left() + 6 * unit, tab.top() + 2 * unit, 15 * unit, 15 * unit)
    paint_icon_in(painter, icon, IconIn(Icon.BOT, theme.gold_light), theme)
    room = QRectF(icon.right() + 3 * unit, tab.top(), tab.right() - icon.right() - 10 * unit, high)
    draw_line(painter, room, words, theme.gold_light, cap=cap, align=LEFT)


def _badge(painter: QPainter, body: QRectF, look: PlateLook, unit: float, theme: Theme) -> None:
    """Draw a result on the upper edge at the right, after a tick (points, a place) or a blot ("plump")."""
    write = Writing(painter, theme.letters)
    high = 19 * unit
    cap = snapped_cap(painter, 9 * unit, theme.letters, room=high)
    wide = line_width(look.badge) * cap + 36 * unit
    tab = QRectF(body.right() - wide - 6 * unit, body.top() - TAG * unit, wide, high)
    colour = "#0F6B4F" if look.badge_is_good else "#F2ECDD"
    ink = "#FFFFFF" if look.badge_is_good else "#1B2026"
    edge = "#FFFFFF" if look.badge_is_good else "#1B2026"
    shape(painter, rounded(tab, high / 2), colour, edge=edge, width=1.4 * unit)
    x, y = tab.left() + 14 * unit, tab.center().y()
    if look.badge_is_good:
        tick = polyline((x - 4.5 * unit, y), (x - 1 * unit, y + 4 * unit), (x + 5 * unit, y - 4.5 * unit))
        trace(painter, tick, ink, 2.2 * unit)
    else:
        fill(painter, circle(x, y, 5.5 * unit), ink)
    box = QRectF(x + 9 * unit, tab.top(), tab.right() - x - 17 * unit, high)
    write.line(box, look.badge, ink, cap=cap, align=LEFT)
