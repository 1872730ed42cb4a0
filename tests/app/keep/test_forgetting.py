"""Keys of finished deals are on no disk: not in the database, not in its write-ahead log, nowhere."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from app.keep.game_journal import GameJournal
from app.keep.journal import GameStatus, JournalFile
from net.agreement.journal import FinalRecord
from net.lobby.identity import Identity
from net.wire.genesis import Genesis, Player, Policy, sign_genesis

ROOT = Path(__file__).resolve().parents[3]
WHO = Identity.from_seed(bytes(32))


def genesis(number: int) -> tuple[bytes, tuple[bytes, ...]]:
    """A game of one seat, for as many games as wanted."""
    player = Player(WHO.public, WHO.curve_public, WHO.certificate, "Anna")
    body = Genesis("plump", "1", bytes(32), b"", number.to_bytes(16, "big"), (player,), Policy()).encode()
    return body, (sign_genesis(body, WHO),)


_opened: list[JournalFile] = []


@pytest.fixture(autouse=True)
def _closed():
    yield
    while _opened:
        _opened.pop().close()


def journal_in(folder: Path) -> JournalFile:
    _opened.append(JournalFile(folder / "journal.sqlite", WHO, randomness=os.urandom, now=lambda: 1))
    return _opened[-1]


def lying_about(folder: Path, pieces: set[bytes]) -> set[bytes]:
    """The byte strings among these that occur in any file below a folder."""
    contents = [path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()]
    return {piece for piece in pieces if any(piece in content for content in contents)}


def boxes(journal: JournalFile) -> dict[str, bytes]:
    """The stored secrets, by name."""
    rows = journal.peek("SELECT name, box FROM secret")
    return {str(name): box for name, box in rows if isinstance(box, bytes)}


def with_old_and_new(folder: Path) -> tuple[JournalFile, GameJournal, dict[str, bytes]]:
    """A journal with the keys of two deals; the older is to be forgotten next."""
    journal = journal_in(folder)
    game = journal.begin(*genesis(1), seat=0)
    game.sign("E/0/1/0", b"commitment", (("old", bytes(64)),))
    game.sign("E/0/9/0", b"commitment", (("new", bytes(64)),))
    stored = boxes(journal)
    assert lying_about(folder, set(stored.values())) == set(stored.values())
    return journal, game, stored


def test_the_next_transaction_removes_a_forgotten_key_from_all_files_without_waiting(tmp_path: Path) -> None:
    journal, game, stored = with_old_and_new(tmp_path)
    game.keep_secrets(frozenset({"new"}))
    journal.sweep()  # too early: it is not written
    game.sign("E/0/10/0", b"opening")
    at_once = lying_about(tmp_path, {stored["old"]})
    journal.sweep()

    assert at_once == {stored["old"]}, "two fsyncs that would have been waited for"
    assert lying_about(tmp_path, set(stored.values())) == {stored["new"]}
    assert game.secrets() == {"new": bytes(64)}


@pytest.mark.parametrize("status", [GameStatus.FINISHED, GameStatus.STOPPED, GameStatus.ABANDONED])
def test_the_end_of_a_game_removes_all_of_its_keys(status: GameStatus, tmp_path: Path) -> None:
    journal, game, stored = with_old_and_new(tmp_path)
    journal.finish(game.g, status)

    assert lying_about(tmp_path, set(stored.values())) == set()


def test_keys_that_a_killed_process_left_are_removed_at_the_next_start(tmp_path: Path) -> None:
    live, left = tmp_path / "live", tmp_path / "left"
    live.mkdir()
    left.mkdir()
    journal, game, stored = with_old_and_new(live)
    game.keep_secrets(frozenset({"new"}))
    game.sign("E/0/10/0", b"opening")  # and the process dies before it has tidied up
    for path in live.iterdir():
        (left / path.name).write_bytes(path.read_bytes())
    before = lying_about(left, {stored["old"]})

    with journal_in(left):
        assert (before, lying_about(left, {stored["old"]})) == ({stored["old"]}, set())
    journal.close()


def test_a_reader_outside_delays_forgetting_and_nothing_else(tmp_path: Path) -> None:
    """A database browser, or a backup, holds the log; the next sweep after it tidies up."""
    journal, game, stored = with_old_and_new(tmp_path)
    outside = sqlite3.connect(journal._path, isolation_level=None)
    outside.execute("BEGIN")
    outside.execute("SELECT COUNT(*) FROM secret").fetchone()
    game.keep_secrets(frozenset({"new"}))
    game.sign("E/0/10/0", b"opening")
    journal.sweep()
    held = lying_about(tmp_path, {stored["old"]})
    outside.close()
    journal.sweep()

    assert held == {stored["old"]}
    assert lying_about(tmp_path, {stored["old"]}) == set()


def test_no_page_of_a_large_journal_keeps_a_copy(tmp_path: Path) -> None:
    """Pages of a tree are split and joined, and rows move: a copy must not stay behind."""
    journal, rng = journal_in(tmp_path), Random(1)
    games = [journal.begin(*genesis(number), seat=0) for number in range(40)]
    forgotten: set[bytes] = set()
    for deal in range(6):
        for game in rng.sample(games, 20):
            for name in (f"{deal} {rng.random()}", f"{deal} x {rng.random()}"):
                game.sign(f"E/0/{name}/0", rng.randbytes(60), ((name, bytes(64)),))
            before = boxes(journal)
            game.keep_secrets(frozenset({name}))
            game.sign(f"A/0/{name}/0", rng.randbytes(60))
            journal.sweep()
            forgotten |= set(before.values()) - set(boxes(journal).values())

        assert lying_about(tmp_path, forgotten) == set()
    assert len(forgotten) > 100


PLAY = """
import sys
from pathlib import Path
from app import messages
from app.keep.journal import JournalFile
from app.table.start import Hosting, Joining
from net.deck import escrow
from net.wire.genesis import Policy
from tests.support.catalogue import GAMES
from tests.support.open_group import opened
from tests.support.sittings import env_of, sittings, until

