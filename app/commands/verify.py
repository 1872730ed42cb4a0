"""`shoal verify FILE`."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from app.games.catalogue import catalogue
from app.keep.record_file import FILE_MAX
from app.records.verify import Verdict, verify_record
from app.terminal.progress import ProgressLine


def add_words(parser: argparse.ArgumentParser) -> None:
    """The words of this command."""
    parser.add_argument("file", type=Path)
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(run=run)


def run(words: argparse.Namespace) -> int:
    """Check a record; 0 if everything in it holds."""
    try:
        with words.file.open("rb") as file:
            data = file.read(FILE_MAX + 1)
    except OSError as why:
        print(f"cannot read {words.file}: {why.strerror}")
        return 1
    with ProgressLine("checking", quiet=words.json) as progress:
        verdict = verify_record(data, progress.show)
    print(json.dumps(_values(verdict)) if words.json else _text(verdict))
    return 1 if verdict.problem else 0


def _text(verdict: Verdict) -> str:
    names = [player.nick for player in verdict.genesis.players] if verdict.genesis else []
    if verdict.problem:
        by = f"\nsigned by: {verdict.blamed}" if verdict.blamed else ""
        return f"This record does not hold.\n{verdict.problem}{by}"
    if verdict.genesis is None or verdict.state is None:
        return ""
    entry = catalogue().named(verdict.genesis.game)
    return (
        f"{entry.result(verdict.state, names)}\n"
        f"Everything holds: {verdict.heights} rounds, {verdict.proofs} proofs of the deck, "
        f"every signature, every link, every rule."
    )


def _values(verdict: Verdict) -> dict[str, object]:
    outcome = verdict.outcome
    return {
        "holds": not verdict.problem,
        "problem": verdict.problem,
        "signed_by": verdict.blamed,
        "heights": verdict.heights,
        "proofs": verdict.proofs,
        "game": verdict.genesis.game if verdict.genesis else None,
        "players": [player.nick for player in verdict.genesis.players] if verdict.genesis else [],
        "scores": list(outcome.scores) if outcome else None,
        "ranks": list(outcome.ranks) if outcome else None,
    }
