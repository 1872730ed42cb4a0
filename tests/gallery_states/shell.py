"""States of the window around the tables, for the gallery."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from unittest.mock import patch

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QPushButton, QSlider, QToolButton, QWidget

from app.animals import Animal
from app.games.look_back import LookBack, TurningPoint
from app.keep.contacts import Acquaintance, Met
from app.keep.settings import Settings
from app.messages import (
    AbsentChoice,
    AbsentWhy,
    Asked,
    Ballot,
    ChatLine,
    Decided,
    Finished,
    Gathering,
    Guest,
    HostGone,
    Inviting,
    Knock,
    LobbyLine,
    Missing,
    News,
    Offered,
    Paused,
    Presence,
    PresenceState,
    Reaction,
    Refused,
    StepKind,
    Trouble,
    TroubleKind,
    TurnClock,
    Working,
)
from app.nearby.around import (
    Around,
    FoundPerson,
    FoundTable,
    HostRequest,
    KnownPerson,
    NetworkFacts,
    UnreachablePerson,
)
from app.nearby.giving import Gift
from app.program import ELSEWHERE
from app.records.evening import Evening, Wins
from app.records.statistics.sums import GameStatistics, LongEvening, PersonStatistics, Rivals, Statistics
from app.screens.chairs import chairs_of
from app.screens.lobby import against_bots, setup_for
from app.screens.program import KeptGames, PastGame, ReplayingFile
from app.screens.replay import ReplayModel
from app.screens.turning_points import LookedBack, recording_of
from app.table.missing import words
from app.table.missing.words import half_not_yet, means, means_half
from app.table.start import Hosting, Joining, Resuming, Unfinished
from net.discovery.notice import Access
from net.link.address import make_address
from net.lobby.invitation import Invitation
from net.wire.bodies import REACTIONS
from net.wire.genesis import USUAL, Hints, Policy
from rules.api import Moved
from tests.support.values import replace
from tests.support.window import STILL, Ear, FakeProgram, Story, info_of, settled
from ui.art.theme import ThemeName
from ui.dialogs.give import GiveDialog
from ui.kit.game_table import Preferences
from ui.window import Window

INVITATION = str(Invitation((make_address("192.168.1.20", 40193),), bytes(range(32))))
THEMES = {ThemeName.LIGHT: "light", ThemeName.DARK: "dark", ThemeName.HIGH_CONTRAST: "contrast"}
LARGE = QSize(1280, 800)
TALK = (
    ("Lisa", "Good evening! Toby said he would be ten minutes late."),
    ("Stephen", "No problem, I make tea meanwhile. The short game, or the one with all rounds?"),
    ("Lisa", "The short one"),
)
WORDS = "C54M-GELQ-YX4V-OE2G"
TWO = (Guest("Lisa", "", animal=Animal.WHALE), Guest("Stephen", WORDS, animal=Animal.TURTLE))
GAMES = (
    Unfinished("ab" * 16, "reef", ("Lisa", "Stephen"), 41, int(time.time()) - 300, guests=TWO, seat=0),
    Unfinished("cd" * 16, "plump", ("Lisa", "Bot Ada", "Bot Bo", "Toby"), 812, 0),
)
PAST = (PastGame("ef" * 16, "kings", ("Lisa", "Bot Ada", "Stephen", "Bot Bo"), 0, "Lisa has won"),)


def settings_of(preferences: Preferences) -> Settings:
    return replace(
        STILL,
        theme=THEMES[preferences.theme.name],
        scale=preferences.scale,
        four_colours=preferences.four_colours,
    )


def window(preferences: Preferences) -> tuple[Window, FakeProgram]:
    program = FakeProgram(Path(tempfile.mkdtemp()), settings_of(preferences))
    made = Window(program, Ear())
    made.resize(1280, 800)
    made.look_at_games()
    return made, program


def at_table(
    preferences: Preferences, game: str = "plump", policy: Policy = USUAL, seats: int = 4
) -> tuple[Window, FakeProgram, Story]:
    made, program = window(preferences)
    made.begin(against_bots("plump"))
    story = Story(game, seats)
    made.show()
    program.tell(replace(story.started, info=replace(story.started.info, policy=policy)))
    program.tell(story.until_own_turn())
    for _ in range(8):  # told as one, for drawing hidden news takes as long as drawing visible ones
        story.step()
        story.to_own_turn()
    story.k += 7
    program.tell(story.news())
    story.step()
    program.tell(story.until_own_turn(), Working(StepKind.MOVE, (0,), (), 0, 0, 187))
    settled()
    return made, program, story


def table_again(preferences: Preferences) -> QWidget:
    """The last round once more, at its first position."""
    made, _, _ = at_table(preferences)
    made.table.show_last_round()
    return made


def home(preferences: Preferences) -> QWidget:
    return window(preferences)[0]


def beside(preferences: Preferences) -> QWidget:
    """The lobby in a second window: the game in the first one stands there as open."""
    made, program, story = at_table(preferences)
    open_there = replace(GAMES[1], table=story.info.table, is_open=True)
    program.kept = KeptGames((open_there, GAMES[0]), PAST)
    other = made.windows.open()
    other.destroyed.connect(made.deleteLater)
    other.resize(1280, 800)
    return other


def home_with_games(preferences: Preferences) -> QWidget:
    made, program = window(preferences)
    program.kept = KeptGames(GAMES, PAST)
    made.look_at_games()
    return made


def around() -> Around:
    """A party: three tables, one of them full, one of another version; two people; and those met before."""
    options = info_of().options
    plump = FoundTable(
        host="Stephen",
        words=WORDS,
        invitation=INVITATION,
        game="plump",
        options=(*options[:2], ("length", "short")),
        seats=4,
        taken=("Stephen", "Toby"),
        animals=(Animal.TURTLE, Animal.SEAL),
        bots=0,
        access=Access.ASKED,
        spectators=2,
        version="0.1.0",
        about="met before, 4 games since 3 May 2026",
    )
    kings = replace(
        plump, host="Ed", words="PGTB-I3Z4-YDLN-GAQV", game="kings", options=(),
        taken=("Ed", "Ann", "Bo", "Cy"), access=Access.CLOSED, about="", can_watch=True,
        animals=(Animal.CRAB, Animal.RAY, Animal.SHELL, Animal.FISH),
    )  # fmt: skip
    odd = replace(
        kings,
        host="Toby",
        words="AAAA-I3Z4-YDLN-GAQV",
        seats=3,
        taken=("Toby",),
        animals=(Animal.OCTOPUS,),
        can_watch=False,
        access=Access.OPEN,
        spectators=0,
        warning=Acquaintance(None, {b"another": Met("Toby")}).warning(b"this", "Toby"),
        hindrance="You and Toby have different versions of the rules: one of you must update.",
    )
    anna = FoundPerson(
        "Anna", "BBBB-I3Z4-YDLN-GAQV", bytes(32), ("192.168.1.7:50000",), plump.about, animal=Animal.SEAHORSE
    )
    bert = FoundPerson(
        "Bert",
        "DDDD-I3Z4-YDLN-GAQV",
        bytes(32),
        (),
        line="Anyone for a round of Plump?",
        animal=Animal.JELLYFISH,
    )
    facts = NetworkFacts(("192.168.1.20",), ("192.168.1.0/24",), answering=5, looked_s=9)
    met = (
        KnownPerson("Anna", anna.words, anna.about, 1_788_000_000, here=anna),
        KnownPerson("Stephen", plump.words, plump.about, 1_787_900_000, table=plump),
        KnownPerson("Ed", kings.words, "met before", 1_780_000_000, table=kings),
        KnownPerson("Maximiliane Charlotte", "CCCC-I3Z4-YDLN-GAQV", "met before"),
    )
    return Around((plump, kings, odd), (anna, bert), (), facts, met)


def home_apart(preferences: Preferences) -> QWidget:
    """A player whom only Bert's computer reaches, and a player who asks us to host for two."""
    made, program = window(preferences)
    program.settings = replace(program.settings, visible=True, asked_visible=True)
    here = around()
    anna, bert = here.people
    beyond = UnreachablePerson("Maximiliane Charlotte", "CCCC-I3Z4-YDLN-GAQV", b"m", bert)
    program.searches[-1].told(replace(here, tables=(), beyond=(beyond,), wanted=(HostRequest(anna, bert),)))
    QApplication.processEvents()
    return made


