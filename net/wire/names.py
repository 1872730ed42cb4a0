"""Names at one table must look different, or nobody knows whom a sentence is about.

Names are compared as a person sees them. A wide or styled letter counts as the plain one, a capital as the
small letter; invisible characters are dropped, and any run of spaces counts as one. `check_names` does not
catch letters of different alphabets that look alike; the letters of the key tell such names apart.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

from net.errors import Malformed

# Invisible: format and control characters, unassigned and private ones, variation selectors, and letters that
# are blanks (Hangul fillers, the empty Braille cell, Khmer inherent vowels).
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_BLANKS: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")

# Letters and digits that a reader takes for a Latin letter, after case folding (from UTS 39, the usual
# alphabets of names: Cyrillic, Greek, Armenian), and those that look alike only in some fonts: I, l, 1.
_ALIKE: Final = str.maketrans(
    "аеорсухіјѕ\u04bb\u0501\u051b\u051d\u04cfвнкмтαορνυικεβηζμτχγ\u0585\u0578\u057d\u0570\u0581i1|!035$",
    "aeopcyxljshdqwlbhkmtaopvylkebnzmtxyonuhglllloess",
)


def seen_name(name: str) -> str:
    """Return the part of a name that a person sees, for comparing; "" if nothing can be seen."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    shown = (" " if sign.isspace() else sign for sign in folded if not _is_invisible(sign))
    return " ".join("".join(shown).split())


def alike_name(name: str) -> str:
    """Return a name as a hasty reader sees it: "Lisa" gives the same with a Cyrillic "і"."""
    plain = unicodedata.normalize("NFKD", seen_name(name).translate(_ALIKE))
    shown = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return shown.translate(_ALIKE).replace("rn", "m").replace("vv", "w")


def check_names(names: Sequence[str]) -> None:
    """Raise `Malformed` for a name that cannot be seen, and for two that look the same."""
    seen = [seen_name(name) for name in names]
    if "" in seen:
        raise Malformed("name", "a player whose name cannot be seen")
    if len(set(seen)) != len(seen):
        raise Malformed("same-name", "two players at one table whose names look the same")


def _is_invisible(sign: str) -> bool:
    is_selector = "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"
    is_mongolian = "\u180b" <= sign <= "\u180f"
    return (
        sign in _BLANKS
        or is_selector
        or is_mongolian
        or (unicodedata.category(sign) in _HIDDEN and not sign.isspace())
    )
