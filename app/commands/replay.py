"""`shoal replay FILE --no-window`: a record as text, one round after the other."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from app.games.catalogue import catalogue
from app.games.entry import GameEntry
from app.keep.record_file import FILE_MAX
from app.records.changes import change_text
from app.records.verify import Verdict, verify_record
from app.records.whose import hands_said
from app.table.agreed import option_pairs
from app.terminal.progress import ProgressLine
from rules.api import Event, View, opened
from rules.replay import replay
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
        return 2
    with ProgressLine("checking") as progress:
        verdict = verify_record(data, progress.show)
    if verdict.genesis is None:
        print(verdict.problem)
        return 1 if verdict.is_judged else 2
    entry = catalogue().named(verdict.genesis.game)
    game, names = entry.rules, [player.nick for player in verdict.genesis.players]
    print(f"{game.title}: {', '.join(names)}")
    told: Sequence[tuple[str, ...]] = [(event_text(game, event),) for _, event in verdict.events]
    if not words.verbose:
        told = _story(entry, names, dict(option_pairs(verdict.genesis.options)), verdict.events)
    for (k, _), lines in zip(verdict.events, told, strict=True):
        for line in lines:
            print(f"{k:5} {line}")
    changes = filter(None, (change_text(each, names) for each in verdict.changes))
    for line in (*changes, *verdict.findings(names), *hands_said(verdict, names)):
        print(line)
    if verdict.problem:
        print(f"The record does not hold from here on: {verdict.problem}")
        return 1
    if text := _ending(entry, verdict, names):
        print(text)
    return 0


def _ending(entry: GameEntry, verdict: Verdict, names: Sequence[str]) -> str:
    """How the game stands or ended; who came where the story has told."""
    if verdict.state is None:
        return ""
    if verdict.state.needs:
        return entry.result(verdict.state, names, is_ended=verdict.is_ended)
    return entry.sums(verdict.state, names)


def _story(
    entry: GameEntry, names: Sequence[str], options: Mapping[str, str], heights: Sequence[tuple[int, Event]]
) -> Sequence[tuple[str, ...]]:
    """The lines of each event as a spectator reads them."""
    events = [event for _, event in heights]
    public = {slot: face for event in events for slot, face in opened(event)}
    end = replay(entry.rules, len(names), options, events)
    return entry.chronicle(options, names, None).tell(events, View(end, None, public))
