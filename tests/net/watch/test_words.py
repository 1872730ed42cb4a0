"""The words of the spectators' channel, and both tables of phases: every word in every phase."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from net.errors import Malformed, PeerError, TooLarge
from net.link.address import make_address
from net.lobby.identity import Identity, verify
from net.watch.lines import AUTHORS_MAX, LINES_BURST, Gossip, make_line, read_line
from net.watch.source import Source
from net.watch.spectator import Spectator
from net.watch.words import (
    NAMED_MAX,
    SPECTATOR_MAX,
    Credit,
    Elsewhere,
    GalleryWord,
    Get,
    HandWord,
    Have,
    HowFar,
    SaidLine,
    SayLine,
    Snap,
    WatchJoin,
    WatchWord,
    Who,
    check_spectator_size,
    read_word,
    write_word,
)
from net.wire.frame import HAND_MAX, parse_frame
from net.wire.words import Bye, Err

ME = Identity.from_seed(bytes(32))
GAME = bytes(range(32))
LINE = make_line(GAME, ME.public, "Ada", n=3, text="x" * 500, signer=ME).raw
WORDS: tuple[WatchWord, ...] = (
    WatchJoin(GAME, 1, ME.public, ME.certificate, "Ada", port=4000, inviter=3, ticket=bytes(64)),
    HowFar(GAME),
    Credit(0),
    Get(1),
    Have(((ME.public, "Ada"),), 7),
    SayLine(LINE),
    Bye("goes"),
    Snap(b"genesis", (bytes(64),), 12),
    Elsewhere(((ME.curve_public, (make_address("10.0.0.1", 5),)),)),
    Who((), 0),
    SaidLine(LINE),
    HandWord(bytes(HAND_MAX)),
    GalleryWord(is_closed=True, port=4000, named=((ME.public, "Ada"),), more=2),
    Err(3, "not allowed"),
)


@pytest.mark.parametrize("word", WORDS, ids=[word.word for word in WORDS])
def test_a_message_is_read_back_as_it_was_written(word: WatchWord) -> None:
    assert read_word(parse_frame(write_word(word)).b) == word


def test_every_message_of_a_spectator_fits_into_its_frame() -> None:
    full = Have(tuple((bytes([n]) * 32, "\U0001f41f" * 24) for n in range(NAMED_MAX)), 10_000)
    for word in (*WORDS[:7], full):
        check_spectator_size(write_word(word))
    with pytest.raises(TooLarge):
        check_spectator_size(bytes(SPECTATOR_MAX + 1))


def test_junk_is_refused_and_raises_nothing_else() -> None:
    rng = Random(3)
    for word in WORDS:
        inside = parse_frame(write_word(word)).b
        for _ in range(300):
            spoiled = bytearray(inside)
            for _ in range(rng.randint(1, 3)):
                spoiled[rng.randrange(len(spoiled))] = rng.randrange(256)
            with suppress(PeerError):
                assert write_word(read_word(bytes(spoiled)))


def test_both_tables_have_every_message_in_every_phase() -> None:
    words = {word.word for word in WORDS}
    to_sources = {"JOIN", "LOOK", "CREDIT", "GET", "HAVE", "SAY", "BYE", "ERR"}

    assert all(set(row) == to_sources for row in Source.TABLE.values())
    assert all(
        set(row) == words - to_sources - {"GALLERY"} | {"BYE", "ERR"} for row in Spectator.TABLE.values()
    )


def test_a_line_is_valid_only_for_its_author_and_its_game() -> None:
    other = Identity.from_seed(bytes([1]) * 32)

    assert read_line(LINE, game=GAME, verify=verify).text == "x" * 500
    with pytest.raises(PeerError, match="not by the player"):
        forged = make_line(GAME, other.public, "Ada", n=3, text="I resign", signer=ME)
        read_line(forged.raw, game=GAME, verify=verify)
    with pytest.raises(PeerError, match="another game"):
        read_line(LINE, game=bytes(32), verify=verify)
    with pytest.raises(Malformed):
        read_line(LINE + b"\0", game=GAME, verify=verify)


def test_a_line_counts_once_and_at_a_limited_rate() -> None:
    gossip = Gossip(GAME, verify)
    lines = [make_line(GAME, ME.public, "Ada", n=n, text=str(n), signer=ME).raw for n in range(1, 40)]

    taken = [line.n for raw in lines for line in [gossip.take(raw, 0.0)] if line is not None]
    assert taken == list(range(1, int(LINES_BURST) + 1))
    assert gossip.take(lines[0], 100.0) is None
    assert gossip.take(lines[20], 100.0) is not None


def test_only_a_bounded_number_of_authors_is_remembered() -> None:
    gossip = Gossip(GAME, lambda *_: None)
    for number in range(AUTHORS_MAX + 50):
        raw = make_line(GAME, number.to_bytes(32, "big"), "x", n=1, text="hi", signer=ME).raw
        assert gossip.take(raw, 0.0) is not None
    assert len(gossip._last) == len(gossip._paces._all) == AUTHORS_MAX
