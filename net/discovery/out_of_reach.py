"""Players whom this computer does not reach, as reported by others who reach them (net 5.9).

A program's report about others is not proven. So it is shown only with the name of the reporting player, and
only after two answers: a player who has just come is reached a moment later.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from msgspec import Struct, field

ASK_S: Final = 10.0
ASKED_MAX: Final = 4
"""Limit of programs that are asked."""
TWICE: Final = 2
FORGET_S: Final = 35.0


class _Word(Struct):
    asked_at: float = float("-inf")
    said_at: float = float("-inf")
    people: dict[bytes, tuple[str, int]] = field(default_factory=dict)
    """Name under each key, and the number of answers in a row with it."""


class OutOfReach:
    """Questions about players out of reach, and the answers. Not thread-safe; `now` is in seconds."""

    def __init__(self) -> None:
        self._words: dict[bytes, _Word] = {}

    def due(self, reached: Collection[bytes], now: float) -> tuple[bytes, ...]:
        """CURVE keys to ask now, of players who are reached and have no table."""
        for key in [key for key in self._words if key not in reached]:
            del self._words[key]
        for key in sorted(reached):
            if len(self._words) < ASKED_MAX:
                self._words.setdefault(key, _Word())
        due = tuple(key for key, word in self._words.items() if now - word.asked_at >= ASK_S)
        for key in due:
            self._words[key].asked_at = now
        return due

    def told(self, key: bytes, people: Collection[tuple[bytes, str]], now: float) -> None:
        """Take in an answer. An answer to no question is ignored, and each answer counts once."""
        word = self._words.get(key)
        if word is None or word.said_at >= word.asked_at:
            return
        before = word.people
        word.said_at = now
        word.people = {ed: (nick, before.get(ed, ("", 0))[1] + 1) for ed, nick in people}

    def beyond(self, reached: Collection[bytes], now: float) -> tuple[tuple[bytes, str, bytes], ...]:
        """Players out of reach: Ed25519 key, name, and the CURVE key of a player who reaches them.
        `reached` are the Ed25519 keys that we reach ourselves, our own among them."""
        found: dict[bytes, tuple[bytes, str, bytes]] = {}
        for key, word in self._words.items():
            if now - word.said_at < FORGET_S:
                for ed, (nick, count) in word.people.items():
                    if count >= TWICE and ed not in reached:
                        found.setdefault(ed, (ed, nick, key))
        return tuple(found.values())
