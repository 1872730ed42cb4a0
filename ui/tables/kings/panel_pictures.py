"""Pictures of Kings' table besides the piles: battles, the story, the steps and the end of a turn."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from ui.art.canvas import faded, fill, shape, smooth, trace
from ui.art.cards.faces import kings_card, kings_king
from ui.art.cards.playing_cards import paint_card
from ui.art.icon_paths import Icon
from ui.art.icons import IconIn, paint_icon_in
from ui.art.lettering import LEADING, LEFT, Writing, draw_line, least_cap, shared_cap, snapped_cap, wrapped
from ui.art.paths import circle, inset, rounded
from ui.art.pieces.chips import Badge, Tone, paint_badge
from ui.art.theme import Theme
from ui.tables.kings.pile_pictures import paint_strip

ENTRIES = 6
"""Maximum number of moves that the story tells."""
ENTRY_GAP = 0.7
"""Smallest gap between two lines of the story, in cap heights."""


class BattleLook(Struct, frozen=True):
    """An attack, before or after its battle: both scores, the outcome in words, the cards at stake."""

    title: str
    words: str
    wins: bool
    spoils: tuple[int, ...]
    is_open: bool
    """True before the battle."""


def paint_battle(painter: QPainter, rect: QRectF, look: BattleLook, theme: Theme) -> None:
    """Draw `7 : 4` with its sign at the left, the words, and the cards at stake at the right."""
    write = Writing(painter, theme.letters)
    with smooth(painter):
        body = rounded(inset(rect, 1), rect.height() * 0.18)
        line = theme.target if look.is_open else theme.plate_line
        shape(painter, body, faded(theme.plate, 0.94), edge=line, width=2.0 if look.is_open else 1.0)
        inner = inset(rect, rect.height() * 0.14, rect.height() * 0.12)
        pill = QRectF(
            inner.left(),
            inner.center().y() - inner.height() * 0.38,
            inner.height() * 2.3,
            inner.height() * 0.76,
        )
        paint_badge(painter, pill, Badge(look.title, Tone.GOOD if look.wins else Tone.BAD), theme)
        left = _mini_cards(painter, inner, look.spoils, theme)
        words = QRectF(
            QPointF(pill.right() + inner.height() * 0.15, inner.top()),
            QPointF(left - inner.height() * 0.15, inner.bottom()),
        )
        write.text(words, look.words, theme.plate_text, cap=inner.height() * 0.25, bold=True, align=LEFT)


class StoryLook(Struct, frozen=True):
    """Lines of a story; the one at `strong` is the news; `title` stands over them. Without room for all, the
    lines farthest from the news are left out."""

    title: str
    lines: tuple[str, ...]
    strong: int


def paint_story(painter: QPainter, rect: QRectF, look: StoryLook, theme: Theme) -> None:
    """Draw the title and the lines, in the smallest letters if larger ones do not fit."""
    write = Writing(painter, theme.letters)
    with smooth(painter):
        fill(painter, rounded(rect, 12), faded(theme.plate, 0.6))
        inner = inset(rect, 18, 12)
        row = inner.height() / (ENTRIES + 1.6)
        title = QRectF(inner.left(), inner.top(), inner.width(), row * 1.2)
        write.line(title, look.title, theme.gold_light, cap=row * 0.46, align=LEFT)
        room = inner.adjusted(0, row * 1.4, 0, 0)
        sizes = snapped_cap(painter, row * 0.34, theme.letters), least_cap(painter, theme.letters)
        for cap in sizes:
            entries = _entries(look, cap, room.width())
            if _height(entries, cap) <= room.height():
                break
        while len(entries) > 1 and _height(entries, cap) > room.height():
            entries.pop(0 if look.strong else -1)
        spare = max(0.0, room.height() - _height(entries, cap))
        y, apart = room.top(), min(1.4 * cap, spare / ENTRIES)
        for text, rows, is_news in entries:
            box = QRectF(room.left(), y, room.width(), LEADING * cap * rows)
            ink = theme.plate_text if is_news else theme.plate_muted
            write.text(box, text, ink, cap=cap, bold=is_news, align=LEFT)
            y = box.bottom() + ENTRY_GAP * cap + apart


def _entries(look: StoryLook, cap: float, width: float) -> list[tuple[str, int, bool]]:
    """Return each line, its number of rows in letters of that size, and True for the news."""
    return [
        (line, len(wrapped(line, width / cap, bold=at == look.strong)), at == look.strong)
        for at, line in enumerate(look.lines)
    ]


def _height(entries: list[tuple[str, int, bool]], cap: float) -> float:
    return sum(LEADING * cap * rows + ENTRY_GAP * cap for _, rows, _ in entries)


def paint_winner(painter: QPainter, rect: QRectF, seat: int, theme: Theme) -> None:
    """Draw the winner's king."""
    high = min(rect.height(), rect.width() * 1.4)
    card = QRectF(rect.center().x() - high / 2.8, rect.center().y() - high / 2, high / 1.4, high)
    paint_card(painter, card, kings_king(seat), theme)


