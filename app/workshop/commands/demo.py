"""`shoal demo GAME`: a whole game between bots, each a process of its own, over encrypted ZeroMQ."""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from msgspec.structs import replace

from app.commands import arguments
from app.games.catalogue import catalogue
from app.games.entry import checked_level
from app.policy import policy_values
from app.workshop.demo.course import Demo
from app.workshop.demo.mishaps import add_mishaps, mishaps_of
from net.wire.genesis import Watch
from rules.errors import BadOptions

GONE_S = 10
"""Seconds after which a player counts as gone in a demo with mishaps: nobody wants to wait there."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    arguments.add_game(parser)
    parser.add_argument("--peers", type=int, help="number of processes (default: the fewest, at least 4)")
    parser.add_argument(
        "--spectators",
        type=arguments.number(range(101), "the number of spectators"),
        default=0,
        help="number of spectators, who come one after another and check everything",
    )
    arguments.add_record(parser)
    parser.add_argument("--level", help=arguments.LEVEL)
    parser.add_argument("--json", action="store_true")
    arguments.add_options(parser)
    add_mishaps(parser)
    arguments.add_terms(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play; return 0 if the peers that stayed ended with the same result, and equal, valid records."""
    entry = catalogue().named(args.game)
    game, peers = entry.rules, entry.seats if args.peers is None else args.peers
    if not 2 <= peers <= game.seats[-1]:
        raise BadOptions(f"{game.title} needs 2 to {game.seats[-1]} processes, not {peers}")
    seats = max(peers, game.seats[0])  # the host's bots take the seats that are left
    options = game.checked_options(seats, arguments.options_of(args))
    policy = arguments.terms_of(args, seats)
    mishaps = mishaps_of(args, peers, has_clock=policy.move_limit_s > 0)
    if mishaps and args.gone_after is None:
        policy = replace(policy, gone_after_s=GONE_S)
    if args.spectators:
        policy = replace(policy, watch=Watch.OPEN)
    said = arguments.term_arguments(policy_values(policy))
    args.level = checked_level(entry, args.level)
    arguments.check_record(args.record)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="shoal-demo-") as home:
        demo = Demo(
            Path(home),
            args,
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
