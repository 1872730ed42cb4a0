"""The book of signed messages: which it remembers, for how long, and in which order it gives them back."""

from __future__ import annotations

import pytest

from net.agreement.book import Book
from net.agreement.journal import Stored
from net.agreement.walk import ALL, NOTHING, Stride
from net.wire.bodies import Ack, Entry
from net.wire.envelope import seal
from net.wire.sign_slot import NEVER
from tests.support.keys import fast_key
from tests.support.memory_journal import MemoryJournal
from tests.support.values import replace
from tests.support.wire import ACK, CHAT, ENTRY, VOTE, signed


def at(k: int, *, seat: int = 1) -> Entry:
    return replace(ENTRY, k=k, seat=seat)


def test_a_start_recalls_the_messages_of_the_last_final_height_and_above() -> None:
    bodies = [at(5), at(6), at(7), replace(ACK, k=5), replace(ACK, k=6), VOTE]
    kept = tuple((str(body.slot), signed(body).raw) for body in bodies)
    later = replace(CHAT, n=2)
    lines = tuple((str(chat.slot), signed(chat).raw) for chat in (later, CHAT))
    book = Book(MemoryJournal())
    chats = book.recall(Stored(mine=(*kept, *lines), seen=kept), 7)

    assert [chat.n for _, chat in chats] == [1, 2]
    assert [book.mine(body.slot) is not None for body in bodies] == [False, True, True, False, True, True]
    theirs = Book(MemoryJournal())
    theirs.recall(Stored(seen=kept), 7)
    assert [theirs.find(body.slot) is not None for body in bodies] == [False, True, True, False, True, True]


def test_messages_of_lower_heights_are_forgotten_except_our_own_votes() -> None:
    book = Book(MemoryJournal())
    votes = [replace(VOTE, v=v) for v in (3, 4)]
    for body in (at(6), at(7), *votes):
        book.see(body.slot, signed(body))
    for vote in votes:
        own = replace(vote, seat=0)
        book.sign(own.slot, signed(own))
    book.forget_below(7, v=3)

    assert book.find(at(6).slot) is None and book.find(at(7).slot) is not None
    assert [body.v for _, body in book.votes if body.seat == 1] == [4]
    assert [body.v for _, body in book.votes if body.seat == 0] == [3, 4]
    assert all(vote.slot.k == NEVER for vote in votes)


def test_the_first_of_two_early_messages_counts_and_entries_come_before_acks() -> None:
    book = Book(MemoryJournal())
    early: list[Entry | Ack] = [replace(ACK, seat=0), ACK, at(7, seat=2), at(7, seat=0)]
    for body in (*early, replace(at(7, seat=2), pay=b"another")):
        book.keep_early(signed(body), body)
    assert book.find(at(7, seat=2).slot) == signed(at(7, seat=2))
    taken = [body for _, body in book.take_early()]

    assert taken == [at(7, seat=0), at(7, seat=2), replace(ACK, seat=0), ACK]
    assert book.take_early() == () and book.find(ACK.slot) is None


def test_the_last_256_refused_messages_are_known() -> None:
    book = Book(MemoryJournal())
    refused = [seal(1, replace(ENTRY, pay=b"%d" % n).encode(), fast_key(1)) for n in range(257)]
    for envelope in refused[:256]:
        book.refuse(envelope)
    assert all(book.is_known(ENTRY.slot, envelope) for envelope in refused[:256])
    assert not book.is_known(ENTRY.slot, refused[256])
    book.refuse(refused[256])

    assert [book.is_known(ENTRY.slot, refused[n]) for n in (0, 1, 256)] == [False, True, True]


def test_the_first_message_in_a_slot_stays() -> None:
    book = Book(MemoryJournal())
    first, second = signed(ENTRY), signed(replace(ENTRY, pay=b"another"))

    assert book.sign(ENTRY.slot, first) == book.sign(ENTRY.slot, second) == first
    assert book.is_known(ENTRY.slot, first) and not book.is_known(ENTRY.slot, second)
    assert book.mine(VOTE.slot) is None


@pytest.mark.parametrize(
    ("stride", "checked"),
    [
        (ALL, [1, 2, 3, 4, 5, 6]),
        (NOTHING, []),
        (Stride(0, 2), [2, 4, 6]),
        (Stride(1, 3), [1, 4]),
        (Stride(1, 2, 3), [3, 5]),
        (Stride(1, 2, 4), [5]),
    ],
)
def test_a_stride_checks_every_nth_height(stride: Stride, checked: list[int]) -> None:
    assert [k for k in range(1, 7) if stride.has(k)] == checked
