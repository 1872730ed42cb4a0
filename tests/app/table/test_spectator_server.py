"""Spectators at one player's table: who is let in, where they are led, what players tell each other."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

import pytest

from app import messages
from app.messages import News
from app.table.spectator_server import SpectatorServer, SpectatorServerConfig
from net.errors import LinkError
from net.link.address import Address
from net.link.contract import Arrived, Channel, Down, Link, Up, Way
from net.lobby.identity import Identity, fingerprint
from net.lobby.messages import WatchSources, parse
from net.lobby.phases import ProvenGuest
from net.watch.words import OUT_MAX, SPECTATOR_MAX, GalleryWord, read_word, write_word
from net.wire.frame import parse_frame
from net.wire.genesis import Player, Policy, Watch, sign_genesis
from net.wire.words import Code, Err
from tests.support.catalogue import GAMES
from tests.support.simulated_table import SimulatedTable
from tests.support.values import replace

pytestmark = pytest.mark.usefixtures("open_group")

EVE = Identity.from_seed(bytes([9]) * 32)
OPEN = Policy(watch=Watch.OPEN, watch_chat=True)
ASK = replace(OPEN, watch=Watch.ASK)


def guest(at: int, nick: str = "Eve") -> ProvenGuest:
    """Somebody in the lobby who wants to watch."""
    ed = bytes([at]) * 32
    return ProvenGuest(Player(ed, bytes([at + 100]) * 32, b"", nick), 1)


@dataclass
class Wire:
    """A link that notes what it is given; with `is_taken` it cannot listen."""

    is_taken: bool = False
    to_players: list[tuple[bytes, bytes]] = field(default_factory=list)
    in_the_lobby: list[tuple[bytes, object]] = field(default_factory=list)
    to_spectators: list[tuple[bytes, bytes]] = field(default_factory=list)

    def open_watch(self, game: str, *, host: str) -> int:
        if self.is_taken:
            raise LinkError("taken")
        return 6000

    def send(self, key: bytes, frame: bytes) -> bool:
        self.to_players.append((key, frame))
        return True

    def send_lobby(self, key: bytes, frame: bytes) -> bool:
        self.in_the_lobby.append((key, parse(frame)))
        return True

    def send_watch(self, key: bytes, frame: bytes, way: Way) -> bool:
        self.to_spectators.append((key, frame))
        return True


class Serving:
    """The server of seat 0 at a table of three, with a hand-turned clock."""

    def __init__(self, policy: Policy = OPEN, *, is_taken: bool = False, hosts: int = 1) -> None:
        self.now, self.told = 1000.0, list[News]()
        self.wire = Wire(is_taken)
        sim = SimulatedTable(GAMES["plump"], 3, {"length": "short"}, policy=policy)
        sim.run(lambda: sim.seated[0].running.table.log.k > 2)
        body = sim.genesis.encode()
        sigs = tuple(sign_genesis(body, each.identity) for each in sim.seated)
        self.keys = [player.curve for player in sim.genesis.players]
        self.names = [player.nick for player in sim.genesis.players]
        config = SpectatorServerConfig(
            sim.genesis, sigs, 0, sim.seated[0].identity, {1: (Address("10.0.0.2", 5000),) * 2},
            own=lambda port: [Address(f"10.0.0.{at}", port) for at in range(10, 10 + hosts)], host="*",
        )  # fmt: skip
        self.server = SpectatorServer(
            config, sim.seated[0].running.table, cast("Link", self.wire), clock=lambda: self.now,
            tell=self.told.append, evidence=lambda: (),
        )  # fmt: skip

    def tick(self, seconds: float = 0.0) -> None:
        self.now += seconds
        self.server.tick(())

    def says(self, seat: int, word: GalleryWord) -> bool:
        event = Arrived(Channel.TABLE, self.keys[seat], "10.0.0.2", write_word(word), Way.OUTBOUND)
        return self.server.heard(event)

    def spectators(self) -> messages.Spectators:
        return [each for each in self.told if isinstance(each, messages.Spectators)][-1]

    def words(self) -> list[tuple[int, GalleryWord]]:
        """Words sent to the other players since the last call: seat, word."""
        sent, self.wire.to_players = self.wire.to_players, []
        found = [(self.keys.index(key), read_word(parse_frame(frame).b)) for key, frame in sent]
        return [(seat, word) for seat, word in found if isinstance(word, GalleryWord)]

    def answer(self, who: ProvenGuest) -> object:
        """The answer to a guest who asks where to watch; None if there is none yet."""
        self.wire.in_the_lobby.clear()
        self.server.show(who)
        [*found] = self.wire.in_the_lobby
        assert all(key == who.player.curve for key, _ in found)
        return found[0][1] if found else None


def named(*ats: int) -> tuple[tuple[bytes, str], ...]:
    return tuple((bytes([at]) * 32, f"S{at}") for at in ats)


def test_players_tell_each_other_about_spectators_at_once_and_every_ten_seconds_and_after_a_reconnect() -> (
    None
):
    here = Serving()
    here.tick()
    own = GalleryWord(False, 6000, ())
    assert here.words() == [(1, own), (2, own)]
    assert here.told == [messages.Spectators((), 0, (), may_chat=True)]
    for seconds, told in ((2.0, 0), (2.0, 0), (4.0, 0), (2.0, 2), (2.0, 0)):
        here.tick(seconds)
        assert len(here.words()) == told, here.now
    here.server.heard(Up(Channel.TABLE, here.keys[2]))
    assert here.words() == [(2, own)]
    assert not here.server.heard(Down(Channel.TABLE, here.keys[2]))
    assert len(here.told) == 1 and here.server.count == 0


def test_one_player_closes_the_table_and_opens_it_again() -> None:
    here = Serving()
    here.tick()
    here.words()
    assert here.server.obey(messages.AllowSpectators(is_open=False))
    assert [word.is_closed for _, word in here.words()] == [True, True]
    assert here.spectators().closed_by == (0,)
    refusal = here.answer(guest(1))
    assert refusal == Err(Code.CLOSING, f"{here.names[0]} lets nobody watch now")
    assert here.server.obey(messages.AllowSpectators(is_open=True))
    assert here.spectators().closed_by == () and isinstance(here.answer(guest(1)), WatchSources)
    assert not here.server.obey(messages.Quit())


def test_the_word_about_spectators_of_a_player_who_is_silent_is_forgotten() -> None:
    here = Serving()
    here.tick()
    assert here.says(1, GalleryWord(True, 6001, named(1, 2), 3))
    here.tick(2.0)
    shown = here.spectators()
    assert (shown.names, shown.more, shown.closed_by, shown.keys) == (
        ("S1", "S2"), 3, (1,), tuple(ed for ed, _ in named(1, 2))
    )  # fmt: skip
    assert here.server.count == 5
    assert here.answer(guest(3)) == Err(Code.CLOSING, f"{here.names[1]} lets nobody watch now")
    here.tick(22.99)
    assert here.spectators().closed_by == (1,)
    here.tick(2.01)
    assert here.spectators() == messages.Spectators((), 0, (), may_chat=True)


def test_spectators_of_several_players_are_counted_once() -> None:
    here = Serving()
    assert here.says(1, GalleryWord(False, 0, named(1, 2), 1))
    assert here.says(2, GalleryWord(False, 0, named(2, 3), 2))
    here.tick()

    assert here.spectators().names == ("S1", "S2", "S3") and here.spectators().more == 3


def test_a_guest_is_led_to_every_player_who_listens_for_spectators() -> None:
    here = Serving(hosts=6)
    own = tuple(Address(f"10.0.0.{at}", 6000) for at in range(10, 14))
    assert here.answer(guest(1)) == WatchSources(
        here.server._keeper.genesis.id, 0, b"", ((here.keys[0], own),)
    )
    here.says(1, GalleryWord(False, 6001, ()))
    here.says(2, GalleryWord(False, 6002, ()))
    sources = ((here.keys[0], own), (here.keys[1], (Address("10.0.0.2", 6001),)))
    assert here.answer(guest(1)) == WatchSources(here.server._keeper.genesis.id, 0, b"", sources)
    here.says(1, GalleryWord(False, 0, ()))
    assert isinstance(found := here.answer(guest(1)), WatchSources) and len(found.sources) == 1

    shut = Serving(is_taken=True)
    shut.tick()
    assert shut.answer(guest(1)) == Err(Code.FULL, "no player's computer can show it")
    assert [word.port for _, word in shut.words()] == [0, 0]


def test_where_players_are_asked_each_guest_is_asked_about_once_and_gets_a_ticket() -> None:
    here = Serving(ASK)
    eve = guest(1)
    assert here.answer(eve) is None and here.answer(eve) is None
    knock = messages.SpectatorKnock("Eve", fingerprint(eve.player.ed), eve.player.ed)
    assert here.told == [knock]
    assert here.server.obey(messages.AdmitSpectator(eve.player.ed, admit=True))
    [(_, found)] = here.wire.in_the_lobby
    assert isinstance(found, WatchSources) and found.ticket
    assert isinstance(here.answer(eve), WatchSources), "let in for the whole game"
    lou = guest(2, "Lou")
    assert here.answer(lou) is None
    here.server.obey(messages.AdmitSpectator(lou.player.ed, admit=False))
    assert here.answer(lou) == Err(Code.NOT_ALLOWED, "the players have not let you in")
    here.told.clear()
    for at in range(10, 40):
        here.server.show(guest(at))
    assert len(here.told) == 16, "a crowd of callers asks nothing more"


def test_a_spectator_who_is_removed_stays_out_at_every_player() -> None:
    here = Serving()
    here.tick()
    here.words()
    eve = guest(1)
    assert here.server.obey(messages.SendOff(eve.player.ed))
    assert [word.out for _, word in here.words()] == [(eve.player.ed,)] * 2
    assert here.answer(eve) == Err(Code.NOT_ALLOWED, "the players have not let you in")
    for at in range(2, OUT_MAX + 2):
        here.server.obey(messages.SendOff(at.to_bytes(32, "big")))
    out = here.words()[-1][1].out
    assert len(out) == OUT_MAX and eve.player.ed not in out
    assert here.says(1, GalleryWord(False, 0, (), 0, (guest(7).player.ed,)))


def test_every_frame_that_is_no_word_about_spectators_is_passed_on_to_the_game() -> None:
    here = Serving()
    word = write_word(GalleryWord(False, 0, ()))
    for frame, key, is_ours in (
        (word, here.keys[1], True),
        (word, b"stranger", False),
        (b"\x90", here.keys[1], False),
        (word + bytes(SPECTATOR_MAX), here.keys[1], False),
        (word[:-1] + b"\xff", here.keys[1], True),
    ):
        event = Arrived(Channel.TABLE, key, "10.0.0.2", frame, Way.OUTBOUND)
        assert here.server.heard(event) is is_ours, frame
    assert not here.server.heard(Up(Channel.LOBBY, here.keys[1]))
    assert here.server.heard(Up(Channel.WATCH, b"x" * 32))
    assert here.server.heard(Arrived(Channel.WATCH, b"x" * 32, "10.0.0.3", b"\x90", Way.OUTBOUND))
    assert here.wire.to_spectators == []


def test_at_the_end_spectators_are_waited_for_three_seconds_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Serving()
    assert here.server.has_shown_all(here.now), "nobody watches"
    monkeypatch.setattr(type(here.server._source), "everybody_has_all", False)
    for passed, is_enough in ((0.0, False), (2.99, False), (3.0, True)):
        assert here.server.has_shown_all(here.now - passed) is is_enough


def test_the_server_for_spectators_is_due_again_after_two_seconds() -> None:
    here = Serving()
    assert here.server.wait_s(here.now) == 0.0
    here.tick()

    assert 0.0 < here.server.wait_s(here.now) <= 2.0 and here.server.wait_s(here.now + 9) == 0.0
