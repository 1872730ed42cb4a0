"""A desktop's portal with one setting, on a D-Bus of its own, and the window's reading of it.

dbus-run-session -- python -m tests.support.portal NAMESPACE KEY SIGNATURE VALUE
"""

from __future__ import annotations

import json
import sys
import threading

from jeepney import HeaderFields, MessageType, new_error, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtDBus import QDBusPendingCallWatcher

from ui.reduced_motion import ask_portal, is_motion_reduced


def answer(bus: DBusConnection, setting: tuple[str, str], signature: str, value: object) -> None:
    """Answer every call: that setting with its value, any other with an error."""
    while True:
        call = bus.receive()
        if call.header.message_type is MessageType.method_call:
            is_known = call.header.fields.get(HeaderFields.member) == "Read" and call.body == setting
            found = ("v", (signature, value)) if is_known else None
            refused = new_error(call, "org.freedesktop.portal.Error.NotFound", "s", ("no such setting",))
            bus.send(refused if found is None else new_method_return(call, "v", (found,)))


def main(words: list[str]) -> None:
    """Serve the setting, ask for it as the window does, and print True if motion should be reduced."""
    namespace, key, signature, value = words
    bus = open_dbus_connection("SESSION")
    bus.send_and_get_reply(message_bus.RequestName("org.freedesktop.portal.Desktop"))
    setting = namespace, key
    threading.Thread(target=answer, args=(bus, setting, signature, json.loads(value)), daemon=True).start()
    app = QCoreApplication([])
    ask_portal()
    look = QTimer(app)  # quits once every call is answered
    look.timeout.connect(lambda: app.findChildren(QDBusPendingCallWatcher) or app.quit())
    look.start(10)
    app.exec()
    print(is_motion_reduced())


if __name__ == "__main__":
    main(sys.argv[1:])
