"""What a genesis stands for: games, rules, and the builds of other packages."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest
from anglers import GAME

from app.games.catalogue import own_games
from app.games.entry import GameEntry, Package
from app.table.agreed import OtherEngine, agreed_options, engine_of, known_game, options_bytes, rules_of
from net.wire.genesis import Genesis, Player
from tests.support.catalogue import playing

HERE = GameEntry(GAME, package=Package("shoal-anglers", "0.1.0"))
THERE = replace(HERE, package=Package("shoal-anglers", "0.2.0"))


def genesis(entry: GameEntry) -> Genesis:
    players = tuple(Player(bytes([seat]) * 32, bytes([seat]) * 32, b"", f"P{seat}") for seat in range(2))
    options = options_bytes(entry.rules.checked_options(2, {}))
    return Genesis(entry.rules.key, rules_of(entry), engine_of(entry), options, bytes(16), players)


@pytest.mark.parametrize("entry", own_games(), ids=lambda entry: entry.rules.key)
def test_the_engines_of_our_games_hang_on_rules_and_deck_alone(entry: GameEntry) -> None:
    words = f"{entry.rules.key} {entry.rules.version} deck/1".encode()

    assert engine_of(entry) == hashlib.blake2b(words, digest_size=32, person=b"shoal1-engine").digest()
    assert rules_of(entry) == entry.rules.version


def test_the_engine_of_another_game_hangs_on_its_package() -> None:
    builds = [HERE, THERE, replace(HERE, package=Package("anglers", "0.1.0")), GameEntry(GAME)]

    assert len({engine_of(entry) for entry in builds}) == len(builds)
    assert [rules_of(entry) for entry in builds] == [
        "1 of shoal-anglers 0.1.0",
        "1 of shoal-anglers 0.2.0",
        "1 of anglers 0.1.0",
        "1",
    ]


def test_a_long_name_is_cut_in_the_words_and_not_in_the_hash() -> None:
    one, other = (replace(HERE, package=Package("a" * 40, version)) for version in ("1", "2"))

    assert rules_of(one) == rules_of(other) and len(rules_of(one)) == 32
    assert engine_of(one) != engine_of(other)


def test_another_build_is_refused_by_game_package_and_both_versions() -> None:
    with playing(HERE):
        game, options = agreed_options(genesis(HERE))
        with pytest.raises(OtherEngine) as caught:
            agreed_options(genesis(THERE))

    assert game is GAME and options == {"cards": "5"}
    assert str(caught.value) == (
        "the table plays Anglers by rules 1 of shoal-anglers 0.2.0, this program by rules "
        "1 of shoal-anglers 0.1.0: both need the same build of the package shoal-anglers; here is 0.1.0"
    )


def test_other_code_under_the_same_words_is_refused_too() -> None:
    with playing(replace(HERE, package=Package("a" * 40, "1"))), pytest.raises(OtherEngine) as caught:
        agreed_options(genesis(replace(HERE, package=Package("a" * 40, "2"))))

    assert "with other code than this program" in str(caught.value)


def test_a_lobby_is_told_the_package() -> None:
    with playing(HERE):
        known = known_game("anglers")

    assert known is not None and known.rules == "1 of shoal-anglers 0.1.0"
