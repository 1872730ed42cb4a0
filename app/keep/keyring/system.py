"""Which keyring this system has."""

from __future__ import annotations

import sys

from app.keep.keyring.contract import Keyring


def system_keyring() -> Keyring | None:
    """The keyring of this system; None where Shoal knows none (macOS, a Linux without libsecret)."""
    if sys.platform == "win32":
        from app.keep.keyring.credentials import Credentials  # noqa: PLC0415  (asked by few)

        return Credentials()
    from app.keep.keyring.secret_service import secret_service  # noqa: PLC0415  (asked by few)

    return secret_service()
