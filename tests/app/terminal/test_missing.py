"""Somebody is missing, in a terminal: the lines that tell it, and the words that decide."""

from __future__ import annotations

from random import Random

import pytest

from app import messages
from app.games.catalogue import catalogue
from app.messages import (
    AbsentChoice,
    AbsentWhy,
    Advanced,
    Asked,
    Ballot,
    Decide,
    Decided,
    Guest,
    Missing,
    Offered,
    Paused,
    Presence,
    PresenceState,
    Started,
    TableInfo,
    TurnClock,
    WantPause,
)
from app.terminal.client import TextClient
from net.wire.genesis import Policy
from rules.driver import LocalTable
from tests.support.catalogue import GAMES
from tests.support.values import replace

GUESTS = (Guest("Lisa", "L"), Guest("Ann", "A"), Guest("Bo", "B"))
OFFERS = (
    Offered(AbsentChoice.WAIT, "Nothing happens."),
    Offered(AbsentChoice.STAND_IN, "A rule plays.", "nobody can open the cards."),
    Offered(AbsentChoice.LEAVE_OUT, "The round is dealt again."),
    Offered(AbsentChoice.ADJOURN, "The table closes."),
    Offered(AbsentChoice.END, "The game is scored."),
)
ASKED = Asked((Missing(1, AbsentWhy.GONE, 31),), OFFERS, preselected=AbsentChoice.LEAVE_OUT, in_s=10)


class Table:
    """A text client at a table of three, with its lines kept."""

    def __init__(self, game: str = "plump", policy: Policy | None = None) -> None:
        self.lines: list[str] = []
        self.prompts = 0
        self.client = TextClient(catalogue().named(game), self.lines.append, self._prompt)
        guests = GUESTS if game == "plump" else (*GUESTS, Guest("Cy", "C"))
        info = TableInfo("ab" * 32, game, (), guests, 0, policy or Policy())
        self.client.show(Started(info, resumed=False))
        self.lines.clear()

    def _prompt(self) -> None:
        self.prompts += 1

    def tell(self, *news: messages.News) -> list[str]:
        before = len(self.lines)
        for each in news:
            self.client.show(each)
        return self.lines[before:]

    def type(self, line: str) -> messages.Order | None:
        return self.client.order(line)


def test_the_question_is_printed_once_with_every_way_and_what_comes_by_itself() -> None:
    table = Table()
    lines = table.tell(Presence(1, PresenceState.AWAY, 6), ASKED, replace(ASKED, in_s=9))

    assert lines == [
        "Ann is away. The game waits.",
        "Ann is away, 0:31. How do we continue?",
        "  wait          Nothing happens.",
        "  stand in      not possible: nobody can open the cards.",
        "  leave out     The round is dealt again.",
        "  adjourn       The table closes.",
        "  end the game  The game is scored.",
        "The game continues as everyone present chooses. Bo has not chosen yet.",
        "`leave out` happens by itself in 0:10 unless you object: type `wait`.",
    ]
    assert table.prompts == 1


@pytest.mark.parametrize(
    ("typed", "choice"),
    [
        ("wait", AbsentChoice.WAIT),
        ("leave out", AbsentChoice.LEAVE_OUT),
        ("Leave-Out", AbsentChoice.LEAVE_OUT),
        ("adjourn", AbsentChoice.ADJOURN),
        ("end", AbsentChoice.END),
        ("end the game", AbsentChoice.END),
    ],
)
def test_a_typed_word_chooses_how_to_continue(typed: str, choice: AbsentChoice) -> None:
    table = Table()
    table.tell(ASKED)

    assert table.type(typed) == Decide(choice)


def test_an_impossible_choice_is_reported_and_decides_nothing() -> None:
    table = Table()
    table.tell(ASKED)

    assert table.type("stand in") is None
    assert table.lines[-1] == "You cannot do that: nobody can open the cards."


def test_without_a_question_the_words_that_answer_it_have_no_effect() -> None:
    table = Table()
    for word in ("wait", "adjourn", "end", "leave out"):
        assert table.type(word) is None
    table.tell(ASKED, Decided((1,), None, "Ann is back."))

    assert table.lines[-1] == "Ann is back."
    assert table.type("end") is None


def test_no_word_for_a_game_action_ends_the_game() -> None:
    """In Kings `end` ends the turn: it takes other words to end the whole game."""
    table = Table("kings")
    game = GAMES["kings"]
    local = LocalTable(game.start(4, game.checked_options(4, {})), 4, Random(4))
    while local.turn != 0 or "end" not in {
        table.client.entry.terminal.word(local.view(0), each)
        for each in local.actions()  # type: ignore[arg-type]
    }:
        local.play(local.actions()[0])
    table.tell(Advanced(1, local.view(0), ()), ASKED)  # type: ignore[arg-type]

    assert isinstance(table.type("end"), messages.Choose)
    assert table.type("end the game") == Decide(AbsentChoice.END)


def test_votes_of_the_others_are_reported_as_they_arrive() -> None:
    table = Table()
    table.tell(ASKED)

    assert table.tell(replace(ASKED, ballots=(Ballot(2, AbsentChoice.END),))) == ["Bo wants to end the game."]
    assert table.tell(replace(ASKED, ballots=(Ballot(2, AbsentChoice.END),), in_s=3)) == []


