"""A person at a terminal: their words, the answers, and a whole game by typing."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from app import messages
from app.__main__ import main
from app.commands.seat import play_seat
from app.games.catalogue import catalogue
from app.games.terminal import WIDE
from app.messages import Advanced, Guest, TableInfo
from app.table.children import child_command, child_environment
from app.table.start import Hosting
from app.terminal.client import TextClient
from net.wire.genesis import Watch
from rules.api import Outcome, Seat
from rules.driver import LocalTable
from tests.support.catalogue import GAMES
from tests.support.processes import ROOT
from tests.support.values import replace

PLUMP = GAMES["plump"]
INFO = TableInfo("ab" * 32, "plump", (), (Guest("Ann", "A"), Guest("Ben", "B")), 0)


class Terminal:
    """A text client with its lines kept, over a local table."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.client = TextClient(
            catalogue().named("plump"), self.lines.append, rng=Random(2), clock=lambda: 0.0
        )
        options = PLUMP.checked_options(2, {"length": "short"})
        self.table = LocalTable(PLUMP.start(2, options), 2, Random(4))
        self.client.show(messages.Started(INFO, resumed=False))
        self.seen = 0

    def advance(self) -> None:
        events, self.seen = tuple(self.table.events[self.seen :]), len(self.table.events)
        self.client.show(Advanced(self.seen, self.table.view(self.client.info.seat), events))  # type: ignore[union-attr,arg-type]

    def until_my_turn(self) -> None:
        while self.table.turn == 1:
            self.table.play(self.table.actions()[0])
        self.advance()


@pytest.fixture
def terminal() -> Terminal:
    terminal = Terminal()
    terminal.until_my_turn()
    return terminal


def test_a_choice_is_typed_in_any_case_and_with_any_spaces(terminal: Terminal) -> None:
    actions = terminal.table.actions()

    order = terminal.client.order("  BID   1 ")

    assert order == messages.Choose(terminal.seen, actions[1])
    assert any(line.startswith("bid ") and " 1" in line for line in terminal.lines)
    assert not any("=" in line for line in terminal.lines)


@pytest.mark.parametrize(
    ("typed", "order"),
    [
        ("quit later", messages.Quit()),
        ("quit give up", messages.GiveUpSeat()),
        ("quit", None),
        ("say good luck", messages.Say("good luck")),
        ("hint", messages.AskHint()),
        ("cheers", messages.React("cheers")),
        ("board", None),
        ("help", None),
        ("", None),
        ("dance", None),
        ("99", None),
        ("?", None),
        ("who", None),
        ("last", None),
        ("sheet", None),
        ("rules", None),
        ("rules 2.3", None),
        ("rules 99.9", None),
        ("why", None),
        ("why bid 77", None),
        ("why bid 1", None),
        ("why 7h 7h", None),
    ],
)
def test_any_other_input_is_refused_in_words(
    terminal: Terminal, typed: str, order: messages.Order | None
) -> None:
    before = len(terminal.lines)

    assert terminal.client.order(typed) == order
    assert order is not None or len(terminal.lines) > before


def test_before_the_first_position_a_player_learns_how_to_get_help() -> None:
    lines: list[str] = []
    client = TextClient(catalogue().named("plump"), lines.append)
    client.show(messages.Started(INFO, resumed=False))
    lines.clear()
    client.order("")

    assert lines == ["Type `?` to see what you can type and what the signs mean."]


