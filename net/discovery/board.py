"""The players found on this network: announcements come in, and players who answer are shown and asked again.

One question by broadcast reaches all. A player is shown once its signed answer has come
(`net/discovery/datagram.py`), and every later question asks again. Among hundreds of players, each question
is for one page of them, and questions are rarer. A program is called, with LOOK, for details of the one table
that the player points at. Where few computers are here (`FEW`), it is also called once for each table that is
new or has changed, and for each player who is announced and answers no datagrams. So among hundreds of
programs nobody keeps connections open only to show a list.

Hints can come from anybody. So they are bounded, many from one computer replace only each other, and no
hint can remove a player who answers. A withdrawn announcement only makes us ask at once.

Nor can hints make us attack others: each allows one datagram and one attempt to connect, both to the computer
that sent it, and the attempts a second are limited, for one computer and in all. So somebody who also forges
the sender's address, possible only on the same network, makes us call there four times a second at most.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from enum import Enum, auto
from typing import Final, TypeAlias

from msgspec import Struct, field

from net.discovery.datagram import PAGES_MAX, Page, Presence
from net.discovery.notice import Access, Notice
from net.discovery.words import AskTable, Here, check_here, notice_of, parse_word, write_word
from net.errors import PeerError
from net.link.address import Address, make_address
from net.lobby.identity import fingerprint
from net.lobby.phases import CallOnce, HangUp, Tell

ASK_S: Final = 5.0
"""Wait before a table at which the player points is asked again."""
ANSWER_S: Final = 2.5
"""Wait before an unanswered question over the link is repeated, once, to a player who answered before."""
UNANSWERED: Final = 2
MISSED: Final = 3
"""Number of unanswered datagrams after which a player counts as silent."""
AGAIN_S: Final = (2.5, 5.0, 10.0, 20.0, 30.0)
"""Seconds until a silent address that is still announced is called again, for each further call."""
HASTE_S: Final = 1.0
"""Shortest time between two questions to one player, no matter what is announced."""
BY_LINE_S: Final = 1.0
"""Seconds to wait for an answer by datagram before we connect to the address instead."""
GLANCE_S: Final = 0.5
"""Pause between a table's answer and the call for details, up to doubled: others may answer meanwhile."""
FIRST_S: Final = (0.2, 0.4, 0.6)
"""Pauses between the first questions by broadcast: a datagram is easily lost."""
EVERY_S: Final = 1.5
SELDOM_S: Final = 10.0
"""Longest pause between later questions; `EVERY_S` is the pause while few players are found."""
FEW: Final = 8
"""Up to this number of found computers, all are called for details before the player points at any."""
CALM: Final = 16
"""Number of found players above which questions become rarer."""
PAGE: Final = 128
FORGET_S: Final = 120.0
"""Silence after which a player is forgotten: the lifetime of an announcement by multicast."""
HINTS_MAX: Final = 512
HINTS_OF_A_HOST: Final = 8
PLACES: Final = 4
"""Limit of computers that may announce one key: a computer with several networks looks like several."""
CALLS_AT_ONE: Final = 4
CALLS_IN_ALL: Final = 32
"""Limits a second, to one computer and in all: of attempts to connect, and as many datagrams."""
_NEVER: Final = float("-inf")
_Mark: TypeAlias = tuple[bytes, str]
"""An announced player: the CURVE key, and the letters, because anybody can announce another's key."""


class By(Enum):
    """The way in which an announcement came."""

    MULTICAST = auto()
    BROADCAST = auto()


class AskHost(Struct, frozen=True):
    """Ask this computer by datagram which player is there."""

    host: str


BoardOut: TypeAlias = CallOnce | Tell | HangUp | AskHost


class Seen(Struct, frozen=True):
    """A player who has answered: the addresses, the best first; `here` are the details from its
    program, if it was called. `is_mute`: it was called and did not answer."""

    addresses: tuple[Address, ...]
    said: Presence
    here: Here | None = None
    is_mute: bool = False

    @property
    def key(self) -> bytes:
        """The CURVE key."""
        return self.said.notice.key


