"""The command line: which commands there are, and what starts for each."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from importlib import import_module

from msgspec import Struct

from app import VERSION

EPILOG = """exit status: 0 done, 1 a check failed or no game was played, 2 wrong usage.
SHOAL_HOME names another folder for identity, settings and records."""


class Command(Struct, frozen=True):
    """A command: its word, its help, and whether `--no-window` replaces its window by the terminal.

    `adds` names the function that adds its arguments, if its module has several. `more` is further text in
    its own help. A command with `is_for_authors` belongs to the workshop, which no player's program loads.
    """

    word: str
    about: str
    windowed: bool = False
    where: str = ""
    adds: str = "add_arguments"
    more: str = ""
    is_for_authors: bool = False

    @property
    def module(self) -> str:
        """Module with the command's arguments and its `run`. It is imported only when the command is given: a
        table with its network takes longer to import than many records take to check."""
        return f"app.{'workshop.' * self.is_for_authors}commands.{self.where or self.word.replace('-', '_')}"

    @property
    def description(self) -> str:
        """Sentences at the head of the command's own help."""
        return f"{self.about[:1].upper()}{self.about[1:]}.{self.more and ' '}{self.more}"


COMMANDS = (
    Command(
        "play",
        "open the window at a new table against bots",
        where="window",
        more="The bots run in a process of their own and see only their own hands.",
    ),
    Command("host", "open a table and print its invitation", windowed=True),
    Command("join", "sit down at a table, by its invitation or found on this network", windowed=True),
    Command(
        "watch",
        "watch a table, by its invitation or found on this network",
        windowed=True,
        more="The table must allow it. Every step is checked as you watch.",
    ),
    Command(
        "open",
        "open a shoal:// link or a saved game in the window",
        where="window",
        adds="add_link_arguments",
    ),
    Command("tables", "list the tables on this network now"),
    Command(
        "people",
        "list the people you have played with, and who is here now",
        where="tables",
        adds="add_people_arguments",
    ),
    Command(
        "doctor",
        "check this network and say what to do",
        more="It takes some seconds. Exit status 0 if another computer answers and nothing is in the "
        "way, otherwise 1.",
    ),
    Command(
        "give",
        "let people on this network download Shoal's installers from you",
        more="It gives only the files you name, only on this network, until you press Ctrl-C.",
    ),
    Command("bot", "let a bot sit down at a table"),
    Command("continue", "continue an unfinished game, or list them", where="resume"),
    Command("games", "list, export, hide or delete the games on this computer"),
    Command("identity", "show, export, import or seal the identity that others know you by"),
    Command("about", "show the version, where your data is, and the licences of all parts"),
    Command("stats", "show statistics of your games, from their checked records"),
    Command(
        "demo",
        "play a whole game between bots in processes of their own",
        more="It ends with the result, the time by stage and the proofs that were checked. Spectators "
        "must end with the same record.",
        is_for_authors=True,
    ),
    Command("simulate", "play games in one process to measure speed and strength", is_for_authors=True),
    Command(
        "verify",
        "check a saved record, using nothing but the file",
        more="Exit status 0 if it holds, 1 if it does not, 2 if the file is not a record.",
    ),
    Command(
        "new-game",
        "make a package with a small game, for authors of games",
        more="It can be installed and played at once. rules/WRITING_A_GAME.md in the sources explains it.",
        is_for_authors=True,
    ),
    Command(
        "check-game",
        "test a game against the contract, for authors of games",
        more="rules/WRITING_A_GAME.md in the sources says how to write one.",
        is_for_authors=True,
    ),
    Command("replay", "step through a saved record", windowed=True),
)


class CommandLine(argparse.Namespace):
    """A parsed command line. `window`: True if it opens the window; otherwise `run` is the command."""

    window: bool
    selftest: bool
    run: Callable[[argparse.Namespace], int]


def parse(argv: Sequence[str]) -> CommandLine:
    """Parse the command line. Prints help or an error and raises SystemExit, as argparse does."""
    chosen = next((word for word in argv if not word.startswith("-")), "")
    args = _parsers(chosen)[0].parse_args(argv, namespace=CommandLine())
    args.window = (
        args.command in (None, "play")
        or (args.command in ("host", "join", "watch", "replay") and not args.no_window)
        or (args.command == "open" and not args.register)
    )
    return args


def parser_of(word: str) -> argparse.ArgumentParser:
    """Return the parser of one command with its arguments, for man pages and completions."""
    return _parsers(word)[1][word]


def _parsers(chosen: str) -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    """Return the parser of all commands, and the parser of each by name. Only the chosen one has
    arguments."""
    parser = argparse.ArgumentParser(
        prog="shoal",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Card and board games with the people on your network, without a server.",
    )
    parser.add_argument("--selftest", action="store_true", help="test this installation")
    parser.add_argument("--version", action="version", version=f"Shoal {VERSION}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    parsers = {}
    for command in COMMANDS:
        its = parsers[command.word] = commands.add_parser(
            command.word, help=command.about, description=command.description
        )
        if command.windowed:
            its.add_argument("--no-window", action="store_true", help="stay in the terminal")
        if command.word == chosen:
            getattr(import_module(command.module), command.adds)(its)
    return parser, parsers
