"""The question who may sit down at our table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from app.games.narrator import counted
from app.messages import Admit, Knock, KnockGone, News, RefuseAll
from app.screens.lobby import knock_texts
from ui.dialogs.frame import FrameDialog
from ui.parts import AT_LEFT, AT_TOP, FLUSH, button, clear, defer, label, pack

SHOWN = 3
"""Number of people asked about at once; the others are counted."""
SETTLE_MS = 500
"""Time after rows have moved in which they take no click: it may be meant for the row that was there."""


class KnockDialog(FrameDialog):
    """Asks who may join, without blocking the window. `answered` carries an `Admit` or `RefuseAll`."""

    answered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Somebody wants to join", wide=640, parent=parent)
        self.knocks: tuple[Knock, ...] = ()
        """All who wait for an answer: people met before first, then by time of waiting."""
        self._people = QWidget(self)
        self._people.hide()
        self._rows = QVBoxLayout()
        self.more = label("", "muted")
        self.for_good = QCheckBox("Do not let them ask again")
        self.refuse_all = button("Refuse and block all", self._refuse_all)
        self.refuse_all.setAutoDefault(False)
        self.add(label("Who may sit down at your table?", "heading"), self._rows, self.more)
        self.add(self.for_good, (self.refuse_all, 0, AT_LEFT))
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self._settled)

    def hear(self, news: News) -> None:
        """Add somebody who knocks, or remove somebody who has gone."""
        if isinstance(news, Knock) and news.key not in (each.key for each in self.knocks):
            self.tell((*self.knocks, news))
        elif isinstance(news, KnockGone):
            self.forget(news.key)

    def forget(self, key: bytes) -> None:
        """Remove the person with this key."""
        if key in (each.key for each in self.knocks):
            self.tell(tuple(each for each in self.knocks if each.key != key))

    def tell(self, knocks: Sequence[Knock]) -> None:
        """Ask about these people, people met before first; close the dialog if there are none."""
        before, self.knocks = self._shown, tuple(sorted(knocks, key=lambda each: not each.guest.about))
        if not knocks:
            self.for_good.setChecked(False)
            self.hide()
            return
        clear(self._rows)
        self._people = QWidget()
        pack(QVBoxLayout(self._people), *map(self._row, self._shown), edges=FLUSH, gap=14)
        self._rows.addWidget(self._people)
        waiting = len(self.knocks) - len(self._shown)
        self.more.setText(
            f"{counted(waiting, 'other')} {'is' if waiting == 1 else 'are'} waiting behind them."
        )
        self.more.setVisible(waiting > 0)
        self.refuse_all.setVisible(len(self.knocks) > 1)
        if self._shown[: len(before)] != before:
            self._people.setEnabled(False)
            self._settle.start()
        elif self._settle.isActive():
            self._people.setEnabled(False)
        self._people.show()
        self.open()
        self.setFocus()
        self.fit()
        defer(self, self.fit)  # when the rows have their places

    def reject(self) -> None:
        """Refuse the people shown, at most `SHOWN`: the player has closed the dialog."""
        for knock in self._shown:
            self._answer(knock, admit=False)

    @property
    def _shown(self) -> tuple[Knock, ...]:
        return self.knocks[:SHOWN]

    def _settled(self) -> None:
        self._people.setEnabled(True)

    def _row(self, knock: Knock) -> QHBoxLayout:
        words = pack(QVBoxLayout(), label(knock.guest.nick, "heading"), gap=0)
        for text in knock_texts(knock):
            role = "error" if text == knock.guest.warning else ""
            words.addWidget(label(text, role, selectable=True))
        let_in = button("Let them in", partial(self._answer, knock, admit=True), role="primary")
        refuse = button("Refuse", partial(self._answer, knock, admit=False))
        for made in (let_in, refuse):
            made.setAccessibleName(f"{made.text()}: {knock.guest.nick}")
            made.setAutoDefault(False)  # an Enter typed for something else must let nobody in
        return pack(QHBoxLayout(), (words, 1), (let_in, 0, AT_TOP), (refuse, 0, AT_TOP))

    def _answer(self, knock: Knock, *, admit: bool) -> None:
        self.answered.emit(Admit(knock.key, admit, for_good=not admit and self.for_good.isChecked()))
        self.forget(knock.key)

    def _refuse_all(self) -> None:
        self.answered.emit(RefuseAll())
        self.tell(())
