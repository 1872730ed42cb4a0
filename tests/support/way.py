"""The way of one choice through the program, from file to file, in every thread.

A file has the choice if one of its functions is called with it in an argument: the action itself, a value
that holds it, or bytes in which its text stands.
"""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

from net.wire.form import fields_of
from rules.api import Action

ROOT: Final = Path(__file__).resolve().parents[2]
OURS: Final = tuple(f"{ROOT / folder}{os.sep}" for folder in ("app", "net", "rules", "ui"))
DEEP: Final = 3
LARGE: Final = 50


class Way:
    """The way of a choice: caller and called file, in order. Enter `watched` before the threads begin."""

    def __init__(self) -> None:
        self.steps: list[tuple[str, str]] = []
        self._action: Action | None = None
        self._text = ""

    @contextmanager
    def followed(self, action: Action) -> Iterator[None]:
        """Note the files that are handed this action while the block runs."""
        self._text, self._action = str(action), action
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)
            self._action = None

    @contextmanager
    def watched(self) -> Iterator[Way]:
        """Follow every thread that begins in the block."""
        threading.setprofile(self)
        try:
            yield self
        finally:
            threading.setprofile(None)

    def __call__(self, frame: FrameType, event: str, arg: object) -> None:
        if self._action is None or event != "call" or not frame.f_code.co_filename.startswith(OURS):
            return
        if any(self._holds(value, DEEP) for value in _arguments(frame)) and frame.f_back is not None:
            self.steps.append((_file(frame.f_back), _file(frame)))

    def _holds(self, value: object, deep: int) -> bool:
        if isinstance(value, str):
            return self._text in value
        if isinstance(value, bytes | bytearray):
            return self._text.encode() in value
        if type(value) is type(self._action):
            return value == self._action
        if not deep:
            return False
        inside: list[object] = []
        if isinstance(value, tuple | list | dict) and len(value) < LARGE:
            inside = list(value.values() if isinstance(value, dict) else value)
        elif fields_of(type(value)) and not hasattr(value, "digest"):  # no whole positions
            inside = [getattr(value, name, None) for name in fields_of(type(value))]
        return any(self._holds(each, deep - 1) for each in inside)


def rooms_told(page: str) -> tuple[list[str], list[str]]:
    """The files on the way out and on the way in, for Plump, as the page of the architecture lists them."""
    lists = re.findall(r"^(?:    \d+ .*\n)+", page, re.MULTILINE)
    out, back = ([line.split()[1].replace("<game>", "plump") for line in each.splitlines()] for each in lists)
    return out, back


def _arguments(frame: FrameType) -> list[object]:
    code = frame.f_code
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return [frame.f_locals.get(name) for name in names if name not in ("self", "cls")]


def _file(frame: FrameType) -> str:
    path = Path(frame.f_code.co_filename)
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
