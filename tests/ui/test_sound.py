"""Sounds through a device that is not there, and through one that plays to nobody."""

from __future__ import annotations

import array
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.screens.sound import Cue, samples
from ui.sound import Speaker, _samples, _stream, backends_here

miniaudio = pytest.importorskip("miniaudio")


def test_a_device_is_opened_once_for_all_sounds_and_closed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    class Counted(miniaudio.PlaybackDevice):
        def __init__(self, *given: Any, **more: Any) -> None:
            done.append("opened")
            super().__init__(*given, **more)

        def close(self) -> None:
            done.append("closed")
            super().close()

    monkeypatch.setattr(miniaudio, "PlaybackDevice", Counted)
    speaker = Speaker([miniaudio.Backend.NULL])
    for cue in Cue:
        speaker.play(cue)
    speaker.close()
    speaker.close()

    assert done == ["opened", "closed"]


def test_without_a_device_the_program_stays_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def nothing(*_: object, **__: object) -> None:
        tried.append(1)
        raise miniaudio.MiniaudioError("no device")

    monkeypatch.setattr(miniaudio, "PlaybackDevice", nothing)
    speaker = Speaker()
    speaker.play(Cue.TURN)
    speaker.play(Cue.TURN)
    speaker.close()

    assert tried == [1]


def test_without_the_library_the_program_stays_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "miniaudio", None)
    speaker = Speaker()
    speaker.play(Cue.TURN)
    monkeypatch.undo()
    monkeypatch.setattr(miniaudio, "PlaybackDevice", None)  # no second request for the device is made
    speaker.play(Cue.TURN)
    speaker.close()


def test_the_window_does_not_wait_for_the_library() -> None:
    words = "import sys, ui.sound; ui.sound.Speaker(); raise SystemExit('miniaudio' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", words], check=False).returncode == 0


def test_a_stream_gives_the_requested_samples_of_a_sound_and_then_silence() -> None:
    sound = array.array("h", samples(Cue.CHAT))
    stream = _stream(sound)
    next(stream)
    parts = [stream.send(1000) for _ in range(5)]

    assert [len(part) for part in parts] == [1000] * 5
    assert sum(parts, array.array("h"))[: len(sound)] == sound
    assert set(parts[-1]) == {0}


@pytest.mark.parametrize(
    ("cards", "asks_alsa"),
    [
        (" 0 [PCH            ]: HDA-Intel - HDA Intel PCH\n", True),
        ("--- no soundcards ---\n", False),
        (None, False),
    ],
)
def test_alsa_is_asked_only_where_there_is_a_card(tmp_path: Path, cards: str | None, asks_alsa: bool) -> None:
    file = tmp_path / "cards"
    if cards is not None:
        file.write_text(cards, encoding="utf-8")
    found = backends_here("linux", file)

    assert found is not None
    assert (miniaudio.Backend.ALSA in found) is asks_alsa
    assert backends_here("win32", file) is None


@pytest.mark.skipif(
    sys.platform != "linux" or Path("/proc/asound/cards").exists(), reason="a sound card is here"
)
def test_without_a_sound_card_the_terminal_stays_clean() -> None:
    words = "from app.screens.sound import Cue; from ui.sound import Speaker; Speaker().play(Cue.TURN)"
    run = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=False)

    assert (run.returncode, run.stderr) == (0, "")


def test_a_sound_has_the_chosen_volume() -> None:
    loud, low = _samples(Cue.TURN, 100), _samples(Cue.TURN, 30)

    assert max(loud) > 3 * max(low) - 10 > 2 * max(low)
    assert len(loud) == len(low)


def test_no_device_is_opened_at_volume_zero() -> None:
    speaker = Speaker([])
    speaker.play(Cue.TURN, volume=0)

    assert speaker._device is None and not speaker._is_mute
