"""The words and buttons of Kings' table: the strip across the middle, the story, the end of the turn."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRectF, QSizeF, Signal

from app.games.board import counted
from app.games.kings.grip import NO_GRIP, Grip, aimed, lit_places, prompt
from app.games.kings.screen import KingsScreen, result_words, winner_words
from app.games.kings.step import KingsStep
from app.messages import StepKind, Working
from ui.art.icon_paths import Icon
from ui.kit.dressing import TableWords, paint_words
from ui.kit.motion import Spot
from ui.kit.pieces import Z_BUTTON, Z_HELD, Look, Piece
from ui.kit.surface import Surface
from ui.tables.kings.layout import KingsPlaces, kings_places
from ui.tables.kings.panel_pictures import (
    ENTRIES,
    BattleLook,
    ConfirmLook,
    CourseLook,
    EndLook,
    StepsLook,
    StoryLook,
    paint_battle,
    paint_confirm,
    paint_course,
    paint_end,
    paint_steps,
    paint_story,
    paint_winner,
)
from ui.tables.kings.pile_pictures import CountedPile, paint_counted

CONFIRM_ZONE, END_ZONE, WORDS_ZONE = 5, 30, 70
_DECK_STEPS = (
    *(StepKind.COMMIT, StepKind.OPEN, StepKind.SPLIT, StepKind.VOUCH),
    *(StepKind.MIX, StepKind.SHARES),
)
_STEPS = ("Attack", "Put and swap", "End the turn")


def lay(piece: Piece, look: Look, box: QRectF, *, ms: int | None = 0) -> None:
    """Show a picture in a box, at once or as fast as the table moves (None)."""
    piece.show_look(look, QSizeF(round(box.width()), round(box.height())))
    piece.go(Spot(box.center()), ms=ms)


class Panels(QObject):
    """Told a screen and what the player holds; tells which of its buttons was pressed."""

    confirmed = Signal()
    cancelled = Signal()
    ended = Signal()
    looked = Signal()
    """The discards are to be looked through."""

    def __init__(self, surface: Surface) -> None:
        super().__init__(surface)
        self._surface = surface
        self._spots: KingsPlaces = kings_places(QSizeF(1280, 744))
        self._grip: Grip = NO_GRIP
        self.stock, self.discard = self._words(), self._words()
        self.discard.clicked.connect(self.looked)
        self.message, self.course, self.story = self._words(), self._words(), self._words()
        self.steps, self.winner = self._words(), self._words()
        self.confirm = self._button(CONFIRM_ZONE)
        self.confirm.clicked.connect(self.confirmed)
        self.cancel = self._button(CONFIRM_ZONE)
        self.cancel.clicked.connect(self.cancelled)
        self.end = self._button(END_ZONE)
        self.end.clicked.connect(self.ended)

    def show(self, screen: KingsScreen, grip: Grip, spots: KingsPlaces, *, beside: float = 0.0) -> None:
        """Show all of it; `beside` the hand, at its right end, so much is taken by buttons."""
        self._grip, self._spots = grip, spots
        self._show_story(screen, spots.hand.adjusted(0, 0, -beside, 0))
        self._show_strip(screen)
        self._show_end(screen)

    def show_working(self, screen: KingsScreen, working: Working) -> None:
        """How far a shuffle is, while there is nothing else to do."""
        if screen.step is not None or working.step not in _DECK_STEPS or not working.entries:
            return
        done = f"{working.checked} of {counted(working.entries, 'proof')} checked"
        lay(
            self.message,
            Look(paint_words, TableWords((screen.title, done), is_boxed=True)),
            self._spots.message,
        )
        self.message.name = f"{screen.title}, {done}"

    def _words(self) -> Piece:
        piece = Piece(self._surface.studio, order=WORDS_ZONE)
        self._surface.add(piece, z=Z_HELD)
        return piece

    def _button(self, order: int) -> Piece:
        piece = Piece(self._surface.studio, order=order)
        self._surface.add(piece, z=Z_BUTTON)
        piece.set_button(True)
        piece.setVisible(False)
        return piece

    def _show_story(self, screen: KingsScreen, box: QRectF) -> None:
        """What has happened while the hand is empty, and at the end how everybody stands."""
        is_over = screen.outcome is not None
        self.story.setVisible(not screen.hand)
        self.winner.setVisible(is_over)
        if screen.hand and not is_over:
            return
        title, lines = "What has happened", tuple(told.words for told in screen.told[-ENTRIES:])
        if is_over:
            title, lines = f"{winner_words(screen)}!", result_words(screen)
            top = QRectF(self._spots.end.topLeft(), self._spots.steps.bottomRight())
            first = next(side.seat for side in screen.sides if side.rank == 1)
            lay(self.winner, Look(paint_winner, first), top)
            self.winner.name = winner_words(screen)
        elif not lines:
            lines = (
                ("Your cards come when it is your turn.",) if screen.viewer is not None else (screen.title,)
            )
        look = StoryLook(title, lines, 0 if is_over else len(lines) - 1)
        lay(self.story, Look(paint_story, look), box)
        self.story.name = f"{title}: {'; '.join(lines)}"

    def _show_strip(self, screen: KingsScreen) -> None:
        stock, discard = (
            CountedPile("stock", screen.stock),
            CountedPile("discards", screen.discard, screen.discard_top),
        )
        lay(self.stock, Look(paint_counted, stock), self._spots.stock)
        lay(self.discard, Look(paint_counted, discard), self._spots.discard)
        self.stock.name = f"Stock: {counted(screen.stock, 'card')}"
        self.discard.name = f"Discards: {counted(screen.discard, 'card')}"
        self.discard.set_button(bool(screen.discard))
        fight = aimed(screen, self._grip)
        self.confirm.setVisible(fight is not None)
        self.cancel.setVisible(fight is not None)
        self.course.setVisible(fight is None)
        if fight is not None:
            look = BattleLook(fight.brief, fight.words, fight.wins, fight.spoils, is_open=True)
            lay(self.message, Look(paint_battle, look), self._spots.message)
            self.message.name = fight.words
            self._show_confirm(screen, fight.wins)
            return
        lay(self.course, Look(paint_course, CourseLook(screen.course)), self._spots.course)
        self.course.name = ", ".join(screen.course)
        self._show_message(screen)

    def _show_confirm(self, screen: KingsScreen, wins: bool) -> None:
        course, gap = self._spots.course, 6 * self._spots.unit
        attack = ConfirmLook(Icon.ATTACK, "Attack" if wins else "Lose it", "Enter", is_main=True)
        leave = ConfirmLook(Icon.CLOSE, "Do not", "Esc", is_main=False)
        box = QRectF(course.left(), course.top(), (course.width() - gap) / 2, course.height())
        lay(self.confirm, Look(paint_confirm, attack, corner=0.22), box)
        lay(self.cancel, Look(paint_confirm, leave, corner=0.22), box.translated(box.width() + gap, 0))
        fight = aimed(screen, self._grip)
        self.confirm.name = f"Attack: {fight.words}" if fight else ""
        self.cancel.name = "Do not attack"

    def _show_message(self, screen: KingsScreen) -> None:
        last, told = screen.last, prompt(screen, self._grip)
        if not told and last is not None and last.fight is not None:
            fight = last.fight
            look = BattleLook(fight.brief, last.words, fight.wins, fight.spoils, is_open=False)
            lay(self.message, Look(paint_battle, look), self._spots.message)
            self.message.name = last.words
            return
        first = told or screen.title
        second = last.words if last is not None else ""
        lay(
            self.message,
            Look(paint_words, TableWords(tuple(filter(None, (first, second))), is_boxed=True)),
            self._spots.message,
        )
        self.message.name = ", ".join(filter(None, (first, second)))

    def _show_end(self, screen: KingsScreen) -> None:
        end, piece = screen.end, self.end
        is_playing = screen.outcome is None
        piece.setVisible(screen.viewer is not None and is_playing)
        is_main = not any(card.is_lit for card in screen.hand) and not lit_places(screen, NO_GRIP)
        look = EndLook(end.faces, end.why is None, is_main, self._grip.is_ending)
        lay(piece, Look(paint_end, look, corner=0.16), self._spots.end)
        piece.name = end.words[:1].upper() + end.words[1:]
        piece.about = end.why.text if end.why else end.warning.text if end.warning else ""
        steps = StepsLook(_STEPS, -1 if screen.step is None else list(KingsStep).index(screen.step))
        self.steps.setVisible(is_playing and self._spots.steps.height() > 40)
        lay(self.steps, Look(paint_steps, steps), self._spots.steps)
        self.steps.name = f"Step of the turn: {_STEPS[steps.now] if steps.now >= 0 else 'none yet'}"
