"""A table or a person that has answered here, as a value for the lobby."""

from __future__ import annotations

import pytest

from app.animals import ANIMALS, animal_of
from app.keep.contacts import Acquaintance, Met
from app.nearby.around import FoundPerson, FoundTable, KnownPerson
from app.nearby.showing import hindrance, marked, met_of, person_of, table_of
from app.table.agreed import known_game, option_pairs
from net.discovery.board import Seen
from net.discovery.datagram import Presence
from net.discovery.notice import Access, Notice
from net.discovery.words import Here
from net.link.address import parse_address
from net.lobby.identity import Identity, fingerprint
from net.lobby.messages import Info, Stage
from net.wire.genesis import Policy, Watch
from tests.support.values import replace

LISA, TOBY = (Identity.from_seed(bytes([at]) * 32) for at in (1, 2))
ADDRESSES = tuple(parse_address(f"10.0.0.{at}:4000") for at in range(1, 13))
LETTERS = fingerprint(LISA.public)
NOTICE = Notice(
    LISA.curve_public, LETTERS, 4000, game="plump", seats=4, taken=3, spectators=2, access=Access.ASKED,
    version="0.9",
)  # fmt: skip
GAME = known_game("plump")
assert GAME is not None
OPTIONS = b"lead=left\nzero=10\nlength=short\nrevoke=plump"
INFO = Info(
    bytes([7]) * 16, "plump", GAME.rules, GAME.engine, OPTIONS, 5,
    ((LISA.public, "Lisa", 0, 5), (TOBY.public, "Toby", 0, 0), (bytes(32), "Ada", 1, 0)), Stage.GATHERING,
    Policy(watch=Watch.ASK),
)  # fmt: skip
KNOWN = Acquaintance(b"own", {LISA.public: Met("Lisa", games=2, last_s=9)})


def seen(info: Info | None = None, *, is_mute: bool = False, notice: Notice = NOTICE) -> Seen:
    said = Presence(LISA.public, LISA.certificate, "Lisa", "hello", notice, animal=2)
    here = Here(LISA.public, LISA.certificate, "Lisa", "0.9", Access.ASKED, 2, info)
    return Seen(ADDRESSES, said, None if info is None else here, is_mute)


def test_a_table_shows_what_is_announced_until_its_lobby_is_asked() -> None:
    found = table_of(seen(), KNOWN)

    assert found == FoundTable(
        "Lisa", LETTERS, found.invitation, "plump", (), 4, ("Lisa", "", ""), 0, Access.ASKED, 2, "0.9",
        about="met before, 2 games", key=LISA.curve_public, animals=(ANIMALS[1], None, None),
    )  # fmt: skip
    assert found.invitation.startswith("SHOAL:") and found.free == 1
    assert table_of(seen(replace(INFO, game="kings")), KNOWN) == found, "it plays another game by now"
    mute = table_of(seen(is_mute=True), KNOWN)
    assert mute.hindrance.startswith("Lisa's computer cannot be reached from this one: a firewall there,")


def test_a_table_whose_lobby_was_asked_shows_all() -> None:
    announced, found = table_of(seen(), KNOWN), table_of(seen(INFO), KNOWN)

    assert found == replace(
        announced, options=option_pairs(OPTIONS), taken=("Lisa", "Toby", "Ada"), bots=1, seats=5,
        can_watch=True, people=("Lisa", "Toby"), animals=found.animals, table=(bytes([7]) * 16).hex(),
    )  # fmt: skip
    assert found.animals[0] == ANIMALS[4] and None not in found.animals and found.free == 2


@pytest.mark.parametrize(
    ("watch", "is_alike", "shown"),
    [
        (Watch.CLOSED, True, (False, False)),
        (Watch.ASK, True, (True, False)),
        (Watch.OPEN, True, (True, True)),
        (Watch.OPEN, False, (False, False)),
    ],
)
def test_only_a_game_that_we_have_can_be_watched(
    watch: Watch, is_alike: bool, shown: tuple[bool, bool]
) -> None:
    info = replace(INFO, policy=Policy(watch=watch), rules=INFO.rules if is_alike else "0")
    found = table_of(seen(info), KNOWN)

    assert (found.can_watch, found.is_open_to_watch) == shown
    assert bool(found.hindrance) is not is_alike


@pytest.mark.parametrize(
    ("info", "why"),
    [
        (INFO, ""),
        (replace(INFO, game="whist"), "Your program does not have this game."),
        (
            replace(INFO, rules="0"),
            "You and Lisa have different versions of the rules: one of you must update.",
        ),
        (
            replace(INFO, engine=bytes(32)),
            "You and Lisa have different versions of the rules: one of you must update.",
        ),
        (
            replace(INFO, options=OPTIONS.replace(b"short", b"endless")),
            "That table has options that your program does not know.",
        ),
        (
            replace(INFO, rules="1 of shoal-cards 2.0", engine=bytes(32)),
            "Lisa has this game from shoal-cards 2.0, content 00000000, you have it from Shoal itself. "
            "You need the same.",
        ),
    ],
)
def test_a_table_where_nobody_here_can_sit_down_says_why(info: Info, why: str) -> None:
    assert hindrance(info, "Lisa") == why


def test_a_person_has_at_most_as_many_addresses_as_an_invitation() -> None:
    found = person_of(seen(notice=Notice(LISA.curve_public, LETTERS, 4000, version="0.9")), KNOWN)

    assert found == FoundPerson(
        "Lisa", LETTERS, LISA.curve_public, tuple(map(str, ADDRESSES[:4])),
        "met before, 2 games", "", "0.9", "hello", ANIMALS[1],
    )  # fmt: skip


def test_people_met_are_sorted_by_presence_then_by_the_last_meeting_then_by_name() -> None:
    keys = [bytes([at]) * 32 for at in range(6)]
    met = {
        keys[0]: Met("Ann", last_s=5), keys[1]: Met("Ben", last_s=9), keys[2]: Met("cat", last_s=9),
        keys[3]: Met("Dan", last_s=1), keys[4]: Met("Eve", last_s=2), keys[5]: Met("ben", last_s=9),
    }  # fmt: skip
    person = person_of(seen(), KNOWN)
    here = replace(person, words=fingerprint(keys[3]))
    table = replace(table_of(seen(), KNOWN), words=fingerprint(keys[4]))
    found = met_of(Acquaintance(b"own", met), [person, here], [table])

    assert found[:2] == (
        KnownPerson("Eve", table.words, "met before", 2, animal_of(keys[4]), table=table),
        KnownPerson("Dan", here.words, "met before", 1, animal_of(keys[3]), here=here),
    )
    assert [each.nick for each in found[2:4]] in (["Ben", "ben"], ["ben", "Ben"])
    assert [each.nick for each in found[4:]] == ["cat", "Ann"]


def test_people_with_names_that_look_alike_carry_a_mark_unless_they_were_met() -> None:
    lisa = person_of(seen(), Acquaintance())
    false = replace(lisa, words="AAAA", nick="L1sa")
    warned = "Careful: somebody else here is called L1sa, or almost so."

    assert [each.warning[:57] for each in marked((), (lisa, false))[1]] == [
        "Careful: somebody else here is called Lisa, or almost so.", warned
    ]  # fmt: skip
    assert [each.warning for each in marked((), (lisa, lisa))[1]] == ["", ""], "one key, found twice"
    assert marked((), (replace(lisa, about="known"), false))[1][0].warning == ""
    assert marked((), (replace(lisa, warning="another"), false))[1][0].warning == "another"