@pytest.mark.parametrize("key", list(catalogue().games))
def test_no_line_is_wider_than_the_terminal(key: str) -> None:
    """This holds for the story, the answers to every word, chat and refusals."""
    entry, lines = catalogue().named(key), []  # type: ignore[var-annotated]
    seats, rng = entry.rules.seats[-1], Random(6)
    guests = tuple(Guest(f"Guest number {seat}", "abcdefgh") for seat in range(seats))
    options = entry.rules.checked_options(seats, {})
    client = TextClient(entry, lines.append)
    table = LocalTable(entry.rules.start(seats, options), seats, rng)
    client.show(messages.Started(TableInfo("ab" * 32, key, tuple(options.items()), guests, 0), resumed=False))
    client.show(messages.ChatLine(1, "hello " * 40))
    seen, turns = 0, 0
    while table.turn is not None and turns < 40:
        if table.turn == 0:
            events, seen = tuple(table.events[seen:]), len(table.events)
            client.show(Advanced(seen, table.view(Seat(0)), events))
            for word in ("?", "? a", "sheet", "board", "last", "who", "why", "why xyz", "rules", "rules 4.3"):
                client.order(word)
            client.show(messages.Refused("no", "", "This cannot be done for a reason that is long. " * 3))
            turns += 1
        table.play(rng.choice(table.actions()))

    assert turns and max(map(len, lines)) <= WIDE, max(lines, key=len)


def test_a_hint_and_a_reaction_are_reported(terminal: Terminal) -> None:
    terminal.lines.clear()
    for news in (messages.Reaction(1, "well-played"), messages.HintAsked(1), messages.HintAsked(0)):
        terminal.client.show(news)

    assert terminal.lines[:3] == ["Ben applauds.", "Ben asks for a hint.", "You ask for a hint."]
    assert " ".join(" ".join(terminal.lines[3:]).split()) == (
        "A hint: Bid 4: you make a bid of 4 in 31% of 450 deals that fit what you know, a bid of 3 in 26%. "
        "About as good: bid 3 (1.6 instead of 1.9 points against the others, on average over 450 deals "
        "played on to the end of the round)."
    )


def test_a_question_with_a_word_lists_every_choice_that_begins_so(terminal: Terminal) -> None:
    terminal.lines.clear()
    terminal.client.order("? bid 1")
    terminal.client.order("? 7h")

    assert terminal.lines == ["bid 1", "No choice begins with '7h' now."]


def test_the_bid_that_is_not_allowed_is_named_with_its_reason(terminal: Terminal) -> None:
    entry = catalogue().named("plump")
    while (part := terminal.table.state.part) is None or part.hook is None or terminal.table.turn != 0:  # type: ignore[attr-defined]
        terminal.table.play(terminal.table.actions()[0])

    assert entry.terminal.menu(terminal.table.view(Seat(0)), ("Ann", "Ben"))[-1].endswith(
        f"(you may not bid {part.hook}: the bids must not add up to the {part.cards} ticks of the round)"
    )


def test_a_proof_that_the_story_has_reported_is_not_reported_again(terminal: Terminal) -> None:
    proof = messages.Proven(1, 9, rule="plump 2.4", text="round 1: did not follow hearts", ends=False)
    terminal.client.show(proof)

    assert sum("broke a rule (plump 2.4)" in line for line in terminal.lines) == 1
    terminal.client._lately.append("Proven: in tick 1 of round 1 Ben did not follow hearts.")
    terminal.client.show(proof)

    assert sum("broke a rule (plump 2.4)" in line for line in terminal.lines) == 1


def test_a_forbidden_choice_is_explained_with_its_rule(terminal: Terminal) -> None:
    while not (forbidden := {0, 1, 2, 3, 4, 5} - {int(str(each)[4:]) for each in terminal.table.actions()}):
        terminal.table.play(terminal.table.actions()[0])
        terminal.until_my_turn()
    bid = forbidden.pop()
    order = terminal.client.order(f"bid {bid}")
    terminal.client.show(messages.Refused("hook", "plump 2.3", "The bids may not add up."))
    lines = len(terminal.lines)
    terminal.client.order("why")
    after, lines = terminal.lines[lines:], len(terminal.lines)
    terminal.client.order(f"why bid {bid}")

    assert isinstance(order, messages.Choose)
    assert any("You cannot do that: The bids may not add up. (plump 2.3" in line for line in terminal.lines)
    assert after[1].startswith("2.3  ")
    assert terminal.lines[lines + 1 :][0] == after[1]


