"""Choices that are not pieces on the table: rows of buttons, in pages if they are many."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, QRectF, QSizeF, Signal

from app.games.scene import Piece as Thing
from app.games.scene import Token
from ui.art.icon_paths import Icon
from ui.art.lettering import cap_height, line_width
from ui.art.marks import Mark
from ui.kit.dressing import TableButton, paint_button
from ui.kit.geometry import CardTableLayout
from ui.kit.motion import Spot
from ui.kit.pieces import Look, Piece
from ui.kit.surface import Surface
from ui.tables.plain.looks import Offer, paint_offer

OFFER_ZONE = 10
ROWS_MOST = 3
"""Maximum number of rows shown at once."""
_GAP = 8.0
_LETTERS = 3
"""Longest short name that a button shows instead of the whole name."""


class Offers(QObject):
    """The buttons, by their tokens. A refused choice can also be pressed: the table then says why."""

    pressed = Signal(str)
    page_turned = Signal()

    def __init__(self, surface: Surface) -> None:
        super().__init__(surface)
        self._surface = surface
        self._page = 0
        self.buttons: dict[Token, Piece] = {}
        self.more = surface.new_button(OFFER_ZONE)
        self.more.clicked.connect(self.turn_page)

    def turn_page(self) -> None:
        """Show the next page of choices."""
        self._page += 1
        self.page_turned.emit()

    def rows(self, offers: Sequence[Thing], places: CardTableLayout) -> list[list[Thing]]:
        """Break the choices into rows as wide as the middle."""
        rows: list[list[Thing]] = []
        left = 0.0
        for thing in offers:
            wide = self._wide(thing, places) + _GAP
            if not rows or wide > left:
                rows.append([])
                left = places.middle.width()
            rows[-1].append(thing)
            left -= wide
        return rows

    def show(self, offers: Sequence[Thing], places: CardTableLayout) -> None:
        """Show the choices at the lower edge of the middle; the button to the next page is in the corner."""
        rows, high = self.rows(offers, places), row_height(places)
        pages = -(-len(rows) // ROWS_MOST)
        self._page = self._page % pages if pages else 0
        rows = rows[self._page * ROWS_MOST :][:ROWS_MOST]
        self._show_more(pages, places)
        wanted = {thing.at for row in rows for thing in row}
        for at in [at for at in self.buttons if at not in wanted]:
            self._surface.remove(self.buttons.pop(at))
        for number, row in enumerate(rows):
            widths = [self._wide(thing, places) for thing in row]
            left = places.middle.center().x() - (sum(widths) + _GAP * (len(row) - 1)) / 2
            top = places.middle.bottom() - (len(rows) - number) * high
            for thing, wide in zip(row, widths, strict=True):
                self._show_one(thing, QRectF(left, top + 3, wide, high - 6))
                left += wide + _GAP

    def _show_one(self, thing: Thing, box: QRectF) -> None:
        piece = self.buttons.get(thing.at)
        if piece is None:
            piece = self.buttons[thing.at] = self._surface.new_button(OFFER_ZONE)
            piece.clicked.connect(partial(self.pressed.emit, thing.at))
            piece.hovered.connect(partial(self._hovered, thing.at))
            piece.setVisible(True)
        piece.name, piece.about = thing.name, thing.why.text if thing.why else ""
        look = Look(paint_offer, Offer(_words(thing), thing.why is not None), corner=0.5)
        piece.lay(look, box)

    def _show_more(self, pages: int, places: CardTableLayout) -> None:
        self.more.setVisible(pages > 1)
        if pages > 1:
            corner, high = places.buttons, row_height(places)
            box = QRectF(corner.left(), corner.bottom() - high, corner.width(), high)
            self.more.name = f"More choices, page {self._page + 1} of {pages}"
            button = TableButton(Icon.SWAP, f"More ({self._page + 1} of {pages})")
            look = Look(paint_button, button, corner=0.24)
            self.more.show_look(look, QSizeF(round(box.width()), round(high)))
            self.more.go(Spot(box.center()), ms=0)

    def _hovered(self, at: Token, over: bool) -> None:
        if at in self.buttons:
            self.buttons[at].show_mark(Mark.PLAYABLE if over else None)

    def _wide(self, thing: Thing, places: CardTableLayout) -> float:
        high, cap = row_height(places), cap_height(self._surface.renderer.letters.normal)
        return max(high, line_width(_words(thing)) * cap + high * 0.7)


def row_height(places: CardTableLayout) -> float:
    """Return the height of a row of buttons, with the gap between rows."""
    return round(max(30.0, 46 * places.unit))


def _words(thing: Thing) -> str:
    return thing.short if 0 < len(thing.short) <= _LETTERS else thing.name
