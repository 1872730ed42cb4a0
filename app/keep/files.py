"""Files that are there whole or not at all, whatever happens while they are written."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from net.errors import DiskFull


def create_whole(path: Path, data: bytes) -> None:
    """Write a file that is not there yet, whole or not at all, and never over another."""
    temporary = _part(path, data)
    try:
        if os.name == "nt":
            temporary.rename(path)  # fails there if `path` exists
        else:
            os.link(temporary, path)
            _sync_folder(path)
    except FileExistsError:
        pass  # another program was quicker: its identity is ours
    except OSError as why:
        raise DiskFull(f"cannot write {path}: {why.strerror}") from None
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, whole or not at all, in the place of an older one."""
    temporary = _part(path, data)
    try:
        os.replace(temporary, path)
        _sync_folder(path)
    except OSError as why:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise DiskFull(f"cannot write {path}: {why.strerror}") from None


def _sync_folder(path: Path) -> None:
    """Make the name of a new file last, too, where folders can be synced."""
    if os.name == "nt":
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _part(path: Path, data: bytes) -> Path:
    """The data in a new file beside `path`, on the disk, for this user alone (0600)."""
    name = ""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name + ".", suffix=".part")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as why:
        if name:
            with suppress(OSError):
                os.unlink(name)
        raise DiskFull(f"cannot write beside {path}: {why.strerror}") from None
    return Path(name)
