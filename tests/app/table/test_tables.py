"""Tables from the lobby to the end: admission, refusals in words, a disk that fills up."""

from __future__ import annotations

import secrets
import socket
import time
from pathlib import Path
from random import Random
from typing import cast

import pytest

from app import messages
from app.build import Environment, build_environment
from app.games.entry import GameEntry
from app.keep.contacts import day_text
from app.keep.journal import GameStatus, JournalFile
from app.messages import Trouble
from app.records.verify import verify_record
from app.table.agreed import engine_of
from app.table.bot_player import BotPlayer
from app.table.children import Bots
from app.table.gathering import Cancelled, FillingTable, HostLobby
from app.table.kept import unfinished
from app.table.lobbies import Lobby
from app.table.orders import Orders
from app.table.start import Hosting, Joining, Resuming
from app.table.visible import own_port
from net.errors import DiskFull, LinkError
from net.link.address import make_address
from net.link.contract import Link
from net.link.memory import ProcessMemory
from net.link.zmq_link import ZmqLink
from net.lobby.host import Host
from net.lobby.identity import Identity, fingerprint
from net.lobby.invitation import Invitation, parse_invitation
from net.lobby.phases import Admission, Begin, Terms
from net.wire.genesis import Absent, Policy
from rules.api import Action, View
from tests.support.catalogue import GAMES
from tests.support.keys import toy_genesis
from tests.support.sittings import Sitting, env_of, sittings, until
from tests.support.values import replace

PLUMP = GAMES["plump"]


def hosting(*, seats: int = 2, asks: bool = False, bots: int = 0) -> Hosting:
    options = PLUMP.checked_options(seats, {"length": "short"})
    return Hosting("plump", seats, tuple(options.items()), bots=bots, asks=asks)


def invitation(host: Sitting) -> Joining:
    gathering = until("the invitation", lambda: host.last(messages.Gathering))
    return Joining(gathering.invitation)


def test_a_guest_that_calls_itself_a_bot_must_be_let_in_like_everybody(tmp_path: Path) -> None:
    with sittings() as sit:
        host = sit(env_of(tmp_path, "Host"), hosting(asks=True))
        sit(env_of(tmp_path, "Bot Ada"), invitation(host))

        knock = until("the knock", lambda: host.last(messages.Knock))

        assert knock.guest.nick == "Bot Ada"
        assert host.last(messages.Started) is None


def test_only_a_player_of_the_last_game_is_let_in_without_a_question(tmp_path: Path) -> None:
    bob = env_of(tmp_path, "Bob")
    welcome = (fingerprint(bob.profile.identity.public),)
    with sittings() as sit:
        host = sit(env_of(tmp_path, "Host"), replace(hosting(seats=3, asks=True), welcome=welcome))
        sit(bob, invitation(host))
        until("Bob at the table", lambda: len(host.last(messages.Gathering).guests) == 2)
        sit(env_of(tmp_path, "Eve"), invitation(host))
        knock = until("the knock", lambda: host.last(messages.Knock))

        assert [news.guest.nick for news in host.news if isinstance(news, messages.Knock)] == ["Eve"]
        assert knock.guest.nick == "Eve"


def test_a_seated_guest_reads_the_terms_before_anybody_signs(tmp_path: Path) -> None:
    agreed = Policy(absent=Absent.END, gone_after_s=45)
    with sittings() as sit:
        host = sit(env_of(tmp_path, "Host"), replace(hosting(), policy=agreed))
        guest = sit(env_of(tmp_path, "Ann"), invitation(host))
        started = [
            until("the start", lambda each=each: each.last(messages.Started)) for each in (host, guest)
        ]

        for each, begun in zip((host, guest), started, strict=True):
            told = [news for news in each.news if isinstance(news, messages.Gathering)]
            assert replace(told[0].policy, created_s=0) == agreed
            assert begun.info.policy == told[0].policy, "what was shown is what was signed"
            assert begun.info.policy.created_s > 1_700_000_000


