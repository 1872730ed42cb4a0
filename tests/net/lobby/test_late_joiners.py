"""Admission to a table that has begun: its own people come back by anybody's invitation, nobody else."""

from __future__ import annotations

import pytest

from net.link.address import Address
from net.lobby.joiner import Joiner
from net.lobby.late_joiners import Caller, LateJoiners
from net.lobby.messages import (
    Info,
    InfoQuery,
    Join,
    Message,
    Role,
    Sign,
    Stage,
    StartMessage,
    TableOffer,
    Welcome,
    parse,
    write,
)
from net.lobby.phases import PROTOCOL, Begin, Ended, JoinerPhase, LobbyOut, Me, OpenTable, TableSeen, Tell
from net.wire.words import Bye, Err
from tests.support.lobby import ANNA, BERT, EVE, GAMES, HOST, TABLE, TERMS, Room, hello, key, player
from tests.support.values import replace

NOW = 50.0
WHERE = ((0, (Address("10.0.0.1", 5000),)), (1, (Address("10.0.0.9", 5001),)))


def begun() -> Begin:
    room = Room()
    for who in (ANNA, BERT):
        room.enter(who)
        room.run(2)
    found = room.last(HOST, Begin)
    assert isinstance(found, Begin)
    return found


def late_joiners(who: Me = ANNA) -> LateJoiners:
    """The late joiners of a player, by default of Anna, who did not host."""
    return LateJoiners(who, begun(), lambda: WHERE)


def come_back(keeper: LateJoiners, inviter: Me, who: Me) -> list[LobbyOut]:
    """Join by an invitation, over a wire that loses nothing."""
    joiner = Joiner(who, key(inviter), games=GAMES.get)
    outs: list[LobbyOut] = []
    todo = list(joiner.start(NOW))
    while todo:
        out = todo.pop(0)
        outs.append(out)
        if isinstance(out, Tell):
            for told in keeper.received(key(who), out.frame, now=NOW):
                todo += joiner.received(told.frame, NOW)
        elif isinstance(out, TableSeen) and joiner.phase is JoinerPhase.GREETED:
            todo += joiner.join(NOW)
        elif isinstance(out, OpenTable):
            todo += joiner.opened((Address("10.7.7.7", 7),), NOW)
        if not todo and joiner.phase in (JoinerPhase.SEATED, JoinerPhase.JOINING):
            todo += joiner.tick(NOW + 3)
    return outs


@pytest.mark.parametrize("inviter", [HOST, ANNA])
def test_a_player_comes_back_by_any_other_players_invitation(inviter: Me) -> None:
    [back] = [out for out in come_back(late_joiners(inviter), inviter, BERT) if isinstance(out, Begin)]

    assert (back.body, back.sigs, back.seat) == (begun().body, begun().sigs, 2)
    assert back.endpoints == WHERE


def test_a_restarted_player_also_comes_back() -> None:
    assert any(isinstance(out, Begin) for out in come_back(late_joiners(), ANNA, player(3, boot=9)))


def test_a_stranger_learns_that_the_game_has_begun() -> None:
    ended = come_back(late_joiners(), ANNA, EVE)[-1]

    assert ended == Ended(5, "the game has begun, and all seats are taken")


def answers(keeper: LateJoiners, who: Me, said: Message | bytes, *, by: Me | None = None) -> list[Message]:
    frame = said if isinstance(said, bytes) else write(said)
    told = keeper.received(key(by or who), frame, now=NOW)
    assert all(each.key == key(by or who) for each in told)
    return [parse(each.frame) for each in told]


def test_every_message_of_a_joiner_has_an_entry_in_every_state() -> None:
    words = {"HELLO", "INFO?", "JOIN", "ADDR", "SIGN", "CHAT", "CHAT?", "BYE", "ERR"}
    assert set(LateJoiners.TABLE) == set(Caller)
    assert all(set(rows) == words for rows in LateJoiners.TABLE.values())


@pytest.mark.parametrize(
    ("who", "said", "words"),
    [
        (BERT, hello(BERT), ["WELCOME", "INFO"]),
        (EVE, hello(EVE), ["WELCOME", "INFO"]),
        (BERT, InfoQuery(), ["OFFER"]),
        (EVE, InfoQuery(), ["INFO"]),
        (BERT, Join(TABLE), ["OFFER"]),
        (BERT, Sign(2, bytes(64)), ["START"]),
        (EVE, Sign(2, bytes(64)), []),
        (EVE, Bye("x"), []),
        (BERT, Err(3, "x"), []),
    ],
)
def test_each_valid_message_of_a_late_joiner_gets_its_answers(
    who: Me, said: Message, words: list[str]
) -> None:
    assert [message.word for message in answers(late_joiners(), who, said)] == words


@pytest.mark.parametrize(
    ("who", "said", "code"),
    [
        (BERT, hello(BERT, proto_min=PROTOCOL + 1, proto_max=PROTOCOL + 2), 1),
        (BERT, hello(EVE), 6),
        (EVE, hello(BERT), 6),
        (BERT, Join(bytes(16)), 4),
        (BERT, Join(TABLE, Role.SPECTATOR), 3),
        (EVE, Join(bytes(16)), 4),
        (EVE, Join(TABLE), 5),
        (BERT, TableOffer(b"x"), 2),
        (EVE, b"junk", 2),
    ],
)
def test_each_invalid_message_of_a_late_joiner_is_refused_with_its_code(
    who: Me, said: Message | bytes, code: int
) -> None:
    [err] = answers(late_joiners(), who, said)

    assert isinstance(err, Err) and err.code == code


def test_errors_are_sent_at_a_bounded_rate() -> None:
    keeper = late_joiners()

    assert sum(len(answers(keeper, EVE, b"junk")) for _ in range(40)) == 5


# -- lies to who comes back -------------------------------------------------------------------


def returning(info: Info, inviter: Me = EVE) -> tuple[Joiner, list[LobbyOut]]:
    joiner = Joiner(BERT, key(inviter), games=GAMES.get)
    outs = list(joiner.start(NOW))
    me = inviter.player
    for said in (Welcome(PROTOCOL, me.ed, me.cert, inviter.nick, 1), info):
        outs += joiner.received(write(said), NOW)
        if joiner.phase is JoinerPhase.GREETED and isinstance(said, Info):
            outs += joiner.join(NOW)
    return joiner, outs


def test_a_person_who_does_not_play_invites_nobody_back() -> None:
    _, outs = returning(late_joiners().info)

    assert outs[-1] == Ended(3, "the host does not sit at its own table")


def test_at_a_table_that_has_not_begun_only_the_host_invites() -> None:
    _, outs = returning(replace(late_joiners().info, stage=Stage.GATHERING), ANNA)

    assert outs[-1] == Ended(3, "the host does not sit at its own table")


def test_a_genesis_without_the_inviter_is_not_signed() -> None:
    table = begun().genesis
    without = replace(table, players=(HOST.player, EVE.player, BERT.player))
    joiner, outs = returning(late_joiners().info, ANNA)
    outs += joiner.received(write(TableOffer(without.encode())), NOW)

    assert outs[-1] == Ended(3, "the host does not sit at its own table")
    assert TERMS.seats == len(without.players)


def test_a_false_start_is_not_believed() -> None:
    joiner, _ = returning(late_joiners().info, ANNA)
    joiner.received(write(TableOffer(begun().body)), NOW)
    joiner.opened((), NOW)
    outs = joiner.received(write(StartMessage((bytes(64), *begun().sigs[1:]), ())), NOW)

    assert not any(isinstance(out, Begin) for out in outs)
