"""The lobby's decisions: games that can be hosted, texts that are invitations, words for earlier games."""

from __future__ import annotations

from datetime import datetime

import pytest

from app.games.catalogue import game_title
from app.games.plain import players_text
from app.messages import Gathering, Guest, Knock, TableInfo
from app.screens.lobby import (
    TableSetup,
    against_bots,
    delete_text,
    find_invitation,
    first_names,
    guest_lines,
    invitation_fault,
    kept_seat_text,
    knock_texts,
    letters_text,
    offers,
    options_text,
    others,
    past_line,
    reach_text,
    rematch,
    setup_again,
    setup_for,
    table_title,
    unfinished_line,
    usual_seats,
    waiting_text,
    warning_text,
    when,
)
from app.screens.program import PastGame
from app.table.start import Callee, Hosting, Joining, Resuming, Unfinished
from net.link.address import make_address
from net.lobby.invitation import Invitation
from net.wire.genesis import Policy
from rules.errors import BadOptions
from tests.support.catalogue import GAMES
from tests.support.values import replace
from tests.support.window import info_of

OWN = bytes(32)


def invitation(*hosts: str) -> str:
    return str(Invitation(tuple(make_address(host, 4000) for host in hosts), bytes(range(32))))


def gathering(*guests: Guest, seats: int = 3) -> Gathering:
    return Gathering("plump", (), seats, guests, "")


HOST = Guest("Ann", "AAAA-AAAA", about="met before, 4 games since 3 May 2026")
STRANGER = Guest("Toby", "TTTT-TTTT", warning="Careful: you have met somebody called Toby before")


def test_a_guest_sees_the_host_and_the_key_fingerprints_of_both() -> None:
    asking = replace(gathering(HOST), own="LLLL-LLLL")
    seated = replace(gathering(HOST, Guest("Lisa", "LLLL-LLLL")), own="LLLL-LLLL")

    assert waiting_text(asking) == "Asking Ann for a seat."
    assert waiting_text(seated) == "Waiting for 1 more player."
    for each in (asking, seated):
        assert "AAAA-AAAA" in letters_text(each) and "LLLL-LLLL" in letters_text(each)
    assert guest_lines(seated)[0] == ("Ann", f"key: AAAA-AAAA, {HOST.about}")


def test_the_host_sees_only_its_own_key_letters() -> None:
    table = replace(gathering(HOST, STRANGER), own="AAAA-AAAA")

    assert letters_text(table) == "" and waiting_text(table) == "Waiting for 1 more player."
    assert warning_text(table) == STRANGER.warning
    assert warning_text(gathering(HOST)) == ""


def test_a_knock_shows_the_warning_first_and_both_sets_of_key_letters() -> None:
    warned = knock_texts(Knock(STRANGER, b"key", "LLLL-LLLL"))
    known = knock_texts(Knock(HOST, b"key", "LLLL-LLLL"))

    assert warned[0] == STRANGER.warning
    assert "TTTT-TTTT" in warned[1] and "You have met nobody with that key before" in warned[1]
    assert "LLLL-LLLL" in warned[2]
    assert len(known) == 2 and "met before, 4 games since 3 May 2026" in known[0]


def test_every_game_of_the_catalogue_is_offered() -> None:
    assert [offer.key for offer in offers()] == list(GAMES)
    assert all(offer.blurb and offer.usual_seats in GAMES[offer.key].seats for offer in offers())


@pytest.mark.parametrize(("seats", "text"), [(range(4, 5), "4 players"), (range(2, 9), "2 to 8 players")])
def test_a_game_names_its_numbers_of_players(seats: range, text: str) -> None:
    assert players_text(seats) == text


@pytest.mark.parametrize("game", list(GAMES))
def test_a_first_setup_can_be_hosted(game: str) -> None:
    setup = setup_for(game)

    assert setup.fault == ""
    assert setup.seats == usual_seats(game)
    assert setup.hosting(asks=True) == Hosting(game, setup.seats, setup.options, asks=True)