class EndLook(Struct, frozen=True):
    """The button that ends the turn, with the cards that are then discarded. `is_main`: nothing else is left
    to do; `is_warned`: the player was warned once."""

    faces: tuple[int, ...]
    is_enabled: bool
    is_main: bool
    is_warned: bool
    key: ClassVar[str] = "E"


def paint_end(painter: QPainter, rect: QRectF, look: EndLook, theme: Theme) -> None:
    """Draw a plate, golden if `is_main` or `is_warned`; below the words, the cards to be discarded."""
    write = Writing(painter, theme.letters)
    with smooth(painter):
        is_gold = look.is_enabled and (look.is_main or look.is_warned)
        ground = theme.selected if is_gold else theme.plate
        ink = theme.mark_rim if is_gold else theme.plate_text if look.is_enabled else theme.plate_muted
        edge = "#9E2A1E" if look.is_warned else theme.selected if look.is_enabled else theme.plate_line
        width = 4.0 if look.is_warned else 2.0 if look.is_enabled else 1.0
        shape(painter, rounded(inset(rect, 1.5), rect.height() * 0.16), ground, edge=edge, width=width)
        inner = inset(rect, rect.height() * 0.14, rect.height() * 0.1)
        side = inner.height() * 0.36
        cap = QRectF(inner.right() - side, inner.top(), side, side)
        trace(painter, rounded(cap, 4), ink, 1.4)
        write.line(cap, look.key, ink, cap=side * 0.5)
        first = QRectF(inner.left(), inner.top(), cap.left() - inner.left() - 6, side)
        label = "End the turn" if look.is_enabled else "Not your turn"
        shorter = "End turn" if look.is_enabled else ""
        write.line(first, label, ink, cap=side * 0.54, align=LEFT, shorter=shorter)
        second = QRectF(
            inner.left(), first.bottom() + inner.height() * 0.08, inner.width(), inner.height() * 0.18
        )
        words = "throws away" if look.faces else "throws nothing away" if look.is_enabled else ""
        write.line(second, words, ink, cap=second.height() * 0.78, bold=False, align=LEFT)
        row = QRectF(
            inner.left(), inner.bottom() - inner.height() * 0.32, inner.width(), inner.height() * 0.32
        )
        wide = min(row.height() * 1.5, row.width() / max(1, len(look.faces)))
        for at, face in enumerate(look.faces):
            box = QRectF(row.left() + at * wide, row.top(), wide * 0.95, row.height())
            paint_strip(painter, box, kings_card(face), row.height() * 0.94, theme)


class StepsLook(Struct, frozen=True):
    """The steps of a turn; `now` is the present one, -1 for none."""

    names: tuple[str, ...]
    now: int


