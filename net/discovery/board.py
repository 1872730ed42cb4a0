"""What was found on this network: hints come in, whoever answers them is shown, and asked again.

A hint (an announcement, the answer to a broadcast) only says whom to ask. Whoever answers over the link
under the key of the hint, with a certificate for it, is *seen*; is asked again every 5 s, because a
program that was killed takes nothing back; and is gone when two questions in a row were not answered.

Hints are anybody's: so they are bounded, many of one computer push out but each other, and none of them
can take away what answers. An announcement that is taken back only makes us ask at once.

Nor can hints aim: each allows one question, with one attempt to connect, to the computer that sent it,
and there is a bound on the attempts at one computer and on all of them. So whoever forges the sender's
address too, which takes somebody on the same network, makes us knock four times a second at the most.
"""

from __future__ import annotations

from collections import deque
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
AGAIN_S: Final = (2.5, 5.0, 10.0, 20.0, 30.0)
"""When to try again what does not answer, if it is still announced."""
HASTE_S: Final = 1.0
"""Whatever is announced, nobody is asked more often than so."""
HINTS_MAX: Final = 64
HINTS_OF_A_HOST: Final = 8
PLACES: Final = 4
"""Computers that may announce the same key at a time: one with several networks looks like several."""
CALLS_AT_ONE: Final = 4
CALLS_IN_ALL: Final = 32
"""Attempts to connect in a second: at one computer, and all of them."""
_NEVER: Final = float("inf")


class By(Enum):
    """How a hint has come."""

    MULTICAST = auto()
    BROADCAST = auto()


@dataclass(frozen=True, slots=True)
class CallKey:
    """Call this key once at this address, unless a line leads there already."""

    key: bytes
    address: Address


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
    """Somebody who has answered: under which key, at which address, what."""

    key: bytes
    address: Address
    here: Here


@dataclass(slots=True)
class _Place:
    """Where a key was announced from. `may_ask` until the question that its announcement allows is asked."""

    address: Address
    notice: Notice
    heard_at: float
    may_ask: bool = True
    asked_at: float = -_NEVER


@dataclass(slots=True)
class _Hint:
    places: dict[str, _Place]
    """By host."""
    at: _Place
    """Where it answers, or was asked last."""
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
        self._calls: deque[tuple[float, str]] = deque()
        """The attempts of the last second: when, at which host."""
        self.is_changed = False
        """Whether `seen` may give something else than before; whoever shows it puts it back."""
        self.refused = 0
        """Answers and hints that were not as they must be; for the log."""

    def heard(self, notice: Notice, host: str, by: By, now: float) -> tuple[BoardOut, ...]:
        """Somebody is announced by the computer at this host."""
        try:
            address = make_address(host, notice.port)
        except ValueError:  # of no computer: many, all, or none
            return ()
        if notice.key in self._own:
            return ()
        hint = self._hints.get(notice.key)
        if hint is None:
            if not self._has_room(host):
                self.refused += 1
                return ()
            place = _Place(address, notice, now)
            hint = self._hints[notice.key] = _Hint({host: place}, place, now, next_at=now)
            is_news = True
        else:
            if hint.here is not None and host != hint.at.address.host:
                hint.by.add(by)
                return ()
            is_news = _take_in(hint, _Place(address, notice, now))
        hint.by.add(by)
        if is_news or (by is By.BROADCAST and hint.here is None):
            hint.next_at = min(hint.next_at, max(now, hint.asked_at + (HASTE_S if is_news else ASK_S)))
        return self._due(notice.key, hint, now)

    def taken_back(self, key: bytes, host: str, now: float) -> tuple[BoardOut, ...]:
        """The computer at this host has taken an announcement back: ask whether it is so."""
        hint = self._hints.get(key)
        if hint is None or hint.here is None or host != hint.at.address.host:
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
            letters = hint.at.notice.letters if hint.here is None else fingerprint(hint.here.ed)
            if fingerprint(here.ed) != letters:
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
            Seen(key, hint.at.address, hint.here)
            for key, hint in self._hints.items()
            if hint.here is not None
        ]
        return tuple(sorted(seen, key=lambda each: (each.here.nick.casefold(), each.key)))

    @property
    def silent(self) -> tuple[Address, ...]:
        """Where somebody is announced and does not answer."""
        mute = (hint for hint in self._hints.values() if hint.here is None and hint.failures)
        return tuple(sorted({hint.at.address for hint in mute}))

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
            if hint.here is None or hint.unanswered >= UNANSWERED:
                return self._given_up(key, hint, now)
        if hint.waits or now < hint.next_at:
            return ()
        place = hint.at
        if hint.here is None:
            waiting = [each for each in hint.places.values() if each.may_ask]
            if not waiting:
                return ()
            place = min(waiting, key=lambda each: each.asked_at)  # they take turns
        needs_call = hint.here is None or hint.unanswered > 0
        if needs_call and not self._may_call(place.address.host, now):
            return ()
        hint.at, place.may_ask, place.asked_at = place, False, now
        hint.waits, hint.asked_at = True, now
        return CallKey(key, place.address), SendWord(key, write_word(AskTable()))

    def _may_call(self, host: str, now: float) -> bool:
        """Whether one more attempt to connect may be made now; counts it."""
        while self._calls and now - self._calls[0][0] >= 1.0:
            self._calls.popleft()
        if len(self._calls) >= CALLS_IN_ALL or sum(at == host for _, at in self._calls) >= CALLS_AT_ONE:
            return False
        self._calls.append((now, host))
        return True

    def _given_up(self, key: bytes, hint: _Hint, now: float) -> tuple[BoardOut, ...]:
        self.is_changed = self.is_changed or hint.here is not None
        hint.here, hint.unanswered = None, 0
        is_elsewhere = any(place.asked_at == -_NEVER for place in hint.places.values())
        hint.next_at = now + (0.0 if is_elsewhere else AGAIN_S[min(hint.failures, len(AGAIN_S) - 1)])
        hint.failures += 1
        return (LetGo(key),)

    def _has_room(self, host: str) -> bool:
        """Whether one more may come, after forgetting what has kept silent for longest, if need be."""
        same = [key for key, hint in self._hints.items() if hint.at.address.host == host]
        crowd = same if len(same) >= HINTS_OF_A_HOST else list(self._hints)
        if len(same) < HINTS_OF_A_HOST and len(crowd) < HINTS_MAX:
            return True
        mute = [key for key in crowd if self._hints[key].here is None and self._hints[key].failures]
        if not mute:
            return False
        del self._hints[min(mute, key=lambda key: self._hints[key].at.heard_at)]
        return True


def _take_in(hint: _Hint, place: _Place) -> bool:
    """Note where a known key is announced, with all that may be asked there; whether that is news."""
    host = place.address.host
    known = hint.places.get(host)
    if known is not None:
        is_news = place.notice != known.notice
        known.notice, known.heard_at, known.may_ask = place.notice, place.heard_at, True
        if hint.here is None:  # where somebody answers, a hint leads nobody away
            known.address = place.address
        return is_news
    if len(hint.places) >= PLACES:
        asked = [each for each, old in hint.places.items() if not old.may_ask and old is not hint.at]
        if not asked:
            return False
        del hint.places[asked[0]]
    hint.places[host] = place
    return True