def test_a_setup_stays_within_the_game() -> None:
    setup = setup_for("plump").with_seats(5).with_bots(9)
    smaller = setup.with_seats(3)

    assert setup.bots == 4
    assert smaller.bots == 2
    assert setup.seats_range == GAMES["plump"].seats
    with pytest.raises(BadOptions, match="have the levels easy, normal, hard"):
        against_bots("plump", level="grandmaster")


def test_an_option_is_changed_and_read() -> None:
    setup = setup_for("plump").with_option("length", "short")

    assert setup.value("length") == "short"
    assert setup.value("zero") == "10"
    assert [option.key for option in setup.offered] == [key for key, _ in setup.options]


def test_a_setup_that_the_rules_refuse_is_reported_before_the_table_opens() -> None:
    setup = setup_for("cahoots", seats=2).with_option("dealer", "5")

    assert setup.fault == "The dealer's seat is not one of the 2 seats of the table."


@pytest.mark.parametrize(
    ("bots", "text"),
    [(0, "You and 3 other players."), (2, "You, 1 other player and 2 bots."), (3, "You and 3 bots.")],
)
def test_a_setup_tells_who_will_play(bots: int, text: str) -> None:
    assert setup_for("plump").with_bots(bots).summary == text


def test_a_table_against_bots_has_no_free_seat() -> None:
    hosting = against_bots("plump", seats=3, level="easy")

    assert (hosting.seats, hosting.bots, hosting.level, hosting.asks) == (3, 2, "easy", True)


def test_too_many_seats_are_refused() -> None:
    with pytest.raises(BadOptions):
        against_bots("kings", seats=7)


@pytest.mark.parametrize("around", ["{}", "come and play: {}", "{} see you!", "> {}\n", "\n\n{}"])
def test_an_invitation_is_found_in_a_text(around: str) -> None:
    text = invitation("192.168.1.20")

    assert find_invitation(around.format(text), OWN) == text


def test_an_invitation_broken_over_two_lines_is_found() -> None:
    text = invitation("192.168.1.20")

    assert find_invitation(f"{text[:40]}\n{text[40:]}", OWN) == text


@pytest.mark.parametrize("text", ["", "hello", "SHOAL:", "shoal: a film about fish", "SHOAL:AEAQJ"])
def test_other_texts_are_no_invitation(text: str) -> None:
    assert find_invitation(text, OWN) == ""


def test_an_invitation_to_ones_own_table_is_refused() -> None:
    """It stays in the clipboard long after the table was opened, and joining it could only wait in vain."""
    text, own = invitation("192.168.1.20"), bytes(range(32))

    assert find_invitation(f"come and play: {text}", own) == ""
    assert "a table of your own" in invitation_fault(text, own)


def test_the_question_before_deleting_names_the_game_and_what_is_lost() -> None:
    text = delete_text(Unfinished("ab", "plump", ("Lisa", "Toby"), 1, 0), "Lisa")

    assert text.startswith("Plump with Toby will be deleted")
    assert "cannot undo" in text


def test_a_faulty_invitation_is_explained() -> None:
    assert invitation_fault(invitation("10.0.0.1"), OWN) == ""
    assert "begin with SHOAL:" in invitation_fault("hello", OWN)
    assert invitation_fault(invitation("10.0.0.1")[:-4], OWN) != ""


@pytest.mark.parametrize(
    ("here", "text"),
    [
        (1, "Waiting for 2 more players."),
        (2, "Waiting for 1 more player."),
        (3, "Everybody is here. The game is about to begin."),
    ],
)
def test_the_waiting_page_tells_for_whom_it_waits(here: int, text: str) -> None:
    assert waiting_text(gathering(*[Guest("a", "w")] * here)) == text


def test_the_waiting_page_tells_who_sits_where() -> None:
    here = (Guest("Lisa", "C54M"), Guest("Bot Ada", "", bot=True, runner="Lisa"), Guest("Toby", ""))

    assert guest_lines(gathering(*here, seats=4)) == (
        ("Lisa", "key: C54M"),
        ("Bot Ada", "a bot; Lisa runs it and can see its hand"),
        ("Toby", ""),
        ("A free seat", ""),
    )


