"""`shoal join INVITATION|NAME`: sit down at a table, in the terminal.

NAME is the host's name, the first letters of the host's key, or a game; the table is then searched for on
this network.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from app.build import SearchEnvironment, build_search_environment
from app.commands.arguments import LEVEL, WHICH, add_player, add_visible, number
from app.games.narrator import upper_first
from app.nearby.around import FoundTable
from app.screens.nearby import find_table, table_line
from app.table.start import Joining
from net.errors import LinkError
from net.lobby.invitation import PREFIX, BadInvitation, parse_invitation
from rules.errors import BadOptions

Ask = Callable[[str], str]
"""Asks the person at the terminal a question; returns what was typed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("invitation", metavar="INVITATION|NAME", help=WHICH)
    parser.add_argument(
        "--bots",
        type=number(range(10), "the number of bots"),
        default=0,
        help="number of bots you bring; everybody is told that they are yours",
    )
    parser.add_argument("--level", default="", help=LEVEL)
    add_visible(parser)
    add_player(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Join a table and play at it."""
    from app.commands.seat import play_seat  # noqa: PLC0415  (the window needs only the invitation)

    return play_seat(joining(args), args, level=None, record=None)


def joining(args: argparse.Namespace) -> Joining:
    """Find the table and how to join it; raises as `invitation_of`."""
    return Joining(invitation_of(args), bots=args.bots, level=args.level, visible=args.visible)


def invitation_of(args: argparse.Namespace) -> str:
    """Return the invitation to the named table. Raises `LinkError` as `chosen`, or if we cannot sit there;
    `BadOptions` for an invalid invitation."""
    text = str(args.invitation)
    if text.upper().startswith((PREFIX, "SHOAL://")):
        try:
            parse_invitation(text)
        except BadInvitation as why:
            raise BadOptions(f"{upper_first(why.text)}.") from None
        return text
    return _found(text, build_search_environment(address=args.address), _asked(args))


def _found(name: str, env: SearchEnvironment, ask: Ask | None) -> str:
    from app.commands.tables import look  # noqa: PLC0415  (an invitation needs no search)

    # Wait the whole time, though a table may answer at once: a later one may fit as well.
    table = chosen(name, look(env, until=lambda _: False).tables, ask)
    if table.hindrance:
        raise LinkError(f"{table.host}'s table is here. {table.hindrance}")
    return table.invitation


def chosen(name: str, tables: Sequence[FoundTable], ask: Ask | None) -> FoundTable:
    """Return the table that a name means; of several, `ask` shows the list and returns the choice. Raises
    `LinkError` if there is none, or several and none is chosen."""
    tables = sorted(find_table(name, tables), key=lambda table: not table.about)  # people met before first
    if not tables:
        raise LinkError(
            f"found no table that fits {name!r} on this network; shoal tables lists all tables, "
            "and shoal doctor says what may be wrong"
        )
    if len(tables) == 1:
        return tables[0]
    rows = [[f"{table_line(table)}, key {table.words}", table.about, table.warning] for table in tables]
    if ask is None:
        listed = "".join(f"\n    {line}" for row in rows for line in row if line)
        raise LinkError(f"{name!r} fits several tables; give the first letters of the key instead:{listed}")
    for place, (first, *more) in enumerate(rows, start=1):
        print("\n".join((f"{place}  {first}", *(f"   {line}" for line in more if line))))
    said = ask(f"{name!r} fits these tables. Which one (1 to {len(tables)}, Enter for none)? ").strip()
    if said not in map(str, range(1, len(tables) + 1)):
        raise LinkError("no table was chosen")
    return tables[int(said) - 1]


def _asked(args: argparse.Namespace) -> Ask | None:
    """Return the function that asks the person at this terminal; None if nobody sits there."""
    return input if sys.stdin.isatty() and not getattr(args, "json", False) else None
