"""What is said while a table fills: two words of the lobby, signed by who says it (net 5.4).

Only the host hears a guest, and passes its lines on. A signature over the table, the name and the
line keeps the host from putting words into somebody's mouth, and guests from using others' names.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import ClassVar, Final

from net.errors import LocalError
from net.lobby.identity import verify
from net.wire.bodies import CHAT_MAX, NO_LINE, Remark, is_remark
from net.wire.codec import COUNTER_MAX, Fields, Int, Text, Wire, Word, exactly, pack, row
from net.wire.genesis import NICK_MAX
from net.wire.signing import KEY_BYTES, SIGNATURE_BYTES, Signer

_TAG: Final = b"shoal1.said\0"
_COUNTER: Final = Int(COUNTER_MAX)
_NICK: Final = Text(NICK_MAX, 1)
_TEXT: Final = Text(CHAT_MAX, 1)
_SIGNED: Final = row(exactly(16), _NICK, _COUNTER, _TEXT)
CHAT_SHAPE: Final = row(
    Word(("CHAT",)), _COUNTER, exactly(KEY_BYTES), _NICK, _COUNTER, _TEXT, exactly(SIGNATURE_BYTES)
)
QUERY_SHAPE: Final = row(Word(("CHAT?",)), _COUNTER)


@dataclass(frozen=True, slots=True)
class LobbyChat:
    """A line of the player `ed`, its `n`-th since its program was started.

    `at` is the place that the host gives it, from 1; 0 on the way to the host.
    """

    word: ClassVar = "CHAT"
    at: int
    ed: bytes
    nick: str
    n: int
    text: str
    sig: bytes

    def fields(self) -> tuple[Wire, ...]:
        return self.at, self.ed, self.nick, self.n, self.text, self.sig


@dataclass(frozen=True, slots=True)
class ChatQuery:
    """I have heard every line up to the place `heard`: what has come since?"""

    word: ClassVar = "CHAT?"
    heard: int

    def fields(self) -> tuple[Wire, ...]:
        return (self.heard,)


def make_chat(text: str, *, nick: str, n: int, table: bytes, ed: bytes, signer: Signer) -> LobbyChat:
    """A line of ours; raises `LocalError` for text that is not 1 to 500 plain characters."""
    said = unicodedata.normalize("NFC", text)
    if not is_remark(Remark.LINE, said):
        raise LocalError(NO_LINE)
    return LobbyChat(0, ed, nick, n=n, text=said, sig=signer.sign(_signed(table, nick, n, said)))


def check_chat(chat: LobbyChat, *, table: bytes) -> None:
    """Raise `BadSignature` unless the player that a line names has said it at this table."""
    verify(chat.ed, _signed(table, chat.nick, chat.n, chat.text), chat.sig)


def read_chat(fields: Fields) -> LobbyChat:
    """The line in a message of that shape."""
    return LobbyChat(
        at=fields.number(1),
        ed=fields.blob(2),
        nick=fields.text(3),
        n=fields.number(4),
        text=fields.text(5),
        sig=fields.blob(6),
    )


def read_query(fields: Fields) -> ChatQuery:
    """The question in a message of that shape."""
    return ChatQuery(fields.number(1))


def _signed(table: bytes, nick: str, n: int, text: str) -> bytes:
    return _TAG + pack(_SIGNED, (table, nick, n, text))
