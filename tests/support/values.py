"""Changed copies of values: of Structs, and of the data classes of games and tests."""

from __future__ import annotations

import dataclasses
from typing import Any, TypeVar

from msgspec import Struct, structs

T = TypeVar("T")


def replace(value: T, **changes: object) -> T:
    """A copy of a value with some of its fields changed."""
    change: Any = structs.replace if isinstance(value, Struct) else dataclasses.replace
    changed: T = change(value, **changes)
    return changed
