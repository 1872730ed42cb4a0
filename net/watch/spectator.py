"""A spectator of a table: follows one source, knows others, and believes nobody without proof (net 5.10).

Records are taken in order and must stand on one another; the caller of the machine checks them and reports
with `checked` or `refused`. A source that is silent, gone, behind the others, or gives false records is left
for the next. So a source can delay a spectator by seconds, and can show it nothing false as checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, Final, TypeAlias

from msgspec import Struct

from net.agreement.faults.evidence import EVIDENCE_MAX
from net.errors import Forked, LocalError, PeerError
from net.link.address import Address
from net.lobby.phases import HangUp, Tell
from net.watch import words
from net.watch.course import Course
from net.watch.fork import ForkSearch, begin, go_on
from net.watch.lines import Gossip, make_line
from net.watch.phases import (
    CALL_S,
    CREDIT_LEAST_S,
    CREDIT_S,
    GIVE_UP_S,
    LOOK_S,
    SILENT_S,
    STALE_S,
    CallSource,
    Came,
    EvidenceShown,
    Follows,
    HandShown,
    Heard,
    NamedSpectators,
    NoMore,
    Opened,
    Parted,
    SpectatorOut,
    SpectatorPhase,
)
from net.watch.sources import HOPELESS, STRIKES_MAX, KnownSource, Sources
from net.wire.envelope import SEATS_MAX
from net.wire.frame import Head, Kind, parse_frame, parse_head, parse_records
from net.wire.genesis import check_genesis
from net.wire.hashes import game_id
from net.wire.signing import Signer, Verify
from net.wire.words import IGNORE, Bye, Code, Err, expect, handler_of, phase_table

HANDS_MAX: Final = 4 * SEATS_MAX
"""Limit of opened hands; a liar may send some that prove nothing."""
_PAUSE_S: Final = 5.0
_ASK_AGAIN_S: Final = 2.0
_Handler: TypeAlias = "Callable[[Spectator, words.WatchWord, float], None]"


class SpectatorIdentity(Struct, frozen=True):
    """The spectator on this computer: keys, certificate and name; `port` is the one where it listens for
    other spectators (0: none); `ticket` is the signature of seat `inviter`, b"" where everybody may
    watch."""

    ed: bytes
    cert: bytes
    nick: str
    signer: Signer
    port: int = 0
    inviter: int = 0
    ticket: bytes = b""


class _Now(Struct):
    """The source that is followed now."""

    known: KnownSource
    since: float
    heard_at: float
    asked_at: float

    @property
    def key(self) -> bytes:
        """The CURVE key of the source."""
        return self.known.key


class Spectator:
    """A spectator that follows game `game` by one of `sources` (CURVE keys with addresses, the likeliest
    first). Not thread-safe; `now` is in seconds. Begins with `start`; methods return the effects to carry
    out, in order."""

    def __init__(
        self,
        me: SpectatorIdentity,
        game: bytes,
        sources: Iterable[tuple[bytes, tuple[Address, ...]]],
        *,
        verify: Verify,
        first_line: int = 1,
    ) -> None:
        self.phase = SpectatorPhase.CALLING
        self._me = me
        self._game = game
        self._sources = Sources(sources)
        self._verify = verify
        self._gossip = Gossip(game, verify)
        self._line_n = first_line
        self._course = Course(game)
        self._genesis: bytes | None = None
        self._shown: set[bytes] = set()
        self._hands: set[bytes] = set()
        self._search: ForkSearch | None = None
        self._now: _Now | None = None
        self._looked: bytes | None = None
        self._look_at = 0.0
        self._credit_at = 0.0
        self._credited = -1
        self._grown_at = 0.0
        self._served_at = 0.0
        self._rest_until = 0.0
        self._is_over = False
        self._have: words.Have | None = None
        self._out: list[SpectatorOut] = []

    # -- state ------------------------------------------------------------------------------

    @property
    def k(self) -> int:
        """Number of heights so far; not all of them are checked."""
        return self._course.k

    @property
    def records(self) -> list[bytes]:
        """The raw records so far, from height 1."""
        return self._course.raws

    def tip(self, k: int) -> bytes:
        """The chain hash of a received height."""
        return self._course.tip(k)

    @property
    def source(self) -> bytes | None:
        """The source that is followed, or called."""
        return None if self._now is None else self._now.key

    def wait_s(self, now: float) -> float:
        """Seconds until `tick` is wanted at the latest."""
        if self._credited != self.k:
            return max(0.0, self._credit_at + CREDIT_LEAST_S - now)
        return max(0.0, min(self._credit_at + CREDIT_S, now + CREDIT_S) - now)

    # -- events -----------------------------------------------------------------------------

    def start(self, now: float) -> tuple[SpectatorOut, ...]:
        self._served_at = self._grown_at = now
        self._look_at = now + LOOK_S
        self._call_next(now)
        return self._take()

    def up(self, key: bytes, now: float) -> tuple[SpectatorOut, ...]:
        """Note that our line to a source is up (again), and tell the source what we want."""
        if key == self.source:
            self._join(now)
        elif key == self._looked:
            self._out.append(Tell(key, words.write_word(words.HowFar(self._game))))
        return self._take()

    def received(self, key: bytes, frame: bytes, now: float) -> tuple[SpectatorOut, ...]:
        """Take in a frame by our line to a source, whose key the link has proven."""
        try:
            if self._now is not None and key == self._now.key:
                self._now.heard_at = now
                self._read(self._now, frame, now)
            elif key == self._looked:
                self._looked_at(key, frame, now)
        except PeerError as why:
            self._sources.strike(key)
            if why.reason == "fork" and self._ask_for_its_course(key, now):
                return self._take()
            if isinstance(why, Forked):  # this source lied, or that of the unchecked records
                self._course.cut(self._course.sure)
            known = self._sources.get(key)
            is_bad = isinstance(why, Forked) or known is None or known.strikes >= STRIKES_MAX
            if key == self.source and is_bad:
                self._leave(now)
        return self._take()

    def checked(self, k: int) -> None:
        """Note that everything up to height `k` holds: the source that gave `k` loses its strikes."""
        self._course.check(k)
        giver = self._sources.get(self._course.giver(k))
        if giver is not None:
            giver.strikes = 0

    def refused(self, k: int, now: float) -> tuple[SpectatorOut, ...]:
        """Forget height `k`, which does not hold, and all above it, and ask again, elsewhere if possible."""
        if not self._course.sure < k <= self.k:
            return ()
        giver = self._course.giver(k)
        self._course.cut(k - 1)
        if (known := self._sources.get(giver)) is not None:
            known.strikes = max(STRIKES_MAX, known.strikes + 1)
        if giver == self.source:
            self._leave(now)
        else:
            self._ask_again(now)
        return self._take()

    def finished(self) -> None:
        """Note that the game is over and all of it is here: a source that goes now is not missed."""
        self._is_over = True

    def say(self, text: str) -> tuple[SpectatorOut, ...]:
        """Send a line of our own to the spectators' chat; raises `LocalError` if it cannot be sent."""
        if self._now is None or self.phase is not SpectatorPhase.FOLLOWING:
            raise LocalError("no connection to the table now: try again in a moment")
        me, self._line_n = self._me, self._line_n + 1
        line = make_line(self._game, me.ed, me.nick, n=self._line_n, text=text, signer=me.signer)
        self._out.append(Tell(self._now.key, words.write_word(words.SayLine(line.raw))))
        return self._take()

    def pass_on(self, raw: bytes) -> tuple[SpectatorOut, ...]:
        """Pass on a line of a spectator whom we serve."""
        if self._now is not None and self.phase is SpectatorPhase.FOLLOWING:
            self._out.append(Tell(self._now.key, words.write_word(words.SayLine(raw))))
        return self._take()

    def tell_behind(self, behind: NamedSpectators) -> tuple[SpectatorOut, ...]:
        """Report the spectators whom we serve to our source, which tells the table."""
        named = behind.named[: words.NAMED_MAX]
        self._have = words.Have(named, behind.more + len(behind.named) - len(named))
        if self._now is not None and self.phase is SpectatorPhase.FOLLOWING:
            self._out.append(Tell(self._now.key, words.write_word(self._have)))
        return self._take()

    def leave(self, text: str) -> tuple[SpectatorOut, ...]:
        if self._now is not None:
            self._out.append(Tell(self._now.key, words.write_word(Bye(text))))
        self.phase = SpectatorPhase.ENDED
        return self._take()

    def tick(self, now: float) -> tuple[SpectatorOut, ...]:
        if self.phase is SpectatorPhase.ENDED:
            return ()
        source = self._now
        if source is None:
            if now >= self._rest_until:
                self._leave(now)
        elif self._is_lost(source, now) or (self._search is not None and now >= self._search.until):
            self._leave(now)
        elif self.phase is SpectatorPhase.FOLLOWING:
            self._say_credit(source, now)
            if now >= self._look_at:
                self._look(now)
        return self._take()

    # -- frames -----------------------------------------------------------------------------

    def _read(self, source: _Now, data: bytes, now: float) -> None:
        frame = parse_frame(data)
        if frame.t == Kind.CTL:
            word = words.read_word(frame.b)
            handler = handler_of(self.TABLE[self.phase], word.word)
            if handler is not None:
                handler(self, word, now)
        elif self.phase is not SpectatorPhase.FOLLOWING:
            return
        elif frame.t == Kind.RECS and self._search is not None:
            self._compare(parse_records(frame.b), now)
        elif self._search is not None:
            return
        elif frame.t == Kind.RECS:
            self._records(source, parse_records(frame.b), now)
        elif frame.t == Kind.HEAD:
            self._head(source, parse_head(frame.b), now)
        elif frame.t == Kind.ENV and len(self._shown) < EVIDENCE_MAX and frame.b not in self._shown:
            self._shown.add(frame.b)
            self._out.append(EvidenceShown(frame.b))

    def _begin(self, word: words.WatchWord, now: float) -> None:
        snap, source = expect(word, words.Snap), self._now
        if source is None:
            return
        if game_id(snap.genesis) != self._game:
            raise Forked("other-game", "a source that gives another game")
        if self._genesis is None:
            check_genesis(snap.genesis, snap.sigs, self._verify)
            self._genesis = snap.genesis
            self._out.append(Opened(snap.genesis, snap.sigs))
        if self.phase is SpectatorPhase.CALLING and self._have is not None:
            self._out.append(Tell(source.key, words.write_word(self._have)))
        self.phase = SpectatorPhase.FOLLOWING
        self._served_at = self._grown_at = now
        source.known.k, source.known.refused_at = snap.k, None
        self._out.append(Follows(source.key, snap.k))

    def _records(self, source: _Now, raws: tuple[bytes, ...], now: float) -> None:
        first, came = self.k + 1, []
        for raw in raws:
            before = self.k
            if not self._course.put(raw, source.key):
                self._ask_again(now)
                break
            if self.k > before:
                came.append(raw)
        if came:
            self._grown_at = self._served_at = now
            source.known.k = max(source.known.k, self.k)
            self._out.append(Came(first, tuple(came)))
            self._say_credit(source, now)

    def _head(self, source: _Now, head: Head, now: float) -> None:
        if head.k == self.k and head.h != self.tip(self.k):
            raise Forked("fork", "a source that stands on another chain")
        self._served_at = now
        source.known.k = head.k
        self._out.append(Follows(source.key, head.k))
        if head.k > self.k and now - self._grown_at >= STALE_S:
            self._ask_again(now)

    def _looked_at(self, key: bytes, data: bytes, now: float) -> None:
        """Take in the height of a source other than ours; leave it again at once, or follow it."""
        frame = parse_frame(data)
        if frame.t != Kind.HEAD:
            return
        head, self._looked = parse_head(frame.b), None
        source, other = self._now, self._sources.get(key)
        if other is not None:
            other.k = head.k
        is_stale = head.k > self.k and now - self._grown_at >= STALE_S
        if is_stale and source is not None and other is not None:
            source.known.strikes += 1
            self._follow(other, now)
        else:
            self._out.append(HangUp(key))

    def _go_elsewhere(self, word: words.WatchWord, now: float) -> None:
        """Try the named sources, because many watch here, then come back."""
        fresh = self._sources.add(expect(word, words.Elsewhere).places)
        if fresh:
            # All newcomers hear the same few names: our own key chooses one, so that these share the work.
            self._follow(fresh[self._me.ed[-1] % len(fresh)], now)
        else:
            self._leave(now)

    def _sent_off(self, word: words.WatchWord, now: float) -> None:
        self._turned_away(Code.CLOSING, expect(word, Bye).text or "may not be watched any more", now)

    def _refused(self, word: words.WatchWord, now: float) -> None:
        err = expect(word, Err)
        self._turned_away(err.code, err.text, now)

    def _join_again(self, word: words.WatchWord, now: float) -> None:
        self._join(now)

    def _turned_away(self, code: int, text: str, now: float) -> None:
        """Note that this source does not serve us. If none does, wait for a place (`FULL`), or end."""
        source = self._now
        if source is None:
            return
        source.known.refused_at = now
        if self._sources.all_refuse and code == Code.FULL:
            self._out.append(HangUp(source.key))
            self._served_at, self._now, self._rest_until = now, None, now + _PAUSE_S
            self._out.append(Follows(None, is_full=True))  # a source is there: wait for a place
        elif self._sources.all_refuse:
            self._end(code, text)
        else:
            self._leave(now)

    def _note_spectators(self, word: words.WatchWord, now: float) -> None:
        who = expect(word, words.Who)
        self._out.append(NamedSpectators(who.named, who.more))

    def _take_line(self, word: words.WatchWord, now: float) -> None:
        line = self._gossip.take(expect(word, words.SaidLine).line, now)
        if line is not None:
            self._out.append(Heard(line))

    def _take_hand(self, word: words.WatchWord, now: float) -> None:
        raw = expect(word, words.HandWord).hand
        if len(self._hands) < HANDS_MAX and raw not in self._hands:
            self._hands.add(raw)
            self._out.append(HandShown(raw))

    # -- forks ------------------------------------------------------------------------------

    def _ask_for_its_course(self, key: bytes, now: float) -> bool:
        """Ask our source, whose records are not the checked ones, where the two part; False if not asked.

        Once per source: one that keeps inventing records is simply left.
        """
        known, sure = self._sources.get(key), self._course.sure
        if key != self.source or known is None or known.was_searched or not sure:
            return False
        known.was_searched = True
        self._course.cut(sure)
        self._search = begin(key, sure, now)
        self._out.append(Tell(key, words.write_word(words.Get(self._search.first))))
        return True

    def _compare(self, raws: tuple[bytes, ...], now: float) -> None:
        before = self._search
        if before is None:
            return
        found = go_on(before, raws, lambda k: self._course.raws[k - 1], sure=self._course.sure)
        if not isinstance(found, ForkSearch):
            if found:
                self._out.append(Parted(found))
            self._leave(now)
            return
        self._search = found
        if found.first != before.first:
            self._out.append(Tell(found.key, words.write_word(words.Get(found.first))))

    # -- sources ----------------------------------------------------------------------------

    def _is_lost(self, source: _Now, now: float) -> bool:
        limit = CALL_S if self.phase is SpectatorPhase.CALLING else SILENT_S
        return now - max(source.heard_at, source.since) >= limit

    def _leave(self, now: float) -> None:
        """Leave the source for the next, or give up."""
        self._search = None
        is_end = self._is_over or now - self._served_at >= GIVE_UP_S
        if self._now is not None and (is_end or not self._is_the_only_one(self._now)):
            self._out.append(HangUp(self._now.key))
        if is_end:
            self._end(0, "" if self._is_over else "Nobody who could show this game answers.")
        else:
            self._call_next(now)

    def _is_the_only_one(self, source: _Now) -> bool:
        """True if we call this source and would call it next. Its line stays: a new one every three seconds
        would never get through to a computer that is slow to answer, as all are while cards are dealt."""
        is_calling = self.phase is SpectatorPhase.CALLING
        return is_calling and self._sources.best(source.key) is source.known

    def _call_next(self, now: float) -> None:
        """Call the best source; wait if even that has many strikes, and give up if it has too many."""
        best = self._sources.best(self.source)
        if best is None:
            self._end(0, "There is nobody to watch.")
            return
        if best.strikes >= HOPELESS:
            self._end(Code.MALFORMED, "The game that everybody here shows fails the checks.")
        elif best.strikes >= STRIKES_MAX and self._now is not None:
            self._now, self._rest_until = None, now + _PAUSE_S  # no source is good: no hurry
            self._out.append(Follows(None))
        else:
            self._follow(best, now)

    def _follow(self, known: KnownSource, now: float) -> None:
        if self._now is not None and self._now.key != known.key:
            self._out.append(HangUp(self._now.key))
        if self._looked is not None and self._looked != known.key:
            self._out.append(HangUp(self._looked))
        self._looked = self._search = None
        self._now = _Now(known, now, now, now)
        self.phase = SpectatorPhase.CALLING
        self._out += [Follows(None), CallSource(known.key, known.addresses)]
        self._join(now)

    def _join(self, now: float) -> None:
        if self._now is None:
            return
        me = self._me
        join = words.WatchJoin(
            self._game,
            self.k + 1,
            me.ed,
            me.cert,
            me.nick,
            port=me.port,
            inviter=me.inviter,
            ticket=me.ticket,
        )
        self._credit_at, self._credited = now, self.k
        self._out.append(Tell(self._now.key, words.write_word(join)))

    def _look(self, now: float) -> None:
        """Ask the next of the other sources for its height."""
        self._look_at = now + LOOK_S
        if self._looked is not None:  # it has not answered
            self._out.append(HangUp(self._looked))
            self._looked = None
        others = self._sources.spotless(but=self.source)
        if others and not self._is_over:
            chosen = others[int(now / LOOK_S) % len(others)]
            self._looked = chosen.key
            self._out += [
                CallSource(chosen.key, chosen.addresses),
                Tell(chosen.key, words.write_word(words.HowFar(self._game))),
            ]

    def _ask_again(self, now: float) -> None:
        """Ask for the rest once more, because something was lost; but not for every frame that shows it."""
        if self._now is not None and now - self._now.asked_at >= _ASK_AGAIN_S:
            self._now.asked_at = now
            self._out.append(Tell(self._now.key, words.write_word(words.Get(self.k + 1))))

    def _say_credit(self, source: _Now, now: float) -> None:
        wait = CREDIT_S if self._credited == self.k else CREDIT_LEAST_S
        if now - self._credit_at >= wait:
            self._credit_at, self._credited = now, self.k
            self._out.append(Tell(source.key, words.write_word(words.Credit(self.k))))

    def _end(self, code: int, text: str) -> None:
        self.phase = SpectatorPhase.ENDED
        self._now = None
        self._out.append(NoMore(code, text))

    def _take(self) -> tuple[SpectatorOut, ...]:
        out, self._out = tuple(self._out), []
        return out

    # Columns: CALLING, FOLLOWING, ENDED.
    TABLE: ClassVar[dict[SpectatorPhase, dict[str, _Handler | Code | None]]] = phase_table(
        SpectatorPhase,
        {
            "SNAP": (_begin, _begin, IGNORE),
            "ELSEWHERE": (_go_elsewhere, IGNORE, IGNORE),
            "WHO": (IGNORE, _note_spectators, IGNORE),
            "SAID": (IGNORE, _take_line, IGNORE),
            "HAND": (IGNORE, _take_hand, IGNORE),
            "BYE": (_sent_off, _sent_off, IGNORE),
            "ERR": (_refused, _join_again, IGNORE),
        },
    )
    """Words of spectators (JOIN, LOOK, CREDIT, GET, HAVE, SAY) are refused in every phase."""