def test_no_seat_is_said_to_be_free_where_a_bot_comes() -> None:
    waiting = Gathering("plump", (), 4, (Guest("Lisa", "C54M"),), "SHOAL:X", coming=(b"1", b"2"))

    assert [name for name, _ in guest_lines(waiting)] == [
        "Lisa",
        "A free seat",
        "A bot is coming",
        "A bot is coming",
    ]
    assert waiting_text(waiting) == "Waiting for 1 more player and 2 bots."
    assert waiting_text(replace(waiting, seats=3)) == "Waiting for 2 bots."


def test_options_that_differ_from_the_default_are_shown() -> None:
    assert options_text("plump", (("length", "short"), ("zero", "10"))) == ("Length: a short game",)
    assert options_text("matriculation", (("ogre", "per_term"), ("odd", "x"))) == (
        "Ogre Prof: 6 hours of every term",
        "odd: x",
    )
    assert options_text("chess", (("clock", "5"),)) == ("clock: 5",)


@pytest.mark.parametrize(
    ("hosts", "part"),
    [
        (("192.168.1.20",), "at 192.168.1.20, port 4000"),
        (("10.0.0.1", "fd00::2"), "10.0.0.1 or fd00::2"),
        (("127.0.0.1",), "not on a network"),
    ],
)
def test_the_addresses_of_this_computer_are_shown(hosts: tuple[str, ...], part: str) -> None:
    assert part in reach_text(invitation(*hosts))


def test_without_an_invitation_no_address_is_described() -> None:
    assert reach_text("") == ""


@pytest.mark.parametrize(
    ("ago", "text"),
    [
        (-60, "just now"),
        (59, "just now"),
        (60, "1 minute ago"),
        (3599, "59 minutes ago"),
        (3600, "1 hour ago"),
        (86_399, "23 hours ago"),
    ],
)
def test_times_ago_are_written_in_words(ago: int, text: str) -> None:
    assert when(1_000_000, now=1_000_000 + ago) == text


def test_a_game_of_an_earlier_day_is_shown_with_its_date() -> None:
    created = int(datetime(2026, 3, 4, 12).timestamp())

    assert when(created, now=created + 86_400) == "on 04 March 2026"
    assert when(created, now=created + 90_000) == "on 04 March 2026"
    assert when(created, now=created - 61) == "on 04 March 2026"
    assert when(created, now=created - 90_000) == "on 04 March 2026"


def test_an_earlier_game_is_described_in_one_line() -> None:
    unfinished = Unfinished("ab", "plump", ("Lisa", "Toby"), 1, 1000)
    past = PastGame("cd", "plump", ("Lisa", "Toby"), 1000, "Toby has won")

    assert unfinished_line(unfinished, "Lisa", now=1000) == "Plump with Toby · begun just now"
    assert past_line(past, "Lisa", now=1000) == "Plump with Toby · begun just now · Toby has won"
    assert past_line(PastGame("cd", "go", ("A",), 1000, ""), "B", now=1000) == "go with A · begun just now"


def test_of_many_other_players_only_the_first_three_are_named() -> None:
    assert others(("You", "A", "B", "C", "D", "E"), "You") == "A, B, C and 2 more"
    assert others(("A", "A"), "A") == "A"


def test_a_game_of_a_later_version_keeps_its_key() -> None:
    assert game_title("plump") == "Plump"
    assert game_title("tarot") == "tarot"


def table(seat: int) -> TableInfo:
    guests = (Guest("Lisa", "C54M"), Guest("Bot Ada", "D2", bot=True, runner="Lisa"), Guest("Toby", "E3"))
    options = tuple(GAMES["plump"].checked_options(3, {"length": "short"}).items())
    return TableInfo("ab" * 32, "plump", options, guests, seat)


