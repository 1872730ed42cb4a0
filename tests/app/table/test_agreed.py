"""The agreement of a genesis: games, rules, and the builds of other packages."""

from __future__ import annotations

import hashlib
import re

import pytest
from anglers import GAME

from app.animals import animals_of
from app.games.catalogue import own_games
from app.games.entry import GameEntry, Package
from app.keep.record_file import RecordFile, write_record_file
from app.nearby.showing import hindrance
from app.records.verify import verify_record
from app.table.agreed import (
    OtherEngine,
    agreed_options,
    content_letters,
    engine_of,
    guests_of,
    info_of,
    known_game,
    machine_of,
    option_pairs,
    options_bytes,
    package_named,
    rules_of,
)
from app.watching.search import missing_game
from net.errors import Malformed
from net.lobby.messages import Info, Stage
from net.lobby.phases import Ended, Terms
from net.wire.genesis import Genesis, Player, Policy, sign_genesis
from net.wire.words import Code
from tests.support.catalogue import playing
from tests.support.lobby import ANNA, BERT, Room
from tests.support.values import replace

HERE = GameEntry(GAME, package=Package("shoal-anglers", "0.1.0"))
CHANGED = replace(HERE, package=Package("shoal-anglers", "0.1.0", bytes(32)))
"""A build with other files under the same version."""
THERE = replace(HERE, package=Package("shoal-anglers", "0.2.0"))


def genesis(entry: GameEntry) -> Genesis:
    players = tuple(Player(bytes([seat]) * 32, bytes([seat]) * 32, b"", f"P{seat}") for seat in range(2))
    options = options_bytes(entry.rules.checked_options(2, {}))
    return Genesis(entry.rules.key, rules_of(entry), engine_of(entry), options, bytes(16), players)


@pytest.mark.parametrize("entry", own_games(), ids=lambda entry: entry.rules.key)
def test_the_engines_of_our_games_depend_only_on_rules_and_deck(entry: GameEntry) -> None:
    words = f"{entry.rules.key} {entry.rules.version} deck/1".encode()

    assert engine_of(entry) == hashlib.blake2b(words, digest_size=32, person=b"shoal1-engine").digest()
    assert rules_of(entry) == entry.rules.version


def test_the_engine_of_an_added_game_depends_on_its_package() -> None:
    other = replace(HERE, package=Package("anglers", "0.1.0"))
    builds = [HERE, THERE, CHANGED, other, GameEntry(GAME)]

    assert len({engine_of(entry) for entry in builds}) == len(builds)
    assert [rules_of(entry) for entry in builds] == [
        "1 of shoal-anglers 0.1.0",
        "1 of shoal-anglers 0.2.0",
        "1 of shoal-anglers 0.1.0",
        "1 of anglers 0.1.0",
        "1",
    ]


def test_a_long_package_name_is_cut_in_the_text_of_the_rules_but_not_in_the_hash() -> None:
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


def test_a_build_whose_version_is_cut_from_the_text_of_the_rules_is_also_refused() -> None:
    with playing(replace(HERE, package=Package("a" * 40, "1"))), pytest.raises(OtherEngine) as caught:
        agreed_options(genesis(replace(HERE, package=Package("a" * 40, "2"))))

    assert str(caught.value).startswith(f"it was played with {'a' * 27} of other content: ")


def test_different_code_under_the_same_version_is_refused_in_the_lobby() -> None:
    for here, there in ((HERE, CHANGED), (CHANGED, HERE)):
        terms = Terms(bytes(16), "anglers", rules_of(there), engine_of(there), b"cards=5", 2, Policy())
        room = Room(terms)
        with playing(here):
            room.enter(ANNA, known_game)
            room.run(2)
            told = room.last(ANNA, Ended)
        theirs, ours = (content_letters(engine_of(each)) for each in (there, here))

        assert isinstance(told, Ended) and told.code == Code.ENGINE
        assert told.text == f"the host's code for this game differs from yours: {theirs}, yours is {ours}"


