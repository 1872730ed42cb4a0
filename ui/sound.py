"""Sounds through miniaudio, behind the interface `SoundPort`.

The library is imported at the first sound: some systems have no wheel of it (`packaging/platforms.py`), and
the window opens sooner.
"""

from __future__ import annotations

import array
import logging
import sys
from collections.abc import Generator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from app.screens.sound import RATE, Cue, samples

if TYPE_CHECKING:
    import miniaudio

log = logging.getLogger(__name__)
BUFFER_MS = 60
CARDS = Path("/proc/asound/cards")


class SoundPort(Protocol):
    """Output of sounds."""

    def play(self, cue: Cue, *, volume: int = 100) -> None:
        """Play a cue now, at a volume in per cent, and cut off an earlier one."""

    def close(self) -> None:
        """Close the device."""


class Speaker:
    """The computer's sound device, opened at the first sound. It stays silent if the library is missing or
    the device has failed once."""

    def __init__(self, backends: list[miniaudio.Backend] | None = None) -> None:
        self._backends = backends
        self._device: miniaudio.PlaybackDevice | None = None
        self._is_mute = False

    def play(self, cue: Cue, *, volume: int = 100) -> None:
        """Play a cue now, if possible, and cut off an earlier one."""
        if self._is_mute or not volume:
            return
        try:
            import miniaudio  # noqa: PLC0415  (see above)
        except ImportError as why:
            self._is_mute = True
            log.info("there is no sound: %s", why)
            return
        try:
            if self._device is None:
                self._device = miniaudio.PlaybackDevice(
                    miniaudio.SampleFormat.SIGNED16,
                    nchannels=1,
                    sample_rate=RATE,
                    buffersize_msec=BUFFER_MS,
                    backends=backends_here(sys.platform, CARDS) if self._backends is None else self._backends,
                    app_name="Shoal",
                )
            self._device.stop()
            stream = _stream(_samples(cue, volume))
            next(stream)
            self._device.start(stream)
        except miniaudio.MiniaudioError as why:
            self._is_mute = True
            log.info("there is no sound: %s", why)

    def close(self) -> None:
        """Close the device, if it is open."""
        if self._device is not None:
            self._device.close()
            self._device = None


def backends_here(platform: str, cards: Path) -> list[miniaudio.Backend] | None:
    """Return the sound backends to try: on Linux PulseAudio, and ALSA if `cards` lists a sound card, because
    without one it writes twenty lines to the terminal. None on other systems: all that they have."""
    if platform != "linux":
        return None
    from miniaudio import Backend  # noqa: PLC0415

    try:
        has_card = "[" in cards.read_text(encoding="utf-8", errors="replace")
    except OSError:
        has_card = False
    return [Backend.PULSEAUDIO, *([Backend.ALSA] if has_card else [])]


@cache
def _samples(cue: Cue, volume: int) -> array.array[int]:
    return array.array("h", (each * volume // 100 for each in samples(cue)))


def _stream(sound: array.array[int]) -> Generator[array.array[int], int, None]:
    """Yield an empty block, then the sound and endless silence, in blocks of as many samples as are sent."""
    at = 0
    wanted = yield array.array("h")
    while True:
        part = sound[at : at + wanted]
        at += wanted
        wanted = yield part + array.array("h", bytes(2 * (wanted - len(part))))
