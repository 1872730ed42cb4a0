"""The file that keeps the place of the window and its docks from one start to the next."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings


class LayoutFile:
    """Place of the last window, and the docks beside its table; nothing where that is no such thing (the file
    is anybody's to write)."""

    def __init__(self, path: Path) -> None:
        self._file = QSettings(str(path), QSettings.Format.IniFormat)
        self.geometry, self.docks = self._kept("geometry"), self._kept("docks")

    def keep(self, geometry: QByteArray, docks: QByteArray) -> None:
        """Write both."""
        self._file.setValue("geometry", geometry)
        self._file.setValue("docks", docks)
        self._file.sync()

    def _kept(self, key: str) -> QByteArray:
        value = self._file.value(key)
        return value if isinstance(value, QByteArray) else QByteArray()