EVENING = Evening("plump", 3, (Wins("a", "Lisa", 2), Wins("b", "Toby", 1), Wins("c", "Ed", 0)), 0)


def home_tables(preferences: Preferences) -> QWidget:
    made, program = window(preferences)
    program.kept = KeptGames(GAMES, PAST)
    program.evenings = (EVENING,)
    program.settings = replace(program.settings, visible=True, asked_visible=True)
    made.look_at_games()
    made.home.nearby.said.emit("I know Plump and Kings")
    program.searches[-1].told(around())
    QApplication.processEvents()
    return made


def home_later(preferences: Preferences) -> QWidget:
    """A player on this network has a newer Shoal."""
    made, program = window(preferences)
    here = around()
    program.searches[-1].told(
        replace(here, people=tuple(replace(each, version="0.2.0") for each in here.people))
    )
    QApplication.processEvents()
    return made


def give(preferences: Preferences) -> QWidget:
    """Two installers for the neighbours, without the socket behind it."""
    made, _ = window(preferences)
    gifts = tuple(
        Gift(Path(name), 61_400_000, f"{number}f83c2" * 10 + "abcd", 0)
        for number, name in enumerate(("shoal_0.2.0_amd64.deb", "shoal-0.2.0-windows-x64-setup.exe"))
    )
    address = "http://192.168.1.20:41235/"
    link = f"{address}#{'&'.join(f'{gift.name}={gift.sha256}' for gift in gifts)}"
    made.show()
    made.side._show(GiveDialog(SimpleNamespace(link=link, address=address, gifts=gifts, close=bool), made))
    return made.side.top