def test_the_bots_of_the_host_are_let_in_by_their_keys(tmp_path: Path) -> None:
    with sittings() as sit:
        host = sit(env_of(tmp_path, "Host"), hosting(asks=True, bots=1))

        until("the start", lambda: host.last(messages.Started))

        assert host.last(messages.Knock) is None


def test_a_player_met_before_is_known_by_key_and_another_with_that_name_is_not(tmp_path: Path) -> None:
    """Ann plays twice; then somebody else comes who calls himself Ann."""
    host_env, ann = env_of(tmp_path, "Host"), env_of(tmp_path, "Ann")
    false_ann = env_of(tmp_path / "elsewhere", "ANN")

    def knock_of(guest: Environment) -> tuple[messages.Knock, Sitting, Sitting]:
        """Play one game with a guest that is let in; return its knock, and both sides."""
        with sittings() as sit:
            host = sit(host_env, hosting(asks=True))
            joined = sit(guest, invitation(host))
            knock = until("the knock", lambda: host.last(messages.Knock))
            asking = until("the table", lambda: joined.last(messages.Gathering))
            host.orders.put(messages.Admit(knock.key, True))
            until("the start", lambda: host.last(messages.Started) and joined.last(messages.Started))

            assert asking.own == knock.guest.words and asking.guests[0].words == knock.own
        return knock, host, joined

    def warnings(seat: Sitting) -> list[str]:
        return [each.text for each in seat.news if isinstance(each, Trouble) and "different key" in each.text]

    first, host, _ = knock_of(ann)
    assert (first.guest.about, first.guest.warning, warnings(host)) == ("", "", [])
    with host_env.journal() as journal:
        (met,) = journal.contacts()
    assert (met.ed, met.nick, met.games) == (ann.profile.identity.public, "Ann", 1)
    assert 0 < met.first_s <= met.last_s <= host_env.unix_time()

    second, host, joined = knock_of(ann)
    since = day_text(met.first_s)
    assert second.guest.about == f"met before, 1 game since {since}"
    assert (second.guest.warning, warnings(host), warnings(joined)) == ("", [], [])

    third, host, _ = knock_of(false_ann)
    assert third.guest.about == "" and "you have met somebody called ANN before" in third.guest.warning
    assert len(warnings(host)) == 1
    begun = until("the table", lambda: host.last(messages.Started))
    assert "you have met somebody called ANN before" in begun.info.guests[1].warning
    with host_env.journal() as journal:
        games = {contact.ed: contact.games for contact in journal.contacts()}
    assert games == {ann.profile.identity.public: 2, false_ann.profile.identity.public: 1}


def test_a_game_that_goes_on_is_not_counted_twice(tmp_path: Path) -> None:
    host_env, ann = env_of(tmp_path, "Host"), env_of(tmp_path, "Ann")
    with sittings() as sit:
        host = sit(host_env, hosting())
        sit(ann, invitation(host))
        until("the first height", lambda: host.last(messages.Advanced))
    (begun,) = [each.info.table for each in host.news if isinstance(each, messages.Started)]
    with sittings() as sit:
        host = sit(host_env, Resuming(begun))
        until("the start", lambda: host.last(messages.Started))
    with host_env.journal() as journal:
        (met,) = journal.contacts()

    assert met.games == 1


def no_bots(folder: Path) -> Bots:
    return Bots(folder, address=None, randomness=secrets.token_bytes, runner=Identity.from_seed(bytes(32)))


def lobby_of(env: Environment, terms: Terms, sit, tmp_path: Path):  # type: ignore[no-untyped-def]
    """A lobby with any terms, and what its host and a guest are told."""
    told: list[messages.News] = []
    with env.link() as link:
        port = link.open_lobby(host="127.0.0.1")
        text = str(Invitation(env.addresses(port), env.profile.identity.curve_public))
        host = Host(env.me, terms, accept=lambda guest: Admission.ADMIT)
        gathering = FillingTable(
            HostLobby(host, no_bots(tmp_path)),
            link,
            clock=env.clock,
            listener=told.append,
            addresses=env.addresses,
            table_host="127.0.0.1",
            invitation=text,
            tend=lambda now: None,
        )
        orders = Orders()
        orders.attach(link.wake)
        guest = sit(env_of(tmp_path, "Guest"), Joining(text))
        end = time.monotonic() + 20
        while time.monotonic() < end and not (guest.failed and told and isinstance(told[-1], Trouble)):
            for event in link.poll(0.05):
                gathering.heard(event)
            gathering.tick()
        orders.put(messages.Quit())
        with pytest.raises(Cancelled):
            gathering.run(orders)
    return guest, [each.text for each in told if isinstance(each, Trouble)]


