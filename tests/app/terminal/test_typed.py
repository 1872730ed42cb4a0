"""Lines typed at a terminal at every stage of a table, all that answers them, and when the prompt comes."""

from __future__ import annotations

from random import Random

import pytest

from app import messages
from app.games.catalogue import catalogue
from app.messages import SPECTATOR, AbsentChoice, Advanced, Guest, TableInfo
from app.terminal.client import BEGIN_HINT, LEAVING, TextClient
from rules.api import Outcome, Seat
from rules.driver import LocalTable
from tests.support.catalogue import GAMES
from tests.support.values import replace

PLUMP = GAMES["plump"]
OPTIONS = PLUMP.checked_options(2, {"length": "short"})
INFO = TableInfo("ab" * 32, "plump", tuple(OPTIONS.items()), (Guest("Ann", "A"), Guest("Ben", "B")), 0)
NOTHING = "You have nothing to choose now. Type ? to see what you can type."


class Table:
    """A text client with its lines and prompts kept, over a local table in which Ann or Ben begins."""

    def __init__(self, turn: int | None = 0, info: TableInfo | None = INFO) -> None:
        self.lines: list[str] = []
        self.prompts = 0
        self.client = TextClient(
            catalogue().named("plump"), self.lines.append, self._prompt, rng=Random(2), clock=lambda: 0.0
        )
        seed = next(
            seed
            for seed in range(9)
            if LocalTable(PLUMP.start(2, OPTIONS), 2, Random(seed)).turn == (turn or 0)
        )
        self.local = LocalTable(PLUMP.start(2, OPTIONS), 2, Random(seed))
        if info is not None:
            self.client.show(messages.Started(info, resumed=False))
        if turn is not None:
            self.advance()
        self.lines.clear()
        self.prompts = 0

    def _prompt(self) -> None:
        self.prompts += 1

    def advance(self) -> None:
        assert self.client.info is not None
        self.client.show(Advanced(7, self.local.view(self.client.info.viewer), ()))

    def tell(self, *news: messages.News) -> tuple[list[str], int]:
        """The lines and the number of prompts that news bring."""
        self.lines.clear()
        self.prompts = 0
        for each in news:
            self.client.show(each)
        return [*self.lines], self.prompts

    def type(self, line: str) -> messages.Order | list[str]:
        """The order in a line; the lines that answer it if it is none, and then there is a prompt."""
        self.lines.clear()
        self.prompts = 0
        order = self.client.order(line)
        assert self.prompts == (order is None)
        return [*self.lines] if order is None else order


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("", BEGIN_HINT),
        ("last", "Nothing has happened yet."),
        ("why", "Nothing was refused. Type `why` and a choice to ask before you try it."),
        ("why bid 1", "The game has not begun."),
        ("bid 1", NOTHING),
        ("hint", NOTHING),
        ("board", NOTHING),
        ("sheet", NOTHING),
        ("say", NOTHING),
        ("say  ", NOTHING),
        ("cheers all", NOTHING),
        ("? bid", "No choice begins with 'bid' now."),
        (f"? {'x' * 61}", f"No choice begins with '{'x' * 60}' now."),
        ("rules 99", "The rules have no paragraph 99."),
    ],
)
def test_before_the_first_position_each_typed_word_has_its_own_answer(typed: str, answer: str) -> None:
    assert " ".join(Table(None).type(typed)) == answer  # type: ignore[arg-type]


@pytest.mark.parametrize("typed", ["", "bid 1", "hint", "say", "dance"])
def test_while_another_is_on_turn_a_line_says_for_whom_the_game_waits(typed: str) -> None:
    table = Table(1)
    found = table.type(typed)

    assert isinstance(found, list) and (found == ["Waiting for Ben."] or not typed)
    if not typed:
        view = table.local.view(Seat(0))
        assert found == [*table.client.entry.terminal.picture(view, ("Ann", "Ben"))]


def test_a_spectator_leaves_at_once_and_a_player_is_asked_each_time() -> None:
    assert Table(info=replace(INFO, seat=SPECTATOR)).type("quit") == messages.Quit()
    table = Table()
    assert table.type("quit") == table.type("quit") == [*LEAVING]
    assert table.type("maybe") == ["You stay."]
    assert table.type("quit  Give   UP") == messages.GiveUpSeat()
    assert table.type("quit now") == [*LEAVING]
    assert table.type("LATER") == messages.Quit()


def test_after_a_trouble_that_does_not_end_the_game_leaving_is_still_asked_about() -> None:
    table = Table()
    table.tell(messages.Trouble(messages.TroubleKind.DISK_FULL, "The disk is full."))
    assert table.type("quit") == [*LEAVING]
    table.tell(messages.Decided((1,), AbsentChoice.LEAVE_OUT, "Ben is left out."))
    assert table.type("quit") == [*LEAVING]


def test_after_the_players_ended_a_game_quit_asks_nothing_and_absences_are_not_reported() -> None:
    table = Table()
    lines, _ = table.tell(messages.Decided((1,), AbsentChoice.END, "The game ends."))

    assert lines[0] == "The game ends."
    assert table.type("quit") == messages.Quit()
    assert table.tell(messages.Presence(1, messages.PresenceState.AWAY, 9)) == ([], 0)


