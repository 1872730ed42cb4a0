"""Golden files of a game: counts of ways to play on, order of actions, one whole game.

    python -m tests.support.golden KEY...

rewrites `tests/data/perft/KEY.txt`, `tests/data/order/KEY.txt` and `tests/data/playthroughs/KEY.txt`.
A change in them is a change of the rules or of the order of actions: look at it before it
goes in, and raise the game's `version` if positions come out differently.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from app.bots.api import PartlyRandomPolicy
from app.bots.kings import KingsPolicy
from app.bots.reef import ReefPolicy
from app.workshop.check.journey import Case, Chooser, JourneyStep, World, cases, journey, turns, walk
from rules.api import Moved, Seat, State, Turn
from rules.text import event_text
from tests.support.catalogue import GAMES

DATA = Path(__file__).resolve().parents[1] / "data"
KINDS = ("perft", "order", "playthroughs")
MOST_LINES = 400
CHOOSERS: dict[str, Chooser] = {
    "reef": ReefPolicy().choose,
    "kings": PartlyRandomPolicy(KingsPolicy()).choose,
}
"""Players of the playthroughs that are not random. Random ones would push shrimps about for 1,500 moves in
Reef Encounter, and swap piles and take that back in Kings."""
WIDTH = 110


def path(kind: str, key: str) -> Path:
    """The path of a golden file."""
    return DATA / kind / f"{key}.txt"


def golden(kind: str, key: str) -> str:
    """The text that the golden file of that kind should have today."""
    if kind == "perft":
        return perft(key)
    if kind == "order":
        return order(key)
    known = path(kind, key)
    if known.exists():
        case, seed = header(known.read_text(encoding="utf-8").splitlines()[0])
        return playthrough(case, seed)
    return min(
        (
            playthrough(case, seed)
            for case in cases(GAMES[key])
            if case.seats <= min(GAMES[key].seats) + 1
            for seed in range(1, 11)
        ),
        key=lambda text: len(text.splitlines()),
    )


# -- counts --------------------------------------------------------------------------------------


def perft(key: str) -> str:
    """Numbers of ways to play on from some positions, by number of moves.

    Chance on the way is always answered alike, so that the counts depend only on the choices.
    """
    lines = ["# game, seats, options, after so many moves of a random game: ways at depth 1, 2, 3, ..."]
    for case in sampled_cases(key):
        for number, step in enumerate(turns(journey(case), 6)):
            counts: list[int] = []
            while (not counts or counts[-1] < 150) and len(counts) < 5:
                counts.append(ways(step.state, world_of(step), len(counts) + 1))
            lines.append(f"{case_text(case)} {number}: {' '.join(map(str, counts))}")
    return "\n".join(lines) + "\n"


def ways(state: State, world: World, depth: int) -> int:
    """Number of sequences of `depth` moves, which is 1 or more; a game that ends sooner counts once."""
    while state.needs and not isinstance(state.needs[0], Turn):
        for need in state.needs:
            event = world.answer(need, Random("perft"))
            state = state.after(event)
            world.take_in(event)
    if not state.needs:
        return 1
    need, found = state.needs[0], 0
    assert isinstance(need, Turn)
    actions = state.actions(need.seat, world.known[need.seat])
    if depth == 1:
        return len(actions)
    for action in actions:
        event, copy = Moved(need.seat, action), world.copy()
        following = state.after(event)
        copy.take_in(event)
        found += ways(following, copy, depth - 1)
    return found


def world_of(step: JourneyStep) -> World:
    """All faces, and those that each seat knows, at a turn of a recorded game."""
    world = World(len(step.known))
    world.faces, world.public, world.known = step.faces, step.public, step.known
    return world


# -- order ---------------------------------------------------------------------------------------


def order(key: str) -> str:
    """The actions offered in some positions, in their order."""
    lines = ["# game, seats, options, turn of a random game, seat: its actions in their order"]
    for case in sampled_cases(key):
        for number, step in enumerate(turns(journey(case), 12)):
            assert step.turn is not None
            actions = step.state.actions(step.turn, step.known[step.turn])
            lines.append(f"{case_text(case)} {number}, seat {step.turn}: {' | '.join(map(str, actions))}")
    return "\n".join(lines) + "\n"


# -- one whole game ------------------------------------------------------------------------------


def playthrough(case: Case, seed: int) -> str:
    """One game, one line per event; moves of one seat in a row share a line.

    After a move stands the number of legal actions; before a shuffle or a roll and every 25 moves a comment
    has the digest and the number of slots of each hand.
    """
    lines = [f"# {case_text(case)} seed={seed}"]
    previous: Seat | None = None
    moves = 0
    state = case.start()
    for step in walk(case, seed, choose=CHOOSERS.get(case.key)):
        state = step.state.after(step.event)
        line = event_text(case.game, step.event)
        if step.turn is None:
            if line.startswith(("shuffled", "rolled")):
                lines.append(comment(case, step.state, moves))
            lines.append(line)
            previous = None
            continue
        line += f" ({len(step.state.actions(step.turn, step.known[step.turn]))})"
        if moves and not moves % 25:
            lines.append(comment(case, step.state, moves))
            previous = None
        moves += 1
        if step.turn == previous and len(lines[-1]) + len(line) < WIDTH:
            lines[-1] += f" | {line}"
        else:
            lines.append(line)
        previous = step.turn
    outcome = state.outcome()
    assert outcome is not None
    lines.append(f"# over after {moves} moves: scores {outcome.scores}, ranks {outcome.ranks}")
    lines.append(f"# digest {state.digest().hex()}")
    return "\n".join(lines) + "\n"


def comment(case: Case, state: State, moves: int) -> str:
    """A comment on the position, for the reader and against silent drift."""
    hands = " ".join(str(len(state.hand(Seat(seat)))) for seat in range(case.seats))
    return f"# after {moves} moves: digest {state.digest().hex()[:16]}, hands {hands}"


def event_lines(text: str) -> Iterator[str]:
    """The canonical texts of the events in a playthrough."""
    for line in text.splitlines():
        if not line.startswith("#"):
            for event in line.split(" | "):
                yield event.rpartition(" (")[0] or event


# -- cases ---------------------------------------------------------------------------------------


def sampled_cases(key: str) -> list[Case]:
    """The first, a middle and the last case of a game."""
    found = cases(GAMES[key])
    return list(dict.fromkeys((found[0], found[len(found) // 2], found[-1])))


def case_text(case: Case) -> str:
    """A case as text: `plump 4 lead=left,zero=10`."""
    return f"{case.key} {case.seats} {','.join(f'{key}={value}' for key, value in case.options) or '-'}"


def header(line: str) -> tuple[Case, int]:
    """Read the first line of a playthrough."""
    _, key, seats, options, seed = line.split(" ")
    pairs = () if options == "-" else tuple(pair.partition("=")[::2] for pair in options.split(","))
    return Case(GAMES[key], int(seats), pairs), int(seed.removeprefix("seed="))


if __name__ == "__main__":
    for wanted in sys.argv[1:]:
        for sort in KINDS:
            content = golden(sort, wanted)
            path(sort, wanted).parent.mkdir(parents=True, exist_ok=True)
            path(sort, wanted).write_text(content, encoding="utf-8")
            print(path(sort, wanted).relative_to(DATA.parent.parent), len(content.splitlines()), "lines")
