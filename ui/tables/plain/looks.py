"""Pictures of any game's pieces: cards by the names of their faces, spaces, dice, choices, lines of words."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainter

from app.games import scene
from app.games.scene import Piece
from rules.api import Face
from ui.art.canvas import design_space, faded, fill, kept, pen, shape, smooth
from ui.art.cards.playing_cards import PlayingCard, Rank, paint_card
from ui.art.cards.suits import Suit
from ui.art.lettering import LEADING, LEFT, Scarce, draw_line, draw_text, least_cap, line_width, wrapped
from ui.art.paths import circle, inset, rounded
from ui.art.pieces.backs import paint_back
from ui.art.pieces.card_stock import card_stock, is_small
from ui.art.pieces.chips import Badge, Chip, paint_badge, paint_chip
from ui.art.theme import Theme
from ui.kit.dressing import paint_own_hidden
from ui.kit.pieces import Look
from ui.kit.places import PilePlace, PileSign, paint_place
from ui.tables.plain.layout import GRID_EDGE, GRID_END

_SUITS: Final = dict(zip("hsdc", (Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS), strict=True))
_WORDS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_RANKS: Final = (
    {word: at + 2 for at, word in enumerate((*_WORDS, "jack", "queen", "king", "ace"))}
    | {str(number): number for number in range(2, 11)}
    | {"t": 10, "j": 11, "q": 12, "k": 13, "a": 14}
)
_SHORT: Final = re.compile(r"(10|[2-9TJQKA])([hsdc])")
_LONG: Final = re.compile(r"(?:the )?(\w+) of (hearts|spades|diamonds|clubs)\b", re.IGNORECASE)
_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
FaceWords: TypeAlias = Callable[[Face], tuple[str, str]]
"""`words(face)`: the short and the long name of a face."""
_LETTERS: Final = 3
"""A longer short name counts as a word."""
_NEARLY_ALL: Final = 0.95
_TAG_LINES: Final = 2


@cache
def as_playing_card(short: str, name: str) -> PlayingCard | None:
    """Return the playing card called "queen of hearts", or "Qh" without a long name; None for other cards."""
    found = _LONG.match(name) or (_SHORT.fullmatch(short) if short == name else None)
    rank = _RANKS.get(found[1].lower()) if found else None
    return None if found is None or rank is None else PlayingCard(Rank(rank), _SUITS[found[2][0].lower()])


def look_of(piece: Piece, words: FaceWords, *, seen: float = 1.0, is_own: bool = False) -> Look:
    """Return the picture of a piece: a card, chip, die or place. `words` name a face; the next piece leaves
    the share `seen` of it visible.
    """
    look = _bare(piece, words, is_own=is_own)
    if isinstance(look.kind, NamedCard):  # a tag covers the name
        look = replace(look, kind=replace(look.kind, seen=min(seen, 0.9) if piece.tag else seen))
    return replace(look, paint=paint_tagged, kind=Tagged(look, piece.tag, seen)) if piece.tag else look


def _bare(piece: Piece, words: FaceWords, *, is_own: bool) -> Look:
    look = Look(paint_tile, piece.drawn, shade=True, corner=0.12)
    match piece.look:
        case scene.Open():
            look = _card_look(piece.drawn, piece.name)
        case scene.Words() | scene.Stack(()):
            look = Look(paint_place, PilePlace(PileSign.PLAIN, piece.drawn))
        case scene.Stack(faces):
            top = _card_look(*words(faces[-1]))
            look = Look(paint_stack, Stacked(top, len(faces)), shade=True) if len(faces) > 1 else top
        case scene.Closed():
            look = Look(paint_own_hidden if is_own else paint_back, None, shade=True)
        case scene.Chip(seat, text):
            look = Look(paint_chip, Chip(text, seat), shade=True, corner=0.5)
        case scene.Die(value, sides):
            look = Look(paint_die, Die(value, sides), shade=True, corner=0.18)
    return look


def _card_look(short: str, name: str) -> Look:
    card = as_playing_card(short, name)
    if card is not None:
        return Look(paint_card, card, shade=True)
    return Look(paint_named_card, NamedCard(short, name), shade=True)


def space_look(piece: Piece, words: FaceWords, *, is_lit: bool = False) -> Look:
    """Return the picture of a piece on a space of a grid; an empty space has words, and a dot if `is_lit`."""
    if isinstance(piece.look, scene.Open):
        return Look(paint_tile, piece.drawn, shade=True, corner=0.12)
    if isinstance(piece.look, scene.Words):
        return Look(paint_space, Space(piece.short if piece.short.isalnum() else "", is_lit), corner=0.12)
    return look_of(piece, words)


class Tagged(Struct, frozen=True):
    """A picture with a word or two across its foot; the share `seen` of it is visible."""

    look: Look
    tag: str
    seen: float = 1.0


def paint_tagged(painter: QPainter, rect: QRectF, tagged: Tagged, theme: Theme) -> None:
    """Draw the picture, and over its lower end a golden band with the words, if they fit."""
    tagged.look.paint(painter, rect, tagged.look.kind, theme)
    inner = rect.width() * 0.9 * tagged.seen
    cap = least_cap(painter, theme.letters)
    lines = wrapped(tagged.tag, inner / cap, bold=True)
    if len(lines) > _TAG_LINES or max(map(line_width, lines)) * cap > inner:
        return
    high = cap * (2.2 + LEADING * (len(lines) - 1))
    band = QRectF(rect.left(), rect.bottom() - high - rect.height() * 0.05, rect.width() * tagged.seen, high)
    with smooth(painter):
        shape(painter, rounded(band, high * 0.2), theme.selected, edge=theme.mark_rim, width=1.4)
        box = QRectF(band.center().x() - inner / 2, band.top(), inner, band.height())
        draw_text(painter, box, tagged.tag, theme.mark_rim, cap=cap, bold=True, letters=theme.letters)


class Stacked(Struct, frozen=True):
    """Several open cards; only the top one shows."""

    top: Look
    many: int


def paint_stack(painter: QPainter, rect: QRectF, stack: Stacked, theme: Theme) -> None:
    """Draw the top card, with the number of all cards at its upper right."""
    stack.top.paint(painter, rect, stack.top.kind, theme)
    side = rect.width() * (0.5 if is_small(rect) else 0.34)
    at = QRectF(rect.right() - side * 1.08, rect.top() + side * 0.08, side, side)
    paint_badge(painter, at, Badge(str(stack.many)), theme)


class NamedCard(Struct, frozen=True):
    """A card of the game's own: letters or a word, large, and its name. The next card leaves the share `seen`
    of its width visible.
    """

    short: str
    name: str
    seen: float = 1.0

    @property
    def is_word(self) -> bool:
        """True if the short name is too long for a disc."""
        return len(self.short) > _LETTERS

    @property
    def letters(self) -> str:
        """Text in the disc: the short name, or the initials of its words."""
        words = (self.name or self.short).split()
        return "".join(word[0] for word in words[:2]).upper() if self.is_word else self.short


def paint_named_card(painter: QPainter, rect: QRectF, card: NamedCard, theme: Theme) -> None:
    """Draw paper with the letters in a disc, the short name in a corner (two without a name), the name below.

    A long short name stands at the top instead, where the next card leaves it visible. A small card has only
    the letters.
    """
    name, ink = card.name if card.name != card.short else "", theme.paper_ink
    with card_stock(painter, rect, theme):
        if is_small(rect):
            draw_line(painter, QRectF(-44, -34, 88, 68), card.letters, ink)
            return
        frame = rounded(QRectF(-43, -63, 86, 126), 5)
        shape(painter, frame, faded(theme.gold_light, 0.16), edge=faded(theme.gold_deep, 0.8), width=1.1)
        middle = 20 if card.is_word else -8 if name else 0
        shape(painter, circle(0, middle, 30), theme.paper, edge=theme.gold, width=1.6)
        draw_line(painter, QRectF(-22, middle - 15, 44, 30), card.letters, ink)
        if card.is_word and card.seen:
            box = QRectF(-40, -58, min(80.0, 100 * card.seen - 14), 44)
            draw_text(
                painter, box, name or card.short, ink, cap=11, bold=True, align=LEFT, letters=theme.letters,
                scarce=Scarce.LEFT_OUT,
            )  # fmt: skip
        if card.is_word:
            return
        for turn in (0,) if name else (0, 180):
            with kept(painter):
                painter.rotate(turn)
                draw_line(painter, QRectF(-38, -57, 60, 16), card.short, ink, align=LEFT)
        if card.seen > _NEARLY_ALL:
            low = QRectF(-40, 25, 80, 34)
            draw_text(
                painter, low, name, theme.paper_muted, cap=9.5, letters=theme.letters, scarce=Scarce.LEFT_OUT
            )


def paint_tile(painter: QPainter, rect: QRectF, short: str, theme: Theme) -> None:
    """Draw a square tile with its short name."""
    with design_space(painter, rect, width=100, height=100):
        shape(painter, rounded(QRectF(-49, -49, 98, 98), 12), theme.paper, edge=theme.paper_edge, width=2)
        draw_line(painter, QRectF(-42, -25, 84, 50), short, theme.paper_ink, scarce=Scarce.LEFT_OUT)


class Space(Struct, frozen=True):
    """An empty space: the words on it, and a dot if something may go there."""

    text: str
    is_lit: bool


def paint_space(painter: QPainter, rect: QRectF, space: Space, theme: Theme) -> None:
    """Draw the words of an empty space, and a dot if it may be pressed."""
    with design_space(painter, rect, width=100, height=100):
        if space.text:
            draw_text(painter, QRectF(-42, -30, 84, 60), space.text, theme.felt_text, cap=38, bold=True)
        if space.is_lit:
            at = 30 if space.text else 0
            shape(painter, circle(at, -at, 13), theme.playable, edge=theme.mark_rim, width=5)


class Die(Struct, frozen=True):
    """A die that shows `value` out of 1..`sides`."""

    value: int
    sides: int


def paint_die(painter: QPainter, rect: QRectF, die: Die, theme: Theme) -> None:
    """Draw pips on ivory, or a number on a die of more than six sides."""
    with design_space(painter, rect, width=100, height=100):
        body = rounded(QRectF(-47, -47, 94, 94), 18)
        shape(painter, body, theme.paper, edge=theme.paper_edge, width=2)
        fill(painter, rounded(QRectF(-40, -40, 80, 80), 24), faded(theme.paper_shade, 0.8))
        if die.sides > 6 or die.value not in _PIPS:
            draw_line(painter, QRectF(-36, -26, 72, 52), str(die.value), theme.paper_ink)
            return
        for x, y in _PIPS[die.value]:
            fill(painter, circle(x * 24, y * 24, 9.6), theme.paper_ink)


class GridGround(Struct, frozen=True):
    """A board under its spaces; `holes` are the places without a space."""

    columns: int
    rows: int
    holes: frozenset[int] = frozenset()


def ground_of(grid: scene.Zone) -> GridGround:
    """Return the board under a grid: an empty piece without token and name is a hole."""
    holes = frozenset(
        place
        for place, thing in enumerate(grid.pieces)
        if thing.at == scene.NOWHERE and not thing.name and isinstance(thing.look, scene.Words)
    )
    return GridGround(grid.columns, -(-len(grid.pieces) // max(1, grid.columns)), holes)


def paint_grid(painter: QPainter, rect: QRectF, grid: GridGround, theme: Theme) -> None:
    """Draw spaces let into a board, letters over the columns and numbers at the left."""
    step = rect.width() / (grid.columns + GRID_EDGE + GRID_END)
    with smooth(painter):
        board = inset(rect, step * 0.06)
        body = rounded(board, step * 0.22)
        shape(painter, body, faded(theme.plate, 0.82), edge=theme.plate_line, width=1.4)
        first = QPointF(rect.left() + step * GRID_EDGE, rect.top() + step * GRID_EDGE)
        for at in range(grid.columns * grid.rows):
            if at in grid.holes:
                continue
            row, column = divmod(at, grid.columns)
            cell = QRectF(first.x() + step * column, first.y() + step * row, step, step)
            space = rounded(inset(cell, step * 0.04), step * 0.1)
            shape(painter, space, theme.felt_edge, edge=theme.felt_line, width=1)
        cap = step * 0.24
        for column in range(grid.columns):
            box = QRectF(first.x() + step * column, rect.top() + step * 0.06, step, step * GRID_EDGE)
            draw_line(painter, box, chr(ord("A") + column), theme.plate_muted, cap=cap, letters=theme.letters)
        for row in range(grid.rows):
            box = QRectF(rect.left() + step * 0.04, first.y() + step * row, step * GRID_EDGE, step)
            draw_line(painter, box, str(row + 1), theme.plate_muted, cap=cap, letters=theme.letters)


class Offer(Struct, frozen=True):
    """A choice in words on a button; `is_refused` if the rules forbid it now."""

    words: str
    is_refused: bool = False


def paint_offer(painter: QPainter, rect: QRectF, offer: Offer, theme: Theme) -> None:
    """Draw an ivory plate with the words; a forbidden choice is a dashed outline."""
    with smooth(painter):
        high = rect.height()
        body = rounded(inset(rect, 1.5), high * 0.48)
        inner = rect.adjusted(high * 0.24, 0, -high * 0.24, 0)
        if offer.is_refused:
            fill(painter, body, faded(theme.plate, 0.86))
            dashes = pen(theme.plate_muted, 1.6)
            dashes.setDashPattern([2.4, 2.2])
            painter.strokePath(body, dashes)
        else:
            shape(painter, body, theme.paper, edge=theme.gold_deep, width=1.8)
        ink = theme.plate_muted if offer.is_refused else theme.paper_ink
        draw_line(painter, inner, offer.words, ink, cap=high * 0.32, letters=theme.letters)


class Lines(Struct, frozen=True):
    """Lines of words on the cloth, all of one size; the first may be their title."""

    lines: tuple[str, ...]
    has_title: bool = True


def paint_lines(painter: QPainter, rect: QRectF, words: Lines, theme: Theme) -> None:
    """Draw the lines below one another, centred."""
    high = rect.height() / max(1, len(words.lines))
    for row, line in enumerate(words.lines):
        box = QRectF(rect.left(), rect.top() + high * row, rect.width(), high)
        draw_line(
            painter,
            box,
            line,
            theme.felt_text,
            cap=high * 0.5,
            bold=words.has_title and not row,
            letters=theme.letters,
        )


def fitting(size: QSizeF, look: Look) -> QSizeF:
    """Return the size of a piece on a card's place: round and square pieces are as wide as high."""
    if look.paint in (paint_chip, paint_die, paint_tile):
        side = min(size.width(), size.height())
        return QSizeF(side, side)
    return size
