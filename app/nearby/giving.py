"""Files that a player gives to neighbours by HTTP: the installers of Shoal, for people who have none yet.

Nothing listens until the player asks for it. Only the named files are given, each under its own name and only
while it is unchanged, with a page and a list of hashes. The receiver is a browser, so nothing is encrypted or
proven here: the link on the giver's screen, also shown as a picture, has the SHA-256 of each file for
comparison.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import socketserver
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from net.errors import LinkError

SUMS_MAX = 2000
"""Maximum number of letters of all names and hashes in a link: a QR picture holds 2331 bytes."""
CALLS_OF_ONE, CALLS_IN_ALL = 4, 24
"""Maximum number of connections at a time, from one computer and in all."""
SILENT_S = 20.0
"""Seconds after which an idle connection is closed."""
ReportDownload = Callable[[str, str], None]
"""Called with the neighbour's address and the file's name, in a thread of the giver."""


class Gift(Struct, frozen=True):
    """A file as it was when it was named: size in bytes, SHA-256 in hex, time of change in ns."""

    path: Path
    size: int
    sha256: str
    changed_ns: int

    @property
    def name(self) -> str:
        """The name under which it is given."""
        return self.path.name


def gift_of(path: Path) -> Gift:
    """Read a file to give; raises `LinkError` with a reason."""
    if not path.is_file():
        raise LinkError(f"{path} cannot be read: it is not a file")
    try:
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            return Gift(
                path, status.st_size, hashlib.file_digest(file, "sha256").hexdigest(), status.st_mtime_ns
            )
    except OSError as why:
        raise LinkError(f"{path} cannot be read: {why.strerror}") from None


class Giver:
    """Gives files at one address of this computer until `close`. Raises `LinkError` if it cannot listen, for
    two files of one name, and for none or too many files."""

    def __init__(
        self,
        gifts: Sequence[Gift],
        host: str,
        *,
        port: int = 0,
        page: Callable[[str, Sequence[Gift]], bytes],
        report: ReportDownload,
    ) -> None:
        sums = "&".join(f"{quote(gift.name)}={gift.sha256}" for gift in gifts)
        if not 0 < len({gift.name for gift in gifts}) == len(gifts) or len(sums) > SUMS_MAX:
            raise LinkError(
                "give at least one file, each with its own name, and no more than fit into the QR code"
            )
        try:
            self._server = _Server((host, port), _Handler)
        except OSError as why:
            raise LinkError(f"cannot listen at {host}: {why.strerror or why}") from None
        self.address = f"http://{host}:{self._server.server_address[1]}/"
        """Address of the page, for a browser."""
        self.gifts = tuple(gifts)
        self.link = f"{self.address}#{sums}"
        """The address with the SHA-256 of each file after `#`. Browsers do not send that part: it comes from
        the giver's screen."""
        self._server.pages = {
            "/": page(self.link, gifts),
            "/SHA256SUMS": "".join(f"{gift.sha256}  {gift.name}\n" for gift in gifts).encode(),
        }
        self._server.gifts = {f"/{quote(gift.name)}": gift for gift in gifts}
        self._server.report = report
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.1,), name="give", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Stop listening; a running download goes on until it is done or the program ends."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    """A bounded number of connections, each in a thread of its own."""

    daemon_threads = True
    pages: dict[str, bytes]
    gifts: dict[str, Gift]
    report: ReportDownload

    def __init__(self, at: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        self._lock = threading.Lock()
        self._calls: Counter[str] = Counter()
        super().__init__(at, handler)

    def server_bind(self) -> None:
        """Bind without looking up a name, which takes long on a network without a name server."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), int(self.server_address[1])

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._lock:
            host = str(client_address[0])
            has_room = self._calls[host] < CALLS_OF_ONE and self._calls.total() < CALLS_IN_ALL
            if has_room:
                self._calls[host] += 1
        if has_room:
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            with self._lock:
                self._calls -= Counter([str(client_address[0])])

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore the errors of a connection: as a rule a neighbour hung up during a download."""


class _Handler(BaseHTTPRequestHandler):
    """One request per connection: GET or HEAD of a known name; every other method is refused."""

    server: _Server
    timeout = SILENT_S

    def do_HEAD(self) -> None:
        """Answer with only the headers."""
        self._answer(is_whole=False)

    def do_GET(self) -> None:
        """Answer with the page, the sums or a file."""
        self._answer(is_whole=True)

    def version_string(self) -> str:
        """Name of the server, without any version."""
        return "Shoal"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (http.server's name)
        """Log nothing: downloads are nobody else's business."""

    def _answer(self, *, is_whole: bool) -> None:
        gift, page = self.server.gifts.get(self.path), self.server.pages.get(self.path)
        if page is not None:
            self._head(len(page), "text/html" if self.path == "/" else "text/plain")
            if is_whole:
                self.wfile.write(page)
        elif gift is None:
            self.send_error(HTTPStatus.NOT_FOUND)
        else:
            self._give(gift, is_whole=is_whole)

    def _give(self, gift: Gift, *, is_whole: bool) -> None:
        try:
            file = gift.path.open("rb")
        except OSError:
            self.send_error(HTTPStatus.GONE)
            return
        with file:
            status = os.fstat(file.fileno())
            if (status.st_size, status.st_mtime_ns) != (gift.size, gift.changed_ns):
                self.send_error(HTTPStatus.GONE, "the file has changed")
                return
            self._head(gift.size, "application/octet-stream", "attachment")
            if is_whole:
                self.server.report(str(self.client_address[0]), gift.name)
                shutil.copyfileobj(file, self.wfile)

    def _head(self, size: int, kind: str, disposition: str = "inline") -> None:
        self.send_response(HTTPStatus.OK)
        for name, value in {
            "Content-Type": f"{kind}; charset=utf-8" if kind.startswith("text/") else kind,
            "Content-Length": str(size),
            "Content-Disposition": disposition,
            "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
        }.items():
            self.send_header(name, value)
        self.end_headers()
