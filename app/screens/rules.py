"""The rules of a game as sections that can be searched."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of a Markdown text and what stands below it, both without the marks of the heading."""

    title: str
    text: str
    level: int = 2

    def holds(self, words: tuple[str, ...]) -> bool:
        """Whether all these words (in small letters) are in it."""
        whole = f"{self.title}\n{self.text}".casefold()
        return all(word in whole for word in words)


def parse_sections(markdown: str) -> tuple[Section, ...]:
    """The sections of a text, in order; what stands before the first heading is dropped."""
    sections: list[Section] = []
    for line in markdown.splitlines():
        marks = len(line) - len(line.lstrip("#"))
        if marks and line[marks : marks + 1] == " ":
            sections.append(Section(line[marks:].strip(), "", marks))
        elif sections:
            last = sections[-1]
            sections[-1] = Section(last.title, f"{last.text}{line}\n", last.level)
    return tuple(sections)


def found(sections: tuple[Section, ...], query: str) -> tuple[Section, ...]:
    """The sections that hold every word of a query; all of them for an empty one."""
    words = tuple(query.casefold().split())
    return tuple(section for section in sections if section.holds(words)) if words else sections


def to_markdown(sections: tuple[Section, ...]) -> str:
    """The sections as one text again."""
    return "\n".join(f"{'#' * section.level} {section.title}\n{section.text}" for section in sections)
