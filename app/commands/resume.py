"""`shoal continue [TABLE]`: continue an unfinished game, or list them."""

from __future__ import annotations

import argparse
from pathlib import Path

from app.build import build_environment
from app.commands.arguments import add_leash, add_player, add_record, add_visible
from app.commands.bots import play_bots
from app.commands.seat import play_seat
from app.table.kept import unfinished
from app.table.start import Resuming


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("table", nargs="?", help="its id, or the first letters")
    parser.add_argument("--play", metavar="LEVEL", help="let a bot play for you")
    add_leash(parser)
    add_record(parser)
    add_visible(parser)
    parser.add_argument("--homes", type=Path, help=argparse.SUPPRESS)  # all bots of one table, in one process
    add_player(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Continue a game, or list the unfinished ones."""
    if args.table and args.homes is not None:
        return play_bots(Resuming(args.table), args.homes, address=args.address)
    if args.table:
        return play_seat(
            Resuming(args.table, visible=args.visible), args, level=args.play, record=args.record
        )
    with build_environment(nick=args.name, address=args.address).journal() as journal:
        games = unfinished(journal)
    for each in games:
        print(f"{each.table[:12]}  {each.game:14} {', '.join(each.names)}  ({each.heights} steps)")
    if not games:
        print("There is no unfinished game.")
    return 0
