"""Stories of harm to a table, kind by kind, each a function of a company and a seeded choice.

A story brings its table to an end, or raises; afterwards `judged` decides whether the table has survived, by
invariants of all stories. The figures in names are heights and seats.
"""

from __future__ import annotations

import socket
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from random import Random

from net.machine import Choice
from net.seat.step_kind import StepKind
from tests.faults.company import Company, Hangs, Member
from tests.faults.hidden import secrets_of
from tests.faults.judged import Broken
from tests.support.switch import Switch, Weather, parted

BACK_S = 20.0
STAGES = (StepKind.COMMIT, StepKind.OPEN, StepKind.MIX, StepKind.SHARES, StepKind.MOVE)
WITH_ESCROW = (StepKind.SPLIT, StepKind.VOUCH)
AT_THE_BEGINNING = frozenset({StepKind.COMMIT, StepKind.OPEN, StepKind.MIX, *WITH_ESCROW})
"""Steps that have heights of their own only in the first deal: later deals are made ahead, beside the
moves."""
PLUMP = ("--option", "length=short", "--gone-after", "10")
LEAVE_OUT = (*PLUMP, "--absent", "leave-out")
AT_LEISURE = (*PLUMP[:2], "--gone-after", "90")
"""Terms under which nobody is gone only because the network is bad."""
STAND_IN = (*PLUMP, "--absent", "stand-in", "--escrow", "2")


@dataclass(frozen=True, slots=True)
class Story:
    """A story of harm.

    `needs_switch`: only between computers of their own; `expects`: the others' decisions in it, as far as
    they do not depend on speed.
    """

    kind: str
    name: str
    game: str
    words: tuple[str, ...]
    happen: Callable[[Company, Random], None]
    seats: int = 4
    expects: frozenset[Choice] | None = None
    needs_switch: bool = False


class OverTooSoon(Hangs):
    """Raised if the game is over before the moment that the story waits for."""


# -- moments


def reach(company: Company, member: Member, stage: StepKind, *, after: int, does: bool) -> None:
    """Wait until `member` has written an entry of that stage (`does`) or holds one that is not final."""

    def is_there() -> bool:
        seen = member.seen()
        if member.end:
            raise OverTooSoon(f"the game was over before stage {stage}")
        if seen.k < after:
            return False
        return seen.own_kind is stage if does else stage in seen.kinds

    company.wait(f"stage {stage} at seat {member.seat}", is_there)


def height(company: Company, k: int) -> None:
    """Wait until everybody who is here has come to a height."""
    company.wait(f"height {k}", lambda: all(each.seen().k >= k or each.end for each in company.here))


def further(company: Company, heights: int = 4) -> None:
    """Wait until everybody who is here has come some heights further."""
    height(company, max(each.seen().k for each in company.here) + heights)


def decided(company: Company, *, views: int = 1, but: Member | None = None) -> None:
    """Wait until `views` changes of view are final for everybody who is here."""
    company.wait(
        "a decision",
        lambda: all(each.seen().views >= views or each.end for each in company.here if each is not but),
    )


def killed(company: Company, member: Member, *, for_good: bool = False) -> None:
    """Kill somebody, and note what everybody keeps to itself at that moment."""
    company.kill(member, for_good=for_good)
    for each in company.members:
        each.keys |= secrets_of(each)


# -- kills


def killer(role: str, stage: StepKind, when: str) -> Callable[[Company, Random], None]:
    """Kill the host, the one who has just written, or one who has not, at a stage; `when` it is back."""

    def happen(company: Company, rng: Random) -> None:
        company.begin()
        after = 0 if stage in AT_THE_BEGINNING else rng.randrange(1, 12)
        member = (
            company.members[0] if role == "host" else company.members[rng.randrange(1, len(company.members))]
        )
        reach(company, member, stage, after=after, does=role == "writer")
        killed(company, member, for_good=when == "never")
        if when == "soon":
            time.sleep(BACK_S / 5)
        elif when == "late":
            decided(company)
        if when != "never":
            company.resume(member)
        company.wait_for_end()

    return happen


def kills(words: tuple[str, ...], stages: Sequence[StepKind], *, label: str) -> list[Story]:
    """Every role at every stage, never back, back soon, back after the vote."""
    return [
        Story(
            "kill",
            f"the {role} is killed at {stage}, back {when}, {label}",
            "plump",
            words,
            killer(role, stage, when),
        )
        for role in ("host", "writer", "other")
        for stage in stages
        for when in ("never", "soon", "late")
    ]


# -- other harm


def stopped_across_a_view_change(company: Company, rng: Random) -> None:
    """A seat gets SIGSTOP; the others go on; then the old process wakes in a view that it is not in."""
    company.begin()
    member = company.members[rng.randrange(1, len(company.members))]
    further(company, rng.randrange(2, 10))
    company.pause(member)
    decided(company, but=member)
    company.unpause(member)
    company.wait_for_end()


