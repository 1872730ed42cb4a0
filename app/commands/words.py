"""Words that several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

from app.games.catalogue import catalogue
from app.games.entry import GameEntry
from app.games.narrator import counted
from app.policy import OFFERED, policy_for
from net.wire.genesis import Policy
from rules.errors import BadOptions

PORTS = range(1, 65536)
LEVEL = "of the bots: easy, normal or hard, where a game has no levels of its own (default: normal)"
WHICH = (
    "what the host was shown (SHOAL:...); or on this network the host's name, the first letters of the key, "
    "or the game"
)
TERMS = {
    "absent": (
        "wait|stand-in|leave-out|end",
        "what is proposed when somebody is gone: nothing (the default), that a rule plays for them until "
        "they are back, that the game goes on without them, or that it ends "
        "there, scored as it stands (between two: without a result)",
    ),
    "gone_after": (
        "SECONDS",
        "of silence after which somebody is gone and the others are asked (default: 30)",
    ),
    "half": (
        "wait|end|wins",
        "what becomes of a game that exactly half of its players leave: it waits (the default), it ends "
        "as it stands, or it ends and those who left come last",
    ),
    "half_after": ("MINUTES", "after the question how to go on, until that happens (default: 5)"),
    "escrow": (
        "T",
        "so many of the others together can open the cards of somebody who vanishes, and could at any time "
        "see them (default: 0, nobody can)",
    ),
    "clock": ("SECONDS", "that a move may take (default: 0, as long as it takes)"),
    "watch": ("closed|ask|open", "who may watch: nobody (the default), whom you let in, anybody"),
    "watch_chat": ("no|yes", "whether those who watch may chat (default: no)"),
    "hints": ("none|allowed", "whether a player may ask for a hint, which everybody sees (default: none)"),
}


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the argument for the game: one of the catalogue; any other word is refused with a list of those
    there are."""
    parser.add_argument("game", type=_game, metavar="GAME", help=", ".join(sorted(catalogue().games)))


def add_options(parser: argparse.ArgumentParser) -> None:
    """`--option K=V`, as often as wanted."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="K=V",
        help="an option of the game, as often as wanted",
    )


def options_of(words: argparse.Namespace) -> dict[str, str]:
    """The options that were given; raises `BadOptions`."""
    options = {}
    for word in words.option:
        key, equals, value = str(word).partition("=")
        if not equals:
            raise BadOptions(f"an option is given as KEY=VALUE, not {word!r}")
        options[key] = value
    return options


def add_terms(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for the terms of a table, as far as this version keeps them."""
    group = parser.add_argument_group("what all who sit down agree on")
    for key, (metavar, text) in TERMS.items():
        if key in OFFERED:
            group.add_argument(f"--{key.replace('_', '-')}", metavar=metavar, help=text)


def terms_of(words: argparse.Namespace, seats: int) -> Policy:
    """The policy that was asked for; raises `BadOptions`."""
    given = {key: getattr(words, key, None) for key in TERMS}
    return policy_for({key: value for key, value in given.items() if value is not None}, seats)


def term_words(values: Mapping[str, str]) -> tuple[str, ...]:
    """The words of a command line that agree on these values, for a process that is started."""
    return tuple(f"--{key.replace('_', '-')}={value}" for key, value in values.items() if key in OFFERED)


def number(numbers: range, what: str) -> Callable[[str], int]:
    """For argparse: a whole number out of a range, refused in words: "a port is a number from 1 to 65535"."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and int(text) in numbers):
            raise argparse.ArgumentTypeError(
                f"{what} is a number from {numbers[0]} to {numbers[-1]}, not {text!r}"
            )
        return int(text)

    return read


def seats_of(entry: GameEntry, *, seats: int | None, bots: int) -> int:
    """Return the number of seats at a table: as wanted, or as many as play usually, with room for the bots.

    Raises `BadOptions` when the bots do not leave a seat for the player who hosts.
    """
    wanted = max(entry.seats if not bots else entry.rules.seats[0], 1 + bots) if seats is None else seats
    if bots >= wanted:
        raise BadOptions(
            f"at a table of {wanted} there is room for {counted(wanted - 1, 'bot')} beside you, "
            f"not for {bots}"
        )
    return wanted


def check_hall(words: argparse.Namespace) -> bool:
    """True if the whole hall is wanted; raises `BadOptions` where neither that nor a table is named, or both
    are."""
    if bool(words.hall) == bool(words.invitation):
        raise BadOptions("say which table to watch, or --hall for all of them")
    return bool(words.hall)


def check_record(path: Path | None) -> None:
    """Raise `BadOptions` if a record could not be saved there: better said before the game than after it."""
    if path is None:
        return
    if path.is_dir():
        raise BadOptions(f"the record cannot be saved as {path}: that is a folder")
    import tempfile  # noqa: PLC0415  (a bot seldom keeps a record)

    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as why:
        raise BadOptions(f"the record cannot be saved as {path}: {why.strerror}") from why


def add_record(parser: argparse.ArgumentParser) -> None:
    """`--record`, of who plays."""
    parser.add_argument("--record", type=Path, help="save the record of the game here")


def add_leash(parser: argparse.ArgumentParser) -> None:
    """`--leash`, of a program that another one runs."""
    parser.add_argument("--leash", action="store_true", help="end when standard input is closed")


def add_visible(parser: argparse.ArgumentParser) -> None:
    """`--visible`, of who sits at somebody's table."""
    parser.add_argument(
        "--visible",
        action="store_true",
        help="let the other players of the table find you on this network when you have lost each other",
    )


def add_player(parser: argparse.ArgumentParser) -> None:
    """The words of everybody who sits at a table."""
    parser.add_argument("--name", help="how the others see you (default: the name in the settings)")
    parser.add_argument("--address", help="listen on this address alone (127.0.0.1: this computer)")
    parser.add_argument("--json", action="store_true", help="what happens as lines of JSON")


def _game(key: str) -> str:
    try:
        return catalogue().named(key).rules.key
    except BadOptions as why:
        raise argparse.ArgumentTypeError(str(why)) from why
