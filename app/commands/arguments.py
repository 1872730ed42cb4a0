"""Arguments that several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

from app.games.catalogue import catalogue
from app.games.entry import GameEntry, checked_level
from app.games.narrator import counted
from app.policy import OFFERED, policy_for
from app.table.start import Hosting
from net.wire.genesis import Policy
from rules.errors import BadOptions

PORTS = range(1, 65536)
LEVEL = "how well the bots play: easy, normal or hard, unless the game has other levels (default: normal)"
WHICH = (
    "the invitation (SHOAL:...); or, on this network, the host's name, the first letters of the host's key, "
    "or the game"
)
TERMS = {
    "absent": (
        "wait|stand-in|leave-out|end",
        "what is proposed when a player is gone: to wait (the default), to let a rule play for them until "
        "they are back, to continue without them, or to end the game (with two players: without a result)",
    ),
    "gone_after": (
        "SECONDS",
        "a player silent for this long counts as gone, and the others are asked (default: 30)",
    ),
    "half": (
        "wait|end|wins",
        "if exactly half of the players leave: the game waits (the default), it ends "
        "as it stands, or it ends and those who left come last",
    ),
    "half_after": ("MINUTES", "with --half end or wins: time to come back before that end (default: 5)"),
    "escrow": (
        "T",
        "number of other players who together can open the cards of a player who is gone; they could also do "
        "so in secret at any time (default: 0, nobody can)",
    ),
    "clock": ("SECONDS", "time for each move (default: 0, no limit)"),
    "watch": ("closed|ask|open", "who may watch: nobody (the default), people you let in, anybody"),
    "watch_chat": ("no|yes", "spectators may chat: yes or no (default: no)"),
    "hints": ("none|allowed", "hints for players; everybody sees who asks for one (default: none)"),
}


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the argument for the game; a wrong name is refused with a list of all games."""
    parser.add_argument("game", type=_game, metavar="GAME", help=", ".join(sorted(catalogue().games)))


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add `--option K=V`, which may be repeated."""
    parser.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="an option of the game; may be repeated"
    )


def options_of(args: argparse.Namespace) -> dict[str, str]:
    """Return the options of the game; raises `BadOptions`."""
    options = {}
    for word in args.option:
        key, equals, value = str(word).partition("=")
        if not equals:
            raise BadOptions(f"write an option as KEY=VALUE, not {word!r}")
        options[key] = value
    return options


def add_terms(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for the terms of the table that this version offers."""
    group = parser.add_argument_group("terms that all players agree on")
    for key, (metavar, text) in TERMS.items():
        if key in OFFERED:
            group.add_argument(f"--{key.replace('_', '-')}", metavar=metavar, help=text)


def terms_of(args: argparse.Namespace, seats: int) -> Policy:
    """Return the terms as a policy; raises `BadOptions`."""
    given = {key: getattr(args, key, None) for key in TERMS}
    return policy_for({key: value for key, value in given.items() if value is not None}, seats)


def term_arguments(values: Mapping[str, str]) -> tuple[str, ...]:
    """Return the arguments that mean these terms, for starting a child process."""
    return tuple(f"--{key.replace('_', '-')}={value}" for key, value in values.items() if key in OFFERED)


def number(numbers: range, what: str) -> Callable[[str], int]:
    """Return a parser for whole numbers in a range. Its refusal reads "a port must be from 1 to 65535, not
    'x'"."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and int(text) in numbers):
            raise argparse.ArgumentTypeError(
                f"{what} must be from {numbers[0]} to {numbers[-1]}, not {text!r}"
            )
        return int(text)

    return read


def seats_of(entry: GameEntry, *, seats: int | None, bots: int) -> int:
    """Return the number of seats: as given, or the game's usual number, with bots the smallest that has
    room for them. Raises `BadOptions` if the bots leave no seat for the host."""
    wanted = max(entry.seats if not bots else entry.rules.seats[0], 1 + bots) if seats is None else seats
    if bots >= wanted:
        raise BadOptions(
            f"at a table of {wanted} there is room for {counted(wanted - 1, 'bot')} beside you, "
            f"not for {bots}"
        )
    return wanted


def hosting_of(args: argparse.Namespace) -> Hosting:
    """Return the table to open; raises `BadOptions`."""
    entry = catalogue().named(args.game)
    seats = seats_of(entry, seats=args.seats, bots=args.bots)
    options = entry.rules.checked_options(seats, options_of(args))
    return Hosting(
        args.game,
        seats,
        tuple(options.items()),
        bots=args.bots,
        level=checked_level(entry, args.level),
        port=args.port,
        asks=args.admit != "all",
        policy=terms_of(args, seats),
        visible=args.visible,
    )


def check_all_tables(args: argparse.Namespace) -> bool:
    """True for `--all`; raises `BadOptions` unless exactly one of a table and `--all` is given."""
    if bool(args.all) == bool(args.invitation):
        raise BadOptions("say which table to watch, or --all for all of them")
    return bool(args.all)


def check_record(path: Path | None) -> None:
    """Raise `BadOptions` before a game if its record could not be saved at `path` after it."""
    if path is None:
        return
    if path.is_dir():
        raise BadOptions(f"cannot save the record as {path}: that is a folder")
    import tempfile  # noqa: PLC0415  (a bot seldom keeps a record)

    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as why:
        raise BadOptions(f"cannot save the record as {path}: {why.strerror}") from why


def add_record(parser: argparse.ArgumentParser) -> None:
    """Add `--record`, for a player."""
    parser.add_argument("--record", type=Path, help="save the record of the game here")


def add_leash(parser: argparse.ArgumentParser) -> None:
    """Add `--leash`, for a program that another one runs."""
    parser.add_argument("--leash", action="store_true", help="stop when standard input is closed")


def add_visible(parser: argparse.ArgumentParser) -> None:
    """Add `--visible`, for a guest at a table."""
    parser.add_argument(
        "--visible",
        action="store_true",
        help="let the other players find you on this network if the connection is lost",
    )


def add_player(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of everybody at a table."""
    parser.add_argument("--name", help="your name for the others (default: the name in the settings)")
    parser.add_argument("--address", help="listen only on this address (127.0.0.1: this computer)")
    parser.add_argument("--json", action="store_true", help="print lines of JSON")


def _game(key: str) -> str:
    try:
        return catalogue().named(key).rules.key
    except BadOptions as why:
        raise argparse.ArgumentTypeError(str(why)) from why
