"""One seat at one table, in a terminal or on a leash: what is read, what is printed, and how it ends."""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from app import messages
from app.build import Environment
from app.commands import seat as command
from app.commands.seat import SayLine, TerminalSeat, _say_json, _say_text, sit_down
from app.messages import Guest, Order, TableInfo
from app.table.orders import Orders
from app.table.playing import Ending
from app.table.start import Joining
from app.table.tables import TableFailed
from net.errors import LinkError
from net.seat.tally import Tally
from rules.api import Outcome
from tests.support.values import replace

GUESTS = (Guest("Ann", "A"), Guest("Ben", "B"))
INFO = TableInfo("ab" * 32, "plump", (), GUESTS, 0)
FILLS = messages.Gathering("plump", (), 2, GUESTS, "SHOAL:ONE")
STARTED = messages.Started(INFO, resumed=False)
TROUBLE = messages.Trouble(messages.TroubleKind.LOBBY, "nobody answers")

Line = dict[str, object]


class Seat:
    """A seat that notes what it prints."""

    def __init__(self, level: str | None = None) -> None:
        self.orders, self.said = Orders(), list[Line]()
        self.seat = TerminalSeat(
            self.orders, lambda text, more: self.said.append({"text": text, **more}), level=level
        )

    def shows(self, *news: messages.News) -> list[Line]:
        """The lines for some news."""
        before = len(self.said)
        for each in news:
            self.seat.show(each)
        return self.said[before:]

    def reads(self, text: str) -> list[Order]:
        """The orders in an input that ends."""
        self.seat.read(io.StringIO(text))
        return [*iter(self.orders.take, None)]  # type: ignore[arg-type]


@pytest.fixture
def bot() -> Seat:
    made = Seat("easy")
    made.shows(STARTED)
    return made


def test_the_invitation_is_printed_once_and_then_the_id_of_the_table() -> None:
    person = Seat()
    assert {"text": "SHOAL:ONE", "event": "invitation"} in person.shows(FILLS)
    assert "invitation" not in [line["event"] for line in person.shows(replace(FILLS, seats=3))]
    assert {"text": "", "event": "started", "table": "ab" * 32, "seat": 0} in person.shows(STARTED)
    guest = Seat()
    assert "invitation" not in [line["event"] for line in guest.shows(replace(FILLS, invitation=""))]


def test_a_trouble_is_a_warning_before_there_is_a_table_and_a_line_after() -> None:
    person = Seat()
    warning = {"text": "nobody answers", "event": "warning", "kind": messages.TroubleKind.LOBBY}
    assert person.shows(TROUBLE) == [warning]
    person.shows(FILLS)
    lines = person.shows(TROUBLE)
    assert warning not in lines and {"text": "nobody answers", "event": "line"} in lines


def test_each_typed_line_is_an_order_and_the_end_of_the_input_leaves_the_table() -> None:
    person = Seat()
    person.shows(FILLS, STARTED)
    assert not any("The input has ended" in str(line["text"]) for line in person.said)
    said = len(person.said)
    assert person.reads("say hello\n\n") == [messages.Say("hello"), messages.Quit()]
    assert {"text": "The input has ended: leaving the table.", "event": "line"} in person.said[said:]

    over = Seat()
    over.shows(FILLS, STARTED, messages.Finished(Outcome((1, 2), (1, 2))))
    over.said.clear()
    assert over.reads("") == [messages.Quit()] and over.said == []


def test_an_input_that_ends_before_there_is_a_table_is_reported_once_there_is_one() -> None:
    person = Seat()
    assert person.reads("say hello\n") == [messages.Quit()] and person.said == []
    lines = person.shows(FILLS)
    assert lines[-1]["text"] == "The input has ended: leaving the table."
    assert "The input has ended: leaving the table." not in [each["text"] for each in person.shows(FILLS)]