class _Place(Struct):
    """A computer that has announced a key. `may_ask` is True until the one call that this allows."""

    address: Address
    notice: Notice
    heard_at: float
    may_ask: bool = True
    asked_at: float = _NEVER


class _Hint(Struct):
    places: dict[str, _Place]
    """The computers that have announced the key, by host."""
    at: _Place
    """The computer that counts as the player's: it has answered, or was called last."""
    first_at: float
    by: set[By] = field(default_factory=set)
    said: Presence | None = None
    said_at: float = _NEVER
    paged_at: float = _NEVER
    """Time of the last question by broadcast."""
    paged_before: float = _NEVER
    missed: int = 0
    is_by_call: bool = False
    """True if the player answers a call, and no datagram."""
    rumour: Notice | None = None
    """The last announcement by multicast."""
    nudged_at: float = _NEVER
    """Time of the last question by datagram to this player's computer alone."""
    here: Here | None = None
    here_of: Notice | None = None
    """The notice for which the details were asked."""
    asked_at: float = _NEVER
    waits: bool = False
    """True while a question over the link is open."""
    unanswered: int = 0
    failures: int = 0
    next_at: float = _NEVER

    @property
    def heard_at(self) -> float:
        """Time at which the player was last heard."""
        return max(self.said_at, *(place.heard_at for place in self.places.values()))


class _Pace:
    """Limit of messages in a second, to one computer and to all of them."""

    def __init__(self) -> None:
        self._last: deque[tuple[float, str]] = deque()

    def take(self, host: str, now: float) -> bool:
        """True if one more may go to this computer now; counts it."""
        while self._last and now - self._last[0][0] >= 1.0:
            self._last.popleft()
        if len(self._last) >= CALLS_IN_ALL or sum(at == host for _, at in self._last) >= CALLS_AT_ONE:
            return False
        self._last.append((now, host))
        return True


def pause_s(found: int) -> float:
    """Seconds between two questions by broadcast, where `found` players are found."""
    return min(SELDOM_S, EVERY_S * max(1.0, found / CALM))


