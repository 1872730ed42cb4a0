"""The words of the command line, and which command they start."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

from app import VERSION
from app.bots.api import LEVELS
from app.commands import (
    bot,
    check_game,
    demo,
    doctor,
    host,
    join,
    replay,
    resume,
    simulate,
    tables,
    verify,
    watch,
)
from app.commands.words import add_game, add_terms

EPILOG = """exit status: 0 done, 1 a check failed or the table did not come about, 2 wrong usage.
SHOAL_HOME names another folder for identity, settings and records."""


class CommandLine(argparse.Namespace):
    """A parsed command line. `window` says whether it wants one; `run` is the command otherwise."""

    window: bool
    run: Callable[[argparse.Namespace], int]


def parse(argv: Sequence[str]) -> CommandLine:
    """Parse; prints help or what is wrong and raises SystemExit (2) as argparse does."""
    words = _parser().parse_args(argv, namespace=CommandLine())
    words.window = words.command in (None, "play") or (
        words.command in ("host", "join", "watch", "replay") and not words.no_window
    )
    return words


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="shoal",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Card and board games with the people on your network, without a server.",
    )
    parser.add_argument("--version", action="version", version=f"Shoal {VERSION}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    play = commands.add_parser("play", help="open the window straight at a table against bots")
    add_game(play)
    play.add_argument("--seats", type=int, help="how many play, you included")
    play.add_argument("--level", default="normal", choices=LEVELS)
    add_terms(play)

    hosting = _table(commands.add_parser("host", help="open a table and print its invitation"))
    host.add_words(hosting)
    joining = _table(
        commands.add_parser("join", help="sit down at a table: of an invitation, or of this network")
    )
    join.add_words(joining)
    watch.add_words(
        _table(commands.add_parser("watch", help="look on at a table: of an invitation, or of this network"))
    )
    tables.add_words(commands.add_parser("tables", help="the tables that are on this network now"))
    doctor.add_words(commands.add_parser("doctor", help="what of the network works here, and what to do"))
    bot.add_words(commands.add_parser("bot", help="a player without a screen"))
    resume.add_words(commands.add_parser("resume", help="go on with an unfinished game"))
    demo.add_words(commands.add_parser("demo", help="a whole game between bots in processes of their own"))
    simulate.add_words(commands.add_parser("simulate", help="games in one process: speed and strength"))
    verify.add_words(commands.add_parser("verify", help="check a saved record from nothing but its file"))
    check_game.add_words(
        commands.add_parser(
            "check-game", help="try whether a game keeps its contract, for whoever writes one"
        )
    )
    replay.add_words(_table(commands.add_parser("replay", help="step through a saved record")))
    return parser


def _table(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("--no-window", action="store_true", help="in the terminal")
    return parser
