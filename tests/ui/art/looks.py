"""The painters of the tables, with the looks that their goldens show: every switch of a look both ways."""

from __future__ import annotations

from enum import EnumType
from itertools import cycle
from typing import Any

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from app.animals import Animal
from app.games.matriculation.sheet import SheetLine
from app.games.reef.colours import Standing
from app.games.reef.lights import Light
from app.games.reef.looks import (
    AlgaSpace,
    Button,
    CoralTile,
    Fish,
    Home,
    LargeSpace,
    Player,
    Space,
    Stack,
    Supply,
)
from app.games.scene import Plate, Sign
from rules.api import Seat
from tests.support.values import replace
from tests.ui.art.pieces import Family, paint_icon
from ui.art.app_icon import paint_app_icon
from ui.art.cahoots.cards import Drinker, Patron, paint_patron
from ui.art.cards.playing_cards import PlayingCard, Rank, paint_card
from ui.art.cards.suits import Suit
from ui.art.icon_paths import Icon
from ui.art.icons import IconIn, paint_icon_in
from ui.art.marks import Mark, Marking, paint_mark
from ui.art.matriculation.cards import Study, paint_study
from ui.art.pieces.backs import paint_back
from ui.art.theme import Back, Theme
from ui.kit.bubble import BubbleLook, paint_bubble
from ui.kit.cloth import Cloth, paint_cloth
from ui.kit.dressing import (
    BidChip,
    HeldCards,
    Pile,
    Ribbon,
    SignButton,
    TableButton,
    TableWords,
    paint_bid,
    paint_button,
    paint_held,
    paint_own_hidden,
    paint_pile,
    paint_ribbon,
    paint_sign_button,
    paint_words,
)
from ui.kit.pieces import Look, paint_look
from ui.kit.places import PilePlace, PileSign, paint_place
from ui.kit.plates import Pips, PlateLook, paint_plate
from ui.screens.game_button import paint_in
from ui.tables.cahoots import pieces as cahoots
from ui.tables.kings import panel_pictures as panels
from ui.tables.kings import pile_pictures as piles
from ui.tables.matriculation import pieces as rows
from ui.tables.pictures import paint_backs, picture_of
from ui.tables.plain import looks as plain
from ui.tables.reef import chrome, colour_looks, own_looks, plate_looks, sea_looks, space_looks
from ui.tables.reef.frames import Lit


def varied(look: Any, **changes: object) -> tuple[Any, ...]:
    """The look, and for each change the same look with only that change; an enumeration is all its members,
    and "look__tile" is the tile of its look."""
    found = [look]
    for name, change in changes.items():
        values = tuple(change) if isinstance(change, EnumType) else (change,)
        others = (_changed(look, name.split("__"), value) for value in values)
        found += [other for other in others if other != look]
    return tuple(found)


def _changed(look: Any, path: list[str], value: object) -> Any:
    name, *rest = path
    return replace(look, **{name: _changed(getattr(look, name), rest, value) if rest else value})


def paint_cover(painter: QPainter, rect: QRectF, game: str, theme: Theme) -> None:
    """A game in the lobby; "" has no picture."""
    paint_in(painter, rect, picture_of(game) if game else paint_backs, theme)


def paint_program(painter: QPainter, rect: QRectF, _kind: None, _theme: Theme) -> None:
    """The program's icon."""
    paint_app_icon(painter, rect)


NINE = PlayingCard(Rank.NINE, Suit.CLUBS)
PATRON = Patron(Drinker.JAVA_JOE, 4)
BOARD = ("..###..", ".#Y####", "###*#G#", "##O#W##", ".#.P#.#", ".######")
PLATE = PlateLook(0, "Lisa", line="2 cards", score="14")
REEF_SPACE = space_looks.LitSpace(Space("#", 3, coral=0))
REEF_CORAL_TILE = sea_looks.LitCoralTile(CoralTile(0, 1, 2, 3))
REEF_PLAYER = Player(eaten=1, home=3, front=(1, 0, 2, 0, 1), tiles=None, cubes=None, fish=None)
REEF_PLATE = plate_looks.ReefPlateLook(Plate(Seat(1), "Lisa", look=REEF_PLAYER))
HOUSE = piles.HouseLook(
    base=11, numbers=(0, 13, 26, 39, 52), score=7, takes="2 to 5", is_front=False, rows=3,
    takes_share=0.2,
)  # fmt: skip
SHEET = rows.SheetLook(
    "Hand 2",
    (
        SheetLine("Hours", (93, 45, 0), note="one each"),
        SheetLine("Degree", (0, 25, 0)),
        SheetLine("Sum", (93, 70, 0), is_sum=True),
    ),
    ("Lisa", "Stephen", "Toby"),
)
END = panels.EndLook(faces=(3, 20), is_enabled=True, is_main=False, is_warned=False)
KNIGHT = plain.NamedCard("Knight-2", "Knight of the Hours")
SMALL, LARGE = (40, 56), (160, 224)
"""Too small for all that is on a card, and large enough for its least words."""

