"""The dialogs of a window: settings, keys, proofs, questions, files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from app.animals import Animal
from app.screens.lobby import delete_text
from app.screens.program import Program, ReplayingFile
from app.table.start import Unfinished
from ui.art.theme import Theme
from ui.look import theme_of
from ui.navigator import Navigator
from ui.screens.nearby_list import NearbyList

if TYPE_CHECKING:  # imported with the first dialog of its kind, so that the window opens sooner
    from app.nearby.around import Around
    from app.nearby.diagnosis import Finding
    from app.screens.keys import Keys
    from app.screens.table import TableModel
    from ui.dialogs.page import OopsDialog, ProvenDialog
    from ui.dialogs.settings import SettingsDialog

RECORDS = "Records of Shoal (*.shoal);;All files (*)"
IDENTITIES = "Identities (*.shoal-identity identity);;All files (*)"
SAVING = "Anybody with the file and this passphrase can play as you. Use at least 8 characters."
TAKING = "The passphrase that this identity was saved with. Leave it empty for a plain copy of its file."
TAKEN = "From now on you play here under the identity of that file."


class SideWindows(QObject):
    """Opens dialogs over the window `over`, one of each class at a time; none blocks the event loop."""

    def __init__(self, program: Program, go: Navigator, over: QWidget) -> None:
        super().__init__(over)
        self._program = program
        self._go = go
        self._over = over
        self._open: dict[type[QDialog], QDialog] = {}

    @property
    def top(self) -> QDialog:
        """The open dialog that was opened last; `IndexError` without one."""
        return tuple(self._open.values())[-1]

    @property
    def _usual(self) -> Animal:
        """The animal that follows from the player's key, shown as long as none is chosen."""
        return self._program.usual_animal

    def ask_name(self) -> None:
        """Ask a new player for a name and an animal; the answer is saved."""
        from ui.dialogs.name import NameDialog  # noqa: PLC0415  (see above)

        before, proposal = self._program.settings, self._program.given_nick
        dialog = NameDialog(proposal, before.animal, theme_of(before), self._over, usual=self._usual)

        dialog.accepted.connect(
            lambda: self._go.use(replace(self._program.settings, nick=dialog.name, animal=dialog.animal))
        )
        self._show(dialog)

    def after_name(self, then: Callable[[bool], object]) -> bool:
        """Call `then` when the question for a name is answered (True) or closed (False). Return False if that
        question is not open."""
        from ui.dialogs.name import NameDialog  # noqa: PLC0415  (see above)

        dialog = self._open.get(NameDialog)
        if dialog is not None:
            dialog.finished.connect(lambda result: then(bool(result)))
        return dialog is not None

    def ask_visible(self, answered: Callable[[bool], object]) -> None:
        """Ask whether people on this network may find the player; without an answer call nothing."""
        from ui.dialogs.network import VisibleDialog  # noqa: PLC0415  (see above)

        dialog = VisibleDialog(self._over)
        dialog.accepted.connect(lambda: answered(dialog.is_wanted))
        self._show(dialog)

    def offer_lesson(
        self, title: str, text: str, wanted: Callable[[], None], declined: Callable[[], None], /
    ) -> None:
        """Ask whether to begin with the introduction to a game; a closed question calls neither function."""
        from ui.dialogs.lesson import LessonDialog  # noqa: PLC0415  (see above)

        dialog = LessonDialog(title, text, self._over)
        dialog.accepted.connect(wanted)
        dialog.plays.connect(declined)
        self._show(dialog)

    def show_network(self, findings: Sequence[Finding]) -> None:
        """Show what may hinder players on this network."""
        from ui.dialogs.network import NetworkDialog  # noqa: PLC0415  (see above)

        dialog = NetworkDialog(self._over)
        dialog.tell(findings)
        self._show(dialog)

    def tell_network(self, findings: Sequence[Finding]) -> None:
        """Update the findings about this network, if they are shown."""
        from ui.dialogs.network import NetworkDialog  # noqa: PLC0415  (see above)

        dialog = self._open.get(NetworkDialog)
        if isinstance(dialog, NetworkDialog):
            dialog.tell(findings)

    def show_people(self, around: Around, theme: Theme, shown: NearbyList) -> None:
        """Show everybody met before; their buttons do the same as in the lobby."""
        from ui.people import PeopleDialog  # noqa: PLC0415  (see above)

        dialog = PeopleDialog(theme, self._over)
        dialog.list.join_wanted.connect(shown.rows.join_wanted)
        dialog.list.resume_wanted.connect(shown.rows.resume_wanted)
        dialog.list.invite_wanted.connect(shown.rows.invite_wanted)
        dialog.tell(around, shown.own)
        self._show(dialog)

    def tell_people(self, around: Around, shown: NearbyList) -> None:
        """Update the people met before, if they are shown."""
        from ui.people import PeopleDialog  # noqa: PLC0415  (see above)

        dialog = self._open.get(PeopleDialog)
        if isinstance(dialog, PeopleDialog):
            dialog.tell(around, shown.own)

    def show_code(self, invitation: str) -> None:
        """Show the invitation as a QR code."""
        from ui.dialogs.qr import CodeDialog  # noqa: PLC0415  (see above)

        dialog = CodeDialog(invitation, self._over)
        dialog.saves.clicked.connect(
            lambda: self.ask_where("Save the picture", "shoal-invitation.svg", dialog.save)
        )
        self._show(dialog)

    def ask_leave(
        self, *, among_people: bool, left: Callable[[bool], None], stayed: Callable[[], None]
    ) -> None:
        """Ask whether to leave the game. `left` gets True if the player gives up the seat for good."""
        from ui.dialogs.page import LeaveDialog  # noqa: PLC0415  (see above)

        dialog = LeaveDialog(self._over, among_people=among_people)
        dialog.chosen.connect(left)
        dialog.rejected.connect(stayed)
        self._show(dialog)

    def ask_delete(self, game: Unfinished) -> None:
        """Ask whether to delete an unfinished game, and delete it after a yes."""
        from ui.dialogs.page import DeleteDialog  # noqa: PLC0415  (see above)

        dialog = DeleteDialog(delete_text(game, self._program.settings.nick), self._over)
        dialog.accepted.connect(lambda: self._delete(game.table))
        self._show(dialog)

    def hide_game(self, table: str, is_hidden: bool) -> None:
        """Hide an earlier game in the lobby, or list it again."""
        self._go.warn(self._program.hide_game(table, is_hidden=is_hidden))
        self._go.look_at_games()

    def show_statistics(self) -> None:
        """Show the statistics of the player's games."""
        from ui.dialogs.statistics import StatisticsDialog  # noqa: PLC0415  (see above)

        theme = theme_of(self._program.settings)
        self._show(StatisticsDialog(theme, self._program.statistics, self._over))

    def show_settings(self) -> None:
        """Open the settings; each change is used at once."""
        from ui.dialogs.settings import SettingsDialog  # noqa: PLC0415  (see above)

        settings = self._program.settings
        dialog = SettingsDialog(settings, theme_of(settings), self._over, usual=self._usual)
        dialog.changed.connect(self._go.use)
        dialog.export_wanted.connect(lambda: self._export_identity(dialog))
        dialog.import_wanted.connect(lambda: self._import_identity(dialog))
        dialog.about_wanted.connect(self.show_about)
        dialog.give_wanted.connect(lambda: self._ask_gifts(dialog))
        self._show(dialog)

    def _ask_gifts(self, settings: SettingsDialog) -> None:
        """Ask for the files that neighbours may take, and offer them."""
        dialog = QFileDialog(settings, "Installers of Shoal", str(Path.home()))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(lambda names: self._give(settings, names))
        dialog.open()

    def _give(self, settings: SettingsDialog, names: Sequence[str]) -> None:
        from app.screens.giving import given  # noqa: PLC0415  (see above)
        from ui.dialogs.give import GiveDialog  # noqa: PLC0415  (see above)

        giver = given([Path(name) for name in names])
        if isinstance(giver, str):
            settings.tell_warning(f"Not given: {giver}.")
        else:
            settings.accept()
            self._show(GiveDialog(giver, self._over))

    def show_about(self) -> None:
        """Show the version, the licences and the place of the data."""
        from app.screens.about import about, licences  # noqa: PLC0415  (see above)
        from ui.dialogs.about import AboutDialog  # noqa: PLC0415

        shown = licences()
        self._show(AboutDialog(about(self._program.layout_file().parent, shown), shown, self._over))

    def _export_identity(self, settings: SettingsDialog) -> None:
        """Ask for a passphrase, then for the file to write."""
        from ui.dialogs.passphrase import PassphraseDialog  # noqa: PLC0415  (see above)

        asked = PassphraseDialog(SAVING, least=8, twice=True, parent=settings)
        files = QFileDialog(settings, "Save your identity", str(Path.home()), IDENTITIES)
        files.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        files.selectFile("my.shoal-identity")

        def save(name: str) -> None:
            why = self._program.export_identity(Path(name), asked.passphrase)
            settings.tell_identity(f"Not saved: {why}." if why else f"Your identity is in {name}.")

        asked.accepted.connect(files.open)
        files.fileSelected.connect(save)
        asked.open()

    def _import_identity(self, settings: SettingsDialog) -> None:
        """Ask for the file to read, then for its passphrase."""
        from ui.dialogs.passphrase import PassphraseDialog  # noqa: PLC0415  (see above)

        asked = PassphraseDialog(TAKING, least=0, twice=False, parent=settings)
        files = QFileDialog(settings, "Load an identity", str(Path.home()), IDENTITIES)
        files.setFileMode(QFileDialog.FileMode.ExistingFile)

        def take() -> None:
            why = self._program.import_identity(Path(files.selectedFiles()[0]), asked.passphrase)
            settings.tell_identity(f"Not loaded: {why}." if why else TAKEN)
            if not why:
                self._go.switch_identity()

        files.fileSelected.connect(asked.open)
        asked.accepted.connect(take)
        files.open()

    def tell_settings_warning(self, text: str) -> None:
        """Show why settings could not be saved, in their dialog or else in the lobby; "" hides it."""
        from ui.dialogs.settings import SettingsDialog  # noqa: PLC0415  (see above)

        dialog = self._open.get(SettingsDialog)
        if isinstance(dialog, SettingsDialog):
            dialog.tell_warning(text)
        else:
            self._go.warn(text)

    def show_shortcuts(self, keys: Keys) -> None:
        """Show the list of keyboard shortcuts; `keys` are those of the game at the table, () without one."""
        from app.screens.keys import key_sheet  # noqa: PLC0415  (see above)
        from ui.dialogs.page import KeysDialog  # noqa: PLC0415  (see above)

        dialog = KeysDialog(key_sheet(keys), self._over)
        dialog.manual_wanted.connect(self.show_manual)
        self._show(dialog)

    def show_manual(self) -> None:
        """Show the manual."""
        from app.screens.manual import manual_page  # noqa: PLC0415  (see above)
        from ui.dialogs.page import ManualDialog  # noqa: PLC0415  (see above)

        self._show(ManualDialog(manual_page(), self._over))

    def show_invitation(self, model: TableModel) -> None:
        """Show the invitation by which players return to the table."""
        from ui.dialogs.invite import InviteDialog  # noqa: PLC0415  (see above)

        self._show(InviteDialog(model.invitation, self._over))

    def show_proven(self, model: TableModel) -> None:
        """Show the proven facts about the table."""
        from app.screens.proven import proven_page  # noqa: PLC0415  (see above)
        from ui.dialogs.page import ProvenDialog  # noqa: PLC0415  (see above)

        dialog = ProvenDialog(self._over)
        dialog.tell(proven_page(model))
        dialog.checker_wanted.connect(lambda: self._ask_checker(dialog))
        self._show(dialog)

    def _ask_checker(self, proven: ProvenDialog) -> None:
        """Ask for a folder, and save the second reader of records there."""
        from app.screens.proven import saved_checker  # noqa: PLC0415  (see above)

        dialog = QFileDialog(proven, "Save the checker", str(Path.home()))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(lambda name: proven.tell_saved(saved_checker(Path(name))))
        dialog.open()

    def show_report(self, report: str) -> OopsDialog:
        """Show the report of a fault of the program, and offer to save it; return the dialog."""
        from ui.dialogs.page import OopsDialog  # noqa: PLC0415  (see above)

        dialog = OopsDialog(report, self._over)
        dialog.file_wanted.connect(lambda: self._ask_report(dialog, report))
        self._show(dialog)
        return dialog

    def _ask_report(self, oops: OopsDialog, report: str) -> None:
        dialog = QFileDialog(oops, "Save the report", str(Path.home()), "Text (*.txt)")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("txt")
        dialog.selectFile("shoal-report.txt")
        dialog.fileSelected.connect(
            lambda name: oops.tell_saved(Path(name), self._program.save_report(report, Path(name)))
        )
        dialog.open()

    def tell_table(self, model: TableModel) -> None:
        """Update the proven facts about the table, if they are shown."""
        from app.screens.proven import proven_page  # noqa: PLC0415  (see above)
        from ui.dialogs.page import ProvenDialog  # noqa: PLC0415  (see above)

        dialog = self._open.get(ProvenDialog)
        if isinstance(dialog, ProvenDialog):
            dialog.tell(proven_page(model))

    def open_record(self) -> None:
        """Ask for a record's file, and open its replay."""
        dialog = QFileDialog(self._over, "Open a record", str(Path.home()), RECORDS)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self._go.begin(ReplayingFile(Path(name))))
        self._show(dialog)

    def save_game(self, table: str) -> None:
        """Ask where to save the record of an earlier game, and save it."""
        self.ask_record(table, lambda path: self._go.warn(self._program.save_record(table, path)))

    def ask_record(self, table: str, chosen: Callable[[Path], None]) -> None:
        """Ask where to save the record of the game `table`, and pass the path to `chosen`."""
        self.ask_where("Save the record", f"{table[:12]}.shoal", chosen, kinds=RECORDS)

    def ask_where(self, title: str, name: str, chosen: Callable[[Path], None], *, kinds: str = "") -> None:
        """Ask where to save a file, with `name` as a proposal and Qt's filter `kinds`; `chosen` gets it."""
        suffix = Path(name).suffix
        dialog = QFileDialog(self._over, title, str(Path.home()), kinds or f"*{suffix}")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(suffix.removeprefix("."))
        dialog.selectFile(name)
        dialog.fileSelected.connect(lambda name: chosen(Path(name)))
        self._show(dialog)

    def close_all(self) -> None:
        """Close all dialogs."""
        for dialog in tuple(self._open.values()):
            dialog.close()

    def _delete(self, table: str) -> None:
        self._go.warn(self._program.delete_game(table))
        self._go.look_at_games()

    def _show(self, dialog: QDialog) -> None:
        kind = type(dialog)
        before = self._open.pop(kind, None)
        if before is not None:
            before.close()
        self._open[kind] = dialog
        dialog.finished.connect(lambda: self._closed(dialog))
        dialog.open()

    def _closed(self, dialog: QDialog) -> None:
        if self._open.get(type(dialog)) is dialog:
            del self._open[type(dialog)]
        dialog.deleteLater()
