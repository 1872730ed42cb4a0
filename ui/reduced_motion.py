"""The system's setting for less motion.

Qt 6.11 does not report it, so each system is asked in its own way. Linux: the portal of the desktop, by
D-Bus, once and without waiting for the answer. Windows: "Animation effects". macOS: "Reduce motion". Without
an answer it counts as not set.
"""

from __future__ import annotations

import ctypes
import sys
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:  # imported only on Linux
    from PySide6.QtDBus import QDBusPendingCallWatcher

REDUCED: Final = "reduced motion"
"""Property of the application: True once the portal has asked for less motion."""
PORTAL: Final = "org.freedesktop.portal"
ANSWER_MS: Final = 5_000
SETTINGS: Final[dict[tuple[str, str], tuple[object, ...]]] = {
    ("org.freedesktop.appearance", "reduced-motion"): (1,),
    ("org.gnome.desktop.interface", "enable-animations"): (False,),
    ("org.kde.kdeglobals.KDE", "AnimationDurationFactor"): ("0", 0.0),
}
"""Settings of the portal, and the values that ask for less motion."""
_CLIENT_AREA_ANIMATION: Final = 0x1042
"""SPI_GETCLIENTAREAANIMATION of Windows."""


def is_motion_reduced() -> bool:
    """True if the system asks for less motion."""
    with suppress(OSError, AttributeError):  # a system without this setting
        if sys.platform == "win32":
            animates = ctypes.c_int(1)
            ctypes.WinDLL("user32").SystemParametersInfoW(
                _CLIENT_AREA_ANIMATION, 0, ctypes.byref(animates), 0
            )
            return not animates.value
        if sys.platform == "darwin":
            return _is_reduced_on_mac()
    app = QCoreApplication.instance()
    return app is not None and bool(app.property(REDUCED))


def ask_portal() -> None:
    """Ask the desktop's portal on Linux; `is_motion_reduced` uses the answer once it has come."""
    app = QCoreApplication.instance()
    if sys.platform != "linux" or app is None:
        return
    from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher  # noqa: PLC0415

    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        return
    for setting in SETTINGS:
        call = QDBusMessage.createMethodCall(
            f"{PORTAL}.Desktop", f"/{PORTAL.replace('.', '/')}/desktop", f"{PORTAL}.Settings", "Read"
        )
        call.setArguments([*setting])
        waits = QDBusPendingCallWatcher(bus.asyncCall(call, ANSWER_MS), app)
        waits.finished.connect(partial(_take, app, setting, waits))


def _take(app: QCoreApplication, setting: tuple[str, str], answered: QDBusPendingCallWatcher) -> None:
    """Note if the portal asks for less motion. Its answer is a value in one or two variants, or an error if
    the setting does not exist."""
    from PySide6.QtDBus import QDBusVariant  # noqa: PLC0415

    [value, *_] = answered.reply().arguments() or [None]
    while isinstance(value, QDBusVariant):
        value = value.variant()
    if not answered.isError() and value in SETTINGS[setting]:
        app.setProperty(REDUCED, True)
    answered.deleteLater()


def _is_reduced_on_mac() -> bool:
    """Ask NSWorkspace through the Objective-C runtime, which needs no further Python package."""
    ctypes.CDLL("/System/Library/Frameworks/AppKit.framework/AppKit")
    runtime = ctypes.CDLL("/usr/lib/libobjc.dylib")
    for name in ("objc_getClass", "sel_registerName", "objc_msgSend"):
        getattr(runtime, name).restype = ctypes.c_void_p
    runtime.objc_getClass.argtypes = runtime.sel_registerName.argtypes = (ctypes.c_char_p,)
    runtime.objc_msgSend.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
    workspace = runtime.objc_msgSend(
        runtime.objc_getClass(b"NSWorkspace"), runtime.sel_registerName(b"sharedWorkspace")
    )
    asked = runtime.sel_registerName(b"accessibilityDisplayShouldReduceMotion")
    return bool((runtime.objc_msgSend(workspace, asked) or 0) & 0xFF)
