"""The screen of one table: bar, status, trouble, the game's own table, and the end of the game."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QStyle, QVBoxLayout, QWidget

from app import messages
from app.games.hint import Hint
from app.records.evening import Evening
from app.screens.lobby import evening_line
from app.screens.seats import HERE, SeatMark
from app.screens.status import Mood
from app.screens.table import TableModel
from app.screens.turning_points import recording_of
from rules.api import Action
from ui.art.icon_paths import Icon
from ui.art.icons import qt_icon
from ui.dialogs.share import SharedEnd, shared_end, shared_evening
from ui.docks.remarks import Remarks
from ui.kit.game_table import Preferences
from ui.kit.standings import Placed, placed
from ui.parts import FLUSH, ScrolledLabel, announce, button, defer, label, pack, renew_icons, show_text, sized
from ui.screens.end_panel import EndPanel
from ui.screens.last_round import LastRoundReplay
from ui.screens.question_panel import QuestionPanel
from ui.screens.table_bar import TableBar
from ui.screens.thinking import Thinking
from ui.tables.catalogue import make_table

LOOK_AGAIN_MS = 150
"""Milliseconds between two checks whether the player has seen the last moves."""
QUESTION_PART = 0.55
"""Greatest share of the height below the bar for the open question."""
SIGNS = {
    Mood.TURN: Icon.TURN,
    Mood.WAIT: Icon.THINKING,
    Mood.WORK: Icon.SHUFFLE,
    Mood.OVER: Icon.VERIFIED,
    Mood.STOPPED: Icon.WARNING,
}


def _notice(sign: QLabel, words: QLabel, press: QPushButton) -> QFrame:
    """Make a notice: a sign, words and a button, for the room that the bar reserves."""
    made = QFrame()
    made.setProperty("role", "plate")
    text = (ScrolledLabel(words), 1, Qt.AlignmentFlag.AlignVCenter)
    pack(QHBoxLayout(made), sign, text, press, edges=(8, 0, 0, 0))
    made.hide()
    return made


def waits(news: messages.News) -> bool:
    """True if news belongs to the course of the game, and so waits until earlier moves are shown."""
    return isinstance(news, messages.Advanced | messages.Working | messages.Proven | messages.Finished)


class TableScreen(QWidget):
    """Shows news of one table and gives the player's orders to `put`.

    The table's pace is the clock of the whole screen: news that `waits` is taken in once the table has shown
    the moves before it; status, story, docks and sounds follow only then. News outside the game's course
    (trouble, chat, who is here) is taken in at once. The window acts on the signals named `..._wanted`.
    """

    heard = Signal(object)
    """A batch of news as it comes, for a second view of the table."""
    told = Signal(object)
    """The news that was just taken in, in order."""
    pressed = Signal()
    """The player's choice has been sent or planned."""
    leave_wanted = Signal()
    rematch_wanted = Signal()
    change_wanted = Signal()
    """Asks for a table like this one, with something changed."""
    replay_wanted = Signal(int)
    """Asks for the replay, opened before this event."""
    save_wanted = Signal(object)
    """Asks to save a `Saved` as a file."""
    proven_wanted = Signal()
    spectators_wanted = Signal()
    """Asks for an answer to somebody who wants to watch."""

    def __init__(
        self,
        info: messages.TableInfo,
        preferences: Preferences,
        put: Callable[[messages.Order], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.model = TableModel(info)
        self._thinking = Thinking()
        self._thinking.thought.connect(self.show_hint, Qt.ConnectionType.QueuedConnection)
        self._coming: deque[messages.News] = deque()
        self._taken: list[messages.News] = []
        self._said: list[str] = []
        self._is_hearing = False
        self.put = put
        self._preferences = preferences
        self.table = make_table(info, preferences)
        self.table.chosen.connect(self.choose)
        self.table.asks.connect(self._ask)
        self.table.why_not.connect(self._why_not)
        self.table.presented.connect(self._presented)
        self.table.back_wanted.connect(self.take_back)
        self.remarks = Remarks(self.table, self)
        self.bar = TableBar(
            preferences.theme,
            leave=self.leave_wanted.emit,
            proven=self.proven_wanted.emit,
            result=self.show_end,
            pause=self._press_pause,
            hint=self.ask_hint,
        )
        bar = self.bar
        bar.status.setToolTip(f"The aim: {self.model.entry.about}")
        self.tools, self.status, self.happened = bar.tools, bar.status, bar.happened
        self.deck, self.proofs, self.result = bar.deck, bar.proofs, bar.result
        self.question = QuestionPanel(self)
        self.question.decided.connect(self._decide)
        self._marks: list[SeatMark] = [HERE for _ in info.guests]
        self.round_replay: LastRoundReplay | None = None
        self.evenings: list[Evening] = []
        self._is_end_shown = False
        self._until_seen = QTimer(self, singleShot=True)
        self._until_seen.timeout.connect(self._end_when_seen)
        self.table.installEventFilter(self)
        pack(QVBoxLayout(self), self.bar, self.question, (self.table, 1), edges=FLUSH, gap=0)
        bar.hold(self._trouble(), self._advice_row(), self._pause_row(), self._call())
        self._refresh()

    @cached_property
    def end(self) -> EndPanel:
        """The panel with the result, made when it is first needed, because a table must open fast."""
        end = EndPanel(self._preferences.theme, self)
        end.rematch_wanted.connect(self.rematch_wanted)
        end.change_wanted.connect(self.change_wanted)
        end.replay_wanted.connect(self.replay_wanted)
        end.save_wanted.connect(self.save_wanted)
        end.look_back_wanted.connect(lambda: end.look_back.begin(recording_of(self.model), self._preferences))
        end.resized.connect(self._place_end)
        end.leave_wanted.connect(self.leave_wanted)
        end.open_wanted.connect(lambda: self.put(messages.OpenHand()))
        end.hide()
        return end

    def show_news(self, batch: tuple[messages.News, ...]) -> None:
        """Hand moves to the table, and take in the news that need not wait; then update the screen once."""
        self._is_hearing = True
        self.heard.emit(batch)
        last = max(
            (place for place, news in enumerate(batch) if isinstance(news, messages.Advanced)), default=-1
        )
        for place, news in enumerate(batch):
            if isinstance(news, messages.Advanced):
                self._coming.append(news)
                self.table.more_comes = place < last
                self.table.show_advanced(self._heard(news))
            elif self._coming and waits(news):
                self._coming.append(news)
            else:
                self._take(news)
        self._is_hearing = False
        self._tell()

    @Slot(object)
    def _presented(self, news: messages.Advanced) -> None:
        """Take in the news up to `news`, which the table now shows, and news that waited only for it."""
        if not any(each.k == news.k for each in self._coming if isinstance(each, messages.Advanced)):
            self._refresh()  # only a planned step
            return
        while self._coming:
            each = self._coming.popleft()
            self._take(each)
            if isinstance(each, messages.Advanced) and each.k == news.k:
                break
        while self._coming and not isinstance(self._coming[0], messages.Advanced):
            self._take(self._coming.popleft())
        if not self._is_hearing:
            self._tell()

    def _heard(self, news: messages.Advanced) -> messages.Advanced:
        """Return the news with the player's planned steps; send the next step of a turn sent as a whole."""
        shown = self.model.hear(news)
        self.table.sent = self.model.sent
        if (order := self.model.next_order(news.k)) is not None:
            self.put(order)
        return shown

    def _take(self, news: messages.News) -> None:
        shows_plan = bool(self.model.plan.shown)
        if said := self.model.take(news):
            self._said.append(said)
        self._taken.append(news)
        if isinstance(news, messages.Working):
            self._show_working(news)
        elif isinstance(news, messages.Refused):
            self._show_refused(news, shows_plan=shows_plan)
        elif isinstance(news, messages.Reaction):
            self._show_reaction(news, said)
        elif (
            isinstance(news, messages.HintAsked)
            and news.seat == self.model.info.viewer
            and self.model.is_our_turn
        ):
            self._thinking.begin(self.model.k, self.model.think(Random()))
        elif isinstance(news, messages.RecordSaved):
            self.end.tell_saved(said)
            self._place_end()
        elif isinstance(news, messages.HandHeld | messages.HandOpened):
            watching = self.model.watching
            self.end.tell_hands(watching.hands_line, may_open=watching.may_open)
            self._place_end()
        for seat, before in enumerate(self._marks):
            mark = self.model.absence.mark(seat)
            if mark != before:
                self._marks[seat] = mark
                self.table.show_mark(seat, mark)

    def _show_working(self, news: messages.Working) -> None:
        self.table.show_working(news)
        if (resting := self.model.resting(news)) is not None:
            self.table.show_advanced(resting)

    def _show_reaction(self, news: messages.Reaction, said: str) -> None:
        self.remarks.show_face(news.seat, news.what, said)
        if self.model.again_line:
            faces = [self.table.animal(seat) for seat in self.model.wants_again]
            self.end.tell_again(self.model.again_line, faces)
            self._place_end()

    def _tell(self) -> None:
        """Update the screen after news, and announce it; play a forced move if the player wants that."""
        taken, said = tuple(self._taken), " ".join(self._said)
        self._taken.clear()
        self._said.clear()
        self._refresh()
        if taken:
            self.told.emit(taken)
        if said:
            announce(self, said)
        if self._preferences.plays_forced and self.model.forced is not None:
            defer(self, self._play_forced)

    def _play_forced(self) -> None:
        if (action := self.model.forced) is not None:
            self.choose(action)

    def choose(self, action: Action) -> None:
        """Plan or send an action that the player has chosen; let the table return it if it is not allowed."""
        self.table.hurry()  # a pressed card does not wait for pending motion
        shown, order = self.model.choose(action)
        if order is not None:
            self.put(order)
        if shown is not None:
            self.pressed.emit()
            self._show_planned(shown, is_sent=order is not None)
        elif not self.model.is_on_its_way:
            defer(self, self.table.show_refused)
        self._refresh()

    @Slot()
    def take_back(self) -> None:
        """Take back the last planned step."""
        if (shown := self.model.take_back()) is not None:
            self._show_planned(shown)
            self._refresh()

    def _show_refused(self, news: messages.Refused, *, shows_plan: bool) -> None:
        """Let the refused choice return to its place, and show the reason."""
        if shows_plan and self.model.latest is not None:
            self.table.hurry()
            self._show_planned(replace(self.model.latest, events=()))
        self.table.show_refused(news.text, news.rule)

    def _show_planned(self, shown: messages.Advanced, *, is_sent: bool = False) -> None:
        self.table.sent = self.model.sent
        if is_sent:
            self.table.show_sent(shown)
        else:
            self.table.show_advanced(shown)

    def tell_evening(self, evenings: Sequence[Evening]) -> None:
        """Show the score of the evening with the people at this table in the end panel."""
        self.evenings = self.model.own(evenings)
        self.end.tell_evening([evening_line(each) for each in self.evenings])
        self._place_end()

    def ask_hint(self) -> None:
        """Ask for a hint if it is allowed now; everybody at the table is told."""
        if self.model.may_ask_hint:
            self.put(messages.AskHint())

    @Slot(int, object)
    def show_hint(self, k: int, hint: Hint) -> None:
        """Show the hint for height `k`, unless the game has gone on."""
        if said := self.model.advise(k, hint):
            announce(self, said)
        self._refresh()

    def show_tip(self, text: str) -> None:
        """Show a tip until the player's move."""
        self.model.advice = text
        announce(self, text)
        self._refresh()

    def remind(self) -> bool:
        """Remind the player of the turn; return False if the player is not on turn in a running game."""
        said = self.model.remind()
        if said:
            announce(self, said)
            self._refresh()
        return bool(said)

    def answer_spectator(self, *, admit: bool) -> None:
        """Answer the person who has waited longest for permission to watch."""
        order = self.model.watching.answer(admit=admit)
        if order is not None:
            self.put(order)
        self.told.emit(())

    def ask(self) -> None:
        """Open the question how to continue or, without one, the question who may watch."""
        if self.model.absence.question is not None and self.model.is_under_way:
            self.question.take_focus()
            self._place_question()
        elif self.model.watching.question:
            self.spectators_wanted.emit()

    @Slot(object)
    def _decide(self, choice: messages.AbsentChoice) -> None:
        self.put(messages.Decide(choice))

    def _press_pause(self) -> None:
        pausing = self.model.absence.pausing
        self.put(messages.WantPause(wanted=True if pausing is None else pausing.wanted))

    def set_preferences(self, preferences: Preferences) -> None:
        """Apply changed settings."""
        self._preferences = preferences
        if self.round_replay is not None:
            self.round_replay.dismiss()
        self.table.set_preferences(preferences)
        renew_icons(self, preferences.theme)
        self._refresh()

    def _trouble(self) -> QWidget:
        self.banner_sign, self.banner_text = QLabel(), label("", selectable=True)
        self.banner_text.setAccessibleName("Trouble")
        self.banner_close = button("Close", self._dismiss)
        self.banner = _notice(self.banner_sign, self.banner_text, self.banner_close)
        return self.banner

    def _pause_row(self) -> QWidget:
        self.pause_text, self.pause_press = label(""), button("", self._press_pause)
        self.pause_text.setAccessibleName("A pause")
        self.pause = _notice(QLabel(), self.pause_text, self.pause_press)
        return self.pause

    def _call(self) -> QWidget:
        """Make the notice of a question (how to continue, who may watch); its button shows the answers."""
        self.call_text = label("")
        self.call_text.setAccessibleName("A question")
        self.call_press = button("Answer", self._press_call, role="primary")
        self.call = _notice(QLabel(), self.call_text, self.call_press)
        return self.call

    def _press_call(self) -> None:
        if self.question.isHidden():
            self.ask()
        else:
            self.question.hide()
            self._place_question()

    def _advice_row(self) -> QWidget:
        self.advice_sign, self.advice_text = QLabel(), label("", selectable=True)
        self.advice_text.setAccessibleName("A hint")
        self.advice = _notice(self.advice_sign, self.advice_text, button("Close", self._put_advice_away))
        return self.advice

    def _put_advice_away(self) -> None:
        self.model.advice, self.model.advised = "", ()
        self._refresh()

    def _show_advice(self) -> None:
        advice, side = self.model.advice, sized(24)
        self.bar.offer_hint(possible=self.model.may_ask_hint)
        self.advice_text.setText(advice)
        theme = self._preferences.theme
        sign = qt_icon(Icon.HINT, theme, pixels=side, colour=theme.selected)
        self.advice_sign.setPixmap(sign.pixmap(QSize(side, side), self.devicePixelRatioF()))

    def _show_pause(self) -> None:
        pausing = self.model.absence.pausing if self.model.is_under_way else None
        if pausing is not None:
            self.pause_text.setText(pausing.text)
            self.pause_press.setText(pausing.button)
        timed = bool(self.model.info.policy.move_limit_s) and self.model.is_under_way
        self.bar.offer_pause(possible=timed and pausing is None)

    def _dismiss(self) -> None:
        self.model.dismiss()
        self._refresh()

    @Slot(str)
    def _ask(self, words: str) -> None:
        self.model.ask(words)
        self._refresh()
        if words:
            announce(self, words)

    def _why_not(self, text: str) -> None:
        self.model.hint(text)
        self._refresh()
        announce(self, text)

    def _refresh(self) -> None:
        status, theme = self.model.status, self._preferences.theme
        colour = theme.accent if status.mood is Mood.TURN else None
        bar = self.bar
        bar.show_sign(SIGNS[status.mood], theme, colour=colour)
        bar.status.setText(status.text)
        bar.show_clock(status.clock, is_late=status.is_late)
        show_text(bar.happened, status.happened)
        show_text(bar.deck, status.deck)
        bar.result.setVisible(not self.model.is_under_way)
        if bar.keeps_room and not self.model.is_under_way:
            bar.give_up_room()
        bar.show_proofs(self.model.working.proofs)
        bar.proofs.setVisible(self.model.is_ours and self.model.is_kept)
        banner = self.model.banner
        if banner is not None:
            self.banner_text.setText(banner.text)
            icon = Icon.CHEAT if banner.grave else Icon.WARNING
            side = sized(24)
            sign = qt_icon(icon, theme, pixels=side, colour=theme.selected)
            self.banner_sign.setPixmap(sign.pixmap(QSize(side, side), self.devicePixelRatioF()))
            self.banner_close.setVisible(banner.closes)
        self._show_pause()
        self._show_advice()
        self.table.point_out(self.model.advised)
        question = self.model.absence.question if self.model.is_under_way else None
        self.call_text.setText(self.model.watching.question if question is None else question.title)
        self.question.tell(question)
        self._place_question()
        is_over = not (self.model.is_under_way or self.model.adjourned)  # an adjourned table closes by itself
        if is_over and not self._is_end_shown:
            self._end_when_seen()

    @property
    def _notice(self) -> QWidget | None:
        """The notice to show: a question, else grave or closable trouble, a hint, a pause, other trouble."""
        banner, absence = self.model.banner, self.model.absence
        is_news = banner is not None and (banner.closes or banner.grave)
        wanted = (
            (self.call, bool(self.call_text.text())),
            (self.banner, is_news),
            (self.advice, bool(self.model.advice)),
            (self.pause, absence.pausing is not None and self.model.is_under_way),
            (self.banner, banner is not None),
        )
        return next((notice for notice, is_wanted in wanted if is_wanted), None)

    def _fit(self) -> None:
        """Give bar and table their places at once, as high as the words need."""
        self.bar.fit()
        for layout in (*(each.layout() for each in self.bar.notices), self.layout()):
            if layout is not None:
                layout.activate()

    def _end_when_seen(self) -> None:
        """Show the end once the player has seen the last moves; a stopped game at once."""
        if self.table.is_behind and self.model.stopped is None:
            self._until_seen.start(LOOK_AGAIN_MS)
        elif not self._is_end_shown:
            self._is_end_shown = True
            model = self.model
            sheet = None if model.is_cut_short else self.table.sheet()  # it needs a complete game
            motion_ms = self._preferences.motion_ms
            self.end.tell(model.status.text, model.ended_by, sheet, self._placed(), motion_ms=motion_ms)
            for each in (self.end.rematch, self.end.change):
                each.setVisible(model.stopped is None and model.is_ours)
            can_replay = model.is_ours and model.is_kept  # a spectator has the record, but no journal
            self.end.replay.setVisible(can_replay)
            self.end.turned.setVisible(can_replay and model.outcome is not None)
            if not model.is_kept:
                for each in (self.end.change, self.end.save):
                    each.hide()
                self.end.leave.setText("Back to the replay")
            self.show_end()

    @property
    def shared(self) -> SharedEnd:
        """The result of the game, as a picture for others shows it."""
        return shared_end(self.model, self._placed(), self.end.evening.text())

    @property
    def shared_evening(self) -> SharedEnd:
        """The score of the evening, as a picture for others shows it; `IndexError` before it is known."""
        animals = (self.table.animal(seat) for seat in range(len(self.model.names)))
        return shared_evening(self.evenings[0], dict(zip(self.model.names, animals, strict=True)))

    def _placed(self) -> list[Placed]:
        model = self.model
        if model.outcome is None:
            return []
        scores = [model.entry.score(score) for score in model.outcome.scores]
        return placed(model.outcome, model.names, scores, self.table.animal)

    def show_last_round(self) -> None:
        """Show the last round again, if there was one, or close it."""
        if self.round_replay is not None:
            self.round_replay.dismiss()
        elif seen := self.model.last_round:
            self.round_replay = LastRoundReplay(self.model, seen, self._preferences, self)
            self.round_replay.closed.connect(self._last_round_closed)
            self.round_replay.setGeometry(self.table.geometry())
            self.round_replay.begin()

    @Slot()
    def _last_round_closed(self) -> None:
        self.round_replay = None
        self.table.setFocus()

    def show_end(self) -> None:
        """Show the result over the table."""
        end = self.end
        self._place_end()
        end.show()
        end.raise_()
        (end.leave if end.rematch.isHidden() else end.rematch).setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  (Qt's name)
        """Keep the panels over the table in place when it moves or changes its size."""
        if watched is self.table and event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self._place_end()
            if self.round_replay is not None:
                self.round_replay.setGeometry(self.table.geometry())
        return super().eventFilter(watched, event)

    def _place_question(self) -> None:
        """Show the notice that is due, and place the question above the table if it is open."""
        self.bar.show_notice(self._notice)
        self.call_press.setText("Answer" if self.question.isHidden() else "Close")
        if not self.question.isHidden():
            room = self.height() - self.bar.height()
            self.question.fit(QSize(self.width(), round(room * QUESTION_PART)))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  (Qt's name)
        """Lay out notice and question for another size."""
        super().resizeEvent(event)
        self._place_question()

    def _place_end(self) -> None:
        if "end" not in vars(self):
            return
        room = self.table.geometry().adjusted(24, 16, -24, -16)
        size = self.end.best_size(room.size())
        middle = Qt.AlignmentFlag.AlignCenter
        self.end.setGeometry(QStyle.alignedRect(self.layoutDirection(), middle, size, room))
