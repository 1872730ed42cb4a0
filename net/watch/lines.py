r"""Spectators' chat: signed by the author, so that nobody on the way can change a line or its author. Apart
from the players' chat, and never part of the log.

    Line = [body, sig]      body: ["W", g, ed 32, nick, n, text]     sig over "shoal1.watch.line\0" | body

`n` rises with every line of an author; while the author is remembered, no line is passed on twice.
"""

from __future__ import annotations

from typing import Final, cast

from msgspec import Struct

from net.errors import LocalError, WrongTable
from net.link.contract import TokenBuckets
from net.watch.words import LINE_MAX
from net.wire.bodies import CHAT_MAX, HASH, NO_LINE, Remark, is_remark
from net.wire.codec import COUNTER_MAX, Bytes, Int, Text, Word, exactly, pack, row, unpack
from net.wire.genesis import NICK_MAX
from net.wire.signing import KEY_BYTES, SIGNATURE_BYTES, Signer, Verify

_TAG: Final = b"shoal1.watch.line\0"
_BODY: Final = row(
    Word(("W",)), HASH, exactly(KEY_BYTES), Text(NICK_MAX, 1), Int(COUNTER_MAX, 1), Text(CHAT_MAX, 1)
)
_LINE: Final = row(Bytes(LINE_MAX), exactly(SIGNATURE_BYTES))
LINES_PER_S: Final = 0.5
LINES_BURST: Final = 5.0
AUTHORS_MAX: Final = 256
"""Limit of authors whose numbers are remembered; the one that spoke longest ago is forgotten first."""


class Line(Struct, frozen=True):
    """A line of the spectator with key `ed`; `raw` is its original bytes."""

    ed: bytes
    nick: str
    n: int
    text: str
    raw: bytes


def make_line(game: bytes, ed: bytes, nick: str, *, n: int, text: str, signer: Signer) -> Line:
    """A line of our own; raises `LocalError` for text that is not 1 to 500 plain characters."""
    if not is_remark(Remark.LINE, text):
        raise LocalError(NO_LINE)
    body = pack(_BODY, ("W", game, ed, nick, n, text))
    return Line(ed, nick, n, text, pack(_LINE, (body, signer.sign(_TAG + body))))


def read_line(raw: bytes, *, game: bytes, verify: Verify) -> Line:
    """A line of this game, its signature checked; raises `PeerError`."""
    outer = unpack(_LINE, raw, most=LINE_MAX, what="a spectator's line")
    body, sig = cast("tuple[bytes, bytes]", outer)
    fields = unpack(_BODY, body, most=LINE_MAX, what="a spectator's line")
    _, of_game, ed, nick, n, text = cast("tuple[str, bytes, bytes, str, int, str]", fields)
    if of_game != game:
        raise WrongTable("other-game", "a spectator's line of another game")
    verify(ed, _TAG + body, sig)
    return Line(ed, nick, n, text, raw)


class Gossip:
    """Filter for new lines whose authors keep within their rate; its memory is bounded."""

    def __init__(self, game: bytes, verify: Verify) -> None:
        self._game = game
        self._verify = verify
        self._last: dict[bytes, int] = {}
        self._paces = TokenBuckets[bytes](LINES_PER_S, LINES_BURST, most=AUTHORS_MAX)

    def take(self, raw: bytes, now: float) -> Line | None:
        """Return the line if it is new and within the rate; None for a copy, and for a line above the
        rate: the peer that passes lines on may have held them back, so nobody is blamed. Raises
        `PeerError` for bytes that are no line."""
        line = read_line(raw, game=self._game, verify=self._verify)
        if line.n <= self._last.get(line.ed, 0):
            return None
        if not self._paces.take(line.ed, 1.0, now):
            return None
        self._last.pop(line.ed, None)
        self._last[line.ed] = line.n
        if len(self._last) > AUTHORS_MAX:
            del self._last[next(iter(self._last))]
        return line
