"""Files written whole or not at all, even if the program or the computer stops meanwhile."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from net.errors import DiskFull

_MARK_BYTES: Final = 8


def create_whole(path: Path, data: bytes) -> None:
    """Write a new file, whole or not at all; a file that is already there stays."""
    temporary = _part(path, data)
    try:
        if os.name == "nt":
            temporary.rename(path)  # Windows: fails if `path` exists
        else:
            os.link(temporary, path)
            _sync_folder(path)
    except FileExistsError:
        pass  # another program was quicker: its file stays
    except OSError as why:
        raise DiskFull(f"cannot write {path}: {why.strerror}") from None
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file, whole or not at all; it replaces an older one."""
    temporary = _part(path, data)
    try:
        os.replace(temporary, path)
        _sync_folder(path)
    except OSError as why:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise DiskFull(f"cannot write {path}: {why.strerror}") from None


def _sync_folder(path: Path) -> None:
    """Sync the folder as well, where the system can, so that the name of a new file is durable."""
    if os.name == "nt":
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _part(path: Path, data: bytes) -> Path:
    """Write the data to a new file beside `path`, synced, readable only for this user (0600); return its
    path."""
    part = path.with_name(f"{path.name}.{os.urandom(_MARK_BYTES).hex()}.part")
    is_ours = False
    try:
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        is_ours = True
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as why:
        if is_ours:
            with suppress(OSError):
                part.unlink()
        raise DiskFull(f"cannot write beside {path}: {why.strerror}") from None
    return part