def home_hundreds(preferences: Preferences) -> QWidget:
    """Hundreds of people: a few rows, and a field to find the others."""
    made, program = window(preferences)
    here = around()
    tables = tuple(
        replace(
            here.tables[0], host=f"Host {n}", words=f"{n:04}-I3Z4-YDLN-GAQV", taken=(f"Host {n}",), about=""
        )
        for n in range(100)
    )
    program.searches[-1].told(replace(here, tables=(*here.tables, *tables)))
    QApplication.processEvents()
    return made


ALONE = NetworkFacts(
    ("192.168.1.20",),
    ("192.168.1.0/24",),
    tunnels=("tun0",),
    silent_here=("192.168.1.7",),
    silent_elsewhere=("10.0.0.3",),
    multicast_problem="Operation not permitted",
    looked_s=20,
    dialled=False,
)


def home_alone(preferences: Preferences) -> QWidget:
    made, program = window(preferences)
    program.searches[-1].told(Around(facts=ALONE))
    QApplication.processEvents()
    return made


def network(preferences: Preferences) -> QWidget:
    made = home_alone(preferences)
    assert isinstance(made, Window)
    made.show()
    made.nearby.show_findings()
    return made.side.top


def people(preferences: Preferences) -> QWidget:
    made = home_tables(preferences)
    assert isinstance(made, Window)
    made.show()
    made.nearby.show_people()
    return made.side.top


