"""Files of a player of this version, made by real processes and kept: all later versions must open them.

    python -m tests.support.kept FOLDER     tests/data/kept/0.1.0, say: once for every published version

A home with identity, profile, settings and journal after a finished game of Matriculation between two
processes, its record, those of a game of each other kind, and `facts.json`, the facts that a program of any
later version must find in them.
"""

from __future__ import annotations

import json
import secrets
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

from app import VERSION
from app.keep.contacts import meet
from app.keep.handover import export_identity
from app.keep.home import Home
from app.keep.journal import JournalFile
from app.keep.profile import own_identity
from app.keep.settings import Settings, read_settings, write_settings
from app.records.verify import verify_record
from app.table.children import child_command, child_environment
from tests.support.processes import start_table, wait_for
from tests.support.values import replace

FILES = ("identity", "profile.json", "settings.json", "journal.sqlite")
OTHERS = (("plump", "--option", "length=short"), ("cahoots",), ("kings",), ("reef",))
RECORD, SEALED, FACTS = "game.shoal", "sealed-identity", "facts.json"
PASSPHRASE = "for a test alone"  # noqa: S105
SETTINGS = Settings(nick="Lisa", theme="dark", scale=120, four_colours=False)


def main(words: list[str]) -> int:
    """Make the files of this version."""
    [folder] = map(Path, words)
    make(folder, others=OTHERS)
    return 0


def make(folder: Path, *, game: str = "matriculation", others: Iterable[Sequence[str]] = ()) -> None:
    """Play a game, and keep its files; raise `FileExistsError` if the folder exists already.

    `others` are arguments of `shoal demo` for further games, whose records are kept.
    """
    folder.mkdir(parents=True)
    with tempfile.TemporaryDirectory(prefix="shoal-kept-") as name:
        place = Path(name)
        peers = start_table(place, game, 2)
        wait_for("the record", (place / RECORD).exists, seconds=110, peers=peers)
        for peer in peers:
            if peer.running is not None:
                peer.running.wait(60)
            peer.kill()
        home = Home(place / "0")
        home.settings_file.write_text(write_settings(SETTINGS), encoding="utf-8")
        _meet(home)
        export_identity(home, folder / SEALED, PASSPHRASE, randomness=secrets.token_bytes)
        with closing(sqlite3.connect(home.journal_file)) as base:
            base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for each in FILES:
            shutil.copy(home.folder / each, folder / each)
        shutil.copy(place / RECORD, folder / RECORD)
    for words in others:
        _demo(words, folder / f"{words[0]}.shoal")
    facts = {"version": VERSION, **found(folder)}
    for lock in folder.glob("*.lock"):  # locks of the journal that was just read
        lock.unlink()
    (folder / FACTS).write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


def _demo(words: Sequence[str], record: Path) -> None:
    """Play a game between two processes, only for its record."""
    with tempfile.TemporaryDirectory(prefix="shoal-kept-") as name:
        command = child_command("demo", *words, "--peers", "2", "--record", str(record.absolute()))
        subprocess.run(
            command, check=True, stdout=subprocess.DEVNULL, env=child_environment(Path(name)), timeout=600
        )


def _meet(home: Home) -> None:
    """Remember the opponents as if they had been people, because nothing is kept about bots."""
    own = own_identity(home)
    assert own is not None
    with JournalFile(
        home.journal_file, own, randomness=secrets.token_bytes, now=lambda: int(time.time())
    ) as journal:
        [game] = journal.games()
        people = tuple(replace(each, run_by=0, voucher=b"") for each in game.genesis.players)
        genesis = replace(game.genesis, players=people)
        meet(journal, own, genesis, now_s=int(time.time()), is_new=True)


def found(folder: Path) -> dict[str, object]:
    """The facts that today's program finds in the files of a folder (it may change them: hand in a copy)."""
    home = Home(folder)
    own = own_identity(home)
    settings, warning = read_settings(home.settings_file.read_text(encoding="utf-8"))
    if own is None or warning:
        raise AssertionError(warning or "no identity")
    with JournalFile(
        home.journal_file, own, randomness=secrets.token_bytes, now=lambda: int(time.time())
    ) as journal:
        games = [[each.genesis.game, list(each.nicks), each.outcome] for each in journal.games()]
        contacts = [[each.nick, each.ed.hex(), each.games] for each in journal.contacts()]
    records = sorted(each for each in folder.glob("*.shoal") if each.name != RECORD)
    return {
        "key": own.public.hex(),
        "settings": [settings.nick, settings.theme, settings.scale, settings.four_colours],
        "games": games,
        "contacts": contacts,
        "record": _judged(folder / RECORD),
        "records": {each.stem: _judged(each) for each in records},
    }


def _judged(record: Path) -> list[object]:
    verdict = verify_record(record.read_bytes())
    return [verdict.is_judged, verdict.problem, verdict.heights, verdict.proofs]


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