def invitation_of(whose: str, port: int) -> str:
    return str(Invitation((make_address("192.168.1.20", port),), whose.encode().ljust(32)))


def test_a_rematch_starts_as_before_and_admits_its_players_without_a_question() -> None:
    start = Hosting("plump", 3, (), bots=1, level="easy", asks=True, calls=(Callee("Ed", b"", ()),))

    again = replace(start, calls=(), welcome=("E3",))
    assert rematch(start, table(0), asks=True) == again
    hosted = replace(start, seats=5, bots=4, policy=Policy(escrow_t=4))  # and chairs have gone since

    assert rematch(hosted, table(0), asks=True) == replace(again, policy=Policy(escrow_t=2))


def test_a_guest_waits_for_the_hosts_next_table() -> None:
    at_port, next_table = invitation_of("host", 40000), invitation_of("host", 50000)

    for known in ("", next_table):
        again = rematch(Joining(at_port), table(2), asks=True, next_table=known)
        assert isinstance(again, Joining) and again.invitation == at_port
        assert again.waits and not Joining(at_port).waits


def test_a_guest_of_a_continued_game_also_waits_for_the_hosts_next_table() -> None:
    next_table = invitation_of("host", 50000)
    wanted = rematch(Joining(next_table), table(2), asks=True)

    assert isinstance(wanted, Joining)
    for start in (Resuming("ab"), Joining(invitation_of("somebody else", 40000))):
        assert rematch(start, table(2), asks=True, next_table=next_table) == wanted


def test_a_guests_bots_also_come_to_the_next_table() -> None:
    next_table = invitation_of("host", 50000)
    for came_by in (next_table, invitation_of("somebody else", 40000)):
        start = Joining(came_by, bots=2, level="hard")
        again = rematch(start, table(2), asks=True, next_table=next_table)

        assert isinstance(again, Joining)
        assert (again.invitation, again.bots, again.level) == (next_table, 2, "hard")


def test_a_continued_game_is_hosted_again_only_by_its_host() -> None:
    hosting = Hosting("plump", 3, table(0).options, bots=1, level="easy", asks=True)

    assert rematch(Resuming("ab", "easy"), table(0), asks=True) == replace(hosting, welcome=("E3",))
    assert rematch(Resuming("ab"), table(2), asks=True) is None


def test_setups_with_equal_fields_are_equal() -> None:
    assert setup_for("plump") == TableSetup(
        "plump", 4, 0, "normal", options=setup_for("plump").options, terms=setup_for("plump").terms
    )


def test_a_table_is_called_by_the_names_of_the_others() -> None:
    assert table_title(info_of(seats=2)) == "Plump with Bot Ada"
    assert table_title(info_of(seats=2, seat=1)) == "Plump with Lisa"


def test_a_rematch_keeps_our_own_bots_and_drops_those_of_other_players() -> None:
    info = info_of(seats=4)
    lisa, ada, stephen, bo = info.guests
    theirs = replace(bo, runner=stephen.nick)

    assert setup_again(info, level="easy").bots == 2
    assert setup_again(replace(info, guests=(lisa, ada, stephen, theirs)), level="easy").bots == 1


@pytest.mark.parametrize(
    ("count", "said"), [(1, "A"), (4, "A, B, C, D"), (5, "A, B, C and 2 more"), (9, "A, B, C and 6 more")]
)
def test_of_many_names_the_first_three_are_said(count: int, said: str) -> None:
    assert first_names("ABCDEFGHI"[:count]) == said


@pytest.mark.parametrize(("seat", "said"), [(0, "Toby"), (1, "Old Lisa"), (-1, "Old Lisa, Toby")])
def test_our_seat_in_an_earlier_game_is_known_even_under_an_earlier_name(seat: int, said: str) -> None:
    """Only a game whose seat is unknown goes by the name."""
    game = Unfinished("ab", "plump", ("Old Lisa", "Toby"), 3, created=0, seat=seat)

    assert kept_seat_text(game, "Lisa") == f"Your game with {said} goes on."
