"""All letters come from the fonts that Shoal brings, whatever others a computer has."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest
from PySide6.QtGui import QFont, QRawFont
from PySide6.QtWidgets import QApplication, QTextBrowser

from app.games.catalogue import own_games
from app.screens.manual import manual_text
from app.screens.status import Standing
from tests.support.brought import strange_fonts, strange_letters
from ui.art.fonts import FILES, register_fonts, ui_font
from ui.dialogs.sheet import PrintedSheet, write_sheet
from ui.parts import show_markdown

ROOT = Path(__file__).resolve().parents[3]
PAGES = {entry.rules.key: entry.rules_page() for entry in own_games()} | {"manual": manual_text()}


@pytest.mark.parametrize("name", [each for each in FILES if "Sans" in each])
def test_the_fonts_have_every_character_that_we_write(qapp: QApplication, name: str) -> None:
    font = QRawFont(str(files("ui.art") / "fonts" / name), 16)
    texts = [
        path.read_text(encoding="utf-8")
        for room in ("app", "net", "rules", "ui")
        for path in (ROOT / room).rglob("*")
        if path.suffix in (".py", ".md")
    ]
    written = set("".join(texts)) - {"\n", "\ufeff"}

    assert len(texts) > 300
    assert [each for each in sorted(written) if not font.supportsCharacter(ord(each))] == []


@pytest.mark.parametrize("name", FILES)
def test_our_fonts_have_names_that_no_system_font_has(qapp: QApplication, name: str) -> None:
    """On computers with Inter, slanted words were set in that font instead of ours."""
    assert QRawFont(str(files("ui.art") / "fonts" / name), 16).familyName().startswith("Shoal ")


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_set_in_our_fonts(qapp: QApplication, name: str) -> None:
    """Boards and code in a text have it as well; otherwise Qt would take this computer's own letters."""
    register_fonts()
    browser = QTextBrowser()
    browser.setFont(ui_font(14))
    show_markdown(browser, PAGES[name])
    browser.document().setTextWidth(400)
    assert browser.document().size().height() > 1000  # the font is resolved when the text is laid out
    block, found = browser.document().begin(), set()
    while block.isValid():
        found |= strange_fonts(block.layout())
        block = block.next()

    assert found == set()


def test_a_sheet_is_printed_in_our_fonts(qapp: QApplication, tmp_path: Path) -> None:
    register_fonts()
    path = tmp_path / "sheet.pdf"
    standings = Standing(1, "Lisa", "12 points"), Standing(2, "Toby", "7 points")
    write_sheet(path, PrintedSheet("Plump", "", standings, "cards  Lisa  Toby\n    5    12     ●"))
    named = re.findall(rb"/FontName /\w+\+([\w-]+)", path.read_bytes())

    assert {each.decode() for each in named} == {each.removesuffix(".otf") for each in FILES}


def test_a_font_of_the_system_is_recognised_as_such(qapp: QApplication) -> None:
    """Without this the other tests of this file and `tests.support.seen` would notice nothing."""
    register_fonts()

    assert strange_letters("Lisa", ui_font(14)) == set()
    assert strange_letters("Lisa", QFont("monospace"))
