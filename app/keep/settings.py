"""The player's settings: typed, bounded, in a versioned file. Unreadable settings never stop a start."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, fields, replace

from app.animals import ANIMALS
from app.keep.versions import LaterVersion, NoVersion, Step, brought_up

UPGRADES: tuple[Step, ...] = ()
"""Step n - 1 upgrades a file from version n to n + 1. A released step never changes."""
NICK_MAX = 24
TERMS_MAX = 300
PASSED_MAX = 24
TAUGHT_MAX = 2000
RECENT = 5
PATHS_MAX = 20_000
THEMES = ("system", "light", "dark", "contrast")
FELTS = ("sea", "green", "wine", "slate")
BACKS = ("shoal", "waves", "trellis")
VOLUMES = range(101)
SORTS = ("", "suit", "rank")
SPEEDS = ("off", "fast", "normal", "always", "slow")
"""Speed of the cards. "normal" respects the system's setting for reduced motion, "always" does not."""
SCALES = range(80, 201)
LATER = "a newer Shoal has saved the settings: this one leaves them alone and starts with the defaults"
_CHOICES: dict[str, Collection[object]] = {
    "animal": ANIMALS,
    "theme": THEMES,
    "scale": SCALES,
    "animation": SPEEDS,
    "felt": FELTS,
    "back": BACKS,
    "sort": SORTS,
    "volume": VOLUMES,
}
_TEXTS = {
    "nick": NICK_MAX,
    "terms": TERMS_MAX,
    "passed_over": PASSED_MAX,
    "taught": TAUGHT_MAX,
    "tips_seen": TAUGHT_MAX,
    "records": PATHS_MAX,
}


class Settings(Struct, frozen=True):
    """The settings of this player on this computer, as the file keeps them.

    `nick` and `animal` are "" until the player chooses one. `scale` and `volume` are percentages. `sort` is
    the order of the player's hand; "" is the order of each game. `plays_forced` makes a move automatically
    when it is the only legal one. `terms` are those of the table hosted last, as `app.policy.kept_text`
    writes them. With `visible`, people on this network can find the player and the tables; `asked_visible`
    is true once the player was asked about that. `passed_over` is a newer version that others claim to have
    and of which the player wants no more notices. `taught` are the games whose introduction was offered.
    `tips` turns tips on, and `tips_seen` are those already shown. `records` are the paths of the record
    files opened last, one a line.
    """

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
    passed_over: str = ""
    taught: str = ""
    tips: bool = True
    tips_seen: str = ""
    records: str = ""

    def checked(self) -> Settings:
        """Replace every invalid value by its default."""
        usual = Settings()
        fitting = {
            each.name: value
            for each in fields(Settings)
            if _fits(each.name, value := getattr(self, each.name), getattr(usual, each.name))
        }
        return replace(usual, **fitting)


def _fits(name: str, value: object, usual: object) -> bool:
    """True if a value is of the usual value's type and within the bounds of its setting."""
    if not isinstance(value, type(usual)) or isinstance(value, bool) != isinstance(usual, bool):
        return False
    if isinstance(value, str) and name in _TEXTS:
        return len(value) <= _TEXTS[name]
    return name not in _CHOICES or value == usual or value in _CHOICES[name]


def looked_at(settings: Settings, record: str) -> Settings:
    """Put a record that was just looked at first in the list of recent records."""
    if "\n" in record:
        return settings
    paths = dict.fromkeys((record, *settings.records.splitlines()))
    return replace(settings, records="\n".join(list(paths)[:RECENT])).checked()


def changed(settings: Settings, key: str, value: object) -> Settings:
    """Change one setting; an invalid value becomes the default."""
    return Settings(**{**asdict(settings), key: value}).checked()


def read_settings(text: str) -> tuple[Settings, str]:
    """Parse a settings file; return the settings, and a sentence about what was invalid, or ""."""
    try:
        values = brought_up(text, UPGRADES)
    except LaterVersion:
        return Settings(), LATER
    except NoVersion:
        return Settings(), "the settings could not be read; the defaults are used"
    known: dict[str, Any] = {each.name: values[each.name] for each in fields(Settings) if each.name in values}
    settings = Settings(**known)
    checked = settings.checked()
    return checked, "" if checked == settings else "some settings were invalid and are back to their defaults"


def write_settings(settings: Settings) -> str:
    """Return the text of a settings file."""
    return json.dumps({"version": len(UPGRADES) + 1, **asdict(settings.checked())}, indent=1) + "\n"
