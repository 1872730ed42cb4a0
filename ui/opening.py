"""Opens a new table from the form to host one, and invites people to it. The first table with room for people
asks whether others on this network may find the player."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, reduce
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject

from app.messages import TableInfo
from app.nearby.around import FoundPerson
from app.screens.lobby import TableSetup, first_setup, letters_of, setup_again
from app.screens.nearby import calling, setup_for_people
from app.screens.program import Program
from app.table.start import Hosting, Resuming, Start
from ui.art.theme import Theme
from ui.lessons import Lessons
from ui.look import theme_of
from ui.navigator import Navigator
from ui.side_windows import SideWindows

if TYPE_CHECKING:
    from ui.screens.host_page import HostPage


class Opening(QObject):
    """Makes and shows the form, and opens its table."""

    def __init__(self, program: Program, go: Navigator, *, side: SideWindows, lessons: Lessons) -> None:
        super().__init__(go.pages)
        self._program = program
        self._go = go
        self._side = side
        self._lessons = lessons
        self._welcome: tuple[str, ...] = ()
        """Keys (as letters) of the players of the last table, whom the form's table admits unasked."""
        self._invited: tuple[FoundPerson, ...] = ()
        """People who are invited when the table in the form opens."""

    @cached_property
    def form(self) -> HostPage:
        """The form, made at first use, because a start does not need it."""
        from ui.screens.host_page import HostPage  # noqa: PLC0415  (see above)

        form = HostPage(theme_of(self._program.settings))
        form.show_setup(first_setup(self._program.settings), rebuild=True)
        form.opened.connect(lambda setup: self._lessons.before(setup.game, lambda: self._open(setup)))
        form.back_wanted.connect(self._go.show_home)
        self._go.pages.addWidget(form)
        return form

    def set_theme(self, theme: Theme) -> None:
        """Apply another theme to the form, if it exists."""
        if "form" in vars(self):
            self.form.set_theme(theme)

    def show(
        self,
        setup: TableSetup | None = None,
        invited: FoundPerson | None = None,
        *,
        welcome: tuple[str, ...] = (),
    ) -> None:
        """Show the form, with `setup` or as it was left; its table invites `invited` and admits `welcome`."""
        self._go.warn("")
        self._invited, self._welcome = () if invited is None else (invited,), welcome
        self.form.tell_invited("" if invited is None else invited.nick)
        self.form.show_setup(self.form.setup if setup is None else setup, rebuild=True)
        self._go.pages.show_page(self.form)

    def play_with(self, people: Sequence[FoundPerson]) -> None:
        """Invite these people to a table of the game in the form, without showing the form."""
        self._invited, self._welcome = tuple(people), ()
        self._open(setup_for_people(self.form.setup, len(people)))

    def show_again(self, info: TableInfo, start: Start | None) -> None:
        """Show the form, filled with the values of the table just left; `start` opened that table here."""
        level = start.level if isinstance(start, Hosting | Resuming) else "normal"
        self.show(setup_again(info, level=level), welcome=letters_of(info))

    def _open(self, setup: TableSetup) -> None:
        settings = self._program.settings
        if setup.bots < setup.seats - 1 and not (settings.visible or settings.asked_visible):
            self._side.ask_visible(lambda is_wanted: self._open_after(setup, is_wanted=is_wanted))
        else:
            self._open_now(setup)

    def _open_after(self, setup: TableSetup, *, is_wanted: bool) -> None:
        self._go.use(replace(self._program.settings, visible=is_wanted, asked_visible=True))
        self._open_now(setup)

    def _open_now(self, setup: TableSetup) -> None:
        why = self._program.save_settings(replace(self._program.settings, terms=setup.kept_terms))
        hosting = replace(setup.hosting(asks=self._program.settings.asks), welcome=self._welcome)
        self._go.begin(reduce(calling, self._invited, hosting))
        self._go.waiting.tell_trouble(why)
