"""A course of Reef Encounter: laying and shrimps, eating and attack, algae and dominance, when to end.

Each lesson is one turn in a position; its task is the best turn that the search finds there.
"""

from __future__ import annotations

from typing import Final

from app.games.lesson import Lesson, LessonStep

_LAYING: Final = """\
game seats=2 by_size=yes house=no growth=yes counts=yes
waits turn seat=0 end=not finals=- gone=-
turn step=0 first=1 first_space=0 laid_cubes=0 behind=0 moved=0 undone=0 deck=0 deck_end=0 ender=-
flags -
laying - fetch=- queue=- opening=-
corals 1A 2A 3A 4A 5A 6A 7A 8A 9A 10A
algae space=- left=g5b5p5r5
supply cubes=W8Y8O8P9G8 reserve=W1Y1O1P1G1 pool=W33Y33O33P33G29
sea W=Y1G1+cube Y=O1+cube O=W1O2+cube P=Y1G1+cube G=Y1+cube
seat 0 screen=W4P1 start=- cubes=W1O1 front=- fish=- hidden=- shrimps=4 eaten=0
seat 1 screen=Y2P1G1 start=- cubes=Y1G1 front=- fish=- hidden=- shrimps=0 eaten=0
rock 0 P1
1 -- -- -- #- #- #- --
2 G- G- #- #- #- #- --
3 G1 G- #- #- -- #- #-
4 #- -- #- *- #- W- #-
5 O- O1 O- #- #- #- #-
6 -- #- #- #- #- #- --
rock 1 P0
1 -- -- -- #- #- #- --
2 -- #- #- Y- #- #- --
3 #- #- -- #- #- #- #-
4 P- P1 #- *- #- -- #-
5 #- P- P- -- #- G- G1
6 #- #- #- #- #- #- G-"""
_EATING: Final = """\
game seats=2 by_size=yes house=no growth=yes counts=yes
waits turn seat=0 end=not finals=- gone=-
turn step=0 first=1 first_space=0 laid_cubes=0 behind=0 moved=0 undone=0 deck=0 deck_end=0 ender=-
flags -
laying - fetch=- queue=- opening=-
corals 1A 2A 3A 4A 5A 6A 7A 8A 9Bp 10A
algae space=- left=g5b5p4r5
supply cubes=W9Y8O9P8G8 reserve=W1Y1O1P1G1 pool=W27Y28O31P33G27
sea W=Y1G1+cube Y=O1+cube O=W1P1+cube P=Y3+cube G=Y1O1+cube
seat 0 screen=Y4P1 start=- cubes=Y1 front=- fish=P2 hidden=- shrimps=2 eaten=1
seat 1 screen=W1O1G2 start=- cubes=P1G1 front=W1 fish=G2 hidden=- shrimps=0 eaten=2
rock 0 P1
1 -- -- -- #- #- #- --
2 G- G- #- #- #- #- --
3 G- #- #- #- -- W- W-
4 #- -- #- W- W- W0 W-
5 O1 O- O- Y- #- W- W-
6 -- O- O- Y- #- #- --
rock 1 P0
1 -- -- -- #- #- #- --
2 -- #- #- #- #- #- --
3 #- #- -- #- #- W- #-
4 G- G- #- *- #- -- #-
5 #- G1 #- -- #- #- #-
6 #- G- P- P- #- #- #-"""
_ALGAE: Final = """\
game seats=2 by_size=yes house=no growth=yes counts=yes
waits turn seat=0 end=not finals=- gone=-
turn step=0 first=1 first_space=0 laid_cubes=0 behind=0 moved=0 undone=0 deck=0 deck_end=0 ender=-
flags -
laying - fetch=- queue=- opening=-
corals 1A 2A 3A 4A 5A 6A 7A 8A 9A 10A
algae space=- left=g5b5p5r5
supply cubes=W9Y9O8P8G8 reserve=W1Y1O1P1G1 pool=W32Y30O28P30G26
sea W=Y1G1+cube Y=O1+cube O=O1P1+cube P=Y2G1+cube G=Y1O1+cube
seat 0 screen=W1G1 start=- cubes=O1 front=Y1 fish=O1P5 hidden=- shrimps=2 eaten=1
seat 1 screen=W2O1G2 start=- cubes=P1G1 front=W1 fish=G3 hidden=- shrimps=2 eaten=1
rock 0 P1
1 -- -- -- #- #- #- --
2 #- #- Y- G- #- #- --
3 #- Y- Y- #- -- #- #-
4 #- -- #- *- #- W- #-
5 #- #- O- O- P- #- #-
6 -- #- #- #- P- #- --
rock 1 P0
1 -- -- -- #- #- #- --
2 -- #- #- Y- #- #- --
3 #- #- -- #- W- W- #-
4 G- G- #- *- #- -- #-
5 #- G1 P- -- O- #- #-
6 #- G- #- O- O0 O- #-"""
_ENDING: Final = """\
game seats=2 by_size=yes house=no growth=yes counts=yes
waits turn seat=0 end=not finals=- gone=-
turn step=0 first=1 first_space=0 laid_cubes=0 behind=0 moved=0 undone=0 deck=0 deck_end=0 ender=-
flags -
laying - fetch=- queue=- opening=-
corals 1A 2A 3A 4A 5A 6A 7A 8A 9A 10A
algae space=- left=g5b5p5r5
supply cubes=W9Y9O7P9G8 reserve=W1Y1O1P1G1 pool=W31Y26O25P32G23
sea W=Y1G1+cube Y=O1+cube O=O1P1+cube P=Y2G1+cube G=Y1O1+cube
seat 0 screen=W1G1 start=- cubes=O1 front=Y1 fish=Y1O3P3 hidden=- shrimps=0 eaten=3
seat 1 screen=W2O1G2 start=- cubes=O1G1 front=W1 fish=W1G5 hidden=- shrimps=0 eaten=2
rock 0 P1
1 -- -- -- #- #- #- --
2 Y- Y- Y- G- #- #- --
3 Y0 Y- Y- #- -- #- #-
4 #- -- #- *- #- W- #-
5 #- #- O- O- P- #- #-
6 -- #- #- #- P- #- --
rock 1 P0
1 -- -- -- #- #- #- --
2 -- #- #- Y- #- #- --
3 #- #- -- #- W- W- #-
4 G- G- #- *- #- -- #-
5 G- G1 P- -- O1 #- #-
6 #- G- O- O- O- O- #-"""

