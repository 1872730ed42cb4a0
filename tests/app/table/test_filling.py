"""A table that fills, between a host and guests whose frames a test carries: what each of them is shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

import pytest

from app import messages
from app.animals import animals_of
from app.games.catalogue import catalogue
from app.keep.contacts import Acquaintance, Met
from app.messages import Guest, News
from app.table.agreed import engine_of, known_game, option_pairs, options_bytes, rules_of
from app.table.children import Bots
from app.table.gathering import Cancelled, FillingTable, Orphans, make_joiner
from app.table.lobbies import HostLobby, JoinerLobby
from app.table.orders import Orders
from net.link.address import Address
from net.link.contract import Arrived, Channel, Down, Link, LinkRefusal, LinkRefused, Way
from net.lobby.host import Host
from net.lobby.identity import fingerprint
from net.lobby.messages import Heir, Info, Stage
from net.lobby.phases import Admission, Me, TableSeen, Terms
from net.wire.genesis import Policy
from tests.support.lobby import ANNA, BERT, HOST, key
from tests.support.values import replace

PLUMP = catalogue().named("plump")
OPTIONS = options_bytes(PLUMP.rules.checked_options(4, {"length": "short"}))
TERMS = Terms(bytes(16), "plump", rules_of(PLUMP), engine_of(PLUMP), OPTIONS, 3, Policy())
STRANGERS = Acquaintance()
INVITED = (Address("10.0.0.1", 4000),)


@dataclass
class OwnBots:
    """Bots of a player that have no program: each has a key."""

    keys: tuple[bytes, ...] = ()

    def put(self, level: str) -> None:
        self.keys = (*self.keys, level.encode() * 4)

    def drop(self, key: bytes) -> None:
        self.keys = tuple(each for each in self.keys if each != key)


@dataclass
class Wire:
    """The link of one player: what it sends lies in `sent` until somebody carries it."""

    sent: list[tuple[bytes, bytes]] = field(default_factory=list)

    def send_lobby(self, key: bytes, frame: bytes) -> bool:
        self.sent.append((key, frame))
        return True

    def poll(self, timeout_s: float) -> tuple[()]:
        return ()

    def shut(self, channel: Channel) -> None:
        """Do nothing: the link has no connection."""

    def open_table(self, table: str, roster: list[bytes], *, host: str) -> int:
        return 5000


class Side:
    """One player's side of the table."""

    def __init__(self, me: Me, *, host: Host | None = None, known: Acquaintance = STRANGERS) -> None:
        self.me, self.wire, self.told, self.now = me, Wire(), list[News](), 100.0
        self.bots = OwnBots()
        self.lobby = (
            JoinerLobby(make_joiner(me, key(HOST)), INVITED, self.now)
            if host is None
            else HostLobby(host, cast("Bots", self.bots))
        )
        self.table = FillingTable(
            self.lobby, cast("Link", self.wire), clock=lambda: self.now, listener=self.told.append,
            addresses=lambda port: (Address("10.0.0.9", port),), table_host="10.0.0.9",
            invitation="SHOAL:HERE" if host else "", known=known, tend=lambda now: None,
        )  # fmt: skip
        if host is None:
            self.table._carry_out(self.lobby.first)  # type: ignore[union-attr]
        else:
            self.table._show(host)

    def seen(self) -> messages.Gathering:
        return [each for each in self.told if isinstance(each, messages.Gathering)][-1]

    def obey(self, *orders: messages.Order) -> None:
        for each in orders:
            self.table._obey(each)


@dataclass
class Hall:
    """A host, and the guests who call."""

    asks: bool = False
    sides: dict[bytes, Side] = field(default_factory=dict)

    def __post_init__(self) -> None:
        verdict = Admission.ASK if self.asks else Admission.ADMIT
        self.host = self.enter(HOST, Host(HOST, TERMS, accept=lambda _: verdict))

    def enter(self, me: Me, host: Host | None = None, known: Acquaintance = STRANGERS) -> Side:
        self.sides[key(me)] = Side(me, host=host, known=known)
        self.carry()
        return self.sides[key(me)]

    def carry(self) -> None:
        """Carry everything that was sent to where it goes."""
        while going := [(who, side) for who, side in self.sides.items() if side.wire.sent]:
            for who, side in going:
                (to, frame), *side.wire.sent = side.wire.sent
                if to in self.sides:
                    event = Arrived(Channel.LOBBY, who, "192.168.0.9", frame, Way.INBOUND)
                    self.sides[to].table.heard(event)


