"""The registration of our links with a desktop."""

from __future__ import annotations

import configparser
import shlex
import sys
from pathlib import Path

import pytest

from app.__main__ import main
from app.keep import scheme
from app.keep.scheme import own_command, register
from net.errors import LinkError


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the desktops of Linux")
def test_the_entry_of_a_desktop_starts_this_program_with_the_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("PATH", "")  # no xdg-mime of this computer

    assert main(["open", "--register"]) == 0
    path = tmp_path / "applications" / "shoal.desktop"
    assert str(path) in capsys.readouterr().out
    entry = configparser.RawConfigParser()
    entry.read(path)
    values = entry["Desktop Entry"]
    assert values["MimeType"] == "x-scheme-handler/shoal;"
    assert shlex.split(values["Exec"]) == [*own_command(), "open", "%u"]


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the desktops of Linux")
def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "applications").write_text("a file")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    with pytest.raises(LinkError, match="cannot write"):
        register()


def test_on_macos_the_program_cannot_register_links(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheme.sys, "platform", "darwin")

    with pytest.raises(LinkError, match="macOS"):
        register()
