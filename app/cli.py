"""The words of the command line, and which command they start."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module

from app import VERSION

EPILOG = """exit status: 0 done, 1 a check failed or the table did not come about, 2 wrong usage.
SHOAL_HOME names another folder for identity, settings and records."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its word, what it does, and whether it has a window that `--no-window` does without.

    `adds` is what adds its own words, where it is not alone in its module; `more` is for its own help alone.
    One `is_for_authors` is of the workshop, which no player's program loads.
    """

    word: str
    about: str
    windowed: bool = False
    where: str = ""
    adds: str = "add_words"
    more: str = ""
    is_for_authors: bool = False

    @property
    def module(self) -> str:
        """Module with its words and its `run`: imported when the command is given, for a table with all its
        network takes longer to import than many a record to check."""
        return f"app.{'workshop.' * self.is_for_authors}commands.{self.where or self.word.replace('-', '_')}"

    @property
    def description(self) -> str:
        """Sentences at the head of its own help."""
        return f"{self.about[:1].upper()}{self.about[1:]}.{self.more and ' '}{self.more}"


COMMANDS = (
    Command(
        "play",
        "open the window straight at a table against bots",
        where="window",
        more="The bots are peers with keys of their own, in one process beside the window.",
    ),
    Command("host", "open a table and print its invitation", windowed=True),
    Command("join", "sit down at a table: of an invitation, or of this network", windowed=True),
    Command(
        "watch",
        "watch a table: of an invitation, or of this network",
        windowed=True,
        more="The table must allow it. Everything is checked on the way.",
    ),
    Command(
        "open",
        "show the invitation of a shoal:// link, or a record, in the window",
        where="window",
        adds="add_link_words",
    ),
    Command("tables", "the tables that are on this network now"),
    Command(
        "people",
        "whom you have met at a table, and who of them is here now",
        where="tables",
        adds="add_people_words",
    ),
    Command(
        "doctor",
        "what of the network works here, and what to do",
        more="It looks for some seconds. Exit status 0 if another computer answers and nothing is in the "
        "way, otherwise 1.",
    ),
    Command(
        "give",
        "let the neighbours take files from you by their browser: the installers of Shoal",
        more="Only the named files, on this network, until Ctrl-C.",
    ),
    Command("bot", "a player without a screen"),
    Command("resume", "go on with an unfinished game, or list those that there are"),
    Command("games", "the games of this computer: list, export, dismiss, delete"),
    Command("identity", "who you are to others: show it, save it with a passphrase, take it"),
    Command("about", "the version, where your data lies, and the licences of all parts"),
    Command("stats", "what your games add up to, from their checked records"),
    Command(
        "demo",
        "a whole game between bots in processes of their own",
        more="It ends with the result, the time by stage and the proofs that were checked. Those who watch "
        "must come to the same record.",
        is_for_authors=True,
    ),
    Command("simulate", "games in one process: speed and strength", is_for_authors=True),
    Command(
        "verify",
        "check a saved record from nothing but its file",
        more="Exit status 0 if it holds, 1 if it does not, 2 if it is no record.",
    ),
    Command(
        "new-game",
        "make a package with a small game, for whoever writes one",
        more="It can be installed and played at once. rules/WRITING_A_GAME.md in the sources explains it.",
        is_for_authors=True,
    ),
    Command(
        "check-game",
        "try whether a game keeps its contract, for whoever writes one",
        more="rules/WRITING_A_GAME.md in the sources says how to write one.",
        is_for_authors=True,
    ),
    Command("replay", "step through a saved record", windowed=True),
)


class CommandLine(argparse.Namespace):
    """A parsed command line. `window` says whether it wants one; `run` is the command otherwise."""

    window: bool
    selftest: bool
    run: Callable[[argparse.Namespace], int]


def parse(argv: Sequence[str]) -> CommandLine:
    """Parse; prints help or what is wrong and raises SystemExit (2) as argparse does."""
    chosen = next((word for word in argv if not word.startswith("-")), "")
    words = _parsers(chosen)[0].parse_args(argv, namespace=CommandLine())
    words.window = (
        words.command in (None, "play")
        or (words.command in ("host", "join", "watch", "replay") and not words.no_window)
        or (words.command == "open" and not words.register)
    )
    return words


def parser_of(word: str) -> argparse.ArgumentParser:
    """The parser of one command, with its words: for man pages and completions."""
    return _parsers(word)[1][word]


def _parsers(chosen: str) -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    """A parser that knows all commands by their words, and theirs; that of the chosen one knows its words."""
    parser = argparse.ArgumentParser(
        prog="shoal",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Card and board games with the people on your network, without a server.",
    )
    parser.add_argument("--selftest", action="store_true", help="try whether this installation is whole")
    parser.add_argument("--version", action="version", version=f"Shoal {VERSION}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    parsers = {}
    for command in COMMANDS:
        its = parsers[command.word] = commands.add_parser(
            command.word, help=command.about, description=command.description
        )
        if command.windowed:
            its.add_argument("--no-window", action="store_true", help="in the terminal")
        if command.word == chosen:
            getattr(import_module(command.module), command.adds)(its)
    return parser, parsers
