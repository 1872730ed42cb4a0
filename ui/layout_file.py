"""The file that keeps the geometry of the window and the arrangement of its docks between starts."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings


class LayoutFile:
    """`geometry` and `docks` of the window that closed last, as Qt's bytes; empty if the file has none."""

    def __init__(self, path: Path) -> None:
        self._file = QSettings(str(path), QSettings.Format.IniFormat)
        self.geometry, self.docks = self._kept("geometry"), self._kept("docks")

    def keep(self, geometry: QByteArray, docks: QByteArray) -> None:
        """Write both to the file; the attributes stay as they were read."""
        self._file.setValue("geometry", geometry)
        self._file.setValue("docks", docks)
        self._file.sync()

    def _kept(self, key: str) -> QByteArray:
        value = self._file.value(key)
        return value if isinstance(value, QByteArray) else QByteArray()
