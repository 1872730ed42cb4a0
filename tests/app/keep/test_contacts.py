"""People met before: how they are told from strangers, and what is kept of each game with them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.keep.contacts import Acquaintance, Met, acquaintance, introduced, known_to, meet
from app.keep.home import Home
from app.keep.journal import JournalFile
from app.messages import Guest
from net.lobby.identity import Identity
from net.wire.genesis import Genesis, Player, Policy
from tests.support.values import replace

OWN, TOBY, EVE, ADA = (Identity.from_seed(bytes([at]) * 32) for at in range(1, 5))
MAY_S = 1_777_800_000


def player(who: Identity, nick: str, *, run_by: int = 0) -> Player:
    return Player(who.public, who.curve_public, who.certificate, nick, run_by=run_by)


TABLE = Genesis(
    "plump", "1", bytes(32), b"", bytes(16),
    (player(OWN, "Lisa"), player(TOBY, "Toby"), player(ADA, "Ada", run_by=1)), Policy(),
)  # fmt: skip


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[JournalFile]:
    made = JournalFile(Home(tmp_path).journal_file, OWN, randomness=bytes, now=lambda: 1)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("met", "said"),
    [
        (Met("Toby"), "met before"),
        (Met("Old Toby"), "met before as Old Toby"),
        (Met("Toby", games=1), "met before, 1 game"),
        (Met("Toby", since_s=MAY_S, games=2), "met before, 2 games since 3 May 2026"),
        (Met("Toby", since_s=MAY_S, last_s=MAY_S), "met before, first on 3 May 2026"),
    ],
)
def test_a_player_is_described_by_earlier_meetings_and_a_stranger_not_at_all(met: Met, said: str) -> None:
    known = Acquaintance(OWN.public, {TOBY.public: met})

    assert known.about(TOBY.public, "Toby") == said
    assert known.about(OWN.public, "Lisa") == "you" and known.about(EVE.public, "Toby") == ""


def test_another_key_with_a_known_name_or_one_that_looks_like_it_is_warned_of() -> None:
    known = Acquaintance(OWN.public, {TOBY.public: Met("Toby"), ADA.public: Met("Ada")})

    assert known.warning(EVE.public, "toby").startswith("Careful: you have met somebody called toby before")
    assert known.warning(EVE.public, "T0by").startswith("Careful: this name only looks like Toby, whom")
    for key, nick in ((EVE.public, "Eve"), (TOBY.public, "Ada"), (OWN.public, "Toby")):
        assert known.warning(key, nick) == ""
    assert Acquaintance().warning(EVE.public, "Toby") == ""


def test_a_meeting_is_counted_once_a_game_and_never_with_bots_or_ourselves(
    journal: JournalFile, tmp_path: Path
) -> None:
    assert meet(journal, OWN, TABLE, now_s=MAY_S, is_new=True) == ()
    assert meet(journal, OWN, TABLE, now_s=MAY_S + 60, is_new=False) == ()
    renamed = replace(TABLE, players=(TABLE.players[0], player(TOBY, "Toby II"), TABLE.players[2]))
    assert meet(journal, OWN, renamed, now_s=MAY_S + 90, is_new=True) == ()

    met = {TOBY.public: Met("Toby II", MAY_S, 2, MAY_S + 90)}
    assert known_to(journal, OWN) == Acquaintance(OWN.public, met)
    assert acquaintance(Home(tmp_path)) == Acquaintance(None, met), "read beside the running program"
    false = replace(TABLE, players=(player(EVE, "Toby II"), player(ADA, "Ada")))
    [warning] = meet(journal, OWN, false, now_s=MAY_S + 99, is_new=True)
    assert "called Toby II before, with a different key" in warning


def test_the_players_of_a_table_are_introduced_and_bots_are_not(tmp_path: Path) -> None:
    known = Acquaintance(OWN.public, {TOBY.public: Met("Toby", games=3), ADA.public: Met("Ada")})
    guests = (Guest("Lisa", "L"), Guest("Toby", "T"), Guest("Ada", "A", bot=True))

    assert introduced(guests, TABLE, known) == (
        replace(guests[0], about="you"),
        replace(guests[1], about="met before, 3 games"),
        guests[2],
    )
    assert acquaintance(Home(tmp_path / "none")) == Acquaintance(None, {})
