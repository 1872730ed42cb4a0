"""`shoal games`: the games on this computer: list, export, hide, show, delete."""

from __future__ import annotations

import argparse
import json
import sys
from datetime import UTC, datetime
from pathlib import Path

from app.build import Environment, build_environment
from app.commands.arguments import check_record
from app.keep.journal import GameStatus, JournalFile, StoredGame
from app.keep.record_file import save_record_file
from app.table.kept import delete_game
from rules.errors import BadOptions

STATES = {
    GameStatus.PLAYING: "can be continued",
    GameStatus.FINISHED: "over",
    GameStatus.STOPPED: "stopped",
    GameStatus.ABANDONED: "abandoned",
}
FEW = 12
"""Number of letters shown of a game's id."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run, action="list", address=None)
    actions = parser.add_subparsers(dest="action", metavar="WHAT")
    actions.add_parser("list", help="list all games, the latest first (the default)").add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="as JSON"
    )
    for action, about in (
        ("export", "save the record of a game as a file"),
        ("hide", "hide a game from the lobby; it is deleted after 30 days"),
        ("show", "show a hidden game in the lobby again"),
        ("delete", "delete a game for good: you can never continue it"),
    ):
        made = actions.add_parser(action, help=about)
        made.add_argument("table", help="its id, or the first letters")
        if action == "export":
            made.add_argument("file", type=Path, help="where to")
        if action == "delete":
            made.add_argument("--yes", action="store_true", help="do not ask")


def run(args: argparse.Namespace) -> int:
    """List the games, or change one; raises `BadOptions` for letters that do not name one game."""
    env = build_environment()
    action = args.action or "list"
    if action == "list":
        return _list(env, as_json=args.json)
    if action == "export":
        check_record(args.file)
    with env.journal() as journal:
        game = _found(journal, args.table)
        if action == "export":
            save_record_file(args.file, journal.game(game.g).export())
        elif action != "delete":
            (journal.hide_game if action == "hide" else journal.show_game)(game.g)
    if action == "delete":
        return _delete(env, game, is_sure=args.yes)
    print(_DONE[action].format(game=_line(game)))
    return 0


_DONE = {
    "export": "Saved: {game}",
    "hide": "Hidden from the lobby, and deleted in 30 days: {game}",
    "show": "Shown in the lobby again: {game}",
    "delete": "Deleted: {game}",
}


def _list(env: Environment, *, as_json: bool) -> int:
    with env.journal() as journal:
        games = journal.games()
    if as_json:
        print(json.dumps([_values(game) for game in games]))
        return 0
    for game in games:
        print(_line(game))
    if not games:
        print("There is no game on this computer.")
    return 0


def _delete(env: Environment, game: StoredGame, *, is_sure: bool) -> int:
    print(_line(game))
    if not is_sure:
        print("You cannot undo this, and nobody else can take your seat. To delete the game, type yes.")
        if sys.stdin.readline().strip().lower() != "yes":
            print("Nothing was deleted.")
            return 1
    delete_game(env, game.g)
    print(_DONE["delete"].format(game=_line(game)))
    return 0


def _found(journal: JournalFile, letters: str) -> StoredGame:
    found = [game for game in journal.games() if game.g.hex().startswith(letters.lower())]
    if len(found) != 1:
        what = "No game" if not found else "More than one game"
        raise BadOptions(f"{what} here has an id that begins with {letters}: `shoal games` lists them")
    return found[0]


def _line(game: StoredGame) -> str:
    day = datetime.fromtimestamp(game.created, UTC)
    state = game.outcome or STATES[game.status]
    away = ", hidden" if game.hidden_since else ""
    names = ", ".join(game.nicks)
    return (
        f"{game.g.hex()[:FEW]}  {day:%Y-%m-%d}  {game.genesis.game:13} {names}  "
        f"({game.heights} steps, {state}{away})"
    )


def _values(game: StoredGame) -> dict[str, object]:
    """Return a game's values for JSON."""
    return {
        "table": game.g.hex(),
        "game": game.genesis.game,
        "players": list(game.nicks),
        "seat": game.seat,
        "status": game.status.name.lower(),
        "outcome": game.outcome,
        "steps": game.heights,
        "created": game.created,
        "hidden": game.hidden_since > 0,
    }
