"""The introduction to Reef Encounter: a coral that grows, is guarded, and is eaten."""

from __future__ import annotations

from app.games.lesson import Lesson, LessonStep, Tip

_SEA = ("P", "P", "O", "Y", "O", "Y", "Y", "Y", "G", "O", "G", "O")
_YOU = ("W", "W", "W", "W", "P", "O")
_ADA = ("G", "G", "Y", "Y", "O", "P", "W", "G", "O")
_BAG = ("W", "Y", "P")

REEF_LESSON = Lesson(
    others=("Ada",),
    decks=((*_SEA, *_YOU, *_ADA, *_BAG),),
    before=("fish 17", "fish 18", "cubes WP", "cubes *"),
    steps=(
        LessonStep(
            "You grow corals, guard them with shrimps, and feed corals to your parrotfish; in the end each "
            "tile in it scores the value of its colour, 1 to 5. To lay tiles of a colour you first play a "
            "larva cube of it. You have four white tiles, and a white cube.",
            ("cube W",),
            "Press 2, Play a cube, then your white cube.",
        ),
        LessonStep(
            "Tiles of one colour that touch by an edge are a coral. On the first board a white polyp is "
            "waiting: column E, row 3.",
            ("lay W 0:E4*",),
            "Lay a white tile below it, on E4 on board 1. Your other three follow by themselves.",
            ("lay W 0:F3*", "lay W 0:E2*", "lay W 0:D3*"),
        ),
        LessonStep(
            "That makes six tiles: one grew by itself on the extra growth space. But a coral is yours only "
            "where your shrimp stands. Others cannot take the polyp under it, or those beside it.",
            ("introduce 0:E3",),
            "Press 4, New shrimp, then E3 on board 1, in the middle.",
        ),
        LessonStep(
            "Every turn ends with the open sea: you take a larva cube with the tiles beside it, for the "
            "corals that you want to grow next.",
            ("collect *",),
            "Press 0, Collect, then one of the spaces on the right.",
            ("collect *",),
        ),
        LessonStep(
            "Your turn again. Eating comes before everything else, and takes a coral of at least five "
            "tiles: four go back to the bag, the rest into your fish. Your shrimp leaves the game.",
            ("eat *",),
            "Press 1, Eat a coral, then the white coral.",
        ),
    ),
    done="Two white tiles are in your fish. The ten coral tiles decide the value of each colour: each shows "
    "which of two colours is stronger, and algae turn and lock them. A player who has eaten with all "
    "four shrimps ends the game.",
)

REEF_TIPS = (
    Tip(
        "fish",
        "fish ",
        "One of your tiles goes into your fish now and stays hidden to the end: choose a colour that you "
        "want to make valuable.",
    ),
    Tip("cubes", "cubes ", "Take two larva cubes: each lets you lay tiles of its colour once."),
    Tip(
        "cube",
        "cube ",
        "A turn: play up to two cubes to lay tiles of their colours, place a shrimp, trade. Always end with "
        "Collect (0).",
    ),
    Tip(
        "lay",
        "lay ",
        "Tiles of one colour that touch are one coral. A stronger colour with two tiles or more may "
        "take a neighbour's polyp.",
    ),
    Tip("introduce", "introduce ", "A shrimp makes a coral yours and protects the polyps beside it."),
    Tip(
        "eat",
        "eat ",
        "You may eat this coral, but only now, before anything else: four tiles go to the bag, the "
        "rest into your fish.",
    ),
    Tip(
        "alga",
        "alga ",
        "A consumed tile buys an alga: it locks a coral tile as it lies, and turns others over.",
    ),
)