def test_after_the_last_position_the_table_is_left_without_a_question() -> None:
    table = Table()
    while table.local.turn is not None:
        table.local.play(table.local.actions()[0])
    table.advance()

    assert table.type("quit") == messages.Quit()


@pytest.mark.parametrize("forfeits", [(), (1,)])
def test_a_game_that_was_ended_early_is_described_with_its_ranks(forfeits: tuple[int, ...]) -> None:
    table = Table()
    entry, state = table.client.entry, table.local.state
    done = messages.Finished(Outcome((1, 2), (2, 1)), is_ended=True, forfeits=forfeits)

    assert (
        table.tell(done)[0]
        == entry.result(state, ("Ann", "Ben"), is_ended=True, forfeits=forfeits).splitlines()
    )
    assert table.tell(replace(done, is_ended=False))[0] == entry.sums(state, ("Ann", "Ben")).splitlines()
    assert Table(None).tell(done) == ([], 0)


def test_the_prompt_comes_again_after_what_is_printed_over_it() -> None:
    remark, refused = messages.ChatLine(1, "hello"), messages.Refused("no", "", "Not now.")

    assert Table(0).tell(remark) == (["Ben: hello"], 1)
    assert Table(1).tell(remark) == Table(None).tell(remark) == (["Ben: hello"], 0)
    assert Table(0).tell(messages.SpectatorLine("Toby", "hi")) == (["[spectator Toby] hi"], 1)
    assert Table(1).tell(messages.Reaction(1, "laugh"))[1] == 0
    assert Table(1).tell(refused) == (["You cannot do that: Not now."], 1)
    over = Table(0)
    over.tell(messages.Trouble(messages.TroubleKind.CHEAT, "Ben has cheated.", 1, ends=True))
    assert over.tell(remark) == (["Ben: hello"], 0)


def test_a_hint_is_given_to_the_player_who_asks_on_turn() -> None:
    asked = ["You ask for a hint."]

    assert Table(1).tell(messages.HintAsked(0))[0] == Table(None).tell(messages.HintAsked(0))[0] == asked
    assert Table(0).tell(messages.HintAsked(1))[0] == ["Ben asks for a hint."]
    hint = Table(0).tell(messages.HintAsked(0))[0]
    assert hint[0] == asked[0] and hint[1].startswith("A hint: Bid ")


def test_a_choice_is_asked_about_before_it_is_tried() -> None:
    table = Table()

    assert table.type("why bid 1") == ["bid 1 is allowed."]
    assert table.type("why dance") == ["'dance' is not possible now; ? shows your choices."]
    assert table.tell(messages.Refused("hook", "plump 2.3", "The bids may not add up."))[0] == [
        "You cannot do that: The bids may not add up. (plump 2.3; `why` shows it)"
    ]
    text, *paragraph = table.type("why")  # type: ignore[misc]
    assert text == "The bids may not add up."
    assert paragraph == table.type("rules 2.3") == table.type("rules plump 2.3") != []
    table.tell(messages.Refused("hook", "", "Not now."))
    assert table.type("why") == ["Not now."]


def test_the_contents_of_the_rules_list_the_headings_of_the_first_two_levels() -> None:
    *heads, how = Table().type("rules")  # type: ignore[misc]

    assert how == "Type `rules` and a number to read that paragraph."
    levels = {
        line.lstrip("# ").strip(): line.index(" ")
        for line in catalogue().named("plump").rules_page().splitlines()
        if line.startswith("#")
    }
    assert {levels[head] for head in heads} == {1, 2}


def test_the_list_of_choices_is_shown_only_on_turn_and_the_signs_always() -> None:
    mine, theirs = Table(0).type("?"), Table(1).type("?")
    assert isinstance(mine, list) and isinstance(theirs, list)
    table = Table(0)
    menu = table.client.entry.terminal.menu(table.local.view(Seat(0)), ("Ann", "Ben"))

    assert mine == [*menu, *theirs]
    assert theirs[-1] == "help            what else can be typed: rules, scores, chat, leaving ..."


def test_a_list_of_players_says_what_is_known_of_each() -> None:
    long = "known to this computer since an evening in spring on which you played four games together"
    guests = (Guest("Ann", "A", about="you"), Guest("Ben", "B", about=long, warning="Careful!"))
    table = Table(1, replace(INFO, guests=guests))
    table.tell(messages.Presence(1, messages.PresenceState.LEFT))
    lines = table.type("who")

    assert lines[:5] == [  # type: ignore[index]
        "1 Ann (you), key A",
        "2 Ben (has left), key B",
        "  known to this computer since an evening in spring on which you played four",
        "  games together",
        "  Careful!",
    ]
    assert lines[-1] == "Waiting for Ben."  # type: ignore[index]


@pytest.mark.parametrize(("resumed", "first"), [(True, "The game continues: "), (False, "The game begins: ")])
def test_a_game_begins_with_a_line_of_its_players(resumed: bool, first: str) -> None:
    lines, prompts = Table(None, None).tell(messages.Started(INFO, resumed=resumed))

    assert (lines[0], lines[-1], prompts) == (f"{first}Ann, Ben", BEGIN_HINT, 0)


def test_only_the_last_twelve_events_are_kept() -> None:
    table = Table(None)
    for _ in range(40):
        table.local.play(table.local.actions()[0])
    table.tell(Advanced(9, table.local.view(Seat(0)), tuple(table.local.events)))
    table.client.order("last")

    assert len(table.client._lately) == 12
