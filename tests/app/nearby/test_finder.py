"""The finds that a finder tells from the answers of this network: when, and for how long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from app.build import Lookout
from app.keep.home import Home
from app.nearby import finder as module
from app.nearby.around import Around, Beyond, Evidence
from app.nearby.finder import Finder, Openness
from net.discovery.board import By, Seen
from net.discovery.datagram import Presence
from net.discovery.interfaces import Net
from net.discovery.notice import Access, Notice
from net.discovery.responder import AskedToHost, PlayerInvites
from net.discovery.words import Called, Please, parse_word, write_word
from net.link.address import Address
from net.link.contract import Arrived, Channel, Up, Way
from net.lobby.identity import Identity, fingerprint
from net.lobby.phases import Me
from tests.support.values import replace

OWN, LISA, TOBY, EVE = (Identity.from_seed(bytes([at]) * 32) for at in (1, 2, 3, 4))
HOME_NET = Net("192.168.1.20", 24, "eth0")
LOOP = Net("127.0.0.1", 8, "lo")


def seen(who: Identity, host: str = "192.168.1.30", *, game: str = "", is_mute: bool = False) -> Seen:
    """Somebody who has answered from a computer, perhaps with a table."""
    at_table = {"game": game, "seats": 3, "taken": 1, "access": Access.OPEN} if game else {}
    notice = Notice(who.curve_public, fingerprint(who.public), port=4000, **at_table)  # type: ignore[arg-type]
    said = Presence(who.public, who.certificate, "P", "", notice)
    return Seen((Address(host, 4000),), said, None, is_mute)


@dataclass
class Board:
    """The notice board, with what a test has pinned to it."""

    seen: tuple[Seen, ...] = ()
    silent: tuple[Address, ...] = ()
    is_changed: bool = True
    is_crowded: bool = False
    by_broadcast: dict[float, int] = field(default_factory=dict)

    def tick(self, now: float) -> tuple[()]:
        return ()

    def connected(self, key: bytes, now: float) -> tuple[()]:
        return ()

    def received(self, key: bytes, frame: bytes, now: float) -> tuple[()]:
        return ()

    def heard_only_by(self, way: By, *, since: float) -> int:
        assert way is By.BROADCAST
        return self.by_broadcast.get(since, 0)


@dataclass
class Wire:
    """A link that notes who is called and what is said."""

    connected: bool = False
    called: list[tuple[bytes, tuple[Address, ...]]] = field(default_factory=list)
    sent: list[tuple[bytes, bytes]] = field(default_factory=list)
    hung_up: list[bytes] = field(default_factory=list)

    def open_lobby(self, *, host: str, port: int = 0) -> int:
        return port or 4000

    def reaches(self, key: bytes, *, channel: Channel) -> bool:
        return self.connected

    def connect(self, key: bytes, addresses: tuple[Address, ...], *, channel: Channel, once: bool) -> None:
        assert channel is Channel.LOBBY and once
        self.called.append((key, addresses))

    def send_lobby(self, key: bytes, frame: bytes) -> bool:
        self.sent.append((key, frame))
        return True

    def hang_up(self, key: bytes, *, channel: Channel) -> None:
        self.hung_up.append(key)

    def attend(self, handle: int, ready: Callable[[], None]) -> None:
        """Nothing comes."""

    def leave_alone(self, handle: int) -> None:
        """Nor later."""

    def wake(self) -> None:
        """Nobody sleeps."""


class Looking:
    """A finder without its thread, with a hand-turned clock."""

    def __init__(self, folder: Path, wire: Wire, openness: Openness | None = None) -> None:
        self.now, self.wire, self.told = 1000.0, wire, list[Around]()
        lookout = Lookout(Home(folder), OWN.curve_public, "10.9.9.9", clock=lambda: self.now)
        self.finder = Finder(lookout, self.told.append, openness=openness)
        self.board = Board()
        self.finder._board = self.board  # type: ignore[assignment]
        self.finder._nets = (HOME_NET, LOOP)

    def sees(self, *who: Seen) -> None:
        self.board.seen, self.board.is_changed = who, True

    def after(self, seconds: float) -> Around:
        """Let time pass; return the last that was told."""
        self.now += seconds
        self.finder._tick()
        self.finder._show()
        return self.told[-1]


Look = Callable[..., Looking]


@pytest.fixture
def look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Look]:
    wire, made = Wire(), list[Looking]()

    def looking(openness: Openness | None = None) -> Looking:
        made.append(Looking(tmp_path, wire, openness))
        return made[-1]

    monkeypatch.setattr(module, "open_link", lambda who, clock: wire)
    monkeypatch.setattr(Finder, "_run", lambda self: None)
    yield looking
    for each in made:
        if each.finder._visible is not None:
            each.finder._visible.fall_silent()
            each.finder._visible.close()
        each.finder.stop()


ME = Openness(Me(OWN, "Me", 1, "0.1"))


def test_finds_are_told_at_once_and_the_evidence_once_a_second(look: Look) -> None:
    here = look()
    here.after(0.0)
    assert [len(here.told), here.told[0].evidence.looked_s] == [1, 0]
    for seconds, told in ((0.99, 1), (0.01, 2), (0.5, 2), (0.5, 3)):
        here.after(seconds)
        assert len(here.told) == told
    here.sees(seen(LISA), seen(TOBY, game="plump"))
    found = here.after(0.1)
    assert [each.words for each in found.people] == [fingerprint(LISA.public)]
    assert [each.words for each in found.tables] == [fingerprint(TOBY.public)]
    assert not here.board.is_changed
    here.board.seen = ()
    assert here.after(1.0).people == found.people, "nothing has changed, as the board says"
    here.now = 1060.0
    assert here.after(0.0).evidence.looked_s == here.after(60.0).evidence.looked_s == 60
    told = len(here.told)
    here.after(60.0)
    assert len(here.told) == told, "a quiet lobby redraws nothing"


def test_in_a_crowd_finds_are_told_twice_a_second(look: Look) -> None:
    here = look()
    here.after(0.0)
    here.board.is_crowded = True
    for seconds, who, told in ((0.49, LISA, 1), (0.01, TOBY, 2), (0.3, EVE, 2), (0.2, EVE, 3)):
        here.sees(seen(who))
        here.after(seconds)
        assert len(here.told) == told, (seconds, who)


def test_the_evidence_counts_other_computers_only(look: Look) -> None:
    here = look()
    here.sees(seen(LISA), seen(TOBY, "192.168.1.20"), seen(EVE, is_mute=True))
    here.board.silent = (Address("192.168.1.7", 1), Address("10.0.0.7", 1))
    here.board.by_broadcast = {996.0: 5}
    here.finder._unplugged = ("192.168.1.20",)
    here.finder._problems = {By.MULTICAST: "no multicast", By.BROADCAST: "no broadcast"}

    assert here.after(0.0).evidence == Evidence(
        hosts=("192.168.1.20",), subnets=("192.168.1.0/24", "127.0.0.0/8"), answering=1,
        only_broadcast=1, silent_here=("192.168.1.7",), silent_elsewhere=("10.0.0.7",),
        multicast_problem="no multicast", broadcast_problem="no broadcast", unplugged=("192.168.1.20",),
    )  # fmt: skip
    here.finder._nets = (LOOP,)
    here.sees(seen(LISA, "127.0.0.1"))
    assert here.after(1.0).evidence.answering == 1, "without a network a computer plays with itself"
    assert look(ME).after(0.0).evidence.dialled is None


def test_an_invitation_lasts_two_minutes_and_shows_once_its_sender_is_seen(look: Look) -> None:
    here = look()
    here.after(0.0)
    here.finder._take_invitation(PlayerInvites(OWN.public, "Me", "SHOAL:OWN"))
    here.finder._take_invitation(PlayerInvites(LISA.public, "Lisa", "SHOAL:ONE"))
    assert here.after(0.0).invited == ()
    here.sees(seen(LISA))
    [invited] = here.after(60.0).invited
    assert (invited.nick, invited.words, invited.invitation) == (
        "Lisa",
        fingerprint(LISA.public),
        "SHOAL:ONE",
    )
    here.finder._take_invitation(PlayerInvites(LISA.public, "Lisa", "SHOAL:TWO"))
    assert [each.invitation for each in here.after(0.0).invited] == ["SHOAL:TWO"]
    assert here.after(119.9).invited
    assert here.after(0.1).invited == ()


def test_of_many_strangers_those_who_are_not_here_go_first(look: Look) -> None:
    here = look()
    here.sees(seen(LISA), seen(TOBY))
    here.after(0.0)
    for who in (LISA, EVE, TOBY):
        here.finder._take_invitation(PlayerInvites(who.public, "S", "SHOAL:ONE"))
    others = [bytes([at]) * 32 for at in (100, 101, 102)]
    for ed in others:
        here.finder._take_invitation(PlayerInvites(ed, "S", "SHOAL:ONE"))

    assert [*here.finder._invited] == [
        fingerprint(key) for key in (LISA.public, TOBY.public, *others[1:])
    ]  # fmt: skip


def test_a_request_to_host_counts_while_both_are_here(look: Look) -> None:
    here = look()
    here.sees(seen(LISA))
    here.after(0.0)
    here.finder._take_invitation(AskedToHost(EVE.public, "P", TOBY.public))
    here.finder._take_invitation(AskedToHost(LISA.public, "P", TOBY.public))
    assert here.after(0.0).wanted == (), "Eve is not here, and Lisa's friend is not either"
    here.sees(seen(LISA), seen(TOBY))
    [wanted] = here.after(0.5).wanted
    assert (wanted.asks.words, wanted.other.words) == (fingerprint(LISA.public), fingerprint(TOBY.public))
    assert here.after(119.4).wanted
    assert here.after(0.1).wanted == ()
    here.finder._take_invitation(AskedToHost(LISA.public, "P", TOBY.public))
    assert here.after(0.01).wanted, "told at once"
    here.finder._take_invitation(AskedToHost(LISA.public, "P", LISA.public))
    assert here.after(1.0).wanted == (), "nobody is brought together with itself"


def test_somebody_is_asked_to_host_by_one_call_until_the_answer_or_for_some_seconds(look: Look) -> None:
    here = look(ME)
    here.sees(seen(LISA))
    [lisa] = here.after(0.0).people
    here.wire.called.clear()
    here.finder._errands.clear()
    beyond = Beyond("Toby", fingerprint(TOBY.public), TOBY.public, lisa)
    here.finder._dialler = None
    here.finder._out_of_reach.due = lambda people, now: ()  # type: ignore[method-assign,assignment]
    for answer in (True, False):
        here.wire.called, here.wire.sent, here.wire.hung_up = [], [], []
        here.finder.ask_to_host(beyond)
        here.after(0.0)
        assert here.wire.called == [(LISA.curve_public, (Address("192.168.1.30", 4000),))]
        here.finder._heard(Up(Channel.WATCH, LISA.curve_public))
        assert here.wire.sent == []
        here.finder._heard(Up(Channel.LOBBY, LISA.curve_public))
        [(to, frame)] = here.wire.sent
        assert to == LISA.curve_public
        assert parse_word(frame) == Please(OWN.public, OWN.certificate, "Me", TOBY.public)
        if answer:
            called = write_word(Called())
            here.finder._heard(Arrived(Channel.LOBBY, LISA.curve_public, "", called, Way.LINE))
        else:
            here.after(7.9)
            assert here.wire.hung_up == []
            here.after(0.1)
        assert here.wire.hung_up == [LISA.curve_public]
    here.finder.ask_to_host(replace(beyond, via=replace(lisa, key=EVE.curve_public)))
    here.wire.called.clear()
    here.after(0.0)
    assert here.wire.called == [], "that one is not here any more"
    here.wire.connected, here.wire.sent = True, []
    here.finder.ask_to_host(beyond)
    here.after(0.0)
    assert len(here.wire.sent) == 1 and here.wire.called == [], "the line is there"


def test_whoever_hides_asks_nobody_to_host(look: Look) -> None:
    here = look()
    here.sees(seen(LISA))
    [lisa] = here.after(0.0).people
    here.finder.ask_to_host(Beyond("Toby", "T", TOBY.public, lisa))
    here.after(0.0)

    assert here.wire.called == []


def test_people_whom_another_reaches_are_told_while_that_one_is_here(look: Look) -> None:
    here = look(ME)
    here.sees(seen(LISA))
    here.after(0.0)
    here.finder._out_of_reach.beyond = (  # type: ignore[method-assign]
        lambda eds, now: ((TOBY.public, "Toby", LISA.curve_public), (EVE.public, "Eve", TOBY.curve_public))
    )
    [beyond] = here.after(0.0).beyond

    assert (beyond.nick, beyond.words, beyond.ed) == ("Toby", fingerprint(TOBY.public), TOBY.public)
    assert beyond.via.words == fingerprint(LISA.public)
