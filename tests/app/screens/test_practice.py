"""A game that is played on from one of its turns, against bots."""

from __future__ import annotations

from random import Random

import pytest

from app.games.policies import policy_of
from app.messages import Advanced, AskHint, Choose, Finished, HintAsked, News, Quit, Refused, Started
from app.screens.practice import Practice, practice, turn_from
from rules.api import Seat
from rules.plump.actions import Bid
from tests.app.games.test_look_back import played
from tests.support.catalogue import GAMES

OWN = Seat(0)


def begun(key: str, *, seed: int = 3) -> tuple[Practice, int]:
    game = played(key, moves=60)
    at = turn_from(game, OWN, len(game.events) // 2)
    assert at is not None
    made = practice(game, OWN, at, Random(seed))
    assert made is not None
    return made, at


@pytest.mark.parametrize("key", GAMES)
def test_a_practice_game_is_played_to_its_end_from_the_chosen_position(key: str) -> None:
    made, at = begun(key)
    game = played(key, moves=60)
    started, news = made.begin()
    assert isinstance(started, Started) and isinstance(news, Advanced)
    was = game.events[at]
    assert str(was.action) in map(str, news.view.actions())  # type: ignore[union-attr]
    assert all(guest.bot != (seat == 0) for seat, guest in enumerate(made.info.guests))

    bot, rng, last = policy_of(game.entry, "normal"), Random(1), news
    heard: tuple[News, ...] = ()
    for _ in range(2000):
        heard = made.take(Choose(last.k, bot.choose(last.view, rng)))
        if isinstance(heard[-1], Finished):
            break
        assert isinstance(heard[-1], Advanced)
        last = heard[-1]

    assert isinstance(heard[-1], Finished)


def test_cards_that_the_player_could_not_see_are_dealt_again() -> None:
    hands = set()
    for seed in range(4):
        made, _ = begun("plump", seed=seed)
        state = made.local.state
        own = [made.local.faces[slot] for slot in state.hand(OWN)]
        other = tuple(made.local.faces[slot] for slot in state.hand(Seat(1)))
        hands.add(other)
        assert own == [made.local.known[0][slot] for slot in state.hand(OWN)]
        assert all(made.local.known[1][slot] == made.local.faces[slot] for slot in state.hand(Seat(1)))

    assert len(hands) > 1


def test_nobody_can_play_on_with_an_unknown_hand() -> None:
    game = played("matriculation", moves=20)
    seat = Seat(1)
    at = turn_from(game, seat, 0)

    assert at is not None and practice(game, seat, at, Random(1)) is None
    assert turn_from(game, OWN, len(game.events)) is None


def test_orders_that_change_nothing_are_answered() -> None:
    made, _ = begun("plump")
    _, news = made.begin()
    assert isinstance(news, Advanced)

    assert made.take(AskHint()) == (HintAsked(0),) and made.take(Quit()) == ()
    (refused,) = made.take(Choose(news.k, Bid(99)))
    assert isinstance(refused, Refused) and refused.rule
