from __future__ import annotations

from collections.abc import Callable

import pytest

from net.deck.algebra.group import base
from net.deck.algebra.scalar import Q
from net.deck.algebra.transcript import Transcript
from tests.net.deck.table import Seeded


def said(*steps: Callable[[Transcript], object], label: str = "test") -> Transcript:
    transcript = Transcript(label)
    for step in steps:
        step(transcript)
    return transcript


TRANSCRIPTS = {
    "nothing": said(),
    "another label": said(label="tests"),
    "one value": said(lambda t: t.add("a", b"x")),
    "another name": said(lambda t: t.add("b", b"x")),
    "another value": said(lambda t: t.add("a", b"y")),
    "name and value cut elsewhere": said(lambda t: t.add("ax", b"")),
    "twice": said(lambda t: t.add("a", b"x"), lambda t: t.add("a", b"x")),
    "a point": said(lambda t: t.add("a", base(1))),
    "a list of one point": said(lambda t: t.add_all("a", [base(1)])),
    "a list of two": said(lambda t: t.add_all("a", [base(1), base(2)])),
    "the other order": said(lambda t: t.add_all("a", [base(2), base(1)])),
    "two lists": said(lambda t: t.add_all("a", [base(1)]), lambda t: t.add_all("a", [base(2)])),
    "an empty list": said(lambda t: t.add_all("a", [])),
    "after a challenge": said(lambda t: t.challenge("c")),
    "after another challenge": said(lambda t: t.challenge("d")),
    "after challenges": said(lambda t: t.challenges("c", 2)),
    "after more challenges": said(lambda t: t.challenges("c", 3)),
}


def test_any_other_transcript_gives_another_challenge() -> None:
    challenges = [transcript.challenge("c") for transcript in TRANSCRIPTS.values()]

    assert len(set(challenges)) == len(TRANSCRIPTS)
    assert all(0 <= challenge < Q for challenge in challenges)


def test_equal_transcripts_give_equal_challenges() -> None:
    assert said(lambda t: t.add("a", b"x")).challenge("c") == said(lambda t: t.add("a", b"x")).challenge("c")


def test_challenges_are_128_bits_and_not_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Transcript("test").challenges("u", 200)

    assert len(set(found)) == 200
    assert all(0 < challenge < 2**128 for challenge in found)

    class Zeros:
        def __init__(self, _: bytes) -> None:
            pass

        def digest(self, size: int) -> bytes:
            return bytes(size)

    monkeypatch.setattr("hashlib.shake_256", Zeros)

    assert Transcript("test").challenges("u", 2) == (1, 1)


def test_nonces_survive_a_source_that_repeats_itself() -> None:
    def stuck(size: int) -> bytes:
        return bytes(size)

    one, other = Transcript("test"), said(lambda t: t.add("a", b"x"))
    nonces = [
        one.nonce("w", 5, stuck),
        other.nonce("w", 5, stuck),
        one.nonce("w", 6, stuck),
        one.nonce("v", 5, stuck),
        *one.nonces(3, [5], stuck),
        *other.nonces(3, [5], stuck),
        *one.nonces(3, [6], stuck),
    ]

    assert len(set(nonces)) == len(nonces)
    assert all(0 < nonce < Q for nonce in nonces)


def test_nonces_differ_with_the_source() -> None:
    one, other = Seeded(1), Seeded(2)

    assert Transcript("test").nonce("w", 5, one) != Transcript("test").nonce("w", 5, other)
    assert Transcript("test").nonces(2, [5], one) != Transcript("test").nonces(2, [5], other)
