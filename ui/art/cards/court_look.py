"""The colours of one suit's court."""

from __future__ import annotations

from msgspec import Struct

from ui.art.cards.suits import Suit, suit_colour
from ui.art.palette import mix
from ui.art.theme import Theme


class CourtLook(Struct, frozen=True, kw_only=True):
    """Colours of a court figure."""

    main: str
    second: str
    gold: str
    gold_deep: str
    gold_light: str
    paper: str
    line: str
    skin: str
    skin_shade: str
    lips: str
    hair: str
    hair_light: str
    beard: str
    beard_light: str


_SECOND = {
    Suit.HEARTS: "#1F3A5C",
    Suit.SPADES: "#8C2333",
    Suit.DIAMONDS: "#1E5A63",
    Suit.CLUBS: "#5B2B50",
    Suit.BLANK: "#8A5A3C",
}
_HAIR = {
    Suit.HEARTS: ("#7A3E1D", "#A9622F"),
    Suit.SPADES: ("#2E2226", "#574349"),
    Suit.DIAMONDS: ("#B98A3A", "#DDB968"),
    Suit.CLUBS: ("#5A3A24", "#86603F"),
    Suit.BLANK: ("#4A3B33", "#77645A"),
}
_SKIN = {
    Suit.HEARTS: "#F4D3B3",
    Suit.SPADES: "#E9C29C",
    Suit.DIAMONDS: "#F7DCC0",
    Suit.CLUBS: "#C98F63",
    Suit.BLANK: "#EBC7A4",
}


def court_look(suit: Suit, theme: Theme) -> CourtLook:
    """Return the look of a suit's court. Its main colour is the suit's, for spades only in high contrast."""
    hair, hair_light = _HAIR[suit]
    skin = _SKIN[suit]
    main = suit_colour(suit, theme)
    return CourtLook(
        main="#24263A" if suit is Suit.SPADES and not theme.is_high_contrast else main,
        second=_SECOND[suit],
        gold=theme.gold,
        gold_deep=theme.gold_deep,
        gold_light=theme.gold_light,
        paper=theme.paper,
        line="#241C22",
        skin=skin,
        skin_shade=mix(skin, "#8A4B2E", 0.26),
        lips=mix(skin, "#A8242F", 0.68),
        hair=hair,
        hair_light=hair_light,
        beard=mix(hair, "#B9B4B0", 0.35),
        beard_light=mix(hair_light, "#DAD6D2", 0.45),
    )
