"""Chat: signed, one chain per author, outside the log, and never in the way of the game.

A lost line stays lost: the next one shows that there is a gap. Each peer passes a line on to everybody once,
so two peers without a link also get each other's lines.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from net.agreement.effects import Said
from net.errors import LocalError, Malformed
from net.link.contract import TokenBuckets
from net.wire.bodies import NO_LINE, Chat, Remark, is_remark
from net.wire.envelope import Envelope

KEPT: Final = 256
LINES_PER_S: Final = 2.0
LINES_BURST: Final = 10.0


class ChatRoom:
    """The last lines of a table, and the end of each author's chain."""

    def __init__(self, game: bytes, seats: tuple[int, ...]) -> None:
        self._game = game
        self._ends = dict.fromkeys(seats, (0, game))
        self._rates = TokenBuckets[int](LINES_PER_S, LINES_BURST)
        self._lines: deque[Said] = deque(maxlen=KEPT)

    @property
    def lines(self) -> tuple[Said, ...]:
        """The last lines, oldest first."""
        return tuple(self._lines)

    def draft(self, seat: int, who: bytes, *, text: str, what: Remark) -> Chat:
        """The next line of a seat with key `who`; raises `LocalError` for a text that its kind may not
        have: 1 to 500 characters for a written line."""
        if not is_remark(what, text):
            raise LocalError(NO_LINE)
        n, end = self._ends[seat]
        return Chat(self._game, who, n + 1, end, what, text)

    def is_in_pace(self, seat: int, now: float) -> bool:
        """Count a line of a seat. False if too many have come at once; then the line does not count."""
        return self._rates.take(seat, 1.0, now)

    def is_old(self, seat: int, n: int) -> bool:
        """True if this line or a later one of its author is here already."""
        return n <= self._ends[seat][0]

    def take(self, envelope: Envelope, chat: Chat) -> Said:
        """Take in a new line whose signature and pace were checked.

        Raises `Malformed` if it is its author's next line, and names another line before it than the last.
        """
        seat = envelope.seat
        n, end = self._ends[seat]
        if chat.n == n + 1 and chat.prev != end:
            raise Malformed("chat-chain", f"a line of seat {seat} does not follow its last line", seat=seat)
        self._ends[seat] = (chat.n, envelope.id)
        said = Said(seat, chat.n, chat.text, chat.what)
        self._lines.append(said)
        return said

    def recall(self, envelope: Envelope, chat: Chat) -> None:
        """Continue our own chain after a line from the journal; the line itself is not kept."""
        if not self.is_old(envelope.seat, chat.n):
            self._ends[envelope.seat] = (chat.n, envelope.id)
