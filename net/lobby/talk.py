"""Chat while a table fills: two messages of the lobby, signed by the author (net 5.4).

Only the host hears a guest, and it passes the lines on. A signature over the table, the name and the line
keeps the host from inventing lines, and guests from using others' names.
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, ClassVar, Final

from msgspec import Struct

from net.errors import LocalError
from net.lobby.identity import verify
from net.wire.bodies import CHAT_MAX, NO_LINE, Remark, is_remark
from net.wire.codec import COUNTER_MAX, Int, Text, exactly, pack, row
from net.wire.genesis import NICK_MAX, Counter, Key, Nick, Signature
from net.wire.signing import Signer

_TAG: Final = b"shoal1.said\0"
_TEXT: Final = Text(CHAT_MAX, 1)
_SIGNED: Final = row(exactly(16), Text(NICK_MAX, 1), Int(COUNTER_MAX), _TEXT)


class LobbyChat(Struct, frozen=True):
    """A line of the player `ed`, the `n`-th since it came to this table.

    `at` is the place that the host gives it, from 1; 0 on the way to the host.
    """

    word: ClassVar = "CHAT"
    at: Counter
    ed: Key
    nick: Nick
    n: Counter
    text: Annotated[str, _TEXT]
    sig: Signature


class ChatQuery(Struct, frozen=True):
    """Question for the lines after the place `heard`, up to which the guest has heard every line."""

    word: ClassVar = "CHAT?"
    heard: Counter


def make_chat(text: str, *, nick: str, n: int, table: bytes, ed: bytes, signer: Signer) -> LobbyChat:
    """A line of ours; raises `LocalError` for text that is not 1 to 500 plain characters."""
    said = unicodedata.normalize("NFC", text)
    if not is_remark(Remark.LINE, said):
        raise LocalError(NO_LINE)
    return LobbyChat(0, ed, nick, n=n, text=said, sig=signer.sign(_signed(table, nick, n, said)))


def check_chat(chat: LobbyChat, *, table: bytes) -> None:
    """Raise `BadSignature` unless the player that a line names has signed it for this table."""
    verify(chat.ed, _signed(table, chat.nick, chat.n, chat.text), chat.sig)


def _signed(table: bytes, nick: str, n: int, text: str) -> bytes:
    return _TAG + pack(_SIGNED, (table, nick, n, text))
