"""`shoal bot INVITATION`: a player without a screen, for a table that somebody hosts."""

from __future__ import annotations

import argparse
from pathlib import Path

from app.commands.bots import play_bots
from app.commands.seat import play_seat
from app.commands.words import LEVEL, add_leash, add_player, add_record
from app.table.start import Joining


def add_words(parser: argparse.ArgumentParser) -> None:
    """The words of this command."""
    parser.add_argument("invitation", help="what the host was shown: SHOAL:...")
    parser.add_argument("--level", help=LEVEL)
    add_leash(parser)
    add_record(parser)
    parser.add_argument("--homes", type=Path, help=argparse.SUPPRESS)  # of the bots of one table
    add_player(parser)
    parser.set_defaults(run=run)


def run(words: argparse.Namespace) -> int:
    """Play."""
    start, level = Joining(words.invitation), words.level or ""
    if words.homes is not None:
        return play_bots(start, words.homes, address=words.address)
    return play_seat(start, words, level=level, record=words.record)
