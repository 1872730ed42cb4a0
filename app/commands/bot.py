"""`shoal bot INVITATION`: a player without a screen, for a table that somebody hosts."""

from __future__ import annotations

import argparse
from pathlib import Path

from app.commands.seat import play_seat
from app.commands.words import LEVEL, add_player
from app.table.start import Joining


def add_words(parser: argparse.ArgumentParser) -> None:
    """The words of this command."""
    parser.add_argument("invitation", help="what the host was shown: SHOAL:...")
    parser.add_argument("--level", help=LEVEL)
    parser.add_argument("--leash", action="store_true", help="end when standard input is closed")
    parser.add_argument("--record", type=Path, help="save the record of the game here")
    add_player(parser)
    parser.set_defaults(run=run)


def run(words: argparse.Namespace) -> int:
    """Play."""
    return play_seat(Joining(words.invitation), words, level=words.level or "", record=words.record)
