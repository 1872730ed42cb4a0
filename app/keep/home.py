"""Folders and names of Shoal's files: one home per user, or the folder that SHOAL_HOME names.

Every peer on one computer needs a home of its own: two programs with one identity would sign against each
other.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from net.errors import LinkError

VARIABLE: Final = "SHOAL_HOME"
_PRIVATE: Final = 0o700
_SECRET: Final = 0o600


class Home(Struct, frozen=True):
    """A home folder and the paths in it. Call `make` before use."""

    folder: Path

    @property
    def identity_file(self) -> Path:
        """The seed of the identity, plain or sealed."""
        return self.folder / "identity"

    @property
    def profile_file(self) -> Path:
        """Nick and number of starts."""
        return self.folder / "profile.json"

    @property
    def voucher_file(self) -> Path:
        """A bot's voucher: the signed word of the person who runs it."""
        return self.folder / "voucher"

    @property
    def settings_file(self) -> Path:
        return self.folder / "settings.json"

    @property
    def journal_file(self) -> Path:
        """The database of all games."""
        return self.folder / "journal.sqlite"

    @property
    def records(self) -> Path:
        """The folder of saved records."""
        return self.folder / "records"

    @property
    def logs(self) -> Path:
        """The folder of log files and crash reports."""
        return self.folder / "logs"

    def make(self) -> Home:
        """Make the folders, readable only for this user (0700), also if they exist; likewise an identity, a
        profile and settings that exist (0600). Raises `LinkError` on failure."""
        try:
            for folder in (self.folder, self.records, self.logs):
                folder.mkdir(mode=_PRIVATE, parents=True, exist_ok=True)
                shut(folder, _PRIVATE)
            for file in (self.identity_file, self.profile_file, self.settings_file):
                if file.exists():
                    shut(file, _SECRET)
        except OSError as why:
            raise LinkError(f"cannot make the private folder {why.filename}: {why.strerror}") from None
        return self


def find_home(environ: Mapping[str, str] = os.environ) -> Home:
    """Return the home that `SHOAL_HOME` names, otherwise the platform's folder for a user's data."""
    named = environ.get(VARIABLE, "")
    if named:
        return Home(Path(named).expanduser().absolute())
    import platformdirs  # noqa: PLC0415  (a bot always has a name for its home)

    return Home(platformdirs.user_data_path("shoal", appauthor=False))


def shut(path: Path, mode: int) -> None:
    """Remove the permissions that `mode` lacks. Raises `OSError`. Windows has no such modes; there a folder
    inside the user's own is private."""
    if os.name == "posix" and path.stat().st_mode & 0o777 & ~mode:
        path.chmod(mode)
