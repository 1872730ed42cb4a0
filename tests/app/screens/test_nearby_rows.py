"""The lobby's rows about this network: who is here, what each row offers, and what it says."""

from __future__ import annotations

import pytest

from app.animals import ANIMALS
from app.messages import Guest
from app.nearby.around import (
    Around,
    FoundPerson,
    FoundTable,
    HostRequest,
    Invited,
    KnownPerson,
    NetworkFacts,
    UnreachablePerson,
)
from app.screens.lobby import setup_for
from app.screens.nearby import (
    NOTHING,
    UNSEEN,
    NearbyRow,
    calling,
    find_table,
    found,
    may_be_own,
    met_rows,
    more_text,
    newer_version,
    nothing_text,
    rows,
    setup_for_people,
    spoken_text,
    table_about,
    table_line,
)
from app.table.start import Callee, Hosting, Unfinished
from net.discovery.notice import Access
from tests.support.values import replace

FOX, OWL = ANIMALS[0], ANIMALS[1]
LISA = FoundTable(
    host="Lisa",
    words="LLLL-1",
    invitation="SHOAL:LISA",
    game="plump",
    options=(),
    seats=4,
    taken=("Lisa", "Toby"),
    bots=0,
    access=Access.ASKED,
    spectators=0,
    version="0.1.0",
    can_watch=True,
    key=b"key",
    animals=(FOX,),
    table="aa",
)
ED = replace(
    LISA,
    host="Ed",
    words="EEEE-1",
    invitation="SHOAL:ED",
    game="kings",
    taken=("Ed", "", "", ""),
    table="",
    animals=(),
)
ANNA = FoundPerson("Anna", "AAAA-1", b"anna", ("192.168.1.7:50000",), "met before", animal=OWL)
BARTHOLOMEW = FoundPerson(
    "Bartholomews", "BBBB-1", b"bart", ("192.168.1.8:50000",), line="anybody for Kings?"
)
OURS = Unfinished("mine", "plump", ("Me", "Lisa"), 9, 0, guests=(Guest("Lisa", "LLLL-1"),), room="aa")
SEEN = NetworkFacts(looked_s=1)


@pytest.mark.parametrize(
    ("table", "line"),
    [
        (LISA, "Lisa and Toby wait at Plump: 2 seats free"),
        (replace(LISA, taken=("Lisa",)), "Lisa waits at Plump: 3 seats free"),
        (replace(LISA, taken=("Lisa", "", "Toby")), "Lisa, Toby and 1 more wait at Plump: 1 seat free"),
        (ED, "Ed and 3 more play Kings"),
        (replace(ED, taken=("Ed",), access=Access.CLOSED), "Ed plays Kings"),
    ],
)
def test_a_table_is_described_in_one_line(table: FoundTable, line: str) -> None:
    assert table_line(table) == line


@pytest.mark.parametrize(
    ("table", "about"),
    [
        (LISA, "the host decides"),
        (replace(LISA, access=Access.OPEN, about="met before"), "open to everybody · met before"),
        (replace(LISA, spectators=1), "the host decides · 1 spectator"),
        (ED, ""),
        (replace(ED, spectators=2, package="fish 12ab"), "2 spectators · from the package fish 12ab"),
        (replace(LISA, options=(("length", "short"),)), "the host decides · Length: a short game"),
    ],
)
def test_the_line_below_a_table_tells_what_is_known_about_it(table: FoundTable, about: str) -> None:
    assert table_about(table) == about


def row(around: Around, **given: object) -> NearbyRow:
    """The only row."""
    (only,) = rows(around, **given)  # type: ignore[arg-type]
    return only


def test_a_table_with_a_free_seat_offers_it_and_a_full_one_can_be_watched() -> None:
    assert row(Around((LISA,))) == NearbyRow(
        "table LLLL-1",
        "Lisa and Toby wait at Plump: 2 seats free",
        table_about(LISA),
        join="SHOAL:LISA",
        watch="SHOAL:LISA",
        key=b"key",
        faces=(FOX, None),
        free=2,
        letters="Lisa's key: LLLL-1",
    )
    full = row(Around((replace(ED, hindrance="Another version."),)))
    assert (full.verb, full.join, full.watch, full.hindrance) == ("", "", "SHOAL:ED", "Another version.")
    assert full.faces == (None,) * 4
    assert row(Around((replace(LISA, can_watch=False),))).watch == ""


def test_our_own_game_is_returned_to_and_not_watched() -> None:
    back = row(Around((replace(LISA, hindrance="No."),)), own=[OURS])

    assert back.text == "Your game is still on: Lisa and Toby wait at Plump: 2 seats free"
    assert (back.verb, back.watch, back.resumes, back.hindrance) == ("Return", "", "mine", "")
    assert row(Around((replace(LISA, table=""),)), own=[replace(OURS, room="")]).resumes == ""
    assert row(Around((LISA,)), own=[replace(OURS, room="bb")]).resumes == ""


