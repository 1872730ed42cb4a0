"""The rules as sections and paragraphs, their search, and the target of a citation."""

from __future__ import annotations

import pytest

from app.screens.rules import (
    Paragraph,
    Section,
    cited,
    found,
    found_paragraph,
    parse_sections,
    rules_sections,
    to_markdown,
)

TEXT = "before\n# Plump\nshort\n## Bidding\nThe last bid.\n#no heading\n\n## Playing\nFollow **suit**.\n"
SECTIONS = (
    Section("Plump", "short\n", 1),
    Section("Bidding", "The last bid.\n#no heading\n\n"),
    Section("Playing", "Follow **suit**.\n"),
)


def test_a_text_is_cut_at_its_headings() -> None:
    assert parse_sections(TEXT) == SECTIONS


def test_an_empty_text_has_no_section() -> None:
    assert parse_sections("") == parse_sections("no heading\n") == ()


def test_a_search_finds_only_sections_with_all_its_words() -> None:
    assert found(SECTIONS, "LAST bid") == (SECTIONS[1],)
    assert found(SECTIONS, "last suit") == ()
    assert found(SECTIONS, "playing") == (SECTIONS[2],)


def test_an_empty_query_finds_everything() -> None:
    assert found(SECTIONS, "  ") == SECTIONS


def test_a_text_is_rebuilt_from_its_sections() -> None:
    assert parse_sections(to_markdown(SECTIONS)) == tuple(
        Section(each.title, each.text + ("\n" if each is not SECTIONS[-1] else ""), each.level)
        for each in SECTIONS
    )


PAGE = parse_sections(
    "# Game\n\n## 2 A round\n**2** All in order.\n\n**2.1** The dealer.\n\n*Example:* seat 0.\n\n"
    "**4.3.5b** Stronger.\n\n| a | b |\n|---|---|\n\n## 3 The end\nNo number.\n\n"
    "## Rulings\n**R2** Who leads?\n"
)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        ("2", "All in order."),
        ("2.1", "The dealer.\n\n*Example:* seat 0."),
        ("4.3.5b", "Stronger.\n\n| a | b |\n|---|---|"),
        ("3", "The end\n\nNo number."),
        ("R2", "Who leads?"),
    ],
)
def test_a_number_finds_its_paragraph_or_else_its_section(number: str, text: str) -> None:
    assert found_paragraph(PAGE, number) == Paragraph(number, text)


@pytest.mark.parametrize("number", ["", "2.2", "4.3.5", "R3", "Rulings"])
def test_a_missing_number_leads_nowhere(number: str) -> None:
    assert found_paragraph(PAGE, number) is None


def test_a_citation_names_the_game_and_the_number() -> None:
    found = found_paragraph(rules_sections("plump"), "2.4")

    assert found is not None and found.number == "2.4"
    assert "**You must follow suit:**" in found.text and "*Example:*" in found.text
    assert found_paragraph(rules_sections("plump"), "99") is None
    assert rules_sections("whist") == ()


@pytest.mark.parametrize(
    ("sentence", "citation"),
    [
        ("You must follow suit. (plump 2.4)", "plump 2.4"),
        ("It would join two corals. (reef 4.3.5b)", "reef 4.3.5b"),
        ("Two ogres. (matriculation R4)", "matriculation R4"),
        ("A game of somebody. (two-up 1)", "two-up 1"),
        ("No rule at all.", ""),
        ("A remark (plump 2.4) in the middle.", ""),
        ("Somebody's number. (plump)", ""),
    ],
)
def test_a_refusal_ends_with_its_citation(sentence: str, citation: str) -> None:
    assert cited(sentence) == citation


def test_a_narrow_page_has_lists_for_tables() -> None:
    text = (
        "Words.\n\n| setback | fix | |\n|---|---|---|\n| Probation | GPA OK | x |\n| | Sainthood | |\n\n"
        "| players | 2 | 3 |\n|---|---|---|\n| stock | 44 | 37 |\n\nMore.\n"
    )
    sections = parse_sections(f"# Page\n{text}")

    assert to_markdown(sections, has_tables=False) == (
        "# Page\nWords.\n\n- **Probation**: fix: GPA OK; x\n- fix: Sainthood\n\n"
        "- **stock by players**: 2: 44; 3: 37\n\nMore.\n"
    )
    assert "|" in to_markdown(sections)


@pytest.mark.parametrize("game", ["plump", "matriculation", "cahoots", "kings", "reef"])
def test_a_narrow_page_keeps_every_cell_of_the_tables(game: str) -> None:
    sections = rules_sections(game)
    narrow = to_markdown(sections, has_tables=False)
    cells = [
        cell.strip()
        for line in to_markdown(sections).splitlines()
        if line.startswith("|")
        for cell in line.split("|")
        if set(cell) - set("|-: ")
    ]

    assert [cell for cell in cells if cell not in narrow] == []
    assert not any(line.startswith("|") for line in narrow.splitlines())


def test_a_row_of_a_table_becomes_an_item_by_number_if_its_titles_are_numbers() -> None:
    tables = (
        "| players | 3 | 4 |\n| :- | -: | - |\n| cards | 5 | 6 |\n\n"
        "| players | each | 4 |\n|---|---|---|\n| 3 | 5 | 6 |\n\n"
        "|  | 3 |\n|-|-|\n| cards | 5 |\n"
    )

    assert to_markdown(parse_sections(f"# Deal\n{tables}"), has_tables=False) == (
        "# Deal\n- **cards by players**: 3: 5; 4: 6\n\n- **3**: each: 5; 4: 6\n\n- **cards**: 3: 5\n"
    )