def test_help_shows_what_can_be_decided() -> None:
    table = Table()
    table.type("?")
    assert not any("adjourn" in line for line in table.lines)
    table.tell(ASKED)
    table.lines.clear()
    table.type("?")

    assert "  adjourn       The table closes." in table.lines


def test_the_list_says_who_is_missing() -> None:
    table = Table()
    table.tell(Presence(1, PresenceState.AWAY, 25), Presence(2, PresenceState.LEFT))
    table.type("who")

    assert "2 Ann (away, 0:25), key A" in table.lines
    assert "3 Bo (has left), key B" in table.lines


def test_the_clock_is_reported_at_the_beginning_at_a_quarter_and_at_the_end() -> None:
    table = Table(policy=Policy(move_limit_s=60))
    clocks = [TurnClock(0, left, is_over=left == 0) for left in range(60, -1, -1)]

    assert table.tell(*clocks) == ["1:00 left.", "Hurry: 0:15 left.", "Your time is up."]
    assert table.tell(TurnClock(1, 5, is_over=False)) == []


def test_a_pause_is_reported() -> None:
    table = Table(policy=Policy(move_limit_s=60))

    assert table.type("pause") == WantPause(wanted=True)
    assert "Bo would like a pause" in table.tell(Paused((2,), is_paused=False))[0]
    assert table.tell(Paused((), is_paused=True)) == ["The game is paused."]
    assert table.type("continue") == WantPause(wanted=False)
    assert Table().type("pause") is None, "without a clock there is nothing to pause"


def test_after_the_end_nobody_is_reported_missing() -> None:
    table = Table()
    table.tell(messages.Trouble(messages.TroubleKind.CHEAT, "Ann has cheated.", 1, ends=True))

    assert table.tell(Presence(1, PresenceState.AWAY, 6), ASKED) == []
    assert table.type("quit") == messages.Quit()


def test_an_absence_is_reported_again_every_minute() -> None:
    table = Table()
    table.tell(Presence(1, PresenceState.AWAY, 6))

    assert table.tell(*(Presence(1, PresenceState.AWAY, seconds) for seconds in (59, 61, 119))) == []
    assert table.tell(Presence(1, PresenceState.AWAY, 60)) == ["Ann is away, 1:00."]
    assert table.tell(Presence(1, PresenceState.AWAY, 180)) == ["Ann is away, 3:00."]


def test_the_time_until_the_automatic_choice_is_reported_once_a_minute() -> None:
    table = Table()
    assert table.tell(replace(ASKED, in_s=130))[-1].endswith(
        "happens by itself in 2:10 unless you object: type `wait`."
    )
    told = table.tell(*(replace(ASKED, in_s=seconds) for seconds in range(129, -1, -1)))

    assert told == ["`leave out` happens by itself in 2:00.", "`leave out` happens by itself in 1:00."]
    assert not any("by itself" in line for line in Table().tell(replace(ASKED, preselected=None, in_s=None)))


def test_a_choice_that_is_not_possible_yet_or_at_all_is_refused_with_the_reason() -> None:
    table = Table()
    later = Offered(AbsentChoice.END, "The game is scored.", "Possible in 1:00.", is_later=True)
    table.tell(replace(ASKED, offered=(OFFERS[0], later)))

    assert table.type("adjourn") is None
    assert table.lines[-1] == "You cannot choose `adjourn` now."
    assert table.type("end the game") is None
    assert table.lines[-1] == "Not yet. Possible in 1:00."
    assert "  end the game  The game is scored. Possible in 1:00." in table.lines


def test_votes_are_reported_and_those_of_others_only_when_they_change() -> None:
    table = Table()
    stand_in = replace(ASKED, offered=tuple(replace(each, hindrance="") for each in OFFERS))
    table.tell(stand_in)

    told = table.tell(replace(stand_in, ballots=(Ballot(2, AbsentChoice.STAND_IN),)))
    assert told == ["Bo wants to let a rule play."]
    table.lines.clear()
    table.type("?")
    assert any(line.startswith("  stand in      A rule plays. Bo wants this.") for line in table.lines)


def test_the_clock_is_printed_once_in_each_of_our_turns() -> None:
    table = Table(policy=Policy(move_limit_s=60))
    assert table.tell(TurnClock(0, 60, is_over=False), TurnClock(0, 59, is_over=False)) == ["1:00 left."]
    assert table.tell(TurnClock(1, 60, is_over=False)) == []
    assert table.tell(TurnClock(0, 60, is_over=False)) == ["1:00 left."]
    assert table.tell(TurnClock(0, 0, is_over=True), TurnClock(0, 0, is_over=True)) == ["Your time is up."]


def test_help_names_the_pause_where_there_is_a_clock() -> None:
    for limit, named in ((60, True), (0, False)):
        table = Table(policy=Policy(move_limit_s=limit))
        table.type("help")
        assert any(line.startswith("pause  ask for a pause") for line in table.lines) is named


@pytest.mark.parametrize("choice", [AbsentChoice.STAND_IN, AbsentChoice.LEAVE_OUT])
def test_nothing_is_said_each_minute_of_a_player_for_whom_nobody_waits(choice: AbsentChoice) -> None:
    """The terminal once printed an empty line instead."""
    table = Table()
    table.tell(Presence(1, PresenceState.AWAY, 59), Decided((1,), choice, "The game goes on."))
    table.lines.clear()
    table.tell(Presence(1, PresenceState.AWAY, 60))
    assert table.lines == []