def test_events_besides_the_game_are_printed(terminal: Terminal) -> None:
    for news in (
        messages.Presence(1, messages.PresenceState.AWAY, 8),
        messages.ChatLine(1, "hello"),
        messages.Presence(1, messages.PresenceState.BACK),
        messages.Presence(1, messages.PresenceState.HERE),
        messages.Trouble(messages.TroubleKind.DISK_FULL, "The disk is full."),
    ):
        terminal.client.show(news)

    assert terminal.lines[-4:] == [
        "Ben is away. The game waits.",
        "Ben: hello",
        "Ben is back.",
        "The disk is full.",
    ]


def test_leaving_is_asked_about_while_a_game_is_under_way(terminal: Terminal) -> None:
    for typed, order in (("later", messages.Quit()), ("give  up", messages.GiveUpSeat()), ("no", None)):
        assert terminal.client.order("quit") is None
        assert any("you keep your seat" in line for line in terminal.lines[-6:])
        assert " ".join("".join(terminal.lines[-6:]).split()).count("how to continue") == 2
        assert terminal.client.order(typed) == order
    assert terminal.lines[-1] == "You stay."
    bid = terminal.client.order("bid 1")
    assert isinstance(bid, messages.Choose), "the game goes on"


def test_a_table_that_still_fills_or_is_over_is_left_without_a_question(terminal: Terminal) -> None:
    assert TextClient(catalogue().named("plump"), print).order("quit") == messages.Quit()
    terminal.client.show(messages.Finished(Outcome((1, 2), (3, 1))))
    assert terminal.client.order("quit") == messages.Quit()


def test_the_terminal_lists_players_keys_and_options(terminal: Terminal) -> None:
    terminal.client.order("who")

    assert "1 Ann (you), key A" in terminal.lines
    assert "2 Ben (connected), key B" in terminal.lines


def test_a_forced_move_is_made_automatically() -> None:
    terminal = Terminal()
    forced = []
    while terminal.table.turn is not None:
        view = terminal.table.view(terminal.table.turn)
        if terminal.table.turn == 0:
            events, terminal.seen = tuple(terminal.table.events[terminal.seen :]), len(terminal.table.events)
            order = terminal.client.show(Advanced(terminal.seen, view, events))
            assert (order is not None) is (len(view.actions()) == 1)
            if order is not None:
                assert isinstance(order, messages.Choose)
                assert order.action == view.actions()[0]
                forced.append(order)
        terminal.table.play(view.actions()[-1])

    assert forced
    assert sum("only one choice" in line for line in terminal.lines) == len(forced)


def test_the_invitation_is_printed_once() -> None:
    terminal = Terminal()
    for here in (1, 2):
        terminal.client.show(messages.Gathering("plump", (), 3, INFO.guests[:here], "SHOAL:XYZ"))

    assert sum("SHOAL:XYZ" in line for line in terminal.lines) == 1


@pytest.mark.parametrize(
    ("bots", "watch", "is_shown"),
    [(0, Watch.CLOSED, True), (1, Watch.CLOSED, True), (2, Watch.CLOSED, False), (2, Watch.ASK, True)],
)
def test_nobody_is_invited_to_a_table_whose_seats_are_for_bots(
    terminal: Terminal, bots: int, watch: Watch, is_shown: bool
) -> None:
    news = messages.Gathering("plump", (), 3, INFO.guests[:1], "SHOAL:XYZ", coming=(b"bot",) * bots)
    terminal.client.show(replace(news, policy=replace(news.policy, watch=watch)))

    assert any("SHOAL:XYZ" in line for line in terminal.lines) is is_shown


