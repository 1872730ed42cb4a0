"""The colours that differ between themes, as one value that painters and widgets ask.

A theme holds texts (`#RRGGBB`) and sizes, so it is hashable, comparable and free of Qt. There are three
themes; `themed` adds the chosen deck, cloth, backs and scale.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from ui.art.letters import USUAL, Letters, letters_for


class ThemeName(StrEnum):
    """Name of a theme in the settings."""

    LIGHT = "light"
    DARK = "dark"
    HIGH_CONTRAST = "high_contrast"


class Deck(StrEnum):
    """Number of colours of the suits."""

    FOUR = "four"
    TWO = "two"


class Felt(StrEnum):
    """The table's cloth."""

    SEA = "sea"
    GREEN = "green"
    WINE = "wine"
    SLATE = "slate"


class Back(StrEnum):
    """Pattern of the cards' backs."""

    SHOAL = "shoal"
    WAVES = "waves"
    TRELLIS = "trellis"


class Theme(Struct, frozen=True, kw_only=True):
    """Colours, named by their use. As `tests/ui/art/test_theme.py` checks, those of enabled text have a
    contrast of 4.5 or more on their grounds, `focus`, marks, diamonds and clubs 3 or more."""

    name: ThemeName
    deck: Deck
    cloth: Felt
    card_back: Back = Back.SHOAL
    letters: Letters = USUAL
    """Sizes of the words that painters write; widgets have theirs from the style sheet."""

    # -- windows and widgets
    window: str
    surface: str
    raised: str
    sunken: str
    border: str
    border_strong: str
    text: str
    text_muted: str
    text_disabled: str
    accent: str
    accent_hover: str
    accent_pressed: str
    accent_text: str
    accent_soft: str
    link: str
    focus: str
    selection: str
    selection_text: str
    tooltip: str
    tooltip_text: str
    danger: str
    danger_text: str

    # -- the table
    felt: str
    felt_edge: str
    felt_text: str
    felt_line: str
    plate: str
    plate_text: str
    plate_muted: str
    plate_line: str

    # -- cards
    paper: str
    paper_shade: str
    paper_edge: str
    paper_ink: str
    paper_muted: str
    hearts: str
    spades: str
    diamonds: str
    clubs: str
    blank: str
    back: str
    back_deep: str
    gold: str
    gold_deep: str
    gold_light: str

    # -- Reef Encounter
    sea: str
    sea_deep: str
    sea_line: str
    sea_text: str
    rock: str
    rock_deep: str
    sand: str
    sand_deep: str
    growth: str
    growth_ink: str
    tile_rim: str

    # -- marks on pieces
    playable: str
    selected: str
    target: str
    last_move: str
    mark_rim: str

    @property
    def is_dark(self) -> bool:
        """True if windows are dark with light text."""
        return self.name is not ThemeName.LIGHT

    @property
    def is_high_contrast(self) -> bool:
        """True if edges are thicker, and most gradients and textures are left out."""
        return self.name is ThemeName.HIGH_CONTRAST


def themed(
    name: ThemeName,
    *,
    deck: Deck = Deck.FOUR,
    felt: Felt = Felt.SEA,
    back: Back = Back.SHOAL,
    scale: int = 100,
) -> Theme:
    """Return the theme of that name with this deck, felt and back, and with letters at `scale` per cent."""
    theme = {ThemeName.LIGHT: LIGHT, ThemeName.DARK: DARK, ThemeName.HIGH_CONTRAST: HIGH_CONTRAST}[name]
    if deck is Deck.TWO:
        red, black = _TWO_COLOURS_BRIGHT if theme.is_high_contrast else _TWO_COLOURS
        theme = replace(theme, deck=deck, hearts=red, diamonds=red, spades=black, clubs=black)
    cloth = _HIGH_CONTRAST_CLOTH if theme.is_high_contrast else (_DARK_CLOTH if theme.is_dark else _CLOTH)
    middle, edge = cloth[felt]
    return replace(
        theme, cloth=felt, felt=middle, felt_edge=edge, card_back=back, letters=letters_for(scale / 100)
    )


_TWO_COLOURS = ("#B3121D", "#15161C")
_TWO_COLOURS_BRIGHT = ("#B00010", "#000000")
_CLOTH = {
    Felt.SEA: ("#17606F", "#0D4351"),
    Felt.GREEN: ("#1F6A47", "#124A30"),
    Felt.WINE: ("#74293B", "#521827"),
    Felt.SLATE: ("#47535F", "#313B45"),
}
_DARK_CLOTH = {
    Felt.SEA: ("#103F4B", "#092B35"),
    Felt.GREEN: ("#15482F", "#0C3020"),
    Felt.WINE: ("#521D2A", "#38111B"),
    Felt.SLATE: ("#2E3740", "#1F262D"),
}
_HIGH_CONTRAST_CLOTH = {
    Felt.SEA: ("#00222C", "#00222C"),
    Felt.GREEN: ("#00260F", "#00260F"),
    Felt.WINE: ("#2E000E", "#2E000E"),
    Felt.SLATE: ("#15181C", "#15181C"),
}