def pages_of(found: int) -> int:
    """Number of pages, each with a question of its own, for `found` players."""
    return min(PAGES_MAX, max(1, -(-found // PAGE)))


class NoticeBoard:
    """The notices of all players found. Not thread-safe; `now` is in seconds. Methods return the effects to
    carry out.

    `own` are the keys that are not shown: this player's key, and the keys of the bots that this program runs.
    `jitter` (0 to 1) differs between programs, so that not all of them call a new table at the same moment.
    """

    def __init__(self, own: frozenset[bytes], *, jitter: float = 0.0) -> None:
        self._own = own
        self._jitter = jitter
        self._hints: dict[_Mark, _Hint] = {}
        self._calls, self._datagrams = _Pace(), _Pace()
        self._pointed: frozenset[bytes] = frozenset()
        self._asked, self._ask_at = 0, _NEVER
        self.is_crowded = False
        """True if more than `FEW` computers are found: then nobody is called unasked."""
        self.is_changed = False
        """True if `seen` may have changed; the screen that shows it resets this."""
        self.refused = 0
        """Number of refused answers and hints; for the log."""

    def heard(self, notice: Notice, host: str, now: float) -> tuple[BoardOut, ...]:
        """Take in an announcement by multicast from the computer at this host."""
        hint = self._noted(notice, host, By.MULTICAST, now)
        if hint is None:
            return ()
        is_news, hint.rumour = notice != hint.rumour, notice
        if hint.said is None:
            is_news = _take_in(hint, notice, host, now) or is_news
            if is_news:
                soon = max(now + BY_LINE_S, hint.asked_at + HASTE_S)
                _call_at(hint, soon, now)
            nudge = self._nudge(hint, host, now, HASTE_S if is_news else ASK_S)
            return (*nudge, *self._due(hint, now))
        # An announcement never changes what a signed answer has shown: it is only a reason to ask.
        if host != hint.at.address.host or not is_news or notice == hint.said.notice:
            return ()
        return self._doubt(hint, host, now, missed=0)

    def answered(self, said: Presence, host: str, now: float) -> tuple[BoardOut, ...]:
        """Take in an answer to a question by datagram from the computer at this host."""
        hint = self._noted(said.notice, host, By.BROADCAST, now)
        if hint is None:
            return ()
        before = _addresses(hint)
        _take_in(hint, said.notice, host, now)
        if (place := hint.places.get(host)) is None:
            return ()
        if hint.said is None or hint.at.heard_at < hint.paged_before:  # it has moved
            hint.at = place
        self.is_changed = self.is_changed or hint.said != said or before != _addresses(hint)
        if hint.said != said and (hint.said is None or hint.said.notice != said.notice):
            _call_at(hint, max(now + GLANCE_S * (1 + self._jitter), hint.asked_at + HASTE_S), now)
        hint.said, hint.said_at, hint.missed, hint.is_by_call = said, now, 0, False
        return self._due(hint, now)

    def question(self, now: float) -> Page | None:
        """Start the next question by broadcast, if it is due: forget old players, count missing answers, and
        return the page (a part of all keys) whose holders shall answer. None if no question is due."""
        if now < self._ask_at:
            return None
        pages = pages_of(len(self._hints))
        page = Page(self._asked % pages, pages)
        usual = pause_s(len(self._hints))
        self._ask_at = now + (FIRST_S[self._asked] if self._asked < len(FIRST_S) else usual)
        self._asked += 1
        old = [mark for mark, hint in self._hints.items() if now - hint.heard_at >= FORGET_S]
        for mark in old:
            del self._hints[mark]
        self._count()
        for hint in self._hints.values():
            if page.has(hint.at.notice.key) and now - hint.paged_at >= HASTE_S:
                if hint.said is not None and hint.said_at < hint.paged_at:
                    hint.missed += 1
                hint.paged_before, hint.paged_at = hint.paged_at, now
        return page

    def point_at(self, keys: Collection[bytes]) -> None:
        """Ask these tables for details, again and again, until others are pointed at."""
        self._pointed = frozenset(keys)

    def taken_back(self, key: bytes, host: str, now: float) -> tuple[BoardOut, ...]:
        """Take in that the computer at this host withdraws an announcement, and ask if that is true."""
        out: list[BoardOut] = []
        for hint in self._of(key):
            if hint.said is not None and host == hint.at.address.host:
                out += self._doubt(hint, host, now, missed=MISSED - 1)
        return tuple(out)

    def connected(self, key: bytes, now: float) -> tuple[BoardOut, ...]:
        """Note that the line to a key is up (again)."""
        del now
        waits = any(hint.waits for hint in self._of(key))
        return (Tell(key, write_word(AskTable())),) if waits else ()

    def received(self, key: bytes, frame: bytes, now: float) -> tuple[BoardOut, ...]:
        """Take in a frame of a key that the link has proven."""
        hints = tuple(self._of(key))
        if not hints:
            return ()
        try:
            here = parse_word(frame)
            if not isinstance(here, Here):
                return ()
            check_here(here, key=key)
        except PeerError:
            self.refused += 1
            return ()
        for hint in hints:
            if hint.at.notice.letters == fingerprint(here.ed):
                self._told(hint, here, now)
            elif hint.waits:  # the player who answers is not the one who was announced
                self.refused += 1
                self._give_up(hint, now)
        return (HangUp(key),)

    def tick(self, now: float) -> tuple[BoardOut, ...]:
        """Do what is due by now; call it several times a second."""
        out: list[BoardOut] = []
        for hint in tuple(self._hints.values()):
            out += self._due(hint, now)
        return tuple(out)

    @property
    def seen(self) -> tuple[Seen, ...]:
        """All players who answer, by name."""
        seen = [
            Seen(_addresses(hint), hint.said, hint.here, is_mute=hint.failures > 0)
            for hint in self._hints.values()
            if hint.said is not None
        ]
        return tuple(sorted(seen, key=lambda each: (each.said.nick.casefold(), each.key)))

    @property
    def silent(self) -> tuple[Address, ...]:
        """Addresses where a player is announced, and nobody answers a call."""
        return tuple(sorted({hint.at.address for hint in self._hints.values() if hint.failures}))

    def heard_only_by(self, by: By, *, since: float) -> int:
        """Number of players who answer, known since `since` or longer and announced only in the way `by`."""
        return sum(
            hint.said is not None and not hint.failures and hint.by == {by} and hint.first_at <= since
            for hint in self._hints.values()
        )

    @property
    def size(self) -> int:
        """Number of hints."""
        return len(self._hints)

    def _count(self) -> None:
        self.is_crowded = len({hint.at.address.host for hint in self._hints.values()}) > FEW

    def _of(self, key: bytes) -> Iterable[_Hint]:
        return [hint for (each, _), hint in self._hints.items() if each == key]

    def _noted(self, notice: Notice, host: str, by: By, now: float) -> _Hint | None:
        """The hint about this player, made if there is room; None for a notice that is ignored."""
        try:
            address = make_address(host, notice.port)
        except ValueError:  # not the address of a single computer
            return None
        if notice.key in self._own:
            return None
        hint = self._hints.get((notice.key, notice.letters))
        if hint is None:
            if not self._has_room(host):
                self.refused += 1
                return None
            place = _Place(address, notice, now)
            hint = self._hints[notice.key, notice.letters] = _Hint({host: place}, place, now)
            hint.next_at = now + BY_LINE_S
            self._count()
        hint.by.add(by)
        return hint

    def _nudge(self, hint: _Hint, host: str, now: float, pause: float) -> tuple[BoardOut, ...]:
        """Ask one computer by datagram, unless it was asked a moment ago."""
        if now - hint.nudged_at < pause or not self._datagrams.take(host, now):
            return ()
        hint.nudged_at = now
        return (AskHost(host),)

    def _doubt(self, hint: _Hint, host: str, now: float, *, missed: int) -> tuple[BoardOut, ...]:
        """Ask if the player is still there, in the way in which it answers."""
        hint.missed = max(hint.missed, MISSED if hint.is_by_call else missed)
        hint.next_at = min(hint.next_at, max(now, hint.asked_at + HASTE_S))
        return (*self._nudge(hint, host, now, HASTE_S), *self._due(hint, now))

    def _due(self, hint: _Hint, now: float) -> tuple[BoardOut, ...]:
        key = hint.at.notice.key
        if hint.waits and now - hint.asked_at >= ANSWER_S:
            hint.waits = False
            hint.unanswered += 1
            hint.next_at = now
            if hint.said is None or hint.unanswered >= UNANSWERED:
                self._give_up(hint, now)
                return (HangUp(key),)
        if hint.said is not None and hint.missed >= MISSED and self.is_crowded:
            self._give_up(hint, now, is_gone=True)
        if hint.waits or now < hint.next_at or not self._wants_call(hint, now):
            return ()
        place = hint.at
        if hint.said is None:
            waiting = [each for each in hint.places.values() if each.may_ask]
            if not waiting:
                return ()
            place = min(waiting, key=lambda each: each.asked_at)  # they take turns
        if not self._calls.take(place.address.host, now):
            return ()
        hint.at, place.may_ask, place.asked_at = place, False, now
        hint.waits, hint.asked_at = True, now
        return CallOnce(key, place.address), Tell(key, write_word(AskTable()))

    def _wants_call(self, hint: _Hint, now: float) -> bool:
        """True if the program is to be called now, by the rules at the head of this file."""
        said = hint.said
        if said is not None and said.notice.key in self._pointed:
            return hint.here is None or hint.here_of != said.notice or now - hint.asked_at >= ASK_S
        if self.is_crowded:
            return False
        if said is None or hint.missed >= MISSED:
            return True
        return said.notice.access is not Access.NONE and (hint.here is None or hint.here_of != said.notice)

    def _told(self, hint: _Hint, here: Here, now: float) -> None:
        """Take in the details with which a called program has answered."""
        said = hint.said
        if said is None or hint.missed >= MISSED:  # no datagrams: only the answer to a call counts
            said, hint.is_by_call = _presence(here, hint.at.notice), True
        self.is_changed = self.is_changed or (here, said) != (hint.here, hint.said) or hint.failures > 0
        hint.said, hint.said_at, hint.missed = said, now, 0
        hint.here, hint.here_of = here, said.notice
        hint.waits, hint.unanswered, hint.failures = False, 0, 0
        hint.next_at = now + HASTE_S

    def _give_up(self, hint: _Hint, now: float, *, is_gone: bool = False) -> None:
        """Note that a program was called in vain, or that it no longer answers."""
        self.is_changed = True
        if hint.missed >= MISSED or is_gone:
            hint.said = None
        hint.here, hint.unanswered, hint.waits, hint.missed = None, 0, False, 0
        if is_gone:
            return
        # Another computer that announced the same key has not been asked: it is asked at once.
        is_elsewhere = any(place.asked_at == _NEVER for place in hint.places.values())
        hint.next_at = now + (0.0 if is_elsewhere else AGAIN_S[min(hint.failures, len(AGAIN_S) - 1)])
        hint.failures += 1

    def _has_room(self, host: str) -> bool:
        """True if there is room for one more player, if necessary after forgetting the longest silent one."""
        same = [mark for mark, hint in self._hints.items() if hint.at.address.host == host]
        crowd = same if len(same) >= HINTS_OF_A_HOST else list(self._hints)
        if len(same) < HINTS_OF_A_HOST and len(crowd) < HINTS_MAX:
            return True
        # A player who answers is never forgotten for a newcomer (net 5.9).
        mute = [mark for mark in crowd if self._hints[mark].said is None]
        # In a crowd nobody is called, so silence alone decides.
        silent = [mark for mark in mute if self._hints[mark].failures or self.is_crowded]
        if not silent:
            return False
        del self._hints[min(silent, key=lambda mark: self._hints[mark].at.heard_at)]
        return True


def _presence(here: Here, notice: Notice) -> Presence:
    """The author of an answer over the link, in the form of an answer by datagram from the same port."""
    table = notice_of(here, key=notice.key, port=notice.port)
    return Presence(here.ed, here.cert, here.nick, "", table, here.animal)


def _call_at(hint: _Hint, at: float, now: float) -> None:
    """Plan a call at that time. An earlier planned call stays, so that nobody can delay a call for ever."""
    hint.next_at = at if hint.next_at <= now else min(hint.next_at, at)


def _addresses(hint: _Hint) -> tuple[Address, ...]:
    """Addresses at which a player was heard, the best first."""
    return tuple(dict.fromkeys(place.address for place in (hint.at, *hint.places.values())))


def _take_in(hint: _Hint, notice: Notice, host: str, now: float) -> bool:
    """Note the place where a known key is announced; True if that is news."""
    known = hint.places.get(host)
    if known is not None:
        is_news = notice != known.notice
        known.notice, known.heard_at, known.may_ask = notice, now, True
        known.address = make_address(host, notice.port)
        return is_news
    if len(hint.places) >= PLACES:
        asked = [each for each, old in hint.places.items() if not old.may_ask and old is not hint.at]
        if not asked:
            return False
        del hint.places[asked[0]]
    hint.places[host] = _Place(make_address(host, notice.port), notice, now)
    return True
