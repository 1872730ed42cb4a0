"""The lobby's other sentences and questions: terms, invitations, talk, kept seats, lessons, own chat."""

from __future__ import annotations

from random import Random

import pytest

from app.messages import ChatLine, Gathering, Guest, SpectatorLine
from app.records.evening import Evening, Wins
from app.screens.lesson import is_to_offer, lesson_of, offer_text, offered, titles_of
from app.screens.lobby import (
    DAY_S,
    can_talk,
    evening_sheet,
    invite_back_text,
    kept_seat,
    leads_to,
    letters_of,
    setup_for,
    unfinished_line,
)
from app.screens.program import KeptGames
from app.screens.replay import ReplayModel
from app.screens.sound import Cue, cue_of
from app.table.start import Hosting, Joining, Resuming, Spectating, Start, Unfinished
from net.link.address import Address
from net.lobby.invitation import Invitation
from rules.api import Seat
from tests.support.values import replace
from tests.support.window import STILL, Story

HOST, GUEST = Guest("Ann", "A", key=b"ann"), Guest("Ben", "B", key=b"ben")
BOT = Guest("Bot Jon", "J", bot=True, key=b"jon", runner="Ann")


def test_the_summary_of_a_form_names_what_differs_from_the_usual() -> None:
    setup = setup_for("plump")
    assert setup.rest == "The usual rules; when somebody is gone, the others decide; nobody may watch."

    short = setup.with_option("length", "short")
    assert short.rest == "Length: a short game; when somebody is gone, the others decide; nobody may watch."
    watched = setup.with_term("watch", "ask")
    assert watched.rest == "The usual rules; spectators: people you let in."


@pytest.mark.parametrize(
    ("guests", "seats", "own", "coming", "can"),
    [
        ((HOST,), 2, "A", (), True),
        ((HOST,), 2, "A", (b"bot",), False),
        ((HOST,), 3, "A", (b"bot",), True),
        ((HOST, BOT), 2, "A", (), False),
        ((HOST, GUEST), 2, "A", (), True),
        ((HOST, GUEST), 4, "X", (), False),  # still asks for a seat
    ],
)
def test_people_can_chat_where_another_person_sits_or_may_come(
    guests: tuple[Guest, ...], seats: int, own: str, coming: tuple[bytes, ...], can: bool
) -> None:
    assert can_talk(Gathering("plump", (), seats, guests, "", own, coming=coming)) is can


def test_the_key_letters_of_a_table_are_those_of_the_other_people() -> None:
    info = replace(Story().info, guests=(HOST, GUEST, BOT, Guest("Cy", "C")), seat=1)

    assert letters_of(info) == ("A", "C")


NOW = 10 * DAY_S
GAME = Unfinished("aa", "plump", ("Ann", "Ben", "Ann"), 5, NOW - DAY_S + 1, seat=0)


@pytest.mark.parametrize(
    ("fields", "is_kept"),
    [
        ({}, True),
        ({"created": NOW - DAY_S}, False),
        ({"is_hidden": True}, False),
        ({"is_adjourned": True}, False),
        ({"is_open": True}, False),
    ],
)
def test_the_seat_of_a_game_from_today_is_offered_until_the_game_is_hidden_or_adjourned(
    fields: dict[str, object], is_kept: bool
) -> None:
    game = replace(GAME, **fields)  # type: ignore[arg-type]
    assert kept_seat(KeptGames(unfinished=(game,)), now=NOW) == (game if is_kept else None)
    assert kept_seat(KeptGames(unfinished=(game, GAME)), now=NOW) in (game, GAME)


def test_the_other_players_of_a_game_are_those_of_all_seats_but_ours() -> None:
    assert unfinished_line(GAME, "Ann", now=NOW).startswith("Plump with Ben, Ann · begun 23 hours ago")
    unknown = replace(GAME, seat=-1, is_adjourned=True)
    assert unfinished_line(unknown, "Ben", now=NOW).startswith("Plump with Ann, Ann · ")
    assert unfinished_line(unknown, "Ben", now=NOW).endswith(" · adjourned")