LOOKS = (
    # -- small faces, and pictures that are no kind of piece
    Family(paint_card, tuple(map(PlayingCard, Rank, cycle(Suit))), size=SMALL),
    Family(paint_back, tuple(Back), size=SMALL),
    Family(paint_study, tuple(Study), size=SMALL),
    Family(paint_patron, tuple(map(Patron, cycle(Drinker), range(1, 11))), size=SMALL),
    Family(paint_program, (None,), size=(96, 96)),
    Family(paint_program, (None,), size=(32, 32)),
    Family(paint_cover, ("cahoots", "kings", "matriculation", "plump", "reef", ""), size=(150, 90)),
    Family(paint_icon, (Icon.TURN, Icon.EYE), size=(48, 48)),
    Family(paint_mark, (Marking(Mark.SELECTED, 0.5),), size=(60, 60)),
    Family(paint_place, varied(PilePlace(PileSign.PLAIN, "stock"), label="", beside=("discards",)),
           size=(75, 105)),
    Family(paint_icon_in, (IconIn(Icon.BOT, "#F2C14A"),), size=(24, 24)),
    # the plain table
    Family(plain.paint_named_card, (*varied(plain.NamedCard("8J", "Java Joe 8"), name="8J", seen=0.6),
           *varied(KNIGHT, seen=0.6)), size=LARGE),
    Family(plain.paint_named_card, (plain.NamedCard("8J", "Java Joe 8"), KNIGHT), size=SMALL),
    Family(plain.paint_tile, ("Y3",), size=(48, 48)),
    Family(plain.paint_space, varied(plain.Space("", is_lit=False), text="W", is_lit=True), size=(48, 48)),
    Family(plain.paint_die, (*(plain.Die(value, 6) for value in range(1, 7)), plain.Die(17, 20)),
           size=(48, 48)),
    Family(plain.paint_grid, (plain.GridGround(4, 3), plain.GridGround(3, 3, frozenset({0, 4}))),
           size=(140, 110)),
    Family(plain.paint_offer, varied(plain.Offer("Throw the die"), is_refused=True), size=(150, 42)),
    Family(plain.paint_lines, varied(plain.Lines(("Stock", "91 cards")), has_title=False), size=(120, 36)),
    Family(plain.paint_stack, (plain.Stacked(Look(paint_card, NINE, shade=True), 3),), size=(90, 126)),
    Family(plain.paint_stack, (plain.Stacked(Look(paint_card, NINE, shade=True), 12),), size=SMALL),
    Family(plain.paint_tagged, varied(plain.Tagged(Look(paint_card, NINE), "same number"), seen=0.7),
           size=LARGE),
    # all card tables
    Family(paint_cloth, varied(Cloth((15, 15, 180, 90)), oval=None, emblem=False, round=0.2, line=2.5),
           size=(210, 120)),
    Family(paint_bubble, (BubbleLook("You have to follow suit", "Plump 4.2"), *(
        BubbleLook("You have to follow suit", "Plump 4.2", tail) for tail in (0.1, None))), size=(210, 78)),
    Family(paint_held, varied(HeldCards(3), count=8, back=Back.WAVES), size=(120, 48)),
    Family(paint_pile, varied(Pile(2), count=60, back=Back.WAVES), size=(60, 84)),
    Family(paint_own_hidden, (None, *Back), size=(60, 84)),
    Family(paint_button, varied(TableButton(Icon.UNDO, "Undo"), key="U", is_down=True,
           beside=("Stop the combo",)), size=(120, 42)),
    Family(paint_sign_button, (SignButton(Icon.SORT),), size=(42, 42)),
    Family(paint_words, (*varied(TableWords(("Lisa leads", "round 3 of 10")), lines=("Deal",), is_boxed=True),
           *varied(TableWords(("Lisa leads", "one", "two"), is_boxed=True), is_above=True)), size=(150, 66)),
    Family(paint_ribbon, (Ribbon("plump"),), size=(90, 24)),
    Family(paint_bid, varied(BidChip(3), is_forbidden=True), size=(54, 54)),
    Family(paint_look, (Look(paint_card, NINE), *varied(Look(paint_card, NINE, shade=True), corner=0.3)),
           size=(66, 90)),
    Family(paint_plate, (
        *varied(PLATE, tag="leads", score="", is_bot=True, is_dealer=True, is_gone=True, is_leading=True,
                pips=Pips(3, 2), meter=63, badge="+13", trouble="is away", note="rule plays",
                is_split=True, animal=Animal.SEAL, line="", names=("Bartholomew",)),
        replace(PLATE, tag="leads", clock="0:42"), replace(PLATE, tag="leads", clock="0:04", is_late=True),
        replace(PLATE, pips=Pips(1, 3)), replace(PLATE, pips=Pips(0, 0)),
        replace(PLATE, badge="plump", badge_is_good=False),
        replace(PLATE, trouble="has gone home", has_gone_home=True),
    ), size=(196, 79)),
    # Matriculation
    Family(rows.paint_row_ground, varied(rows.RowGround(1), is_turn=True, is_gone=True), size=(180, 72)),
    Family(rows.paint_barrier, varied(rows.Barrier("No terms", "Car Fixed", stops=True), stops=False),
           size=(150, 42)),
    Family(rows.paint_help, (rows.Help("Car Fixed", "Removes Car Not Working, which else stops all terms."),),
           size=(150, 66)),
    Family(rows.paint_sheet, (SHEET,), size=(240, 180)),
    # Cahoots
    Family(cahoots.paint_tagged, (*(cahoots.TaggedPatron(PATRON, tag) for tag in ("", *cahoots.SIGNS)),
           cahoots.TaggedPatron(PATRON, is_known=True)), size=(60, 84)),
    Family(cahoots.paint_legend, (cahoots.Legend(),), size=(180, 192)),
    Family(cahoots.paint_caption, varied(cahoots.Caption("the veto"), shorter="veto"), size=(90, 42)),
    Family(cahoots.paint_held_patrons, varied(cahoots.HeldPatrons(3), hidden=0, known=(PATRON, PATRON)),
           size=(150, 54)),
    Family(cahoots.paint_field, (cahoots.Field("combo"),), size=(180, 120)),
    Family(cahoots.paint_ribbon, ("vetoed",), size=(90, 30)),
    Family(cahoots.paint_coming, (cahoots.Coming("tea, or a 5"),), size=(60, 84)),
    # Kings
    Family(piles.paint_house, (*varied(HOUSE, base=None, numbers=(5,), rows=2, is_front=True, key="2",
           foretold=("7 : 4", True), planned=(11, 0)), replace(HOUSE, foretold=("4 : 7", False))),
           size=(72, 168)),
    Family(piles.paint_king, varied(piles.KingLook(0, (True, False, True) * 3), seat=3, key="1",
           planned=frozenset({0})),
           size=(72, 180)),
    Family(piles.paint_held_cards, varied(piles.HeldLook(3, ()), hidden=0, spoils=(3, 20)), size=(150, 60)),
    Family(piles.paint_counted, varied(piles.CountedPile("stock", 31), count=0, top=22), size=(120, 66)),
    Family(piles.paint_frame, varied(piles.FrameLook(is_turn=False, is_gone=False), is_turn=True,
           is_gone=True), size=(120, 90)),
    Family(panels.paint_battle, varied(panels.BattleLook("7 : 4", "wins two cards", wins=True, spoils=(3, 20),
           is_open=True), wins=False, spoils=(), is_open=False), size=(240, 48)),
    Family(panels.paint_story, (panels.StoryLook("Story", ("Lisa draws", "Toby attacks", "Lisa wins"), 2),),
           size=(180, 150)),
    Family(panels.paint_winner, tuple(range(4)), size=(72, 96)),
    Family(panels.paint_end, (*varied(END, faces=(), is_main=True, is_warned=True),
           replace(END, is_enabled=False, faces=())), size=(150, 96)),
    Family(panels.paint_steps, (panels.StepsLook(("Draw", "Build", "Attack"), 1),), size=(108, 96)),
    Family(panels.paint_course, (panels.CourseLook(("Round 3", "stall in 4 rounds")),), size=(150, 48)),
    Family(panels.paint_confirm, varied(panels.ConfirmLook(Icon.ATTACK, "Attack", "Enter", is_main=True),
           is_main=False), size=(108, 54)),
    # Reef Encounter
    Family(chrome.paint_sea_ground, (chrome.GroundLook(((10, 10, 80, 90), (100, 10, 90, 40)),
           (("tiles", (104, 14, 80, 14)), ("cubes", (104, 30, 80, 14))), 1.0),), size=(201, 111)),
    Family(chrome.paint_label, (chrome.LabelLook("Bag\n42", 1.0),), size=(60, 36)),
    Family(chrome.paint_board, (chrome.BoardLook(BOARD, 2),), size=(210, 186)),
    Family(chrome.paint_corals, (chrome.CoralsLook(("####",) * 3, (
        (frozenset({(0, 0), (0, 1), (1, 1)}), (0, 1), 2), (frozenset({(3, 2)}), (3, 2), None))),),
        size=(150, 120)),
    Family(chrome.paint_status_line, varied(chrome.StatusLineLook("Lay the coral"), text="", is_warning=True,
           is_call=True), size=(180, 42)),
    Family(colour_looks.paint_colours, (colour_looks.ColoursLook(tuple(
        Standing(c, 3, ((c + 1) % 5,), ((c + 2) % 5, (c + 3) % 5), 4 * c, c) for c in range(5))),),
        size=(300, 150)),
    Family(chrome.paint_zoom, (chrome.ZoomLook(Icon.ZOOM_IN),), size=(36, 36)),
    Family(own_looks.paint_stack, (
        *(Lit(Stack(kind, 2, 1)) for kind in ("tile", "cube", "alga", "shrimp")),
        *varied(Lit(Stack("cube", 0, 12)), look__count=0, light=Light),
        Lit(Stack("tile", 4, 3), Light.LIT),
    ), size=(72, 54)),
    Family(own_looks.paint_piece, tuple(Stack(kind, 1, 1) for kind in ("cube", "alga", "shrimp", "tile")),
           size=(36, 36)),
    Family(own_looks.paint_home, varied(Lit(Home(1, 3)), light=Light), size=(96, 96)),
    Family(own_looks.paint_home, (Lit(Home(2, 1)),), size=(150, 48)),
    Family(own_looks.paint_fish, varied(Fish(3, (2, 0, 1, 0, 0), None, 7), start=4, tiles=(0,) * 5),
           size=(150, 102)),
    Family(space_looks.paint_space_look, (*varied(REEF_SPACE, look__tile=None, look__shrimp=2,
           look__is_protected=True, light=Light, ghost=1, is_planned=True, was=1),
           *(space_looks.LitSpace(Space("#", tile), is_planned=True, was=2) for tile in (None, 3)),
           *(space_looks.LitSpace(Space("#", tile), Light.LIT, 1) for tile in (None, 4))), size=(54, 54)),
    Family(plate_looks.paint_action, varied(Lit(Button(3, "Lay again")), look__number=0,
           look__is_enabled=False, light=Light), size=(102, 72)),
    Family(plate_looks.paint_player, (
        *varied(REEF_PLATE, plate__signs=(Sign.TURN,)), *varied(REEF_PLATE, plate__signs=(Sign.GONE,),
        plate__look__eaten=3, plate__look__front=(0,) * 5, plate__look__tiles=6,
        plate__look__cubes=(1, 0, 2, 0, 1), plate__look__fish=3, trouble="is away", is_split=True,
        animal=Animal.SEAL)[1:]), size=(300, 60)),
    Family(plate_looks.paint_player, (replace(REEF_PLATE, plate=replace(REEF_PLATE.plate, look=replace(
        REEF_PLAYER, cubes=(1, 0, 2, 0, 1)))),), size=(600, 60)),
    Family(sea_looks.paint_sea, varied(Lit(LargeSpace(2, 3, has_cube=True, tiles=(2, 2, 2))),
           look__has_cube=False, look__tiles=(2,), light=Light), size=(90, 72)),
    Family(sea_looks.paint_sea, (Lit(LargeSpace(0, 4, has_cube=True, tiles=(0, 0))),), size=(54, 150)),
    Family(sea_looks.paint_supply, varied(Lit(Supply(1, 6, 1)), light=Light), size=(102, 30)),
    Family(sea_looks.paint_coral_tile_look, varied(REEF_CORAL_TILE, look__lock=1, look__starfish=True,
           light=Light, turns=True, number=10), size=(72, 72)),
    Family(sea_looks.paint_alga_space, varied(Lit(AlgaSpace(2)), look__alga=None, light=Light),
           size=(96, 54)),
    Family(sea_looks.paint_alga_space, (Lit(AlgaSpace(3)),), size=(66, 66)),
)  # fmt: skip
