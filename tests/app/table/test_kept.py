"""The games kept on this computer: the words for one that is over, and the remains of one that is deleted."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.build import Environment
from app.keep.journal import GameDeleted, GameStatus
from app.table.children import bots_folder
from app.table.kept import (
    ADJOURNED,
    HIDDEN_S,
    KEPT_GAMES,
    KEPT_S,
    delete_game,
    ending_text,
    prune,
    status_text,
    unfinished,
)
from net.agreement.effects import Fault, FaultReason
from net.errors import LocalError
from net.wire.genesis import Genesis, Player, Policy, sign_genesis
from rules.api import Outcome
from tests.support.sittings import env_of

NAMES = ("Lisa", "Toby", "Ed")


@pytest.mark.parametrize(
    ("ranks", "text"),
    [((1, 2, 3), "Lisa has won"), ((2, 1, 1), "Toby and Ed have won"), ((1, 1, 1), "a draw")],
)
def test_a_kept_game_tells_who_won(ranks: tuple[int, ...], text: str) -> None:
    assert ending_text(Outcome((0, 0, 0), ranks), None, NAMES) == text


@pytest.mark.parametrize(
    ("reason", "seat", "text"),
    [
        (FaultReason.ILLEGAL, 1, "stopped, with proof against Toby"),
        (FaultReason.EQUIVOCATION, 0, "stopped, with proof against Lisa"),
        (FaultReason.FALSE_VOTE, 1, "stopped, with proof against Toby"),
        (FaultReason.COMBINATION, None, "stopped"),
        (FaultReason.OTHER_STATE, 1, "stopped"),
        (FaultReason.LOST_JOURNAL, 0, "stopped"),
    ],
)
def test_the_end_of_a_stopped_game_names_only_a_proven_cheat(
    reason: FaultReason, seat: int | None, text: str
) -> None:
    assert ending_text(None, Fault(seat, reason, "", ()), NAMES) == text


def test_an_unfinished_game_has_no_result() -> None:
    assert ending_text(None, None, NAMES) == ""
    assert status_text(GameStatus.PLAYING, None, None, NAMES) == "adjourned, can be continued" == ADJOURNED


def test_a_game_with_one_player_is_won_and_no_draw() -> None:
    assert status_text(GameStatus.FINISHED, Outcome((0,), (1,)), None, NAMES[:1]) == "Lisa has won"


def started(env: Environment, number: int, *, created: int | None = None) -> Genesis:
    """A game of one seat in the journal, with the home of a bot, begun at a Unix time."""
    who = env.profile.identity
    player = Player(who.public, who.curve_public, who.certificate, "Lisa")
    genesis = Genesis("plump", "1", bytes(32), b"", number.to_bytes(16, "big"), (player,), Policy())
    body = genesis.encode()
    (bots_folder(env.home, genesis.table) / "0").mkdir(parents=True)
    with env.journal() as journal:
        journal.begin(body, (sign_genesis(body, who),), seat=0)
        if created is not None:
            journal.write(("UPDATE game SET created = ? WHERE g = ?", (created, genesis.id)))
    return genesis


def pruned(env: Environment, now_s: int) -> set[bytes]:
    """The games that a home still has at a time."""
    with env.journal() as journal:
        prune(journal, env.home, now_s=now_s)
        return {each.g for each in journal.games()}


def over(env: Environment, genesis: Genesis) -> None:
    with env.journal() as journal:
        journal.finish(genesis.id, GameStatus.FINISHED, "Lisa has won")


def test_the_home_of_a_bot_is_deleted_only_when_its_game_is_over(tmp_path: Path) -> None:
    env = env_of(tmp_path, "Lisa")
    done, open_ = started(env, 1), started(env, 2)
    stray = bots_folder(env.home, b"x" * 16)
    stray.mkdir()
    (env.home.folder / "records").mkdir(exist_ok=True)
    over(env, done)
    pruned(env, env.unix_time())

    assert not bots_folder(env.home, done.table).exists() and not stray.exists()
    assert (bots_folder(env.home, open_.table) / "0").is_dir()
    assert env.home.identity_file.exists() and env.home.journal_file.exists() and env.home.records.is_dir()


def test_the_last_fifty_finished_games_are_kept_and_older_ones_for_a_year(tmp_path: Path) -> None:
    env = env_of(tmp_path, "Lisa")
    then = 1_000_000
    games = [started(env, n, created=then + n) for n in range(KEPT_GAMES + 3)]
    for each in games[1:]:
        over(env, each)
    assert (KEPT_GAMES, KEPT_S, HIDDEN_S) == (50, 365 * 86_400, 30 * 86_400)
    within = pruned(env, then + 1 + KEPT_S)
    after = pruned(env, then + KEPT_S + 1000)

    assert within == {each.id for each in games}
    assert after == {each.id for each in games} - {games[1].id, games[2].id}
    assert games[0].id in after  # it can be continued


@pytest.mark.parametrize("is_over", [True, False])
def test_hidden_games_are_deleted_later_unless_shown_again(tmp_path: Path, is_over: bool) -> None:
    env = env_of(tmp_path, "Lisa")
    one, other = started(env, 1), started(env, 2)
    for each in (one, other):
        if is_over:
            over(env, each)
        with env.journal() as journal:
            journal.hide_game(each.id)
    with env.journal() as journal:
        assert [each.is_hidden for each in unfinished(journal)] == ([] if is_over else [True, True])
        journal.show_game(other.id)
        with pytest.raises(LocalError):
            journal.hide_game(bytes(32))

    assert pruned(env, env.unix_time() + HIDDEN_S - 60) == {one.id, other.id}
    assert pruned(env, env.unix_time() + HIDDEN_S + 60) == {other.id}
    with env.journal() as journal, pytest.raises(GameDeleted):  # never to be signed again
        journal.begin(one.encode(), (sign_genesis(one.encode(), env.profile.identity),), seat=0)


def test_deleting_a_game_also_deletes_the_homes_of_its_bots(tmp_path: Path) -> None:
    env = env_of(tmp_path, "Lisa")
    who = env.profile.identity
    player = Player(who.public, who.curve_public, who.certificate, "Lisa")
    genesis = Genesis("plump", "1", bytes(32), b"", b"t" * 16, (player,), Policy())
    body = genesis.encode()
    bots, others = bots_folder(env.home, genesis.table), bots_folder(env.home, b"u" * 16)
    for each in (bots, others):
        (each / "0").mkdir(parents=True)
    with env.journal() as journal:
        journal.begin(body, (sign_genesis(body, who),), seat=0)
        assert [each.table for each in unfinished(journal)] == [genesis.id.hex()]
    delete_game(env, genesis.id)

    assert not bots.exists() and not others.exists()  # neither has a game any more
    with env.journal() as journal:
        assert unfinished(journal) == ()
        with pytest.raises(GameDeleted):
            journal.begin(body, (sign_genesis(body, who),), seat=0)
    with pytest.raises(LocalError, match="no such game"):
        delete_game(env, genesis.id)


def test_the_list_says_which_games_are_adjourned_or_put_away(tmp_path: Path) -> None:
    env = env_of(tmp_path, "Lisa")
    games = [started(env, n, created=n) for n in range(1, 4)]
    with env.journal() as journal:
        journal.finish(games[0].id, GameStatus.PLAYING, ADJOURNED)
        journal.hide_game(games[1].id)
        listed = unfinished(journal)

    assert [(each.table, each.is_adjourned, each.is_hidden) for each in listed] == [
        (games[2].id.hex(), False, False),
        (games[1].id.hex(), False, True),
        (games[0].id.hex(), True, False),
    ]
    assert {(each.game, each.names, each.seat) for each in listed} == {("plump", ("Lisa",), 0)}
