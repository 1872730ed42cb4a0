"""The rules of a game as a page: sections, numbered paragraphs, search, and citations.

The page of a game is its `RULES.md`. A paragraph there begins with its number in bold, `**2.4** …`,
and goes on to the next such line or the next heading; a heading may have a number as well,
`## 2 A round`. A citation is the game's key and a number, "plump 2.4", as refusals carry it.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from app.games.catalogue import catalogue

NUMBER: Final = r"R?\d+(?:\.\d+)*[a-z]?"
_MARK: Final = re.compile(rf"\*\*({NUMBER})\*\* ")
_HEADING: Final = re.compile(rf"({NUMBER}) ")
_CITED: Final = re.compile(rf"\(([a-z][a-z0-9-]* {NUMBER})\)$")


class Paragraph(Struct, frozen=True):
    """A numbered part of a rules page; `text` is Markdown without the number."""

    number: str
    text: str


class Section(Struct, frozen=True):
    """A heading of a Markdown text and the text below it, without the marks of the heading."""

    title: str
    text: str
    level: int = 2

    def holds(self, words: tuple[str, ...]) -> bool:
        """True if the section contains all these words (in lower case)."""
        whole = f"{self.title}\n{self.text}".casefold()
        return all(word in whole for word in words)

    @property
    def number(self) -> str:
        """The number at the beginning of the heading, or ""."""
        found = _HEADING.match(self.title)
        return found[1] if found else ""

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """The numbered paragraphs, in order."""
        found: list[Paragraph] = []
        for line in self.text.splitlines():
            if (mark := _MARK.match(line)) is not None:
                found.append(Paragraph(mark[1], line[mark.end() :]))
            elif found:
                found[-1] = Paragraph(found[-1].number, f"{found[-1].text}\n{line}")
        return tuple(Paragraph(each.number, each.text.strip()) for each in found)


def parse_sections(markdown: str) -> tuple[Section, ...]:
    """Split a text into sections, in order; text before the first heading is dropped."""
    sections: list[Section] = []
    for line in markdown.splitlines():
        marks = len(line) - len(line.lstrip("#"))
        if marks and line[marks : marks + 1] == " ":
            sections.append(Section(line[marks:].strip(), "", marks))
        elif sections:
            last = sections[-1]
            sections[-1] = Section(last.title, f"{last.text}{line}\n", last.level)
    return tuple(sections)


def rules_sections(game: str) -> tuple[Section, ...]:
    """Return the rules page of a game; () for an unknown game."""
    entry = catalogue().games.get(game)
    return () if entry is None else parse_sections(entry.rules_page())


def cited(sentence: str) -> str:
    """Return the paragraph that a refusal cites at its end, "plump 2.4"; "" if it cites none."""
    found = _CITED.search(sentence)
    return found[1] if found else ""


def found_paragraph(sections: tuple[Section, ...], number: str) -> Paragraph | None:
    """Return the paragraph with that number, or else the section with its whole text."""
    for section in sections:
        for each in section.paragraphs:
            if each.number == number:
                return each
    for section in sections:
        if number and section.number == number:
            return Paragraph(
                number, f"{section.title.removeprefix(number).strip()}\n\n{section.text.strip()}"
            )
    return None


def found(sections: tuple[Section, ...], query: str) -> tuple[Section, ...]:
    """Return the sections that contain every word of a query; all sections for an empty one."""
    words = tuple(query.casefold().split())
    return tuple(section for section in sections if section.holds(words)) if words else sections


def to_markdown(sections: tuple[Section, ...], *, has_tables: bool = True) -> str:
    """Join the sections to one text; without tables, for a narrow page, lists replace them."""
    whole = "\n".join(f"{'#' * section.level} {section.title}\n{section.text}" for section in sections)
    return whole if has_tables else _listed(whole)


def _listed(markdown: str) -> str:
    """Turn each row of a table into an item: its first cell, then the others with their titles."""
    found: list[str] = []
    titles: list[str] = []
    for line in markdown.splitlines():
        cells = [each.strip() for each in line.strip().strip("|").split("|")] if line.startswith("|") else []
        if not cells:
            titles = []
            found.append(line)
        elif not titles:
            titles = cells
        elif not set(line) <= set("|-: "):
            found.append(_item(titles, cells))
    return "\n".join(found) + "\n"


def _item(titles: list[str], cells: list[str]) -> str:
    is_by_number = bool(titles[0]) and all(each.isdigit() for each in titles[1:])
    begin = f"{cells[0]} by {titles[0]}" if is_by_number else cells[0]
    rest = [
        f"{title}: {cell}" if title else cell
        for title, cell in zip(titles[1:], cells[1:], strict=False)
        if cell
    ]
    return f"- {': '.join(filter(None, (f'**{begin}**' if begin else '', '; '.join(rest))))}"
