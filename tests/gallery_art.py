"""Sheets of all art, for eyes: `python -m tests.gallery_art OUTDIR [--dpr 1 2]` writes PNG files.

One sheet per subject and theme, at the pixels of an ordinary and of a dense screen. Needs no screen.
"""

from __future__ import annotations

import argparse
import itertools
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QProgressBar,
    QPushButton,
    QSlider,
    QSpinBox,
    QTabBar,
    QWidget,
)

from app.animals import Animal
from ui.art.app_icon import icon_image
from ui.art.cahoots.cards import Drinker, Patron, paint_drinker, paint_patron
from ui.art.cards.playing_cards import PlayingCard, Rank, paint_card
from ui.art.cards.suits import Suit, paint_suit
from ui.art.dress import dress
from ui.art.felt import Ground, paint_ground
from ui.art.fonts import register_fonts
from ui.art.icon_paths import Icon
from ui.art.icons import paint_crown, paint_dealer, paint_icon, paint_plump
from ui.art.marks import MARGIN, Mark, Marking, paint_mark
from ui.art.matriculation.cards import Study, paint_study
from ui.art.palette import ALGAE, FISH, Coral
from ui.art.pieces.backs import paint_back
from ui.art.pieces.chips import Badge, Chip, Tone, paint_badge, paint_chip
from ui.art.pieces.meters import hours_meter, paint_meter
from ui.art.pieces.players import Avatar, Pennant, paint_avatar, paint_pennant
from ui.art.reef.actions import ACTIONS, paint_reef_action
from ui.art.reef.animals import Parrotfish, Shrimp, paint_parrotfish, paint_shrimp
from ui.art.reef.board import ReefShape, Space, coral_outline, paint_reef, paint_space, space_rect
from ui.art.reef.motifs import paint_motif
from ui.art.reef.sea import DrawnCoralTile, paint_coral_tile, paint_lock
from ui.art.reef.tiles import paint_alga, paint_alga_sign, paint_larva, paint_polyp
from ui.art.theme import Back, Deck, Theme, ThemeName, themed
from ui.kit.places import PilePlace, PileSign, paint_place

Sheet = Callable[[QPainter, Theme], None]
WIDTH, HEIGHT = 1400, 900
REEFS = (
    ReefShape(("...###.", ".##Y##.", "##.#W##", "#G#*#.#", "##P.O##", "#######")),
    ReefShape(("..###..", ".#Y####", "###*#G#", "##O#W##", ".#.P#.#", ".######")),
)


def row(x: float, y: float, *, width: float, height: float, gap: float = 10) -> Iterator[QRectF]:
    """Places side by side, without end."""
    for place in itertools.count():
        yield QRectF(x + place * (width + gap), y, width, height)


def deck_sheet(painter: QPainter, theme: Theme) -> None:
    """All playing cards, large and small."""
    paint_ground(painter, QRectF(0, 0, WIDTH, HEIGHT), Ground.CLOTH, theme)
    for line, suit in enumerate(Suit):
        for rect, rank in zip(row(10, 10 + line * 150, width=100, height=140, gap=6), Rank, strict=False):
            paint_card(painter, rect, PlayingCard(rank, suit), theme)
        for rect, rank in zip(
            row(10 + line * 278, 766, width=36, height=50, gap=4), list(Rank)[-7:], strict=False
        ):
            paint_card(painter, rect, PlayingCard(rank, suit), theme)
    for rect, suit in zip(row(10, 826, width=50, height=50), Suit, strict=False):
        painter.fillRect(rect, QColor(theme.paper))
        paint_suit(painter, rect, suit, theme)
    for rect, back in zip(row(340, 822, width=50, height=70), Back, strict=False):
        paint_back(painter, rect, back, theme)


