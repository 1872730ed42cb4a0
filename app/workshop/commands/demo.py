"""`shoal demo GAME`: a whole game between bots, each a process of its own, over encrypted ZeroMQ."""

from __future__ import annotations

import argparse
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from app.commands.words import (
    LEVEL,
    add_game,
    add_options,
    add_record,
    add_terms,
    check_record,
    number,
    options_of,
    term_words,
    terms_of,
)
from app.games.catalogue import catalogue
from app.games.entry import checked_level
from app.policy import policy_values
from app.workshop.demo.course import Demo
from app.workshop.demo.mishaps import add_mishaps, mishaps_of
from net.wire.genesis import Watch
from rules.errors import BadOptions

GONE_S = 10
"""Time after which somebody is gone in a demo: whoever looks at it does not want to wait."""


def add_words(parser: argparse.ArgumentParser) -> None:
    """The words of this command."""
    add_game(parser)
    parser.add_argument("--peers", type=int, help="how many processes (default: the fewest, at least 4)")
    parser.add_argument(
        "--spectators",
        type=number(range(101), "how many watch"),
        default=0,
        help="so many watch, come one after another, and check it all",
    )
    add_record(parser)
    parser.add_argument("--level", help=LEVEL)
    parser.add_argument("--json", action="store_true")
    add_options(parser)
    add_mishaps(parser)
    add_terms(parser)
    parser.set_defaults(run=run)


def run(words: argparse.Namespace) -> int:
    """Play; 0 if all peers came to the same end."""
    entry = catalogue().named(words.game)
    game, peers = entry.rules, entry.seats if words.peers is None else words.peers
    if not 2 <= peers <= game.seats[-1]:
        raise BadOptions(
            f"{game.title} is played between processes, 2 to {game.seats[-1]} of them, not {peers}"
        )
    seats = max(peers, game.seats[0])  # a game that needs more seats has bots of the host in them
    options = game.checked_options(seats, options_of(words))
    policy = terms_of(words, seats)
    mishaps = mishaps_of(words, peers, has_clock=policy.move_limit_s > 0)
    if mishaps and words.gone_after is None:
        policy = replace(policy, gone_after_s=GONE_S)
    if words.spectators:
        policy = replace(policy, watch=Watch.OPEN)
    said = term_words(policy_values(policy))
    words.level = checked_level(entry, words.level)
    check_record(words.record)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="shoal-demo-") as home:
        demo = Demo(
            Path(home),
            words,
            (peers, seats),
            agreed=(*(f"--option={key}={value}" for key, value in options.items()), *said),
            policy=policy,
            mishaps=mishaps,
        )
        try:
            demo.play()
        finally:
            demo.end()
        return demo.report(time.monotonic() - began)