def test_the_explanation_of_how_to_leave_fits_the_terminal(terminal: Terminal) -> None:
    terminal.lines.clear()
    terminal.client.order("quit")

    assert len(terminal.lines) > 3 and max(map(len, terminal.lines)) <= WIDE


def test_a_whole_game_ends_with_the_sheet(terminal: Terminal) -> None:
    while terminal.table.turn is not None:
        view = terminal.table.view(terminal.table.turn)
        order = terminal.client.order(terminal.client.entry.terminal.word(view, view.actions()[0]))
        assert isinstance(order, messages.Choose)
        terminal.table.play(order.action)
        terminal.until_my_turn()
    outcome = terminal.table.outcome
    assert isinstance(outcome, Outcome)

    terminal.client.show(messages.Finished(outcome))

    text = "\n".join(terminal.lines)
    assert "cards  Ann  Ben" in text
    assert text.count(f"with {max(outcome.scores)} point") == 1
    assert not any(line.startswith(("1. ", "2. ")) for line in terminal.lines)


@pytest.mark.parametrize("key", list(catalogue().games))
def test_the_end_tells_the_ranks_once(key: str) -> None:
    """No line of the end is printed twice, and no rank stands in a list besides its sentence."""
    entry, lines = catalogue().named(key), []  # type: ignore[var-annotated]
    seats, rng = entry.seats, Random(11)
    options = entry.rules.checked_options(seats, {})
    client = TextClient(entry, lines.append)
    table = LocalTable(entry.rules.start(seats, options), seats, rng)
    guests = tuple(Guest(name, "A") for name in ("Ann", "Ben", "Cleo", "Dag")[:seats])
    client.show(messages.Started(TableInfo("ab" * 32, key, tuple(options.items()), guests, 0), resumed=False))
    while table.turn is not None:
        table.play(rng.choice(table.actions()))
    client.show(Advanced(1, table.view(Seat(0)), tuple(table.events)))
    lines.clear()
    client.order("last")
    story = tuple(lines)
    client.show(messages.Finished(table.outcome))  # type: ignore[arg-type]

    assert len(re.findall(r"\b(wins?|share the victory)( with|\.)", " ".join(lines))) == 1
    assert not any(line.startswith(("1. ", "2. ", "3. ")) for line in lines)
    assert not {*story} & {*lines[len(story) :]}


@pytest.mark.parametrize("key", ["kings", "cahoots"])
def test_the_sheet_shows_how_the_game_stands(key: str) -> None:
    entry, lines = catalogue().named(key), []  # type: ignore[var-annotated]
    rng = Random(5)
    client = TextClient(entry, lines.append)
    options = entry.rules.checked_options(4, {})
    table = LocalTable(entry.rules.start(4, options), 4, rng)
    guests = tuple(Guest(name, "A") for name in ("Ann", "Ben", "Cleo", "Dag"))
    client.show(messages.Started(TableInfo("ab" * 32, key, tuple(options.items()), guests, 0), resumed=False))
    for _ in range(30):
        table.play(rng.choice(table.actions()))
    client.show(Advanced(1, table.view(Seat(0)), tuple(table.events)))
    lines.clear()
    client.order("sheet")

    assert lines[0].startswith("So far (")
    assert all(any(name in line for line in lines) for name in ("Ann", "Ben", "Cleo", "Dag"))
    assert lines[-1] == f"The game of {entry.rules.title} is not over."


def test_a_refusal_repeats_the_typed_words_without_the_line_end(terminal: Terminal) -> None:
    terminal.lines.clear()
    terminal.client.order("dance\n")

    assert terminal.lines == ["'dance' is not possible now; ? shows your choices."]


def test_an_empty_line_shows_the_table_and_the_choices_again(terminal: Terminal) -> None:
    view = terminal.table.view(Seat(0))
    terminal.lines.clear()
    terminal.client.order("\n")

    assert tuple(terminal.lines) == (
        *terminal.client.entry.terminal.picture(view, ("Ann", "Ben")),
        *terminal.client.entry.terminal.menu(view, ("Ann", "Ben")),
    )