SUMS = Statistics(
    (
        GameStatistics(
            "plump", 31, 12, 9, 3, 131, 4, 0, (("bids made", 143, 268),),
            tuple((1 + (at * 7 + at // 3) % 4, 4) for at in range(24)),
            (31, 28, 44, 40, 61, 38, 72, 66, 80, 58, 91),
            ((61, 22, 6, 1, 0), (14, 49, 15, 4, 0), (3, 19, 24, 9, 1), (0, 6, 12, 7, 2), (0, 1, 5, 5, 2)),
        ),
        GameStatistics("reef", 3, 3, 1, 1, 58, 1, 1, (), ((3, 3), (2, 3), (1, 3))),
    ),
    (PersonStatistics("a", "Stephen", 9, 2, 4), PersonStatistics("b", "Toby", 6, 2, 1)),
    LongEvening(1_788_000_000, 7, 3 * 3600 + 600),
    unproven=1,
    rivals=Rivals(("You", "Stephen", "Toby"), ((0, 4, 5), (5, 0, 3), (1, 2, 0))),
)  # fmt: skip


def statistics(preferences: Preferences) -> QWidget:
    made, program = window(preferences)
    program.sums = SUMS
    made.show()
    made.home.statistics.click()
    QApplication.processEvents()
    return made.side.top


def statistics_empty(preferences: Preferences) -> QWidget:
    made, _ = window(preferences)
    made.show()
    made.home.statistics.click()
    QApplication.processEvents()
    return made.side.top


def table_tip(preferences: Preferences) -> QWidget:
    """The first turn of all: a short hint says what it is about."""
    made, program = window(preferences)
    program.settings = replace(program.settings, tips=True)
    made.begin(against_bots("kings"))
    story = Story("kings")
    made.show()
    program.tell(story.started, story.until_own_turn())
    settled()
    return made


def invite_form(preferences: Preferences) -> QWidget:
    made, _ = window(preferences)
    made.home.nearby.rows.invite_wanted.emit(around().people[0])
    return made


def home_hidden(preferences: Preferences) -> QWidget:
    """The hidden games."""
    made, program = window(preferences)
    program.kept = KeptGames(
        (GAMES[0], replace(GAMES[1], is_hidden=True)), (replace(PAST[0], is_hidden=True),)
    )
    made.look_at_games()
    QApplication.processEvents()
    show = next(each for each in made.home.findChildren(QPushButton) if "Hidden games" in each.text())
    show.click()
    return made


def home_elsewhere(preferences: Preferences) -> QWidget:
    """The lobby while another Shoal has this profile open."""
    made, program = window(preferences)
    program.kept = KeptGames(problem=ELSEWHERE)
    made.look_at_games()
    return made


def home_warned(preferences: Preferences) -> QWidget:
    made, _ = window(preferences)
    made.home.tell_warning("Versions of plump's rules differ (host 2, guest 1): one of you must update.")
    return made


def host_form(preferences: Preferences) -> QWidget:
    made, _ = window(preferences)
    made.opening.form.show_setup(setup_for("reef").with_seats(3).with_bots(1), rebuild=True)
    made.opening.form.more.click()
    made.pages.setCurrentWidget(made.opening.form)
    return made


def waiting(preferences: Preferences) -> QWidget:
    made, program = window(preferences)
    made.begin(Hosting("plump", 4, info_of().options, bots=1))
    guests = (
        Guest("Lisa", "PGTB-I3Z4-YDLN-GAQV", about="you", key=b"lisa", animal=Animal.WHALE),
        Guest("Bot Jon", "OE2G-C54M-GELQ-YX4V", bot=True, runner="Lisa", key=b"jon", animal=Animal.SHELL),
        Guest(
            "Stephen", WORDS, about="met before, 4 games since 3 May 2026", key=b"stephen", animal=Animal.RAY
        ),
    )
    options = (("length", "short"), ("lead", "highest-bid"))
    program.tell(
        Gathering(
            "plump",
            options,
            6,
            guests,
            INVITATION,
            own="PGTB-I3Z4-YDLN-GAQV",
            coming=(b"ida",),
            sizes=(4, 5, 6, 7),
        )
    )
    program.tell(*(LobbyLine(nick, text) for nick, text in TALK))
    settled()
    return made


def waiting_as_guest(preferences: Preferences) -> QWidget:
    made, program = window(preferences)
    made.begin(Joining(INVITATION))
    program.tell(
        Gathering("reef", (("attack", "strength"),), 3, (Guest("Lisa", WORDS),), "", own="PGTB-I3Z4")
    )
    settled()
    return made


def waiting_seated(preferences: Preferences, size: QSize = LARGE) -> QWidget:
    """A guest that has its seat, and a talk."""
    made, program = window(preferences)
    made.resize(size)
    made.begin(Joining(INVITATION))
    guests = (Guest("Lisa", WORDS, key=b"lisa"), Guest("Stephen", "PGTB-I3Z4", about="you", key=b"stephen"))
    program.tell(Gathering("reef", (("attack", "strength"),), 3, guests, "", own="PGTB-I3Z4"))
    program.tell(*(LobbyLine(nick, text) for nick, text in TALK))
    settled()
    return made


def waiting_with_bots(preferences: Preferences) -> QWidget:
    """A guest has brought bots along, and the host has let one of them in."""
    made, program = window(preferences)
    made.begin(Joining(INVITATION))
    guests = (
        Guest("Lisa", WORDS, key=b"lisa"),
        Guest("Stephen", "PGTB-I3Z4", about="you", key=b"stephen"),
        Guest("Bot Jon of Stephen", "OE2G-C54M", bot=True, runner="Stephen", key=b"jon"),
    )
    program.tell(Gathering("plump", (("length", "short"),), 5, guests, "", own="PGTB-I3Z4", coming=(b"ida",)))
    QApplication.processEvents()
    return made


def waiting_orphaned(preferences: Preferences) -> QWidget:
    """The host is gone, and this player is next."""
    made = waiting_seated(preferences)
    made.program.tell(HostGone("Lisa", "Stephen", is_next=True))
    QApplication.processEvents()
    return made


def waiting_resumed(preferences: Preferences) -> QWidget:
    """A game is being continued, and nobody has answered yet."""
    made, program = window(preferences)
    info = info_of()
    program.kept = KeptGames((replace(GAMES[0], table=info.table, guests=info.guests, seat=0),))
    made.begin(Resuming(info.table))
    return made


def waiting_called(preferences: Preferences) -> QWidget:
    """An invitation was pasted, and its host has not answered yet."""
    made, _ = window(preferences)
    made.begin(Joining(INVITATION))
    return made


def waiting_checked(preferences: Preferences) -> QWidget:
    """A record is checked."""
    made, _ = window(preferences)
    made.waiting.begin("Checking the record", chairs_of(Gathering("", (), 4, info_of().guests, "")))
    made.waiting.tell_progress(120, 400)
    made.pages.show_page(made.waiting)
    return made


def waiting_small(preferences: Preferences) -> QWidget:
    made = waiting(preferences)
    made.resize(800, 600)
    QApplication.processEvents()
    return made


def begun_after_talk(preferences: Preferences) -> QWidget:
    """Lines from the lobby stay visible when the table has begun."""
    made, program = window(preferences)
    made.begin(Hosting("plump", 4, info_of().options))
    story = Story("plump")
    made.show()
    program.tell(
        replace(story.started, said=(ChatLine(2, "shall we wait for Toby?"), ChatLine(0, "he comes later")))
    )
    program.tell(story.until_own_turn())
    made.table_docks.toggle("chat")
    settled()
    return made


def knock(preferences: Preferences) -> QWidget:
    made, program = window(preferences)
    made.begin(Hosting("plump", 6, info_of().options))
    for nick in ("Stephen", "Toby", "Ed", "Mallory", "Mallory 2"):
        program.tell(Knock(Guest(nick, WORDS), nick.encode(), "PGTB-I3Z4-YDLN-GAQV"))
    settled()
    return made.table.knocking


def table(preferences: Preferences) -> QWidget:
    return at_table(preferences)[0]


def table_of_words(preferences: Preferences) -> QWidget:
    made, program, _ = at_table(preferences)
    made.table_docks.toggle("board")
    program.tell(ChatLine(2, "good evening"), ChatLine(0, "hello Stephen"))
    settled()
    return made


def rules(preferences: Preferences) -> QWidget:
    made, _, _ = at_table(preferences)
    made.show_rules()
    made.table_docks.rules.search.setText("bid")
    return made


def rules_refused(preferences: Preferences, size: QSize = LARGE) -> QWidget:
    """The rule by which something was just refused, marked."""
    made, program, _ = at_table(preferences, "reef")
    made.resize(size)
    program.tell(Refused("protected", "reef 4.7", "A shrimp protects the tile on C5 on board 1."))
    settled()
    made.show_rules()
    return made


def rules_small(preferences: Preferences) -> QWidget:
    """The same in the smallest window."""
    return rules_refused(preferences, QSize(800, 600))


def docks(preferences: Preferences, *keys: str) -> QWidget:
    """A table with these docks open, in the smallest window."""
    made, program, _ = at_table(preferences)
    made.resize(800, 600)
    for key in keys:
        if not made.table_docks.docks[key].isVisible():
            made.table_docks.toggle(key)
    program.tell(ChatLine(2, "good evening"), ChatLine(0, "hello Stephen"))
    made.table_docks.leave()
    settled()
    return made


def told(preferences: Preferences, *news: News, game: str = "plump", policy: Policy = USUAL) -> QWidget:
    """A table after some more news."""
    made, program, _ = at_table(preferences, game, policy)
    if made.at_table is not None:
        made.at_table.table.hurry()
    program.tell(*news)
    settled()
    return made


def hinted(preferences: Preferences) -> QWidget:
    """A hint that was asked for, and somebody's reaction in the chat."""
    made, program, _ = at_table(preferences, "plump", Policy(hints=Hints.ALLOWED))
    program.tell(Reaction(2, "laugh"))
    settled()
    if (screen := made.at_table) is not None:
        screen.table.hurry()
        settled()
        screen.show_hint(screen.model.k, screen.model.think(Random(1))())
    made.table_docks.toggle("chat")
    QApplication.processEvents()
    return made


def said_in_pictures(preferences: Preferences, game: str = "plump") -> QWidget:
    """A table whose players have all just sent a reaction."""
    made, program, story = at_table(preferences, game)
    if made.at_table is not None:
        made.at_table.table.hurry()
    program.tell(*(Reaction(seat, what) for seat, what in enumerate(REACTIONS[: len(story.info.guests)])))
    settled()
    return made


def talk(preferences: Preferences, game: str = "plump") -> QWidget:
    """Talk at a table whose chat is closed."""
    made, program, _ = at_table(preferences, game)
    if made.at_table is not None:
        made.at_table.table.hurry()
    program.tell(*(ChatLine(seat, text) for seat, (_, text) in zip((1, 2, 0), TALK, strict=True)))
    settled()
    return made


OFFERS = (
    Offered(AbsentChoice.WAIT, "Nothing happens; Stephen can come back at any time."),
    Offered(
        AbsentChoice.STAND_IN,
        "A rule plays Stephen's cards until Stephen is back; they are open to everybody.",
        "Some hidden cards cannot be opened without Stephen.",
    ),
    Offered(AbsentChoice.LEAVE_OUT, "The round does not count and is dealt again without Stephen."),
    Offered(
        AbsentChoice.ADJOURN, "The table closes for all. You can continue the game later from the lobby."
    ),
    Offered(AbsentChoice.END, "The game is over and is scored as it stands."),
)
AWAY = Presence(2, PresenceState.AWAY, 31)
HALVED = Asked(
    (Missing(2, AbsentWhy.GONE, 95),),
    (
        Offered(AbsentChoice.WAIT, means(AbsentChoice.WAIT, "Stephen", are_two=True)),
        Offered(AbsentChoice.ADJOURN, means(AbsentChoice.ADJOURN, "Stephen", are_two=True)),
        Offered(
            AbsentChoice.END,
            means_half("Stephen", wins=True, are_many=False),
            half_not_yet(167),
            is_later=True,
        ),
    ),
    preselected=AbsentChoice.END,
    in_s=167,
    is_half=True,
    are_enough=False,
)
"""One of two is gone, and the other can soon end the game and win."""
ASKED = Asked((Missing(2, AbsentWhy.GONE, 31),), OFFERS, preselected=AbsentChoice.LEAVE_OUT, in_s=7)
VOTED = Asked(
    (Missing(2, AbsentWhy.LEFT, 12),),
    OFFERS,
    (Ballot(1, AbsentChoice.END), Ballot(3, AbsentChoice.END)),
    own=AbsentChoice.LEAVE_OUT,
)
STANDS_IN = Decided(
    (2,), AbsentChoice.STAND_IN, "A rule plays for Stephen until Stephen is back. Stephen's cards are open."
)


CHEATED = Trouble(
    TroubleKind.CHEAT,
    "Stephen broke the rules of the table: the proof of the shuffle does not "
    "hold. The signed message is kept as proof.",
    2,
    ends=True,
)


def disk_full(preferences: Preferences) -> QWidget:
    made, program, _ = at_table(preferences)
    program.tell(
        Trouble(
            TroubleKind.DISK_FULL,
            "This computer's disk is full. The game waits, and nothing is lost. "
            "Make some room, and the game goes on by itself.",
        )
    )
    QApplication.processEvents()
    return made


def shuffling(preferences: Preferences) -> QWidget:
    made, program, _ = at_table(preferences)
    program.tell(Working(StepKind.MIX, (1,), (), 3, 4, 190))
    settled()
    return made


def held(preferences: Preferences, game: str = "plump") -> QWidget:
    """Somebody has been left out, and the deck is made ready again before the next move."""
    made, program, story = at_table(preferences, game)
    if made.at_table is not None:
        made.at_table.table.hurry()
    now = story.until_own_turn()
    program.tell(
        replace(now, k=now.k + 1, view=replace(now.view, is_held=True), events=()),
        Decided(
            (2,), AbsentChoice.LEAVE_OUT, words.decided(AbsentChoice.LEAVE_OUT, "Stephen", are_many=False)
        ),
        Working(StepKind.MIX, (1,), (), 1, 3, 190),
    )
    QApplication.processEvents()
    return made


def end(preferences: Preferences) -> QWidget:
    made, program, story = at_table(preferences)
    program.tell(story.to_the_end())
    outcome = story.local.state.outcome()
    assert outcome is not None
    wins, points = (Wins("a", "Lisa", 2), Wins("b", "Stephen", 1)), ((91, 43), (31, 62), (70, 51))
    program.evenings = (Evening("plump", 3, wins, 0, points),)
    program.tell(Finished(outcome), Reaction(2, "again"))
    screen = made.at_table
    assert screen is not None
    while screen.end.isHidden():
        screen.table.hurry()
        settled()
    return made


OVER = "On average over 96 deals that fit what you knew, played on to the end of the round, it was"
WORSE = (
    f"You bid 4. {OVER} 6.1 points better to bid 2.",
    f"You lead the king of spades. {OVER} 3.4 points better to lead the 4 of spades.",
    f"You play the 9 of hearts. {OVER} 8.0 points better to play the queen of hearts.",
)


def end_turning_points(preferences: Preferences) -> QWidget:
    """The turning points in place of the scores, as a look back of some seconds would find them."""
    made = end(preferences)
    screen = made.at_table
    moves = [at for at, (_, event) in enumerate(screen.model.events) if isinstance(event, Moved)]
    points = tuple(
        TurningPoint(moves[place * len(moves) // 7], 1.0, text, turn=place)
        for place, text in zip((2, 3, 5), WORSE, strict=True)
    )
    shown = screen.end.look_back
    shown.preferences = preferences
    shown.show_found(LookedBack(ReplayModel(recording_of(screen.model), seat=0), LookBack(points, 61, 0)))
    while shown.is_working:
        settled()
    return made


def replay(preferences: Preferences) -> QWidget:
    made, program = window(preferences)
    story = Story("plump", options={"length": "short"})
    story.to_the_end()
    program.recording = story.recording()
    made.show()
    made.begin(ReplayingFile(Path("game.shoal")))
    while made.watched.screen is None:
        QApplication.processEvents()
    made.watched.screen.go(11)
    return made


def dialog(
    open_it: Callable[[Window], None], *, is_at_table: bool = False
) -> Callable[[Preferences], QWidget]:
    """A dialog over the lobby, or over a table where it tells of one."""

    def made(preferences: Preferences) -> QWidget:
        shown = at_table(preferences)[0] if is_at_table else window(preferences)[0]
        shown.show()
        open_it(shown)
        return shown.side.top

    return made


def show_about(window: Window) -> None:
    """Open the window about Shoal in a checkout of a commit that never changes."""
    with patch("app.screens.about.checked_out", return_value="0123456789abcdef" * 2 + "01234567"):
        window.side.show_about()


def invite(preferences: Preferences) -> QWidget:
    """The invitation by which somebody comes back to a table."""
    shown, program, _ = at_table(preferences)
    program.tell(Inviting(INVITATION))
    settled()
    button = next(
        each for each in shown.findChildren(QToolButton) if each.accessibleName() == "Invite somebody back"
    )
    button.click()
    return shown.side.top


def large_settings(preferences: Preferences) -> QWidget:
    """The size moved to 200 % in the open dialog, as a player does."""
    shown = window(preferences)[0]
    shown.show()
    shown.side.show_settings()
    slider = shown.side.top.findChild(QSlider, "scale")
    assert isinstance(slider, QSlider)
    slider.setValue(20)
    return shown.side.top


STATES: list[tuple[str, Callable[[Preferences], QWidget]]] = [
    ("home", home),
    ("home-with-games", home_with_games),
    ("home-tables", home_tables),
    ("home-hundreds", home_hundreds),
    ("home-later", home_later),
    ("home-apart", home_apart),
    ("home-alone", home_alone),
    ("home-hidden", home_hidden),
    ("home-elsewhere", home_elsewhere),
    ("home-warned", home_warned),
    ("host-form", host_form),
    ("host-form-invite", invite_form),
    ("waiting", waiting),
    ("waiting-small", waiting_small),
    ("waiting-resumed", waiting_resumed),
    ("waiting-called", waiting_called),
    ("waiting-checked", waiting_checked),
    ("waiting-as-guest", waiting_as_guest),
    ("waiting-seated", waiting_seated),
    ("waiting-with-bots", waiting_with_bots),
    ("waiting-orphaned", waiting_orphaned),
    ("waiting-seated-small", lambda preferences: waiting_seated(preferences, QSize(800, 600))),
    ("table-begun-after-talk", begun_after_talk),
    ("knock", knock),
    ("table", table),
    ("table-board-as-text", table_of_words),
    ("table-again", table_again),
    ("table-rules", rules),
    ("table-rules-refused", rules_refused),
    ("table-rules-small", rules_small),
    ("table-docks-small", lambda preferences: docks(preferences, "log", "chat")),
    ("table-docks-all-small", lambda preferences: docks(preferences, "log", "chat", "board", "rules")),
    ("table-away", lambda preferences: told(preferences, Presence(2, PresenceState.AWAY, 12))),
    ("table-asked", lambda preferences: told(preferences, AWAY, ASKED)),
    ("table-asked-half", lambda preferences: told(preferences, AWAY, HALVED)),
    ("table-asked-kings", lambda preferences: told(preferences, AWAY, ASKED, game="kings")),
    ("table-asked-reef", lambda preferences: told(preferences, AWAY, ASKED, game="reef")),
    ("table-voted", lambda preferences: told(preferences, Presence(2, PresenceState.LEFT), VOTED)),
    ("table-stand-in", lambda preferences: told(preferences, AWAY, ASKED, STANDS_IN)),
    (
        "table-clock",
        lambda preferences: told(
            preferences, TurnClock(0, 12, is_over=False), policy=Policy(move_limit_s=60)
        ),
    ),
    (
        "table-pause-asked",
        lambda preferences: told(preferences, Paused((2,), is_paused=False), policy=Policy(move_limit_s=60)),
    ),
    ("table-keys-split", lambda preferences: told(preferences, policy=Policy(escrow_t=3))),
    ("table-keys-split-reef", lambda preferences: told(preferences, policy=Policy(escrow_t=2), game="reef")),
    ("table-held", held),
    ("table-hint", hinted),
    ("table-said", said_in_pictures),
    ("table-talk", talk),
    ("table-talk-reef", lambda preferences: talk(preferences, "reef")),
    ("table-talk-kings", lambda preferences: talk(preferences, "kings")),
    ("table-cheated", lambda preferences: told(preferences, CHEATED)),
    ("table-disk-full", disk_full),
    ("table-shuffling", shuffling),
    ("table-end", end),
    ("table-end-turnings", end_turning_points),
    ("replay", replay),
    ("dialog-invite", invite),
    ("dialog-settings", dialog(lambda window: window.side.show_settings())),
    ("dialog-settings-200", large_settings),
    ("dialog-about", dialog(show_about)),
    ("dialog-manual", dialog(lambda window: window.side.show_manual())),
    ("table-tip", table_tip),
    ("dialog-statistics", statistics),
    ("dialog-statistics-empty", statistics_empty),
    ("dialog-keys", dialog(lambda window: window.show_shortcuts(), is_at_table=True)),
    ("dialog-proven", dialog(lambda window: window.table.show_proven(), is_at_table=True)),
    ("dialog-leave", dialog(lambda window: window.ask_leave(), is_at_table=True)),
    ("dialog-delete", dialog(lambda window: window.side.ask_delete(GAMES[0]))),
    ("dialog-network", network),
    ("people", people),
    ("dialog-give", give),
    ("dialog-qr", dialog(lambda window: window.side.show_code(INVITATION))),
    ("table-beside", beside),
    ("dialog-visible", dialog(lambda window: window.side.ask_visible(lambda _: None))),
    ("dialog-name", dialog(lambda window: window.side.ask_name())),
    ("dialog-report", dialog(lambda window: window.side.show_report("Traceback: a line that was wrong"))),
]
