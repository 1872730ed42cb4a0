"""Plump: everything that the program needs to know of it."""

from __future__ import annotations

from app.games.covers import COVERS
from app.games.entry import GameEntry
from app.games.plump.lesson import PLUMP_LESSON, PLUMP_SECOND, PLUMP_TIPS
from app.games.plump.narrator import plump_narrator
from app.games.plump.scene import PLUMP_TABLE
from app.games.plump.sheet import bids_and_ticks, bids_made, terminal_sheet
from app.games.plump.words import card_name, plump_tally, takes_tick
from rules.plump.game import PlumpGame

PLUMP = GameEntry(
    PlumpGame(),
    blurb=COVERS["plump"].about,
    described=PLUMP_TABLE,
    narrator=plump_narrator,
    sheet=terminal_sheet,
    ends_with_sheet=True,
    card_name=card_name,
    policies=(
        ("easy", "app.bots.plump:EASY"),
        ("normal", "app.bots.plump:PlumpPolicy"),
        ("hard", "app.bots.plump:HARD"),
    ),
    picture=COVERS["plump"].picture,
    table="ui.tables.plump.table:PlumpTable",
    help="rules.plump:RULES.md",
    feats=bids_made,
    bids=bids_and_ticks,
    is_gain=takes_tick,
    tally=plump_tally,
    lesson=PLUMP_LESSON,
    course=(PLUMP_SECOND,),
    tips=PLUMP_TIPS,
)
