"""The rules as sections, and their search."""

from __future__ import annotations

from app.screens.rules import Section, found, parse_sections, to_markdown

TEXT = "before\n# Plump\nshort\n## Bidding\nThe last bid.\n#no heading\n\n## Playing\nFollow **suit**.\n"
SECTIONS = (
    Section("Plump", "short\n", 1),
    Section("Bidding", "The last bid.\n#no heading\n\n"),
    Section("Playing", "Follow **suit**.\n"),
)


def test_a_text_is_cut_at_its_headings() -> None:
    assert parse_sections(TEXT) == SECTIONS


def test_nothing_is_no_section() -> None:
    assert parse_sections("") == parse_sections("no heading\n") == ()


def test_a_query_needs_all_its_words() -> None:
    assert found(SECTIONS, "LAST bid") == (SECTIONS[1],)
    assert found(SECTIONS, "last suit") == ()
    assert found(SECTIONS, "playing") == (SECTIONS[2],)


def test_no_query_finds_everything() -> None:
    assert found(SECTIONS, "  ") == SECTIONS


def test_sections_become_the_text_again() -> None:
    assert parse_sections(to_markdown(SECTIONS)) == tuple(
        Section(each.title, each.text + ("\n" if each is not SECTIONS[-1] else ""), each.level)
        for each in SECTIONS
    )
