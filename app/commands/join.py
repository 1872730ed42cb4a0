"""`shoal join INVITATION|NAME`: sit down at somebody's table, in the terminal.

A name is that of a host, the first letters of its key, or a game; the table is looked for on this network.
"""

from __future__ import annotations

import argparse

from app.build import Lookout, look_out
from app.commands.words import LEVEL, WHICH, add_player, add_visible, number
from app.screens.nearby import find_table, table_line
from app.table.start import Joining
from net.errors import LinkError
from net.lobby.invitation import PREFIX, BadInvitation, parse_invitation
from rules.errors import BadOptions


def add_words(parser: argparse.ArgumentParser) -> None:
    """The words of this command."""
    parser.add_argument("invitation", metavar="INVITATION|NAME", help=WHICH)
    parser.add_argument(
        "--bots",
        type=number(range(10), "how many bots"),
        default=0,
        help="so many bots of this computer come with you; everybody is told that they are yours",
    )
    parser.add_argument("--level", default="", help=LEVEL)
    add_visible(parser)
    add_player(parser)
    parser.set_defaults(run=run)


def run(words: argparse.Namespace) -> int:
    """Play at somebody's table."""
    from app.commands.seat import play_seat  # noqa: PLC0415  (the window needs the invitation alone)

    return play_seat(joining(words), words, level=None, record=None)


def joining(words: argparse.Namespace) -> Joining:
    """The table that is meant; raises `LinkError` in words if it is not there, or not the only one."""
    return Joining(invitation_of(words), bots=words.bots, level=words.level, visible=words.visible)


def invitation_of(words: argparse.Namespace) -> str:
    """The invitation to the table that is meant; raises `LinkError` as `joining`, `BadOptions` for a text
    that is none."""
    text = str(words.invitation)
    if text.upper().startswith((PREFIX, "SHOAL://")):
        try:
            parse_invitation(text)
        except BadInvitation as why:
            raise BadOptions(f"{why.text[:1].upper()}{why.text[1:]}.") from None
        return text
    return _found(text, look_out(address=words.address))


def _found(name: str, lookout: Lookout) -> str:
    from app.commands.tables import look  # noqa: PLC0415  (an invitation needs no look round)

    around = look(lookout, until=lambda around: bool(find_table(name, around.tables)))
    tables = find_table(name, around.tables)
    if not tables:
        raise LinkError(
            f"no table of {name!r} was found on this network; shoal tables lists what there is, "
            "and shoal doctor says what may be in the way"
        )
    if len(tables) > 1:
        lines = "".join(f"\n    {table_line(table)}, key {table.words}" for table in tables)
        raise LinkError(f"{name!r} may be any of these; say the first letters of the key instead:{lines}")
    [table] = tables
    if table.hindrance:
        raise LinkError(f"the table with {table.host} was found. {table.hindrance}")
    return table.invitation
