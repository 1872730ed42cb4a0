"""The keyring of Windows (the Credential Manager), which is locked with the user's account there."""

from __future__ import annotations

import ctypes
import sys

from app.keep.keyring.contract import KeyringFailed

if sys.platform == "win32":
    from ctypes import POINTER, Structure, byref, c_void_p, wintypes

    _GENERIC, _THIS_COMPUTER, _NOT_FOUND = 1, 2, 1168

    class _Credential(Structure):
        _fields_ = (
            ("Flags", wintypes.DWORD),
            ("Type", wintypes.DWORD),
            ("TargetName", wintypes.LPWSTR),
            ("Comment", wintypes.LPWSTR),
            ("LastWritten", wintypes.FILETIME),
            ("CredentialBlobSize", wintypes.DWORD),
            ("CredentialBlob", c_void_p),
            ("Persist", wintypes.DWORD),
            ("AttributeCount", wintypes.DWORD),
            ("Attributes", c_void_p),
            ("TargetAlias", wintypes.LPWSTR),
            ("UserName", wintypes.LPWSTR),
        )

    class Credentials:
        """This user's generic credentials whose names begin with `Shoal/`."""

        title = "the Credential Manager of Windows"

        def __init__(self) -> None:
            self._library = ctypes.WinDLL("advapi32", use_last_error=True)
            self._library.CredFree.argtypes = [c_void_p]

        def keep(self, name: str, secret: bytes) -> None:
            blob = ctypes.create_string_buffer(secret, len(secret))
            written = _Credential(
                Type=_GENERIC,
                TargetName=_target(name),
                CredentialBlobSize=len(secret),
                CredentialBlob=ctypes.cast(blob, c_void_p),
                Persist=_THIS_COMPUTER,
                UserName=name,
            )
            if not self._library.CredWriteW(byref(written), 0):
                raise self._failed()

        def find(self, name: str) -> bytes | None:
            found = POINTER(_Credential)()
            if not self._library.CredReadW(_target(name), _GENERIC, 0, byref(found)):
                if ctypes.get_last_error() == _NOT_FOUND:
                    return None
                raise self._failed()
            try:
                return ctypes.string_at(found.contents.CredentialBlob, found.contents.CredentialBlobSize)
            finally:
                self._library.CredFree(found)

        def forget(self, name: str) -> None:
            gone = self._library.CredDeleteW(_target(name), _GENERIC, 0)
            if not gone and ctypes.get_last_error() != _NOT_FOUND:
                raise self._failed()

        def _failed(self) -> KeyringFailed:
            why = ctypes.FormatError(ctypes.get_last_error()).strip()
            return KeyringFailed(f"{self.title} cannot be asked: {why}")

    def _target(name: str) -> str:
        return f"Shoal/{name}"