@pytest.mark.parametrize(
    ("table", "may_be"),
    [
        (replace(LISA, table=""), True),
        (LISA, False),  # it has told already
        (replace(LISA, table="", game="kings"), False),
        (replace(LISA, table="", words="XXXX-1"), False),
    ],
)
def test_a_table_of_a_player_of_our_game_is_asked_if_it_is_ours(table: FoundTable, may_be: bool) -> None:
    assert may_be_own(table, [OURS]) is may_be
    assert not may_be_own(table, [])


def test_our_own_games_come_first_then_people_met_then_free_seats() -> None:
    full = replace(LISA, words="1", host="1", taken=("a",) * 4, table="x")
    free = replace(LISA, words="2", host="2", table="y")
    met = replace(full, words="3", host="3", about="met before", table="z")
    met_free = replace(met, words="4", host="4", taken=("a",))
    own = replace(full, words="5", host="5", table="aa")
    found_rows = rows(Around((full, free, met, met_free, own)), own=[OURS])

    assert [each.name for each in found_rows] == [f"table {n}" for n in (5, 4, 3, 2, 1)]


def test_people_are_invited_in_one_press_and_those_met_before_come_first() -> None:
    met, stranger = rows(Around((), people=(BARTHOLOMEW, ANNA)))

    assert met == NearbyRow(
        "person AAAA-1",
        "Anna is here, without a table",
        "met before",
        verb="Play with Anna",
        invite=ANNA,
        plays=True,
        faces=(OWL,),
        letters="Anna's key: AAAA-1",
    )
    assert (stranger.text, stranger.about) == ("Bartholomews says: “anybody for Kings?”", "not met before")
    assert stranger.verb == "Play with Bartholomews"
    longer = replace(ANNA, nick="Bartholomewss")
    assert row(Around((), people=(longer,))).verb == "Play together"


def test_a_player_whom_nobody_sees_cannot_invite_strangers() -> None:
    met, stranger = rows(Around((), people=(BARTHOLOMEW, ANNA)), is_seen=False)

    assert (met.hindrance, stranger.hindrance) == ("", UNSEEN.format("Bartholomews"))
    assert row(Around((), people=(BARTHOLOMEW,))).hindrance == ""


def test_an_invitation_comes_before_all_but_those_who_want_a_host() -> None:
    invited = Invited("Lisa", "LLLL-1", "SHOAL:TO-US", "met before", "Careful")
    wanted = HostRequest(replace(ANNA, warning=""), replace(BARTHOLOMEW, warning="Careful"))
    beyond = UnreachablePerson("Cy", "CCCC-1", b"cy", ANNA)
    around = Around((LISA,), people=(ANNA,), invited=(invited,), wanted=(wanted,), beyond=(beyond,))
    host, call, table, person, far = rows(around)

    assert call == NearbyRow(
        "invited LLLL-1",
        "Lisa is waiting for you at a table",
        "met before",
        "Careful",
        join="SHOAL:TO-US",
        faces=(FOX,),
        letters="Lisa's key: LLLL-1",
    )
    assert (host.verb, host.hosts_for, host.warning) == (
        "Host for both",
        (wanted.asks, wanted.other),
        "Careful",
    )
    assert host.text == "Anna asks you to host a table" and host.faces == (OWL, None)
    assert table.name == "table LLLL-1" and person.name == "person AAAA-1"
    assert (far.text, far.verb, far.asks) == ("Cy is here, through Anna's computer", "Ask to host", beyond)


def test_an_invitation_to_a_full_table_is_not_shown() -> None:
    invited = Invited("Lisa", "LLLL-1", "SHOAL:TO-US", "")
    full = replace(LISA, taken=("Lisa", "a", "b", "c"))

    assert [each.name for each in rows(Around((full,), invited=(invited,)))] == ["table LLLL-1"]
    assert [each.name for each in rows(Around((), invited=(invited,)))] == ["invited LLLL-1"]


def test_rows_are_looked_for_by_any_of_their_words() -> None:
    some = rows(Around((LISA, ED), people=(ANNA,)))

    assert [each.name for each in found(some, "LISA plump")] == ["table LLLL-1"]
    assert [each.name for each in found(some, "eeee")] == ["table EEEE-1"]
    assert found(some, "lisa kings") == ()
    assert found(some, "") == some
    many = tuple(replace(some[0], name=str(number)) for number in range(13))
    assert found(many, "") == many[:12]


@pytest.mark.parametrize(
    ("count", "text"),
    [(11, ""), (12, ""), (13, "1 more are here. Type a name, a game, or letters of a key.")],
)
def test_rows_that_are_left_out_are_counted(count: int, text: str) -> None:
    assert more_text(count, 12) == text