def test_the_lobby_names_the_package_and_its_content_and_who_has_it() -> None:
    info = Info(bytes(16), "anglers", rules_of(HERE), engine_of(HERE), b"cards=5", 2, (), Stage.GATHERING)
    letters = content_letters(engine_of(HERE))
    with playing(HERE):
        assert hindrance(info, "Ada") == missing_game(info) == ""
    with playing(CHANGED):
        assert hindrance(info, "Ada") == (
            f"Ada has this game from shoal-anglers 0.1.0, content {letters}, you have it from "
            f"shoal-anglers 0.1.0, content {content_letters(engine_of(CHANGED))}. You need the same."
        )
        assert missing_game(info) == (
            f"This table needs the package shoal-anglers 0.1.0, content {letters}, which you do not have."
        )
    with playing():
        assert missing_game(replace(info, rules="1")).startswith("This table plays a game, or a version")
        assert hindrance(info, "Ada") == (
            f"Ada plays this game with the package shoal-anglers 0.1.0, content {letters}: install that to "
            "sit down."
        )
        assert hindrance(replace(info, rules="1"), "Ada") == "Your program does not have this game."


def test_a_record_of_other_content_cannot_be_judged_and_blames_nobody() -> None:
    players = tuple(each.player for each in (ANNA, BERT))
    body = replace(genesis(CHANGED), players=players).encode()
    sigs = tuple(sign_genesis(body, each.identity) for each in (ANNA, BERT))
    with playing(HERE):
        verdict = verify_record(write_record_file(RecordFile(body, sigs, ())))

    assert not verdict.is_judged and verdict.blamed is None and not verdict.charges
    theirs, ours = (content_letters(engine_of(each)) for each in (CHANGED, HERE))
    assert verdict.problem == (
        f"it was played with shoal-anglers 0.1.0 of other content: {theirs}, and here is {ours}"
    )


def test_the_lobby_knows_the_package_of_an_added_game() -> None:
    with playing(HERE):
        known = known_game("anglers")

    assert known is not None and known.rules == "1 of shoal-anglers 0.1.0"


def test_each_reason_why_a_table_cannot_be_played_here_is_given() -> None:
    plump = next(entry for entry in own_games() if entry.rules.key == "plump")
    players = tuple(each.player for each in (ANNA, BERT))
    agreed = replace(genesis(plump), players=players)
    assert machine_of(agreed).actors

    for change, error, says in (
        ({"game": "whist"}, OtherEngine, "whist"),
        ({"options": b"length"}, Malformed, "options that Plump does not have: invalid options: "),
        ({"options": b"\xff=1"}, Malformed, "options that Plump does not have: invalid options: "),
        ({"options": b"length=short"}, Malformed, "options that are not in canonical form"),
        ({"options": b"length=endless"}, Malformed, "options that Plump does not have: "),
        (
            {"rules": "0"}, OtherEngine,
            f"the table plays Plump by rules 0, this program by rules {plump.rules.version}: "
            "both need the same Shoal",
        ),
        (
            {"engine": bytes(32)}, OtherEngine,
            f"the table plays Plump by rules {plump.rules.version} with other code than this program: "
            "both need the same Shoal",
        ),
    ):  # fmt: skip
        with pytest.raises(error, match=re.escape(says)) as caught:
            machine_of(replace(agreed, **change))  # type: ignore[arg-type]
        assert not isinstance(caught.value, OtherEngine) or caught.value.code == 14
    other = replace(players[1], ed=players[0].ed, cert=players[0].cert)
    with pytest.raises(Malformed, match="the certificate of seat 1 is for another key"):
        machine_of(replace(agreed, players=(players[0], other)))


def test_players_are_shown_with_their_animals_and_whose_bots_they_are() -> None:
    plump = next(entry for entry in own_games() if entry.rules.key == "plump")
    anna, bert = (each.player for each in (ANNA, BERT))
    bot = replace(bert, nick="Ada", run_by=1)
    alone = replace(bert, nick="Bo", run_by=3)
    agreed = replace(genesis(plump), players=(replace(anna, animal=4), bot, alone))

    guests = guests_of(agreed)
    assert [(each.nick, each.bot, each.runner) for each in guests] == [
        (anna.nick, False, ""),
        ("Ada", True, anna.nick),
        ("Bo", True, ""),
    ]
    assert [each.animal for each in guests] == list(animals_of([(anna.ed, 4), (bert.ed, 0), (bert.ed, 0)]))
    info = info_of(agreed, 2)
    assert (info.table, info.game, info.guests, info.seat) == (agreed.id.hex(), "plump", guests, 2)
    assert option_pairs(b"a=b\nc\n=d\ne=f=g") == (("a", "b"), ("", "d"), ("e", "f=g"))
    assert package_named("1", bytes(32)) == "" and known_game("whist") is None