def shown(me: Me, at: int, *me_and_others: Me, about: str = "") -> Guest:
    animals = animals_of([(each.player.ed, 0) for each in me_and_others])
    ed = me.player.ed
    return Guest(me.nick, fingerprint(ed), key=ed, animal=animals[at], about=about)


def test_host_and_guest_are_shown_the_same_table() -> None:
    hall = Hall()
    assert hall.host.seen() == messages.Gathering(
        "plump", option_pairs(OPTIONS), 3, (shown(HOST, 0, HOST),), "SHOAL:HERE", sizes=tuple(range(2, 11))
    )  # fmt: skip
    known = Acquaintance(ANNA.player.ed, {HOST.player.ed: Met(HOST.nick, games=1)})
    anna = hall.enter(ANNA, known=known)

    both = (shown(HOST, 0, HOST, ANNA), shown(ANNA, 1, HOST, ANNA))
    assert hall.host.seen().guests == both
    assert anna.seen() == messages.Gathering(
        "plump", option_pairs(OPTIONS), 3,
        (replace(both[0], about="met before, 1 game"), replace(both[1], about="you")), "",
        own=fingerprint(ANNA.player.ed),
    )  # fmt: skip
    told = len(anna.told)
    hall.host.table.tick()
    assert len(anna.told) == told, "told once"


def test_chairs_are_changed_as_far_as_that_is_possible() -> None:
    hall = Hall()
    anna = hall.enter(ANNA)
    host = hall.host
    host.obey(messages.PutBot("easy"))
    assert (host.seen().coming, host.seen().bots, host.seen().sizes) == (
        (b"easy" * 4,),
        1,
        tuple(range(3, 11)),
    )
    host.obey(messages.PutBot("hard"))
    assert host.bots.keys == (b"easy" * 4,), "all three chairs are taken"
    for seats in (2, 11, 1):
        host.obey(messages.Resize(seats))
        assert host.seen().seats == 3
    host.obey(messages.Resize(4), messages.PutBot("hard"))
    hall.carry()
    assert (host.seen().seats, anna.seen().seats, host.seen().bots) == (4, 4, 2)
    assert host.seen().sizes == tuple(range(4, 11))
    host.obey(messages.Unseat(b"easy" * 4))
    assert host.bots.keys == (b"hard" * 4,)
    anna.obey(messages.Resize(5), messages.PutBot("easy"), messages.Unseat(HOST.player.ed))
    hall.carry()
    assert host.seen().seats == 4 and len(host.seen().guests) == 2, "only the host changes chairs"


def test_a_guest_whose_seat_is_taken_away_and_one_who_leaves_learn_why_the_table_ends_for_them() -> None:
    hall = Hall()
    hall.enter(ANNA)
    hall.host.obey(messages.Unseat(ANNA.player.ed))
    with pytest.raises(Cancelled, match="program says: “the host has taken your seat away”") as why:
        hall.carry()
    assert why.value.is_theirs and why.value.orphans is None
    hall = Hall()
    anna = hall.enter(ANNA)
    for order in (messages.Quit(), messages.GiveUpSeat()):
        with pytest.raises(Cancelled, match=r"^$") as left:
            anna.obey(order)
        assert not left.value.is_theirs
    hall.carry()

    text = f"{ANNA.nick} is not at your table: “the player has gone away”."
    assert messages.Trouble(messages.TroubleKind.LOBBY, text) in hall.host.told
    assert len(hall.host.seen().guests) == 1


def test_a_host_who_asks_decides_about_each_and_may_refuse_all() -> None:
    hall = Hall(asks=True)
    anna, bert = hall.enter(ANNA), hall.enter(BERT)
    knocks = [each for each in hall.host.told if isinstance(each, messages.Knock)]
    assert [(each.guest.nick, each.key) for each in knocks] == [
        (ANNA.nick, ANNA.player.ed),
        (BERT.nick, BERT.player.ed),
    ]
    hall.host.obey(messages.Admit(ANNA.player.ed, admit=True))
    hall.carry()
    assert [guest.nick for guest in anna.seen().guests] == [HOST.nick, ANNA.nick]
    hall.host.obey(messages.RefuseAll())
    with pytest.raises(Cancelled):
        hall.carry()
    assert bert.told and len(hall.host.seen().guests) == 2


