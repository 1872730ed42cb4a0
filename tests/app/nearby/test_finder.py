"""The finds that a finder tells from the answers of this network: when, and for how long."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from app.build import SearchEnvironment
from app.keep.home import Home
from app.nearby import finder as module
from app.nearby.around import Around, NetworkFacts, UnreachablePerson
from app.nearby.finder import Finder, Openness
from app.table.visible import own_port
from net.discovery.board import AskHost, By, Seen
from net.discovery.datagram import Page, Presence
from net.discovery.interfaces import Net
from net.discovery.notice import Access, Announced, Notice, TakenBack
from net.discovery.responder import AskedToHost, PlayerInvites
from net.discovery.words import Called, Please, Sight, parse_word, write_word
from net.errors import LinkError
from net.link.address import Address
from net.link.contract import Arrived, Channel, Up, Way
from net.lobby.identity import Identity, fingerprint
from net.lobby.phases import CallOnce, HangUp, Me, Tell
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
        """Do nothing: the sockets get no answer."""

    def leave_alone(self, handle: int) -> None:
        """Do nothing: no socket is attended."""

    def wake(self) -> None:
        """Do nothing: no thread waits."""


class Looking:
    """A finder without its thread, with a hand-turned clock."""

    def __init__(self, folder: Path, wire: Wire, openness: Openness | None = None) -> None:
        self.now, self.wire, self.told = 1000.0, wire, list[Around]()
        search_env = SearchEnvironment(Home(folder), OWN.curve_public, "10.9.9.9", clock=lambda: self.now)
        self.finder = Finder(search_env, self.told.append, openness=openness)
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


def test_finds_are_reported_at_once_and_the_evidence_once_a_second(look: Look) -> None:
    here = look()
    here.after(0.0)
    assert [len(here.told), here.told[0].facts.looked_s] == [1, 0]
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
    assert here.after(0.0).facts.looked_s == here.after(60.0).facts.looked_s == 60
    told = len(here.told)
    here.after(60.0)
    assert len(here.told) == told, "a quiet lobby redraws nothing"


def test_in_a_crowd_finds_are_reported_twice_a_second(look: Look) -> None:
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

    assert here.after(0.0).facts == NetworkFacts(
        hosts=("192.168.1.20",), subnets=("192.168.1.0/24", "127.0.0.0/8"), answering=1,
        only_broadcast=1, silent_here=("192.168.1.7",), silent_elsewhere=("10.0.0.7",),
        multicast_problem="no multicast", broadcast_problem="no broadcast", unplugged=("192.168.1.20",),
    )  # fmt: skip
    here.finder._nets = (LOOP,)
    here.sees(seen(LISA, "127.0.0.1"))
    assert here.after(1.0).facts.answering == 1, "without a network a computer plays with itself"
    here.finder._nets = (HOME_NET, LOOP)
    here.sees(seen(LISA), seen(TOBY), seen(EVE, "192.168.1.20"))
    assert here.after(1.0).facts.answering == 2
    assert look(ME).after(0.0).facts.dialled is None


def test_an_invitation_is_shown_once_its_sender_is_seen_and_for_two_minutes(look: Look) -> None:
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


def test_of_too_many_invitations_those_of_senders_who_are_not_here_are_dropped_first(look: Look) -> None:
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


def test_a_request_to_host_is_shown_while_both_players_are_here_and_for_two_minutes(look: Look) -> None:
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


def test_a_request_to_host_is_one_call_that_ends_with_the_answer_or_after_eight_seconds(look: Look) -> None:
    here = look(ME)
    here.sees(seen(LISA))
    [lisa] = here.after(0.0).people
    here.wire.called.clear()
    here.finder._errands.clear()
    beyond = UnreachablePerson("Toby", fingerprint(TOBY.public), TOBY.public, lisa)
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
            here.finder._heard(Arrived(Channel.LOBBY, LISA.curve_public, "", called, Way.OUTBOUND))
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


def test_a_hidden_player_cannot_ask_anybody_to_host(look: Look) -> None:
    here = look()
    here.sees(seen(LISA))
    [lisa] = here.after(0.0).people
    here.finder.ask_to_host(UnreachablePerson("Toby", "T", TOBY.public, lisa))
    here.after(0.0)

    assert here.wire.called == []


def test_people_whom_only_another_player_reaches_are_shown_while_that_player_is_here(look: Look) -> None:
    here = look(ME)
    here.sees(seen(LISA))
    here.after(0.0)
    here.finder._out_of_reach.beyond = (  # type: ignore[method-assign]
        lambda eds, now: ((TOBY.public, "Toby", LISA.curve_public), (EVE.public, "Eve", TOBY.curve_public))
    )
    [beyond] = here.after(0.0).beyond

    assert (beyond.nick, beyond.words, beyond.ed) == ("Toby", fingerprint(TOBY.public), TOBY.public)
    assert beyond.via.words == fingerprint(LISA.public)


@dataclass
class FakeBrowser:
    """A search by multicast that notes what is done with it."""

    nets: tuple[Net, ...]
    found: list[tuple[str, object]] = field(default_factory=list)
    tended: list[float] = field(default_factory=list)
    is_closed: bool = False

    def attend(self, link: object, ready: Callable[[], None]) -> None:
        self.ready = ready

    def tend(self, now: float) -> None:
        self.tended.append(now)

    def news(self) -> Sequence[tuple[str, object]]:
        return self.found

    def close(self) -> None:
        self.is_closed = True


@dataclass
class FakeAsker:
    """A broadcast that notes who is asked."""

    asked: list[tuple[float, list[str], object]] = field(default_factory=list)
    said: list[tuple[str, Presence]] = field(default_factory=list)
    problem: str = "nobody hears"
    is_closed: bool = False
    clock: Callable[[], float] = lambda: 0.0

    def fileno(self) -> int:
        return 77

    def ask(self, hosts: Iterable[str], page: object = None) -> None:
        self.asked.append((self.clock(), [*hosts], page))

    def answers(self) -> Sequence[tuple[str, Presence]]:
        return self.said

    def close(self) -> None:
        self.is_closed = True


class Rounds:
    """The rounds of a finder's work, with the sockets of the search replaced."""

    def __init__(self, here: Looking, monkeypatch: pytest.MonkeyPatch) -> None:
        self.here, self.browsers = here, list[FakeBrowser]()
        self.asker = FakeAsker(clock=lambda: here.now)
        self.nets: tuple[Net, ...] = (HOME_NET,)
        self.looks, self.left = list[float](), list[int]()
        self.questions: dict[float, Page] = {}
        self.hinders = ""
        monkeypatch.setattr(module, "Asker", lambda randomness, clock: self.asker)
        monkeypatch.setattr("net.discovery.mdns.Browser", self._browse)
        monkeypatch.setattr(SearchEnvironment, "nets", lambda search_env: self._networks())
        monkeypatch.setattr(
            SearchEnvironment, "unplugged", lambda search_env, nets: tuple(each.host for each in nets)
        )
        here.finder._nets = ()
        here.board.question = self.questions.get  # type: ignore[attr-defined]
        here.wire.leave_alone = self.left.append  # type: ignore[method-assign]

    def _browse(self, nets: tuple[Net, ...]) -> FakeBrowser:
        if self.hinders:
            raise LinkError(self.hinders)
        self.browsers.append(FakeBrowser(nets))
        return self.browsers[-1]

    def _networks(self) -> tuple[Net, ...]:
        self.looks.append(self.here.now - 1000.0)
        return self.nets

    def run(self, *steps: tuple[float, Callable[[], object]]) -> None:
        """Look round as often as there are steps: seconds that a round lasts, and what happens in it."""
        left = list(steps)

        def poll(longest: float) -> list[Up]:
            seconds, happens = left.pop(0)
            happens()
            self.here.now += seconds
            if not left:
                self.here.finder._stop.set()
            return [Up(Channel.LOBBY, LISA.curve_public)]

        self.here.wire.poll = poll  # type: ignore[attr-defined]
        self.here.finder._stop.clear()
        self.here.finder._look()