def test_our_own_line_to_everybody_is_shown_to_us() -> None:
    assert spoken_text("hello") == "Everybody here can read: “hello”. Send an empty line to take it back."
    assert spoken_text("") == ""


def test_people_met_before_are_listed_at_a_table_here_or_away() -> None:
    at_table = KnownPerson("Lisa", "LLLL-1", "met before", 1, table=LISA)
    here = KnownPerson("Anna", "AAAA-1", "met before", here=ANNA, animal=FOX)
    gone = KnownPerson("Cy", "CCCC-1", "", 86_400, animal=FOX)
    table, person, away = met_rows(Around((), met=(at_table, here, gone)))

    assert (table.name, table.about) == ("met LLLL-1", "met before · last played with you on 1 January 1970")
    assert (table.join, table.watch, table.key, table.verb) == ("SHOAL:LISA", "", b"", "Sit down")
    assert (person.text, person.verb, person.invite) == ("Anna is here, without a table", "Invite…", ANNA)
    assert (person.about, person.faces) == ("met before", (OWL,))
    assert (away.text, away.verb, away.invite) == ("Cy is not here now", "", None)
    assert (away.about, away.faces) == ("last played with you on 2 January 1970", (FOX,))
    assert met_rows(Around((), met=(at_table,)), [OURS])[0].resumes == "mine"


def test_a_list_without_rows_says_why() -> None:
    looking = "Looking for tables on this network…"

    assert nothing_text(None) == nothing_text(Around((), facts=NetworkFacts(looked_s=0))) == looking
    assert nothing_text(Around((), facts=SEEN)) == NOTHING
    assert nothing_text(Around((LISA,), facts=SEEN)) == ""


def newest(*versions: str, passed_over: str = "", own: str = "1.2") -> str | None:
    """The later version that neighbours with these versions tell of."""
    tables = tuple(
        replace(LISA, words=str(number), host=f"Host {number}", version=version)
        for number, version in enumerate(versions)
    )
    told = newer_version(Around(tables), passed_over=passed_over, own=own)
    return told and told.version


@pytest.mark.parametrize(
    ("versions", "said", "then"),
    [
        (("1.2",), None, None),
        (("1.1", "0.9.9"), None, None),
        (("1.3",), "1.3", None),
        (("1.10",), "1.10", None),
        (("1.3", "1.4"), "1.3", "1.4"),
        (("1.3", "1.4", "1.4"), "1.4", "1.3"),
        (("newest", "1", "12345.1"), None, None),
    ],
)
def test_the_later_version_of_most_computers_is_reported_and_then_the_next(
    versions: tuple[str, ...], said: str | None, then: str | None
) -> None:
    assert newest(*versions) == said
    assert newest(*versions, passed_over=said or "") == then


def test_a_later_version_is_reported_with_the_name_of_its_player() -> None:
    around = Around((replace(LISA, version="0.1"),), people=(replace(ANNA, version="9.9"),))
    told = newer_version(around, own="1.2")

    assert told is not None and told.text.startswith("Anna says they have Shoal 9.9; yours is 1.2. ")


@pytest.mark.parametrize(
    ("people", "seats", "bots"), [(0, 2, 1), (1, 2, 0), (2, 3, 0), (9, 10, 0), (12, 10, 0)]
)
def test_a_table_for_several_people_has_a_seat_for_each(people: int, seats: int, bots: int) -> None:
    setup = setup_for_people(setup_for("plump").with_bots(1), people)

    assert (setup.seats, setup.bots) == (seats, bots)


def test_bots_fill_a_table_that_needs_more_players() -> None:
    setup = setup_for_people(setup_for("kings"), 1)

    assert (setup.seats, setup.bots) == (4, 2)


def test_a_person_is_called_to_a_table_with_a_free_seat() -> None:
    hosting = Hosting("plump", 3, (), bots=1)
    called = calling(hosting, ANNA)

    assert called.calls == (Callee("Anna", b"anna", ("192.168.1.7:50000",)),)
    assert called.welcome == ("AAAA-1",)
    full = replace(hosting, bots=2)
    assert calling(full, ANNA) == full


@pytest.mark.parametrize(
    ("word", "hosts"),
    [
        ("lisa", ["Lisa"]),
        ("EEEE", ["Ed"]),
        ("eeee-1", ["Ed"]),
        ("eee", []),
        ("Kings", ["Ed"]),
        ("plump", ["Lisa"]),
        ("", []),
    ],
)
def test_a_word_finds_a_table_by_its_host_its_letters_or_its_game(word: str, hosts: list[str]) -> None:
    assert [each.host for each in find_table(word, (LISA, ED))] == hosts
