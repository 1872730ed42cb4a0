"""The sounds of news, and the tune of each."""

from __future__ import annotations

from array import array
from itertools import pairwise

import pytest

from app.games.catalogue import catalogue
from app.keep.settings import Settings
from app.messages import (
    Advanced,
    ChatLine,
    Closed,
    Finished,
    Guest,
    Knock,
    News,
    Presence,
    PresenceState,
    Refused,
    SpectatorLine,
    Started,
    Trouble,
    TroubleKind,
)
from app.screens.sound import LOUDEST, ORDER, RATE, TUNES, Cue, Note, cue_of, samples
from rules.api import Moved, Outcome, Seat, Shown, View
from rules.plump.actions import PlumpPlay
from rules.reef.actions import Eat, Move
from tests.support.values import replace
from tests.support.window import Story

LOUD = Settings(sound=True, chat_sound=True)


def own_turn() -> Advanced:
    return Story().until_own_turn()


def moved() -> Advanced:
    """The player's own move, which was heard when it was pressed."""
    story = Story()
    story.until_own_turn()
    story.step()
    return story.news()


def other_moved() -> Advanced:
    news = moved()
    return replace(news, events=tuple(replace(each, seat=Seat(1)) for each in news.events))  # type: ignore[call-arg]


def dealt() -> Advanced:
    story = Story()
    news = story.until_own_turn()
    return Advanced(1, View(news.view.state, None, {}), news.events[:1])


@pytest.mark.parametrize(
    ("news", "cue"),
    [
        (own_turn(), Cue.TURN),
        (other_moved(), Cue.MOVE),
        (moved(), None),
        (dealt(), None),
        (ChatLine(1, "hi"), Cue.CHAT),
        (SpectatorLine("Toby", "hi"), Cue.CHAT),
        (Started(Story().info, resumed=False), Cue.JOIN),
        (Knock(Guest("a", "b"), b""), Cue.JOIN),
        (Refused("a", "b", "c"), Cue.REFUSED),
        (Finished(Outcome((), ())), Cue.END),
        (Trouble(TroubleKind.CHEAT, "x", 1, ends=True), Cue.TROUBLE),
        (Trouble(TroubleKind.DISK_FULL, "x"), Cue.TROUBLE),
        (Trouble(TroubleKind.REFUSED, "x"), None),
        (Presence(1, PresenceState.AWAY, 8), None),
        (Closed(), None),
    ],
)
def test_each_piece_of_news_has_its_sound(news: News, cue: Cue | None) -> None:
    assert cue_of((news,), LOUD) is cue


def test_a_batch_of_news_has_one_sound() -> None:
    assert cue_of((other_moved(), ChatLine(1, "hi"), own_turn()), LOUD) is Cue.TURN
    assert cue_of((), LOUD) is None


@pytest.mark.parametrize("game", ["plump", "matriculation", "cahoots", "kings"])
def test_winning_cards_or_points_has_a_sound(game: str) -> None:
    story, entry = Story(game, seat=1), catalogue().named(game)
    heard: dict[Cue | None, int] = {}
    while story.local.turn is not None and Cue.GAIN not in heard:
        story.step()
        cue = cue_of((story.news(),), LOUD, entry)
        heard[cue] = heard.get(cue, 0) + 1

    assert heard[Cue.GAIN] == 1
    assert heard.keys() & {Cue.MOVE, Cue.TURN}


def test_eating_a_coral_has_a_sound() -> None:
    view, entry = Story("reef", seat=1).news().view, catalogue().named("reef")
    ate, moved = (Moved(Seat(0), action) for action in (Eat(10), Move(10, 11)))

    assert cue_of((Advanced(1, view, (ate,)),), LOUD, entry) is Cue.GAIN
    assert cue_of((Advanced(1, view, (moved,)),), LOUD, entry) is not Cue.GAIN


def test_each_tick_of_plump_is_heard_once() -> None:
    story, entry = Story(), catalogue().named("plump")
    played = heard = 0
    while played < 40:
        story.step()
        news = story.news()
        moves = [each for each in news.events if isinstance(each, Moved)]
        played += sum(isinstance(each.action, PlumpPlay) for each in moves)
        heard += sum(entry.is_gain(news.view, each) for each in moves)

    assert (played, heard) == (40, 10)


def test_the_sound_for_the_players_turn_comes_before_those_for_others() -> None:
    story, entry = Story("kings"), catalogue().named("kings")
    won: Advanced | None = None
    while won is None:
        story.step()
        news = story.news()
        is_won = any(isinstance(each, Moved) and entry.is_gain(news.view, each) for each in news.events)
        won = news if is_won and not news.view.actions() else None

    assert cue_of((won,), LOUD, entry) is Cue.GAIN
    assert cue_of((won, own_turn()), LOUD, entry) is Cue.TURN


def test_the_players_cards_are_heard_when_they_are_dealt() -> None:
    news = Story(seat=1).news()
    shown = next(each for each in news.events if isinstance(each, Shown) and each.to == (1,))

    for seat in (None, 0, 1, 2, 3):
        view = View(news.view.state, None if seat is None else Seat(seat), {})
        dealt = Advanced(1, view, (shown,))
        assert (cue_of((dealt,), LOUD) is Cue.DEAL) == (seat == 1)


def test_sounds_can_be_off() -> None:
    assert cue_of((own_turn(),), replace(LOUD, sound=False)) is None
    assert cue_of((ChatLine(1, "hi"),), replace(LOUD, chat_sound=False)) is None


def test_every_cue_has_a_place_in_the_order_and_a_tune() -> None:
    assert set(ORDER) == set(TUNES) == set(Cue)


@pytest.mark.parametrize("cue", list(Cue))
def test_a_sound_is_short_audible_and_ends_in_silence(cue: Cue) -> None:
    sound = array("h", samples(cue))
    loudest = max(map(abs, sound))

    assert RATE // 20 < len(sound) < 2 * RATE
    assert 3000 < loudest <= 32_767 * LOUDEST
    assert abs(sound[0]) < 400
    assert max(map(abs, sound[-50:])) < 400
    assert samples(cue) == sound.tobytes()


@pytest.mark.parametrize("pitch", [220.0, 440.0, 880.0])
def test_a_tone_has_its_pitch_and_rises_without_a_click(
    pitch: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TUNES, Cue.CHAT, (Note(0.1, 0.5, pitch),))
    sound = array("h", samples(Cue.CHAT))
    early, tone = sound[: RATE // 10], sound[RATE // 10 : RATE // 2]
    crossings = sum((one < 0) != (two < 0) for one, two in pairwise(tone))

    assert not any(early) and len(sound) == int(0.6 * RATE)
    assert crossings / 2 / (len(tone) / RATE) == pytest.approx(pitch, rel=0.02)
    assert max(map(abs, tone[:10])) < max(map(abs, tone)) / 4


def test_a_hiss_swings_around_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TUNES, Cue.MOVE, (Note(0.0, 0.5, 0.0, hiss=True),))
    sound = array("h", samples(Cue.MOVE))

    assert abs(sum(sound)) / len(sound) < max(map(abs, sound)) / 50
    assert len({*sound[100:400]}) > 250, "it is no tone"


def test_a_single_card_shown_to_a_player_does_not_play_the_dealing_sound() -> None:
    news = Story(seat=1).news()
    shown = next(each for each in news.events if isinstance(each, Shown) and each.to == (1,))
    view = View(news.view.state, Seat(1), {})
    few = [replace(shown, slots=shown.slots[:count]) for count in (1, 2)]

    assert [cue_of((Advanced(1, view, (each,)),), LOUD) is Cue.DEAL for each in few] == [False, True]