def test_a_line_is_read_by_everybody_and_one_that_is_too_long_is_not_sent() -> None:
    hall = Hall()
    anna = hall.enter(ANNA)
    anna.obey(messages.Say("hello"))
    hall.carry()
    hall.host.obey(messages.Say("x" * 501))

    lines = [
        [each for each in side.told if isinstance(each, messages.LobbyLine)] for side in (hall.host, anna)
    ]
    assert lines == [[messages.LobbyLine(ANNA.nick, "hello")]] * 2
    refused = hall.host.told[-1]
    assert isinstance(refused, messages.Refused) and refused.text.startswith("That was not sent: ")


def test_once_all_seats_are_taken_everybody_begins_with_the_addresses_where_the_others_were_seen() -> None:
    hall = Hall()
    anna, bert = hall.enter(ANNA), hall.enter(BERT)
    for side in (anna, bert):
        side.table.tick()
    for _ in range(5):
        for side in hall.sides.values():
            side.now += 1.0
            side.table.tick()
        hall.carry()
    sides = (hall.host, anna, bert)

    begun = [side.table.begun for side in sides]
    assert all(each is not None and each.genesis == begun[0].genesis for each in begun if begun[0])
    assert [each.seat for each in begun if each is not None] == [0, 1, 2]
    at_table, seen = Address("10.0.0.9", 5000), Address("192.168.0.9", 5000)
    endpoints = dict(begun[1].endpoints)  # type: ignore[union-attr]
    assert endpoints[0] == (seen, at_table), "where its lobby has answered, which it may not know"
    assert at_table in endpoints[2] and [side.table.port for side in sides] == [5000] * 3


def test_a_guest_whom_nobody_answers_learns_it_once_with_the_address() -> None:
    anna = Side(ANNA)
    for seconds, said in ((3.0, 0), (0.99, 0), (0.01, 1), (5.0, 1)):
        anna.now += seconds
        anna.table.tick()
        assert len(anna.told) == said
    anna.table.heard(LinkRefused(Channel.LOBBY, key(HOST), LinkRefusal.NO_ANSWER))

    unanswered, refused = anna.told
    assert (
        isinstance(unanswered, messages.Trouble)
        and "Nobody has answered yet at 10.0.0.1:4000" in unanswered.text
    )
    assert refused == messages.Trouble(
        messages.TroubleKind.LINK, "The host at 10.0.0.1:4000 does not answer.", None
    )
    hall = Hall()
    told = len(hall.host.told)
    hall.host.table.heard(LinkRefused(Channel.LOBBY, key(ANNA), LinkRefusal.NO_ANSWER))
    hall.host.table.heard(Down(Channel.TABLE, key(ANNA)))
    assert len(hall.host.told) == told, "a host is told nothing about callers"


def test_a_guest_sees_whose_bots_sit_at_the_table() -> None:
    anna = Side(ANNA)
    taken = (
        (HOST.player.ed, "Host", 0, 0), (b"a" * 32, "Ada", 1, 0), (b"b" * 32, "Bo", 4, 0),
        (b"c" * 32, "Cy", 4, 0), (b"d" * 32, "Di", 9, 0), (b"e" * 32, "Ed", 6, 0),
    )  # fmt: skip
    game = known_game("plump")
    assert game is not None
    anna.table._show_theirs(
        TableSeen(Info(bytes(16), "plump", game.rules, game.engine, OPTIONS, 6, taken, Stage.GATHERING))
    )

    assert [(each.nick, each.bot, each.runner) for each in anna.seen().guests] == [
        ("Host", False, ""),
        ("Ada", True, "Host"),
        ("Bo", True, "Cy"),
        ("Cy", True, ""),
        ("Di", True, ""),
        ("Ed", True, ""),
    ]


def test_players_left_without_a_host_know_who_the_next_host_is() -> None:
    info = Info(
        bytes(16), "plump", "1", bytes(32), OPTIONS, 3,
        ((b"h" * 32, "Host", 0, 0), (b"a" * 32, "Ada", 0, 0)), Stage.GATHERING,
    )  # fmt: skip
    ada, eve = (Heir(ed * 32, ed * 32, "10.0.0.1") for ed in (b"a", b"e"))
    left = Orphans(info, (ada, eve))

    assert (left.nick(ada), left.nick(eve)) == ("Ada", "")
    assert left.without_first == Orphans(info, (eve,))


def test_an_order_wakes_the_thread_that_takes_it() -> None:
    woken: list[int] = []
    orders = Orders()
    orders.put(messages.Quit())
    orders.attach(lambda: woken.append(1))
    orders.put(messages.Say("a"))

    assert woken == [1] and [orders.take(), orders.take(), orders.take()] == [
        messages.Quit(), messages.Say("a"), None
    ]  # fmt: skip
