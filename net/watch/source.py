"""Source of a log for spectators: players, and spectators who have checked it (net 5.10).

A source lets in the spectators that may watch, names other sources to them if many watch, and answers them;
`net.watch.stream` decides which records go out, and when. Nothing that spectators send can reach the game:
they have only a few words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import ClassVar, Final, TypeAlias

from msgspec import Struct

from net.errors import BadSignature, PeerError
from net.link.address import Address, make_address
from net.link.contract import TokenBucket, TokenBuckets
from net.lobby.identity import check_certificate
from net.lobby.phases import Tell
from net.watch import words
from net.watch.lines import Gossip
from net.watch.phases import (
    DIRECT,
    HEAD_S,
    LINES_A_SPECTATOR,
    LINES_A_SPECTATOR_S,
    SILENT_S,
    SPECTATORS_MAX,
    Heard,
    NamedSpectators,
    SourceOut,
    SpectatorProgress,
)
from net.watch.stream import PUMP_S, SpectatorStream, Streams
from net.wire.frame import Frame, Head, Kind, parse_frame
from net.wire.names import seen_name
from net.wire.signing import Signer, Verify
from net.wire.words import IGNORE, Bye, Code, Err, Refusal, err_for, expect, handler_of, phase_table

TICKET_TAG: Final = b"shoal1.watch\0"
_ERRORS_PER_S: Final = 5.0
_SENT_OFF: Final = "a player has removed you"
_SENT_ON_S: Final = 60.0
_REMEMBERED: Final = 256
_Handler: TypeAlias = "Callable[[Source, bytes, str, words.WatchWord, float], None]"


def make_ticket(game: bytes, curve: bytes, signer: Signer) -> bytes:
    """A player's permission for the spectator with that CURVE key."""
    return signer.sign(TICKET_TAG + game + curve)


class Watched(Struct, frozen=True):
    """The watched game: its id, the genesis with its signatures, the players' Ed25519 keys and names by
    seat. `by_ticket`: only spectators that a player has let in; `may_chat`: spectators may write lines."""

    game: bytes
    genesis: bytes
    sigs: tuple[bytes, ...]
    keys: tuple[bytes, ...]
    names: tuple[str, ...]
    by_ticket: bool = False
    may_chat: bool = True


