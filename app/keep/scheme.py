"""Registration of `shoal://` links for this user."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from app.keep.launch import own_command
from net.errors import LinkError

_ENTRY = """[Desktop Entry]
Type=Application
Name=Shoal
Comment=Games with the people on your network
Exec={command} open %u
Terminal=false
Categories=Game;CardGame;
MimeType=x-scheme-handler/shoal;
"""


def register() -> str:
    """Register the links and return a sentence that says so. Raises `LinkError` with a reason."""
    if sys.platform == "darwin":
        raise LinkError("on macOS there is nothing to do: the installed Shoal opens these links by itself")
    return _in_windows() if sys.platform == "win32" else _on_desktop(os.environ.get("XDG_DATA_HOME", ""))


def _on_desktop(data_home: str) -> str:
    folder = (Path(data_home) if data_home else Path.home() / ".local" / "share") / "applications"
    entry = folder / "shoal.desktop"
    command = " ".join(_quoted(word) for word in own_command())
    try:
        folder.mkdir(parents=True, exist_ok=True)
        entry.write_text(_ENTRY.format(command=command), encoding="utf-8")
    except OSError as why:
        raise LinkError(f"cannot write {entry}: {why.strerror}") from why
    with suppress(OSError):  # desktops without xdg-utils read the folder themselves
        words = ["xdg-mime", "default", entry.name, "x-scheme-handler/shoal"]
        subprocess.run(words, check=False, capture_output=True)
    return f"shoal:// links now open in this Shoal: {entry}"


def _quoted(word: str) -> str:
    """Quote a word of `Exec` by the Desktop Entry Specification; a percent sign is doubled there."""
    return shlex.quote(word).replace("%", "%%")


if sys.platform == "win32":
    import winreg

    def _in_windows() -> str:
        command = subprocess.list2cmdline([*own_command(), "open", "%1"])
        root = r"Software\Classes\shoal"
        try:
            with winreg.CreateKey(winreg.HKEY_CURRENT_USER, root) as key:
                winreg.SetValueEx(key, "", 0, winreg.REG_SZ, "URL:Shoal invitation")
                winreg.SetValueEx(key, "URL Protocol", 0, winreg.REG_SZ, "")
            with winreg.CreateKey(winreg.HKEY_CURRENT_USER, root + r"\shell\open\command") as key:
                winreg.SetValueEx(key, "", 0, winreg.REG_SZ, command)
        except OSError as why:
            raise LinkError(f"cannot write to the registry: {why.strerror}") from why
        return "shoal:// links now open in this Shoal"

else:

    def _in_windows() -> str:
        raise LinkError("this is not Windows")
