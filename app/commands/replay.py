"""`shoal replay FILE --no-window`: a record as text, one round after the other."""

from __future__ import annotations

import argparse
from pathlib import Path

from app.games.catalogue import catalogue
from app.keep.record_file import FILE_MAX
from app.records.verify import verify_record
from app.terminal.progress import Progress
from rules.text import event_text


def add_words(parser: argparse.ArgumentParser) -> None:
    """The words of this command."""
    parser.add_argument("file", type=Path)
    parser.add_argument("--verbose", action="store_true", help="the canonical text of every event")
    parser.set_defaults(run=run)


def run(words: argparse.Namespace) -> int:
    """Print what happened; the record is checked on the way."""
    try:
        with words.file.open("rb") as file:
            data = file.read(FILE_MAX + 1)
    except OSError as why:
        print(f"cannot read {words.file}: {why.strerror}")
        return 1
    with Progress("checking") as progress:
        verdict = verify_record(data, progress.show)
    if verdict.genesis is None:
        print(verdict.problem)
        return 1
    entry = catalogue().named(verdict.genesis.game)
    game, names = entry.rules, [player.nick for player in verdict.genesis.players]
    print(f"{game.title}: {', '.join(names)}")
    for k, event in verdict.events:
        line = event_text(game, event) if words.verbose else entry.line(event, names)
        if line:
            print(f"{k:5} {line}")
    if verdict.problem:
        print(f"The record does not hold from here on: {verdict.problem}")
        return 1
    if verdict.state is not None:
        print(entry.result(verdict.state, names))
    return 0
