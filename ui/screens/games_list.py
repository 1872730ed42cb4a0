"""Earlier games: unfinished ones, finished ones, and hidden ones."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from msgspec import Struct, field
from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.screens.lobby import past_line, unfinished_line
from app.screens.program import KeptGames, PastGame
from app.table.start import Unfinished
from ui.art.cache import PixelSize, draw_pixmap
from ui.art.icon_paths import Icon
from ui.art.icons import qt_icon
from ui.art.theme import Theme
from ui.parts import AT_TOP, FLUSH, button, clear, label, nest, pack, sized, turn
from ui.screens.game_button import paint_in
from ui.tables.pictures import picture_of

NARROW, BESIDE = 430, 10
SHOWN = 5
"""Maximum number of listed games of each kind."""
MINUTE_MS = 30_000
"""Milliseconds between two updates of the games' ages, which are counted in minutes."""
PICTURE, HIGH = 60, 44
"""Size of a game's picture at 100 %."""
Verb = tuple[str, Icon, partial[None]]


class _GameRow(Struct, frozen=True):
    """A game's two lines, a function for their words at the time `now`, and its buttons with their verbs."""

    title: QLabel
    about: QLabel
    words: Callable[..., str]
    controls: list[tuple[str, QAbstractButton]] = field(default_factory=list)


class GamesList(QWidget):
    """Shows the player's games. Signals carry a game's table, except where they say otherwise."""

    resume_wanted = Signal(str)
    delete_wanted = Signal(object)
    """Asks to delete the `Unfinished` game, after a question."""
    watch_wanted = Signal(str)
    save_wanted = Signal(str)
    hide_wanted = Signal(str, bool)
    """Asks to hide a game, or to show it again."""
    look_wanted = Signal()
    """Asks to read the list of games again."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._before, self._nick = KeptGames(), ""
        self._shows_away = False
        self._lines: list[QBoxLayout] = []
        self._games: list[_GameRow] = []
        looking = label("Looking for your games…", "muted")
        self._rows = pack(QVBoxLayout(self), looking, None, edges=FLUSH, gap=10)
        self._minute = QTimer(self, interval=MINUTE_MS)
        self._minute.timeout.connect(self.renew)
        self._minute.start()

    def tell(self, before: KeptGames, nick: str) -> None:
        """Show the player's earlier games; `nick` is the player's name in them."""
        self._before, self._nick = before, nick
        clear(self._rows)
        self._lines.clear()
        self._games.clear()
        way = self._shows_away
        for game in [each for each in before.unfinished if each.is_hidden == way][:SHOWN]:
            self._line(
                game,
                partial(unfinished_line, game, nick),
                ("Show its window", Icon.EYE) if game.is_open else ("Continue", Icon.PLAY),
                partial(self.resume_wanted.emit, game.table),
                None if game.is_open else ("Delete…", Icon.CLOSE, partial(self.delete_wanted.emit, game)),
            )
        for past in [each for each in before.past if each.is_hidden == way][:SHOWN]:
            self._line(
                past,
                partial(past_line, past, nick),
                ("Replay", Icon.RECORDS),
                partial(self.watch_wanted.emit, past.table),
                ("Save…", Icon.SAVE, partial(self.save_wanted.emit, past.table)),
            )
        self._add_foot()
        self._rows.addStretch(1)
        self.renew()

    @Slot()
    def renew(self) -> None:
        """Update how long ago each game began."""
        for each in self._games:
            text = each.words(now=int(time.time()))
            title, _, about = text.partition(" · ")
            each.title.setText(title)
            each.about.setText(about)
            for verb, control in each.controls:
                control.setAccessibleName(f"{verb}: {text}")

    def set_theme(self, theme: Theme) -> None:
        """Use another theme from the next update on."""
        self._theme = theme

    def _add_foot(self) -> None:
        before = self._before
        away = sum(each.is_hidden for each in before.unfinished) + sum(each.is_hidden for each in before.past)
        if before.problem:
            self._rows.addWidget(label(before.problem))
            self._quiet("Try again", Icon.RECORDS, self.look_wanted.emit)
        elif not before.unfinished and not before.past:
            text = "Your games will appear here: finished ones, and those that you can continue."
            self._rows.addWidget(label(text, "muted"))
        elif self._shows_away:
            self._rows.addWidget(label("A hidden game is deleted after 30 days.", "muted"))
            self._quiet("Back to the list", Icon.UNDO, partial(self._show_away, shows=False))
        elif away:
            self._quiet(f"Hidden games ({away})", Icon.EYE, partial(self._show_away, shows=True))

    def _show_away(self, *, shows: bool) -> None:
        self._shows_away = shows
        self.tell(self._before, self._nick)

    def _quiet(self, text: str, icon: Icon, clicked: Callable[[], object]) -> None:
        made = button(text, clicked, role="quiet", icon=(icon, self._theme))
        self._rows.addWidget(made, 0, Qt.AlignmentFlag.AlignLeft)

    def _line(
        self,
        game: Unfinished | PastGame,
        words: Callable[..., str],
        looks: tuple[str, Icon],
        wanted: partial[None],
        other: Verb | None,
    ) -> None:
        """Add a game's picture and words, the button for its usual action and, with `other`, a menu."""
        shown = _GameRow(label("", "strong"), label("", "muted"), words)
        lines = pack(QVBoxLayout(), shown.title, shown.about, None, gap=0)
        about = pack(QHBoxLayout(), (self._picture(game.game), 0, AT_TOP), (lines, 1), gap=BESIDE)
        verb, icon = looks
        shown.controls.append((verb, button(verb, wanted, icon=(icon, self._theme))))
        if other is not None:
            shown.controls.append(("More", self._more(game.table, other)))
        middle = Qt.AlignmentFlag.AlignVCenter
        row = pack(QHBoxLayout(), *((control, 0, middle) for _, control in shown.controls))
        line = pack(QHBoxLayout(), (about, 1), row, gap=4)
        turn(line, down=self._is_narrow)
        self._lines.append(line)
        self._games.append(shown)
        nest(self._rows, line)

    def _more(self, table: str, other: Verb) -> QPushButton:
        """Return the button with a game's rare actions: the other verb, and hiding the game."""
        more = QPushButton("More")
        more.setProperty("role", "quiet")
        menu = QMenu(more)
        text, icon, wanted = other
        menu.addAction(qt_icon(icon, self._theme), text).triggered.connect(lambda _=False: wanted())
        away = ("Show it again", Icon.UNDO) if self._shows_away else ("Hide it", Icon.EYE_OFF)
        put = menu.addAction(qt_icon(away[1], self._theme), away[0])
        put.triggered.connect(partial(self.hide_wanted.emit, table, not self._shows_away))
        more.setMenu(menu)
        return more

    def _picture(self, game: str) -> QLabel:
        made, size = QLabel(), PixelSize(sized(PICTURE), sized(HIGH), self.devicePixelRatioF())
        made.setFixedSize(size.width, size.height)
        made.setPixmap(draw_pixmap(paint_in, picture_of(game), self._theme, size=size))
        return made

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        """Put a game's buttons beside it, or below it if it is narrow."""
        super().resizeEvent(event)
        for each in self._lines:
            turn(each, down=self._is_narrow)

    @property
    def _is_narrow(self) -> bool:
        return self.width() < sized(NARROW)
