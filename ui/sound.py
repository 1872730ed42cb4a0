"""Sounds through miniaudio, behind a port that may as well be silent."""

from __future__ import annotations

import array
import logging
from collections.abc import Generator
from functools import cache
from typing import Protocol

import miniaudio

from app.screens.sound import RATE, Cue, samples

log = logging.getLogger(__name__)
BUFFER_MS = 60


class SoundPort(Protocol):
    """Where sounds go."""

    def play(self, cue: Cue) -> None:
        """Let it be heard now; one that still sounds is cut off."""

    def close(self) -> None:
        """Let go of the device."""


class Silence:
    """No sound at all."""

    def play(self, cue: Cue) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""


class Speaker:
    """The computer's sound device, opened at the first sound; silent for good when there is none."""

    def __init__(self, backends: list[miniaudio.Backend] | None = None) -> None:
        self._backends = backends
        self._device: miniaudio.PlaybackDevice | None = None
        self._is_mute = False

    def play(self, cue: Cue) -> None:
        """See `SoundPort`."""
        if self._is_mute:
            return
        try:
            if self._device is None:
                self._device = miniaudio.PlaybackDevice(
                    miniaudio.SampleFormat.SIGNED16,
                    nchannels=1,
                    sample_rate=RATE,
                    buffersize_msec=BUFFER_MS,
                    backends=self._backends,
                    app_name="Shoal",
                )
            self._device.stop()
            stream = _stream(_samples(cue))
            next(stream)
            self._device.start(stream)
        except miniaudio.MiniaudioError as why:
            self._is_mute = True
            log.info("there is no sound: %s", why)

    def close(self) -> None:
        """See `SoundPort`."""
        if self._device is not None:
            self._device.close()
            self._device = None


@cache
def _samples(cue: Cue) -> array.array[int]:
    return array.array("h", samples(cue))


def _stream(sound: array.array[int]) -> Generator[array.array[int], int, None]:
    """The sound, then silence, in the portions that the device asks for."""
    at = 0
    wanted = yield array.array("h")
    while True:
        part = sound[at : at + wanted]
        at += wanted
        wanted = yield part + array.array("h", bytes(2 * (wanted - len(part))))