def test_a_bot_obeys_linger_and_leave_and_stops_when_its_input_ends(bot: Seat) -> None:
    lingers: list[int] = []
    assert bot.seat._bot is not None
    bot.seat._bot.linger = lambda: lingers.append(1)  # type: ignore[method-assign]
    try:
        assert bot.reads("say hello\nlinger\nsay more\n") == [messages.Quit()] and lingers == [1]
        assert bot.reads(" leave \nlinger\n") == [messages.GiveUpSeat()] and lingers == [1]
        assert Seat("easy").reads("linger\n") == [messages.Quit()], "before there is a game"
        person = Seat()
        assert person.reads("leave\n") == [messages.Quit()], "that is no word for a person"
    finally:
        bot.seat.stop()


@pytest.mark.parametrize(
    ("news", "line"),
    [
        (TROUBLE, {"text": "nobody answers", "event": "warning", "kind": messages.TroubleKind.LOBBY}),
        (
            messages.Proven(1, 7, rule="plump 2.4", text="did not follow", ends=False),
            {"text": "did not follow", "event": "proven", "seat": 1, "rule": "plump 2.4", "height": 7},
        ),
        (
            messages.Presence(1, messages.PresenceState.LEFT),
            {"text": "Ben has left.", "event": "left", "seat": 1},
        ),
        (messages.Presence(1, messages.PresenceState.HERE), None),
        (
            messages.Decided((1,), messages.AbsentChoice.END, "The game is over."),
            {
                "text": "The game is over.", "event": "decided", "seats": [1],
                "choice": messages.AbsentChoice.END,
            },
        ),
        (messages.Decided((1,), None, ""), None),
        (messages.Adjourned("Ann adjourned."), {"text": "Ann adjourned.", "event": "adjourned"}),
    ],
)  # fmt: skip
def test_a_bot_prints_what_happens_to_the_others(bot: Seat, news: messages.News, line: Line | None) -> None:
    assert bot.shows(news) == ([] if line is None else [line])
    bot.seat.stop()


@pytest.mark.parametrize(
    ("is_terminal", "printed"), [(True, "\rA card.\n> \rDone.\n"), (False, "A card.\nDone.\n")]
)
def test_a_terminal_has_a_prompt_and_a_pipe_has_none(
    is_terminal: bool, printed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: is_terminal)
    for text, event in (
        ("A card.", "line"),
        ("> ", "prompt"),
        ("round 3", "height"),
        ("SHOAL:ONE", "invitation"),
        ("", "line"),
        ("Done.", "end"),
    ):
        _say_text(text, {"event": event})
    assert capsys.readouterr().out == printed
    _say_json("> ", {"event": "prompt"})
    assert capsys.readouterr().out == ""


ENDED = Ending("ab" * 32, 7, True, "", ("Ann", "Ben"), "a state", Tally())
Sit = Callable[..., tuple[int, list[Line]]]


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Sit:
    """Sit down at a table that ends like this; return the status, and what is printed."""
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path))

    def sits(
        ending: Ending | Exception, *, record: Path | None = None, level: str | None = None
    ) -> tuple[int, list[Line]]:
        def run_table(start: object, env: object, **more: object) -> Ending:
            assert more["leaves_at_the_end"] is True and more["record"] == record
            if isinstance(ending, Exception):
                raise ending
            return ending

        monkeypatch.setattr(command, "run_table", run_table)
        seat = Seat(level)
        return sit_down(
            Joining("SHOAL:ONE"), seat.seat, lambda: cast("Environment", None), record=record
        ), seat.said

    return sits


def test_a_table_ends_with_what_can_be_done_next(sit: Sit) -> None:
    file, saved = Path("game.shoal"), "The record is in game.shoal. To check it: shoal verify game.shoal"
    resume = f"The game is not over. To continue: shoal continue {'ab' * 32}"
    for ending, record, level, text in (
        (ENDED, None, None, ""),
        (ENDED, file, None, saved),
        (ENDED, file, "easy", ""),
        (replace(ENDED, can_resume=True), None, None, resume),
        (replace(ENDED, can_resume=True), file, None, f"{resume}\n{saved}"),
    ):
        assert sit(ending, record=record, level=level) == (
            0,
            [{"text": text, "event": "end", **ending.values()}],
        )


