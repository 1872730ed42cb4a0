"""Find the table that a typed name means, ask if there are several, and never choose silently."""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator

import pytest

from app.build import SearchEnvironment
from app.cli import parse
from app.commands import tables as tables_command
from app.commands import watch
from app.commands.join import chosen, invitation_of
from app.commands.window import wanted
from app.nearby.around import Around, FoundTable
from app.nearby.showing import marked
from app.screens.program import OpenScoreboard
from net.discovery.notice import Access
from net.errors import LinkError
from rules.errors import BadOptions
from tests.support.values import replace

LISA = FoundTable(
    host="Lisa",
    words="C54M-GELQ-YX4V-OE2G",
    invitation="SHOAL:ONE",
    game="plump",
    options=(),
    seats=4,
    taken=("Lisa",),
    bots=0,
    access=Access.ASKED,
    spectators=0,
    version="0.1.0",
)
OTHER = replace(LISA, words="PGTB-I3Z4-YDLN-GAQV", invitation="SHOAL:TWO", about="met before")
ED = replace(LISA, host="Ed", words="AAAA-I3Z4-YDLN-GAQV", invitation="SHOAL:ED", game="kings")
CYRILLIC = "L\u0456sa"


def test_the_only_table_that_fits_is_taken() -> None:
    assert chosen("lisa", (LISA, ED), None) == LISA
    assert chosen("kings", (LISA, ED), None) == ED


def test_of_several_tables_the_person_chooses_and_those_of_people_met_before_come_first(
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked = []

    def ask(question: str) -> str:
        asked.append(question)
        return " 2 "

    assert chosen("lisa", (LISA, ED, OTHER), ask) == LISA
    lines = capsys.readouterr().out.splitlines()
    assert asked == ["'lisa' fits these tables. Which one (1 to 2, Enter for none)? "]
    assert [line[:1] for line in lines] == ["1", " ", "2"]
    assert "PGTB" in lines[0] and lines[1] == "   met before" and "C54M" in lines[2]


@pytest.mark.parametrize("said", ["", "0", "3", "lisa"])
def test_a_name_that_fits_no_table_leads_nowhere(said: str) -> None:
    with pytest.raises(LinkError, match="no table was chosen"):
        chosen("lisa", (LISA, OTHER), lambda _: said)


def test_without_a_terminal_several_matching_tables_are_named_and_none_is_chosen() -> None:
    with pytest.raises(LinkError, match=r"(?s)PGTB-I3Z4.*C54M-GELQ"):
        chosen("lisa", (LISA, OTHER), None)


class Terminal(io.StringIO):
    """An input that counts as a terminal, where somebody types."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("typed", ["1\n", "2\n"])
def test_if_two_hosts_have_the_typed_name_the_person_is_asked_which_one(
    typed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def looks(search_env: SearchEnvironment, *, end: float | None = None) -> Iterator[Around]:
        del search_env, end
        yield Around((LISA,))
        yield Around((LISA, OTHER))

    monkeypatch.setattr(tables_command, "looks", looks)
    monkeypatch.setattr("sys.stdin", Terminal(typed))
    words = argparse.Namespace(invitation="lisa", address="127.0.0.1")

    assert invitation_of(words) == {"1\n": "SHOAL:TWO", "2\n": "SHOAL:ONE"}[typed]


def test_hosts_with_equal_or_similar_names_carry_a_mark() -> None:
    false = replace(ED, host=CYRILLIC)

    assert [bool(table.warning) for table in marked((LISA, ED))[0]] == [False, False]
    assert [bool(table.warning) for table in marked((LISA, false))[0]] == [True, True]
    assert [bool(table.warning) for table in marked((OTHER, false))[0]] == [False, True]  # the first was met
    assert [bool(table.warning) for table in marked((LISA, OTHER))[0]] == [True, False]


def test_all_tables_can_be_watched_only_in_a_window() -> None:
    assert wanted(parse(["watch", "--all"])) == OpenScoreboard()
    for words in (["watch"], ["watch", "Lisa", "--all"]):
        with pytest.raises(BadOptions, match="say which table to watch"):
            wanted(parse(words))
    with pytest.raises(BadOptions, match="needs a window"):
        watch.run(parse(["watch", "--all", "--no-window"]))
