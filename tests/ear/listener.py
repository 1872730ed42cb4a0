"""Listens on the accessibility bus as a screen reader does, and writes down what it hears."""

from __future__ import annotations

import sys
from collections import deque
from pathlib import Path

from jeepney import DBusAddress, MatchRule, Message, Properties, message_bus, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from jeepney.wrappers import DBusErrorResponse, unwrap_msg

ATSPI = "org.a11y.atspi"
EVENTS = ("object:announcement", "object:state-changed:focused")
MEMBER, PATH, SENDER = 3, 1, 7
"""Fields of a message's head (D-Bus specification)."""


def listen(path: Path) -> None:
    """Write every announcement and everything that gets the keyboard, until the bus is gone."""
    session = open_dbus_connection("SESSION")
    bus = DBusAddress("/org/a11y/bus", bus_name="org.a11y.Bus", interface="org.a11y.Bus")
    address = session.send_and_get_reply(new_method_call(bus, "GetAddress")).body[0]
    ears = open_dbus_connection(address)
    registry = DBusAddress(
        "/org/a11y/atspi/registry", bus_name=f"{ATSPI}.Registry", interface=f"{ATSPI}.Registry"
    )
    for event in EVENTS:
        ears.send_and_get_reply(new_method_call(registry, "RegisterEvent", "s", (event,)))
    for interface in ("Object", "Focus"):
        rule = MatchRule(type="signal", interface=f"{ATSPI}.Event.{interface}")
        ears.send_and_get_reply(message_bus.AddMatch(rule))
    heard: deque[Message] = deque()  # messages that come while a name is asked for are not lost
    with path.open("w", encoding="utf-8") as file, ears.filter(MatchRule(type="signal"), queue=heard):
        print("listening", file=file, flush=True)
        while True:
            message = ears.recv_until_filtered(heard)
            fields, body = message.header.fields, message.body
            if fields[MEMBER] == "Announcement":
                print(f"said: {body[3][1]}", file=file, flush=True)
            elif fields[MEMBER] == "StateChanged" and body[0] == "focused" and body[1]:
                print(f"focus: {_named(ears, fields[SENDER], fields[PATH])}", file=file, flush=True)


def _named(ears: DBusConnection, sender: str, path: str) -> str:
    """Role and name of something visible; "gone" if it is gone by now."""
    seen = DBusAddress(path, bus_name=sender, interface=f"{ATSPI}.Accessible")
    try:
        (role,) = unwrap_msg(ears.send_and_get_reply(new_method_call(seen, "GetRoleName"), timeout=10))
        ((_, name),) = unwrap_msg(ears.send_and_get_reply(Properties(seen).get("Name"), timeout=10))
    except (DBusErrorResponse, TimeoutError):
        return "gone"
    return f"{role}, {name}"


if __name__ == "__main__":
    listen(Path(sys.argv[1]))
