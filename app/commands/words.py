"""Words that several commands share."""

from __future__ import annotations

import argparse

from rules.errors import BadOptions


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


def add_player(parser: argparse.ArgumentParser) -> None:
    """The words of everybody who sits at a table."""
    parser.add_argument("--name", help="how the others see you (default: the name in the settings)")
    parser.add_argument("--address", help="listen on this address alone (127.0.0.1: this computer)")
    parser.add_argument("--json", action="store_true", help="what happens as lines of JSON")
