"""Start of the window from the command line: `play`, `open`; `host`, `join`, `watch`, `replay` without
`--no-window`.

`shoal open LINK` is what a `shoal://` link does. It may be clicked on anybody's page, so it joins nothing by
itself: the invitation stands in the window. `shoal open FILE` is what a click on a record does.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from app.commands.join import invitation_of, joining
from app.commands.words import (
    LEVEL,
    add_game,
    add_options,
    add_terms,
    check_hall,
    options_of,
    seats_of,
    terms_of,
)
from app.games.catalogue import catalogue
from app.games.entry import checked_level
from app.keep.scheme import register
from app.screens.lobby import against_bots
from app.screens.program import Linked, OnTheWall, Watching
from app.table.start import Hosting, Spectating, Start
from net.lobby.invitation import BadInvitation, parse_invitation

LINK_MAX = 200
"""Characters of a link that is no invitation; more say no more."""


def add_words(parser: argparse.ArgumentParser) -> None:
    """The words of `play`; those of the others are with their commands."""
    add_game(parser)
    parser.add_argument("--seats", type=int, help="how many play, you included")
    parser.add_argument("--level", help=LEVEL)
    add_options(parser)
    add_terms(parser)


def add_link_words(parser: argparse.ArgumentParser) -> None:
    """The words of `shoal open`."""
    parser.add_argument(
        "link", nargs="?", default="", help="shoal://join/…, an invitation's text, or a record's file"
    )
    parser.add_argument(
        "--register", action="store_true", help="open such links with this Shoal from now on, for this user"
    )
    parser.set_defaults(run=_register)


def wanted(words: argparse.Namespace) -> Start | Watching | Linked | OnTheWall | None:
    """Return what the command line asks for; None for the lobby. Raises `BadOptions`."""
    if words.command == "play":
        entry = catalogue().named(words.game)
        seats = entry.seats if words.seats is None else words.seats
        options = entry.rules.checked_options(seats, options_of(words))
        hosting = against_bots(words.game, seats=seats, level=words.level)
        return replace(hosting, options=tuple(options.items()), policy=terms_of(words, seats))
    if words.command == "host":
        return _hosting(words)
    if words.command == "join":
        return joining(words)
    if words.command == "open":
        return _opened(words.link)
    if words.command == "watch":
        return OnTheWall() if check_hall(words) else Spectating(invitation_of(words))
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
        level=checked_level(entry, words.level),
        port=words.port,
        asks=words.admit != "all",
        policy=terms_of(words, seats),
        visible=words.visible,
    )


def record_path(text: str) -> Path | None:
    """The file that a desktop asks to open, as a path or as `file://…`; None for what is no such thing."""
    if text.lower().startswith("file:"):
        from urllib.request import url2pathname  # noqa: PLC0415  (it imports all of HTTP)

        return Path(url2pathname(urlsplit(text).path))
    path = Path(text)
    is_record = path.suffix.lower() == ".shoal" or path.is_file()  # the window says that it is not there
    return path if is_record and not text.lower().startswith("shoal:") else None


def _opened(link: str) -> Watching | Linked | None:
    """A record, or the invitation of a link. Of a link that is none the window says what is wrong with it:
    behind a click there is no terminal."""
    if not link:
        return None
    if (record := record_path(link)) is not None:
        return Watching(record)
    try:
        return Linked(str(parse_invitation(link)))
    except BadInvitation:
        return Linked(link[:LINK_MAX])


def _register(_: argparse.Namespace) -> int:
    print(register())
    return 0
