"""The widget of Reef Encounter: it connects scene, hold and status line with the stage.

News makes a new scene (unless more follows at once), a press new highlights of its pieces; the stage shows
both. Nothing is decided here. `KEYS` says how it is played without a mouse: the number on an action is its
key, so the boards are digits with Ctrl.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.games.picks import Pressed, Routes, drag, kept, press, routes_of, step_back
from app.games.reason import Reason
from app.games.reef.colours import standings
from app.games.reef.flight import flights, marks
from app.games.reef.lights import Shown, shown_pieces
from app.games.reef.picks import UNDO, Aim, act, aim_of
from app.games.reef.preview import StatusLine
from app.games.reef.scene import REEF_TABLE, reef_scene
from app.games.reef.sheet import reef_scores
from app.games.reef.status_line import ghost_of, next_press, status_line
from app.games.reef.why import WAIT, why_not, why_not_drag
from app.games.scene import Route, Scene, Token
from app.messages import Advanced, TableInfo
from app.screens.keys import Keys
from app.screens.seats import SPLIT, SeatMark
from rules.api import Action, View
from ui.kit.bubble import Bubble
from ui.kit.game_table import GameTable, Preferences
from ui.kit.motion import is_seen
from ui.kit.pieces import Piece
from ui.kit.renderer import Renderer
from ui.tables.reef.camera import STEP
from ui.tables.reef.plate_looks import Links
from ui.tables.reef.score_sheet import ScoreSheet
from ui.tables.reef.stage import Stage
from ui.tables.reef.things import ReefSurface

KEYS: Final[Keys] = (
    ("1 to 9, 0", "actions 1 to 10"),
    ("V", "how the colours stand: worth, who beats whom, polyps"),
    ("arrow keys", "from piece to piece"),
    ("Enter or Space", "press it"),
    ("Esc", "let go of the held piece, else show all boards; so does the right button"),
    ("Backspace or Ctrl+Z", "let go of the held piece, else take back the last step of this turn"),
    ("Ctrl+1 to Ctrl+4", "one board"),
    ("Ctrl+0", "all boards"),
    ("+, −", "larger, smaller; the wheel does the same"),
)


class ReefTable(GameTable):
    """The table of Reef Encounter. `hold` is the route of the pieces pressed so far, `line` the status."""

    def __init__(self, info: TableInfo, preferences: Preferences) -> None:
        super().__init__(info, preferences)
        self.names = tuple(guest.nick for guest in info.guests)
        self.renderer = Renderer(preferences, dpr=self.devicePixelRatioF())
        self.destroyed.connect(self.renderer.close)
        self.surface = ReefSurface(self.renderer)
        inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.surface)
        self.setFocusProxy(self.surface)
        self.view: View | None = None
        self.shown: Scene | None = None
        self.pieces: dict[Token, Shown] = {}
        self.choices = Routes()
        self.hold: Route = ()
        self._is_kept = False
        """True while the hold is left over from the last action, and no valid press has followed."""
        self.line = StatusLine()
        self._pointed: Token | None = None
        self._last: frozenset[Token] = frozenset()
        self._links = Links()
        self._is_sent = False
        self._asks_colours = False
        self.stage = Stage(
            self.surface,
            self.renderer,
            animals=[guest.animal for guest in info.guests],
            scale=preferences.scale,
        )
        self.stage.pressed.connect(self.press)
        self.stage.pointed.connect(self._point)
        self.stage.dropped.connect(self.drop)
        self.stage.colours_wanted.connect(self.ask_colours)
        self.bubble = Bubble(self.surface)
        self.bubble.rule_wanted.connect(self.rule_wanted)
        self.surface.resized.connect(lambda _: self.bubble.follow(self.stage.places.unit))
        self.surface.let_go.connect(self.let_go)

    # -- told by the window --------------------------------------------------------------------

    def show_advanced(self, news: Advanced) -> None:
        before, self.view = self.view, news.view
        self._is_sent = False
        self.choices = routes_of(REEF_TABLE, news.view)
        self.hold = kept(self.choices, self.hold)
        self._is_kept = bool(self.hold)
        self.bubble.hide()
        if before is not None:
            self._last = marks(before, news.view, news.events, self._last)
        if not self.more_comes:
            self.shown = reef_scene(news.view, self.names)
            self.refresh()
        if before is not None and self.renderer.motion_ms > 0 and is_seen(self) and not self.more_comes:
            for flight in flights(before, news.events):
                self.stage.fly(flight)
        self.presented.emit(news)

    def show_sent(self, shown: Advanced) -> None:
        super().show_sent(shown)
        self._is_sent = True
        self.refresh()

    def show_refused(self, why: str = "", rule: str = "") -> None:
        self._is_sent = False
        self.refresh()
        if why:
            self.bubble.say(why, rule or "not possible", over=self.stage.words, unit=self.stage.places.unit)

    def show_mark(self, seat: int, mark: SeatMark) -> None:
        trouble = ", ".join(filter(None, (mark.words, mark.clock)))
        self._links = Links({**self._links.troubles, seat: trouble}, SPLIT if mark.is_split else "")
        self.refresh()

    def piece_at(self, at: Token) -> Piece | None:
        return self.stage.things.get(at)

    def picture_of(self, seat: int) -> QRectF:
        return QRectF(self.surface.mapFromScene(self.stage.picture_of(seat)).boundingRect())

    def keys(self) -> Keys:
        return KEYS

    @property
    def is_drawing(self) -> bool:
        return self.renderer.budget.is_behind

    def set_preferences(self, preferences: Preferences) -> None:
        super().set_preferences(preferences)
        self.renderer.set_preferences(preferences)
        self.stage.scale = preferences.scale
        self.surface.redraw()
        self.surface.tell_size()

    def sheet(self) -> QWidget | None:
        scores = () if self.view is None else reef_scores(self.view, self.names)
        return ScoreSheet(scores, self.preferences.theme, self.preferences.scale) if scores else None

    # -- what the player does ------------------------------------------------------------------

    def choose(self, action: Action) -> None:
        if not self._is_sent:
            self._take(Pressed((), action))

    def press(self, target: Token) -> None:
        """Press a thing: take the next step to an action, or say why it is impossible."""
        if self.view is None or aim_of(target) is Aim.PLAYER:
            return
        if target == UNDO and self.has_plan and not self._is_sent:
            self.hold = ()
            self.back_wanted.emit()
            return
        why = WAIT if self._is_sent else why_not(self.view, self.choices, self.hold, target)
        if why is not None:
            self._say(why, target)
        else:
            self._take(press(self.choices, self.hold, target, is_kept=self._is_kept))

    def drop(self, target: Token, to: Token) -> None:
        """Drop one thing on another: take the step, or say why it is impossible."""
        if self.view is None:
            return
        why = WAIT if self._is_sent else why_not_drag(self.view, self.choices, target, to)
        if why is not None:
            self._say(why, to)
        else:
            self._take(drag(self.choices, target, to))

    def let_go(self) -> None:
        """Let go of the last thing held; with nothing held, show all boards."""
        self.bubble.hide()
        self._asks_colours = False
        if not self.hold:
            self.stage.zoom(0)
        self.hold = step_back(self.choices, self.hold)
        self.refresh()

    def ask_colours(self) -> None:
        """Switch between the standings of the colours and the boards."""
        self._asks_colours = not self._asks_colours
        self.refresh()

    def take_back(self) -> None:
        """Let go of the held thing; else take back the last step of this turn, if the rules allow it."""
        if self.hold:
            self.let_go()
        else:
            self.press(UNDO)

    def _take(self, pressed: Pressed) -> None:
        self.bubble.hide()
        self.hold, self._is_kept = pressed.hold, False
        self._is_sent = pressed.action is not None
        self.refresh()
        if pressed.action is not None:
            self.chosen.emit(pressed.action)

    def _say(self, why: Reason, target: Token) -> None:
        over = self.stage.things.get(target, self.stage.words)
        self.bubble.say(why.text, why.rule, over=over, unit=self.stage.places.unit)
        self.why_not.emit(str(why))

    def _point(self, target: Token | None) -> None:
        if target != self._pointed:
            self._pointed = target
            self._point_out()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  (Qt's name)
        key = event.key()
        held = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        digit = key - Qt.Key.Key_0 if Qt.Key.Key_0 <= key <= Qt.Key.Key_9 else None
        if key == Qt.Key.Key_Escape:
            self.let_go()
        elif key == Qt.Key.Key_Backspace or (held and key == Qt.Key.Key_Z):
            self.take_back()
        elif key == Qt.Key.Key_V and not held:
            self.ask_colours()
        elif digit is not None and held:
            self.stage.show_board(digit - 1)
        elif digit is not None:
            self.press(act(digit or 10))
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            self.stage.zoom(1 / STEP if key == Qt.Key.Key_Minus else STEP)
        else:
            super().keyPressEvent(event)

    # -- showing -------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the scene with the highlights of the hold."""
        if self.view is None or self.shown is None:
            return
        pieces = shown_pieces(
            self.view,
            self.shown,
            self.choices,
            hold=self.hold,
            last=self._last,
            sent=self.sent,
            beside=self._links.words(len(self.names)),
        )
        self.pieces = {shown.at: shown for shown in pieces}
        self.stage.show_colours(standings(self.view) if self._asks_colours else ())
        self.ask(next_press(self.hold))
        self._point_out(is_new=True)

    def _point_out(self, *, is_new: bool = False) -> None:
        """Show the status line of the thing pointed at; also the scene, if it `is_new` or the line's marks
        changed."""
        if self.view is None or self.shown is None:
            return
        before = self.line
        pointed = None if self._pointed is None else self.pieces.get(self._pointed)
        self.line = status_line(self.view, self.choices, self.shown, hold=self.hold, pointed=pointed)
        if is_new or self.line.marks != before.marks:
            ghost = ghost_of(self.view, self.hold)
            self.stage.show(self.shown, self.pieces.values(), self.line, ghost=ghost, links=self._links)
        else:
            self.stage.tell(self.line)
