"""The mishaps of a demo's peers, as they are typed."""

from __future__ import annotations

import argparse

import pytest

from app.workshop.demo.mishaps import Mishap, MishapKind, add_mishaps, happened_text, mishaps_of
from rules.errors import BadOptions


def parsed(line: str, peers: int = 3, *, has_clock: bool = True) -> tuple[Mishap, ...]:
    parser = argparse.ArgumentParser()
    add_mishaps(parser)
    return mishaps_of(parser.parse_args(line.split()), peers, has_clock=has_clock)


def test_mishaps_come_in_the_order_of_their_heights() -> None:
    assert parsed("--kill 3@40+5 --quit 2@20 --kill 1@90") == (
        Mishap(1, 20, MishapKind.QUIT),
        Mishap(2, 40, MishapKind.KILL, back_s=5),
        Mishap(0, 90, MishapKind.KILL),
    )
    assert parsed("") == ()
    assert parsed("--kill 1@1+0", 2) == (Mishap(0, 1, MishapKind.KILL, back_s=0),)
    assert parsed("--quit 1@4 --quit 2@9") == (Mishap(0, 4, MishapKind.QUIT), Mishap(1, 9, MishapKind.QUIT))
    assert parsed("--kill 1@2+1 --kill 1@4 --kill 2@3+1") != ()
    assert parsed("--kill 3@2+1 --quit 1@4 --quit 2@9") != (), "the third comes back"
    assert parsed("--late 2@7 --quit 2@9") == (Mishap(1, 7, MishapKind.LATE), Mishap(1, 9, MishapKind.QUIT))


def test_a_late_mishap_needs_a_clock_and_more_than_two_peers() -> None:
    with pytest.raises(BadOptions, match="--clock SECONDS"):
        parsed("--late 2@7", has_clock=False)
    with pytest.raises(BadOptions, match="nothing happens when time runs out"):
        parsed("--late 2@7", 2)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("--quit 3", "--quit SEAT@HEIGHT, not '3'"),
        ("--quit 3@4+5", "--quit SEAT@HEIGHT"),
        ("--late 3@4+5", "--late SEAT@HEIGHT"),
        ("--kill 3@4+", "SECONDS"),
        ("--kill 3@-4", "HEIGHT"),
        ("--kill x@4", "SEAT"),
        ("--quit 0@4", "seats of this demo are 1 to 3, not 0"),
        ("--quit 4@4", "1 to 3, not 4"),
        ("--quit 2@4 --kill 2@9", "seat 2 can be given up only once"),
        ("--quit 1@4 --quit 2@9 --kill 3@8", "at least one peer must stay"),
    ],
)
def test_an_impossible_mishap_is_refused_in_words(line: str, words: str) -> None:
    with pytest.raises(BadOptions, match=words.replace("+", r"\+")):
        parsed(line)


def test_what_happened_is_reported() -> None:
    assert happened_text(Mishap(1, 20, MishapKind.LATE), "Bo", 22).endswith(
        "lets its time for the next move run out"
    )
    assert happened_text(Mishap(1, 20, MishapKind.QUIT), "Bo", 22) == "step 22: Bo leaves in order"
    assert happened_text(Mishap(1, 20, MishapKind.KILL), "Bo", 22).endswith("is killed, never to return")
    assert happened_text(Mishap(1, 20, MishapKind.KILL, back_s=5), "Bo", 22).endswith("again after 5 s")
