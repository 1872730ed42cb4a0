"""Runners of bots: declared by the runner, shown before anybody signs, and signed by all."""

from __future__ import annotations

import pytest

from net.errors import Malformed
from net.lobby.joiner import Joiner
from net.lobby.messages import Info, Join, Role, Stage, TableOffer, Welcome, parse, write
from net.lobby.phases import PROTOCOL, Begin, Ended, Me, TableSeen
from net.lobby.voucher import Voucher, make_voucher
from net.wire.genesis import Genesis, Player
from tests.support.lobby import ANNA, BERT, ENGINE, EVE, GAMES, HOST, TABLE, TERMS, Room, hello, key, to_host
from tests.support.values import replace


def bot_of(bot: Me, runner: Me) -> Me:
    """`bot` as a bot that `runner` vouches for."""
    return replace(bot, is_bot=True, voucher=make_voucher(bot.player.ed, runner.identity))


def made(bot: Me) -> Voucher:
    assert bot.voucher is not None
    return bot.voucher


def filled(*guests: Me) -> tuple[Genesis, tuple[int, ...]]:
    """The genesis that all sign when these guests come in turn, and the runners that the first guest saw."""
    room = Room(terms=replace(TERMS, seats=len(guests) + 1))
    for guest in guests:
        room.enter(guest)
        room.run()
    room.run(10)
    begun, seen = room.last(HOST, Begin), room.last(guests[0], TableSeen)
    assert isinstance(begun, Begin) and isinstance(seen, TableSeen)
    return begun.genesis, tuple(run_by for _, _, run_by, _ in seen.info.taken)


@pytest.mark.parametrize(
    ("guests", "run_by"),
    [
        ((bot_of(ANNA, HOST), BERT), (0, 1, 0)),
        ((ANNA, bot_of(BERT, ANNA)), (0, 0, 2)),
        ((bot_of(ANNA, BERT), BERT), (0, 3, 0)),
        ((ANNA, replace(BERT, is_bot=True)), (0, 0, 3)),
        ((ANNA, bot_of(BERT, EVE)), (0, 0, 3)),
        ((bot_of(ANNA, EVE), bot_of(BERT, ANNA)), (0, 2, 2)),
        ((bot_of(ANNA, HOST), bot_of(BERT, ANNA)), (0, 1, 3)),
    ],
    ids=[
        "the host's",
        "a guest's",
        "it comes before who runs it",
        "nobody vouches for it",
        "who runs it is not here",
        "a bot of its own runs another",
        "a bot's bot is its own",
    ],
)
def test_all_sign_who_runs_which_bot_after_seeing_it(guests: tuple[Me, ...], run_by: tuple[int, ...]) -> None:
    genesis, seen = filled(*guests)

    assert tuple(player.run_by for player in genesis.players) == run_by == seen


def test_a_guest_who_does_not_play_as_a_bot_has_no_runner() -> None:
    genesis, _ = filled(ANNA, replace(bot_of(BERT, ANNA), is_bot=False))

    assert genesis.runners == (None, None, None) and not any(each.run_by for each in genesis.players)


def test_nobody_can_give_somebody_else_a_bot() -> None:
    """A voucher is signed by the runner that it names, and holds only for the bot that shows it."""
    room = Room()
    for sig in (
        make_voucher(BERT.player.ed, EVE.identity).sig,
        make_voucher(EVE.player.ed, ANNA.identity).sig,
    ):
        assert not to_host(room, BERT, hello(BERT))
        assert to_host(room, BERT, Join(TABLE, Role.BOT, voucher=Voucher(ANNA.player.ed, sig)))

    assert len(room.host.gathered.guests) == 1


@pytest.mark.parametrize("sig", [b"", bytes(63)])
def test_a_voucher_of_another_length_is_malformed(sig: bytes) -> None:
    with pytest.raises(Malformed, match="96 bytes"):
        parse(write(Join(TABLE, Role.BOT, voucher=Voucher(bytes(32), sig))))


def offered(me: Me, *players: Player) -> list[str]:
    """A joiner's answers to the offer of a genesis with these players."""
    genesis = Genesis("plump", "1", ENGINE, b"a=b", TABLE, players)
    host = HOST.player
    info = Info(TABLE, "plump", "1", ENGINE, b"a=b", len(players), ((host.ed, "H", 0, 0),), Stage.GATHERING)
    machine = Joiner(me, key(HOST), games=GAMES.get)
    machine.start(0.0)
    for message in (Welcome(PROTOCOL, host.ed, host.cert, "H", 1), info):
        machine.received(write(message), 0.0)
    machine.join(0.0)
    outs = machine.received(write(TableOffer(genesis.encode())), 0.0)
    return [out.text for out in outs if isinstance(out, Ended)]


def test_a_bot_does_not_sign_to_be_a_person() -> None:
    assert offered(replace(ANNA, is_bot=True), HOST.player, ANNA.player) == [
        "the host lists a bot as a person"
    ]


def test_a_person_does_not_sign_to_be_a_bot() -> None:
    assert offered(ANNA, HOST.player, replace(ANNA.player, run_by=2)) == ["the host lists you as a bot"]


@pytest.mark.parametrize(("run_by", "is_true"), [(1, False), (2, False), (3, True)])
def test_a_bot_signs_only_for_its_own_runner(run_by: int, is_true: bool) -> None:
    bot = bot_of(ANNA, BERT)
    sig = {1: make_voucher(ANNA.player.ed, HOST.identity).sig, 2: b"", 3: made(bot).sig}[run_by]
    said = offered(bot, HOST.player, replace(bot.player, run_by=run_by, voucher=sig), BERT.player)

    assert said == ([] if is_true else ["the host names another player as the one who runs this bot"])


@pytest.mark.parametrize("signer", [HOST, ANNA, BERT], ids=["the host", "the bot", "whoever is asked"])
def test_nobody_signs_that_a_guest_runs_a_bot_which_the_guest_has_not_signed(signer: Me) -> None:
    """Only the host has seen the voucher in JOIN: it could give any guest a bot."""
    sig = make_voucher(ANNA.player.ed, signer.identity).sig
    bot = replace(ANNA.player, run_by=3, voucher=sig)

    for guest in (BERT, EVE):
        assert offered(guest, HOST.player, BERT.player, EVE.player, bot) == [
            "the host says that Player 4 runs Player 2, but Player 4 has not signed that"
        ]


def test_all_sign_the_runners_voucher_for_its_bot() -> None:
    bot = bot_of(BERT, ANNA)
    genesis, _ = filled(ANNA, bot)

    assert [each.voucher for each in genesis.players] == [b"", b"", made(bot).sig]
