"""The manual: one text for the window, the man page and the web, with the advice for each problem filled
in."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from app.nearby.remedies import LINUX, MAC, WINDOWS, remedy
from app.screens.rules import Section, parse_sections

SYSTEMS: Final = ((WINDOWS, "Windows"), (MAC, "macOS"), (LINUX, "Linux"))
CASES: Final = (("inbound-blocked", "The others cannot reach you"), ("multicast-silent", "You find nobody"))


def manual_text() -> str:
    """Return the manual in Markdown."""
    text = (files("app.screens") / "MANUAL.md").read_text(encoding="utf-8")
    return text.replace("{remedies}", _remedies())


def manual_page() -> tuple[Section, ...]:
    """Return the manual as a page."""
    return parse_sections(manual_text())


def _remedies() -> str:
    return "\n".join(
        f"- **{about}, {name}**: {remedy(kind, system)}" for kind, about in CASES for system, name in SYSTEMS
    )
