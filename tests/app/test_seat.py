"""A seat at a terminal: a bot's lines about the game that it joins."""

from __future__ import annotations

import gc
import sys

import pytest

from app.cli import parse
from app.commands.seat import TerminalSeat, _say_json
from app.messages import Advanced, Guest, Started, TableInfo
from app.table.orders import Orders
from app.table.start import Joining
from rules.api import View
from tests.support.catalogue import GAMES

REEF = TableInfo("ab" * 32, "reef", (), (Guest("Ann", "A"), Guest("Ben", "B")), 0)


@pytest.mark.parametrize(
    ("level", "said"),
    [("genius", "'genius': this bot plays at its usual level, 'normal'."), ("easy", ""), ("", "")],
)
def test_a_bot_says_when_the_game_has_no_such_level(level: str, said: str) -> None:
    """It joins by an invitation, which does not say what is played there."""
    warnings: list[str] = []
    seat = TerminalSeat(
        Orders(),
        lambda text, more: warnings.append(text) if more["event"] == "warning" else None,
        level=level,
    )
    seat.show(Started(REEF, resumed=False))
    seat.stop()

    assert len(warnings) == bool(said)
    assert all(each.endswith(said) for each in warnings)


def test_a_bot_reports_every_height() -> None:
    """A demo lets something happen at a certain height: half a second would be half of a quick game."""
    told: list[object] = []
    seat = TerminalSeat(
        Orders(), lambda _text, more: told.append(more["k"]) if more["event"] == "height" else None, level=""
    )
    seat.show(Started(REEF, resumed=False))
    state = GAMES["reef"].start(2, GAMES["reef"].checked_options(2, {}))
    for k in (1, 2, 3):
        seat.show(Advanced(k, View(state, None, {}), ()))
    seat.stop()

    assert told == [1, 2, 3]


def test_a_collection_skips_objects_from_before_the_game() -> None:
    seat = TerminalSeat(Orders(), None, level="")
    gc.unfreeze()
    seat.show(Started(REEF, resumed=False))
    frozen = gc.get_freeze_count()
    gc.unfreeze()
    seat.stop()

    assert frozen > len(gc.get_objects()) / 2


def test_a_line_of_json_is_printed_in_one_write(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads print, for the input and for the news: a line in two writes could be torn."""
    written: list[str] = []
    monkeypatch.setattr(sys.stdout, "write", lambda text: written.append(text) or len(text))
    _say_json("Ann bids 1.", {"event": "line"})
    monkeypatch.undo()

    assert [text for text in written if text] == ['{"text": "Ann bids 1.", "event": "line"}\n']


@pytest.mark.parametrize(("words", "level"), [([], ""), (["--level", "hard"], "hard")])
def test_a_bot_plays_at_the_level_that_is_asked_for(
    words: list[str], level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[tuple[object, str]] = []

    def play(start: object, args: object, *, level: str, record: object) -> int:
        played.append((start, level))
        return 3

    monkeypatch.setattr("app.commands.bot.play_seat", play)
    args = parse(["bot", "SHOAL:ONE", *words])

    assert args.run(args) == 3 and played == [(Joining("SHOAL:ONE"), level)]
