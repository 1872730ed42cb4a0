"""The real keyrings: of a desktop started only for this test, and of Windows."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend

from app.keep.keyring import KeyringFailed, SystemKeyring, system_keyring

ROOT = Path(__file__).resolve().parents[3]
KEEPS = """
import sys
from app.keep.keyring import system_keyring
ring = system_keyring()
assert ring is not None, "no keyring"
ring.forget("a test")
assert ring.find("a test") is None
ring.keep("a test", bytes(range(32)))
ring.keep("another", b"x")
assert ring.find("a test") == bytes(range(32))
ring.keep("a test", b"another one")
assert ring.find("a test") == b"another one"
for name in ("a test", "another", "a test"):
    ring.forget(name)
assert ring.find("a test") is None
print("kept")
"""
DESKTOP = "echo | gnome-keyring-daemon --unlock --components=secrets >/dev/null && exec {python} -c '{code}'"


@pytest.mark.skipif(
    sys.platform != "linux" or not all(map(shutil.which, ("dbus-run-session", "gnome-keyring-daemon"))),
    reason="no gnome-keyring here",
)
def test_the_keyring_of_a_desktop_keeps_a_secret(tmp_path: Path) -> None:
    done = run(
        ["dbus-run-session", "--", "sh", "-c", DESKTOP.format(python=sys.executable, code=KEEPS)], tmp_path
    )

    assert done.stdout.endswith("kept\n"), done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="D-Bus is of Linux")
def test_without_a_session_bus_there_is_no_keyring_or_it_cannot_be_asked(tmp_path: Path) -> None:
    code = (
        "from app.keep.keyring import KeyringFailed, system_keyring\n"
        "ring = system_keyring()\n"
        "try:\n    print(ring and ring.find('a test'))\n"
        "except KeyringFailed as why:\n    print(why)\n"
    )
    done = run([sys.executable, "-c", code], tmp_path, DBUS_SESSION_BUS_ADDRESS="unix:path=/nowhere")

    assert done.stdout == "None\n" or "cannot be asked" in done.stdout


@pytest.mark.skipif(sys.platform != "win32", reason="the keyring of Windows")
def test_the_keyring_of_windows_keeps_a_secret(tmp_path: Path) -> None:
    assert run([sys.executable, "-c", KEEPS], tmp_path).stdout.endswith("kept\n")


def run(words: list[str], folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a home and a session of its own."""
    environment = {**os.environ, "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), **more}
    environment |= {"XDG_DATA_HOME": str(folder), "PYTHONPATH": str(ROOT)}
    return subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


class Drawer(KeyringBackend):
    """A backend that keeps texts in memory."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.texts: dict[tuple[str, str], str] = {}

    def set_password(self, service: str, username: str, password: str) -> None:
        self.texts[service, username] = password

    def get_password(self, service: str, username: str) -> str | None:
        return self.texts.get((service, username))

    def delete_password(self, service: str, username: str) -> None:
        del self.texts[service, username]


def test_secrets_lie_in_a_keyring_as_texts_under_our_name() -> None:
    drawer = Drawer()
    ring = SystemKeyring(drawer)
    ring.keep("a", b"\x00\xff")
    assert drawer.texts == {("Shoal", "a"): "00ff"} and ring.find("a") == b"\x00\xff"
    assert ring.find("b") is None
    ring.forget("b")
    ring.forget("a")
    assert drawer.texts == {}

    drawer.texts["Shoal", "a"] = "not hex"
    with pytest.raises(KeyringFailed, match="holds something else"):
        ring.find("a")
    del drawer.texts
    for ask in (lambda: ring.find("a"), lambda: ring.keep("a", b""), lambda: ring.forget("a")):
        with pytest.raises(KeyringFailed, match=r"does not answer: .*texts"):
            ask()


@pytest.mark.parametrize(("priority", "is_real"), [(5, True), (1, True), (0.5, False)])
def test_only_a_real_keyring_is_used(monkeypatch: pytest.MonkeyPatch, priority: float, is_real: bool) -> None:
    drawer = type("Drawer", (Drawer,), {"priority": priority})()
    monkeypatch.setattr(keyring, "get_keyring", lambda: drawer)

    assert (system_keyring() is not None) is is_real
