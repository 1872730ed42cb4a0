"""`shoal join INVITATION|NAME`: sit down at somebody's table, in the terminal.

A name is that of a host, the first letters of its key, or a game; the table is looked for on this network.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from app.build import Lookout, look_out
from app.commands.words import LEVEL, WHICH, add_player, add_visible, number
from app.nearby.around import FoundTable
from app.screens.nearby import find_table, table_line
from app.table.start import Joining
from net.errors import LinkError
from net.lobby.invitation import PREFIX, BadInvitation, parse_invitation
from rules.errors import BadOptions

Ask = Callable[[str], str]
"""Puts a question to the person at the terminal, and gives what was typed."""


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
    return _found(text, look_out(address=words.address), _asked(words))


def _found(name: str, lookout: Lookout, ask: Ask | None) -> str:
    from app.commands.tables import look  # noqa: PLC0415  (an invitation needs no look round)

    # To the end, though one may be there at once: the next may be the one that is meant.
    table = chosen(name, look(lookout, until=lambda _: False).tables, ask)
    if table.hindrance:
        raise LinkError(f"the table with {table.host} was found. {table.hindrance}")
    return table.invitation


def chosen(name: str, tables: Sequence[FoundTable], ask: Ask | None) -> FoundTable:
    """The table that is meant by a name; of several the one that `ask` says, which is shown the list.

    Raises `LinkError` in words where there is none, and where there are several and nobody can be asked.
    """
    tables = sorted(find_table(name, tables), key=lambda table: not table.about)  # people met before first
    if not tables:
        raise LinkError(
            f"no table of {name!r} was found on this network; shoal tables lists what there is, "
            "and shoal doctor says what may be in the way"
        )
    if len(tables) == 1:
        return tables[0]
    rows = [[f"{table_line(table)}, key {table.words}", table.about, table.warning] for table in tables]
    if ask is None:
        listed = "".join(f"\n    {line}" for row in rows for line in row if line)
        raise LinkError(f"{name!r} may be any of these; say the first letters of the key instead:{listed}")
    for place, (first, *more) in enumerate(rows, start=1):
        print("\n".join((f"{place}  {first}", *(f"   {line}" for line in more if line))))
    said = ask(f"{name!r} may be any of these. Which one (1 to {len(tables)}, Enter for none)? ").strip()
    if said not in map(str, range(1, len(tables) + 1)):
        raise LinkError("no table was chosen")
    return tables[int(said) - 1]


def _asked(words: argparse.Namespace) -> Ask | None:
    """Somebody to ask, if a person sits at this terminal."""
    return input if sys.stdin.isatty() and not getattr(words, "json", False) else None
