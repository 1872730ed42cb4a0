"""The setup's script compiles, with the version and around whatever was frozen."""

from __future__ import annotations

import importlib
import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(shutil.which("makensis") is None, reason="NSIS is not here")
def test_the_setup_compiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    windows = importlib.import_module("build_windows")
    from ui.art.app_icon import icon_files  # noqa: PLC0415

    for folder, name in (("frozen", "shoal.exe"), ("frozen", "shoalw.exe")):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / name).write_text("x")
    (tmp_path / "shoal.ico").write_bytes(icon_files()["shoal.ico"])
    out = tmp_path / "setup.exe"
    windows.compile_setup(tmp_path / "frozen", tmp_path, out, fast=True)
    sys.modules.pop("build_windows")

    assert out.read_bytes()[:2] == b"MZ"
    assert "0.1.0".encode("utf-16-le") in out.read_bytes()


def test_what_is_registered_is_removed_again() -> None:
    """Every key that the setup writes, its uninstaller deletes; and so with the firewall's rule."""
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
