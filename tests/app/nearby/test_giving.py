"""Files for the neighbours over loopback, asked for as a browser does, and as nobody should."""

from __future__ import annotations

import hashlib
import http.client
import os
import re
import socket
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote, urlsplit

import pytest

from app.cli import parse
from app.commands import give
from app.nearby import giving
from app.nearby.giving import Gift, Giver, gift_of
from app.screens.giving import gift_line, page_of
from app.screens.qr import QUIET, code_of, text_of
from net.errors import LinkError

HOST = "127.0.0.1"
NAME = "shoal 1.0 & moreé.run"


@pytest.fixture
def gifts(tmp_path: Path) -> list[Gift]:
    (tmp_path / "secret").write_text("not given")
    for name in (NAME, "b.deb"):
        (tmp_path / name).write_bytes(name.encode() * 1000)
    return [gift_of(tmp_path / name) for name in (NAME, "b.deb")]


@pytest.fixture
def taken() -> list[tuple[str, str]]:
    return []


@pytest.fixture
def giver(gifts: list[Gift], taken: list[tuple[str, str]]) -> Iterator[Giver]:
    made = Giver(gifts, HOST, page=page_of, report=lambda host, name: taken.append((host, name)))
    yield made
    made.close()


def ask(giver: Giver, path: str, method: str = "GET") -> tuple[int, bytes]:
    line = http.client.HTTPConnection(HOST, urlsplit(giver.address).port or 0, timeout=10)
    try:
        line.putrequest(method, path, skip_host=True)
        line.endheaders()
        answer = line.getresponse()
        return answer.status, answer.read()
    finally:
        line.close()


def test_a_browser_gets_the_files_from_the_page_with_correct_hashes(
    giver: Giver, gifts: list[Gift], taken: list[tuple[str, str]]
) -> None:
    status, page = ask(giver, "/")
    text = page.decode()
    paths = [part.partition('"')[0] for part in text.split('href="')[1:]]
    files = [ask(giver, f"/{path}")[1] for path in paths]
    sums = ask(giver, "/SHA256SUMS")[1].decode()

    assert status == 200 and "<svg" in text and "& more" not in text
    assert [unquote(path) for path in paths] == [NAME, "b.deb"]
    for gift, content in zip(gifts, files, strict=True):
        digest = hashlib.sha256(content).hexdigest()
        assert content == gift.path.read_bytes()
        assert digest in text and digest in giver.link and digest in gift_line(gift)
        assert f"{digest}  {gift.name}\n" in sums
    assert taken == [(HOST, NAME), (HOST, "b.deb")]


@pytest.mark.parametrize(
    ("path", "method", "status"),
    [
        ("/b.deb", "HEAD", 200),
        *[(path, "GET", 404) for path in ("/secret", "/../secret", "/b.deb/", "/b.deb?x", "b.deb")],
        *[(path, "GET", 404) for path in ("/%2e%2e/secret", "/%62.deb", "*", "/.", "http://x/b.deb")],
        *[("/b.deb", method, 501) for method in ("POST", "PUT", "DELETE", "OPTIONS", "CONNECT", "TRACE")],
    ],
)
def test_only_the_named_files_are_given(giver: Giver, path: str, method: str, status: int) -> None:
    found, content = ask(giver, path, method)

    assert found == status
    assert b"not given" not in content and b"b.debb.deb" not in content


def test_a_file_that_has_changed_is_refused(giver: Giver, gifts: list[Gift]) -> None:
    gifts[1].path.write_bytes(b"another")
    assert ask(giver, "/b.deb")[0] == 410
    gifts[1].path.unlink()
    assert ask(giver, "/b.deb")[0] == 410


def test_one_computer_cannot_hold_all_connections(giver: Giver) -> None:
    """Of a computer's silent open connections the fifth is shut at once, and a place comes free again."""
    port = urlsplit(giver.address).port or 0
    held = [socket.create_connection((HOST, port), timeout=10) for _ in range(giving.CALLS_OF_ONE)]
    with socket.create_connection((HOST, port), timeout=10) as more:
        assert more.recv(1) == b""
    for each in held:
        each.shutdown(socket.SHUT_WR)
        assert each.recv(1) == b""  # its thread has read the end
        each.close()
    for _ in range(1000):
        try:
            assert ask(giver, "/b.deb", "HEAD")[0] == 200
            return
        except (http.client.RemoteDisconnected, ConnectionResetError):
            os.sched_yield()
    raise AssertionError("no place came free")


