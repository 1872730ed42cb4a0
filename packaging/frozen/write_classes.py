"""`write_classes.py FILE`: import all of Shoal and compile what `dataclasses` writes (`ready_classes`)."""

from __future__ import annotations

import dataclasses
import importlib
import marshal
import sys
from array import array
from pathlib import Path

from ready_classes import WORD, key_of

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("app", "net", "rules", "ui")


def heard() -> list[str]:
    """Return all texts that `dataclasses` executes when every module is imported, grouped by module."""
    told: dict[str, None] = {}

    def run(text: str, *names: dict[str, object]) -> None:
        told[text] = None
        exec(text, *names)  # noqa: S102  (as `dataclasses` does)

    vars(dataclasses)["exec"] = run
    sys.path.insert(0, str(ROOT))
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            importlib.import_module(
                ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            )
    return list(told)


def written(texts: list[str]) -> bytes:
    """Return the file of these texts, as `ready_classes.Ready` reads it."""
    blobs = [
        marshal.dumps(compile(text, "<string>", "exec", dont_inherit=True, optimize=2)) for text in texts
    ]
    places, at = {}, WORD * (3 * len(texts) + 1)
    for text, blob in zip(texts, blobs, strict=True):
        places[key_of(text)] = at, len(blob)
        at += len(blob)
    if len(places) < len(texts):
        raise SystemExit("two texts have one key")
    keys = sorted(places)
    starts, sizes = zip(*(places[key] for key in keys), strict=True)
    return array("Q", (len(keys), *keys, *starts, *sizes)).tobytes() + b"".join(blobs)


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(written(heard()))