def nothing() -> None:
    """Nothing happens in a round."""


def test_networks_are_looked_for_every_five_seconds_and_multicast_starts_again_if_they_change(
    look: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = look()
    rounds = Rounds(here, monkeypatch)
    more = (HOME_NET, Net("10.0.0.5", 24, "wlan0"))
    rounds.run((4.9, nothing), (0.1, nothing), (5.0, lambda: setattr(rounds, "nets", more)), (1.0, nothing))

    assert rounds.looks == [0.0, 5.0, 10.0]
    assert [each.nets for each in rounds.browsers] == [(HOME_NET,), more]
    assert all(each.is_closed for each in rounds.browsers), "the first when the second began"
    assert [each.tended for each in rounds.browsers] == [[1000.0, 1004.9, 1005.0], [1010.0]]
    assert rounds.left == [77] and rounds.asker.is_closed and here.finder._browser is None
    assert here.told[-1].facts.hosts == here.told[-1].facts.unplugged == ("192.168.1.20", "10.0.0.5")


def test_a_network_without_multicast_is_reported_until_there_is_another(
    look: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = look()
    rounds = Rounds(here, monkeypatch)
    rounds.hinders = "no multicast here"
    rounds.run((5.0, nothing), (1.0, nothing))
    assert rounds.browsers == [] and here.told[-1].facts.multicast_problem == "no multicast here"
    rounds.nets = ()
    rounds.run((5.0, nothing))
    assert here.told[-1].facts.multicast_problem == "" and here.told[-1].facts.hosts == ()
    assert rounds.browsers == [], "there is nothing to look in"


def test_a_due_question_is_sent_by_broadcast_and_no_multicast_is_used_in_a_crowd(
    look: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = look()
    rounds, page = Rounds(here, monkeypatch), Page()
    rounds.questions[1002.0] = page
    rounds.run((2.0, nothing), (1.0, lambda: setattr(here.board, "is_crowded", True)), (1.0, nothing))

    assert rounds.asker.asked == [(1002.0, ["192.168.1.255"], page)]
    assert rounds.browsers[0].tended == [1000.0, 1002.0]
    assert here.told[-1].facts.broadcast_problem == "nobody hears"


def test_only_computers_of_our_networks_are_heard(look: Look) -> None:
    """Hints and answers from anywhere else could be anybody's (net 5.9)."""
    here = look()
    heard: list[object] = []
    here.board.heard = lambda notice, host, now: heard.append((notice.key, host, now)) or ()  # type: ignore[attr-defined]
    here.board.taken_back = lambda key, host, now: heard.append((key, host, now)) or ()  # type: ignore[attr-defined]
    here.board.answered = lambda said, host, now: heard.append((said.ed, host, now)) or ()  # type: ignore[attr-defined]
    lisa, far = seen(LISA).said, "8.8.4.4"
    hint = Announced(lisa.notice)
    browser = FakeBrowser((HOME_NET,), [("192.168.1.30", hint), (far, hint)])
    here.finder._take_hints(browser)  # type: ignore[arg-type]
    here.finder._take_answers(FakeAsker(said=[(far, lisa), ("192.168.1.30", lisa)]))  # type: ignore[arg-type]
    browser.found = [("192.168.1.30", TakenBack(LISA.curve_public))]
    here.finder._take_hints(browser)  # type: ignore[arg-type]

    key = LISA.curve_public
    assert heard == [(each, "192.168.1.30", 1000.0) for each in (key, LISA.public, key)]


def test_the_requests_of_the_board_are_carried_out_but_a_line_with_an_open_question_stays(look: Look) -> None:
    here, where = look(), Address("192.168.1.30", 4000)
    outs = [
        CallOnce(LISA.curve_public, where),
        Tell(LISA.curve_public, b"HELLO"),
        AskHost("192.168.1.30"),
        *(HangUp(key) for key in (LISA.curve_public, TOBY.curve_public)),
    ]
    here.finder._errands = {TOBY.curve_public: {"SIGHT": (9999.0, b"")}}
    here.finder._carry_out(outs)
    here.finder._asker = asker = FakeAsker()  # type: ignore[assignment]
    here.finder._carry_out(outs[2:3])

    assert here.wire.called == [(LISA.curve_public, (where,))]
    assert here.wire.sent == [(LISA.curve_public, b"HELLO")]
    assert here.wire.hung_up == [LISA.curve_public]
    assert asker.asked == [(0.0, ["192.168.1.30"], None)]


def test_a_call_with_two_questions_ends_with_the_last_answer(look: Look) -> None:
    here = look()
    for kind in ("SIGHT", "CALLED"):
        here.finder._send_to(LISA.curve_public, (), kind, kind.encode())
    here.finder._heard(Up(Channel.LOBBY, LISA.curve_public))
    assert here.wire.sent == [(LISA.curve_public, b"SIGHT"), (LISA.curve_public, b"CALLED")]
    for word, ends in ((b"\xffnonsense", []), (write_word(Called()), []), (write_word(Called()), [])):
        here.finder._heard(Arrived(Channel.LOBBY, LISA.curve_public, "", word, Way.OUTBOUND))
        assert here.wire.hung_up == ends
    here.finder._heard(Arrived(Channel.WATCH, LISA.curve_public, "", write_word(Sight(())), Way.OUTBOUND))
    assert here.wire.hung_up == [], "that is no line of the lobby"
    here.finder._heard(Arrived(Channel.LOBBY, LISA.curve_public, "", write_word(Sight(())), Way.OUTBOUND))
    assert here.wire.hung_up == [LISA.curve_public]


def test_a_player_who_may_be_found_listens_at_the_usual_port_or_at_any_if_that_is_taken(
    look: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted: list[int] = []

    def open_lobby(self: Wire, *, host: str, port: int = 0) -> int:
        wanted.append(port)
        if port:
            raise LinkError("taken")
        return 4000

    usual = own_port(OWN.curve_public)
    look(ME)
    monkeypatch.setattr(Wire, "open_lobby", open_lobby)
    look(ME)
    look(Openness())
    look()

    assert usual and wanted == [usual, 0, 0]
