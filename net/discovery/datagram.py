"""A broadcast on the subnet: "who is here?", and the answer to whoever asked.

Where multicast is silent (many wireless networks, guest networks, VPNs) a broadcast often gets through.
Nothing of it is signed or encrypted: an answer is a hint like any announcement.

A question is as long as the longest answer, so nobody gains by asking in another's name; `nonce` lets
only answers to our own question in.
"""

from __future__ import annotations

from typing import Final

from net.discovery.notice import NOTICE_MAX, Notice, parse_notice
from net.errors import Malformed

PORT: Final = 48737
"""Where whoever may be found listens; below the dynamic ports, which other programs are given by chance."""
NONCE_BYTES: Final = 8
_MAGIC: Final = b"shoal1"
DATAGRAM_MAX: Final = len(_MAGIC) + 1 + NONCE_BYTES + NOTICE_MAX


def write_question(nonce: bytes) -> bytes:
    """Who is here?"""
    return (_MAGIC + b"?" + nonce).ljust(DATAGRAM_MAX, b"\0")


def parse_question(data: bytes) -> bytes:
    """The nonce of a question; raises `Malformed`."""
    nonce = data[len(_MAGIC) + 1 : len(_MAGIC) + 1 + NONCE_BYTES]
    if data != write_question(nonce):
        raise Malformed("datagram", "a datagram that is no question of Shoal")
    return nonce


def write_answer(nonce: bytes, notice: Notice) -> bytes:
    """I am, and there."""
    return _MAGIC + b"!" + nonce + notice.encode()


def parse_answer(data: bytes, nonce: bytes) -> Notice:
    """The notice in an answer to the question with that nonce; raises `Malformed`."""
    head = _MAGIC + b"!" + nonce
    if len(data) > DATAGRAM_MAX or not data.startswith(head):
        raise Malformed("datagram", "a datagram that is no answer to our question")
    return parse_notice(data[len(head) :])
