"""Reef Encounter: everything that the program needs to know of it."""

from __future__ import annotations

from app.games.covers import COVERS
from app.games.entry import GameEntry
from app.games.reef.course import REEF_COURSE
from app.games.reef.lesson import REEF_LESSON, REEF_TIPS
from app.games.reef.narrator import reef_narrator
from app.games.reef.scene import REEF_TABLE
from app.games.reef.sheet import terminal_sheet
from app.games.reef.words import eats_coral, reef_tally, tile_name
from rules.reef.game import ReefGame

REEF = GameEntry(
    ReefGame(),
    blurb=COVERS["reef"].about,
    described=REEF_TABLE,
    narrator=reef_narrator,
    sheet=terminal_sheet,
    piece="tile",
    card_name=tile_name,
    policies=(("normal", "app.bots.reef:ReefPolicy"), ("hard", "app.bots.reef:HARD")),
    picture=COVERS["reef"].picture,
    table="ui.tables.reef.table:ReefTable",
    help="rules.reef:RULES.md",
    is_gain=eats_coral,
    tally=reef_tally,
    lesson=REEF_LESSON,
    course=REEF_COURSE,
    tips=REEF_TIPS,
)