LIGHT = Theme(
    name=ThemeName.LIGHT,
    deck=Deck.FOUR,
    cloth=Felt.SEA,
    window="#EEF2F4",
    surface="#FFFFFF",
    raised="#F7F9FA",
    sunken="#E1E8EB",
    border="#C3CED4",
    border_strong="#71828C",
    text="#16232B",
    text_muted="#4A5B66",
    text_disabled="#84929B",
    accent="#0C6478",
    accent_hover="#0F7388",
    accent_pressed="#084E5E",
    accent_text="#FFFFFF",
    accent_soft="#D3E8ED",
    link="#0A5E8A",
    focus="#6D28D9",
    selection="#0C6478",
    selection_text="#FFFFFF",
    tooltip="#16232B",
    tooltip_text="#F4F7F8",
    danger="#B3261E",
    danger_text="#FFFFFF",
    felt="#17606F",
    felt_edge="#0D4351",
    felt_text="#F2F8F9",
    felt_line="#8FC3CD",
    plate="#0B3440",
    plate_text="#F2F8F9",
    plate_muted="#B5D0D7",
    plate_line="#3E7C8A",
    paper="#FDFBF5",
    paper_shade="#F1EDE1",
    paper_edge="#8C8778",
    paper_ink="#1B2026",
    paper_muted="#5B5F63",
    hearts="#A00305",
    spades="#101016",
    diamonds="#D46B00",
    clubs="#0B8977",
    blank="#4A5568",
    back="#0F4A5C",
    back_deep="#083341",
    gold="#D5A339",
    gold_deep="#8A6417",
    gold_light="#F4DF9A",
    sea="#1A6377",
    sea_deep="#0E4152",
    sea_line="#3F8A9D",
    sea_text="#F0FAFB",
    rock="#2F6777",
    rock_deep="#1D4957",
    sand="#DFCB97",
    sand_deep="#B59B5E",
    growth="#C9EDE4",
    growth_ink="#0E4152",
    tile_rim="#0A1D26",
    playable="#7BE0C3",
    selected="#FFD34D",
    target="#FF8A5C",
    last_move="#9AD7FF",
    mark_rim="#0A1D26",
)

DARK = replace(
    LIGHT,
    name=ThemeName.DARK,
    window="#10171C",
    surface="#182128",
    raised="#212C35",
    sunken="#0B1115",
    border="#33424D",
    border_strong="#7C909C",
    text="#E9EFF2",
    text_muted="#AAB9C2",
    text_disabled="#6C7B85",
    accent="#5EC2D6",
    accent_hover="#7BD2E3",
    accent_pressed="#46A9BD",
    accent_text="#04222A",
    accent_soft="#1D3B45",
    link="#7CC7F0",
    focus="#C4A7FF",
    selection="#23667A",
    selection_text="#FFFFFF",
    tooltip="#E9EFF2",
    tooltip_text="#10171C",
    danger="#FF8A80",
    danger_text="#3A0703",
    felt="#103F4B",
    felt_edge="#092B35",
    felt_line="#5E98A4",
    plate="#0A1F27",
    plate_line="#2F5B68",
    paper="#F5F1E6",
    paper_shade="#E6E0D0",
    paper_edge="#5E5A4E",
    back="#0D3F4F",
    back_deep="#072A36",
    sea="#144F60",
    sea_deep="#0A2F3C",
    sea_line="#2F7486",
    rock="#255665",
    rock_deep="#153A46",
    sand="#C9B580",
    sand_deep="#9C844D",
)

HIGH_CONTRAST = replace(
    LIGHT,
    name=ThemeName.HIGH_CONTRAST,
    window="#000000",
    surface="#000000",
    raised="#14181B",
    sunken="#000000",
    border="#FFFFFF",
    border_strong="#FFFFFF",
    text="#FFFFFF",
    text_muted="#E4E4E4",
    text_disabled="#A6A6A6",
    accent="#FFE14D",
    accent_hover="#FFF0A0",
    accent_pressed="#E0BE00",
    accent_text="#000000",
    accent_soft="#332B00",
    link="#8FD7FF",
    focus="#5CE1FF",
    selection="#FFE14D",
    selection_text="#000000",
    tooltip="#FFE14D",
    tooltip_text="#000000",
    danger="#FF9E94",
    danger_text="#000000",
    felt="#00222C",
    felt_edge="#00222C",
    felt_text="#FFFFFF",
    felt_line="#FFFFFF",
    plate="#000000",
    plate_text="#FFFFFF",
    plate_muted="#E4E4E4",
    plate_line="#FFFFFF",
    paper="#FFFFFF",
    paper_shade="#FFFFFF",
    paper_edge="#000000",
    paper_ink="#000000",
    paper_muted="#333333",
    hearts="#8A0008",
    spades="#000000",
    diamonds="#BE5800",
    clubs="#00706B",
    blank="#3A4452",
    back="#003A5C",
    back_deep="#00243A",
    gold="#FFD54A",
    gold_deep="#7A5600",
    gold_light="#FFF1B8",
    sea="#06303D",
    sea_deep="#000000",
    sea_line="#7FB6C4",
    sea_text="#FFFFFF",
    rock="#0E3A48",
    rock_deep="#000000",
    sand="#EAD9A6",
    sand_deep="#8C733A",
    growth="#E4FFF7",
    growth_ink="#00303D",
    tile_rim="#000000",
    playable="#7DFFD9",
    selected="#FFE14D",
    target="#FFA07A",
    last_move="#A6DEFF",
    mark_rim="#000000",
)
