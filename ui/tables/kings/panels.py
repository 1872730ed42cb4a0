"""The words and buttons of Kings' table: the strip across the middle, the story, the end of the turn."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QRectF, QSizeF, Signal

from app.games.board import winners
from app.games.kings.presses import Presses
from app.games.kings.scene import DISCARDS, END, HAND, STOCK, say
from app.games.kings.story import Fight, PastMove
from app.games.kings.words import KingsStep, kings_title, left_over, result_words, step_now
from app.games.narrator import capitalise_you
from app.games.scene import Route, Stack
from app.messages import StepKind, Working
from rules.kings.actions import KingsEnd
from ui.art.icon_paths import Icon
from ui.kit.dressing import TableWords, paint_words
from ui.kit.pieces import Z_HELD, Look
from ui.kit.surface import Surface
from ui.tables.kings import panel_pictures as pictures
from ui.tables.kings.layout import KingsPlaces, kings_places
from ui.tables.kings.pile_pictures import CountedPile, paint_counted

CONFIRM_ZONE, END_ZONE, WORDS_ZONE = 5, 30, 70
_DECK_STEPS = (
    *(StepKind.COMMIT, StepKind.OPEN, StepKind.SPLIT, StepKind.VOUCH),
    *(StepKind.MIX, StepKind.SHARES),
)
_STEPS = ("Attack", "Put and swap", "End the turn")


class Panels(QObject):
    """Shows the words and buttons for a position and a hold; reports which button was pressed."""

    confirmed = Signal()
    cancelled = Signal()
    ended = Signal()
    looked = Signal()
    """The player wants to look through the discards."""

    def __init__(self, surface: Surface) -> None:
        super().__init__(surface)
        self._spots: KingsPlaces = kings_places(QSizeF(1280, 744))
        self._hold: Route = ()
        words = (surface.new_piece(WORDS_ZONE, Z_HELD) for _ in range(7))
        self.stock, self.discard, self.message, self.course, self.story, self.steps, self.winner = words
        self.discard.clicked.connect(self.looked)
        self.confirm = surface.new_button(CONFIRM_ZONE)
        self.confirm.clicked.connect(self.confirmed)
        self.cancel = surface.new_button(CONFIRM_ZONE)
        self.cancel.clicked.connect(self.cancelled)
        self.end = surface.new_button(END_ZONE)
        self.end.clicked.connect(self.ended)

    def show(
        self, now: Presses, hold: Route, past: Sequence[PastMove], spots: KingsPlaces, *, beside: float = 0.0
    ) -> None:
        """Show everything; the story leaves a width of `beside` for buttons at the right end of the hand."""
        self._hold, self._spots = hold, spots
        self._show_story(now, past, spots.hand.adjusted(0, 0, -beside, 0))
        self._show_strip(now, past[-1] if past else None)
        self._show_end(now)

    def show_working(self, now: Presses, working: Working) -> None:
        """Show the progress of a shuffle while no player has a turn."""
        if step_now(now.view) is not None or working.step not in _DECK_STEPS or not working.entries:
            return
        done = f"{working.checked} of {working.entries} checked"
        self._say((kings_title(now.view, now.names), done))

    def _say(self, lines: tuple[str, ...]) -> None:
        look = Look(paint_words, TableWords(lines, is_boxed=True))
        self.message.lay(look, self._spots.message, ", ".join(lines))

    def _show_story(self, now: Presses, past: Sequence[PastMove], box: QRectF) -> None:
        """Show the latest moves while the hand is empty; at the end of the game, the standings."""
        outcome, hand = now.view.state.outcome(), now.scene.pieces(HAND)
        self.story.setVisible(not hand)
        self.winner.setVisible(outcome is not None)
        if hand and outcome is None:
            return
        title, lines = "Latest moves", tuple(each.words for each in past[-pictures.ENTRIES :])
        if outcome is not None:
            won = capitalise_you(winners(outcome, now.names, now.view.seat))
            title, lines = f"{won}!", result_words(now.view, now.names)
            top = QRectF(self._spots.end.topLeft(), self._spots.steps.bottomRight())
            self.winner.lay(Look(pictures.paint_winner, outcome.ranks.index(1)), top, won)
        elif not lines:
            is_seated = now.view.seat is not None
            lines = (
                "You get your cards when it is your turn." if is_seated else kings_title(now.view, now.names),
            )
        look = pictures.StoryLook(title, lines, len(lines) - 1 if outcome is None else 0)
        spoken = (" " if outcome is None else "; ").join(lines)
        self.story.lay(Look(pictures.paint_story, look), box, f"{title.rstrip('!')}: {spoken}")

    def _show_strip(self, now: Presses, last: PastMove | None) -> None:
        for piece, key, box in (
            (self.stock, STOCK, self._spots.stock),
            (self.discard, DISCARDS, self._spots.discard),
        ):
            zone = now.scene.zone(key)
            assert zone is not None  # noqa: S101 - every scene of Kings has stock and discards
            top = next((pile.look.faces[-1] for pile in zone.pieces if isinstance(pile.look, Stack)), None)
            look = Look(paint_counted, CountedPile(key, zone.count, top))
            piece.lay(look, box, f"{zone.title}: {zone.note}")
        self.discard.set_button(bool(now.scene.pieces(DISCARDS)))
        fight = now.aimed(self._hold)
        self.confirm.setVisible(fight is not None)
        self.cancel.setVisible(fight is not None)
        self.course.setVisible(fight is None)
        if fight is not None:
            self._show_fight(fight, is_open=True)
            self._show_confirm(fight)
            return
        course = pictures.CourseLook((now.scene.title, now.scene.note))
        self.course.lay(Look(pictures.paint_course, course), self._spots.course, ", ".join(course.lines))
        self._show_message(now, last)

    def _show_fight(self, fight: Fight, *, is_open: bool) -> None:
        battle = fight.battle
        look = pictures.BattleLook(fight.brief, fight.words, battle.wins, battle.spoils, is_open=is_open)
        self.message.lay(Look(pictures.paint_battle, look), self._spots.message, fight.words)

    def _show_confirm(self, fight: Fight) -> None:
        course, gap = self._spots.course, 6 * self._spots.unit
        label = "Attack" if fight.battle.wins else "Attack anyway"
        attack = pictures.ConfirmLook(Icon.ATTACK, label, "Enter", is_main=True)
        leave = pictures.ConfirmLook(Icon.CLOSE, "Cancel", "Esc", is_main=False)
        box = QRectF(course.left(), course.top(), (course.width() - gap) / 2, course.height())
        self.confirm.lay(Look(pictures.paint_confirm, attack, corner=0.22), box)
        self.cancel.lay(
            Look(pictures.paint_confirm, leave, corner=0.22), box.translated(box.width() + gap, 0)
        )
        self.confirm.name = f"Attack: {fight.words}"
        self.cancel.name = "Cancel the attack"

    def _show_message(self, now: Presses, last: PastMove | None) -> None:
        prompt = now.prompt(self._hold)
        if not prompt and last is not None and last.fight is not None:
            self._show_fight(last.fight, is_open=False)
            return
        lines = (prompt or kings_title(now.view, now.names), "" if last is None else last.words)
        self._say(tuple(filter(None, lines)))

    def _show_end(self, now: Presses) -> None:
        is_playing, can_end = now.view.state.outcome() is None, END in now.routes.lit()
        self.end.setVisible(now.view.seat is not None and is_playing)
        is_main = all(card.why for card in now.scene.pieces(HAND)) and not now.lit(())
        look = pictures.EndLook(left_over(now.view), can_end, is_main, self._hold == (END,))
        name = say(now.view, KingsEnd(), now.names).do if can_end else "End the turn"
        self.end.lay(Look(pictures.paint_end, look, corner=0.16), self._spots.end, name)
        why = now.press((), END).why
        self.end.about = why.text if why else ""
        step = step_now(now.view)
        steps = pictures.StepsLook(_STEPS, -1 if step is None else list(KingsStep).index(step))
        self.steps.setVisible(is_playing and self._spots.steps.height() > 40)
        name = f"Step of the turn: {_STEPS[steps.now] if steps.now >= 0 else 'none yet'}"
        self.steps.lay(Look(pictures.paint_steps, steps), self._spots.steps, name)
