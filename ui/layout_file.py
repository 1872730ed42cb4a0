"""The file that keeps the places of the window and its docks between starts."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings


class LayoutFile:
    """Places of the last window and its docks; empty if the file is missing or invalid."""

    def __init__(self, path: Path) -> None:
        self._file = QSettings(str(path), QSettings.Format.IniFormat)
        self.geometry, self.docks = self._kept("geometry"), self._kept("docks")

    def keep(self, geometry: QByteArray, docks: QByteArray) -> None:
        """Write both places."""
        self._file.setValue("geometry", geometry)
        self._file.setValue("docks", docks)
        self._file.sync()

    def _kept(self, key: str) -> QByteArray:
        value = self._file.value(key)
        return value if isinstance(value, QByteArray) else QByteArray()
