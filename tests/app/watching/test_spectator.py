"""A spectator's own decisions, without a network: what is told of sources, checks that fail, and the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pytest

from app import messages
from app.build import Environment
from app.keep.record_file import read_record_file
from app.messages import News, Trouble, TroubleKind
from app.table.orders import Orders
from app.watching.spectator import WatchEnding, _Watch
from net.agreement.walk import BadRecord
from net.errors import LinkError, PeerError
from net.link.address import Address
from net.link.contract import Channel, Link, Way
from net.lobby.messages import WatchSources
from net.watch import phases
from net.wire.genesis import Genesis, Policy, Watch, sign_genesis
from tests.support.catalogue import GAMES
from tests.support.simulated_table import SimulatedTable
from tests.support.sittings import env_of
from tests.support.values import replace

pytestmark = pytest.mark.usefixtures("open_group")

OPEN = Policy(watch=Watch.OPEN, watch_chat=True)


@dataclass
class Wire:
    """A link that notes who is called and hung up."""

    is_taken: bool = False
    called: list[bytes] = field(default_factory=list)
    sent: list[bytes] = field(default_factory=list)

    def open_watch(self, game: str, *, host: str) -> int:
        if self.is_taken:
            raise LinkError("taken")
        return 6000

    def connect(self, key: bytes, addresses: tuple[Address, ...], *, channel: Channel) -> None:
        self.called.append(key)

    def send_watch(self, key: bytes, frame: bytes, way: Way) -> bool:
        self.sent.append(key)
        return True

    def hang_up(self, key: bytes, *, channel: Channel) -> None:
        """Do nothing: there is no line."""

    def poll(self, timeout_s: float) -> tuple[()]:
        return ()

    def wake(self) -> None:
        """Do nothing: no thread waits."""


class Watching:
    """A spectator of a table of two, before its game was shown or after it."""

    def __init__(self, env: Environment, *, leaves: bool = False) -> None:
        sim = SimulatedTable(GAMES["plump"], 2, {"length": "short"}, policy=OPEN)
        self.genesis: Genesis = sim.genesis
        self.body = sim.genesis.encode()
        self.sigs = tuple(sign_genesis(self.body, each.identity) for each in sim.seated)
        self.keys = [player.curve for player in sim.genesis.players]
        self.names = [player.nick for player in sim.genesis.players]
        self.told, self.orders, self.wire, self.now = list[News](), Orders(), Wire(), 1000.0
        sources = tuple((key, (Address("10.0.0.1", 6000),)) for key in self.keys)
        self.watch = _Watch(
            replace(env, clock=lambda: self.now), cast("Link", self.wire), self.orders, self.told.append,
            WatchSources(sim.genesis.id, 0, b"", sources), leaves_at_the_end=leaves,
        )  # fmt: skip

    def open(self) -> None:
        self.watch._open(self.body, self.sigs)

    def obeys(self, *orders: messages.Order) -> None:
        for each in orders:
            self.orders.put(each)
        self.watch._obey()


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[Watching]:
    made = Watching(env_of(tmp_path, "Eve"))
    yield made
    if made.watch.game is not None:
        made.watch.game.checker.close()


def test_there_is_nothing_to_save_before_the_game_is_there(watching: Watching, tmp_path: Path) -> None:
    nothing = messages.RecordSaved(tmp_path / "a", "There is nothing to save yet.")
    watching.obeys(messages.SaveRecord(tmp_path / "a"))
    assert watching.told == [nothing] and watching.watch.ending() == WatchEnding(fault="")
    watching.open()
    watching.obeys(messages.SaveRecord(tmp_path / "a"), messages.SaveRecord(tmp_path / "none" / "a"))

    _, saved, refused = watching.told
    assert saved == messages.RecordSaved(tmp_path / "a", "")
    assert isinstance(refused, messages.RecordSaved) and "cannot write" in refused.problem
    assert read_record_file((tmp_path / "a").read_bytes()).genesis == watching.body


def test_the_ending_of_a_spectator_at_a_new_game_has_no_heights(watching: Watching) -> None:
    watching.open()
    ending = watching.watch.ending()

    assert (ending.table, ending.heights, ending.checked, ending.is_over, ending.fault) == (
        watching.genesis.id.hex(), 0, 0, False, ""
    )  # fmt: skip
    assert ending.players == tuple(watching.names) and ending.state
    assert ending.values() == {
        "table": ending.table, "heights": 0, "checked": 0, "over": False, "state": ending.state,
        "players": watching.names,
    }  # fmt: skip


def test_a_step_that_fails_names_only_who_signed_it(watching: Watching) -> None:
    watching.open()
    game = watching.watch.game
    assert game is not None
    watching.watch._failed(game, 3, BadRecord(3, PeerError("odd", "no such card")))
    watching.watch._failed(game, 3, BadRecord(3, PeerError("odd", "no such card", seat=1)))

    text = f"Step 3 fails the check: no such card. {watching.names[1]} signed it."
    assert watching.told == [
        Trouble(
            TroubleKind.REFUSED,
            "Step 3, as we got it, fails the check (no such card). Asking somebody else for it.",
        ),
        Trouble(TroubleKind.CHEAT, text, 1, ends=True),
    ]
    assert watching.watch.ending().fault == text


@pytest.mark.parametrize(
    ("is_open", "leaves", "is_done"),
    [(False, False, True), (True, False, False), (True, True, True), (False, True, True)],
)
def test_without_a_source_an_open_window_keeps_what_was_seen_and_a_command_ends(
    is_open: bool, leaves: bool, is_done: bool, tmp_path: Path
) -> None:
    here = Watching(env_of(tmp_path, "Eve"), leaves=leaves)
    if is_open:
        here.open()
    here.watch._note(phases.NoMore(0, "the table is closed"))

    assert here.watch._is_done is is_done
    assert here.told == [
        messages.FollowedBy("", is_over=True),
        Trouble(TroubleKind.LOBBY, "the table is closed", ends=not is_open),
    ]
    assert here.watch.ending().fault == "the table is closed"
    here.told.clear()
    here.watch._lost("")
    assert here.told == []
    if here.watch.game is not None:
        here.watch.game.checker.close()


def test_the_source_of_the_game_is_reported_and_again_only_when_it_changes(watching: Watching) -> None:
    ann, ben = watching.keys
    watching.watch._follow(ann, 3)
    watching.watch._follow(ann, 4)
    watching.open()
    watching.watch._follow(ben, 5)
    watching.watch._follow(b"x" * 32, 6)
    watching.watch._follow(None, 9)
    watching.watch._note(phases.Follows(None, 0, is_full=True))
    watching.watch._follow(None, 9)

    assert watching.told == [
        messages.FollowedBy("another spectator"),
        messages.FollowedBy(watching.names[1]),
        messages.FollowedBy("another spectator"),
        messages.FollowedBy(""),
        messages.FollowedBy("", is_full=True),
        messages.FollowedBy(""),
    ]
    assert watching.watch._head_k == 6, "nobody is not at any step"


def test_the_table_before_the_first_move_is_shown_once(watching: Watching) -> None:
    watching.open()
    watching.watch._follow(watching.keys[0], 0)
    watching.watch._follow(watching.keys[0], 0)

    kinds = [type(each).__name__ for each in watching.told]
    assert kinds == ["FollowedBy", "Started", "Advanced"]
    started, advanced = watching.told[1:]
    assert isinstance(started, messages.Started) and not started.resumed
    assert started.info.seat == messages.SPECTATOR
    assert isinstance(advanced, messages.Advanced) and (advanced.k, advanced.events) == (0, ())


def test_progress_is_reported_when_it_changes_and_not_too_often(watching: Watching) -> None:
    watching.watch._tell_progress()
    assert watching.told == []
    watching.open()
    watching.watch._tell_progress()
    watching.watch._head_k = 7
    watching.watch._tell_progress()
    assert watching.told == [messages.Checked(0, 0)]
    watching.now += 5.0
    watching.watch._tell_progress()
    watching.now += 5.0
    watching.watch._tell_progress()

    assert watching.told == [messages.Checked(0, 0), messages.Checked(0, 7)]


def test_those_who_watch_are_named_and_may_chat_as_the_table_agreed(watching: Watching) -> None:
    named = phases.NamedSpectators(((b"e" * 32, "Eve"), (b"l" * 32, "Lou")), 3)
    watching.watch._note(named)
    watching.open()
    watching.watch._note(named)
    watching.obeys(messages.Say("x" * 501), messages.Say("hello"), messages.Quit())

    before, after, *said = watching.told
    assert before == messages.Spectators(("Eve", "Lou"), 3, may_chat=False)
    assert after == messages.Spectators(("Eve", "Lou"), 3, may_chat=True)
    assert [type(each).__name__ for each in said] == ["Refused", "Refused"], "nobody passes it on yet"
    assert watching.watch._is_done


def test_without_a_port_a_spectator_watches_and_serves_nobody(tmp_path: Path) -> None:
    here = Watching(env_of(tmp_path, "Eve"))
    assert here.watch._listen("ab") == 6000
    here.wire.is_taken = True
    assert here.watch._listen("ab") == 0
