"""`shoal host GAME`: open a table, print its invitation, play at it in the terminal."""

from __future__ import annotations

import argparse

from msgspec.structs import replace

from app.commands import arguments
from app.commands.seat import play_seat
from app.games.catalogue import catalogue
from app.games.entry import checked_level
from rules.errors import BadOptions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    arguments.add_game(parser)
    parser.add_argument(
        "--seats",
        type=int,
        help="number of players, you and the bots included (default: enough for the bots)",
    )
    parser.add_argument(
        "--bots",
        type=arguments.number(range(10), "the number of bots"),
        default=0,
        help="number of them that are bots",
    )
    parser.add_argument("--level", help=arguments.LEVEL)
    parser.add_argument("--play", metavar="LEVEL", help="let a bot play your own seat")
    parser.add_argument(
        "--leash", action="store_true", help="with --play: stop when standard input is closed"
    )
    arguments.add_record(parser)
    parser.add_argument(
        "--port",
        type=arguments.number(arguments.PORTS, "a port"),
        default=0,
        help="for the lobby (default: the one in the settings)",
    )
    parser.add_argument(
        "--admit",
        choices=("ask", "all"),
        help="ask you about each guest, or let everybody in (default: ask; with --play: all)",
    )
    parser.add_argument("--visible", action="store_true", help="let everybody on this network find the table")
    arguments.add_options(parser)
    arguments.add_terms(parser)
    arguments.add_player(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Host a table and play at it."""
    hosting = arguments.hosting_of(args)
    arguments.check_record(args.record)
    if args.play is not None:
        checked_level(catalogue().named(args.game), args.play)
        if args.admit == "ask":
            raise BadOptions("with --play nobody can answer --admit ask: leave --admit ask out")
        hosting = replace(hosting, asks=False)
    return play_seat(hosting, args, level=args.play, record=args.record)
