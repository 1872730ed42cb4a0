"""A table that fills, in a terminal: chat, knocks that come and go, seats that are taken away."""

from __future__ import annotations

import pytest

from app import messages
from app.games.catalogue import catalogue
from app.messages import Guest
from app.policy import policy_lines
from app.terminal.client import TextClient
from app.terminal.lobby import HELP, HOST_HELP
from net.wire.genesis import Absent, Hints, Policy, Watch
from tests.support.values import replace

GUESTS = (
    Guest("Ann", "AAAA", key=b"ann"),
    Guest("Ben", "BBBB", key=b"ben"),
    Guest("Bertha", "CCCC", key=b"bertha"),
    Guest("Bot Jon", "DDDD", bot=True, key=b"jon", runner="Ann"),
    Guest("Bot Ida of Ben", "EEEE", bot=True, key=b"ida", runner="Ben"),
)
OPTIONS = (("length", "short"),)


def client(*, hosts: bool = True) -> tuple[TextClient, list[str]]:
    lines: list[str] = []
    made = TextClient(catalogue().named("plump"), lines.append)
    invitation, own = ("SHOAL:XYZ", "AAAA") if hosts else ("", "BBBB")
    made.show(messages.Gathering("plump", OPTIONS, 6, GUESTS, invitation, own))
    return made, lines


def knocks(made: TextClient, *nicks: str) -> None:
    for nick in nicks:
        made.show(messages.Knock(Guest(nick, "KEY-" + nick), nick.encode(), "AAAA"))


def test_chat_while_the_table_fills_is_shown_and_can_be_answered() -> None:
    made, lines = client(hosts=False)
    made.show(messages.LobbyLine("Ann", "good evening"))

    assert lines[-1] == "Ann: good evening"
    assert made.order("say hello Ann") == messages.Say("hello Ann")
    assert any("Short" in line or "short" in line for line in lines)  # the options, in words


def test_a_guest_reads_all_that_it_is_to_sign_once_and_before_it_signs() -> None:
    policy = Policy(45, 60, Absent.STAND_IN, 2, Watch.ASK, True, Hints.ALLOWED)
    lines: list[str] = []
    made = TextClient(catalogue().named("plump"), lines.append)
    for here in (3, 4, 5):
        made.show(messages.Gathering("plump", OPTIONS, 6, GUESTS[:here], "", "CCCC", policy=policy))
    text = " ".join(lines)

    for line in (
        *policy_lines(policy, 6),
        "Bot Jon: a bot; Ann runs it and can see its hand.",
        "Bot Ida of Ben: a bot; Ben runs it and can see its hand.",
    ):
        assert text.count(line) == 1, line
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("remove Bertha", b"bertha"),
        ("remove bert", b"bertha"),
        ("remove ben", b"ben"),
        ("remove be", None),
        ("remove Ann", None),
        ("remove Bot Jon", b"jon"),
        ("remove Bot", None),
        ("remove bot i", b"ida"),
        ("remove nobody", None),
        ("remove", None),
    ],
)
def test_a_seat_is_taken_away_by_name(typed: str, key: bytes | None) -> None:
    made, lines = client()
    before = len(lines)

    assert made.order(typed) == (None if key is None else messages.Unseat(key))
    assert key is not None or len(lines) > before


def test_a_guest_cannot_take_a_seat_away() -> None:
    made, lines = client(hosts=False)

    assert made.order("remove Ann") is None and made.order("seats 5") is None
    assert lines[-1] == "Only the host can change the number of seats."
    made.order("?")
    assert not any("seats" in line for line in lines[-2:])


