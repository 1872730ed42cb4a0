"""The player's settings: typed, bounded, in our own versioned file; never an exception at start."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from app.animals import ANIMALS
from app.keep.versions import LaterVersion, NoVersion, Step, brought_up

UPGRADES: tuple[Step, ...] = ()
"""Steps that bring a file from version n to n + 1, by n - 1. Never changed, only added to."""
NICK_MAX = 24
TERMS_MAX = 300
TAUGHT_MAX = 2000
RECENT = 5
PATHS_MAX = 20_000
THEMES = ("system", "light", "dark", "contrast")
FELTS = ("sea", "green", "wine", "slate")
BACKS = ("shoal", "waves", "trellis")
VOLUMES = range(101)
SORTS = ("", "suit", "rank")
SPEEDS = ("off", "fast", "normal", "always", "slow")
"""Pace of cards; "normal" is none where the system asks for less motion, "always" is normal there, too."""
SCALES = range(80, 201)
LATER = (
    "the settings are of a later Shoal; they are left as they are, and until you use that one again the "
    "usual ones are in force"
)
_SWITCHES = (
    "sound",
    "chat_sound",
    "four_colours",
    "one_click",
    "plays_forced",
    "tips",
    "asks",
    "visible",
    "asked_visible",
    "tells_later",
)


@dataclass(frozen=True, slots=True)
class Settings:
    """`scale` and `volume` are in per cent; `nick` and `animal` "" mean that none was chosen yet; `terms` is
    what the table that was hosted last agreed on besides its game, as `app.policy.kept_text` writes it;
    `plays_forced`: a move that is the only choice is made by itself;
    `visible`: people on this network may find the player and the tables, `asked_visible`: the player was
    asked about it; `tells_later`: the lobby says when somebody on this network has a later Shoal. `sort`: how
    the own hand stands, "" as each game has it; `taught` are the keys of the games whose introduction was
    offered, `tips_seen` the hints that were shown; `tips`: they are; `records` those that were looked at
    last, a path a line."""

    nick: str = ""
    animal: str = ""
    theme: str = "system"
    scale: int = 100
    animation: str = "normal"
    felt: str = "sea"
    back: str = "shoal"
    sort: str = ""
    sound: bool = True
    volume: int = 100
    chat_sound: bool = True
    four_colours: bool = True
    one_click: bool = True
    plays_forced: bool = False
    asks: bool = True
    terms: str = ""
    visible: bool = False
    asked_visible: bool = False
    tells_later: bool = False
    taught: str = ""
    tips: bool = True
    tips_seen: str = ""
    records: str = ""

    def checked(self) -> Settings:
        """The same with every value that cannot be replaced by its default."""
        return replace(
            self,
            nick=self.nick if isinstance(self.nick, str) and len(self.nick) <= NICK_MAX else "",
            animal=self.animal if self.animal in ANIMALS else "",
            theme=self.theme if self.theme in THEMES else "system",
            terms=self.terms if isinstance(self.terms, str) and len(self.terms) <= TERMS_MAX else "",
            records=self.records if isinstance(self.records, str) and len(self.records) <= PATHS_MAX else "",
            tips_seen=(
                self.tips_seen
                if isinstance(self.tips_seen, str) and len(self.tips_seen) <= TAUGHT_MAX
                else ""
            ),
            taught=self.taught if isinstance(self.taught, str) and len(self.taught) <= TAUGHT_MAX else "",
            scale=self.scale if type(self.scale) is int and self.scale in SCALES else 100,
            sort=self.sort if self.sort in SORTS else "",
            felt=self.felt if self.felt in FELTS else "sea",
            back=self.back if self.back in BACKS else "shoal",
            volume=self.volume if type(self.volume) is int and self.volume in VOLUMES else 100,
            animation=self.animation if self.animation in SPEEDS else "normal",
            **{
                name: getattr(self, name) if type(getattr(self, name)) is bool else getattr(Settings(), name)
                for name in _SWITCHES
            },
        )


def looked_at(settings: Settings, record: str) -> Settings:
    """The settings once a record was looked at: it is the first of those that are remembered."""
    if "\n" in record:
        return settings
    paths = dict.fromkeys((record, *settings.records.splitlines()))
    return replace(settings, records="\n".join(list(paths)[:RECENT])).checked()


def changed(settings: Settings, key: str, value: object) -> Settings:
    """The settings with one value changed; what cannot be used becomes as usual."""
    return Settings(**{**asdict(settings), key: value}).checked()


def read_settings(text: str) -> tuple[Settings, str]:
    """The settings in a file's text, and "" or, in words, what of it could not be used."""
    try:
        values = brought_up(text, UPGRADES)
    except LaterVersion:
        return Settings(), LATER
    except NoVersion:
        return Settings(), "the settings could not be read; the usual ones are in force"
    known: dict[str, Any] = {each.name: values[each.name] for each in fields(Settings) if each.name in values}
    settings = Settings(**known)
    checked = settings.checked()
    return checked, "" if checked == settings else "some settings could not be used and are as usual"


def write_settings(settings: Settings) -> str:
    """The text of the file."""
    return json.dumps({"version": len(UPGRADES) + 1, **asdict(settings.checked())}, indent=1) + "\n"
