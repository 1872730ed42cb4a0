"""Watching as a screen tells it: who wants to be let in, who watches, how much is checked, who may write."""

from __future__ import annotations

import pytest

from app.messages import SPECTATOR, AdmitSpectator
from app.screens.spectators import FULL, SOUGHT, SpectatorsModel
from app.spectators import (
    Checked,
    FollowedBy,
    HandHeld,
    HandOpened,
    SpectatorKnock,
    SpectatorLine,
    Spectators,
)
from net.wire.genesis import Watch
from rules.api import Face
from tests.support.values import replace
from tests.support.window import Story

INFO = Story().info


def watching() -> SpectatorsModel:
    """The model of a spectator."""
    return SpectatorsModel(replace(INFO, seat=SPECTATOR))


def test_the_people_who_wait_behind_the_first_are_counted() -> None:
    model = SpectatorsModel(Story().info)
    assert model.question == ""

    for name, question in (
        ("Eva", "Eva wants to watch. Letters of the key: eva."),
        ("Finn", "Eva wants to watch (1 other too). Letters of the key: eva."),
        ("Gro", "Eva wants to watch (2 others too). Letters of the key: eva."),
    ):
        model.take(SpectatorKnock(name, name.lower(), name.encode()))
        assert model.question == question

    assert model.answer(admit=True) is not None
    assert model.question == "Finn wants to watch (1 other too). Letters of the key: finn."


def test_an_answer_is_about_the_first_person_who_asks_and_needs_a_question() -> None:
    model = SpectatorsModel(INFO)
    assert model.answer(admit=True) is None
    for name in ("Eva", "Finn"):
        said = model.take(SpectatorKnock(name, name.lower(), name.encode()))
    assert said == model.question != ""

    assert model.answer(admit=False) == AdmitSpectator(b"Eva", admit=False)
    assert model.answer(admit=True) == AdmitSpectator(b"Finn", admit=True)
    assert model.question == ""


@pytest.mark.parametrize("watch", list(Watch))
def test_a_table_may_be_watched_unless_it_is_closed(watch: Watch) -> None:
    model = SpectatorsModel(replace(INFO, policy=replace(INFO.policy, watch=watch)))

    assert model.is_possible is (watch is not Watch.CLOSED)


def test_spectators_write_where_all_agreed_to_that_and_players_only_read() -> None:
    player, spectator = SpectatorsModel(INFO), watching()
    assert (player.is_ours, spectator.is_ours) == (False, True)
    for may_chat in (False, True):
        for model in (player, spectator):
            model.take(Spectators(may_chat=may_chat))
        assert (player.may_write, spectator.may_write) == (False, may_chat)

    line = SpectatorLine("Eva", "good move")
    assert (player.take(line), spectator.take(line)) == ("", "Eva (watching): good move")
    assert player.lines == spectator.lines == ["Eva: good move"]
    for number in range(500):
        player.take(SpectatorLine("Eva", str(number)))
    assert (len(player.lines), player.lines[0], player.lines[-1]) == (500, "Eva: 0", "Eva: 499")


def test_the_spectators_or_the_player_who_lets_nobody_watch_are_named() -> None:
    model, names = SpectatorsModel(INFO), [guest.nick for guest in INFO.guests]
    crowd = tuple(f"S{number}" for number in range(7))

    assert model.who == "Nobody is watching."
    assert model.take(Spectators()) == ""
    assert model.take(Spectators(("Eva",), keys=(b"e",))) == model.who == "Watching: Eva."
    assert model.take(Spectators(("Eva",), keys=(b"f",))) == ""
    assert model.named == (("Eva", b"f"),)
    assert model.take(Spectators(crowd[:6])) == "Watching: S0, S1, S2, S3, S4 and S5."
    assert model.take(Spectators(crowd, more=2)) == "Watching: S0, S1, S2, S3, S4, S5 and 3 more."
    assert model.take(Spectators(closed_by=(1,))) == f"{names[1]} lets nobody watch."
    assert not model.is_kept_closed
    assert model.take(Spectators(closed_by=(0, 1))) == f"{names[0]} and {names[1]} let nobody watch."
    assert model.is_kept_closed


def test_a_spectator_reads_how_much_is_checked() -> None:
    model, player = watching(), SpectatorsModel(INFO)
    assert model.check_line == ""
    for checked, line in (
        (Checked(0, 0), ""),
        (Checked(0, 1), "Checked up to step 0"),
        (Checked(30, 49), "Checked up to step 30"),
        (Checked(30, 50), "Not yet checked: 20 of 50 steps"),
    ):
        assert model.take(checked) == player.take(checked) == ""
        assert (model.check_line, player.check_line) == (line, "")


def test_a_spectator_without_a_source_reads_why() -> None:
    model = watching()
    model.take(Checked(3, 3))
    for followed, line in (
        (FollowedBy("Ann"), "Checked up to step 3"),
        (FollowedBy(""), SOUGHT),
        (FollowedBy("", is_full=True), FULL),
        (FollowedBy("", is_over=True), "Nobody shows this game any more"),
    ):
        model.take(followed)
        assert model.check_line == line


def test_an_unseen_hand_can_be_opened_once() -> None:
    model, name = SpectatorsModel(INFO), INFO.guests[1].nick
    assert (model.may_open, model.hands_line) == (False, "")

    model.take(HandOpened(1, (Face(0),)))
    assert (model.may_open, model.hands_line) == (False, f"{name} opened the last hand: 2 of hearts.")
    model.take(HandHeld(2))
    assert model.may_open and model.hands_line.splitlines()[1].startswith("You still hold 2 cards that")
    model.take(HandOpened(0, (Face(1), Face(12))))
    assert not model.may_open
    assert model.hands_line.splitlines()[0].endswith("opened the last hand: 3 of hearts, ace of hearts.")
    assert len(model.hands_line.splitlines()) == 2
