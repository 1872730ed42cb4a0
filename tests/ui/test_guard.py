"""The Qt binding must not eat references to None: 6.12.0 does, and dies after seconds of painting."""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject


def test_qt_calls_without_a_result_do_not_lower_the_reference_count_of_none() -> None:
    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(500):
        thing.setObjectName("x")

    assert sys.getrefcount(None) - before > -50