def mover_is_stopped(company: Company, rng: Random) -> None:
    """The seat that is about to move gets SIGSTOP, until the others have gone on without it."""
    company.begin()
    height(company, rng.randrange(8, 16))

    def turn() -> Member | None:
        return next((each for each in company.here if each.seen().own_kind is StepKind.MOVE), None)

    member = company.wait("somebody's move", turn)
    assert isinstance(member, Member)
    company.pause(member)
    decided(company, but=member)
    company.unpause(member)
    company.wait_for_end()


def many_go(count: int, *, later_s: float) -> Callable[[Company, Random], None]:
    """`count` players are killed, with `later_s` seconds after each, and never come back."""

    def happen(company: Company, rng: Random) -> None:
        company.begin()
        further(company, rng.randrange(4, 10))
        for each in rng.sample(company.members, count):
            killed(company, each, for_good=True)
            time.sleep(later_s)
        decided(company)
        company.wait_for_end()

    return happen


def under(weather: Weather) -> Callable[[Company, Random], None]:
    """A whole game on a bad network, in which one is killed and comes back."""

    def happen(company: Company, rng: Random) -> None:
        switch = company.switch
        assert isinstance(switch, Switch)
        switch.weather = weather
        company.begin()
        further(company, 3)
        member = company.members[rng.randrange(1, len(company.members))]
        killed(company, member)
        company.resume(member)
        company.wait_for_end()

    return happen


def both_move(company: Company, rng: Random) -> None:
    """Two die and come back at other addresses, where neither knows the other."""
    company.begin()
    further(company, rng.randrange(2, 10))
    movers = rng.sample(company.members, 2)
    for each in movers:
        killed(company, each)
    for each in movers:
        company.resume(each, elsewhere=True)
    further(company)
    company.wait_for_end()


def squatter(company: Company, rng: Random) -> None:
    """Another program sits at the address of a player that died, takes calls and answers with nonsense."""
    company.begin()
    further(company, 3)
    member = company.members[rng.randrange(1, len(company.members))]
    killed(company, member)
    with Squatter(company, member) as found:
        company.tell(f"{found} of its ports are taken by another")
        company.resume(member)
        further(company)
    company.wait_for_end()


class Squatter:
    """Listeners on all ports at which the others last reached somebody."""

    def __init__(self, company: Company, member: Member) -> None:
        self._sockets: list[socket.socket] = []
        other = next(each for each in company.members if each is not member)
        with closing(sqlite3.connect(f"file:{other.journal}?mode=ro", uri=True)) as file:
            rows = file.execute("SELECT text FROM address WHERE seat = ?", (member.seat,)).fetchall()
        self._addresses = [text.rsplit(":", 1) for (text,) in rows]

    def __enter__(self) -> int:
        for host, port in self._addresses:
            with suppress(OSError):  # in a namespace of its own nobody else can sit there
                taken = socket.create_server((host.removeprefix("tcp://"), int(port)))
                self._sockets.append(taken)
        return len(self._sockets)

    def __exit__(self, *why: object) -> None:
        for taken in self._sockets:
            taken.close()


def half_signed(company: Company, rng: Random) -> None:
    """A guest stops while the genesis is signed; it loses its seat, and the next who comes takes it."""
    invitation = company.host(len(company.members) - 1)
    sleeper, *others = company.members[1:]
    company.join(sleeper, invitation)
    company.wait("the guest", (sleeper.process.home / "identity").exists)
    time.sleep(rng.uniform(0.3, 1.5))
    company.pause(sleeper)
    for each in others:
        company.join(each, invitation)

    def is_filled() -> bool:
        for each in others:
            if not each.is_running and each.seat < 0:  # while the sleeper had a seat there was none for it
                each.process.kill()
                company.join(each, invitation)
        seated = sum(each.seat >= 0 for each in company.members if each is not sleeper)
        return seated == len(company.members) - 1 or company.members[0].seat >= 0

    company.wait("a table", is_filled)
    company.kill(sleeper, for_good=True)
    for each in company.members:
        if each.seat < 0:  # the sleeper had signed before it fell asleep: then this one came too late
            company.kill(each, for_good=True)
    company.wait_for_end()


def full_disk(company: Company, rng: Random) -> None:
    """The disk of one is full while the others ask it to vote, and has room again later."""
    company.begin()
    victim, *rest = rng.sample(company.members[1:], 2)
    further(company, 3)
    hog = victim.process.home / "hog"
    with suppress(OSError), hog.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    company.tell(f"the disk of seat {victim.seat} is full")
    killed(company, rest[0], for_good=True)
    time.sleep(25.0)
    if any(each.seen().views for each in company.here):
        raise Broken("a view was final without the vote of somebody who could not write it down")
    hog.unlink()
    company.tell("there is room again")
    decided(company)
    company.wait_for_end()


def parting(sides: str, stage: StepKind) -> Callable[[Company, Random], None]:
    """A network that splits at a stage and heals, up to three times, if the stage comes that often."""

    def happen(company: Company, rng: Random) -> None:
        switch = company.switch
        assert isinstance(switch, Switch)
        company.begin()
        for _ in range(3):
            try:
                reach(company, company.members[0], stage, after=0, does=False)
            except OverTooSoon:
                if len(company.told) > 1:
                    break  # it was apart and is together again: that is the story
                raise
            order = rng.sample(range(len(company.members)), len(company.members))
            cut = len(order) // 2 if sides == "halves" else 1
            fair = switch.weather
            switch.weather = Weather(delay_s=fair.delay_s, apart=parted(order[:cut], order[cut:]))
            company.tell(f"{order[:cut]} and {order[cut:]} are apart at {stage}")
            time.sleep(rng.uniform(2.0, 8.0))
            switch.weather = fair
            company.tell("together again")
            further(company)
        company.wait_for_end()

    return happen