TERMS = Terms(bytes(16), "plump", PLUMP.version, engine_of(GameEntry(PLUMP)), b"", 2, Policy())


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        (replace(TERMS, engine=bytes(32)), "code for this game differs"),
        (replace(TERMS, rules="99"), "one of you must update"),
        (replace(TERMS, game="zork"), "does not have the game zork"),
    ],
)
def test_another_version_is_refused_in_words_on_both_sides(terms: Terms, words: str, tmp_path: Path) -> None:
    with sittings() as sit:
        guest, host_said = lobby_of(env_of(tmp_path, "Host"), terms, sit, tmp_path)

    assert words in guest.failed
    assert guest.last(messages.Gathering) is None  # nothing of a table that we cannot show
    assert len(host_said) == 1
    assert host_said[0].startswith("Guest is not at your table: ")
    assert words in host_said[0]


class CrampedJournal(JournalFile):
    """A journal without room for the end of a game, twice."""

    refusals = 2

    def finish(self, g: bytes, status: GameStatus, outcome: str = "") -> None:
        if self.refusals:
            self.refusals -= 1
            raise DiskFull("no room for the end")
        super().finish(g, status, outcome)


class CrampedEnvironment(Environment, frozen=True):
    def journal(self) -> JournalFile:
        return CrampedJournal(
            self.home.journal_file, self.profile.identity, randomness=secrets.token_bytes, now=lambda: 0
        )


def test_a_game_ends_though_the_disk_is_full_at_its_end(tmp_path: Path) -> None:
    plain = env_of(tmp_path, "Host")
    cramped = CrampedEnvironment(plain.home, plain.profile, plain.listen)
    with sittings() as sit:
        host = sit(cramped, hosting(), "easy")
        guest = sit(env_of(tmp_path, "Guest"), invitation(host), "easy")
        until("the end", lambda: host.ending and guest.ending)

    assert host.failed == ""
    assert host.ending is not None and host.ending.is_over
    assert host.last(messages.Finished) is not None
    assert [each.kind for each in host.news if isinstance(each, Trouble)] == ["disk-full", "disk-ok"]
    with plain.journal() as journal:
        [kept] = journal.games()
        assert unfinished(journal) == ()
    assert kept.status is GameStatus.FINISHED
    assert kept.outcome in ("Host has won", "Guest has won", "a draw")


@pytest.mark.parametrize("address", ["0.0.0.0", "::"])  # noqa: S104  (nothing is bound)
def test_a_table_listens_on_any_address_of_this_computer(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path))

    assert build_environment(address=address).addresses(5000)[-1].port == 5000


@pytest.mark.parametrize("address", ["localhost", "255.255.255.255", "224.0.0.1", "x", ""])
def test_an_address_of_another_computer_cannot_be_listened_on(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path))

    with pytest.raises(LinkError, match="not an address of this computer"):
        build_environment(address=address)


class Broken:
    """A policy with a bug."""

    def choose(self, view: View, rng: Random) -> Action:
        raise ZeroDivisionError("a bug")


def test_a_bot_that_fails_leaves_its_table_and_says_so(tmp_path: Path) -> None:
    orders = Orders()
    with sittings() as sit:
        host = sit(env_of(tmp_path, "Host"), hosting())
        sit(env_of(tmp_path, "Guest"), invitation(host), "easy")
        turn = until(
            "a turn",
            lambda: next(
                (each for each in host.news if isinstance(each, messages.Advanced) and each.view.actions()),
                None,
            ),
        )
    bot = BotPlayer(Broken(), Random(1), orders.put)
    bot.show(turn)

    with pytest.raises(ZeroDivisionError):
        bot.stop()
    assert orders.take() == messages.Quit()


