"""`shoal host GAME`: open a table, print its invitation, play at it in the terminal."""

from __future__ import annotations

import argparse

from app.commands.seat import play_seat
from app.commands.words import (
    LEVEL,
    PORTS,
    add_game,
    add_options,
    add_player,
    add_record,
    add_terms,
    check_record,
    number,
    options_of,
    seats_of,
    terms_of,
)
from app.games.catalogue import catalogue
from app.games.entry import checked_level
from app.table.start import Hosting
from rules.errors import BadOptions


def add_words(parser: argparse.ArgumentParser) -> None:
    """The words of this command."""
    add_game(parser)
    parser.add_argument(
        "--seats", type=int, help="how many play, you and the bots included (default: enough for the bots)"
    )
    parser.add_argument(
        "--bots",
        type=number(range(10), "how many bots"),
        default=0,
        help="so many of them are bots of this computer",
    )
    parser.add_argument("--level", help=LEVEL)
    parser.add_argument("--play", metavar="LEVEL", help="let a bot play your own seat")
    parser.add_argument("--leash", action="store_true", help="with --play: end when standard input is closed")
    add_record(parser)
    parser.add_argument(
        "--port", type=number(PORTS, "a port"), default=0, help="of the lobby (default: your own)"
    )
    parser.add_argument(
        "--admit",
        choices=("ask", "all"),
        help="ask you about everybody who wants to sit down, or let all in (default: ask; with --play: all)",
    )
    parser.add_argument("--visible", action="store_true", help="let everybody on this network find the table")
    add_options(parser)
    add_terms(parser)
    add_player(parser)
    parser.set_defaults(run=run)


def run(words: argparse.Namespace) -> int:
    """Play at a table of our own."""
    entry = catalogue().named(words.game)
    game, seats = entry.rules, seats_of(entry, seats=words.seats, bots=words.bots)
    options = game.checked_options(seats, options_of(words))
    check_record(words.record)
    if words.play is not None:
        checked_level(entry, words.play)
    if words.admit == "ask" and words.play is not None:
        raise BadOptions("with --play nobody is there to be asked about guests: leave --admit ask out")
    hosting = Hosting(
        game.key,
        seats,
        tuple(options.items()),
        bots=words.bots,
        level=checked_level(entry, words.level),
        port=words.port,
        asks=words.play is None and words.admit != "all" and words.bots < seats - 1,
        policy=terms_of(words, seats),
        visible=words.visible,
    )
    return play_seat(hosting, words, level=words.play, record=words.record)