class Source:
    """The server of one game. Not thread-safe; `now` is in seconds. `records` are those so far, and `tip`
    the chain hash of the last of them (None: the game's id, before the first). `friends` are the Ed25519
    keys of people met before, who get a place before others."""

    def __init__(
        self,
        watched: Watched,
        *,
        verify: Verify,
        records: Sequence[bytes] = (),
        tip: bytes | None = None,
        friends: Collection[bytes] = (),
        now: float,
    ) -> None:
        self.watched = watched
        self._friends = friends
        self._sent_off: dict[bytes, None] = {}
        """Ed25519 keys of the spectators last sent off, who may not watch here; a limited number."""
        self._verify = verify
        self._streams = Streams(records)
        self._tip = watched.game if tip is None else tip
        self._gossip = Gossip(watched.game, verify)
        self._errors = TokenBuckets[bytes](_ERRORS_PER_S, _ERRORS_PER_S, most=_REMEMBERED)
        self._sent_on: dict[bytes, float] = {}
        self._who = words.Who((), 0)
        self._is_who_new = False
        self._beat_at = now + HEAD_S
        self._closed = ""
        self._out: list[SourceOut] = []

    # -- state ------------------------------------------------------------------------------

    @property
    def k(self) -> int:
        """The last height that is passed on."""
        return self._streams.k

    @property
    def spectators(self) -> tuple[SpectatorStream, ...]:
        """Spectators here now."""
        return tuple(self._streams.spectators.values())

    @property
    def everybody_has_all(self) -> bool:
        """True if every spectator that still takes records has all of them."""
        return all(
            spectator.confirmed == self.k or spectator.phase is SpectatorProgress.STALLED
            for spectator in self.spectators
        )

    @property
    def named(self) -> NamedSpectators:
        """All spectators here, and those whom they serve, each once."""
        found = {spectator.ed: spectator.nick for spectator in self.spectators}
        for spectator in self.spectators:
            for ed, nick in spectator.behind:
                found.setdefault(ed, nick)
        return NamedSpectators(tuple(found.items()), sum(spectator.more for spectator in self.spectators))

    def wait_s(self, now: float) -> float:
        """Seconds until `tick` is wanted at the latest."""
        return PUMP_S if self._streams.is_busy else max(0.0, self._beat_at - now)

    # -- events -----------------------------------------------------------------------------

    def received(self, key: bytes, frame: bytes, *, address: str, now: float) -> tuple[SourceOut, ...]:
        """Take in an incoming connection's frame, from a key that the link has proven and host `address`."""
        spectator = self._streams.spectators.get(key)
        phase = SpectatorProgress.STRANGER if spectator is None else spectator.phase
        try:
            word = _opened(frame)
            handler = handler_of(self.TABLE[phase], word.word)
            if spectator is not None:
                spectator.heard_at = now
            if handler is not None:
                handler(self, key, address, word, now)
        except PeerError as why:
            self._refuse(key, why, now)
        return self._turn(now)

    def gone(self, key: bytes, now: float) -> tuple[SourceOut, ...]:
        """Note that the link to a spectator is gone."""
        self._drop(key)
        return self._turn(now)

    def added(self, raw: bytes, h: bytes, now: float) -> tuple[SourceOut, ...]:
        """Pass on a height that has become final (for a spectator: that it has checked)."""
        self._tip = h
        self._out += self._streams.add(raw, now)
        return self._turn(now)

    def stopped(self, evidence: Iterable[bytes], now: float) -> tuple[SourceOut, ...]:
        """Pass on the raw envelopes that show why the table has stopped."""
        self._streams.follow(Frame(Kind.ENV, raw).encode() for raw in evidence)
        return self._turn(now)

    def opened(self, hands: Iterable[bytes], now: float) -> tuple[SourceOut, ...]:
        """Pass on hands that players have opened after the game; those passed on before are left out."""
        self._streams.follow(words.write_word(words.HandWord(raw)) for raw in hands)
        return self._turn(now)

    def say(self, raw: bytes, now: float) -> tuple[SourceOut, ...]:
        """Pass on a line of the spectators' chat from others to everybody who watches here, once. Raises
        `PeerError` for bytes that are no line."""
        line = self._gossip.take(raw, now) if self.watched.may_chat else None
        if line is not None:
            self._out.append(Heard(line))
            self._spread(raw, but=b"")
        return self._turn(now)

    def tell_who(self, spectators: NamedSpectators) -> None:
        """Store the spectators of the whole table. The spectators here get them with the next heads."""
        named = spectators.named[: words.NAMED_MAX]
        who = words.Who(named, spectators.more + len(spectators.named) - len(named))
        self._is_who_new = self._is_who_new or who != self._who
        self._who = who

    def send_off(self, ed: bytes, now: float) -> tuple[SourceOut, ...]:
        """Send a spectator away, and do not let this player watch here again."""
        self._sent_off[ed] = None
        if len(self._sent_off) > _REMEMBERED:
            del self._sent_off[next(iter(self._sent_off))]
        for spectator in self.spectators:
            if spectator.ed == ed:
                self._dismiss(spectator, _SENT_OFF)
        return self._turn(now)

    def close(self, text: str) -> tuple[SourceOut, ...]:
        """Send all spectators away, saying why, and let nobody watch until `open_again`."""
        self._closed = text
        bye = words.write_word(Bye(text))
        self._out += [Tell(spectator.key, bye) for spectator in self.spectators]
        for spectator in self.spectators:
            self._drop(spectator.key)
        return self._take()

    def open_again(self) -> None:
        """Let spectators come again."""
        self._closed = ""

    def tick(self, now: float) -> tuple[SourceOut, ...]:
        for spectator in self.spectators:
            if now - spectator.heard_at >= SILENT_S:
                self._drop(spectator.key)
        if now >= self._beat_at:
            self._beat_at = now + HEAD_S
            frames = [self._head(), words.write_word(self._who)] if self._is_who_new else [self._head()]
            self._out += [Tell(spectator.key, frame) for spectator in self.spectators for frame in frames]
            self._is_who_new = False
        return self._turn(now)

    # -- handlers of `TABLE` -------------------------------------------------------------------

    def _join(self, key: bytes, address: str, word: words.WatchWord, now: float) -> None:
        join = expect(word, words.WatchJoin)
        self._check_join(key, join)
        before = self._streams.spectators.get(key)
        if before is None and self._is_sent_on(key, now):
            return
        if before is None and len(self.spectators) >= SPECTATORS_MAX:
            self._make_room(join.ed, address, now)
        lines = TokenBucket(LINES_A_SPECTATOR_S, LINES_A_SPECTATOR) if before is None else before.lines
        first, place = min(join.first, self.k + 1), _place(address, join.port)
        stream = SpectatorStream(key, join.ed, join.nick, place, now, lines, first, first - 1, host=address)
        self._streams.enter(stream)
        snap = words.Snap(self.watched.genesis, self.watched.sigs, self.k)
        self._out += [Tell(key, words.write_word(snap)), Tell(key, words.write_word(self._who)), self.named]

    def _check_join(self, key: bytes, join: words.WatchJoin) -> None:
        """Raise `PeerError` for somebody who may not watch here."""
        watched = self.watched
        if self._closed:
            raise Refusal(Code.CLOSING, self._closed)
        if join.ed in self._sent_off:
            raise Refusal(Code.NOT_ALLOWED, _SENT_OFF)
        if join.game != watched.game:
            raise Refusal(Code.UNKNOWN_TABLE, "there is another game here")
        if check_certificate(join.cert, join.ed) != key:
            raise Refusal(Code.CERTIFICATE, "the certificate is for another key")
        if join.ed in watched.keys:
            raise Refusal(Code.NOT_ALLOWED, "you play at this table, so you cannot watch it")
        if not seen_name(join.nick):
            raise Refusal(Code.NOT_ALLOWED, "your name has no visible letter: choose another")
        if seen_name(join.nick) in map(seen_name, watched.names):
            raise Refusal(Code.NOT_ALLOWED, "a player at this table has a name that looks like yours")
        if watched.by_ticket:
            self._check_ticket(key, join)

    def _check_ticket(self, key: bytes, join: words.WatchJoin) -> None:
        watched = self.watched
        uninvited = Refusal(Code.NOT_ALLOWED, "no player has let you in")
        if join.inviter >= len(watched.keys):
            raise uninvited
        try:
            self._verify(watched.keys[join.inviter], TICKET_TAG + watched.game + key, join.ticket)
        except BadSignature:
            raise uninvited from None

    def _is_sent_on(self, key: bytes, now: float) -> bool:
        """Name other sources to a newcomer if many watch here, unless it comes back from there."""
        if len(self.spectators) < DIRECT:
            return False
        places = sorted(
            (spectator for spectator in self.spectators if spectator.place and spectator.confirmed == self.k),
            key=lambda spectator: (spectator.named_on, spectator.key),
        )[: words.ELSEWHERE_MAX]
        was_sent_at = self._sent_on.pop(key, None)
        is_back = was_sent_at is not None and now - was_sent_at < _SENT_ON_S
        if places and not is_back:
            self._sent_on[key] = now
            if len(self._sent_on) > _REMEMBERED:
                del self._sent_on[next(iter(self._sent_on))]
            for spectator in places:
                spectator.named_on += 1
            elsewhere = words.Elsewhere(tuple((spectator.key, spectator.place) for spectator in places))
            self._out.append(Tell(key, words.write_word(elsewhere)))
            return True
        return False

    def _make_room(self, ed: bytes, host: str, now: float) -> None:
        """Drop a spectator for a newcomer, or raise `Refusal`. First goes one that takes nothing, then one of
        the computer with the most spectators, so that no computer takes all places; a friend never goes."""
        spectators = self.spectators
        of_host = Counter(spectator.host for spectator in spectators)
        least = 0 if ed in self._friends else of_host[host] + 1
        others = [spectator for spectator in spectators if spectator.ed not in self._friends]
        going = [each for each in others if each.is_stalled(now) or of_host[each.host] > least]
        if not going:
            raise Refusal(Code.FULL, "all places for spectators are taken")
        # Of the computer with the most spectators the newest goes: long-time spectators stay.
        order = {spectator.key: place for place, spectator in enumerate(spectators)}
        self._dismiss(
            max(going, key=lambda each: (each.is_stalled(now), of_host[each.host], order[each.key])),
            "somebody else has your place",
        )

    def _dismiss(self, spectator: SpectatorStream, text: str) -> None:
        self._out.append(Tell(spectator.key, words.write_word(Bye(text))))
        self._drop(spectator.key)

    def _look(self, key: bytes, address: str, word: words.WatchWord, now: float) -> None:
        if expect(word, words.HowFar).game != self.watched.game:
            raise Refusal(Code.UNKNOWN_TABLE, "there is another game here")
        if not self._closed:
            self._out.append(Tell(key, self._head()))

    def _credit(self, key: bytes, address: str, word: words.WatchWord, now: float) -> None:
        self._streams.confirm(self._streams.spectators[key], expect(word, words.Credit).k, now)

    def _begin_again(self, key: bytes, address: str, word: words.WatchWord, now: float) -> None:
        self._streams.rewind(self._streams.spectators[key], expect(word, words.Get).k)

    def _note_spectators(self, key: bytes, address: str, word: words.WatchWord, now: float) -> None:
        spectator, have = self._streams.spectators[key], expect(word, words.Have)
        if (have.named, have.more) != (spectator.behind, spectator.more):
            spectator.behind, spectator.more = have.named, have.more
            self._out.append(self.named)

    def _part(self, key: bytes, address: str, word: words.WatchWord, now: float) -> None:
        self._drop(key)

    def _take_line(self, key: bytes, address: str, word: words.WatchWord, now: float) -> None:
        if not self.watched.may_chat:
            raise Refusal(Code.NOT_ALLOWED, "spectators do not chat at this table")
        if not self._streams.spectators[key].lines.take(1.0, now):
            raise Refusal(Code.TOO_FAST, "that is too much chat at once: wait a moment")
        raw = expect(word, words.SayLine).line
        line = self._gossip.take(raw, now)
        if line is None:
            return
        if line.ed in self.watched.keys or seen_name(line.nick) in map(seen_name, self.watched.names):
            raise Refusal(Code.NOT_ALLOWED, "a line of the spectators' chat in a player's name")
        self._out.append(Heard(line))
        self._spread(raw, but=key)

    # -- sending ----------------------------------------------------------------------------

    def _turn(self, now: float) -> tuple[SourceOut, ...]:
        self._out += self._streams.pump(now)
        return self._take()

    def _spread(self, raw: bytes, *, but: bytes) -> None:
        said = words.write_word(words.SaidLine(raw))
        self._out += [Tell(spectator.key, said) for spectator in self.spectators if spectator.key != but]

    def _head(self) -> bytes:
        return Frame(Kind.HEAD, Head(0, self.k, self._tip, (), ()).encode()).encode()

    def _refuse(self, key: bytes, why: PeerError, now: float) -> None:
        if self._errors.take(key, 1.0, now):
            err = err_for(why)
            self._out.append(Tell(key, words.write_word(Err(err.code, err.text))))

    def _drop(self, key: bytes) -> None:
        if self._streams.drop(key):
            self._out.append(self.named)

    def _take(self) -> tuple[SourceOut, ...]:
        out, self._out = tuple(self._out), []
        return out

    # Columns: STRANGER, then those of a spectator, which are the same. One that was dropped for its silence
    # does not know it: when told, it joins again.
    TABLE: ClassVar[dict[SpectatorProgress, dict[str, _Handler | Code | None]]] = phase_table(
        SpectatorProgress,
        {
            "JOIN": (_join,) * 5,
            "LOOK": (_look,) * 5,
            "CREDIT": (Code.NOT_ALLOWED, *(_credit,) * 4),
            "GET": (Code.NOT_ALLOWED, *(_begin_again,) * 4),
            "HAVE": (Code.NOT_ALLOWED, *(_note_spectators,) * 4),
            "SAY": (Code.NOT_ALLOWED, *(_take_line,) * 4),
            "BYE": (IGNORE, *(_part,) * 4),
            "ERR": (IGNORE,) * 5,
        },
    )
    """Words of sources (SNAP, ELSEWHERE, WHO, SAID, HAND), and all frames but CTL, are always refused."""


def _opened(data: bytes) -> words.WatchWord:
    words.check_spectator_size(data)
    frame = parse_frame(data)
    if frame.t != Kind.CTL:
        raise Refusal(Code.NOT_ALLOWED, "spectators cannot act in the game")
    return words.read_word(frame.b)


def _place(host: str, port: int) -> tuple[Address, ...]:
    """Return the address where a spectator itself listens: its port, at the host that sends its frames."""
    try:
        return (make_address(host, port),) if port else ()
    except ValueError:
        return ()
