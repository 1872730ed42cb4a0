"""The screens before the table, by mouse and by keys."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QFocusEvent, QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.animals import Animal
from app.messages import Gathering, Guest
from app.screens.lobby import setup_for
from app.screens.nearby import NearbyRow
from app.screens.program import KeptGames, PastGame
from app.table.start import Unfinished
from net.link.address import make_address
from net.lobby.invitation import Invitation
from tests.support.catalogue import GAMES
from tests.support.values import replace
from ui.art.theme import DARK, LIGHT
from ui.screens.home_page import HomePage
from ui.screens.host_page import HostPage
from ui.screens.waiting_page import WaitingPage
from ui.screens.waiting_table import ChairFrame

INVITATION = str(Invitation((make_address("192.168.1.20", 4000),), bytes(range(32))))
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture(autouse=True)
def clipboard(qapp: object) -> None:
    QGuiApplication.clipboard().setText("")


def home(qtbot: QtBot) -> HomePage:
    page = HomePage(LIGHT, 100)
    qtbot.addWidget(page)
    page.resize(1280, 800)
    page.show()
    return page


def texts(widget: QWidget) -> str:
    QApplication.processEvents()  # new widgets of a layout are shown when it is laid out
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisible())


def test_every_game_is_one_click_away(qtbot: QtBot) -> None:
    page = home(qtbot)
    wanted: list[str] = []
    page.play_wanted.connect(wanted.append)
    for each in page.games:
        qtbot.mouseClick(each, LEFT)
    page.games[0].setFocus()
    qtbot.keyClick(page.games[0], Qt.Key.Key_Space)

    assert wanted == [*GAMES, "plump"]


def test_an_invitation_is_judged_while_it_is_typed(qtbot: QtBot) -> None:
    page = home(qtbot)
    wanted: list[str] = []
    page.join_wanted.connect(wanted.append)

    assert not page.join.isEnabled()
    page.invitation.setText("hello")
    assert page.fault.text() == "This does not begin with SHOAL: as an invitation does."
    qtbot.keyClick(page.invitation, Qt.Key.Key_Return)
    page.invitation.setText(f" {INVITATION} ")
    qtbot.mouseClick(page.join, LEFT)
    qtbot.keyClick(page.invitation, Qt.Key.Key_Return)
    assert wanted == [INVITATION, INVITATION]


def test_an_invitation_in_the_clipboard_is_found(qtbot: QtBot) -> None:
    page = home(qtbot)
    QGuiApplication.clipboard().setText(f"come and play: {INVITATION}")
    qtbot.waitUntil(lambda: page.invitation.text() == INVITATION)

    assert page.join.isEnabled()
    assert page.fault.text() == "This invitation is from your clipboard."
    page.invitation.clear()
    QApplication.sendEvent(page.invitation, QFocusEvent(QEvent.Type.FocusIn))
    assert page.invitation.text() == INVITATION


def test_games_of_before_can_be_continued_and_looked_at(qtbot: QtBot) -> None:
    page = home(qtbot)
    told: list[tuple[str, str]] = []
    page.resume_wanted.connect(lambda table: told.append(("resume", table)))
    page.list.watch_wanted.connect(lambda table: told.append(("watch", table)))
    page.list.save_wanted.connect(lambda table: told.append(("save", table)))
    game = Unfinished("ab", "plump", ("Lisa", "Toby"), 7, 0)
    page.list.delete_wanted.connect(lambda game: told.append(("delete", game.table)))
    page.tell_games(KeptGames((game,), (PastGame("cd", "kings", ("Lisa", "Ada"), 0, "Ada has won"),)), "Lisa")
    for verb in ("Continue", "Replay"):
        found = [each for each in page.findChildren(QPushButton) if each.text() == verb]
        assert found[0].accessibleName().startswith(f"{verb}: ")
        qtbot.mouseClick(found[0], LEFT)
    menus = [each.menu() for each in page.findChildren(QPushButton) if each.text() == "More"]
    for menu, text in zip(menus, ("Delete…", "Save…"), strict=True):
        next(each for each in menu.actions() if each.text() == text).trigger()

    assert told == [("resume", "ab"), ("watch", "cd"), ("delete", "ab"), ("save", "cd")]
    assert "Plump with Toby" in texts(page)
    assert "Ada has won" in texts(page)


@pytest.mark.parametrize("size", [(1280, 800), (1280, 900), (1920, 1080), (2560, 1440), (800, 600)])
def test_a_table_that_is_found_moves_nothing_under_the_mouse(qtbot: QtBot, size: tuple[int, int]) -> None:
    """Things above and beside the list stay: "Go on" was once pressed on the place that it had just left."""
    page = home(qtbot)
    page.resize(*size)
    page.tell_games(KeptGames((Unfinished("ab", "plump", ("Lisa", "Toby"), 7, 0),), ()), "Lisa")
    go_on = next(each for each in page.findChildren(QPushButton) if each.text() == "Continue")

    above_and_beside = (*page.games, page.learn, page.record, go_on, page.host, page.join)
    aimed_at = [each.mapTo(page, each.rect().center()) for each in settled(above_and_beside)]
    found = [
        NearbyRow(name, f"Plump with {name} · no seat free", f"{name}'s key: ECXO-6DYO-QDMR-PBJY · " * 3)
        for name in ("Lisa", "Ada", "Bo")
    ]
    for rows in (found[:1], found):
        page.nearby.rows.tell(rows)
        for each, aim in zip(settled(above_and_beside), aimed_at, strict=True):
            assert each.rect().contains(each.mapFrom(page, aim)), each.accessibleName() or each.text()


def settled(widgets: Sequence[QAbstractButton]) -> Sequence[QAbstractButton]:
    """The widgets, once no turn of the event loop moves them any more."""
    places: list[QRect] = []
    while places != (places := [QRect(each.mapToGlobal(QPoint()), each.size()) for each in widgets]):
        QApplication.processEvents()
    return widgets


def test_a_seat_of_the_player_from_today_is_at_the_top_of_the_page_and_moves_nothing(qtbot: QtBot) -> None:
    page = home(qtbot)
    wanted: list[str] = []
    page.resume_wanted.connect(wanted.append)
    page.tell_games(KeptGames(), "Lisa")
    places = [each.geometry() for each in settled(page.games)]
    guests = (Guest("Lisa", "", animal=Animal.CRAB), Guest("Lisa", "", animal=Animal.SEAL))
    game = Unfinished("ab", "plump", ("Lisa", "Lisa"), 7, int(time.time()), guests=guests, seat=1)
    page.tell_games(KeptGames((game,)), "Lisa")

    assert [each.geometry() for each in settled(page.games)] == places
    assert page.kept_text.text() == "Your game with Lisa goes on."
    assert page.kept_faces.faces == (Animal.CRAB,), "the others, without one's own face"
    assert not page.aim.isVisible()
    assert page.back.mapTo(page, QPoint()).y() < page.games[0].mapTo(page, QPoint()).y()
    qtbot.mouseClick(page.back, LEFT)
    assert wanted == ["ab"]
    page.tell_games(KeptGames((replace(game, created=0), replace(game, is_adjourned=True))), "Lisa")
    assert not page.back.isVisible() and page.aim.isVisible()


def test_an_adjourned_game_can_be_continued(qtbot: QtBot) -> None:
    page = home(qtbot)
    page.tell_games(
        KeptGames((Unfinished("ab", "plump", ("Lisa", "Toby"), 7, 0, is_adjourned=True),)), "Lisa"
    )
    found = [each.text() for each in page.findChildren(QPushButton)]

    assert "Continue" in found
    assert "· adjourned" in texts(page)


def test_without_earlier_games_a_sentence_says_so(qtbot: QtBot) -> None:
    page = home(qtbot)
    page.tell_games(KeptGames(), "Lisa")

    assert "Your games will appear here" in texts(page)


def test_games_that_cannot_be_listed_are_not_reported_as_missing(qtbot: QtBot) -> None:
    page = home(qtbot)
    looked: list[bool] = []
    page.list.look_wanted.connect(lambda: looked.append(True))
    page.tell_games(KeptGames(problem="Another Shoal is open."), "Lisa")

    assert "Another Shoal is open." in texts(page)
    assert "will appear here" not in texts(page)
    qtbot.mouseClick(
        next(each for each in page.findChildren(QPushButton) if each.text() == "Try again"), LEFT
    )
    assert looked == [True]


def test_ones_own_invitation_is_not_offered_to_oneself(qtbot: QtBot) -> None:
    page = home(qtbot)
    page.tell_player("Lisa", lambda: bytes(range(32)))
    QGuiApplication.clipboard().setText(INVITATION)
    QApplication.sendEvent(page.invitation, QFocusEvent(QEvent.Type.FocusIn))

    assert page.invitation.text() == ""
    page.invitation.setText(INVITATION)
    assert not page.join.isEnabled()
    assert "a table of your own" in page.fault.text()


def test_the_lobby_shows_the_name_and_the_warning(qtbot: QtBot) -> None:
    page = home(qtbot)
    page.tell_player("Lisa", bytes)
    page.tell_warning("the disk is full")

    assert page.name.accessibleName() == "You play as Lisa" and "Lisa" in texts(page)
    assert "the disk is full" in texts(page)
    page.tell_warning("")
    page.tell_player("", bytes)
    assert page.warning.isHidden() and page.name.text() == ""


@pytest.mark.parametrize("scale", [80, 100, 150, 200])
def test_a_game_button_grows_with_the_text(qtbot: QtBot, scale: int) -> None:
    page = home(qtbot)
    before = page.games[0].minimumSizeHint()
    page.set_look(DARK, scale)
    after = page.games[0].minimumSizeHint()

    assert (after.width() > before.width()) == (scale > 100)
    assert not page.games[0].grab().isNull()


def test_the_form_keeps_every_change_and_opens_the_table_with_them(qtbot: QtBot) -> None:
    page = HostPage(LIGHT)
    qtbot.addWidget(page)
    page.show()
    opened: list[object] = []
    page.opened.connect(opened.append)
    page.resize(1280, 800)
    QApplication.processEvents()
    qtbot.mouseClick(next(each for each in page.games if each.offer.key == "cahoots"), LEFT)
    assert [each.offer.key for each in page.games if each.isChecked()] == ["cahoots"]
    page.seats.setValue(2)
    ends = next(each for each in page.findChildren(QComboBox) if each.accessibleName() == "The game ends")
    assert [ends.itemText(at) for at in range(2)] == [
        "when only one player has cards left",
        "when the first hand is empty",
    ]
    ends.setCurrentIndex(1)
    qtbot.mouseClick(page.open, LEFT)

    setup = setup_for("cahoots", seats=2)
    assert opened == [setup.with_option("ends", "first")]
    assert page.summary.text() == "You and 1 other player."


def test_everything_but_game_and_seats_is_behind_more_and_summed_up_in_a_sentence(qtbot: QtBot) -> None:
    page = HostPage(LIGHT)
    qtbot.addWidget(page)
    page.show()
    assert page.rest.text() == "The usual rules; when somebody is gone, the others decide; nobody may watch."
    assert not [each for each in page.findChildren(QComboBox) if each.isVisible()]
    qtbot.mouseClick(page.more, LEFT)
    watch = next(each for each in page.findChildren(QComboBox) if each.accessibleName() == "Spectators")
    watch.setCurrentIndex(2)
    qtbot.mouseClick(page.more, LEFT)

    assert not watch.isVisible()
    assert page.rest.text() == "The usual rules; spectators: anybody."


def test_an_impossible_table_is_not_opened(qtbot: QtBot) -> None:
    page = HostPage(LIGHT)
    qtbot.addWidget(page)
    page.show()
    page.show_setup(setup_for("cahoots", seats=2).with_option("dealer", "7"), rebuild=True)

    assert not page.open.isEnabled()
    assert page.fault.text() == "The dealer's seat is not one of the 2 seats of the table."


def test_every_option_says_what_it_is_about(qtbot: QtBot) -> None:
    page = HostPage(LIGHT)
    qtbot.addWidget(page)
    page.show()
    qtbot.mouseClick(page.more, LEFT)
    for game in GAMES.values():
        page.show_setup(setup_for(game.key), rebuild=True)
        QApplication.processEvents()
        boxes = {each.accessibleName(): each for each in page.findChildren(QComboBox)}
        for option in game.options:
            assert boxes[option.title].accessibleDescription() == option.about
            assert option.about in texts(page)


def test_the_waiting_page_shows_who_has_come(qtbot: QtBot) -> None:
    page = WaitingPage(LIGHT)
    qtbot.addWidget(page)
    page.show()
    page.begin("The table opens")
    page.tell(
        Gathering(
            "plump",
            (("length", "short"),),
            3,
            (Guest("Lisa", "C54M"), Guest("Bot Ada", "", bot=True, runner="Lisa")),
            INVITATION,
            own="C54M",
        )
    )

    shown = texts(page)
    assert "Waiting for 1 more player." in shown
    assert "Length: a short game" in shown
    assert "a bot that Lisa runs" in shown and "The player who runs a bot can see its hand." in shown
    assert "A free seat" in shown and "key: C54M" not in shown
    chairs = [each for each in page.findChildren(ChairFrame) if each.isVisible()]
    assert [(each.press or each).toolTip() for each in chairs] == [
        "key: C54M", "a bot; Lisa runs it and can see its hand", ""
    ]  # fmt: skip
    assert "192.168.1.20, port 4000" in shown


def test_titles_and_boxes_of_the_form_are_aligned(qtbot: QtBot) -> None:
    page = HostPage(LIGHT)
    qtbot.addWidget(page)
    page.resize(1280, 1100)
    page.show()
    page.show_setup(setup_for("reef"), rebuild=True)
    qtbot.mouseClick(page.more, LEFT)
    QApplication.processEvents()
    titles = [each for each in page.findChildren(QLabel) if each.buddy() is not None and each.isVisible()]
    boxes = [title.buddy() for title in titles]

    def middles() -> list[int]:
        pairs = zip(titles, boxes, strict=True)
        return [abs(title.geometry().center().y() - box.geometry().center().y()) for title, box in pairs]

    assert len(titles) == 1 + len(GAMES["reef"].options) + len(setup_for("reef").offered_terms)
    qtbot.waitUntil(lambda: max(middles()) <= 2)
    assert len({box.mapTo(page, box.rect().topLeft()).x() for box in boxes}) == 1


def test_the_invitation_is_copied(qtbot: QtBot) -> None:
    page = WaitingPage(LIGHT)
    qtbot.addWidget(page)
    page.show()
    page.begin("The table opens")
    page.tell(Gathering("plump", (), 3, (Guest("Lisa", ""),), INVITATION))
    qtbot.mouseClick(page.copy, LEFT)

    assert QGuiApplication.clipboard().text() == INVITATION
    assert page.copy.text() == "Copied"
    qtbot.waitUntil(lambda: page.copy.text() == "Copy the invitation")


def test_no_invitation_is_shown_to_guests_and_at_tables_of_bots(qtbot: QtBot) -> None:
    page = WaitingPage(LIGHT)
    qtbot.addWidget(page)
    page.show()
    page.begin("Plump")
    page.tell(Gathering("plump", (), 3, (Guest("Lisa", "C54M"),), ""))
    assert page.invite.isHidden()
    bots = Gathering("plump", (), 3, (Guest("Lisa", "C54M"),), INVITATION, "C54M", coming=(b"1", b"2"))
    page.tell(bots)
    assert page.invite.isHidden()
    page.tell(replace(bots, coming=(b"1",)))
    assert page.invite.isVisible(), "a bot was called back: a person may come"


def test_trouble_and_progress_are_shown_on_the_waiting_page(qtbot: QtBot) -> None:
    page = WaitingPage(LIGHT)
    qtbot.addWidget(page)
    page.show()
    page.begin("Checking the record")
    page.tell_progress(3, 9)
    page.tell_trouble("that computer plays another version of the rules")

    assert "3 of 9 steps checked" in texts(page)
    assert "another version" in texts(page)
