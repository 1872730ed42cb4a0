"""The words on the screen of a table, one piece of news after another."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.messages import (
    AbsentChoice,
    Adjourned,
    Advanced,
    ChatLine,
    Choose,
    Closed,
    Decided,
    Finished,
    Gathering,
    Presence,
    PresenceState,
    Proven,
    RecordSaved,
    Refused,
    Started,
    StepKind,
    Trouble,
    TroubleKind,
    TurnClock,
    Working,
)
from app.policy import ESCROW
from app.screens.keys import EVERYWHERE, key_sheet
from app.screens.proven import proven_page
from app.screens.status import Mood, StatusLine, deck_text, result_text, sent_text
from app.screens.table import Banner, LogLine, TableModel
from net.wire.genesis import Policy
from rules.api import Outcome
from tests.support.catalogue import PLAIN, playing
from tests.support.values import replace
from tests.support.window import Story, info_of

NAMES = ("Lisa", "Bot Ada", "Stephen", "Bot Bo")
FULL = Trouble(TroubleKind.DISK_FULL, "The disk is full.")


def working(
    step: StepKind,
    *,
    missing: tuple[int, ...] = (),
    unconfirmed: tuple[int, ...] = (),
    checked: int = 0,
    entries: int = 0,
    proofs: int = 0,
) -> Working:
    return Working(step, missing, unconfirmed, checked, entries, proofs)


def model(*, on_turn: bool = True) -> tuple[TableModel, Story]:
    story = Story()
    made = TableModel(story.info)
    made.take(story.started)
    made.take(story.until_own_turn())
    if not on_turn:
        story.step()
        made.take(story.news())
    return made, story


def test_before_the_first_news_the_table_opens() -> None:
    made = TableModel(info_of())

    assert made.status.text == "The table opens."
    assert made.status.mood is Mood.WORK
    assert made.choose(Story().local.actions()[0]) == (None, None)
    assert (made.title, made.names, made.is_our_turn, made.standings) == ("Plump", NAMES, False, ())


def test_on_our_turn_the_status_tells_what_to_do() -> None:
    made, _ = model()

    assert made.is_our_turn
    assert made.status.mood is Mood.TURN
    assert made.status.text == "Your bid: how many ticks will you take?"


def test_the_status_tells_whose_turn_is_waited_for() -> None:
    made, _ = model(on_turn=False)

    assert made.status.mood is Mood.WAIT
    assert made.status.text.startswith("Waiting for ")


def test_a_choice_carries_the_height_of_its_view() -> None:
    made, story = model()
    action = story.local.actions()[0]

    assert made.choose(action)[1] == Choose(1, action)
    assert made.status.text == "Your choice is on its way."
    assert made.choose(action) == (None, None)


def test_after_a_choice_is_sent_the_status_names_the_players_who_have_not_confirmed_it() -> None:
    made, story = model()
    made.choose(story.local.actions()[0])
    made.take(working(StepKind.MOVE, unconfirmed=(1, 2)))

    assert made.status.text == "Waiting for Bot Ada and Stephen to confirm."
    assert (
        sent_text(working(StepKind.MOVE, unconfirmed=(1, 2, 3)), NAMES) == "Waiting for 3 players to confirm."
    )
    assert sent_text(working(StepKind.MOVE, missing=(2,)), NAMES) == "Your choice is on its way."
    assert sent_text(working(StepKind.CHOOSE, missing=(2,)), NAMES).startswith(
        "You have chosen. Waiting for St"
    )


def test_a_refused_choice_can_be_made_again() -> None:
    made, story = model()
    action = story.local.actions()[0]
    made.choose(action)

    said = made.take(Refused("hook", "plump 2.3", "That bid is forbidden."))

    assert said == made.status.text == "That bid is forbidden. (plump 2.3)"
    assert made.choose(action)[1] == Choose(1, action)


def test_a_refusal_without_a_rule_is_reported_plainly() -> None:
    made, _ = model()

    assert made.take(Refused("not-now", "", "Not now.")) == "Not now."


def test_a_hint_lasts_until_the_game_goes_on() -> None:
    made, story = model()
    made.hint("You must follow suit.")

    assert made.status.text == "You must follow suit."
    story.step()
    made.take(story.until_own_turn())
    assert made.status.text != "You must follow suit."


def test_a_refusal_is_reported_with_the_next_press() -> None:
    made, _ = model()
    asked = made.status.text
    made.hint("You hold no larva cube. (reef 4.3)")
    assert (made.status.text, made.status.happened) == ("You hold no larva cube. (reef 4.3)", asked)

    made.ask("Choose a cylinder.")
    assert made.status.text == "Choose a cylinder."  # the refusal from before is gone
    made.hint("That cylinder is locked. (reef 4.7)")
    assert made.status.happened == "Choose a cylinder."
    made.ask("")

    assert made.status.text == asked


def test_our_turn_is_announced_aloud() -> None:
    story = Story()
    made = TableModel(story.info)

    assert made.take(story.started) == "The game begins."
    assert made.take(story.until_own_turn()).endswith("Your bid: how many ticks will you take?")


def test_a_question_is_announced_again_only_if_it_changed_or_somebody_has_moved() -> None:
    """Each step of a turn of Kings is told; the question stays up and is not said again."""
    story = Story("kings")
    made = TableModel(story.info)
    made.take(story.started)
    asked = "Your turn: put cards down, then end the turn."
    assert made.take(story.until_own_turn()).endswith(asked)
    story.local.play(made.entry.rules.parse_action("swap 1 2"))

    assert made.take(story.news()) == "You swap houses 1 and 2."
    assert made.status.text == asked
    story.local.play(story.local.actions()[-1])
    assert made.take(story.until_own_turn()).count("Your turn: ") == 1


def test_a_continued_game_says_that_it_goes_on() -> None:
    made = TableModel(info_of())

    assert made.take(Started(info_of(), resumed=True)) == "The game goes on."
    assert made.resumed


def test_the_log_begins_with_the_start_of_the_game_and_the_first_dealer() -> None:
    made, _ = model()

    assert made.log[0] == LogLine("The game begins.", 0)
    assert "deals first" in made.log[1].text
    assert made.shuffles == 1


def test_a_line_of_chat_is_not_in_the_log() -> None:
    made, _ = model()
    before = len(made.log)

    assert made.take(ChatLine(2, "hello")) == "Stephen: hello"
    assert made.chat == [LogLine("Stephen: hello", 1, 2)]
    assert len(made.log) == before


def test_the_seconds_that_a_player_is_away_are_shown_until_the_return() -> None:
    made, _ = model()
    said = made.take(Presence(2, PresenceState.AWAY, 6))

    assert said == "Stephen is away. The game waits."
    assert made.take(Presence(2, PresenceState.AWAY, 7)) == ""
    assert made.status.deck.startswith("Stephen is away, 0:07.")
    assert "Stephen (away, 0:07), key C54M-GELQ-YX4V" in made.players
    assert made.take(Presence(2, PresenceState.BACK)) == "Stephen is back."
    assert made.status.deck == "" and "Stephen (connected), key C54M-GELQ-YX4V" in made.players
    assert made.take(Presence(1, PresenceState.HERE)) == ""


def test_a_player_who_has_left_is_not_said_to_be_lost() -> None:
    made, _ = model()

    assert made.take(Presence(2, PresenceState.LEFT)) == "Stephen has left."
    assert "Stephen (has left), key C54M-GELQ-YX4V" in made.players
    assert not any("connection" in line.text or "lost" in line.text for line in made.log)


def test_a_decision_is_shown_until_it_is_dismissed() -> None:
    made, _ = model()
    text = "A rule plays for Stephen until Stephen is back."

    assert made.take(Decided((2,), AbsentChoice.STAND_IN, text)) == text
    assert made.banner == Banner(text, closes=True)
    assert "Stephen (a rule plays for Stephen), key C54M-GELQ-YX4V" in made.players
    made.dismiss()
    assert made.banner is None
    made.take(Decided((2,), None, "Stephen is back."))
    assert "Stephen (connected), key C54M-GELQ-YX4V" in made.players


def test_an_adjourned_table_is_not_under_way() -> None:
    made, _ = model()
    made.take(Adjourned("Stephen has adjourned the table."))

    assert not made.is_under_way and not made.ended_by
    assert made.status == StatusLine(Mood.OVER, "Stephen has adjourned the table.")
    assert made.take(Presence(2, PresenceState.AWAY, 8)) == "", "everybody goes home"


def test_a_game_that_was_ended_is_over_and_says_why() -> None:
    made, _ = model()
    text = "The others have decided to end the game. Stephen was missing."
    made.take(Presence(2, PresenceState.AWAY, 40))
    made.take(Decided((2,), AbsentChoice.END, text))

    assert not made.is_under_way and made.ended_by == text
    assert made.status == StatusLine(Mood.OVER, "The game has been ended.")
    assert made.absence.missing == () and made.banner is None


def test_the_time_of_the_players_move_is_in_the_status() -> None:
    made = TableModel(replace(info_of(), policy=Policy(move_limit_s=60)))
    made.take(TurnClock(0, 42, is_over=False))
    assert (made.status.clock, made.status.is_late) == ("0:42 left", False)
    made.take(TurnClock(0, 15, is_over=False))
    assert (made.status.clock, made.status.is_late) == ("Hurry: 0:15 left", True)
    made.take(TurnClock(1, 60, is_over=False))
    assert made.status.clock == ""


def test_the_message_about_a_full_disk_stays_until_there_is_room() -> None:
    made, _ = model()
    made.take(FULL)

    assert made.banner == Banner("The disk is full.")
    made.take(Trouble(TroubleKind.DISK_OK, "There is room."))
    assert made.banner is None


def test_a_warning_is_read_and_dismissed() -> None:
    made, _ = model()
    made.take(Trouble(TroubleKind.REFUSED, "A message was refused.", 1))

    assert made.banner == Banner("A message was refused.", closes=True)
    made.dismiss()
    assert made.banner is None


def test_a_warning_about_somebody_is_withdrawn_when_they_are_back() -> None:
    made, _ = model()
    made.take(Trouble(TroubleKind.LOBBY, "Bot Ada does not answer any more."))
    made.take(Presence(2, PresenceState.AWAY, 7))
    made.take(Presence(2, PresenceState.BACK))
    assert made.banner is not None, "that was somebody else"
    made.take(Presence(1, PresenceState.BACK))

    assert made.banner is None


def test_a_cheat_stops_the_table_and_is_named() -> None:
    made, story = model()
    made.take(Trouble(TroubleKind.CHEAT, "Stephen broke the rules.", 2, ends=True))

    assert made.status.mood is Mood.STOPPED
    assert made.banner == Banner("Stephen broke the rules.", grave=True)
    assert made.ended_by == "Stephen broke the rules."
    assert not made.is_under_way
    assert made.choose(story.local.actions()[0]) == (None, None)


def test_the_gravest_trouble_is_shown() -> None:
    made, _ = model()
    back = Decided((1,), None, "Bot Ada is back.")
    for news in (back, Trouble(TroubleKind.LINK, "odd"), FULL):
        made.take(news)

    assert made.banner == Banner("The disk is full.")
    made.take(Trouble(TroubleKind.DISK_OK, ""))
    assert made.banner == Banner("odd", closes=True)
    made.dismiss()
    assert made.banner == Banner("Bot Ada is back.", closes=True)


REVOKE = Proven(2, 41, rule="plump 2.4", text="round 3: did not follow hearts in tick 1", ends=False)


def test_a_proven_revoke_is_reported_to_everybody_and_again_at_the_end() -> None:
    made, story = model()
    said = made.take(REVOKE)

    assert "Stephen broke a rule (plump 2.4): round 3: did not follow hearts in tick 1." in said
    assert made.banner == Banner(said, grave=True, closes=True) and made.log[-1].text == said
    made.dismiss()
    assert made.banner is None and made.is_under_way
    made.take(story.to_the_end())
    made.take(Finished(Outcome((1, 2, 3, 4), (4, 3, 2, 1))))
    assert made.ended_by == said


def test_a_proof_that_the_story_has_told_is_not_logged_again() -> None:
    made, _ = model()
    made.log.append(LogLine("Proven: in tick 1 of round 3 Stephen did not follow hearts.", 40))
    lines = len(made.log)
    said = made.take(REVOKE)

    assert "Stephen broke a rule" in said and made.banner is not None
    assert len(made.log) == lines
    made.take(replace(REVOKE, seat=1))
    assert len(made.log) == lines + 1


def test_a_revoke_that_stops_the_game_says_so() -> None:
    made, _ = model()
    said = made.take(replace(REVOKE, ends=True))

    assert said.endswith("The game is over because of it, and Stephen is ranked last.")


def test_a_player_who_has_confirmed_something_else_is_named_in_the_status() -> None:
    made, _ = model()
    made.take(replace(working(StepKind.MOVE, unconfirmed=(0,)), disputed=(2,)))

    assert made.status == StatusLine(
        Mood.WAIT,
        "Stephen has confirmed something different at this step. The game waits for an explanation.",
    )


def test_players_who_leave_after_the_end_are_not_reported_as_lost() -> None:
    made, story = model()
    made.take(story.to_the_end())
    made.take(Finished(Outcome((1, 2, 3, 4), (4, 3, 2, 1))))
    before = len(made.log)

    assert (
        made.take(Presence(2, PresenceState.AWAY, 8)) == ""
        and made.banner is None
        and len(made.log) == before
    )
    assert made.absence.missing == ()
    assert "Stephen, key C54M-GELQ-YX4V" in made.players


def test_a_player_who_was_lost_is_not_looked_for_after_the_end() -> None:
    made, story = model()
    made.take(Presence(2, PresenceState.AWAY, 5))
    assert made.absence.missing == (2,) and "Stephen (away, 0:05), key C54M-GELQ-YX4V" in made.players
    made.take(story.to_the_end())
    made.take(Finished(Outcome((1, 2, 3, 4), (4, 3, 2, 1))))

    assert made.absence.missing == () and made.banner is None
    assert "Stephen, key C54M-GELQ-YX4V" in made.players


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        ("", "The record is saved as evening.shoal."),
        ("there is no room on the disk", "there is no room on the disk"),
    ],
)
def test_the_end_tells_where_the_record_is(problem: str, said: str) -> None:
    made, _ = model()

    assert made.take(RecordSaved(Path("/home/lisa/evening.shoal"), problem)) == said


def test_the_end_shows_the_standings() -> None:
    made, story = model()
    told = made.take(story.to_the_end())
    outcome = story.local.state.outcome()
    assert outcome is not None
    said = made.take(Finished(outcome))

    assert made.status.text == result_text(outcome, NAMES, 0)
    assert said == ""  # for the story has told it
    assert "The game is over: all " in told
    assert made.status.mood is Mood.OVER
    assert [each.rank for each in made.standings] == sorted(outcome.ranks)
    assert made.ended_by == ""


@pytest.mark.parametrize(
    ("ranks", "text"),
    [
        ((1, 2, 3, 4), "The game is over. You have won!"),
        ((2, 1, 3, 4), "The game is over. Bot Ada has won."),
        ((1, 1, 3, 4), "The game is over. You and Bot Ada have won."),
        ((3, 1, 1, 4), "The game is over. Bot Ada and Stephen have won."),
        ((1, 1, 1, 1), "The game is over: it is a draw."),
    ],
)
def test_the_end_tells_who_has_won(ranks: tuple[int, ...], text: str) -> None:
    assert result_text(Outcome((0,) * 4, ranks), NAMES, 0) == text


@pytest.mark.parametrize(
    ("news", "text"),
    [
        (working(StepKind.MOVE), ""),
        (working(StepKind.MOVE, missing=(1,)), ""),
        (working(StepKind.MIX, checked=3, entries=4), "Shuffling: 3 of 4 checked"),
        (working(StepKind.MIX, checked=0, entries=1), "Shuffling: 0 of 1 checked"),
        (
            working(StepKind.SHARES, missing=(2,), checked=3, entries=4),
            "Dealing: 3 of 4 checked, waiting for Stephen",
        ),
        (working(StepKind.COMMIT, missing=(0, 1, 2)), "Making the deck ready, waiting for 3 players"),
        (working(StepKind.OVER), "Closing the table"),
    ],
)
def test_the_line_of_the_deck_names_the_step_and_the_players_that_are_waited_for(
    news: Working, text: str
) -> None:
    assert deck_text(news, NAMES) == text


def test_the_work_of_the_deck_is_shown_beside_the_status() -> None:
    made, _ = model(on_turn=False)
    made.take(working(StepKind.MIX, checked=1, entries=4))

    assert made.status.mood is Mood.WORK
    assert made.status.deck == "Shuffling: 1 of 4 checked"


def test_a_closed_table_says_so() -> None:
    made, _ = model()

    assert made.take(Closed()) == ""
    assert made.closed


def test_news_of_the_lobby_are_ignored_at_the_table() -> None:
    made, _ = model()
    before = made.status

    assert made.take(Gathering("plump", (), 4, (), "")) == ""
    assert made.status == before


def test_the_page_of_proofs_counts_proofs_and_shuffles() -> None:
    made, _ = model()
    made.take(working(StepKind.MOVE, proofs=187))
    page = proven_page(made)

    assert "**187 proofs**" in page[0].text
    assert "1 time so far" in page[1].text
    assert "Stephen (connected), key C54M-GELQ-YX4V" in page[-1].text
    assert "Lisa (you)" in page[-1].text


def test_the_page_of_proofs_tells_what_was_agreed_and_promises_less_with_shared_keys() -> None:
    usual = proven_page(TableModel(info_of()))
    assert "**0 proofs** of the deck, in **0 steps**" in usual[0].text
    shared = proven_page(TableModel(replace(info_of(), policy=Policy(escrow_t=3, gone_after_s=60))))

    assert usual[-2].text.startswith("- When somebody has been gone for 30 seconds")
    assert "gone for 1 minute" in shared[-2].text and ESCROW in shared[-2].text
    hands = next(each for each in shared if each.title == "The others hold parts of your key")
    assert ESCROW in hands.text and not any("Nobody sees" in each.title for each in shared)
    assert not any("it stays on this computer" in each.text for each in shared)


def test_the_page_of_proofs_of_a_table_that_stopped() -> None:
    made = TableModel(info_of())
    made.take(Trouble(TroubleKind.CHEAT, "Stephen broke the rules.", 2, ends=True))

    assert "**The game has stopped.** Stephen broke the rules." in proven_page(made)[0].text


def test_the_key_sheet_begins_with_the_keys_of_the_table() -> None:
    assert key_sheet()[0][0] == "At any table"
    assert key_sheet((("T", "the last tick"),))[0] == ("On this table", (("T", "the last tick"),))
    assert EVERYWHERE in [keys for _, keys in key_sheet()]


@playing(*PLAIN)
def test_a_game_without_words_of_its_own_is_reported() -> None:
    for game in ("plump", "kings", "reef"):
        story = Story(game, 4)
        made = TableModel(story.info)
        news: Advanced = story.until_own_turn()
        made.take(news)

        assert made.status.text == "Your turn."
        offered = [
            each.action for zone in made.board.zones for piece in zone.pieces for each in piece.choices
        ]
        assert set(news.view.actions()) <= set(offered)
        story.step()
        made.take(story.to_the_end())
        assert made.status.text == "The game is over."
        assert any(line.text.startswith("Stephen ") for line in made.log)
