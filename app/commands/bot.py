"""`shoal bot INVITATION`: a bot without a screen sits down at a table."""

from __future__ import annotations

import argparse
from pathlib import Path

from app.commands.arguments import LEVEL, add_leash, add_player, add_record
from app.commands.bots import play_bots
from app.commands.seat import play_seat
from app.table.start import Joining


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("invitation", help="the host's invitation: SHOAL:...")
    parser.add_argument("--level", help=LEVEL)
    add_leash(parser)
    add_record(parser)
    parser.add_argument("--homes", type=Path, help=argparse.SUPPRESS)  # all bots of a table in one process
    add_player(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play one bot, or those in `--homes`; return the exit status."""
    start, level = Joining(args.invitation), args.level or ""
    if args.homes is not None:
        return play_bots(start, args.homes, address=args.address)
    return play_seat(start, args, level=level, record=args.record)
