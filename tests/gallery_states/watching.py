"""States of a table that is watched: from the players' side, from a spectator's, and for a whole room."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.messages import (
    SPECTATOR,
    Advanced,
    Checked,
    Finished,
    FollowedBy,
    HandHeld,
    HandOpened,
    SpectatorKnock,
    SpectatorLine,
    Spectators,
    Started,
    TableInfo,
)
from app.table.start import Spectating
from net.discovery.notice import Access
from net.wire.genesis import Policy, Watch
from rules.api import Outcome, Seat, View
from tests.gallery_states.shell import INVITATION, around, window
from tests.support.values import replace
from tests.support.window import FakeProgram, Story, settled
from ui.kit.game_table import Preferences
from ui.screens.large_table import LargeTable
from ui.window import Window

OPEN = Policy(watch=Watch.OPEN, watch_chat=True)
NAMES = Spectators(("Wanda", "Toby", "Mia"), 2, may_chat=True, keys=(b"w", b"t", b"m"))


def watched_info(info: TableInfo, *, seat: int) -> TableInfo:
    return replace(info, seat=seat, policy=OPEN)


def public(news: Advanced, story: Story) -> Advanced:
    """A seat's news, as a spectator gets them."""
    return replace(news, view=View(story.local.state, None, story.local.public))


def spectating(
    preferences: Preferences, game: str = "plump", moves: int = 14
) -> tuple[Window, FakeProgram, Story]:
    """A spectator who came in the middle of a game."""
    made, program = window(preferences)
    made.begin(Spectating(INVITATION))
    story = Story(game, 4)
    for _ in range(moves):
        story.step()
    made.show()
    latest = story.news()
    past = tuple((latest.k, event) for event in latest.events)
    program.tell(Started(watched_info(story.info, seat=SPECTATOR), resumed=True, past=past))
    program.tell(FollowedBy("Lisa"), NAMES, replace(public(latest, story), events=()), Checked(31, 31))
    settled()
    return made, program, story


def watching(preferences: Preferences) -> QWidget:
    return spectating(preferences)[0]


def watching_reef(preferences: Preferences) -> QWidget:
    return spectating(preferences, "reef", 30)[0]


def watching_unchecked(preferences: Preferences) -> QWidget:
    made, program, _ = spectating(preferences)
    program.tell(Checked(212, 835))
    settled()
    return made


def spectators_chat(preferences: Preferences) -> QWidget:
    made, program, _ = spectating(preferences)
    made.table_docks.toggle("spectators")
    program.tell(SpectatorLine("Toby", "she has to play the king now"), SpectatorLine("Mia", "or the ten"))
    settled()
    return made


def spectators_talk(preferences: Preferences) -> QWidget:
    made, program, _ = spectating(preferences)
    program.tell(SpectatorLine("Toby", "she has to play the king now"))
    settled()
    return made


def watched_and_asked(preferences: Preferences) -> QWidget:
    """A player whom somebody asks for leave to watch."""
    made, program = window(preferences)
    made.begin(Spectating(INVITATION))
    story = Story("plump")
    made.show()
    program.tell(Started(watched_info(story.info, seat=0), resumed=False), story.until_own_turn(), NAMES)
    program.tell(SpectatorKnock("Sven", "K7QF-2MZA-9XTP-WD4C", b"sven"), SpectatorLine("Toby", "exciting"))
    settled()
    return made


def watched_to_the_end(preferences: Preferences) -> QWidget:
    made, program, story = spectating(preferences)
    while story.local.state.outcome() is None:
        story.step()
    outcome = story.local.state.outcome()
    assert outcome is not None
    program.tell(public(story.news(), story), Checked(187, 187), Finished(outcome))
    settled()
    return made


def hands_opened(preferences: Preferences) -> QWidget:
    """A game is over; another has opened its hand, and so can this player."""
    made, program = window(preferences)
    made.begin(Spectating(INVITATION))
    story = Story("matriculation", 3)
    made.show()
    program.tell(Started(watched_info(story.info, seat=0), resumed=False), story.to_the_end())
    outcome = story.local.state.outcome()
    assert outcome is not None
    faces = story.local.view(Seat(1)).known
    held = tuple(faces[slot] for slot in sorted(faces))[-6:]
    program.tell(Finished(outcome), HandHeld(7), HandOpened(1, held))
    settled()
    return made


def large(preferences: Preferences, game: str = "plump", moves: int = 15) -> QWidget:
    made, _, story = spectating(preferences, game, moves - 1)
    assert made.at_table is not None
    shown = LargeTable(made.at_table, preferences, made)
    story.step()
    made.at_table.show_news((public(story.news(), story),))
    settled()
    return shown


def large_reef(preferences: Preferences) -> QWidget:
    return large(preferences, "reef", 40)


def large_kings(preferences: Preferences) -> QWidget:
    return large(preferences, "kings", 30)


def scoreboard(preferences: Preferences) -> QWidget:
    """The scoreboard: two tables that are watched, one filling, one over, and people without a table."""
    made, program = window(preferences)
    program.settings = replace(program.settings, visible=True)
    here = around()
    plump = replace(
        here.tables[0],
        taken=("Stephen", "Toby", "Wanda", "Mia"),
        people=("Stephen", "Toby", "Wanda", "Mia"),
        access=Access.CLOSED,
        is_open_to_watch=True,
    )
    kings = replace(plump, host="Ed", words="PGTB-I3Z4-YDLN-GAQV", game="kings", invitation="SHOAL:ED")
    cups = replace(plump, host="Zoe", words="ZZZZ-I3Z4-YDLN-GAQV", game="cahoots", invitation="SHOAL:ZOE")
    fills = replace(
        plump,
        host="Oskar",
        words="OOOO-I3Z4-YDLN-GAQV",
        game="matriculation",
        taken=("Oskar", "Maximiliane Charlotte"),
        people=("Oskar", "Maximiliane Charlotte"),
        access=Access.OPEN,
        is_open_to_watch=False,
    )
    made.nearby.show_scoreboard()
    told = program.searches[-1].told
    told(replace(here, tables=(plump, kings, cups, fills)))
    settled()
    for running in program.tables:
        game = {"SHOAL:ED": "kings", "SHOAL:ZOE": "cahoots"}.get(running.start.invitation, "plump")  # type: ignore[union-attr]
        story = Story(game, 4)
        for _ in range(40):
            story.step()
        latest = story.news()
        running.listener(Started(watched_info(story.info, seat=SPECTATOR), resumed=True))
        running.listener(replace(public(latest, story), events=()))
        if game == "cahoots":
            running.listener(Finished(Outcome((3, 9, 5, 12), (1, 3, 2, 4))))
    settled()
    made.show()  # kept alive by its scoreboard
    shown = made.nearby.scoreboard.window
    assert shown is not None
    return shown


STATES = (
    ("scoreboard", scoreboard),
    ("watching", watching),
    ("watching-reef", watching_reef),
    ("watching-unchecked", watching_unchecked),
    ("watching-chat", spectators_chat),
    ("watching-talk", spectators_talk),
    ("watching-asked", watched_and_asked),
    ("watching-end", watched_to_the_end),
    ("hands-opened", hands_opened),
    ("watching-large", large),
    ("watching-large-reef", large_reef),
    ("watching-large-kings", large_kings),
)