def test_chairs_and_bots_change_by_words() -> None:
    lines: list[str] = []
    made = TextClient(catalogue().named("plump"), lines.append)
    table = messages.Gathering("plump", OPTIONS, 4, GUESTS[:2], "SHOAL:XYZ", "AAAA", coming=(b"comes",))
    made.show(replace(table, sizes=(3, 4, 5)))

    assert made.order("seats 3") == messages.Resize(3) and made.order("seats 5") == messages.Resize(5)
    assert made.order("bot") == messages.PutBot(catalogue().named("plump").usual_level)
    assert made.order("bot hard") == messages.PutBot("hard")
    assert made.order("remove a bot") == messages.Unseat(b"comes")
    for typed in ("seats 4", "seats 9", "seats", "seats -1", "seats \u0665"):
        assert made.order(typed) is None
        assert lines[-1] == "This table can have 3 or 4 or 5 seats."
    assert made.order("bot clever") is None
    assert lines[-1] == "A bot needs a free seat here and one of these levels: easy, normal, hard."
    made.show(replace(table, seats=3))
    assert made.order("bot easy") is None


def test_a_guest_reads_that_the_number_of_seats_has_changed() -> None:
    made, lines = client(hosts=False)
    made.show(messages.Gathering("plump", OPTIONS, 7, GUESTS, "", "BBBB"))

    assert "Ann has made this a table for 7. Leave if you do not want that." in lines


def test_guests_behind_the_one_who_is_asked_about_are_counted() -> None:
    made, lines = client()
    knocks(made, "Dan", "Eve", "Flo", "Gus")
    made.order("y")

    assert sum("wants to sit down" in line for line in lines) == 2
    assert lines[-1] == "Let them in? Type y or n. 2 others are also waiting."


def test_a_guest_who_knocks_is_refused_and_blocked_singly_or_with_all_others() -> None:
    made, lines = client()
    knocks(made, "Dan", "Eve", "Flo")
    assert made.order("never") == messages.Admit(b"Dan", admit=False, for_good=True)
    assert "`refuse all` refuses everybody who waits; they cannot ask again." in lines
    assert made.order("refuse all") == messages.RefuseAll()
    assert made.order("y") is None


def test_people_met_before_are_asked_about_next() -> None:
    made, _ = client()
    knocks(made, "Dan", "Eve")
    made.show(messages.Knock(Guest("Flo", "KEY-Flo", about="met before"), b"Flo", "AAAA"))

    assert made.order("n") == messages.Admit(b"Dan", admit=False)
    assert made.order("y") == messages.Admit(b"Flo", admit=True)


def test_a_knock_that_is_withdrawn_leaves_the_queue() -> None:
    made, lines = client()
    knocks(made, "Dan", "Eve", "Flo")
    made.show(messages.KnockGone(b"Eve"))
    made.show(messages.KnockGone(b"nobody"))
    assert made.order("y") == messages.Admit(b"Dan", True)
    assert lines[-1] == "Let them in? Type y or n."
    assert made.order("n") == messages.Admit(b"Flo", False)


def test_an_answer_that_was_meant_for_somebody_else_lets_nobody_in() -> None:
    made, lines = client()
    knocks(made, "Dan", "Eve")
    made.show(messages.KnockGone(b"Dan"))
    assert "Dan has stopped waiting for a seat." in lines

    assert made.order("y") is None
    assert "Eve wants to sit down at your table." in lines[-4:]
    assert made.order("y") == messages.Admit(b"Eve", True)


def test_fifty_guests_who_knock_and_vanish_leave_a_quiet_terminal() -> None:
    made, lines = client()
    crowd = [f"Fool {n}" for n in range(50)]
    knocks(made, *crowd)
    assert sum("wants to sit down" in line for line in lines) == 1
    for nick in reversed(crowd):
        made.show(messages.KnockGone(nick.encode()))

    assert sum("wants to sit down" in line for line in lines) == 1
    assert made.order("n") is None


def test_the_terminal_lists_who_is_here_and_what_can_be_typed() -> None:
    made, lines = client()
    made.order("who")
    assert any(line.startswith("Bertha (key: CCCC") for line in lines)
    made.order("?")
    assert any("remove NAME" in line for line in lines)


