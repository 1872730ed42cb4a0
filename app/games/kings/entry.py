"""Kings: everything that the program needs to know of it."""

from __future__ import annotations

from app.games.covers import COVERS
from app.games.entry import GameEntry
from app.games.kings.lesson import KINGS_LESSON, KINGS_SECOND, KINGS_TIPS
from app.games.kings.narrator import kings_narrator
from app.games.kings.scene import KINGS_TABLE
from app.games.kings.sheet import terminal_sheet
from app.games.kings.words import card_name, kings_tally, serves_king
from rules.kings.game import KingsGame

KINGS = GameEntry(
    KingsGame(),
    blurb=COVERS["kings"].about,
    described=KINGS_TABLE,
    narrator=kings_narrator,
    sheet=terminal_sheet,
    card_name=card_name,
    unit="king card",
    policies=(
        ("easy", "app.bots.kings:EASY"),
        ("normal", "app.bots.kings:KingsPolicy"),
        ("hard", "app.bots.kings:HARD"),
    ),
    picture=COVERS["kings"].picture,
    table="ui.tables.kings.table:KingsTable",
    help="rules.kings:RULES.md",
    is_gain=serves_king,
    tally=kings_tally,
    lesson=KINGS_LESSON,
    course=(KINGS_SECOND,),
    tips=KINGS_TIPS,
)