seal, unlocked = JournalFile.seal, escrow._unlocked

def tell(*words):
    # In one piece: the seats write in threads of their own.
    sys.stdout.write(" ".join(words) + "\\n")
    sys.stdout.flush()

def sealing(self, g, name, secret):
    box = seal(self, g, name, secret)
    tell(self._path.parent.name, box.hex(), secret.hex())
    return box

def unlocking(*words):
    part = unlocked(*words)
    tell("part", part.x.to_bytes(32, "big").hex(), "")
    return part

JournalFile.seal, escrow._unlocked = sealing, unlocking
folder, (first, *others) = Path(sys.argv[1]), sys.argv[2].split(",")
options = GAMES["plump"].checked_options(1 + len(others), {"length": "full"})
with opened(), sittings() as sit:
    policy = Policy(escrow_t=len(others) if len(others) > 1 else 0)
    hosting = Hosting("plump", 1 + len(others), tuple(options.items()), policy=policy)
    host = sit(env_of(folder, first), hosting, "easy")
    gathering = until("the invitation", lambda: host.last(messages.Gathering))
    for name in others:
        sit(env_of(folder, name), Joining(gathering.invitation), "easy")
    sys.stdin.read()
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is a thing of POSIX")
@pytest.mark.parametrize("names", ["Anna,Bert", "Anna,Bert,Cleo"])
def test_a_running_and_a_killed_game_hold_no_key_of_a_finished_deal(names: str, tmp_path: Path) -> None:
    """A real game over real links, killed in its sixth deal; all files of all homes are searched.

    The keys of two more deals are made by then. At the table of three the keys are split among the others:
    no part is ever on a disk, not even of a key in use, and without the keys of its holders nobody takes
    one out of the record again.
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    made: dict[str, list[tuple[bytes, bytes]]] = {name: [] for name in names.split(",")}
    parts: set[bytes] = set()
    with subprocess.Popen(
        [sys.executable, "-c", PLAY, str(tmp_path), names],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as game:
        assert game.stdout is not None
        try:
            for line in game.stdout:
                who, *pieces = line.split()
                if who == "part":
                    parts.add(bytes.fromhex(pieces[0]))
                    continue
                box, secret = map(bytes.fromhex, pieces)
                made[who].append((box, secret))
                if min(map(len, made.values())) >= 8:
                    break
            # Of each, the last two keys are of deals to come, the one before is in use, and the one before
            # that is until the cards of its deal are in hand.
            finished = {piece for keys in made.values() for pair in keys[:-4] for piece in pair}
            running = lying_about(tmp_path, finished | parts)
        finally:
            game.send_signal(signal.SIGKILL)
    in_use = {keys[-1][0] for keys in made.values()}

    assert len(finished) >= 8 * len(made)
    assert len(parts) >= 5 * len(made) * (len(made) - 1) or len(made) == 2
    assert running == set()
    assert lying_about(tmp_path, finished | parts) == set()
    assert lying_about(tmp_path, in_use) == in_use, "the search finds what is there"


def test_a_deleted_game_leaves_nothing_on_the_disk(tmp_path: Path) -> None:
    journal, game, stored = with_old_and_new(tmp_path)
    other = journal.begin(*genesis(2), seat=0)
    other.sign("E/0/1/0", b"of the other game")
    game.lock(((2, b"the record that is locked"),), slot="A/0/10/0", raw=b"the ack of it")
    game.record(FinalRecord(1, 0, bytes(32), bytes(32), b"the first record"))
    game.keep_addresses({0: ("192.168.1.20:40193",)})
    game.evidence("E/0/1/0", b"one message", b"another message")
    journal.flush()
    body, (signature,) = genesis(1)
    kept = {body, signature, b"the record that is locked", b"the ack of it", b"the first record",
            b"192.168.1.20:40193", b"another message", *stored.values()}  # fmt: skip
    before = lying_about(tmp_path, kept)
    journal.delete(game.g)

    assert before == kept
    assert lying_about(tmp_path, kept) == set()
    assert [each.g for each in journal.games()] == [other.g]
    assert dict(other.stored().mine) == {"E/0/1/0": b"of the other game"}