@pytest.mark.parametrize("word", ["?", "help"])
@pytest.mark.parametrize("key", list(catalogue().games))
def test_what_can_be_typed_fits_a_small_terminal(key: str, word: str) -> None:
    entry, lines = catalogue().named(key), []  # type: ignore[var-annotated]
    client = TextClient(entry, lines.append)
    seats = entry.seats
    table = LocalTable(entry.rules.start(seats, entry.rules.checked_options(seats, {})), seats, Random(2))
    guests = tuple(Guest(f"Guest {seat}", "A") for seat in range(seats))
    client.show(messages.Started(TableInfo("ab" * 32, key, (), guests, 0), resumed=False))
    for _ in range(40):
        if table.turn == 0:
            client.show(Advanced(1, table.view(Seat(0)), ()))
            lines.clear()
            client.order(word)

            assert len(lines) <= 23, "\n".join(lines)
        table.play(table.actions()[0])


@pytest.mark.parametrize(
    ("typed", "policy"), [("spectators off", Watch.CLOSED), ("spectators on", Watch.CLOSED)]
)
def test_a_table_without_spectators_has_no_command_for_them(typed: str, policy: Watch) -> None:
    lines: list[str] = []
    client = TextClient(catalogue().named("plump"), lines.append)
    client.show(messages.Started(replace(INFO, policy=replace(INFO.policy, watch=policy)), resumed=False))
    lines.clear()

    assert client.order(typed) is None
    assert lines == ["Nobody may watch this table: everybody agreed on that before the game."]
    lines.clear()
    client.order("help")
    assert not any("spectators off" in line for line in lines)


def test_a_player_closes_the_table_to_spectators_by_a_command() -> None:
    lines: list[str] = []
    client = TextClient(catalogue().named("plump"), lines.append)
    client.show(messages.Started(replace(INFO, policy=replace(INFO.policy, watch=Watch.ASK)), resumed=False))

    assert client.order("spectators off") == messages.AllowSpectators(is_open=False)
    client.order("help")
    assert any("spectators off" in line for line in lines)


def test_a_spectator_is_removed_by_name() -> None:
    lines: list[str] = []
    client = TextClient(catalogue().named("plump"), lines.append)
    client.show(messages.Started(replace(INFO, policy=replace(INFO.policy, watch=Watch.OPEN)), resumed=False))
    client.show(messages.Spectators(("Toby", "Mia", "mia"), keys=(b"t", b"m", b"n")))

    assert client.order("remove TOBY") == messages.SendOff(b"t")
    lines.clear()
    assert client.order("remove Mia") is None is client.order("remove Ed")
    assert lines == ["More than one spectator is called mia.", "No spectator is called ed."]


def test_guests_who_knock_are_asked_about_one_after_the_other() -> None:
    lines: list[str] = []
    client = TextClient(catalogue().named("plump"), lines.append)
    ben, eve = Guest("Ben", "BBBB"), Guest("Eve", "EEEE", warning="Careful: you have met an Eve before")
    for guest in (ben, eve, ben):
        client.show(messages.Knock(guest, guest.nick.encode(), "OWN-LETTERS"))

    assert [line for line in lines if "wants to sit down" in line] == ["Ben wants to sit down at your table."]
    assert any("BBBB" in line for line in lines) and any("OWN-LETTERS" in line for line in lines)
    assert client.order("maybe") is None
    assert client.order("y") == messages.Admit(b"Ben", True)
    assert eve.warning in lines
    assert client.order(" NO ") == messages.Admit(b"Eve", False)
    assert client.order("y") is None