def test_the_sheet_of_an_evening_numbers_its_games_from_one() -> None:
    evening = Evening("plump", 2, (Wins("a", "Ann", 2), Wins("b", "Ben", 0)), 0, ((30, 7), (12, 9)))

    assert [line.split() for line in evening_sheet(evening).splitlines()] == [
        ["Ann", "Ben"],
        ["Game", "1", "30", "7"],
        ["Game", "2", "12", "9"],
        ["Won", "2", "0"],
    ]


def test_the_text_to_invite_a_player_back_explains_the_invitation_or_why_there_is_none() -> None:
    assert invite_back_text("").startswith("This computer cannot let players back in.")
    assert invite_back_text("SHOAL:X").startswith("Send this text to a player who has lost the table")


def test_a_lesson_counts_its_steps_and_leads_to_the_next() -> None:
    lessons = titles_of("plump")
    first = lesson_of("plump")
    assert first is not None and lesson_of("plump", len(lessons)) is None is lesson_of("no game")

    steps = len(first.lesson.steps)
    assert first.place == f"Step 1 of {steps}"
    assert first.next == (1 if len(lessons) > 1 else None)
    assert [guest.bot for guest in first.info.guests] == [False, *[True] * len(first.lesson.others)]
    assert titles_of("no game") == ()
    assert offer_text("plump").startswith(f"New to Plump? Learn it on its own table in {steps} steps, or ")
    new = replace(STILL, taught="kings")
    assert is_to_offer(new, "plump") and not is_to_offer(new, "kings") and not is_to_offer(new, "no game")
    assert offered(offered(new, "plump"), "plump").taught == "kings plump"


def test_our_own_chat_and_that_of_spectators_make_no_sound() -> None:
    loud = replace(STILL, chat_sound=True)

    assert cue_of((ChatLine(1, "hi"),), loud, None, Seat(0)) is Cue.CHAT
    assert cue_of((ChatLine(0, "hi"),), loud, None, Seat(0)) is None
    assert cue_of((ChatLine(0, "hi"),), loud) is Cue.CHAT
    assert cue_of((SpectatorLine("Eva", "hi"),), loud, None, Seat(0)) is None
    assert cue_of((ChatLine(1, "hi"),), replace(loud, chat_sound=False), None, Seat(0)) is None


def test_a_replay_is_played_on_from_a_chosen_seat_only() -> None:
    story = Story(options={"length": "short"})
    story.until_own_turn()
    own = replace(story.recording(), own_seat=Seat(0), own_hand=tuple(story.local.known[0].items()))
    replay = ReplayModel(own)

    assert not replay.may_play_on and replay.practice(0, Random(1)) is None
    assert replay.game_played(0).faces.items() >= dict(own.own_hand).items()
    assert not replay.game_played(1).faces.items() >= dict(own.own_hand).items()


def invitation_of(host: bytes, *hosts: str) -> str:
    """An invitation of that host at these addresses."""
    return str(Invitation(tuple(Address(each, 4000) for each in hosts), host * 32))


HERE = invitation_of(b"a", "10.0.0.1", "10.0.0.2")


@pytest.mark.parametrize(
    ("start", "table", "came_by", "leads"),
    [
        (Resuming("aa"), "aa", None, True),
        (Resuming("aa"), "bb", None, False),
        (Resuming("aa"), "", Resuming("aa"), True),
        (Resuming("aa"), "", Resuming("bb"), False),
        (Resuming("aa"), "", Joining(HERE), False),
        (Joining(HERE), "", Joining(HERE), True),
        (Joining(invitation_of(b"a", "10.0.0.2")), "", Joining(HERE), True),
        (Joining(invitation_of(b"a", "10.0.0.2")), "", Spectating(HERE), True),
        (Spectating(HERE), "", Joining(invitation_of(b"a", "10.0.0.3")), False),
        (Joining(invitation_of(b"b", "10.0.0.1", "10.0.0.2")), "", Joining(HERE), False),
        (Joining("SHOAL:"), "", Joining(HERE), False),
        (Joining(HERE), "", Hosting("plump", 2, ()), False),
        (Joining(HERE), "", None, False),
    ],
)
def test_an_invitation_and_a_kept_game_are_recognised_as_the_running_table(
    start: Resuming | Joining | Spectating, table: str, came_by: Start | None, leads: bool
) -> None:
    assert leads_to(start, table, came_by=came_by) is leads
