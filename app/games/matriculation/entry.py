"""Matriculation: everything that the program needs to know of it."""

from __future__ import annotations

from app.games.covers import COVERS
from app.games.entry import GameEntry
from app.games.matriculation.lesson import MATRICULATION_LESSON, MATRICULATION_SECOND, MATRICULATION_TIPS
from app.games.matriculation.narrator import matriculation_narrator
from app.games.matriculation.scene import MATRICULATION_TABLE
from app.games.matriculation.sheet import terminal_sheet
from app.games.matriculation.words import brings_points, card_title, matriculation_tally
from rules.matriculation.game import MatriculationGame

MATRICULATION = GameEntry(
    MatriculationGame(),
    blurb=COVERS["matriculation"].about,
    described=MATRICULATION_TABLE,
    narrator=matriculation_narrator,
    sheet=terminal_sheet,
    ends_with_sheet=True,
    card_name=card_title,
    policies=(
        ("easy", "app.bots.matriculation:EASY"),
        ("normal", "app.bots.matriculation:MatriculationPolicy"),
        ("hard", "app.bots.matriculation:HARD"),
    ),
    picture=COVERS["matriculation"].picture,
    table="ui.tables.matriculation.table:MatriculationTable",
    help="rules.matriculation:RULES.md",
    is_gain=brings_points,
    tally=matriculation_tally,
    lesson=MATRICULATION_LESSON,
    course=(MATRICULATION_SECOND,),
    tips=MATRICULATION_TIPS,
)