def paint_steps(painter: QPainter, rect: QRectF, look: StepsLook, theme: Theme) -> None:
    """Draw the steps below one another, the present one bright; earlier ones have a dash. A dash instead of a
    tick, because nothing may have been done in them. No numbers, because they would look like keys."""
    write = Writing(painter, theme.letters)
    with smooth(painter):
        fill(painter, rounded(rect, 10), faded(theme.plate, 0.6))
        row = rect.height() / (len(look.names) + 0.4)
        side = min(row, rect.width() * 0.3)  # a disc leaves the rest of the width to the words
        wide = rect.width() - side * 1.2
        cap = shared_cap(
            painter, look.names, wide, cap=min(row * 0.3, wide * 0.12), letters=theme.letters
        )  # measured in bold, as each step is while it is the present one
        for at, name in enumerate(look.names):
            box = QRectF(rect.left(), rect.top() + row * (at + 0.2), rect.width(), row)
            disc = circle(box.left() + side * 0.6, box.center().y(), side * 0.34)
            is_now = at == look.now
            ink = theme.plate_text if is_now else theme.plate_muted
            if is_now:
                fill(painter, disc, theme.selected)
            else:
                trace(painter, disc, theme.plate_muted, 1.4)
            if at < look.now:
                dash = disc.boundingRect().adjusted(0, side * 0.14, 0, -side * 0.14)
                write.line(dash, "–", ink, cap=side * 0.3)
            words = QRectF(box.left() + side * 1.1, box.top(), wide, row)
            first = name.partition(" ")[0]
            write.line(words, name, ink, cap=cap, bold=is_now, align=LEFT, shorter=first)


class CourseLook(Struct, frozen=True):
    """The round, and how near the game is to an end by a stall."""

    lines: tuple[str, str]


def paint_course(painter: QPainter, rect: QRectF, look: CourseLook, theme: Theme) -> None:
    """Draw two lines on a plate."""
    write = Writing(painter, theme.letters)
    with smooth(painter):
        fill(painter, rounded(rect, rect.height() * 0.2), faded(theme.plate, 0.82))
        inner = inset(rect, rect.height() * 0.18, rect.height() * 0.08)
        half = inner.height() / 2
        first = QRectF(inner.left(), inner.top(), inner.width(), half)
        shorter = look.lines[0].removesuffix(" at most")
        write.line(first, look.lines[0], theme.felt_text, cap=half * 0.5, shorter=shorter)
        second = first.translated(0, half)
        fewer = look.lines[1].replace(" rounds without a", ", no")
        write.line(second, look.lines[1], theme.plate_text, cap=half * 0.38, bold=False, shorter=fewer)


class ConfirmLook(Struct, frozen=True):
    """A button beside an attack that waits for its confirmation."""

    icon: Icon
    label: str
    key: str
    is_main: bool


def paint_confirm(painter: QPainter, rect: QRectF, look: ConfirmLook, theme: Theme) -> None:
    """Draw the button: golden to attack, quiet to cancel."""
    with smooth(painter):
        ground, ink = (theme.selected, theme.mark_rim) if look.is_main else (theme.plate, theme.plate_text)
        shape(painter, rounded(inset(rect, 1), rect.height() * 0.22), ground, edge=theme.mark_rim, width=1.4)
        high = min(rect.height(), rect.width() * 0.52)  # leaves room for its words even on a narrow button
        icon = QRectF(rect.left() + high * 0.16, rect.center().y() - high * 0.2, high * 0.4, high * 0.4)
        paint_icon_in(painter, icon, IconIn(look.icon, ink), theme)
        box = QRectF(icon.right() + high * 0.1, rect.center().y() - high * 0.3, 0, high * 0.34)
        box.setRight(rect.right() - high * 0.14)
        draw_line(painter, box, look.label, ink, cap=high * 0.21, align=LEFT, letters=theme.letters)
        low = box.translated(0, high * 0.34)
        draw_line(painter, low, look.key, ink, cap=high * 0.14, bold=False, align=LEFT, letters=theme.letters)


def _mini_cards(painter: QPainter, inner: QRectF, faces: tuple[int, ...], theme: Theme) -> float:
    """Draw small cards at the right end; return the left edge of the first."""
    if not faces:
        return inner.right()
    wide = inner.height() / 1.4
    step = min(wide * 0.86, (inner.width() * 0.3 - wide) / max(1, len(faces) - 1))
    left = inner.right() - wide - step * (len(faces) - 1)
    for at, face in enumerate(faces):
        paint_card(
            painter, QRectF(left + at * step, inner.top(), wide, inner.height()), kings_card(face), theme
        )
    return left
