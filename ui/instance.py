"""A second start of Shoal in one home can hand its request over to the open window, and end.

The request is one line of JSON, answered by "ok", over a local socket (on Windows a named pipe) that only
this user may open. It is checked as if a stranger had typed it: a link may come from any web page, so the
window shows it and does not follow it.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QMimeData, QObject, Signal

from app.screens.lobby import find_invitation

if TYPE_CHECKING:  # imported where a socket is opened: the first picture has no need of it
    from PySide6.QtNetwork import QLocalServer, QLocalSocket

SUFFIX = ".shoal"
WAIT_MS = 2000
LINE_MAX = 4096
CALLERS_MAX = 8
_PATH_MAX = 90
"""Limit of characters in a socket's path: systems take about a hundred."""


class Wanted(Struct, frozen=True):
    """A request to the window: to show the invitation `link`, to join by the invitation `join`, or to open
    the file `record`; with all three "", only to come to the front."""

    link: str = ""
    join: str = ""
    record: str = ""

    def line(self) -> bytes:
        """Return the line that hands the request over."""
        return json.dumps({"link": self.link, "join": self.join, "record": self.record}).encode() + b"\n"


def dropped(mime: QMimeData, own_key: bytes) -> Wanted | None:
    """Return the request in something dropped on the window: a record's file, or an invitation in a text, but
    not one of the player with `own_key`; None for anything else."""
    for url in mime.urls():
        path = Path(url.toLocalFile()) if url.isLocalFile() else None
        if path is not None and path.suffix.lower() == SUFFIX and path.is_file():
            return Wanted(record=str(path))
    invitation = find_invitation(mime.text()[:LINE_MAX], own_key)
    return Wanted(link=invitation) if invitation else None


def read_wanted(line: bytes) -> Wanted | None:
    """Parse the line of `Wanted.line`; return None if it is not valid."""
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        return None
    keys = ("link", "join", "record")
    if not isinstance(values, dict) or set(values) != set(keys):
        return None
    texts = [values[key] for key in keys]
    return Wanted(*texts) if all(isinstance(text, str) and len(text) < LINE_MAX for text in texts) else None


def socket_name(home: Path) -> str:
    """Return the socket on which the window of a home listens: a path, on Windows the name of a pipe."""
    mark = hashlib.blake2b(str(home).encode(), digest_size=8).hexdigest()
    if os.name == "nt":
        return f"shoal-{mark}"
    inside = home / "window"
    return str(inside) if len(str(inside)) <= _PATH_MAX else str(_private_folder() / f"window-{mark}")


def hand_over(home: Path, wanted: Wanted) -> bool:
    """Hand a request over to the open window; return False if none takes it within twice `WAIT_MS`."""
    name = socket_name(home)
    if os.name != "nt" and not os.path.exists(name):
        return False
    from PySide6.QtNetwork import QLocalSocket  # noqa: PLC0415  (see above)

    caller = QLocalSocket()
    caller.connectToServer(name)
    if not caller.waitForConnected(WAIT_MS):
        return False
    caller.write(wanted.line())
    caller.flush()
    is_taken = caller.waitForReadyRead(WAIT_MS) and bytes(caller.readLine(64).data()) == b"ok\n"
    caller.abort()
    return is_taken


class Instance(QObject):
    """Listens for second starts from `listen` until `close`; `wanted` carries their requests."""

    wanted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._server: QLocalServer | None = None
        self._callers: list[QLocalSocket] = []

    def listen(self, home: Path) -> bool:
        """Listen at the socket of a home; return False if it cannot be opened."""
        from PySide6.QtNetwork import QLocalServer  # noqa: PLC0415  (see above)

        self._server = server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        server.setMaxPendingConnections(CALLERS_MAX)
        server.newConnection.connect(lambda: self._connected(server))
        QLocalServer.removeServer(socket_name(home))  # left by a killed program
        return server.listen(socket_name(home))

    def close(self) -> None:
        """Stop listening, and hang up on all callers."""
        if self._server is not None:
            self._server.close()
        for caller in self._callers:
            caller.abort()

    def _connected(self, server: QLocalServer) -> None:
        while (caller := server.nextPendingConnection()) is not None:
            if len(self._callers) >= CALLERS_MAX:
                caller.abort()
                caller.deleteLater()
                continue
            self._callers.append(caller)
            caller.readyRead.connect(lambda caller=caller: self._read(caller))
            caller.disconnected.connect(lambda caller=caller: self._gone(caller))
            self._read(caller)

    def _read(self, caller: QLocalSocket) -> None:
        if not caller.canReadLine():
            if caller.bytesAvailable() > LINE_MAX:
                caller.abort()
            return
        found = read_wanted(bytes(caller.readLine(LINE_MAX).data()))
        if found is None:
            caller.abort()
            return
        caller.write(b"ok\n")
        caller.flush()
        self.wanted.emit(found)

    def _gone(self, caller: QLocalSocket) -> None:
        if caller in self._callers:
            self._callers.remove(caller)
            caller.deleteLater()


def _private_folder() -> Path:
    """Return a folder that only this user may open, for a socket whose path in the home would be too long."""
    folder = Path(os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()) / f"shoal-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.is_symlink() or folder.stat().st_uid != os.getuid() or folder.stat().st_mode & 0o077:
        return Path(tempfile.mkdtemp(prefix="shoal-"))  # safe, but no second start can find this one
    return folder
