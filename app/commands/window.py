"""What a window is to open with: `play`, and `host`, `join`, `watch` and `replay` without `--no-window`."""

from __future__ import annotations

import argparse
from dataclasses import replace

from app.bots.api import LEVELS
from app.commands.join import invitation_of, joining
from app.commands.words import add_game, add_terms, options_of, seats_of, terms_of
from app.games.catalogue import catalogue
from app.screens.lobby import against_bots
from app.screens.program import Watching
from app.table.start import Hosting, LookingOn, Start


def add_words(parser: argparse.ArgumentParser) -> None:
    """The words of `play`; those of the others are with their commands."""
    add_game(parser)
    parser.add_argument("--seats", type=int, help="how many play, you included")
    parser.add_argument("--level", default="normal", choices=LEVELS)
    add_terms(parser)


def wanted(words: argparse.Namespace) -> Start | Watching | None:
    """What the command line asks for; None for the lobby. Raises `BadOptions`."""
    if words.command == "play":
        rules, seats = catalogue().named(words.game).rules, words.seats
        rules.checked_options(rules.seats[0] if seats is None else seats, {})
        hosting = against_bots(words.game, seats=seats, level=words.level)
        return replace(hosting, policy=terms_of(words, hosting.seats))
    if words.command == "host":
        return _hosting(words)
    if words.command == "join":
        return joining(words)
    if words.command == "watch":
        return LookingOn(invitation_of(words))
    return Watching(words.file) if words.command == "replay" else None


def _hosting(words: argparse.Namespace) -> Hosting:
    entry = catalogue().named(words.game)
    seats = seats_of(entry, seats=words.seats, bots=words.bots)
    options = entry.rules.checked_options(seats, options_of(words))
    return Hosting(
        words.game,
        seats,
        tuple(options.items()),
        bots=words.bots,
        level=words.level,
        port=words.port,
        asks=words.admit != "all",
        policy=terms_of(words, seats),
        visible=words.visible,
    )
