"""Commands that open the window: `play`, `open`; `host`, `join`, `watch`, `replay` without `--no-window`.

A `shoal://` link runs `shoal open LINK`. Such a link can be on anybody's page, so it joins nothing by
itself: the window shows the invitation. A click on a record runs `shoal open FILE`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from urllib.parse import urlsplit

from msgspec.structs import replace

from app.commands import arguments
from app.commands.join import invitation_of, joining
from app.games.catalogue import catalogue
from app.keep.scheme import register
from app.screens.lobby import against_bots
from app.screens.program import OpenLink, OpenScoreboard, ReplayingFile
from app.table.start import Spectating, Start
from net.lobby.invitation import BadInvitation, parse_invitation

LINK_MAX = 200
"""Characters shown of a link that is no invitation."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `play`; the other commands have theirs in their own modules."""
    arguments.add_game(parser)
    parser.add_argument("--seats", type=int, help="number of players, you included")
    parser.add_argument("--level", help=arguments.LEVEL)
    arguments.add_options(parser)
    arguments.add_terms(parser)


def add_link_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `shoal open`."""
    parser.add_argument(
        "link", nargs="?", default="", help="shoal://join/…, the text of an invitation, or a record file"
    )
    parser.add_argument(
        "--register", action="store_true", help="make this Shoal open such links, for this user"
    )
    parser.set_defaults(run=_register)


def wanted(args: argparse.Namespace) -> Start | ReplayingFile | OpenLink | OpenScoreboard | None:
    """Return what the window shows first; None for the lobby. Raises `BadOptions`."""
    if args.command == "play":
        entry = catalogue().named(args.game)
        seats = entry.seats if args.seats is None else args.seats
        options = entry.rules.checked_options(seats, arguments.options_of(args))
        hosting = against_bots(args.game, seats=seats, level=args.level)
        return replace(hosting, options=tuple(options.items()), policy=arguments.terms_of(args, seats))
    if args.command == "host":
        return arguments.hosting_of(args)
    if args.command == "join":
        return joining(args)
    if args.command == "open":
        return _opened(args.link)
    if args.command == "watch":
        return OpenScoreboard() if arguments.check_all_tables(args) else Spectating(invitation_of(args))
    return ReplayingFile(args.file) if args.command == "replay" else None


def record_path(text: str) -> Path | None:
    """Return the file that a desktop asks to open, as a path or `file://…`; None for anything else."""
    if text.lower().startswith("file:"):
        from urllib.request import url2pathname  # noqa: PLC0415  (it imports all of HTTP)

        return Path(url2pathname(urlsplit(text).path))
    path = Path(text)
    is_record = path.suffix.lower() == ".shoal" or path.is_file()  # the window reports a missing file
    return path if is_record and not text.lower().startswith("shoal:") else None


def _opened(link: str) -> ReplayingFile | OpenLink | None:
    """Return a record, or the invitation in a link. For a broken link the window explains the error, because
    a click opens no terminal."""
    if not link:
        return None
    if (record := record_path(link)) is not None:
        return ReplayingFile(record)
    try:
        return OpenLink(str(parse_invitation(link)))
    except BadInvitation:
        return OpenLink(link[:LINK_MAX])


def _register(_: argparse.Namespace) -> int:
    print(register())
    return 0
