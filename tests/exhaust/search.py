"""Search all worlds of a case breadth first; the steps to the first fault, in words."""

from __future__ import annotations

import time
from collections import deque
from dataclasses import dataclass

from net.wire.bodies import Ack, Entry, Vote, parse_body
from net.wire.envelope import open_envelope
from net.wire.frame import Kind, parse_proof, parse_records
from net.wire.record import parse_record
from tests.exhaust.mirror import OTHER
from tests.exhaust.model import Case, Model, World
from tests.exhaust.seat import CastVote, Die, Event, Got, Letter, Wait, Write


@dataclass(frozen=True, slots=True)
class Searched:
    """A search's result: worlds seen, states in them, worlds left, seconds; the fault, and the way there."""

    worlds: int
    states: int
    left: int
    seconds: float
    wrong: str
    way: tuple[str, ...]


def search(
    case: Case, *, most: int = 1_000_000_000, for_dead_ends: bool = True, is_plain: bool = True
) -> Searched:
    """Search the worlds of a case, at most `most`, up to the first with a fault: a broken invariant or, with
    `for_dead_ends`, a world from which the game cannot end."""
    began, model = time.perf_counter(), Model(case)
    first = model.begin
    came: dict[World, Step | None] = {first: None}
    queue, wrong, world = deque([first]), "", first
    while queue and not wrong and len(came) < most:
        before = queue.popleft()
        wrong, world = model.dead_end(before) if for_dead_ends else "", before
        for at, event, after in model.moves(before) if not wrong else ():
            plain = model.plain(after) if is_plain else after
            if plain not in came:
                came[plain] = Step(before, at, event, plain != after)
                queue.append(plain)
                if wrong := model.broken(plain):
                    world = plain
                    break
    way = _way(model, came, world) if wrong else ()
    seconds = time.perf_counter() - began
    return Searched(len(came), len(model.seats.states), len(queue), seconds, wrong=wrong, way=way)


@dataclass(frozen=True, slots=True)
class Step:
    """The step that first led to a world: `event`, in the world `before`, at the seat with index `at`.

    `is_mirrored`: the world reached was stored as its mirror image, seats swapped.
    """

    before: World
    at: int
    event: Event
    is_mirrored: bool


def _way(model: Model, came: dict[World, Step | None], world: World) -> tuple[str, ...]:
    """The steps to a world, with all mirroring undone."""
    steps: list[Step] = []
    while (step := came[world]) is not None:
        steps.append(step)
        world = step.before
    found: list[str] = []
    is_mirrored = False
    for step in reversed(steps):
        seat, event = model.honest[step.at], step.event
        if is_mirrored:
            seat, event = OTHER[seat], model.mirror.event(event)
        found.append(_told(model, seat, event))
        is_mirrored ^= step.is_mirrored
    return tuple(found)


def _told(model: Model, seat: int, event: Event) -> str:
    if isinstance(event, Die):
        doing = "" if event.event is None else f" (it {_doing(model, event.event)}; mark {event.at})"
        return f"seat {seat}: dies{doing} and starts again"
    return f"seat {seat}: {_doing(model, event)}"


def _doing(model: Model, event: Event) -> str:
    match event:
        case Write():
            return "writes its entry"
        case Wait():
            return "has waited for the others"
        case CastVote(view):
            return f"votes for {_seats(view.act)}"
        case Got(frame):
            return f"gets {_named(model.seats.letters[frame])}"
    raise AssertionError(event)


def _named(letter: Letter) -> str:
    """A message, described in words."""
    if letter.kind is Kind.PROOF:
        first, second = (_message(raw) for raw in parse_proof(letter.inside))
        return f"the proof made of {first} and {second}"
    if letter.kind is Kind.RECS:
        records = [parse_record(raw) for raw in parse_records(letter.inside)]
        heights = ", ".join(f"{record.k} {_short(record.h)}" for record in records)
        return f"the records of {heights} from seat {letter.seat}"
    return _message(letter.inside)


def _message(raw: bytes) -> str:
    envelope = open_envelope(raw)
    match parse_body(envelope.body):
        case Entry(v=v, k=k, seat=seat, pay=pay):
            return f'the entry "{pay.decode()}" of seat {seat} at height {k} (view {v})'
        case Ack(v=v, k=k, seat=seat, h=h, st=st):
            return f"the ack of seat {seat} of height {k} (view {v}, hash {_short(h)}, position {_short(st)})"
        case Vote(v=v, seat=seat, view=view, lv=lv, lk=lk, lh=lh):
            lock = f"height {lk} of view {lv}, hash {_short(lh)}"
            return f"the vote of seat {seat} for {_seats(view.act)} as view {v}, on {lock}"
    raise AssertionError(envelope)


def _seats(act: tuple[int, ...]) -> str:
    return " and ".join(map(str, act))


def _short(h: bytes) -> str:
    return h.hex()[:4]
