"""The setup's script: it compiles, with the version and around any frozen program."""

from __future__ import annotations

import importlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
SIGN = """#!/bin/sh
set -e
cd "$(dirname "$0")"
osslsigncode sign -certs cert.pem -key key.pem -in "$1" -out signed.exe >/dev/null
mv signed.exe "$1"
cp "$1" "seen-$(ls | grep -c seen).exe"
"""


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    monkeypatch.delenv("SHOAL_SIGN", raising=False)
    yield importlib.import_module("build_windows")
    sys.modules.pop("build_windows")


def compiled(windows: ModuleType, folder: Path) -> Path:
    """A setup around a nearly empty program."""
    from ui.art.app_icon import icon_files  # noqa: PLC0415

    for place, name in (("frozen", "shoal.exe"), ("frozen", "shoalw.exe")):
        (folder / place).mkdir(exist_ok=True)
        (folder / place / name).write_text("x")
    (folder / "shoal.ico").write_bytes(icon_files()["shoal.ico"])
    out = folder / "setup.exe"
    windows.compile_setup(folder / "frozen", folder, out, fast=True)
    return out


@pytest.mark.skipif(shutil.which("makensis") is None, reason="NSIS is not here")
def test_the_setup_compiles(windows: ModuleType, tmp_path: Path) -> None:
    out = compiled(windows, tmp_path)

    assert out.read_bytes()[:2] == b"MZ"
    assert "0.1.0".encode("utf-16-le") in out.read_bytes()
    assert not windows.sign(out)  # no key, no signature


@pytest.mark.slow
@pytest.mark.skipif(
    not all(map(shutil.which, ("makensis", "osslsigncode", "openssl"))), reason="without NSIS or osslsigncode"
)
def test_the_uninstaller_and_the_setup_are_signed_where_there_is_a_key(
    windows: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A throw-away certificate signs them, and a program other than the workflow's checks that."""
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=A trial", "-days", "2"]
    extended = ["-addext", "extendedKeyUsage=codeSigning", "-keyout", "key.pem", "-out", "cert.pem"]
    subprocess.run([*words, *extended], cwd=tmp_path, check=True, capture_output=True)
    (tmp_path / "sign me.sh").write_text(SIGN)
    monkeypatch.setenv("SHOAL_SIGN", f'sh "{tmp_path}/sign me.sh"')
    windows.sign(compiled(windows, tmp_path))
    seen = sorted(tmp_path.glob("seen-*.exe"))
    for program in seen:
        verify = ["osslsigncode", "verify", "-CAfile", tmp_path / "cert.pem", "-in", program]
        said = subprocess.run(verify, capture_output=True, text=True, check=False).stdout
        assert "Signature verification: ok" in said, said

    assert len(seen) == 2, "the uninstaller, and the setup around it"
    assert seen[0].stat().st_size < seen[1].stat().st_size


def test_the_uninstaller_removes_everything_that_was_registered() -> None:
    """The uninstaller deletes every key that the setup writes, and its rule in the firewall."""
    script = (ROOT / "packaging" / "windows" / "setup.nsi").read_text(encoding="utf-8")
    install, uninstall = script.split('Section "Uninstall"')
    for key in (
        r"Software\Classes\shoal",
        r"Software\Classes\.shoal",
        r"Software\Classes\Shoal.Record",
        "${KEY}",
    ):
        assert f'HKCU "{key}"' in install
        assert f'DeleteRegKey HKCU "{key}"' in uninstall
    assert 'add rule name="${RULE}"' in install
    assert 'delete rule name="${RULE}"' in uninstall
    assert "RequestExecutionLevel user" in install
    assert "MUI_UNPAGE_CONFIRM" not in script, "removal asks nothing"
