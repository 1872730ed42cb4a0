"""Files that are written whole or not at all, on disks that refuse one step of it."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from app.keep.files import create_whole, write_whole
from net.errors import DiskFull


def refused(*_: object) -> None:
    raise OSError(errno.EPERM, "Operation not permitted")


@pytest.mark.skipif(os.name != "posix", reason="Windows renames")
@pytest.mark.parametrize(("write", "step"), [(create_whole, "link"), (write_whole, "replace")])
def test_a_file_that_cannot_get_its_name_is_reported_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[Path, bytes], None], step: str
) -> None:
    monkeypatch.setattr(os, step, refused)
    with pytest.raises(DiskFull, match=r"cannot write .*identity: Operation not permitted"):
        write(tmp_path / "identity", b"seed")

    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="Windows syncs no folder")
@pytest.mark.parametrize("write", [create_whole, write_whole])
def test_the_file_is_synced_before_it_gets_its_name_and_the_folder_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Callable[[Path, bytes], None]
) -> None:
    path, synced = tmp_path / "identity", list[tuple[bool, bool]]()

    def sync(handle: int) -> None:
        synced.append((stat.S_ISDIR(os.fstat(handle).st_mode), path.exists()))

    monkeypatch.setattr(os, "fsync", sync)
    write(path, b"seed")

    assert synced == [(False, False), (True, True)]


def test_a_temporary_file_of_another_program_is_neither_used_nor_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "urandom", bytes)
    write_whole(tmp_path / "identity", b"first")
    other = tmp_path / f"identity.{bytes(8).hex()}.part"
    other.write_bytes(b"not ours")
    with pytest.raises(DiskFull, match="cannot write beside"):
        write_whole(tmp_path / "identity", b"second")

    assert other.read_bytes() == b"not ours"
    assert (tmp_path / "identity").read_bytes() == b"first"
