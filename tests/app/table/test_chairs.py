"""Chairs that a host changes at the table: the guests' view of them, and the seats when the game begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import messages
from app.messages import Gathering, PutBot, Resize, Started, Unseat
from app.policy import policy_for
from app.table.agreed import engine_of, options_bytes, rules_of, sizes_of
from app.table.start import Hosting, Joining, Resuming
from net.lobby.phases import Terms
from tests.support.catalogue import GAMES, catalogue
from tests.support.sittings import env_of, sittings, until


def hosting(seats: int) -> Hosting:
    options = GAMES["plump"].checked_options(seats, {"length": "short"})
    return Hosting("plump", seats, tuple(options.items()), asks=True)


@pytest.mark.slow
def test_seats_and_bots_can_change_while_a_guest_waits(tmp_path: Path) -> None:
    """Real programs: add a chair, seat a bot and remove it, seat another bot, and remove the free chairs."""
    env = env_of(tmp_path, "Lisa")
    with sittings() as sit:
        host = sit(env, hosting(3), "easy")
        told = until("the invitation", lambda: host.last(Gathering))
        toby = sit(env_of(tmp_path, "Toby"), Joining(told.invitation), "easy")
        knock = until("Toby", lambda: host.last(messages.Knock))
        host.orders.put(messages.Admit(knock.key, admit=True))

        def sees(seats: int, bots: int) -> bool:
            seen = toby.last(Gathering)
            return seen is not None and seen.seats == seats and sum(each.bot for each in seen.guests) == bots

        until("Toby's seat", lambda: sees(3, 0))
        host.orders.put(Resize(5))
        until("five seats", lambda: sees(5, 0))
        host.orders.put(Resize(1))  # no table of this game
        host.orders.put(PutBot("easy"))
        until("a bot", lambda: sees(5, 1))
        bot = next(each for each in host.last(Gathering).guests if each.bot)  # type: ignore[union-attr]
        host.orders.put(Unseat(bot.key))
        until("no bot", lambda: sees(5, 0))
        host.orders.put(PutBot("hard"))
        until("another bot", lambda: sees(5, 1))
        host.orders.put(Resize(3))
        begun = until("the start", lambda: toby.last(Started))
        until("the first position", lambda: host.last(messages.Advanced))
        host.leave()
        troubles = [each.text for each in host.news if isinstance(each, messages.Trouble)]
        again = sit(env, Resuming(begun.info.table, "easy"), "easy")
        until("the end", lambda: again.ending and toby.ending)

    assert [guest.nick for guest in begun.info.guests] == ["Lisa", "Toby", "Bot Jon"]
    assert troubles == []
    assert again.failed == "" and again.ending is not None and again.ending.is_over
    assert [each for each in again.news if isinstance(each, messages.Trouble)] == []


@pytest.mark.parametrize(
    ("game", "seats", "agreed", "sizes"),
    [
        ("plump", 4, {}, tuple(range(2, 11))),
        ("kings", 4, {}, (4,)),
        ("reef", 3, {}, (2, 3, 4)),
        ("reef", 3, {"escrow": "2"}, (3, 4)),
        ("plump", 5, {"escrow": "2"}, (4, 5, 6, 7, 8, 9, 10)),
        ("reef", 4, {"absent": "leave-out"}, (3, 4)),
    ],
)
def test_a_table_can_change_only_to_sizes_that_keep_its_other_settings(
    game: str, seats: int, agreed: dict[str, str], sizes: tuple[int, ...]
) -> None:
    entry = catalogue().named(game)
    options = options_bytes(entry.rules.checked_options(seats, {}))
    policy = policy_for(agreed, seats)
    terms = Terms(bytes(16), game, rules_of(entry), engine_of(entry), options, seats, policy)

    assert sizes_of(terms) == sizes
