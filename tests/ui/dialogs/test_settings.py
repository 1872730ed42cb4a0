"""The settings: what they show at first, and that what they show follows what is chosen."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QPushButton, QSlider
from pytestqt.qtbot import QtBot

from app.animals import ANIMALS, Animal
from app.keep.settings import Settings
from tests.support.values import replace
from ui.art.theme import ThemeName, themed
from ui.dialogs.settings import SettingsDialog

OTHERS = Settings(
    nick="Toby",
    animal="crab",
    theme="dark",
    scale=150,
    felt="wine",
    back="waves",
    sort="rank",
    volume=30,
    animation="slow",
    sound=False,
    chat_sound=False,
    four_colours=False,
    one_click=False,
    plays_forced=True,
    tips=False,
    asks=False,
    visible=True,
)


def shown(qtbot: QtBot, settings: Settings, *, usual: str = "") -> tuple[SettingsDialog, list[Settings]]:
    dialog = SettingsDialog(settings, themed(ThemeName.LIGHT), usual=usual)
    qtbot.addWidget(dialog)
    told: list[Settings] = []
    dialog.changed.connect(told.append)
    dialog.show()
    return dialog, told


def slider(dialog: SettingsDialog, key: str) -> QSlider:
    found = dialog.findChild(QSlider, key)
    assert isinstance(found, QSlider)
    return found


def percents(dialog: SettingsDialog) -> list[str]:
    return [each.text() for each in dialog.findChildren(QLabel) if each.text().endswith("%")]


@pytest.mark.parametrize("settings", [Settings(nick="Lisa"), OTHERS], ids=["usual", "others"])
def test_the_dialog_shows_the_settings_and_reports_nothing_yet(qtbot: QtBot, settings: Settings) -> None:
    dialog, told = shown(qtbot, settings)
    boxes = {each.objectName(): each.currentData() for each in dialog.findChildren(QComboBox)}
    switches = {each.objectName(): each.isChecked() for each in dialog.findChildren(QCheckBox)}

    assert boxes == {key: getattr(settings, key) for key in ("theme", "felt", "back", "sort", "animation")}
    assert len(switches) == 8 and switches == {key: getattr(settings, key) for key in switches}
    assert (dialog.nick.text(), percents(dialog)) == (
        settings.nick, [f"{settings.scale}%", f"{settings.volume}%"]
    )  # fmt: skip
    assert told == []


@pytest.mark.parametrize(("chosen", "ringed"), [("crab", Animal.CRAB), ("", Animal.RAY)])
def test_a_player_without_an_animal_of_their_own_has_the_usual_one(
    qtbot: QtBot, chosen: str, ringed: Animal
) -> None:
    dialog, _ = shown(qtbot, replace(OTHERS, animal=chosen), usual="ray")

    assert dialog.animal._group.checkedId() == ANIMALS.index(ringed)


@pytest.mark.parametrize(
    ("key", "at", "least", "most"), [("scale", 100, 80, 200), ("volume", 50, 0, 100)], ids=["size", "volume"]
)
def test_a_slider_moves_in_steps_of_ten_and_its_value_is_shown(
    qtbot: QtBot, key: str, at: int, least: int, most: int
) -> None:
    dialog, told = shown(qtbot, replace(OTHERS, **{key: at}))
    one = slider(dialog, key)
    seen = []
    for press in (
        Qt.Key.Key_Right,
        Qt.Key.Key_PageDown,
        Qt.Key.Key_PageDown,
        Qt.Key.Key_End,
        Qt.Key.Key_Home,
    ):
        qtbot.keyClick(one, press)
        assert f"{getattr(told[-1], key)}%" in percents(dialog)
        seen.append(getattr(told[-1], key))

    assert seen == [at + 10, at, at - 10, most, least]


@pytest.mark.parametrize(
    ("taught", "tips_seen", "is_offered"),
    [("", "", False), ("plump", "", True), ("", "plump.bid", True), ("plump", "plump.bid", True)],
)
def test_introductions_and_tips_are_offered_again_once(
    qtbot: QtBot, taught: str, tips_seen: str, is_offered: bool
) -> None:
    dialog, told = shown(qtbot, replace(OTHERS, taught=taught, tips_seen=tips_seen))
    again = next(each for each in dialog.findChildren(QPushButton) if "again" in each.text())
    assert again.isEnabled() is is_offered
    qtbot.mouseClick(again, Qt.MouseButton.LeftButton)

    assert not again.isEnabled()
    assert told[-1:] == ([replace(OTHERS, taught="", tips_seen="")] if is_offered else [])


def test_the_last_message_about_the_identity_stays_until_the_next(qtbot: QtBot) -> None:
    dialog, _ = shown(qtbot, OTHERS)
    assert dialog.identity_told.isHidden()
    dialog.tell_identity("Your identity is in me.")
    assert dialog.identity_told.isVisible() and dialog.identity_told.text() == "Your identity is in me."
    dialog.tell_identity("")
    assert dialog.identity_told.isHidden()
