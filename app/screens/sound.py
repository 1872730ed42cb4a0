"""The table's sounds: which news has a sound, and each sound computed sample by sample."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from app import messages
from app.games.entry import GameEntry
from app.keep.settings import Settings
from rules.api import Event, Moved, Seat, Shown, View

RATE = 22_050
"""Samples a second, one channel, 16 bits."""
LOUDEST = 0.32
_GRAVE = (messages.TroubleKind.CHEAT, messages.TroubleKind.FORK, messages.TroubleKind.DISK_FULL)


class Cue(StrEnum):
    """A sound."""

    TURN = "turn"
    MOVE = "move"
    REFUSED = "refused"
    CHAT = "chat"
    JOIN = "join"
    TROUBLE = "trouble"
    END = "end"
    DEAL = "deal"
    GAIN = "gain"
    """A trick is taken, a coral eaten, a number put on a king: a gain in the game."""


class Note(Struct, frozen=True):
    """A fading tone: `start_s` and `length_s` in seconds, `pitch` in hertz; `hiss` makes it noise."""

    start_s: float
    length_s: float
    pitch: float
    loud: float = 1.0
    hiss: bool = False


TUNES: dict[Cue, tuple[Note, ...]] = {
    Cue.TURN: (Note(0.0, 0.22, 659.3), Note(0.11, 0.34, 880.0)),
    Cue.MOVE: (Note(0.0, 0.05, 900.0, 0.5, hiss=True), Note(0.0, 0.09, 180.0, 0.7)),
    Cue.DEAL: tuple(Note(0.07 * at, 0.06, 1100.0 + 60 * at, 0.42, hiss=True) for at in range(5)),
    Cue.GAIN: (Note(0.0, 0.12, 587.3, 0.8), Note(0.08, 0.14, 740.0, 0.8), Note(0.16, 0.34, 880.0, 0.9)),
    Cue.REFUSED: (Note(0.0, 0.16, 233.1), Note(0.12, 0.24, 185.0)),
    Cue.CHAT: (Note(0.0, 0.12, 784.0, 0.3),),
    Cue.JOIN: (Note(0.0, 0.18, 523.3), Note(0.1, 0.26, 659.3)),
    Cue.TROUBLE: (Note(0.0, 0.3, 311.1), Note(0.22, 0.42, 246.9)),
    Cue.END: (
        Note(0.0, 0.25, 523.3),
        Note(0.14, 0.25, 659.3),
        Note(0.28, 0.25, 784.0),
        Note(0.42, 0.6, 1046.5),
    ),
}
ORDER = (*(Cue.END, Cue.TROUBLE, Cue.TURN, Cue.GAIN, Cue.REFUSED), *(Cue.JOIN, Cue.DEAL, Cue.CHAT, Cue.MOVE))
"""Priority: of several sounds at once the first in this list is played."""


def cue_of(
    batch: tuple[messages.News, ...],
    settings: Settings,
    entry: GameEntry | None = None,
    viewer: Seat | None = None,
) -> Cue | None:
    """Return the sound for a batch of news at a table of that game: at most one, none if sounds are off. A
    player, `viewer`, hears neither their own chat nor that of spectators."""
    heard = (news for news in batch if viewer is None or not _is_quiet(news, viewer))
    cues = {cue for news in heard for cue in _cues(news, entry)}
    if not settings.chat_sound:
        cues.discard(Cue.CHAT)
    return next((cue for cue in ORDER if cue in cues), None) if settings.sound else None


def _is_quiet(news: messages.News, viewer: Seat) -> bool:
    return isinstance(news, messages.SpectatorLine) or (
        isinstance(news, messages.ChatLine) and news.seat == viewer
    )


def _cues(news: messages.News, entry: GameEntry | None) -> set[Cue]:
    if isinstance(news, messages.Advanced):
        return set(_of_the_game(news, entry))
    if isinstance(news, messages.Trouble):
        return {Cue.TROUBLE} if news.ends or news.kind in _GRAVE else set()
    return {CUES[type(news)]} if type(news) in CUES else set()


def _of_the_game(news: messages.Advanced, entry: GameEntry | None) -> Iterator[Cue]:
    view, moves = news.view, [event for event in news.events if isinstance(event, Moved)]
    gains = [] if entry is None else [event.seat for event in moves if entry.is_gain(view, event)]
    if gains:
        yield Cue.GAIN
    if view.actions() and view.seat not in gains:  # the sound of a gain comes instead
        yield Cue.TURN
    elif any(event.seat != view.seat for event in moves):  # our own move was heard at the press
        yield Cue.MOVE
    if any(_is_dealt(event, view) for event in news.events):
        yield Cue.DEAL


def _is_dealt(event: Event, view: View) -> bool:
    """True if several cards come into the viewer's hand at once."""
    return (
        isinstance(event, Shown) and event.to is not None and view.seat in event.to and len(event.slots) > 1
    )


CUES: dict[type, Cue] = {
    messages.Finished: Cue.END,
    messages.Proven: Cue.TROUBLE,
    messages.Refused: Cue.REFUSED,
    messages.Knock: Cue.JOIN,
    messages.Started: Cue.JOIN,
    messages.ChatLine: Cue.CHAT,
    messages.LobbyLine: Cue.CHAT,
    messages.SpectatorLine: Cue.CHAT,
}


def samples(cue: Cue) -> bytes:
    """Return the sound as 16-bit samples in this machine's order, at `RATE`; it begins and ends at zero."""
    tune = TUNES[cue]
    size = int(RATE * max(note.start_s + note.length_s for note in tune))
    mixed = [0.0] * size
    for note in tune:
        _add(mixed, note)
    most = max(1.0, *map(abs, mixed))
    return array("h", (int(32_767 * LOUDEST * value / most) for value in mixed)).tobytes()


def _add(mixed: list[float], note: Note) -> None:
    first, length = int(note.start_s * RATE), int(note.length_s * RATE)
    noise = 12_345
    for at in range(min(length, len(mixed) - first)):
        done = at / length
        if note.hiss:
            noise = (noise * 1_103_515_245 + 12_345) & 0x7FFF_FFFF
            wave = noise / 0x3FFF_FFFF - 1.0
        else:
            turn = 2 * math.pi * note.pitch * at / RATE
            wave = math.sin(turn) + 0.25 * math.sin(2 * turn) + 0.08 * math.sin(3 * turn)
        # A short rise avoids a click; then it fades like something that was struck.
        mixed[first + at] += note.loud * wave * min(1.0, at / 60) * (1.0 - done) ** 2 * math.exp(-2.2 * done)
