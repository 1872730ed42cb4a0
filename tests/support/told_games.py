"""Golden files of whole games: the lines told to everybody at the table, and the bots' moves and reasons.

    python -m tests.support.told_games KEY... [--at MOVE]

rewrites `tests/data/told/KEY.txt`: some games, a line for each move with the words that a player reads,
and checksums of everything else that is said and shown at that moment. With `--at` it prints the texts behind
that move's sums instead: run it here and in the commit before to see a difference. A
changed file means that words, tables or bots have changed: read the difference before you commit it.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from app.bots.api import BotPolicy, PartlyRandomPolicy, ScoredAction, reason_of
from app.games.catalogue import catalogue
from app.games.entry import GameEntry
from app.games.hint import hint_of
from app.games.policies import policy_of
from app.games.reason import why_not
from app.games.reef.preview import preview
from app.workshop.check.journey import Case, cases
from rules.api import Moved, Seat, State, View
from rules.driver import LocalTable
from rules.text import event_text
from tests.support.catalogue import GAMES
from tests.support.golden import DATA, case_text
from tests.support.scenes import NAMES, scene_lines

MOST = {"reef": 120, "kings": 120}
"""Limit of moves for each game; 80 for games not named."""
LOOKED = {"reef": 36, "kings": 12}
"""Moves between two notes of the whole table, its choices and the bots; 4 for games not named."""
ASKED, HINTED = 48, 12
"""Moves between two questions to the strongest bots, which are slow; the move at which a hint is asked
for."""


def path(key: str) -> Path:
    """The path of a game's golden file."""
    return DATA / "told" / f"{key}.txt"


def golden(key: str) -> str:
    """The text that a game's golden file should have today."""
    return "".join(f"{line}\n" for line in _lines(key, None))


def _lines(key: str, at: int | None) -> Iterator[str]:
    """The lines of the golden file or, for one move of each game, the texts behind its checksums."""
    found = cases(GAMES[key])
    for number, case in enumerate((found[0], found[len(found) // 2], found[-1])):
        yield f"# {case_text(case)}"
        yield from _game(case, number, at)


def _game(case: Case, seed: int, at: int | None) -> Iterator[str]:
    entry, names = catalogue().named(case.key), NAMES[: case.seats]
    rng, options = Random(seed), dict(case.options)
    table = LocalTable(entry.rules.start(case.seats, options), case.seats, rng)
    plays = PartlyRandomPolicy(policy_of(entry, "normal"))
    viewers = (Seat(0), Seat(case.seats - 1), None)
    stories = [entry.chronicle(options, names, viewer) for viewer in viewers]
    told, moves = 0, 0
    while True:
        events, told = table.events[told:], len(table.events)
        lines = [
            [line for each in story.tell(events, table.view(viewer)) for line in each]
            for story, viewer in zip(stories, viewers, strict=True)
        ]
        parts: dict[str, object] = {"heard": lines[1:]}
        if moves == HINTED or moves % LOOKED.get(case.key, 4) == 0:
            parts["seen"] = [_seen(entry, table.view(viewer), names) for viewer in (*viewers, table.turn)]
            parts["choices"] = [*_choices(entry, table, names)]
            parts["bots"] = [*_bots(entry, table, names, moves)]
        if at is None:
            done = " | ".join(event_text(entry.rules, each) for each in events if isinstance(each, Moved))
            yield f"{moves} {done}: {' '.join(lines[0])} {' '.join(_sum(each) for each in parts.values())}"
        elif at == moves:
            yield from (f"{name} {line}" for name, part in parts.items() for line in _flat(part))
        if table.turn is None or moves == MOST.get(case.key, 80):
            break
        table.play(plays.choose(table.view(table.turn), rng))
        moves += 1
    yield from _end(entry, table.state, names)


def _seen(entry: GameEntry, view: View, names: Sequence[str]) -> list[str]:
    """The table in lines, in characters and as text, and what is said above and beside it."""
    scene = entry.description.scene(view, names)
    return [
        *scene_lines(entry.rules, scene),
        *entry.terminal.picture(view, names),
        str(entry.describe(view, names)),
        *entry.tally(view),
    ]


def _choices(entry: GameEntry, table: LocalTable, names: Sequence[str]) -> Iterator[str]:
    """All choices in words, by presses and as they are typed, and the reasons why other presses fail."""
    if table.turn is None:
        return
    view, described = table.view(table.turn), entry.description
    yield from entry.terminal.menu(view, names)
    for action in view.actions():
        routes = " or ".join(" > ".join(route) for route in described.picks(view, action))
        yield f"{described.say(view, action, names)} {routes} {described.is_step(action)}"
        if entry.rules.key == "reef":
            yield f"  {preview(view, action)}"
    for viewer in (table.turn, Seat((table.turn + 1) % len(names)), None):
        seen = table.view(viewer)
        yield from (f"{action}: {why_not(seen, action)}" for action in described.attempts(seen))


def _bots(entry: GameEntry, table: LocalTable, names: Sequence[str], moves: int) -> Iterator[str]:
    """The choices of the bots of each level, their values, and the hint."""
    if table.turn is None:
        return
    view = table.view(table.turn)
    for level in entry.levels if moves % ASKED == HINTED else entry.levels[:-1]:
        policy = policy_of(entry, level)
        choice = policy.choose(view, Random(moves))
        yield f"{level}: {choice} {reason_of(policy, view, choice)}"
        yield from _weighed(policy, view)
    if moves == HINTED and len(names) == entry.rules.seats[0]:
        yield hint_of(entry, view, names, Random(moves), clock=lambda: 0.0).text


def _weighed(policy: BotPolicy, view: View) -> Iterator[str]:
    if hasattr(policy, "score_actions"):
        scored: list[ScoredAction] = policy.score_actions(view)
        yield from (f"{each.action} {each.worth:.4f} {each.reason}" for each in scored)


def _end(entry: GameEntry, state: State, names: Sequence[str]) -> Iterator[str]:
    yield from entry.result(state, names).splitlines()
    yield from entry.sums(state, names).splitlines()
    if state.outcome() is not None:
        yield from (f"{names[seat]}: {entry.feats(state, Seat(seat))}" for seat in range(len(names)))


def _flat(part: object) -> Iterator[str]:
    if isinstance(part, list):
        for each in part:
            yield from _flat(each)
    else:
        yield str(part)


def _sum(part: object) -> str:
    return hashlib.blake2b("\n".join(_flat(part)).encode(), digest_size=2).hexdigest()


def main() -> None:
    """Write golden files, or print one move."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("keys", nargs="+")
    parser.add_argument("--at", type=int)
    args = parser.parse_args()
    for key in args.keys:
        if args.at is not None:
            print(*_lines(key, args.at), sep="\n")
        else:
            path(key).parent.mkdir(exist_ok=True)
            path(key).write_text(golden(key), encoding="utf-8")


if __name__ == "__main__":
    main()
