"""A table's screen: who sits there, who wants to play again, the last round, forced choices, late advice."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest

from app.messages import (
    SPECTATOR,
    AbsentChoice,
    Advanced,
    Decided,
    Finished,
    Guest,
    Presence,
    PresenceState,
    Reaction,
    Refused,
    StepKind,
    Trouble,
    TroubleKind,
    Working,
)
from app.records.evening import Evening, Wins
from app.screens.status import result_text
from app.screens.table import WATCHED, TableModel
from app.screens.turning_points import recording_of
from net.wire.genesis import Hints
from rules.api import Moved, Outcome, Seat, View
from rules.kings.actions import Put
from tests.support.values import replace
from tests.support.window import Story

NAMES = ("Lisa", "Bot Ada", "Stephen", "Bot Bo")


def begun(**fields: object) -> tuple[TableModel, Story]:
    """A table of Plump at our first turn, with other fields of its facts."""
    story = Story(options={"length": "short"})
    story.info = replace(story.info, **fields)  # type: ignore[arg-type]
    model = TableModel(story.info)
    model.take(story.started)
    model.take(story.until_own_turn())
    return model, story


def test_the_players_who_want_to_play_again_are_named() -> None:
    model, _ = begun()
    assert model.again_line == ""
    for seat, line in (
        (0, ""),
        (2, "Stephen wants to play again."),
        (2, "Stephen wants to play again."),
        (1, "Stephen and Bot Ada want to play again."),
    ):
        model.take(Reaction(seat, "cheers"))
        model.take(Reaction(seat, "again"))
        assert model.again_line == line


def test_scores_of_an_evening_are_those_of_this_game_and_these_people() -> None:
    model, _ = begun()
    ours = Evening("plump", 1, (Wins("a", "Lisa", 1), Wins("b", "Stephen", 0)), 0)
    all_four = replace(ours, standings=tuple(Wins(name, name, 0) for name in NAMES))
    of_others = replace(ours, standings=(*ours.standings, Wins("c", "Eva", 0)))

    assert model.own([ours, replace(ours, game="kings"), of_others, all_four]) == [ours, all_four]


@pytest.mark.parametrize(
    ("people", "is_among"), [((False, True, True, True), False), ((False, True, False, True), True)]
)
def test_a_table_of_bots_has_no_other_people(people: tuple[bool, ...], is_among: bool) -> None:
    guests = tuple(Guest(name, name, bot=bot) for name, bot in zip(NAMES, people, strict=True))

    assert TableModel(replace(Story().info, guests=guests)).is_among_people is is_among


def test_the_last_round_begins_before_our_own_last_turn() -> None:
    model, story = begun()
    seen = [model.latest]
    assert model.last_round == ()
    while len(seen) < 5:
        story.step()
        seen.append(story.news())
        model.take(seen[-1])
        if len(seen) == 2:
            assert model.last_round == (*seen,)
    assert model.last_round == tuple(seen[0:])
    while not seen[-1].view.actions():
        story.step()
        seen.append(story.news())
        model.take(seen[-1])

    assert model.last_round == tuple(seen)[-len(model.last_round) :]
    assert model.last_round[0] is seen[0] or model.last_round[0].view.actions()


def test_a_spectator_sees_the_last_few_positions_again() -> None:
    story = Story(options={"length": "short"})
    story.info = replace(story.info, seat=SPECTATOR)
    model = TableModel(story.info)
    model.take(story.started)
    model.take(Advanced(1, story.local.view(None), ()))
    assert model.last_round == ()
    for seen in range(2, 14):
        story.step()
        model.take(Advanced(1, story.local.view(None), ()))
        assert len(model.last_round) == min(seen, WATCHED)

    assert len(model.last_round) == WATCHED and model.last_round[-1] is model.latest


def test_a_choice_is_forced_if_there_is_no_other() -> None:
    model, story = begun()
    assert model.forced is None
    while len(story.local.actions()) > 1 or story.local.turn != 0:
        story.step()
    model.take(story.news())

    assert model.forced == story.local.actions()[0]
    model.choose(model.forced)
    assert model.forced is None and not model.is_our_turn


def test_a_reminder_says_what_is_to_be_done_while_it_is_our_turn() -> None:
    model, story = begun()

    assert model.remind() == model.status.text == "Still your turn. Your bid: how many ticks will you take?"
    story.step()
    model.take(story.news())
    assert model.remind() == ""
    over, _ = begun()
    over.take(Finished(Outcome((1, 2, 3, 4), (4, 3, 2, 1))))
    assert over.remind() == ""


def test_advice_that_comes_too_late_is_not_shown() -> None:
    model, story = begun()
    hint = model.think(Random(1))()

    assert model.advise(model.k + 1, hint) == "" == model.advice
    assert model.advise(model.k, hint) == hint.text == model.advice
    story.step()
    model.take(story.news())
    assert model.advice == "" and model.advise(model.k, hint) == ""
    with pytest.raises(ValueError, match="no position"):
        TableModel(story.info).think(Random(1))


def test_a_hint_can_be_asked_for_on_our_turn_where_all_agreed() -> None:
    info = Story().info
    for hints, may in ((Hints.ALLOWED, True), (Hints.NONE, False)):
        model, story = begun(policy=replace(info.policy, hints=hints))
        assert model.may_ask_hint is may
        story.step()
        model.take(story.news())
        assert not model.may_ask_hint


def test_the_wait_for_choices_of_others_is_shown_once() -> None:
    model, _ = begun()
    chosen = Working(StepKind.CHOOSE, missing=(1, 2))
    assert model.latest is not None

    assert TableModel(model.info).resting(chosen) is None
    shown = model.resting(chosen)
    assert shown is not None and shown.view.is_held and shown.k == model.k and shown.events == ()
    assert model.resting(chosen) is None


def test_the_sheet_is_that_of_the_last_position() -> None:
    model, story = begun()

    assert model.sheet_text == model.entry.sheet(story.local.state, NAMES)  # type: ignore[misc]
    assert TableModel(story.info).sheet_text == ""


def test_the_game_so_far_can_be_looked_back_at_by_its_player() -> None:
    model, story = begun()
    recording = recording_of(model)

    assert recording.own_seat == Seat(0) and len(recording.events) == len(story.local.events)
    assert dict(recording.own_hand) == dict(model.latest.view.known)  # type: ignore[union-attr]
    with pytest.raises(ValueError, match="nobody has played here"):
        recording_of(TableModel(story.info))
    model.info = replace(model.info, seat=SPECTATOR)
    with pytest.raises(ValueError, match="nobody has played here"):
        recording_of(model)


@pytest.mark.parametrize(
    ("ranks", "seat", "forfeits", "said"),
    [
        ((1, 2, 3, 4), 1, (), "The game was ended early; Lisa was ahead."),
        ((1, 2, 3, 4), 0, (), "The game was ended early; you were ahead."),
        ((1, 1, 3, 4), 2, (), "The game was ended early; Lisa and Bot Ada were ahead."),
        ((1, 1, 1, 1), 0, (), "The game was ended early; all were level."),
        ((1, 2, 3, 4), 1, (3,), "Lisa has won, as agreed: Bot Bo did not stay."),
        ((1, 2, 3, 4), 0, (3,), "You have won, as agreed: Bot Bo did not stay."),
        ((1, 1, 3, 4), 3, (2, 3), "Lisa and Bot Ada have won, as agreed: you and Stephen did not stay."),
    ],
)
def test_a_game_that_was_cut_short_says_who_was_ahead_or_has_won(
    ranks: tuple[int, ...], seat: int, forfeits: tuple[int, ...], said: str
) -> None:
    outcome = Outcome((4, 3, 2, 1), ranks)

    assert result_text(outcome, NAMES, seat, is_ended=True, forfeits=forfeits) == said


@pytest.mark.parametrize(
    ("ranks", "said"),
    [
        ((1, 1), "The game is over: it is a draw."),
        ((1, 1, 1), "The game is over: it is a draw."),
        ((1,), "The game is over. You have won!"),  # a player alone cannot draw
    ],
)
def test_a_draw_is_between_all_of_several_players(ranks: tuple[int, ...], said: str) -> None:
    outcome = Outcome((5,) * len(ranks), ranks)

    assert result_text(outcome, NAMES[: len(ranks)], 0) == said


def planning() -> tuple[TableModel, Story]:
    """A table of Kings on our turn, with a step that nobody else has seen."""
    story = Story("kings", 4)
    model = TableModel(story.info)
    model.take(story.started)
    model.take(story.until_own_turn())
    while not (puts := [each for each in story.local.actions() if isinstance(each, Put)]):
        story.step()
        model.take(story.until_own_turn())
    assert model.sent is None
    assert model.choose(puts[0])[1] is None
    return model, story


def test_a_planned_step_is_on_our_table_and_not_on_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    model, _ = planning()
    asked: list[View] = []
    monkeypatch.setattr("app.screens.table.hint_of", lambda entry, view, names, rng: asked.append(view))
    model.think(Random(1))()

    assert model.latest is not None and model.view is not None
    assert model.sent == model.latest.view and model.view.state != model.latest.view.state
    assert asked == [model.view], "a hint is for the table as it lies"
    assert model.forced is None, "there is a step to undo"


def test_while_others_still_choose_our_own_choice_is_shown_on_the_table() -> None:
    model, story = begun()
    bid = story.local.actions()[0]
    model.choose(bid)
    shown = model.resting(Working(StepKind.CHOOSE, missing=(1, 2)))

    assert shown is not None and shown.view.state == story.local.state.after(Moved(Seat(0), bid))


def test_nothing_is_forced_at_a_table_that_has_stopped() -> None:
    model, story = begun()
    while len(story.local.actions()) > 1 or story.local.turn != 0:
        story.step()
    model.take(story.news())
    assert model.forced is not None
    model.take(Trouble(TroubleKind.CHEAT, "Somebody lied.", ends=True))

    assert model.forced is None


def test_a_refusal_is_shown_above_the_instruction_and_disappears_with_the_next_press() -> None:
    model, _ = begun()
    question, last = model.status.text, model.status.happened
    for refuse in (lambda: model.hint("That is too much."), lambda: model.take(Refused("much", "", "No."))):
        refuse()
        assert model.status.text in ("That is too much.", "No.") and model.status.happened == question
        model.ask("Press your bid.")
        assert (model.status.text, model.status.happened) == ("Press your bid.", last)
        model.ask("")
        assert (model.status.text, model.status.happened) == (question, last)


def test_a_reminder_is_no_refusal_and_stays_while_pieces_are_pressed() -> None:
    model, _ = begun()
    last = model.status.happened
    model.hint("That is too much.")
    reminder = model.remind()
    model.ask("Press your bid.")

    assert (model.status.text, model.status.happened) == (reminder, last)


@pytest.mark.parametrize(
    ("turns", "first"),
    [
        ("-", None),
        ("o", None),
        ("---", 0),
        ("o--", 0),
        ("-o--", 1),
        ("-o--o", 1),  # it is our turn again: since the turn before
        ("-oo--oo", 2),  # our turn has two steps: since before the last of them
        ("o-o-o-", 4),
        ("-o-o", 1),
    ],
)
def test_the_last_round_begins_with_the_last_position_of_our_turn_before_the_latest(
    turns: str, first: int | None
) -> None:
    """`o` is a position in which we may choose."""
    model = TableModel(Story().info)
    model._seen = [
        Advanced(k, SimpleNamespace(actions=lambda own=sign == "o": (1,) * own), ())  # type: ignore[misc,arg-type]
        for k, sign in enumerate(turns)
    ]

    assert [each.k for each in model.last_round] == ([] if first is None else [*range(first, len(turns))])


def test_a_cheer_is_no_wish_to_play_again() -> None:
    model, _ = begun()
    model.take(Reaction(2, "cheers"))

    assert model.again_line == ""


@pytest.mark.parametrize("is_ended", [True, False])
def test_after_a_game_only_the_decision_that_ended_it_is_shown(*, is_ended: bool) -> None:
    """Everybody leaves at the end."""
    model, _ = begun()
    model.take(Finished(Outcome((1, 2, 3, 4), (4, 3, 2, 1)), is_ended=is_ended))
    lines = len(model.log)
    decided = Decided((2,), AbsentChoice.END, "The others ended the game.")

    assert model.take(Presence(2, PresenceState.LEFT)) == "" and model.ended_by == ""
    assert model.take(replace(decided, choice=AbsentChoice.WAIT)) == "" and len(model.log) == lines
    assert model.take(decided) == (decided.text if is_ended else "")
    assert model.ended_by == (decided.text if is_ended else "") and len(model.log) == lines + is_ended
