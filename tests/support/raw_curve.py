"""A CURVE client by hand, over a plain TCP socket: to send what no ZeroMQ library would send.

After RFC 23 (ZMTP 3), 25 and 26 (CURVE). The boxes come from the libsodium that lies in pyzmq's
wheel; where it is not found there is no such client.
"""

from __future__ import annotations

import ctypes
import socket
from pathlib import Path

import zmq

from net.lobby.identity import Identity


def find_sodium() -> ctypes.CDLL | None:
    """The libsodium of the wheel (Linux), or None."""
    found = sorted((Path(zmq.__file__).parent.parent / "pyzmq.libs").glob("libsodium*"))
    return ctypes.CDLL(str(found[0])) if found else None


class RawCurve:
    """A client whose handshake is done when it is made; a second `close` does nothing."""

    def __init__(self, who: Identity, *, server: bytes, port: int) -> None:
        sodium = find_sodium()
        assert sodium is not None
        self._sodium = sodium
        self._count = 0
        self._tcp = socket.create_connection(("127.0.0.1", port), timeout=5)
        try:
            self._shake_hands(who, server)
        except (OSError, AssertionError):
            self.close()
            raise

    def send_part(self, part: bytes, *, more: bool) -> None:
        """Send one frame of a message, encrypted as CURVE demands."""
        flagged = bytes([more]) + part
        nonce = self._next()
        box = ctypes.create_string_buffer(len(flagged) + 16)
        self._sodium.crypto_box_easy_afternm(
            box, flagged, ctypes.c_ulonglong(len(flagged)), b"CurveZMQMESSAGEC" + nonce, self._shared
        )
        self._send_frame(b"\x07MESSAGE" + nonce + box.raw)

    def close(self) -> None:
        self._tcp.close()

    def _shake_hands(self, who: Identity, server: bytes) -> None:
        public, secret = ctypes.create_string_buffer(32), ctypes.create_string_buffer(32)
        self._sodium.crypto_box_keypair(public, secret)
        self._tcp.sendall(b"\xff" + bytes(8) + b"\x7f\x03\x00" + b"CURVE".ljust(20, b"\0") + bytes(32))
        self._read(64)
        nonce = self._next()
        hello = self._box(bytes(64), b"CurveZMQHELLO---" + nonce, server, secret.raw)
        self._send_frame(b"\x05HELLO\x01\x00" + bytes(72) + public.raw + nonce + hello, flags=4)
        welcome = self._read_frame()
        assert welcome[:8] == b"\x07WELCOME"
        opened = self._open(welcome[24:], b"WELCOME-" + welcome[8:24], server, secret.raw)
        short_server, cookie = opened[:32], opened[32:]
        vouch_nonce = bytes(16)
        vouch = self._box(public.raw + server, b"VOUCH---" + vouch_nonce, short_server, who.curve_secret)
        about = b"\x0bSocket-Type" + (6).to_bytes(4, "big") + b"DEALER"
        nonce = self._next()
        inner = who.curve_public + vouch_nonce + vouch + about
        initiate = self._box(inner, b"CurveZMQINITIATE" + nonce, short_server, secret.raw)
        self._send_frame(b"\x08INITIATE" + cookie + nonce + initiate, flags=4)
        assert self._read_frame()[:6] == b"\x05READY"
        self._shared = ctypes.create_string_buffer(32)
        self._sodium.crypto_box_beforenm(self._shared, short_server, secret)

    def _next(self) -> bytes:
        self._count += 1
        return self._count.to_bytes(8, "big")

    def _box(self, plain: bytes, nonce: bytes, public: bytes, secret: bytes) -> bytes:
        box = ctypes.create_string_buffer(len(plain) + 16)
        size = ctypes.c_ulonglong(len(plain))
        assert self._sodium.crypto_box_easy(box, plain, size, nonce, public, secret) == 0
        return box.raw

    def _open(self, box: bytes, nonce: bytes, public: bytes, secret: bytes) -> bytes:
        plain = ctypes.create_string_buffer(len(box) - 16)
        size = ctypes.c_ulonglong(len(box))
        assert self._sodium.crypto_box_open_easy(plain, box, size, nonce, public, secret) == 0
        return plain.raw

    def _send_frame(self, body: bytes, *, flags: int = 0) -> None:
        is_long = len(body) > 255
        size = len(body).to_bytes(8 if is_long else 1, "big")
        self._tcp.sendall(bytes([flags | 2 * is_long]) + size + body)

    def _read_frame(self) -> bytes:
        flags = self._read(1)[0]
        return self._read(int.from_bytes(self._read(8 if flags & 2 else 1), "big"))

    def _read(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            data += (more := self._tcp.recv(size - len(data)))
            assert more, "the server hung up"
        return data
