"""Coffeehouse Cahoots: everything that the program needs to know of it."""

from __future__ import annotations

from app.games.cahoots.lesson import CAHOOTS_LESSON, CAHOOTS_SECOND, CAHOOTS_TIPS
from app.games.cahoots.narrator import cahoots_narrator
from app.games.cahoots.scene import CAHOOTS_TABLE
from app.games.cahoots.sheet import terminal_sheet
from app.games.cahoots.words import cahoots_tally, card_name, lays_down_the_last
from app.games.covers import COVERS
from app.games.entry import GameEntry
from rules.cahoots.game import CahootsGame

CAHOOTS = GameEntry(
    CahootsGame(),
    blurb=COVERS["cahoots"].about,
    described=CAHOOTS_TABLE,
    narrator=cahoots_narrator,
    sheet=terminal_sheet,
    card_name=card_name,
    unit="",
    policies=(
        ("easy", "app.bots.cahoots:EASY"),
        ("normal", "app.bots.cahoots:CahootsPolicy"),
        ("hard", "app.bots.cahoots:HARD"),
    ),
    picture=COVERS["cahoots"].picture,
    table="ui.tables.cahoots.table:CahootsTable",
    help="rules.cahoots:RULES.md",
    is_gain=lays_down_the_last,
    tally=cahoots_tally,
    lesson=CAHOOTS_LESSON,
    course=(CAHOOTS_SECOND,),
    tips=CAHOOTS_TIPS,
)