def test_a_table_that_fails_prints_the_reason(sit: Sit, capsys: pytest.CaptureFixture[str]) -> None:
    stopped = replace(ENDED, fault="Ben lied.")
    assert sit(stopped) == (1, [{"text": "Ben lied.", "event": "trouble", **stopped.values()}])
    assert sit(TableFailed("no seat")) == (1, [{"text": "No seat.", "event": "trouble"}])
    status, [line] = sit(ZeroDivisionError("ours"))
    assert status == 1 and line["event"] == "trouble" and "ZeroDivisionError: ours" in str(line["traceback"])
    assert str(line["text"]).endswith(" The log has the details.")
    with pytest.raises(LinkError):
        sit(LinkError("no network"))


@pytest.mark.parametrize("is_sent_away", [True, False])
def test_a_player_without_a_seat_knows_if_the_host_has_refused(
    is_sent_away: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run_table(*given: object, **more: object) -> Ending:
        raise TableFailed("no seat", is_sent_away=is_sent_away)

    monkeypatch.setattr(command, "run_table", run_table)
    seat = Seat("easy")
    assert not seat.seat.is_sent_away and seat.seat.is_bot and not Seat().seat.is_bot
    sit_down(Joining("SHOAL:ONE"), seat.seat, lambda: cast("Environment", None))

    assert seat.seat.is_sent_away is is_sent_away


@pytest.mark.parametrize(
    ("say", "has_colours", "is_coloured"),
    [(_say_text, True, True), (_say_text, False, False), (_say_json, True, False)],
)
def test_only_text_for_a_terminal_with_colours_is_coloured(
    *, say: SayLine, has_colours: bool, is_coloured: bool, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr("app.terminal.colours.has_colours", lambda out, environ: has_colours)
    seat = TerminalSeat(Orders(), say, level=None)
    seat.show(FILLS)
    seat._line("A hint: bid 2.")

    printed = capsys.readouterr().out
    assert ("\x1b[" in printed or "\\u001b" in printed) is is_coloured and "hint" in printed


def test_a_person_has_one_reader_for_the_whole_table_and_a_silent_bot_none() -> None:
    person, quiet = Seat(), TerminalSeat(Orders(), None, level="easy")
    person.shows(FILLS)
    reader = person.seat._client
    person.shows(STARTED)
    quiet.show(FILLS)

    assert reader is person.seat._client is not None and quiet._client is None


@pytest.mark.parametrize(
    ("level", "leash", "is_read"), [(None, False, True), ("easy", False, False), ("easy", True, True)]
)
def test_a_seat_reads_what_a_person_types_or_what_holds_a_bots_leash(
    *, level: str | None, leash: bool, is_read: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot without a leash has no input that could end."""
    threads: list[bool] = []
    built: list[dict[str, object]] = []

    class Thread:
        def __init__(self, *, target: object, args: tuple[object, ...], daemon: bool) -> None:
            assert args == (sys.stdin,)
            threads.append(daemon)

        def start(self) -> None:
            """Do nothing: no input is read."""

    def sit(start: object, seat: TerminalSeat, env: Callable[[], Environment], *, record: object) -> int:
        assert seat.is_bot is (level is not None) and record is None
        env()
        return 5

    monkeypatch.setattr(command, "threading", SimpleNamespace(Thread=Thread))
    monkeypatch.setattr(command, "leave_on_signals", lambda order: None)
    monkeypatch.setattr(command, "sit_down", sit)
    monkeypatch.setattr(command, "build_environment", lambda **given: built.append(given))
    args = argparse.Namespace(json=False, name="Ann", address="127.0.0.1", leash=leash)
    guest = argparse.Namespace(**{key: each for key, each in vars(args).items() if key != "leash" or each})

    assert command.play_seat(Joining("SHOAL:ONE"), guest, level=level, record=None) == 5
    assert threads == [True] * is_read
    assert built == [{"nick": "Ann", "address": "127.0.0.1", "is_bot": level is not None}]
