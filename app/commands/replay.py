"""`shoal replay FILE --no-window`: a record as text, round by round."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from app.build import build_environment
from app.games.catalogue import catalogue
from app.games.entry import GameEntry
from app.games.look_back import GamePlayed, look_back
from app.keep.record_file import read_whole
from app.records.changes import change_text
from app.records.summary import opened_hand_lines
from app.records.verify import Verdict, verify_record
from app.table.agreed import option_pairs
from app.terminal.progress import ProgressLine
from net.errors import NetError
from net.wire.genesis import Genesis
from rules.api import Event, Face, Seat, Slot, View, opened
from rules.errors import BadOptions
from rules.replay import replay
from rules.text import event_text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("file", type=Path)
    parser.add_argument("--verbose", action="store_true", help="print the canonical text of every event")
    parser.add_argument(
        "--look-back",
        nargs="?",
        const="",
        metavar="PLAYER",
        help="with --no-window: show where the game turned for a player (default: you, if you played)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check the record, then print the game."""
    try:
        data = read_whole(args.file)
    except OSError as why:
        print(f"cannot read {args.file}: {why.strerror}")
        return 2
    with ProgressLine("checking") as progress:
        verdict = verify_record(data, progress.show)
    if verdict.genesis is None:
        print(verdict.problem)
        return 1 if verdict.is_judged else 2
    entry = catalogue().named(verdict.genesis.game)
    if args.look_back is not None:
        return _look_back(entry, verdict, args.look_back)
    game, names = entry.rules, [player.nick for player in verdict.genesis.players]
    print(f"{game.title}: {', '.join(names)}")
    told: Sequence[tuple[str, ...]] = [(event_text(game, event),) for _, event in verdict.events]
    if not args.verbose:
        told = _story(entry, names, dict(option_pairs(verdict.genesis.options)), verdict.events)
    for (k, _), lines in zip(verdict.events, told, strict=True):
        for line in lines:
            print(f"{k:5} {line}")
    changes = filter(None, (change_text(each, names) for each in verdict.changes))
    for line in (*changes, *verdict.findings(names), *opened_hand_lines(verdict, names)):
        print(line)
    if verdict.problem:
        print(f"From here on the record fails the check: {verdict.problem}")
        return 1
    if text := _ending(entry, verdict, names):
        print(text)
    return 0


def _look_back(entry: GameEntry, verdict: Verdict, player: str) -> int:
    """Print where the game turned for a player; only the fault if the record fails the check."""
    if verdict.genesis is None or verdict.problem:
        print(f"The record fails the check: {verdict.problem}")
        return 1
    names = [each.nick for each in verdict.genesis.players]
    own_seat, own_hand = _own(verdict.genesis)
    if player and names.count(player) != 1:
        raise BadOptions(f"nobody at that table is called {player!r}; the players were {', '.join(names)}")
    if not player and own_seat is None:
        raise BadOptions(f"you did not play at that table: name one of {', '.join(names)}")
    seat = names.index(player) if player else own_seat
    if seat is None:
        return 2
    events = [event for _, event in verdict.events]
    faces = {slot: face for event in events for slot, face in opened(event)}
    for hand in verdict.hands:
        faces.update(hand.faces)
    if seat == own_seat:
        faces.update(own_hand)
    game = GamePlayed(entry, dict(option_pairs(verdict.genesis.options)), names, events, faces)
    with ProgressLine("looking back") as progress:
        found = look_back(game, Seat(seat), progress.show)
    print(f"{entry.rules.title}, as {names[seat]} saw it. {found.summary}")
    for point in found.turning_points:
        print(f"{verdict.events[point.at][0]:5} {point}")
    return 0


def _own(genesis: Genesis) -> tuple[Seat | None, dict[Slot, Face]]:
    """Return our seat in a game of this computer, and our hand as the journal keeps it. (None, {}) if we did
    not play the game, or another program holds the journal."""
    with suppress(NetError), build_environment().journal() as journal:
        game = journal.game(genesis.id)
        return Seat(game.seat), {Slot(slot): Face(face) for slot, face in game.own_hand().items()}
    return None, {}


def _ending(entry: GameEntry, verdict: Verdict, names: Sequence[str]) -> str:
    """Return the state or the end of the game in words, with the ranks only if the story has not told
    them."""
    if verdict.state is None:
        return ""
    if verdict.state.needs:
        return entry.result(verdict.state, names, is_ended=verdict.is_ended, forfeits=verdict.forfeits)
    return entry.sums(verdict.state, names)


def _story(
    entry: GameEntry, names: Sequence[str], options: Mapping[str, str], heights: Sequence[tuple[int, Event]]
) -> Sequence[tuple[str, ...]]:
    """Return the lines of each event, as a spectator reads them."""
    events = [event for _, event in heights]
    public = {slot: face for event in events for slot, face in opened(event)}
    end = replay(entry.rules, len(names), options, events)
    return entry.chronicle(options, names, None).tell(events, View(end, None, public))