def partings() -> list[Story]:
    """A story for each stage and each kind of network partition: two halves, or one seat cut off."""
    return [
        Story("part", f"{name} at {stage}", "plump", PLUMP, parting(sides, stage), needs_switch=True)
        for sides, name in (("halves", "halves are apart"), ("one", "one is cut off"))
        for stage in STAGES
    ]


# -- the five games, with one who leaves, one who is killed, one who is killed and comes back


def three_go(company: Company, rng: Random) -> None:
    """One leaves in order, one is killed and comes back, one is killed and does not.

    On a busy computer the others may have decided about the second before it is back; it is waited for
    then, for with two missing and a third to go nobody could go on.
    """
    company.begin()
    leaver, returner, victim = rng.sample(company.members, 3)
    further(company, rng.randrange(4, 10))
    killed(company, returner)
    time.sleep(3.0)
    company.resume(returner)
    further(company)
    company.leave(leaver)
    decided(company)
    further(company)
    company.wait("whoever is back", lambda: returner.seat not in victim.left_out or victim.end)
    if victim.end is None:
        killed(company, victim, for_good=True)
    company.wait_for_end()


def one_goes(how: str) -> Callable[[Company, Random], None]:
    """A game that the others can only end: one is killed and comes back, then one goes."""

    def happen(company: Company, rng: Random) -> None:
        company.begin()
        goer, returner = rng.sample(company.members, 2)
        further(company, rng.randrange(4, 10))
        killed(company, returner)
        time.sleep(3.0)
        company.resume(returner)
        further(company)
        if how == "leaves":
            company.leave(goer)
        else:
            killed(company, goer, for_good=True)
        company.wait_for_end()

    return happen


def games() -> list[Story]:
    """Each game with and without escrow."""
    found = []
    for game in ("plump", "matriculation", "cahoots", "kings", "reef"):
        short = ("--option", "length=short") if game == "plump" else ()
        base = (*short, "--gone-after", "90")  # on a busy computer a player comes back within that time
        found.append(
            Story(
                "game",
                f"{game} with escrow: one leaves, one comes back, one is gone",
                game,
                (*base, "--absent", "stand-in", "--escrow", "2"),
                three_go,
                expects=frozenset({Choice.STAND_IN, Choice.GO_ON}),
            )
        )
        if game in ("plump", "kings"):  # the hidden cards may be dealt again
            found.append(
                Story(
                    "game",
                    f"{game} without escrow: one leaves, one comes back, one is gone",
                    game,
                    (*base, "--absent", "leave-out"),
                    three_go,
                )
            )
            continue
        found += [
            Story(
                "game",
                f"{game} without escrow: one comes back, one {how}",
                game,
                (*base, "--absent", "end"),
                one_goes(how),
                expects=frozenset({Choice.END, Choice.GO_ON}),
            )
            for how in ("leaves", "is gone")
        ]
    return found


def all_stories() -> list[Story]:
    """All stories, kind by kind."""
    return [
        *games(),
        *kills(LEAVE_OUT, STAGES, label="no escrow"),
        *kills(STAND_IN, (*STAGES[:2], *WITH_ESCROW, *STAGES[2:]), label="escrow"),
        Story(
            "sleep",
            "one is stopped across a change of view",
            "plump",
            LEAVE_OUT,
            stopped_across_a_view_change,
        ),
        Story(
            "sleep", "a rule plays for one who is stopped", "plump", STAND_IN, stopped_across_a_view_change
        ),
        Story("sleep", "the mover is stopped", "plump", LEAVE_OUT, mover_is_stopped),
        Story("many", "two die at once", "plump", LEAVE_OUT, many_go(2, later_s=0.0), seats=5),
        Story("many", "ten play and three die", "plump", LEAVE_OUT, many_go(3, later_s=1.0), seats=10),
        Story(
            "network",
            "a fifth of what goes to two is lost",
            "plump",
            AT_LEISURE,
            under(Weather(loss=0.2, lossy=frozenset({0, 1}), delay_s=0.01)),
            needs_switch=True,
        ),
        Story(
            "network",
            "10 kB a second",
            "plump",
            AT_LEISURE,
            under(Weather(rate=10_000.0, delay_s=0.02)),
            seats=3,
            needs_switch=True,
        ),
        Story("move", "two move at once", "plump", LEAVE_OUT, both_move),
        Story("squatter", "another sits at a dead player's address", "plump", LEAVE_OUT, squatter),
        Story("signing", "a guest stops while all sign", "plump", LEAVE_OUT, half_signed),
        Story("disk", "a disk is full while all vote", "plump", LEAVE_OUT, full_disk, needs_switch=True),
        *partings(),
    ]