REEF_COURSE: Final = (
    Lesson(
        others=("Ada",),
        title="Laying and shrimps",
        position=_LAYING,
        steps=(
            LessonStep(
                "Where should your tiles go? Tiles that the others take before you eat the coral are lost "
                "to you. You have four white tiles, and a single white polyp waits on F4 of the first board.",
                ("cube W",),
                "Press 2, Play a cube, then the white cube.",
            ),
            LessonStep(
                "D4 is the space of extra growth: lay a tile beside it, and a tile of its colour grows on "
                "it for free. E4 touches both that space and your polyp.",
                ("lay W 0:E4*",),
                "Lay a white tile on E4 on board 1.",
            ),
            LessonStep(
                "Three tiles for one. A shrimp protects its own space and the tiles that touch it, so make "
                "a cross and not a line: around F4 there is room above, below and on the right.",
                ("lay W 0:F3*",),
                "Lay a white tile on F3 on board 1. The two others go to F5 and G4.",
                ("lay W 0:F5*", "lay W 0:G4*"),
            ),
            LessonStep(
                "A coral of six. On F4 your shrimp touches four of its tiles, and only D4 can still be "
                "bitten off. On D4 it would protect two tiles and leave four to the others.",
                ("introduce 0:F4",),
                "Press 4, New shrimp, then F4 on board 1.",
            ),
            LessonStep(
                "Now think of the next turn. A cube lays tiles of its colour, so take things that go "
                "together: you hold an orange cube and no orange tile. The orange space has two of them, "
                "and another orange cube.",
                ("collect O",),
                "Press 0, Collect, then the orange space.",
            ),
        ),
        done="A guarded coral of six, and tiles and cubes of one colour for the next turn. When you lay, "
        "look for growth first, then for the cross around a shrimp; keep a space between your coral "
        "and colours that beat it.",
    ),
    Lesson(
        others=("Ada",),
        title="Eating and attack",
        position=_EATING,
        steps=(
            LessonStep(
                "Your white coral has eight tiles: four go back to the bag, four into your fish, and white "
                "is worth 4. Ada has eaten twice and may soon end the game, so do not wait for more. You "
                "can only eat before everything else.",
                ("eat 0:F4",),
                "Press 1, Eat a coral, then the white coral of 8.",
            ),
            LessonStep(
                "Next to the orange coral lie two yellow tiles. Coral tile 3 says that yellow beats orange, "
                "and a coral of two may attack. Ada's shrimp on A5 protects A5 and B5; the other three are "
                "open to attack.",
                ("cube Y",),
                "Press 2, Play a cube, then the yellow cube.",
            ),
            LessonStep(
                "An attack lays your tile on the other's space: you consume that tile, and your coral grows.",
                ("lay Y 0:C5*",),
                "Lay a yellow tile on C5 on board 1. C6 and B6 follow by themselves.",
                ("lay Y 0:C6*", "lay Y 0:B6*"),
            ),
            LessonStep(
                "Three orange tiles are yours to spend. The white coral is gone, so D4 is bare again: your "
                "fourth tile beside it lets the coral grow by two.",
                ("lay Y 0:C4*",),
                "Lay a yellow tile on C4 on board 1.",
            ),
            LessonStep(
                "Seven yellow tiles, and still nobody's. C5 and C6 each touch three of them.",
                ("introduce 0:C5", "introduce 0:C6"),
                "Press 4, New shrimp, then C5 on board 1 or C6 on board 1.",
            ),
            LessonStep(
                "You are growing yellow now, and three yellow tiles lie on the pink space.",
                ("collect P",),
                "Press 0, Collect, then the pink space.",
            ),
        ),
        done="You ate in time, and you grew at Ada's cost. A stronger colour may attack a coral, and so may "
        "any larger coral. Tiles that touch their own shrimp are safe. Press V to see the colours "
        "compared.",
    ),
    Lesson(
        others=("Ada",),
        title="Algae and dominance",
        position=_ALGAE,
        steps=(
            LessonStep(
                "At the end each tile in the fish counts the value of its colour: 1, and 1 more for each "
                "coral tile on which that colour is stronger. You have five pink tiles in your fish, and "
                "pink is stronger on two coral tiles: 3 each. V shows it for all colours."
            ),
            LessonStep(
                "A consumed tile buys an alga. The green one can lock coral tile 8, pink over grey: pink "
                "stays the stronger. And every other unlocked tile with the large green alga turns over: "
                "white over yellow, and orange over pink.",
                ("alga g tile 8 pay Y",),
                "Press 7, Tile to alga, then the green cylinder, then coral tile 8.",
            ),
            LessonStep(
                "Pink is worth 4 now: 5 more points for you. Yellow rose too, and three yellow tiles on the "
                "first board belong to nobody.",
                ("introduce 0:C3", "introduce 0:C2", "introduce 0:B3"),
                "Press 4, New shrimp, then C3 on board 1, in the middle of the yellow coral.",
            ),
            LessonStep(
                "The grey space has an orange tile for your orange cube, and a grey cube for your grey tile.",
                ("collect G",),
                "Press 0, Collect, then the grey space.",
            ),
        ),
        done="Before you play an alga, look at the large alga on each coral tile: unlocked tiles of that "
        "colour turn over. You may lock only after you have eaten a coral, and one tile a turn; the "
        "tenth lock ends the game.",
    ),
    Lesson(
        others=("Ada",),
        title="When to end",
        position=_ENDING,
        steps=(
            LessonStep(
                "You have eaten with three shrimps: the fourth ends the game at once. So count before you "
                "eat. All colours are worth 3; you have seven tiles in your fish, that is 21, and Ada has "
                "six, that is 18."
            ),
            LessonStep(
                "Your yellow coral of six brings two more: 27. Then Ada may eat one coral of six or more, "
                "and both of hers have five. One more turn, and each would be large enough. End it now.",
                ("eat 0:A3",),
                "Press 1, Eat a coral, then the yellow coral.",
            ),
        ),
        done="You win by 27 to 18. If you lead, end the game while the others' corals are small. If you are "
        "behind, grow, lock no ninth coral tile and leave the third shrimp's coral uneaten. The game "
        "also ends when the cubes of a colour or the tiles of the bag run out.",
    ),
)