class DeafLink(ZmqLink):
    """A link that never gets the start through to one guest."""

    deaf = b""

    def send_lobby(self, key: bytes, frame: bytes) -> bool:
        if key == self.deaf and b"START" in frame:
            return False
        return super().send_lobby(key, frame)


class DeafEnvironment(Environment, frozen=True):
    deaf = b""

    def link(self) -> ZmqLink:
        identity = self.profile.identity
        made = DeafLink(
            identity.curve_secret, identity.curve_public, clock=self.clock, memory=ProcessMemory()
        )
        made.deaf = self.deaf
        return made


def test_a_guest_who_missed_the_start_gets_it_from_other_players(tmp_path: Path) -> None:
    """The host may be gone as soon as it has told the first of them."""
    plain, guest = env_of(tmp_path, "Host"), env_of(tmp_path, "Guest")
    env = type("Deaf", (DeafEnvironment,), {"deaf": guest.profile.identity.curve_public})(
        plain.home, plain.profile, plain.listen
    )
    with sittings() as sit:
        host = sit(env, hosting(), "easy")
        late = sit(guest, invitation(host), "easy")

        until("the end", lambda: host.ending and late.ending)

        assert late.ending is not None and late.ending.is_over


def test_the_invitation_to_a_rematch_is_the_one_that_the_guests_have(tmp_path: Path) -> None:
    env = env_of(tmp_path, "Host")
    texts = []
    for _ in range(2):
        with sittings() as sit:
            texts.append(invitation(sit(env, hosting())))

    assert texts[0] == texts[1]


def test_a_table_gets_another_port_if_a_program_already_has_ours(tmp_path: Path) -> None:
    env = env_of(tmp_path, "Host")
    port = own_port(env.profile.identity.curve_public)
    with socket.socket() as taken, sittings() as sit:
        taken.bind(("127.0.0.1", port))
        taken.listen()

        text = invitation(sit(env, hosting())).invitation

    assert parse_invitation(text).addresses[0].port != port


def test_a_record_is_saved_from_a_table_that_goes_on(tmp_path: Path) -> None:
    with sittings() as sit:
        host = sit(env_of(tmp_path, "Host"), hosting())
        guest = sit(env_of(tmp_path, "Guest"), invitation(host))
        until("a position", lambda: guest.last(messages.Advanced))
        for path in (tmp_path / "game.shoal", tmp_path / "nowhere" / "game.shoal"):
            guest.orders.put(messages.SaveRecord(path))
        until("both answers", lambda: sum(isinstance(each, messages.RecordSaved) for each in guest.news) == 2)
    saved, refused = (each for each in guest.news if isinstance(each, messages.RecordSaved))
    verdict = verify_record((tmp_path / "game.shoal").read_bytes())

    assert saved == messages.RecordSaved(tmp_path / "game.shoal")
    assert "cannot write" in refused.problem
    assert verdict.problem == "" and verdict.genesis is not None and verdict.outcome is None


def test_a_host_is_called_first_at_the_address_where_it_has_answered() -> None:
    """It may have named only an address of another network."""
    genesis = toy_genesis(3)
    said = make_address("10.8.0.2", 50_000)
    filling = FillingTable(
        cast("Lobby", None),
        cast("Link", None),
        clock=lambda: 0.0,
        listener=lambda _: None,
        addresses=lambda _: (),
        table_host="127.0.0.1",
        invitation="",
        tend=lambda _: None,
    )
    filling._seen_at[genesis.players[0].curve] = "192.168.7.5"
    filling._do(Begin(genesis, b"", (), 2, ((0, (said,)), (1, (said,)))))

    assert filling.begun is not None
    assert dict(filling.begun.endpoints) == {0: (make_address("192.168.7.5", 50_000), said), 1: (said,)}
