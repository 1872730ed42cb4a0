"""The tables of this network in the lobby: pressed as a player would, asked about before anybody is found."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QFileDialog, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.animals import Animal
from app.messages import Guest
from app.nearby.around import (
    Around,
    FoundPerson,
    FoundTable,
    HostRequest,
    Invited,
    KnownPerson,
    NetworkFacts,
    UnreachablePerson,
)
from app.nearby.showing import marked
from app.records.evening import Evening, Wins
from app.screens.lobby import setup_for
from app.screens.nearby import newer_version, rows, table_about
from app.screens.program import KeptGames
from app.table.start import Callee, Hosting, Joining, Resuming, Spectating, Unfinished
from net.discovery.notice import Access
from tests.support.values import replace
from tests.support.window import STILL, Ear, FakeProgram
from ui.dialogs.passphrase import PassphraseDialog
from ui.screens.face_row import FaceRow
from ui.window import Window

LEFT = Qt.MouseButton.LeftButton
LISA = FoundTable(
    host="Stephen",
    words="C54M-GELQ-YX4V-OE2G",
    invitation="SHOAL:STEPHEN",
    game="plump",
    options=(),
    seats=4,
    taken=("Stephen", "Toby"),
    bots=0,
    access=Access.ASKED,
    spectators=0,
    version="0.1.0",
)
ED = replace(
    LISA, host="Ed", words="PGTB-I3Z4-YDLN-GAQV", invitation="SHOAL:ED", game="kings", taken=("Ed", "Toby")
)
ANNA = FoundPerson("Anna", "BBBB-I3Z4-YDLN-GAQV", bytes(32), ("192.168.1.7:50000",), "met before")
SEEN = NetworkFacts(("192.168.1.20",), ("192.168.1.0/24",), answering=1, looked_s=9)


class Lobby:
    """A window in the lobby, with the results of its search."""

    def __init__(self, qtbot: QtBot, folder: Path, **given: object) -> None:
        self.qtbot = qtbot
        self.program = FakeProgram(folder, **given)  # type: ignore[arg-type]
        self.window = Window(self.program, Ear())
        qtbot.addWidget(self.window)
        self.window.resize(1280, 800)
        self.window.show()
        self.window.look_at_games()

    def find(self, *tables: FoundTable, **more: object) -> None:
        self.program.searches[-1].told(Around(tables, facts=SEEN, **more))  # type: ignore[arg-type]
        self.settle()

    def settle(self) -> None:
        for _ in range(3):
            QApplication.processEvents()

    def button(self, text: str, within: QWidget | None = None) -> QPushButton:
        every = (within or self.window.home.nearby).findChildren(QPushButton)
        [found] = [
            each for each in every if text in (each.text(), each.accessibleName()) and each.isVisible()
        ]
        return found

    @property
    def texts(self) -> str:
        labels = self.window.home.nearby.findChildren(QLabel)
        return "\n".join(each.text() for each in labels if each.isVisible())


@pytest.fixture
def lobby(qtbot: QtBot, tmp_path: Path) -> Lobby:
    return Lobby(qtbot, tmp_path)


def test_one_click_on_a_table_joins_it(lobby: Lobby) -> None:
    assert "Looking for tables" in lobby.texts
    lobby.find(LISA, ED)
    assert "Stephen and Toby wait at Plump: 2 seats free" in lobby.texts
    lobby.qtbot.mouseClick(lobby.button("Sit down: Ed and Toby wait at Kings: 2 seats free"), LEFT)

    assert lobby.program.tables[-1].start == Joining("SHOAL:ED")
    assert lobby.program.searches[-1].stopped  # the port is closed before the table opens its own


def test_a_table_that_may_be_watched_is_one_click_away(lobby: Lobby) -> None:
    lobby.find(LISA, replace(ED, access=Access.CLOSED, can_watch=True, spectators=3))
    watch = [
        each
        for each in lobby.window.home.nearby.findChildren(QPushButton)
        if each.isVisible() and each.text() == "Watch"
    ]
    assert len(watch) == 1 and "3 spectators" in lobby.texts
    lobby.qtbot.mouseClick(watch[0], LEFT)

    assert lobby.program.tables[-1].start == Spectating("SHOAL:ED")


def test_people_met_are_listed_and_invited_again_when_they_appear(lobby: Lobby) -> None:
    met = KnownPerson("Anna", ANNA.words, "met before", 1_788_000_000)
    lobby.find(LISA)
    assert not lobby.window.home.nearby.people.isVisible()
    lobby.find(LISA, met=(met, KnownPerson("Ed", ED.words, "known", table=ED)))
    lobby.qtbot.mouseClick(lobby.button("People you have met…"), LEFT)
    dialog = lobby.window.side.top
    said = "\n".join(each.text() for each in dialog.findChildren(QLabel) if each.isVisible())
    assert "Anna is not here now" in said and "Ed and Toby wait at Kings: 2 seats free" in said
    assert "last played with you on 29 August 2026" in said
    assert [each.text() for each in dialog.findChildren(QPushButton) if each.isVisible()] == [
        "Sit down", "Close"
    ]  # fmt: skip

    lobby.find(LISA, people=(ANNA,), met=(replace(met, here=ANNA),))
    lobby.qtbot.mouseClick(lobby.button("Invite…", dialog), LEFT)
    assert not dialog.isVisible()
    assert lobby.window.opening.form.isVisible() and "Anna" in lobby.window.opening.form.invited.text()


def test_a_row_keeps_its_place_while_others_change(lobby: Lobby) -> None:
    lobby.find(ED)
    before = lobby.button("Sit down")
    lobby.find(LISA, replace(ED, taken=("Ed", "Ann", "Bo")))
    rows = [each for each in lobby.window.home.nearby.findChildren(QPushButton) if each.text() == "Sit down"]

    assert rows[0] is before
    assert "Ed, Ann and Bo wait at Kings: 1 seat free" in before.accessibleName()
    lobby.find(LISA)
    assert "Kings" not in lobby.texts


def test_a_table_that_cannot_be_joined_says_why(lobby: Lobby) -> None:
    lobby.find(replace(LISA, hindrance="Your program does not have this game."))

    assert not lobby.button("Sit down").isEnabled()
    assert "Your program does not have this game." in lobby.texts


def test_a_table_that_plays_says_who_and_offers_no_seat(lobby: Lobby) -> None:
    lobby.find(replace(LISA, access=Access.CLOSED, taken=("Stephen", "", "")))

    assert "Stephen and 2 more play Plump" in lobby.texts
    assert not [each for each in lobby.window.home.nearby.rows.findChildren(QPushButton) if each.isVisible()]


OWN = Unfinished(
    *("ab" * 32, "plump", ("Stephen", "Lisa"), 3, 0),
    guests=(Guest("Stephen", LISA.words), Guest("Lisa", "")),
    seat=1,
    room="7a",
)
PLAYED = replace(LISA, access=Access.CLOSED, key=b"key")


def test_a_player_can_return_as_soon_as_a_table_has_told_that_it_is_theirs(
    qtbot: QtBot, tmp_path: Path
) -> None:
    lobby = Lobby(qtbot, tmp_path, kept=KeptGames((OWN,)))
    lobby.find(PLAYED, replace(PLAYED, game="kings", key=b"other"))
    assert "Your game" not in lobby.texts
    assert lobby.program.searches[-1].pointed == {b"key"}, "only this can be our own table, so it is asked"
    lobby.find(replace(PLAYED, table="7a"))
    assert lobby.program.searches[-1].pointed == frozenset(), "it has told"
    assert "Your game is still on: Stephen and Toby play Plump" in lobby.texts
    lobby.qtbot.mouseClick(lobby.button("Return"), LEFT)

    assert lobby.program.tables[-1].start == Resuming(OWN.table)


@pytest.mark.parametrize("other", ["ff", ""])
def test_two_tables_of_the_same_host_and_game_are_told_apart(other: str) -> None:
    own, another = replace(PLAYED, table="7a"), replace(PLAYED, table=other)
    shown = rows(Around((another, own), facts=SEEN), own=(OWN,))

    assert [each.resumes for each in shown] == [OWN.table, ""]
    assert [each.text.startswith("Your game is still on") for each in shown] == [True, False]


def test_the_faces_of_those_who_are_here_are_shown(lobby: Lobby) -> None:
    lobby.find(replace(LISA, animals=(Animal.SEAL, Animal.CRAB)), people=(ANNA,))
    rows = [each for each in lobby.window.home.nearby.findChildren(FaceRow) if each.isVisible()]

    assert [(each.faces, each.free) for each in rows] == [((Animal.SEAL, Animal.CRAB), 2), ((None,), 0)]


def test_the_letters_of_a_key_are_behind_the_name_and_beside_a_warning(lobby: Lobby) -> None:
    lobby.find(LISA, replace(ED, warning="Careful: another key."))

    assert LISA.words not in lobby.texts
    assert f"Careful: another key. Ed's key: {ED.words}." in lobby.texts
    tips = [each.toolTip() for each in lobby.window.home.nearby.findChildren(QLabel)]
    assert f"Stephen's key: {LISA.words}" in tips


def test_a_table_of_a_game_from_a_package_names_it() -> None:
    assert "package" not in table_about(LISA)
    assert table_about(replace(LISA, package="shoal-hearts 0.1.0, content 3fa92b1c")).endswith(
        " · from the package shoal-hearts 0.1.0, content 3fa92b1c"
    )


def test_an_empty_network_is_reported_with_possible_obstacles(lobby: Lobby) -> None:
    lobby.program.searches[-1].told(Around(facts=replace(SEEN, answering=0)))
    lobby.settle()
    assert "No table can be found on this network now." in lobby.texts
    assert "Nobody else was found on this network." in lobby.texts

    lobby.qtbot.mouseClick(lobby.button("Find the cause…"), LEFT)
    dialog = lobby.window.side.top
    lobby.program.searches[-1].told(Around(facts=NetworkFacts()))
    lobby.settle()
    assert "This computer is not on a network." in [each.text() for each in dialog.findChildren(QLabel)]


def test_the_first_table_asks_whether_it_may_be_found_and_never_again(qtbot: QtBot, tmp_path: Path) -> None:
    lobby = Lobby(qtbot, tmp_path, settings=replace(STILL, asked_visible=False))
    lobby.window.opening.form.opened.emit(setup_for("kings"))
    assert lobby.program.tables == []  # no neighbour is found before the question is answered
    lobby.qtbot.mouseClick(lobby.button("Yes, let them find it", lobby.window.side.top), LEFT)

    start = lobby.program.tables[-1].start
    assert isinstance(start, Hosting) and start.visible
    assert lobby.program.settings.visible and lobby.program.settings.asked_visible


def test_a_refusal_is_remembered_and_the_table_is_hidden(qtbot: QtBot, tmp_path: Path) -> None:
    lobby = Lobby(qtbot, tmp_path, settings=replace(STILL, asked_visible=False))
    lobby.window.opening.form.opened.emit(setup_for("kings"))
    lobby.qtbot.mouseClick(lobby.button("No, by invitation only", lobby.window.side.top), LEFT)

    start = lobby.program.tables[-1].start
    assert isinstance(start, Hosting) and not start.visible
    assert lobby.program.settings.asked_visible and not lobby.program.settings.visible


def test_a_question_that_is_closed_opens_no_table(qtbot: QtBot, tmp_path: Path) -> None:
    lobby = Lobby(qtbot, tmp_path, settings=replace(STILL, asked_visible=False))
    lobby.window.opening.form.opened.emit(setup_for("kings"))
    lobby.window.side.top.reject()

    assert lobby.program.tables == [] and not lobby.program.settings.asked_visible


def test_tables_of_only_bots_are_neither_asked_about_nor_shown(qtbot: QtBot, tmp_path: Path) -> None:
    lobby = Lobby(qtbot, tmp_path, settings=replace(STILL, visible=True, asked_visible=False))
    lobby.window.opening.form.opened.emit(setup_for("kings").with_bots(3))

    start = lobby.program.tables[-1].start
    assert isinstance(start, Hosting) and not start.visible


@pytest.mark.parametrize("visible", [True, False])
def test_a_table_that_is_joined_is_found_by_others_if_the_player_wants_to_be(
    qtbot: QtBot, tmp_path: Path, *, visible: bool
) -> None:
    lobby = Lobby(qtbot, tmp_path, settings=replace(STILL, visible=visible))
    lobby.find(ED)
    lobby.qtbot.mouseClick(lobby.button("Sit down: Ed and Toby wait at Kings: 2 seats free"), LEFT)

    assert lobby.program.tables[-1].start == Joining("SHOAL:ED", visible=visible)


def test_the_switch_for_visibility_in_the_settings_restarts_the_search(lobby: Lobby) -> None:
    before = lobby.program.searches[-1]
    lobby.window.side.show_settings()
    switches = lobby.window.side.top.findChildren(QCheckBox)
    [switch] = [each for each in switches if each.objectName() == "visible"]
    switch.setFocus()
    lobby.qtbot.keyClick(switch, Qt.Key.Key_Space)

    assert lobby.program.settings.visible
    assert before.stopped and lobby.program.searches[-1] is not before


def test_after_another_identity_is_loaded_the_lobby_looks_and_is_found_under_it(
    lobby: Lobby, tmp_path: Path
) -> None:
    before, path = lobby.program.searches[-1], tmp_path / "me"
    path.write_bytes(b"an identity")
    lobby.window.side.show_settings()
    settings = lobby.window.side.top
    lobby.qtbot.mouseClick(lobby.button("Load an identity…", settings), LEFT)
    files = settings.findChildren(QFileDialog)[-1]
    files.selectFile(str(path))
    files.fileSelected.emit(str(path))
    asked = settings.findChild(PassphraseDialog)
    asked.findChildren(QLineEdit)[0].setText("three small fishes")
    lobby.qtbot.mouseClick(asked.fine, LEFT)

    assert lobby.program.read == [(path, "three small fishes")]
    assert before.stopped and lobby.program.searches[-1] is not before
    assert before.is_waited_for, "one player is not found under two names at once"
    assert not lobby.program.searches[-1].stopped


def test_somebody_who_is_here_is_invited_to_a_table_of_ours(lobby: Lobby) -> None:
    lobby.find(people=(ANNA,))
    lobby.qtbot.mouseClick(lobby.button("Choose…"), LEFT)
    assert lobby.window.pages.currentWidget() is lobby.window.opening.form
    assert (
        lobby.window.opening.form.invited.text() == "Anna sees your invitation as soon as the table is open."
    )
    lobby.qtbot.mouseClick(lobby.window.opening.form.open, LEFT)

    start = lobby.program.tables[-1].start
    assert isinstance(start, Hosting)
    assert start.calls == (Callee("Anna", bytes(32), ("192.168.1.7:50000",)),)


def test_one_press_hosts_a_table_and_calls_a_person_who_is_here(lobby: Lobby) -> None:
    lobby.find(people=(ANNA,))
    lobby.qtbot.mouseClick(lobby.button("Play with Anna"), LEFT)

    start = lobby.program.tables[-1].start
    assert isinstance(start, Hosting) and (start.game, start.seats, start.bots) == ("plump", 2, 0)
    assert start.calls == (Callee("Anna", bytes(32), ("192.168.1.7:50000",)),)
    assert start.welcome == (ANNA.words,)  # people whom we have called need not knock


def test_a_player_who_can_be_seen_can_also_invite_a_stranger(qtbot: QtBot, tmp_path: Path) -> None:
    lobby = Lobby(qtbot, tmp_path, settings=replace(STILL, visible=False, asked_visible=True))
    lobby.find(people=(replace(ANNA, about=""),))
    assert not lobby.button("Play with Anna").isEnabled() and "Anna does not know you yet." in lobby.texts

    lobby.qtbot.mouseClick(lobby.button("Let others see you here…"), LEFT)
    lobby.qtbot.mouseClick(lobby.button("Yes, let them find it", lobby.window.side.top), LEFT)
    assert lobby.program.settings.visible
    lobby.find(people=(replace(ANNA, about=""),))
    assert lobby.button("Play with Anna").isEnabled()


def test_a_person_out_of_reach_is_played_with_through_another(lobby: Lobby) -> None:
    beyond = UnreachablePerson("Toby", LISA.words, b"t" * 32, ANNA)
    lobby.find(people=(ANNA,), beyond=(beyond,))
    assert "Toby is here, through Anna's computer" in lobby.texts
    lobby.qtbot.mouseClick(lobby.button("Ask to host"), LEFT)

    assert lobby.program.searches[-1].asked == [beyond]
    assert not lobby.button("Asked").isEnabled()


def test_a_player_asked_to_host_for_two_does_so_in_one_press(lobby: Lobby) -> None:
    toby = replace(ANNA, nick="Toby", words=LISA.words, key=b"t" * 32)
    lobby.find(people=(ANNA, toby), wanted=(HostRequest(ANNA, toby),))
    assert "Anna asks you to host a table" in lobby.texts
    lobby.qtbot.mouseClick(lobby.button("Host for both"), LEFT)

    start = lobby.program.tables[-1].start
    assert isinstance(start, Hosting) and (start.seats, start.bots) == (3, 0)
    assert [each.nick for each in start.calls] == ["Anna", "Toby"]


def test_a_line_is_said_to_all_and_taken_back(qtbot: QtBot, tmp_path: Path) -> None:
    lobby = Lobby(qtbot, tmp_path, settings=replace(STILL, visible=True))
    lobby.find(people=(replace(ANNA, line="<b>Plump</b>?"),))
    assert "Anna says: “<b>Plump</b>?”" in lobby.texts
    nearby = lobby.window.home.nearby
    nearby.say.setText("In ten\tminutes")
    lobby.qtbot.keyClick(nearby.say, Qt.Key.Key_Return)
    assert lobby.program.searches[-1].line == "In ten minutes"
    assert "Everybody here can read: “In ten minutes”." in lobby.texts

    lobby.window.nearby.stop()
    lobby.window.nearby.start()
    assert lobby.program.searches[-1].line == "In ten minutes"  # said again after a second look
    nearby.say.clear()
    lobby.qtbot.keyClick(nearby.say, Qt.Key.Key_Return)
    assert lobby.program.searches[-1].line == ""


def test_of_many_tables_a_few_are_shown_and_others_can_be_searched_for(lobby: Lobby) -> None:
    lobby.find(*(replace(LISA, host=f"Host {n}", words=f"{n}") for n in range(100)), ED)
    assert "89 more are here." in lobby.texts and "Ed" not in lobby.texts
    lobby.qtbot.keyClicks(lobby.window.home.nearby.filter, "ED kings")
    lobby.settle()

    assert "Ed and Toby wait at Kings" in lobby.texts and "Host 1" not in lobby.texts


def test_a_table_is_asked_for_details_while_it_is_pointed_at(lobby: Lobby) -> None:
    lobby.find(replace(LISA, key=b"k" * 32))
    search = lobby.program.searches[-1]
    lobby.button("Sit down").setFocus()
    assert search.pointed == {b"k" * 32}
    row = lobby.button("Sit down").parentWidget()
    QApplication.sendEvent(row, QEvent(QEvent.Type.Leave))
    assert search.pointed == frozenset()


def test_an_invitation_is_accepted_with_one_click(lobby: Lobby) -> None:
    lobby.find(invited=(Invited("Anna", ANNA.words, "SHOAL:ANNA", "met before"),))
    assert "Anna is waiting for you at a table" in lobby.texts
    lobby.qtbot.mouseClick(lobby.button("Sit down"), LEFT)

    assert lobby.program.tables[-1].start == Joining("SHOAL:ANNA")


def test_results_after_the_search_was_stopped_are_not_shown(lobby: Lobby) -> None:
    search = lobby.program.searches[-1]
    lobby.window.begin(Joining("SHOAL:X"))
    search.told(Around((LISA,), facts=SEEN))
    lobby.settle()

    assert "Stephen" not in lobby.window.home.nearby.findChildren(QLabel)[0].text()
    assert lobby.window.nearby.around == Around()


def test_the_score_of_the_evening_stands_in_the_lobby(qtbot: QtBot, tmp_path: Path) -> None:
    score = Evening("plump", 3, (Wins("a", "Lisa", 2), Wins("b", "Toby", 1)), 0)
    lobby = Lobby(qtbot, tmp_path, evenings=(score,))
    lobby.settle()

    assert lobby.window.home.evening.isVisible()
    assert lobby.window.home.evening.text() == ("Plump this evening: Lisa 2 wins, Toby 1 (3 games)")


@pytest.mark.parametrize(
    ("versions", "said"),
    [
        (("0.1.0", "0.0.9"), ""),
        (("0.1.0", "0.10"), "Ed says they have Shoal 0.10; yours is 0.1.0."),
        (("0.1.0.1", "latest"), "Stephen says they have Shoal 0.1.0.1; yours is 0.1.0."),
        (("99.0", "0.2.0"), "Ed says they have Shoal 0.2.0; yours is 0.1.0."),
        (("9" * 30, "99999.1"), ""),
        (("", "<b>9.9</b>"), ""),
    ],
)
def test_a_later_version_is_reported_with_the_player_who_has_it(versions: tuple[str, str], said: str) -> None:
    """A version is told by its player; other texts are ignored, and of two versions the lower one is told."""
    around = Around((replace(LISA, version=versions[0]),), (replace(ANNA, nick="Ed", version=versions[1]),))
    found = newer_version(around, own="0.1.0")

    assert ("" if found is None else found.text[: len(said)]) == said


def test_a_liar_does_not_outvote_the_majority() -> None:
    people = tuple(replace(ANNA, words=f"{number}", version="0.2.0") for number in range(2))
    liar = replace(LISA, version="0.1.5")
    found = newer_version(Around((liar,), people), own="0.1.0")

    assert found is not None and found.version == "0.2.0"
    passed = newer_version(Around((liar,), people), own="0.1.0", passed_over="0.2.0")
    assert passed is not None and passed.version == "0.1.5"


def test_a_later_program_is_reported_once(lobby: Lobby) -> None:
    """Once dismissed, it stays away however often somebody names yet another version."""
    lobby.find(replace(LISA, version="9.9"))
    assert "Stephen says they have Shoal 9.9; yours is" in lobby.texts

    lobby.qtbot.mouseClick(lobby.button("Do not tell me again"), LEFT)
    lobby.settle()
    assert "9.9" not in lobby.texts and lobby.program.settings.passed_over == "9.9"
    assert not any(
        each.isVisible() and "again" in each.text()
        for each in lobby.window.home.nearby.findChildren(QPushButton)
    )

    lobby.find(replace(LISA, version="9.10"))
    assert "9.10" not in lobby.texts


def test_a_host_whose_name_only_looks_like_anothers_carries_a_mark(qtbot: QtBot, tmp_path: Path) -> None:
    lobby = Lobby(qtbot, tmp_path)
    false = replace(ED, host="\u0405tephen", taken=("\u0405tephen",))
    lobby.find(*marked([replace(LISA, about="met before"), false])[0])
    marks = [
        each.text()
        for each in lobby.window.findChildren(QLabel)
        if each.isVisible() and each.text().startswith("Careful")
    ]

    assert len(marks) == 1 and "\u0405tephen" in marks[0]