def courts_sheet(painter: QPainter, theme: Theme) -> None:
    """The courts, and the backs, in detail."""
    paint_ground(painter, QRectF(0, 0, WIDTH, HEIGHT), Ground.CLOTH, theme)
    cards = [PlayingCard(rank, suit) for suit in Suit for rank in (Rank.KING, Rank.QUEEN, Rank.JACK)]
    for place, card in enumerate(cards[:12]):
        rect = QRectF(10 + place % 6 * 200, 10 + place // 6 * 278, 190, 266)
        paint_card(painter, rect, card, theme)
    for rect, back in zip(row(10, 566, width=190, height=266), Back, strict=False):
        paint_back(painter, rect, back, theme)
    for rect, card in zip(row(610, 566, width=190, height=266), cards[12:], strict=False):
        paint_card(painter, rect, card, theme)


def matriculation_sheet(painter: QPainter, theme: Theme) -> None:
    """Every kind of card of Matriculation."""
    paint_ground(painter, QRectF(0, 0, WIDTH, HEIGHT), Ground.CLOTH, theme)
    for place, study in enumerate(Study):
        paint_study(painter, QRectF(10 + place % 7 * 198, 10 + place // 7 * 275, 188, 263), study, theme)
    for rect, study in zip(row(10, 838, width=38, height=53), Study, strict=False):
        paint_study(painter, rect, study, theme)
    for rect, hours in zip(row(1020, 850, width=180, height=20), (93, 126), strict=False):
        paint_meter(painter, rect, hours_meter(hours), theme)


def cahoots_sheet(painter: QPainter, theme: Theme) -> None:
    """All sixty cards of Cahoots."""
    paint_ground(painter, QRectF(0, 0, WIDTH, HEIGHT), Ground.CLOTH, theme)
    for line, drinker in enumerate(Drinker):
        for trait in range(1, 11):
            rect = QRectF(10 + (trait - 1) * 105, 8 + line * 137, 96, 134)
            paint_patron(painter, rect, Patron(drinker, trait), theme)
    for rect, drinker in zip(row(10, 834, width=60, height=60), Drinker, strict=False):
        paint_drinker(painter, rect, drinker, theme)
    for rect, drinker in zip(row(440, 838, width=38, height=53), Drinker, strict=False):
        paint_patron(painter, rect, Patron(drinker, 10), theme)
    paint_patron(painter, QRectF(1070, 10, 310, 434), Patron(Drinker.ROCCO_COCOA, 7), theme)
    paint_patron(painter, QRectF(1070, 456, 310, 434), Patron(Drinker.TEA_TOTER, 10), theme)


def reef_sheet(painter: QPainter, theme: Theme) -> None:
    """Pieces, boards with pieces, coral tiles, actions."""
    paint_ground(painter, QRectF(0, 0, WIDTH, HEIGHT), Ground.SEA, theme)
    _corals_and_algae(painter, theme)
    for place, colour in enumerate(FISH):
        paint_shrimp(painter, QRectF(450 + place * 90, 10, 80, 80), Shrimp(colour, place + 1), theme)
        paint_shrimp(painter, QRectF(450 + place * 50, 100, 40, 40), Shrimp(colour, place + 1), theme)
        paint_parrotfish(
            painter, QRectF(450 + place * 190, 170, 180, 116), Parrotfish(colour, place + 1), theme
        )
        paint_lock(painter, QRectF(660 + place * 38, 100, 36, 36), ALGAE[place], theme)
    for place, (one, other) in enumerate(itertools.combinations(Coral, 2)):
        lock = ALGAE[place % 4] if place % 2 else None
        tile = DrawnCoralTile(
            strong=one, weak=other, large=ALGAE[place % 4], small=ALGAE[(place + 1) % 4], lock=lock
        )
        side = 108 if place < 5 else 72
        left, top = (820 + place * 114, 10) if place < 5 else (1015 + (place - 5) * 76, 640)
        paint_coral_tile(painter, QRectF(left, top, side, side), tile, theme)
    for action in range(1, ACTIONS + 1):
        paint_reef_action(painter, QRectF(10 + (action - 1) * 138, 346, 128, 80), action, theme)
    for place, reef in enumerate(REEFS):
        _board(painter, QRectF(10 + place * 500, 436, 490, 450), reef, theme)
    for place, space in enumerate(Space):
        paint_space(painter, QRectF(1020 + place % 4 * 90, 440 + place // 4 * 90, 80, 80), space, theme)


def _corals_and_algae(painter: QPainter, theme: Theme) -> None:
    for y, tile, cube in ((10, 76, 76), (262, 34, 34)):
        for place, coral in enumerate(Coral):
            x = 10 + place * (tile + 10)
            paint_polyp(painter, QRectF(x, y, tile, tile), coral, theme)
            paint_larva(painter, QRectF(x, y + tile + 8, cube, cube), coral, theme)
    for place, alga in enumerate(ALGAE):
        paint_alga(painter, QRectF(10 + place * 82, 180, 72, 72), alga, theme)
        paint_alga(painter, QRectF(240 + place * 44, 262, 34, 34), alga, theme)
        paint_alga_sign(painter, QRectF(240 + place * 44, 304, 34, 34), alga, theme)


def _board(painter: QPainter, rect: QRectF, reef: ReefShape, theme: Theme) -> None:
    paint_reef(painter, rect, reef, theme)
    corals = {
        Coral.PINK: ((1, 2), (1, 3), (2, 3)),
        Coral.GREY: ((4, 3), (4, 4), (5, 4)),
        Coral.WHITE: ((4, 1), (5, 1)),
    }
    side = space_rect(rect, reef, 0, 0).width()
    for coral, places in corals.items():
        for column, line in places:
            piece = space_rect(rect, reef, column, line).adjusted(1.5, 1.5, -1.5, -1.5)
            paint_polyp(painter, piece, coral, theme)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(space_rect(rect, reef, 0, 0).topLeft())
        painter.setPen(QColor("#FFFFFF"))
        painter.drawPath(coral_outline(frozenset(places), side=side))
        painter.restore()
        first = space_rect(rect, reef, *places[0])
        paint_shrimp(painter, first.adjusted(6, 6, -6, -6), Shrimp(FISH[len(places) % 4], 2), theme)
        last = space_rect(rect, reef, *places[-1])
        badge = QRectF(last.right() - side * 0.44, last.bottom() - side * 0.44, side * 0.42, side * 0.42)
        paint_badge(painter, badge, Badge(str(len(places))), theme)


def table_sheet(painter: QPainter, theme: Theme) -> None:
    """Players, chips, badges, marks, places, meters, the icon."""
    paint_ground(painter, QRectF(0, 0, WIDTH, HEIGHT), Ground.CLOTH, theme)
    for place, animal in enumerate(Animal):
        paint_avatar(painter, QRectF(10 + place * 92, 10, 84, 84), Avatar(animal, place), theme)
        paint_avatar(painter, QRectF(10 + place * 52, 104, 44, 44), Avatar(animal, place), theme)
        paint_pennant(painter, QRectF(540 + place * 46, 104, 40, 40), Pennant(place), theme)
        paint_chip(painter, QRectF(10 + place * 70, 158, 60, 60), Chip(str(place), place), theme)
    for rect, (text, tone) in zip(
        row(720, 168, width=84, height=34),
        (("5", Tone.PLAIN), ("+18", Tone.GOOD), ("0", Tone.BAD), ("1115", Tone.LEADING)),
        strict=False,
    ):
        paint_badge(painter, rect, Badge(text, tone), theme)
    for rect, sign in zip(row(10, 230, width=114, height=160), PileSign, strict=False):
        suit = Suit.SPADES if sign is PileSign.KING else None
        paint_place(painter, rect, PilePlace(sign, sign.value.title(), suit), theme)
    for rect, mark in zip(row(20, 410, width=100, height=140, gap=28), Mark, strict=False):
        outside = rect.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)
        if mark is Mark.SHADOW:
            paint_mark(painter, outside, Marking(mark), theme)
        paint_card(painter, rect, PlayingCard(Rank.NINE, Suit.CLUBS), theme)
        if mark is not Mark.SHADOW:
            paint_mark(painter, outside, Marking(mark), theme)
    paint_ground(painter, QRectF(10, 580, 380, 130), Ground.PLATE, theme)
    paint_ground(painter, QRectF(400, 580, 380, 130), Ground.PLATE_ACTIVE, theme)
    for line, hours in enumerate((0, 39, 93, 120)):
        paint_meter(painter, QRectF(30, 590 + line * 28, 340, 20), hours_meter(hours), theme)
    paint_dealer(painter, QRectF(420, 610, 60, 60), "D", theme)
    for place in (1, 2, 3):
        paint_crown(painter, QRectF(430 + place * 75, 610, 60, 60), place, theme)
    painter.fillRect(QRectF(790, 580, 80, 60), QColor(theme.paper))
    paint_plump(painter, QRectF(810, 590, 40, 40), 0, theme)
    x = 10
    for size in (128, 64, 48, 32, 24, 16):
        painter.drawImage(x, 730, icon_image(size))
        x += size + 12


def icons_sheet(painter: QPainter, theme: Theme) -> None:
    """Every icon at two sizes, and the coral motifs."""
    painter.fillRect(QRectF(0, 0, WIDTH, HEIGHT), QColor(theme.window))
    for place, icon in enumerate(Icon):
        x, y = 14 + place % 16 * 86, 14 + place // 16 * 110
        paint_icon(painter, QRectF(x, y, 56, 56), icon, theme)
        paint_icon(painter, QRectF(x + 4, y + 68, 20, 20), icon, theme)
    for rect, coral in zip(row(14, 480, width=64, height=64), Coral, strict=False):
        paint_motif(painter, rect, coral, theme)


SHEETS: dict[str, Sheet] = {
    "deck": deck_sheet,
    "courts": courts_sheet,
    "matriculation": matriculation_sheet,
    "cahoots": cahoots_sheet,
    "reef": reef_sheet,
    "table": table_sheet,
    "icons": icons_sheet,
}


def widgets_sheet(theme: Theme, dpr: float) -> QImage:
    """Ordinary widgets under the style sheet."""
    app = QApplication.instance()
    if isinstance(app, QApplication):
        dress(app, theme)
    panel = QWidget()
    panel.setAutoFillBackground(True)
    grid = QGridLayout(panel)
    for place, role in enumerate(("title", "heading", "status", "muted", "error")):
        label = QLabel(f"A label: {role}")
        label.setProperty("role", role)
        grid.addWidget(label, place, 0)
    for place, role in enumerate(("", "primary", "danger", "quiet")):
        for column, enabled in enumerate((True, False)):
            button = QPushButton(f"Button {role}")
            button.setProperty("role", role)
            button.setEnabled(enabled)
            grid.addWidget(button, place, 1 + column)
    entry, box, spin, tick, slider = QLineEdit("text"), QComboBox(), QSpinBox(), QCheckBox("sound"), QSlider()
    box.addItems(["Plump", "Kings"])
    tick.setChecked(True)
    tabs, bar, choice = QTabBar(), QProgressBar(), QListWidget()
    tabs.addTab("Log")
    tabs.addTab("Chat")
    bar.setValue(60)
    choice.addItems(["Lisa", "Stephen", "Toby"])
    choice.setCurrentRow(1)
    for place, widget in enumerate((entry, box, spin, tick, tabs, bar)):
        grid.addWidget(widget, place, 3)
    grid.addWidget(choice, 5, 0, 2, 2)
    grid.addWidget(slider, 5, 2)
    panel.resize(900, 460)
    panel.show()
    QApplication.processEvents()
    image = QImage(round(900 * dpr), round(460 * dpr), QImage.Format.Format_ARGB32)
    image.setDevicePixelRatio(dpr)
    panel.render(image)
    panel.close()
    return image


def render(sheet: Sheet, theme: Theme, dpr: float) -> QImage:
    """One sheet."""
    image = QImage(round(WIDTH * dpr), round(HEIGHT * dpr), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(dpr)
    image.fill(QColor(theme.window))
    painter = QPainter(image)
    sheet(painter, theme)
    painter.end()
    return image


def main(arguments: list[str]) -> int:
    """Write all sheets; exit status 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("outdir", type=Path)
    parser.add_argument("--dpr", type=float, nargs="+", default=[1.0, 2.0])
    parser.add_argument("--sheet", nargs="+", choices=[*SHEETS, "widgets"], default=[*SHEETS, "widgets"])
    chosen = parser.parse_args(arguments)
    app = QApplication.instance() or QApplication(["gallery"])
    register_fonts()
    app.setApplicationName("Shoal gallery")
    chosen.outdir.mkdir(parents=True, exist_ok=True)
    themes = {name.value: themed(name) for name in ThemeName} | {
        "two": themed(ThemeName.LIGHT, deck=Deck.TWO)
    }
    for label, theme in themes.items():
        for dpr in chosen.dpr:
            for name in chosen.sheet:
                if label == "two" and name != "deck":
                    continue
                image = widgets_sheet(theme, dpr) if name == "widgets" else render(SHEETS[name], theme, dpr)
                image.save(str(chosen.outdir / f"{name}-{label}-{dpr:g}x.png"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
