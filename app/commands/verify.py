"""`shoal verify FILE`: check a record. `shoal verify FILE OTHER`: compare two as well."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import time
from pathlib import Path

from msgspec import to_builtins

from app.games.catalogue import catalogue
from app.games.narrator import counted, upper_first
from app.keep.contacts import Acquaintance, acquaintance
from app.keep.home import find_home
from app.keep.record_file import read_record_file, read_whole
from app.policy import policy_values
from app.records.checker import save_checker
from app.records.comparison import compare, compared_text
from app.records.growing_record import GrowingRecord
from app.records.parallel import LARGE, part_report, verify_together
from app.records.summary import extent_text, genesis_text, opened_hand_lines
from app.records.verify import Verdict
from app.table.agreed import option_pairs
from app.terminal.progress import ProgressLine
from app.watching.pool import help_check
from net.agreement.walk import Stride
from net.lobby.identity import fingerprint
from net.seat.hands import SignedHand
from net.wire.genesis import Genesis, parse_genesis

LOOK_S = 1.0
"""Seconds between two looks at a file with `--watch`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("other", type=Path, nargs="?", help="another record, to compare with the first")
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--watch", action="store_true", help="keep checking what is added to the file until the game is over"
    )
    parser.add_argument(
        "--save-checker",
        type=Path,
        metavar="FOLDER",
        help="save a second program that checks a record without this one into FOLDER: "
        "python3 shoal-checker/second_reader.py FILE",
    )
    parser.add_argument("--stride", type=_stride, help=argparse.SUPPRESS)  # for helpers of `watch`
    parser.add_argument("--blocks", type=int, help=argparse.SUPPRESS)  # for helpers of `verify`
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Check a record; return 0 if it holds, 1 if not, 2 if this program cannot judge it.

    With another record both are checked, and compared if both hold; then 1 also means that they tell
    different courses of one game.
    """
    if args.save_checker is not None:
        return _saved_checker(args.save_checker)
    if args.file is None:
        print("Which record? shoal verify FILE")
        return 2
    if args.stride is not None:
        help_check(sys.stdin.buffer, sys.stdout, args.stride)
        return 0
    return _one(args) if args.other is None else _compared(args)


def _saved_checker(folder: Path) -> int:
    """Save the second reader; return 2 if it cannot be written."""
    try:
        reader = save_checker(folder)
    except OSError as why:
        print(f"cannot write to {folder}: {why.strerror}")
        return 2
    print(f"Saved. Read it, then: python3 {reader} FILE")
    return 0


def _one(args: argparse.Namespace) -> int:
    try:
        data = read_whole(args.file)
    except OSError as why:
        print(f"cannot read {args.file}: {why.strerror}")
        return 2
    if args.blocks is not None:
        print(part_report(data, args.blocks, lambda: os.read(sys.stdin.fileno(), 1)))
        return 0
    verdict = _watched(args.file, data, quiet=args.json) if args.watch else _checked(args, data)
    if verdict is None:
        return 0
    known = acquaintance(find_home())
    print(json.dumps(_values(verdict, known)) if args.json else _text(verdict, known))
    if not verdict.is_judged:
        return 2
    return 1 if verdict.problem else 0


def _compared(args: argparse.Namespace) -> int:
    """Check two records, and compare them if both hold."""
    if args.watch:
        print("--watch takes one file: to compare two, leave --watch out.")
        return 2
    for path in (args.file, args.other):
        if not args.json:
            print(f"{path.name}:")
        if status := _one(argparse.Namespace(**{**vars(args), "file": path})):
            return status
    one, two = (read_record_file(read_whole(path)) for path in (args.file, args.other))
    found = compare(one, two)
    if args.json:
        values = to_builtins(found) | {"is_parted": found.is_parted}
        print(json.dumps(values))
    else:
        names = [player.nick for player in parse_genesis(one.genesis).players]
        print(compared_text(found, (args.file.name, args.other.name), names))
    return 1 if found.is_parted else 0


def _checked(args: argparse.Namespace, data: bytes) -> Verdict:
    """Check a whole file; if that takes a while, say first how large it is."""
    if len(data) >= LARGE and not args.json:
        print(f"{args.file.name}: {len(data) / 1_000_000:.1f} MB to check.", flush=True)
    with ProgressLine("checking", quiet=args.json) as progress:
        return verify_together(args.file, data, progress.show)


def _watched(path: Path, data: bytes, *, quiet: bool) -> Verdict | None:
    """Check a growing file until its game is over or a check fails; return None after Ctrl-C."""
    growing = GrowingRecord()
    try:
        while True:
            grown = growing.look(data)
            if grown is not None and grown.verdict is not None:
                return grown.verdict
            if grown is not None and not quiet:
                print(f"{counted(grown.heights, 'step')} checked, {grown.new} of them new.", flush=True)
            time.sleep(LOOK_S)
            with contextlib.suppress(OSError):  # the writer may be replacing it
                data = read_whole(path)
    except KeyboardInterrupt:
        return None


def _stride(text: str) -> Stride:
    return Stride(*map(int, text.split("/")))


def _text(verdict: Verdict, known: Acquaintance) -> str:
    genesis = verdict.genesis
    names = [player.nick for player in genesis.players] if genesis else []
    proven = verdict.findings(names)
    if not verdict.is_judged:
        return f"This cannot be checked: {verdict.problem}."
    if verdict.problem:
        by = "Anybody could have changed the file, so nobody is named."
        if verdict.blamed is not None and genesis is not None:
            player = genesis.players[verdict.blamed]
            by = f"Signed by {player.nick}, key {fingerprint(player.ed)}."
        sentence = upper_first(verdict.problem)
        return "\n".join((*proven, "This record fails the check.", f"{sentence}.", by))
    if genesis is None or verdict.state is None:
        return ""
    return "\n".join(
        (
            *proven,
            genesis_text(verdict, known),
            catalogue()
            .named(genesis.game)
            .result(verdict.state, names, is_ended=verdict.is_ended, forfeits=verdict.forfeits),
            extent_text(verdict),
            *opened_hand_lines(verdict, names),
            f"The record is valid: in {verdict.heights} steps all signatures, all rules and all "
            f"{verdict.proofs} proofs of the deck hold.",
        )
    )


def _faces(hand: SignedHand, genesis: Genesis | None) -> list[str]:
    if genesis is None:
        return []
    game = catalogue().named(genesis.game).rules
    return [game.face_text(face) for _, face in hand.faces]


def _values(verdict: Verdict, known: Acquaintance) -> dict[str, object]:
    outcome, genesis = verdict.outcome, verdict.genesis
    players = genesis.players if genesis else ()
    return {
        "judged": verdict.is_judged,
        "holds": verdict.is_judged and not verdict.problem,
        "problem": verdict.problem,
        "signed_by": verdict.blamed,
        "heights": verdict.heights,
        "over": outcome is not None,
        "proofs": verdict.proofs,
        "game": genesis.game if genesis else None,
        "options": dict(option_pairs(genesis.options)) if genesis else {},
        "created": genesis.policy.created_s if genesis else 0,
        "agreed": policy_values(genesis.policy) if genesis else {},
        "players": [
            {
                "name": player.nick,
                "key": player.ed.hex(),
                "letters": fingerprint(player.ed),
                "run_by": player.runner,
                "known": known.about(player.ed, player.nick),
            }
            for player in players
        ],
        "faults": [
            {"seat": each.seat, "height": each.k, "rule": each.rule, "evidence": each.text, "ends": each.ends}
            for each in verdict.proven
        ],
        "charges": [
            {"seat": each.seat, "height": each.k, "deed": each.offence, "text": each.text}
            for each in verdict.charges
        ],
        "changes": [
            {
                "height": each.k,
                "gone": list(each.gone),
                "back": list(each.back),
                "choice": each.choice.name.lower().replace("_", "-"),
                "why": each.why.name.lower(),
                "half": each.is_half,
            }
            for each in verdict.changes
        ],
        "evidence_messages": verdict.evidence,
        "hands": [
            {"seat": hand.seat, "slots": [slot for slot, _ in hand.faces], "faces": _faces(hand, genesis)}
            for hand in verdict.hands
        ],
        "forfeits": list(verdict.forfeits),
        "scores": list(outcome.scores) if outcome else None,
        "ranks": list(outcome.ranks) if outcome else None,
    }
