"""`shoal join INVITATION`: sit down at somebody's table, in the terminal."""

from __future__ import annotations

import argparse

from app.commands.seat import play_seat
from app.commands.words import add_player
from app.table.start import Joining


def add_words(parser: argparse.ArgumentParser) -> None:
    """The words of this command."""
    parser.add_argument("invitation", help="what the host was shown: SHOAL:...")
    add_player(parser)
    parser.set_defaults(run=run)


def run(words: argparse.Namespace) -> int:
    """Play at somebody's table."""
    return play_seat(Joining(words.invitation), words, level=None, record=None)