def test_the_word_stay_continues_once_the_host_is_gone() -> None:
    made, lines = client(hosts=False)
    assert made.order("stay") is None
    made.show(messages.HostGone("Ann", "Ben", is_next=True))

    assert "Ann is gone" in " ".join(lines) and "Type `stay` or `quit`." in " ".join(lines)
    assert made.order("stay") == messages.Stay()
    assert made.order("stay") is None, "said once"


@pytest.mark.parametrize("word", ["", "?", "help"])
def test_a_host_can_type_more_than_a_guest(word: str) -> None:
    nobody: list[str] = []
    TextClient(catalogue().named("plump"), nobody.append).order(word)
    (host, hosts), (guest, guests) = client(), client(hosts=False)
    for made, lines in ((host, hosts), (guest, guests)):
        lines.clear()
        made.order(word)

    assert tuple(nobody) == tuple(guests) == HELP
    assert tuple(hosts) == (*HELP, *HOST_HELP)


def test_the_players_are_listed_with_their_keys_and_the_free_seats() -> None:
    nobody: list[str] = []
    TextClient(catalogue().named("plump"), nobody.append).order("who")
    made, lines = client()
    lines.clear()
    made.order("who")

    assert nobody == []
    assert [line.partition(" (")[0] for line in lines[:5]] == [guest.nick for guest in GUESTS]
    assert len(lines) == 6


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("seats 5", "Only the host can change the number of seats."),
        ("remove", "Whose seat?"),
        ("remove Ann", "No single guest or bot of yours is called Ann."),
        ("bot", "A bot needs a free seat here and one of these levels: easy, normal, hard."),
    ],
)
def test_before_a_table_is_known_nothing_can_be_changed(typed: str, said: str) -> None:
    lines: list[str] = []
    made = TextClient(catalogue().named("plump"), lines.append)

    assert made.order(typed) is None and lines == [said]


def test_words_of_the_lobby_may_be_in_capitals_and_a_size_that_is_not_offered_is_refused() -> None:
    made, lines = client()
    made.show(messages.Gathering("plump", OPTIONS, 6, GUESTS, "SHOAL:XYZ", "AAAA", sizes=(6, 7)))

    assert made.order("SEATS 7") == messages.Resize(7)
    assert made.order("Remove BEN") == messages.Unseat(b"ben")
    assert made.order("BOT Hard") == messages.PutBot("hard")
    assert made.order("seats 7000") is None and made.order("seats 6") is None
    assert lines[-1] == "This table can have 6 or 7 seats."


def test_knocks_are_answered_in_any_spelling_and_one_other_is_counted() -> None:
    made, lines = client()
    knocks(made, "Dan", "Eve")
    assert not any("also waiting" in line for line in lines)
    assert made.order("YES") == messages.Admit(b"Dan", True)
    knocks(made, "Flo", "Gus")
    made.show(messages.KnockGone(b"Eve"))
    made.order("y")
    assert lines[-1] == "Let them in? Type y or n. 1 other is also waiting."
    assert made.order("y now") is None
    assert made.order("No") == messages.Admit(b"Flo", False)
    assert made.order("Refuse ALL") == messages.RefuseAll()
    assert made.order("refuse all") is None


def test_a_message_about_the_host_is_answered_by_stay_alone() -> None:
    made, _ = client(hosts=False)
    made.show(messages.HostGone("Ann", "Ben", is_next=False))

    assert made.order("who") is None
    assert made.order("STAY") == messages.Stay()


@pytest.mark.parametrize(
    ("typed", "key"), [("Ben", b"ben"), ("Benny", b"benny"), ("ben", None), ("Bennyy", None)]
)
def test_a_typed_name_means_the_player_of_exactly_this_name(typed: str, key: bytes | None) -> None:
    made, _ = client()
    benny = Guest("Benny", "FFFF", key=b"benny")
    made.show(messages.Gathering("plump", OPTIONS, 6, (*GUESTS, benny), "SHOAL:XYZ", "AAAA"))

    assert made.order(f"remove {typed}") == (None if key is None else messages.Unseat(key))