def test_a_silent_connection_is_closed(giver: Giver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(giving._Handler, "timeout", 0.05)
    with socket.create_connection((HOST, urlsplit(giver.address).port or 0), timeout=10) as silent:
        silent.sendall(b"GET / HT")
        assert silent.recv(1) == b""


@pytest.mark.skipif(sys.platform == "darwin", reason="its loopback has one address")
def test_the_server_listens_only_at_the_given_address_and_until_it_is_closed(gifts: list[Gift]) -> None:
    made = Giver(gifts, "127.0.0.2", page=page_of, report=lambda *_: None)
    port = urlsplit(made.address).port or 0
    with pytest.raises(OSError):
        socket.create_connection((HOST, port), timeout=10)
    socket.create_connection(("127.0.0.2", port), timeout=10).close()
    made.close()
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.2", port), timeout=10)


@pytest.mark.skipif(os.name == "nt", reason="it has no such pipes")
def test_a_file_that_cannot_be_given_is_refused_in_words(gifts: list[Gift], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", tmp_path / "nowhere"):
        with pytest.raises(LinkError, match="cannot be read"):
            gift_of(path)
    many = [Gift(Path(f"{number}é" * 12), 1, "0" * 64, 0) for number in range(20)]
    for several in ([], gifts[:1] * 2, many):
        with pytest.raises(LinkError, match="each with its own name"):
            Giver(several, HOST, page=page_of, report=lambda *_: None)
    with pytest.raises(LinkError, match=r"192\.0\.2\.1"):
        Giver(gifts, "192.0.2.1", page=page_of, report=lambda *_: None)


def test_the_command_lists_its_files_and_ends_with_ctrl_c(
    gifts: list[Gift], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []

    class Waiting:
        """The command's wait, in which a neighbour takes a file and the player then presses Ctrl-C."""

        def wait(self) -> None:
            said.append(capsys.readouterr().out)
            address = next(line for line in said[0].splitlines() if line.startswith("http://"))
            with urllib.request.urlopen(f"{address}b.deb") as answer:  # noqa: S310  (our own server)
                assert answer.read() == gifts[1].path.read_bytes()
            raise KeyboardInterrupt

    monkeypatch.setattr(give, "threading", SimpleNamespace(Event=Waiting))
    words = parse(["give", *(str(gift.path) for gift in gifts), "--address", HOST])

    assert words.run(words) == 0
    assert all(gift_line(gift) in said[0] for gift in gifts)
    assert f"{HOST} downloads b.deb" in capsys.readouterr().out


def test_a_terminal_shows_the_qr_code_if_it_is_wide_enough(giver: Giver) -> None:
    lines = text_of(giver.link, 200).splitlines()
    wide = len(code_of(giver.link)) + 2 * QUIET
    plain = [re.sub("\x1b\\[[0-9;]*m", "", line) for line in lines]

    assert {len(line) for line in plain} == {wide}
    assert len(lines) == -(-wide // 2) and set("".join(plain)) <= set(" ▀▄█")
    assert text_of(giver.link, wide - 1) == ""


@pytest.mark.parametrize("room", ["for all", "for the address", "for nothing"])
def test_a_terminal_shows_the_largest_qr_code_for_which_it_has_room(
    room: str, gifts: list[Gift], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given: list[Giver] = []

    def start(*words: object, **more: object) -> Giver:
        given.append(Giver(gifts, HOST, page=page_of, report=lambda *_: None))
        return given[0]

    def interrupted() -> None:
        raise KeyboardInterrupt

    def size() -> SimpleNamespace:
        needs = {"for all": given[0].link, "for the address": given[0].address}.get(room)
        return SimpleNamespace(columns=20 if needs is None else len(code_of(needs)) + 2 * QUIET)

    monkeypatch.setattr(give, "start_giving", start)
    monkeypatch.setattr(give, "shutil", SimpleNamespace(get_terminal_size=size))
    monkeypatch.setattr(give, "threading", SimpleNamespace(Event=lambda: SimpleNamespace(wait=interrupted)))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    words = parse(["give", "shoal.run"])

    assert words.port == 0 and words.run(words) == 0
    pictures = {"for all": given[0].link, "for the address": given[0].address}
    shown = text_of(pictures[room], 500) if room in pictures else ""
    lines = [*map(gift_line, gifts), *shown.splitlines(), given[0].address]
    assert capsys.readouterr().out.splitlines()[: len(lines)] == lines