def test_a_guest_reads_once_whom_it_asks_and_the_key_fingerprints_of_both() -> None:
    lines: list[str] = []
    client = TextClient(catalogue().named("plump"), lines.append)
    filling = messages.Gathering("plump", (), 3, (Guest("Ann", "AAAA", warning="Careful"),), "", "OWN")
    for _ in range(2):
        client.show(filling)

    assert lines.count("Asking Ann for a seat.") == lines.count("Careful") == 1
    assert [line for line in lines if "AAAA" in line and "OWN" in line]


@pytest.mark.parametrize(
    ("words", "asks"),
    [
        ([], True),
        (["--admit", "ask"], True),
        (["--admit", "all"], False),
        (["--play", "easy"], False),
        (["--bots", "3", "--seats", "4"], True),  # a bot may be called back for a person to come
    ],
)
def test_a_host_in_the_terminal_is_asked_as_in_the_window(
    words: list[str], asks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[object] = []
    monkeypatch.setattr("app.commands.host.play_seat", lambda start, *_, **__: begun.append(start) or 0)

    assert main(["host", "plump", "--no-window", *words]) == 0
    (hosting,) = begun
    assert isinstance(hosting, Hosting) and hosting.asks is asks


def test_a_table_where_a_bot_plays_cannot_ask_about_guests(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["host", "plump", "--no-window", "--play", "easy", "--admit", "ask"]) == 2
    assert "nobody can answer --admit ask" in "".join(capsys.readouterr())


def test_a_person_plays_a_bot_from_the_terminal_to_the_end(tmp_path: Path) -> None:
    """`shoal host plump --no-window --bots 1`, answering every question with the first choice."""
    process = subprocess.Popen(
        child_command(
            "host",
            "plump",
            "--no-window",
            "--seats",
            "2",
            "--bots",
            "1",
            "--name",
            "Ann",
            "--option",
            "length=short",
            "--address",
            "127.0.0.1",
        ),
        cwd=ROOT,
        env=child_environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None and process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line.rstrip())
        if line.startswith(("bid ", "play: ")):
            typed = f"bid {line.split()[1]}" if line.startswith("bid") else line.split()[1]
            process.stdin.write(f"{typed}\n")
            process.stdin.flush()
    process.stdin.close()
    process.stdout.close()

    assert process.wait() == 0
    assert not any("shoal join SHOAL:" in line for line in lines)
    assert any(line.startswith("cards  Ann  Bot Jon") for line in lines)
    assert any("ticks" in line or "bids" in line for line in lines)


def test_a_reader_of_the_output_may_stop_reading(tmp_path: Path) -> None:
    """`shoal host plump | head -1` ends quietly, without a traceback."""
    peer = subprocess.Popen(
        child_command("host", "plump", "--no-window", "--address", "127.0.0.1"),
        cwd=ROOT,
        env=child_environment(tmp_path),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert peer.stdout is not None and peer.stderr is not None
    peer.stdout.close()
    with peer.stderr:  # no `communicate`: on Windows it also reads what is closed
        complaints = peer.stderr.read()

    assert (peer.wait(60), complaints) == (1, "")


def test_a_fault_of_the_program_is_reported_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SHOAL_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", StringIO())
    words = argparse.Namespace(json=False, name=None, address="127.0.0.1")

    status = play_seat(object(), words, level="easy", record=None)  # type: ignore[arg-type]

    assert status == 1
    assert capsys.readouterr().out.startswith("Something went wrong in Shoal: AttributeError(")
    assert "Traceback" in (tmp_path / "logs" / "shoal.log").read_text()


@pytest.mark.skipif(os.name == "nt", reason="there is no such file")
@pytest.mark.parametrize("command", [("verify",), ("replay", "--no-window")])
def test_a_file_that_never_ends_is_not_a_record(command: tuple[str, ...], tmp_path: Path) -> None:
    done = subprocess.run(
        child_command(*command, "/dev/zero"),
        cwd=ROOT,
        env=child_environment(tmp_path),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert (done.returncode, done.stderr) == (2, "")
    assert "larger than any record" in done.stdout
