"""The small windows around the large one: settings, keys, proofs, questions, files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QFileDialog

from app.keep.settings import Settings
from app.screens.keys import key_sheet
from app.screens.program import Watching
from app.screens.proven import proven_page
from app.screens.table import TableModel
from ui.dialogs.name import NameDialog
from ui.dialogs.page import KeysDialog, LeaveDialog, OopsDialog, ProvenDialog
from ui.dialogs.settings import SettingsDialog

if TYPE_CHECKING:
    from ui.window import Window

RECORDS = "Records of Shoal (*.shoal);;All files (*)"


class SideWindows(QObject):
    """Opens them, one of each kind at a time, never modal to the network."""

    reported = Signal(str)
    """A fault of the program, from whatever thread."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._open: dict[type[QDialog], QDialog] = {}
        self.reported.connect(self.show_report)

    @property
    def top(self) -> QDialog:
        """The one that was opened last."""
        return tuple(self._open.values())[-1]

    def ask_name(self) -> None:
        """The question of the first start."""
        program = self._window.program
        dialog = NameDialog("", self._window)
        dialog.accepted.connect(lambda: self._window.use(replace(program.settings, nick=dialog.name)))
        self._show(dialog)

    def ask_leave(self) -> None:
        """Is the game to be left?"""
        dialog = LeaveDialog(self._window)
        dialog.accepted.connect(self._window.leave)
        self._show(dialog)

    def show_settings(self) -> None:
        """The settings."""
        dialog = SettingsDialog(self._window.program.settings, self._window)
        dialog.changed.connect(self._use)
        self._show(dialog)

    def tell_settings_warning(self, text: str) -> None:
        """Why settings could not be kept, or ""."""
        dialog = self._open.get(SettingsDialog)
        if isinstance(dialog, SettingsDialog):
            dialog.tell_warning(text)
        else:
            self._window.home.tell_warning(text)

    def show_keys(self) -> None:
        """The key sheet, with the keys of the game on the table."""
        screen = self._window.at_table
        self._show(KeysDialog(key_sheet(() if screen is None else screen.table.keys()), self._window))

    def show_rules(self) -> None:
        """The rules of the game on the table; in the lobby those of the game in the form."""
        if self._window.at_table is not None:
            self._window.beside.toggle("rules")
        else:
            self._window.beside.show_rules(self._window.form.wish.game)

    def show_proven(self) -> None:
        """What has been proven about the table."""
        if self._window.at_table is not None:
            dialog = ProvenDialog(self._window)
            dialog.tell(proven_page(self._window.at_table.model))
            self._show(dialog)

    def show_report(self, report: str) -> None:
        """Something went wrong."""
        self._show(OopsDialog(report, self._window.program.log_folder(), self._window))

    def tell_table(self, model: TableModel) -> None:
        """The table has gone on: the counts of the proofs change."""
        dialog = self._open.get(ProvenDialog)
        if isinstance(dialog, ProvenDialog):
            dialog.tell(proven_page(model))

    def open_record(self) -> None:
        """Choose a record's file."""
        dialog = QFileDialog(self._window, "Open a record", str(Path.home()), RECORDS)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self._window.begin(Watching(Path(name))))
        self._show(dialog)

    def save_game(self, table: str) -> None:
        """Choose where the record of a game is saved."""
        dialog = QFileDialog(self._window, "Save the record", str(Path.home()), RECORDS)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("shoal")
        dialog.selectFile(f"{table[:12]}.shoal")
        dialog.fileSelected.connect(
            lambda name: self._window.home.tell_warning(self._window.program.save_record(table, Path(name)))
        )
        self._show(dialog)

    def close_all(self) -> None:
        """Close what belongs to the table."""
        for dialog in tuple(self._open.values()):
            dialog.close()

    def _use(self, settings: Settings) -> None:
        self._window.use(settings)

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
