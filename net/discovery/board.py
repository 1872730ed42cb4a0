"""What was found on this network: hints come in, whoever answers them is shown, and asked again.

A hint (an announcement, the answer to a broadcast) only says whom to ask. Whoever answers over the link
under the key of the hint, with a certificate for it, is *seen*; is asked again every 5 s, because a
program that was killed takes nothing back; and is gone when two questions in a row were not answered.

Hints are anybody's: so they are bounded, many of one computer push out but each other, and none of them
can take away what answers. An announcement that is taken back only makes us ask at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final, TypeAlias

from net.discovery.notice import Notice
from net.discovery.words import AskTable, Here, check_here, parse_word, write_word
from net.errors import PeerError
from net.link.address import Address, make_address
from net.lobby.identity import fingerprint

ASK_S: Final = 5.0
ANSWER_S: Final = 2.5
"""A question that is not answered for so long is asked again, once."""
UNANSWERED: Final = 2
AGAIN_S: Final = (5.0, 10.0, 20.0, 30.0)
"""When to try again what does not answer, though it is still announced."""
HASTE_S: Final = 1.0
"""Whatever is announced, nobody is asked more often than so."""
HINTS_MAX: Final = 64
HINTS_OF_A_HOST: Final = 8
HOSTS_MAX: Final = 16
"""Hosts of an announcement that are looked at."""
_ADDRESSES: Final = 4
_NEVER: Final = float("inf")


class By(Enum):
    """How a hint has come."""

    MULTICAST = auto()
    BROADCAST = auto()


@dataclass(frozen=True, slots=True)
class CallKey:
    """Call this key at these addresses, if it is not called there already."""

    key: bytes
    addresses: tuple[Address, ...]


@dataclass(frozen=True, slots=True)
class SendWord:
    """Send this key a frame."""

    key: bytes
    frame: bytes


@dataclass(frozen=True, slots=True)
class LetGo:
    """Close the way to this key."""

    key: bytes


BoardOut: TypeAlias = CallKey | SendWord | LetGo


@dataclass(frozen=True, slots=True)
class Seen:
    """Somebody who has answered: under which key, at which addresses, what."""

    key: bytes
    addresses: tuple[Address, ...]
    here: Here


@dataclass(slots=True)
class _Hint:
    notice: Notice
    addresses: tuple[Address, ...]
    heard_at: float
    first_at: float
    by: set[By] = field(default_factory=set)
    here: Here | None = None
    asked_at: float = -_NEVER
    waits: bool = False
    """Whether a question is open."""
    unanswered: int = 0
    failures: int = 0
    next_at: float = 0.0


class NoticeBoard:
    """Not thread-safe; `now` is in seconds; every method that gives something gives what is to be done.

    `own` are the keys that are not offered: our own, and those of the bots that this program runs.
    """

    def __init__(self, own: frozenset[bytes]) -> None:
        self._own = own
        self._hints: dict[bytes, _Hint] = {}
        self.is_changed = False
        """Whether `seen` may give something else than before; whoever shows it puts it back."""
        self.refused = 0
        """Answers and hints that were not as they must be; for the log."""

    def heard(self, notice: Notice, hosts: Sequence[str], by: By, now: float) -> tuple[BoardOut, ...]:
        """Somebody is announced at these hosts, the likeliest first."""
        addresses = tuple(dict.fromkeys(_addresses(hosts, notice.port)))[:_ADDRESSES]
        if notice.key in self._own or not addresses:
            return ()
        hint = self._hints.get(notice.key)
        if hint is None:
            if not self._has_room(addresses[0].host):
                self.refused += 1
                return ()
            hint = self._hints[notice.key] = _Hint(notice, addresses, now, now, next_at=now)
        hint.by.add(by)
        is_news = notice != hint.notice or (hint.here is None and addresses != hint.addresses)
        if hint.here is None:  # where somebody answers, a hint leads nobody away
            hint.addresses = addresses
        hint.notice, hint.heard_at = notice, now
        if is_news or (by is By.BROADCAST and hint.here is None):
            hint.next_at = min(hint.next_at, max(now, hint.asked_at + (HASTE_S if is_news else ASK_S)))
        return self._due(notice.key, hint, now)

    def taken_back(self, key: bytes, now: float) -> tuple[BoardOut, ...]:
        """An announcement was taken back, by whomever: ask whether it is so."""
        hint = self._hints.get(key)
        if hint is None or hint.here is None:
            return ()
        hint.next_at = min(hint.next_at, max(now, hint.asked_at + HASTE_S))
        return self._due(key, hint, now)

    def connected(self, key: bytes, now: float) -> tuple[BoardOut, ...]:
        """The way to a key is up (again)."""
        hint = self._hints.get(key)
        return (SendWord(key, write_word(AskTable())),) if hint is not None and hint.waits else ()

    def received(self, key: bytes, frame: bytes, now: float) -> tuple[BoardOut, ...]:
        """A frame of a key that the link has proven."""
        hint = self._hints.get(key)
        if hint is None:
            return ()
        try:
            here = parse_word(frame)
            if not isinstance(here, Here):
                return ()
            check_here(here, key=key)
            if fingerprint(here.ed) != hint.notice.letters:
                raise PeerError("letters", "the announcement was of another player than who answers")
        except PeerError:
            self.refused += 1
            return ()
        self.is_changed = self.is_changed or here != hint.here
        hint.here, hint.waits, hint.unanswered, hint.failures = here, False, 0, 0
        hint.next_at = now + ASK_S
        return ()

    def tick(self, now: float) -> tuple[BoardOut, ...]:
        """Time has passed; call it several times a second."""
        out: list[BoardOut] = []
        for key, hint in tuple(self._hints.items()):
            out += self._due(key, hint, now)
        return tuple(out)

    @property
    def seen(self) -> tuple[Seen, ...]:
        """Everybody who answers, by name."""
        seen = [
            Seen(key, hint.addresses, hint.here) for key, hint in self._hints.items() if hint.here is not None
        ]
        return tuple(sorted(seen, key=lambda each: (each.here.nick.casefold(), each.key)))

    @property
    def silent(self) -> tuple[Address, ...]:
        """Where somebody is announced and does not answer."""
        return tuple(
            sorted(
                {hint.addresses[0] for hint in self._hints.values() if hint.here is None and hint.failures}
            )
        )

    def heard_only_by(self, by: By, *, since: float) -> int:
        """How many answer that were announced in that way alone, from that time or before."""
        return sum(
            hint.here is not None and hint.by == {by} and hint.first_at <= since
            for hint in self._hints.values()
        )

    @property
    def size(self) -> int:
        """How many hints there are."""
        return len(self._hints)

    def _due(self, key: bytes, hint: _Hint, now: float) -> tuple[BoardOut, ...]:
        if hint.waits and now - hint.asked_at >= ANSWER_S:
            hint.waits = False
            hint.unanswered += 1
            hint.next_at = now
            if hint.unanswered >= UNANSWERED:
                return self._given_up(key, hint, now)
        if hint.waits or now < hint.next_at:
            return ()
        hint.waits, hint.asked_at = True, now
        return CallKey(key, hint.addresses), SendWord(key, write_word(AskTable()))

    def _given_up(self, key: bytes, hint: _Hint, now: float) -> tuple[BoardOut, ...]:
        self.is_changed = self.is_changed or hint.here is not None
        hint.here, hint.unanswered = None, 0
        hint.next_at = now + AGAIN_S[min(hint.failures, len(AGAIN_S) - 1)]
        hint.failures += 1
        return (LetGo(key),)

    def _has_room(self, host: str) -> bool:
        """Whether one more may come, after forgetting what has kept silent for longest, if need be."""
        same = [key for key, hint in self._hints.items() if hint.addresses[0].host == host]
        crowd = same if len(same) >= HINTS_OF_A_HOST else list(self._hints)
        if len(same) < HINTS_OF_A_HOST and len(crowd) < HINTS_MAX:
            return True
        mute = [key for key in crowd if self._hints[key].here is None and self._hints[key].failures]
        if not mute:
            return False
        del self._hints[min(mute, key=lambda key: self._hints[key].heard_at)]
        return True


def _addresses(hosts: Sequence[str], port: int) -> Iterator[Address]:
    for host in hosts[:HOSTS_MAX]:
        with suppress(ValueError):  # of no computer: many, all, or none
            yield make_address(host, port)
