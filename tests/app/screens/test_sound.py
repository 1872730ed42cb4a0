"""What is heard, and that it is a sound."""

from __future__ import annotations

from array import array
from dataclasses import replace

import pytest

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
    Started,
    Trouble,
    TroubleKind,
)
from app.screens.sound import LOUDEST, ORDER, RATE, TUNES, Cue, cue_of, samples
from rules.api import Outcome, View
from tests.support.window import Story

LOUD = Settings(sound=True, chat_sound=True)


def own_turn() -> Advanced:
    return Story().until_own_turn()


def other_moved() -> Advanced:
    story = Story()
    story.until_own_turn()
    story.step()
    return story.news()


def dealt() -> Advanced:
    story = Story()
    news = story.until_own_turn()
    return Advanced(1, View(news.view.state, None, {}), news.events[:1])


@pytest.mark.parametrize(
    ("news", "cue"),
    [
        (own_turn(), Cue.TURN),
        (other_moved(), Cue.MOVE),
        (dealt(), None),
        (ChatLine(1, "hi"), Cue.CHAT),
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
def test_each_news_has_its_cue(news: News, cue: Cue | None) -> None:
    assert cue_of((news,), LOUD) is cue


def test_one_sound_for_a_batch() -> None:
    assert cue_of((other_moved(), ChatLine(1, "hi"), own_turn()), LOUD) is Cue.TURN
    assert cue_of((), LOUD) is None


def test_sounds_can_be_off() -> None:
    assert cue_of((own_turn(),), replace(LOUD, sound=False)) is None
    assert cue_of((ChatLine(1, "hi"),), replace(LOUD, chat_sound=False)) is None


def test_every_cue_has_an_order_and_a_tune() -> None:
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
