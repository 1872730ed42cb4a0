"""The rules pages: present, complete in form, with the code's own counts."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from app.games.catalogue import catalogue
from app.screens.rules import Paragraph, found_paragraph, rules_sections
from rules.cahoots import cards as cahoots
from rules.cahoots.course import HAND as CAHOOTS_HAND
from rules.kings import cards as kings
from rules.kings.course import DEALT, QUIET_ROUNDS, ROUNDS
from rules.kings.legal import SWAPS
from rules.matriculation import cards as matriculation
from rules.matriculation.course import HAND as MATRICULATION_HAND
from rules.matriculation.score import score
from rules.plump.course import most_cards, schedule
from rules.reef.pieces import facts as reef
from rules.reef.steps.shrimps import MOVES_MOST, UNDOS_MOST
from tests.support.catalogue import GAMES

REFUSAL = re.compile(r'NotLegal\(\s*"[\w-]+",\s*rule=(.*?)text=', re.DOTALL)


def all_paragraphs(game: str) -> list[Paragraph]:
    return [each for section in rules_sections(game) for each in section.paragraphs]


def the_page(game: str) -> str:
    return catalogue().games[game].rules_page()


def the(citation: str) -> str:
    game, _, number = citation.partition(" ")
    found = found_paragraph(rules_sections(game), number)
    assert found is not None
    return found.text


def rows(citation: str) -> list[list[str]]:
    """The cells of a paragraph's table, below its head."""
    lines = [line for line in the(citation).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_a_game_of_somebody_else_has_no_page() -> None:
    assert rules_sections("nobody-knows") == ()


@pytest.mark.parametrize("game", list(GAMES))
def test_a_rules_page_briefly_states_the_source_of_its_rules(game: str) -> None:
    [source] = re.findall(r"^\*\*Source\.\*\* .+$", rules_sections(game)[1].text, re.M)

    assert "description that this program was written from" in source
    assert game != "reef" or "published it in 2004" in source


@pytest.mark.parametrize("game", list(GAMES))
def test_a_page_begins_with_the_aim_a_turn_and_the_end(game: str) -> None:
    page = rules_sections(game)

    assert page[0].title == GAMES[game].title and page[0].level == 1
    assert page[1].title == "In short"
    assert [words in page[1].text for words in ("**Aim.**", "**A turn.**", "**The end.**")] == [True] * 3


@pytest.mark.parametrize("game", list(GAMES))
def test_every_paragraph_number_appears_once_and_has_a_text(game: str) -> None:
    found = all_paragraphs(game)
    counts = Counter(each.number for each in found)

    assert [number for number, count in counts.items() if count > 1] == []
    assert [each.number for each in found if len(each.text) < 20] == []


@pytest.mark.parametrize("game", list(GAMES))
def test_the_rulings_are_numbered_without_a_gap(game: str) -> None:
    numbers = [int(each.number[1:]) for each in all_paragraphs(game) if each.number.startswith("R")]

    assert numbers == list(range(1, len(numbers) + 1)) and numbers


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize(
    "question", ["What if somebody leaves?", "What is played for a seat while its player is away?"]
)
def test_a_page_tells_what_happens_when_a_player_leaves(game: str, question: str) -> None:
    [found] = [each.text for each in all_paragraphs(game) if question in each.text]

    assert len(found) > 2 * len(question)


@pytest.mark.parametrize("game", list(GAMES))
def test_a_page_refers_only_to_paragraphs_that_it_has(game: str) -> None:
    """See 2.3, (R13), see 4.3.5a and 4.3.5b: not the numbers that are counts."""
    has = {each.number for each in all_paragraphs(game)} | {s.number for s in rules_sections(game)}
    text = the_page(game)
    referred = set(re.findall(r"\bR\d+\b", text)) | set(re.findall(r"\b[Ss]ee (\d[\w.]*\w|\d)", text))
    referred |= set(re.findall(r"\((\d(?:\.\d+)+[a-z]?)\)", text))

    assert sorted(referred - has) == [] and referred


@pytest.mark.parametrize("game", list(GAMES))
def test_every_option_and_each_of_its_choices_is_explained(game: str) -> None:
    """Its title, which players see, is there, and its words, which the command line takes."""
    text = the_page(game)
    titles = [option.title for option in GAMES[game].options if f"*{option.title}*" not in text]
    words = [
        (option.key, choice)
        for option in GAMES[game].options
        for choice in option.choices
        if not re.search(rf"(?<![\w-]){re.escape(choice)}(?![\w-])", text) and not choice.isdecimal()
    ]

    assert (titles, words) == ([], [])
    assert all(f"`{option.key}`" in text for option in GAMES[game].options)


@pytest.mark.parametrize("game", list(GAMES))
def test_the_page_has_the_number_of_players(game: str) -> None:
    names = ("", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    seats, text = GAMES[game].seats, the_page(game).lower()
    told = {"kings": "always four seats", "matriculation": "two players, by the book. three or four"}

    assert told.get(game, f"{names[seats[0]]} to {names[seats[-1]]} players") in text


def test_plump_page_and_code_agree_on_the_schedule() -> None:
    head, _, most, rounds = rows("plump 1.3")
    seats = [int(cell) for cell in head[1:]]

    assert seats == list(GAMES["plump"].seats)
    assert [int(cell) for cell in most[1:]] == [most_cards(count) for count in seats]
    assert [int(cell) for cell in rounds[1:]] == [len(schedule(count)) for count in seats]


def test_matriculation_page_and_code_agree_on_the_cards() -> None:
    words = {"ten": 10, "eight": 8, "fifteen": 15, "five": 5, "three": 3}
    told = re.findall(r"(ten|eight|fifteen|five|three) of (\d+)", the("matriculation 1.1"))
    counted = {int(hours): words[count] for count, hours in told}
    deck, faces = matriculation.DECK, matriculation.COUNTS

    assert counted == {hours: count for hours, count in zip(matriculation.HOURS, faces, strict=True) if hours}
    assert f"{len(deck)} cards" in the("matriculation 1")
    assert f"{sum(matriculation.HOURS[face] for face in deck)} hours" in the("matriculation 1.1")
    assert the("matriculation 1.1").startswith(f"{sum(faces[:6])} terms")
    assert the("matriculation 1.2").startswith(f"{sum(faces[6:11])} setbacks")
    assert the("matriculation 1.3").startswith(f"{sum(faces[11:16])} fixes")
    left = re.search(
        r"(\d+) cards with two players, (\d+) with three, (\d+) with four", the("matriculation 2.1")
    )
    assert left is not None
    assert [int(left[1]), int(left[2]), int(left[3])] == [
        len(deck) - seats * MATRICULATION_HAND for seats in (2, 3, 4)
    ]
    assert score(123, terms=10, exceptions=2).total == 1115 and "= 1115" in the("matriculation 6")
    assert score(105, terms=11, exceptions=5).total == 1225 and "= 1225" in the("matriculation 6")
    assert score(123, terms=11, exceptions=2).total == 915 and "has 915" in the("matriculation 6")


def test_cahoots_page_and_code_agree_on_the_cards() -> None:
    head, _, stock = rows("cahoots 2")
    table = the("cahoots 1")

    assert f"{len(cahoots.DECK)} cards" in table
    assert [name for name in (*cahoots.SUITS, *cahoots.TRAITS) if f" {name} |" not in table] == []
    assert [int(cell) for cell in head[1:]] == list(GAMES["cahoots"].seats)
    assert [int(cell) for cell in stock[1:]] == [
        len(cahoots.DECK) - CAHOOTS_HAND * seats - 2 for seats in GAMES["cahoots"].seats
    ]


def test_kings_page_and_code_agree_on_the_counts() -> None:
    numbers = sum(kings.IS_NUMBER[face] for face in kings.DECK)
    blank = sum(kings.SUIT[face] == kings.BLANK for face in kings.DECK)

    assert f"{len(kings.DECK)} cards" in the("kings 1") and f"{blank} **blank**" in the("kings 1")
    assert f"{numbers} *number cards*" in the("kings 1.1")
    assert f"{len(kings.DECK) - numbers} *special cards*" in the("kings 1.1")
    assert (DEALT, QUIET_ROUNDS, ROUNDS, SWAPS) == (5, 30, 100, 10)
    assert "**five cards**" in the("kings 3.1") and "Ten times" in the("kings R21")
    assert "thirty full rounds" in the("kings 5.1") and "hundred rounds" in the("kings 5.1")


def test_reef_page_and_code_agree_on_the_counts() -> None:
    counts = the("reef 1")
    tiles = reef.TILES_OF_A_COLOUR * 5

    assert f"{tiles}: {reef.TILES_OF_A_COLOUR} of each colour" in counts
    assert f"{reef.CUBES_OF_A_COLOUR * 5}: {reef.CUBES_OF_A_COLOUR} of each colour" in counts
    assert f"{reef.CYLINDERS_OF_A_COLOUR * 4}: {reef.CYLINDERS_OF_A_COLOUR} of each colour" in counts
    for seats, hands, left in rows("reef 3.8")[2:]:
        drawn = reef.START_HANDS[int(seats)]
        assert hands == ", ".join(map(str, drawn))
        assert int(left) == tiles - 5 * int(seats) - 5 - sum(reef.FIRST_SEA) - sum(drawn)
    assert f"at most {MOVES_MOST} moves" in the("reef R36") and f"{UNDOS_MOST} undos" in the("reef R36")


def test_reef_page_and_code_agree_on_the_coral_tiles() -> None:
    for row, tile in zip(rows("reef 1.1")[2:], reef.CORAL_TILES, strict=True):
        strong, weak, large, small = tile
        algae = [reef.ALGA_NAMES[reef.ALGAE.index(alga)] for alga in (large, small)]

        assert row[1:] == [f"{strong} > {weak}", *algae]


def test_reef_page_and_code_agree_on_the_boards() -> None:
    page = the("reef 2.1")
    found: dict[str, list[str]] = {}
    for block in page.split("```")[1].strip().split("\n\n"):
        head, *lines = block.splitlines()
        names = head.split()[::2]
        for line in lines:
            for name, row in zip(names, line.split()[1::2], strict=True):
                found.setdefault(name, []).append(row)

    assert {name: tuple(board) for name, board in found.items()} == reef.BOARDS


def refusals(game: str) -> set[str]:
    """Rules cited by the refusals that a player can meet by trying something."""
    found: set[str] = set()
    for file in (Path(__file__).parents[3] / "rules" / game).rglob("*.py"):
        for rule in REFUSAL.findall(file.read_text(encoding="utf-8")):
            found |= set(re.findall(rf'"({game} [^"]+)"', rule))
    return found


@pytest.mark.parametrize("game", list(GAMES))
def test_every_paragraph_that_refuses_something_has_an_example(game: str) -> None:
    cited = refusals(game)

    assert [number for number in sorted(cited) if "*Example:*" not in the(number)] == []
    assert len(cited) >= 4
