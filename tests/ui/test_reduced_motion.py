"""Less motion, where the system asks for it: cards are there at once, unless the player has chosen a pace."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtDBus import QDBusMessage, QDBusPendingCall, QDBusPendingCallWatcher
from PySide6.QtWidgets import QApplication

from app.keep.settings import Settings
from ui.look import preferences_of
from ui.reduced_motion import REDUCED, SETTINGS, _take, is_motion_reduced

ROOT = Path(__file__).parents[2]


@pytest.fixture
def reduced(qapp: QApplication) -> Iterator[None]:
    qapp.setProperty(REDUCED, True)
    yield
    qapp.setProperty(REDUCED, None)


@pytest.mark.usefixtures("reduced")
def test_reduced_motion_of_the_system_counts_only_without_a_setting_of_the_player() -> None:
    assert preferences_of(Settings()).motion_ms == 0
    paces = [preferences_of(Settings(animation=each)).motion_ms for each in ("off", "fast", "always", "slow")]
    assert paces == [0, 120, 260, 520]


def test_a_system_that_asks_for_nothing_leaves_cards_their_pace(qapp: QApplication) -> None:
    assert preferences_of(Settings()).motion_ms == 260


APPEARANCE, GNOME, KDE = SETTINGS
YES, NO = True, False


@pytest.mark.skipif(sys.platform != "linux", reason="the portal is Linux's")
@pytest.mark.parametrize(
    ("setting", "value", "is_reduced"),
    [
        (APPEARANCE, 1, True),
        (APPEARANCE, 0, False),
        (GNOME, NO, True),
        (GNOME, YES, False),
        (KDE, "0", True),
        (KDE, "1", False),
        (KDE, None, False),
    ],
)
def test_an_answer_of_the_portal_is_taken(
    qapp: QApplication, reduced: None, setting: tuple[str, str], value: object, is_reduced: bool
) -> None:
    """None stands for the error of a portal that does not know the setting, with a value in it all the
    same."""
    qapp.setProperty(REDUCED, None)
    asked = QDBusMessage.createMethodCall("org.freedesktop.portal.Desktop", "/", "", "Read")
    reply = asked.createErrorReply("none", "0") if value is None else asked.createReply()
    if value is not None:
        reply.setArguments([value])
    _take(qapp, setting, QDBusPendingCallWatcher(QDBusPendingCall.fromCompletedCall(reply), qapp))

    assert is_motion_reduced() is is_reduced


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the portal is Linux's")
@pytest.mark.skipif(shutil.which("dbus-run-session") is None, reason="needs dbus-run-session")
@pytest.mark.parametrize(
    ("setting", "is_reduced"),
    [
        (("org.freedesktop.appearance", "reduced-motion", "u", "1"), True),
        (("org.freedesktop.appearance", "reduced-motion", "u", "0"), False),
        (("org.gnome.desktop.interface", "enable-animations", "b", "false"), True),
        (("org.gnome.desktop.interface", "enable-animations", "b", "true"), False),
        (("org.kde.kdeglobals.KDE", "AnimationDurationFactor", "s", '"0"'), True),
        (("org.kde.kdeglobals.KDE", "AnimationDurationFactor", "s", '"1"'), False),
    ],
)
def test_the_portal_of_the_desktop_is_asked(setting: tuple[str, ...], is_reduced: bool) -> None:
    command = ("dbus-run-session", "--", sys.executable, "-m", "tests.support.portal", *setting)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=30)

    assert done.stdout.split() == [str(is_reduced)]
