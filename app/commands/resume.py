"""`shoal resume [TABLE]`: go on with an unfinished game, or list those that there are."""

from __future__ import annotations

import argparse
from pathlib import Path

from app.build import build_desk
from app.commands.bots import play_bots
from app.commands.seat import play_seat
from app.commands.words import add_leash, add_player, add_record, add_visible
from app.table.kept import unfinished
from app.table.start import Resuming


def add_words(parser: argparse.ArgumentParser) -> None:
    """The words of this command."""
    parser.add_argument("table", nargs="?", help="its id, or the first letters of it")
    parser.add_argument("--play", metavar="LEVEL", help="let a bot play the seat")
    add_leash(parser)
    add_record(parser)
    add_visible(parser)
    parser.add_argument("--homes", type=Path, help=argparse.SUPPRESS)  # of the bots of one table
    add_player(parser)
    parser.set_defaults(run=run)


def run(words: argparse.Namespace) -> int:
    """Play on, or list."""
    if words.table and words.homes is not None:
        return play_bots(Resuming(words.table), words.homes, address=words.address)
    if words.table:
        return play_seat(
            Resuming(words.table, visible=words.visible), words, level=words.play, record=words.record
        )
    with build_desk(nick=words.name, address=words.address).journal() as journal:
        games = unfinished(journal)
    for each in games:
        print(f"{each.table[:12]}  {each.game:14} {', '.join(each.names)}  ({each.heights} rounds)")
    if not games:
        print("There is no unfinished game.")
    return 0
