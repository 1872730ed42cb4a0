"""Several tables of one program over one journal: each table's share of it, and what stays on the disk."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.keep.home import Home
from app.keep.journal import GameStatus, JournalFile
from app.keep.journal_lock import JournalInUse, JournalLock, OpenElsewhere
from app.table.children import bots_folder
from app.table.kept import HIDDEN_S, prune, unfinished
from net.lobby.identity import Identity
from net.wire.genesis import Genesis, Player, Policy, sign_genesis

WHO = Identity.from_seed(bytes([1]) * 32)
OTHER = Identity.from_seed(bytes([2]) * 32)
LATER = 10**9


def genesis(table: int) -> Genesis:
    seated = tuple(
        Player(who.public, who.curve_public, who.certificate, nick)
        for who, nick in ((WHO, "Anna"), (OTHER, "Bert"))
    )
    return Genesis("plump", "1", bytes(32), b"", bytes([table]) * 16, seated, Policy())


class Journals:
    """The journals that one program has opened, with their one lock."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "journal.sqlite"
        self.lock = JournalLock(self.path)
        self.made: list[JournalFile] = []

    def open(self) -> JournalFile:
        made = JournalFile(self.path, WHO, randomness=os.urandom, now=lambda: 1, lock=self.lock)
        self.made.append(made)
        return made


@pytest.fixture
def journals(tmp_path: Path) -> Iterator[Journals]:
    made = Journals(tmp_path)
    yield made
    for each in made.made:
        each.close()


def sit(journal: JournalFile, table: int) -> bytes:
    """Start a table that keeps its game in this journal; return the game's id."""
    begun = genesis(table)
    body = begun.encode()
    journal.claim(begun.id)
    journal.begin(body, [sign_genesis(body, who) for who in (WHO, OTHER)], seat=0)
    return begun.id


def test_two_tables_of_one_program_sign_side_by_side(journals: Journals) -> None:
    one, other = journals.open(), journals.open()
    games = [journal.game(sit(journal, table)) for table, journal in enumerate((one, other))]
    for k in range(1, 4):
        for game in games:
            game.sign(f"E/0/{k}/0", b"entry %d" % k, ((f"key {k}", b"secret"),))

    assert [len(game.stored().mine) for game in games] == [3, 3]


def test_tables_in_threads_of_their_own_wait_for_each_other(journals: Journals) -> None:
    failed: list[BaseException] = []

    def play(table: int) -> None:
        try:
            journal = JournalFile(
                journals.path, WHO, randomness=os.urandom, now=lambda: 1, lock=journals.lock
            )
            with journal:
                game = journal.game(sit(journal, table))
                for k in range(1, 40):
                    game.sign(f"E/0/{k}/0", b"entry")
        except BaseException as why:
            failed.append(why)

    threads = [threading.Thread(target=play, args=(table,)) for table in range(3)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()

    assert failed == []
    assert [len(journals.open().game(genesis(table).id).stored().mine) for table in range(3)] == [39] * 3


def test_another_program_stays_out_until_the_last_table_is_left(journals: Journals) -> None:
    one, other = journals.open(), journals.open()
    one.close()
    with pytest.raises(JournalInUse):
        JournalFile(journals.path, WHO, randomness=os.urandom, now=lambda: 1)
    other.close()

    JournalFile(journals.path, WHO, randomness=os.urandom, now=lambda: 1).close()


def test_two_tables_cannot_open_one_game(journals: Journals) -> None:
    one, other = journals.open(), journals.open()
    g = sit(one, 1)
    with pytest.raises(OpenElsewhere, match="another window"):
        other.claim(g)
    one.close()

    other.claim(g)


def test_what_a_table_has_open_is_listed_as_open_and_is_not_deleted(journals: Journals) -> None:
    one, other = journals.open(), journals.open()
    g = sit(one, 1)
    with pytest.raises(OpenElsewhere):
        other.delete(g)

    assert [each.is_open for each in unfinished(other)] == [True]
    assert [each.is_open for each in unfinished(one)] == [False]
    one.close()
    assert [each.is_open for each in unfinished(other)] == [False]
    other.delete(g)


@pytest.mark.parametrize("status", [GameStatus.FINISHED, GameStatus.PLAYING])
def test_a_game_that_another_table_has_open_is_not_deleted(
    journals: Journals, tmp_path: Path, status: GameStatus
) -> None:
    home, one, other = Home(tmp_path / "home").make(), journals.open(), journals.open()
    g = sit(one, 1)
    one.claim(genesis(1).table)
    bots = bots_folder(home, genesis(1).table)
    bots.mkdir(parents=True)
    one.finish(g, status)
    one.hide_game(g)
    gone = prune(other, home, now_s=HIDDEN_S + LATER)

    assert (gone, bots.is_dir(), [each.g for each in other.games()]) == ((), True, [g])
    one.close()
    assert [each.g for each in prune(other, home, now_s=HIDDEN_S + LATER)] == [g]
    assert not bots.exists()


def test_a_deleted_game_is_gone_from_the_disk_while_another_table_plays(
    journals: Journals, tmp_path: Path
) -> None:
    one, other = journals.open(), journals.open()
    mark = b"THIS-WAS-SIGNED-AND-IS-FORGOTTEN"
    g = sit(one, 1)
    one.game(g).sign("E/0/1/0", mark)
    one.close()
    playing = other.game(sit(other, 2))
    playing.sign("E/0/1/0", b"entry")
    third = journals.open()
    third.delete(g)

    assert all(mark not in file.read_bytes() for file in tmp_path.glob("journal.sqlite*"))
