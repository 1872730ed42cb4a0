"""The lines of the icons, in a square of 24 units with the origin at its upper left."""

from __future__ import annotations

from enum import StrEnum


class Icon(StrEnum):
    """An icon, named by its meaning."""

    # -- the program
    HOST = "host"
    JOIN = "join"
    WATCH = "watch"
    BOT = "bot"
    RECORDS = "records"
    SETTINGS = "settings"
    HELP = "help"
    RULES = "rules"
    HINT = "hint"
    COPY = "copy"
    OPEN = "open"
    WINDOW = "window"
    SAVE = "save"
    CLOSE = "close"
    ADD = "add"
    REMOVE = "remove"
    TICK = "tick"
    WARNING = "warning"
    KEY = "key"
    SEAT = "seat"
    # -- the table
    UNDO = "undo"
    PASS = "pass"  # noqa: S105  (a player passes)
    DRAW_CARD = "draw_card"
    SHUFFLE = "shuffle"
    SORT = "sort"
    CHAT = "chat"
    LOG = "log"
    TEXT_BOARD = "text_board"
    ZOOM_IN = "zoom_in"
    ZOOM_OUT = "zoom_out"
    ZOOM_FIT = "zoom_fit"
    TURN = "turn"
    THINKING = "thinking"
    LEAVE = "leave"
    EYE = "eye"
    EYE_OFF = "eye_off"
    SWAP = "swap"
    ATTACK = "attack"
    VETO = "veto"
    # -- reactions
    CHEERS = "cheers"
    APPLAUSE = "applause"
    LAUGH = "laugh"
    OOPS = "oops"
    HURRY = "hurry"
    # -- connection
    LOST = "lost"
    LEFT = "left"
    VERIFIED = "verified"
    CHEAT = "cheat"
    # -- sound, replay
    PLAY = "play"
    PAUSE = "pause"
    STEP = "step"
    STEP_BACK = "step_back"
    AGAIN = "again"
    FIRST = "first"
    LAST = "last"


_PERSON = "M 9.5 4 C 5 4 5 11 9.5 11 C 14 11 14 4 9.5 4 Z M 3 20 C 3 12.6 16 12.6 16 20"
_EYE = "M 2.5 12 C 7 4.8 17 4.8 21.5 12 C 17 19.2 7 19.2 2.5 12 Z"
_PUPIL = "M 12 8.8 C 7.8 8.8 7.8 15.2 12 15.2 C 16.2 15.2 16.2 8.8 12 8.8 Z"
_LENS = "M 10.5 4 C 2 4 2 17 10.5 17 C 19 17 19 4 10.5 4 Z M 15.2 15.2 L 20.5 20.5"
_SHIELD = "M 12 3 L 19.5 6 L 19.5 12 C 19.5 16.4 16 19.6 12 21 C 8 19.6 4.5 16.4 4.5 12 L 4.5 6 Z"

_FACE = "M 12 3.5 C 0.8 3.5 0.8 20.5 12 20.5 C 23.2 20.5 23.2 3.5 12 3.5 Z M 9 9 L 9 10 M 15 9 L 15 10"

LINES = {
    Icon.HOST: (
        "M 3.5 10 L 20.5 10 M 6 10 L 7.5 19 M 18 10 L 16.5 19 M 12 3.5 L 12 7 M 8.5 5 L 8.5 7"
        " M 15.5 5 L 15.5 7"
    ),
    Icon.JOIN: "M 13 4 L 20 4 L 20 20 L 13 20 M 3.5 12 L 14.5 12 M 10.5 7.5 L 15 12 L 10.5 16.5",
    Icon.WATCH: f"{_EYE} {_PUPIL}",
    Icon.EYE: f"{_EYE} {_PUPIL}",
    Icon.EYE_OFF: f"{_EYE} M 4.5 20 L 19.5 4",
    Icon.BOT: (
        "M 5 9 L 19 9 L 19 19 L 5 19 Z M 12 9 L 12 5 M 2.5 12.5 L 2.5 15.5 M 21.5 12.5 L 21.5 15.5"
        " M 9 16 L 15 16"
    ),
    Icon.RECORDS: "M 4 5 L 20 5 L 20 9 L 4 9 Z M 5.5 9 L 5.5 20 L 18.5 20 L 18.5 9 M 9.5 13 L 14.5 13",
    Icon.SETTINGS: (
        "M 4 7 L 8 7 M 13 7 L 20 7 M 4 17 L 11 17 M 16 17 L 20 17 M 10.5 4.5 L 10.5 9.5 M 13.5 14.5"
        " L 13.5 19.5"
    ),
    Icon.HELP: "M 8 8.5 C 8.4 2.6 16.6 3.4 16 8.8 C 15.6 11.6 12 11.6 12 15",
    Icon.RULES: (
        "M 12 6 C 9 4 6 4 3.5 5 L 3.5 19 C 6 18 9 18 12 20 C 15 18 18 18 20.5 19 L 20.5 5 C 18 4 15 4 12 6 Z"
        " M 12 6 L 12 20"
    ),
    Icon.CHEERS: (
        "M 6 5 L 16 5 L 15 14 C 14.6 17 7.4 17 7 14 Z M 16 7 C 21 6 21 12 15.5 12 M 5 20.5 L 17 20.5"
    ),
    Icon.APPLAUSE: (
        "M 12 3.5 L 14.6 9 L 20.6 9.8 L 16.2 14 L 17.3 20 L 12 17.1 L 6.7 20 L 7.8 14 L 3.4 9.8 L 9.4 9 Z"
    ),
    Icon.LAUGH: f"{_FACE} M 7.5 13.5 L 16.5 13.5 C 15 18.5 9 18.5 7.5 13.5 Z",
    Icon.OOPS: f"{_FACE} M 8 16 C 9.3 13.5 10.7 17.5 12 15.5 C 13.3 13.5 14.7 17.5 16 15",
    Icon.HURRY: (
        "M 4 4 L 20 4 L 20 15.5 L 11.5 15.5 L 7 20 L 7 15.5 L 4 15.5 Z M 12 6.5 L 12 10 M 12 12.6 L 12 12.8"
    ),
    Icon.HINT: (
        "M 9 17 C 9 14.4 6 13.4 6 9.5 C 6 2 18 2 18 9.5 C 18 13.4 15 14.4 15 17 Z M 9.5 20.5 L 14.5 20.5"
    ),
    Icon.ZOOM_IN: f"{_LENS} M 10.5 7.5 L 10.5 13.5 M 7.5 10.5 L 13.5 10.5",
    Icon.ZOOM_OUT: f"{_LENS} M 7.5 10.5 L 13.5 10.5",
    Icon.ZOOM_FIT: "M 4 9 L 4 4 L 9 4 M 15 4 L 20 4 L 20 9 M 20 15 L 20 20 L 15 20 M 9 20 L 4 20 L 4 15",
    Icon.COPY: "M 8.5 8.5 L 20 8.5 L 20 20 L 8.5 20 Z M 15.5 8.5 L 15.5 4 L 4 4 L 4 15.5 L 8.5 15.5",
    Icon.WINDOW: (
        "M 8 8 L 20.5 8 L 20.5 19.5 L 8 19.5 Z M 8 11.5 L 20.5 11.5"
        " M 5.5 15.5 L 3.5 15.5 L 3.5 4.5 L 16 4.5 L 16 6"
    ),
    Icon.OPEN: "M 3.5 18.5 L 3.5 5.5 L 9.5 5.5 L 11.5 8 L 20.5 8 L 20.5 18.5 Z",
    Icon.SAVE: "M 12 4 L 12 15 M 7 10.5 L 12 15.5 L 17 10.5 M 4.5 19.5 L 19.5 19.5",
    Icon.CLOSE: "M 5.5 5.5 L 18.5 18.5 M 18.5 5.5 L 5.5 18.5",
    Icon.ADD: "M 12 4.5 L 12 19.5 M 4.5 12 L 19.5 12",
    Icon.REMOVE: "M 4.5 12 L 19.5 12",
    Icon.TICK: "M 4.5 12.5 L 10 18 L 19.5 6.5",
    Icon.WARNING: "M 12 4 L 21 19.5 L 3 19.5 Z M 12 10 L 12 14",
    Icon.KEY: "M 8 8 C 2.6 8 2.6 16 8 16 C 13.4 16 13.4 8 8 8 Z M 12 12 L 21 12 L 21 15.5 M 17 12 L 17 14.5",
    Icon.SEAT: "M 12 4 C 7.5 4 7.5 11 12 11 C 16.5 11 16.5 4 12 4 Z M 5 20 C 5 12.6 19 12.6 19 20",
    Icon.UNDO: "M 8.5 4.5 L 4 9 L 8.5 13.5 M 4.5 9 L 14 9 C 21.5 9 21.5 19.5 14 19.5 L 9 19.5",
    Icon.PASS: "M 4 12 L 16 12 M 11.5 7 L 16.5 12 L 11.5 17 M 20 5 L 20 19",
    Icon.DRAW_CARD: (
        "M 4 5 L 13 5 L 13 19 L 4 19 Z M 16.5 12 L 21 12 M 18.8 9.7 L 21.2 12 L 18.8 14.3 M 16 5"
        " L 16 8 M 16 16 L 16 19"
    ),
    Icon.SHUFFLE: (
        "M 3.5 7 L 7 7 C 12 7 12 17 17 17 L 20 17 M 3.5 17 L 7 17 C 8.8 17 10 15.7 11 14 M 13 10"
        " C 14 8.3 15.2 7 17 7 L 20 7 M 17.5 4 L 20.5 7 L 17.5 10 M 17.5 14 L 20.5 17 L 17.5 20"
    ),
    Icon.AGAIN: (
        "M 19 12.5 C 19 16.4 15.9 19.5 12 19.5 C 8.1 19.5 5 16.4 5 12.5 C 5 8.6 8.1 5.5 12 5.5"
        " C 14.6 5.5 16.8 6.8 18 8.8 M 18.6 4 L 18.6 9 L 13.6 9"
    ),
    Icon.SORT: (
        "M 7.5 4.5 L 7.5 19.5 M 4 16 L 7.5 19.5 L 11 16 M 13.5 6 L 20.5 6 M 13.5 11 L 18.5 11"
        " M 13.5 16 L 16.5 16"
    ),
    Icon.CHAT: "M 4 5 L 20 5 L 20 16 L 12 16 L 7 20.5 L 7 16 L 4 16 Z M 8 9 L 16 9 M 8 12.2 L 13 12.2",
    Icon.LOG: "M 5 4 L 19 4 L 19 20 L 5 20 Z M 8.5 8 L 15.5 8 M 8.5 12 L 15.5 12 M 8.5 16 L 12.5 16",
    Icon.TEXT_BOARD: ("M 8.5 5 L 20 5 M 8.5 12 L 20 12 M 8.5 19 L 16 19"),
    Icon.THINKING: "M 7 4 L 17 4 M 7 20 L 17 20 M 8 4 C 8 9 16 15 16 20 M 16 4 C 16 9 8 15 8 20",
    Icon.LEAVE: "M 11 4 L 4 4 L 4 20 L 11 20 M 9 12 L 20 12 M 16 7.5 L 20.5 12 L 16 16.5",
    Icon.SWAP: "M 4 8 L 19 8 M 15 4 L 19.5 8 L 15 12 M 20 16 L 5 16 M 9 12 L 4.5 16 L 9 20",
    Icon.ATTACK: (
        "M 4 4 L 15 15 M 20 4 L 9 15 M 12.5 17.5 L 17.5 12.5 M 11.5 17.5 L 6.5 12.5 M 15.5 15.5"
        " L 19.5 19.5 M 8.5 15.5 L 4.5 19.5"
    ),
    Icon.VETO: "M 12 3.5 C .8 3.5 .8 20.5 12 20.5 C 23.2 20.5 23.2 3.5 12 3.5 Z M 6.2 6.2 L 17.8 17.8",
    Icon.LOST: "M 4 18 L 4 15 M 9.3 18 L 9.3 12 M 14 6 L 21 13 M 21 6 L 14 13",
    Icon.LEFT: f"{_PERSON} M 16.5 7 L 21.5 12 M 21.5 7 L 16.5 12",
    Icon.VERIFIED: f"{_SHIELD} M 8 12 L 11 15 L 16 9",
    Icon.CHEAT: f"{_SHIELD} M 12 8 L 12 12.5",
    Icon.STEP: "M 18 5 L 18 19",
    Icon.STEP_BACK: "M 6 5 L 6 19",
    Icon.FIRST: "M 4 5 L 4 19",
    Icon.LAST: "M 20 5 L 20 19",
}
"""Paths that are stroked."""

_DOT = "M {x} {y0} C {l} {y0} {l} {y1} {x} {y1} C {r} {y1} {r} {y0} {x} {y0} Z"


def _dot(x: float, y: float, radius: float = 1.35) -> str:
    reach = radius * 1.33
    return _DOT.format(x=x, y0=y - radius, y1=y + radius, l=x - reach, r=x + reach)


FILLED = {
    Icon.HOST: "M 3.5 9 L 20.5 9 L 20.5 12 L 3.5 12 Z",
    Icon.WATCH: _dot(12, 12, 1.2),
    Icon.BOT: " ".join((_dot(9, 12.8, 1.4), _dot(15, 12.8, 1.4), _dot(12, 4.4, 1.5))),
    Icon.HELP: _dot(12, 19.2, 1.5),
    Icon.WARNING: _dot(12, 16.8, 1.1),
    Icon.CHEAT: _dot(12, 15.8, 1.2),
    Icon.TEXT_BOARD: " ".join(_dot(4.4, y, 1.5) for y in (5, 12, 19)),
    Icon.TURN: "M 6 4 L 20 12 L 6 20 Z",
    Icon.PLAY: "M 6 4 L 20 12 L 6 20 Z",
    Icon.PAUSE: "M 6 4.5 L 10 4.5 L 10 19.5 L 6 19.5 Z M 14 4.5 L 18 4.5 L 18 19.5 L 14 19.5 Z",
    Icon.STEP: "M 5 5 L 15.5 12 L 5 19 Z",
    Icon.STEP_BACK: "M 19 5 L 8.5 12 L 19 19 Z",
    Icon.FIRST: "M 13 5 L 5.5 12 L 13 19 Z M 21 5 L 13.5 12 L 21 19 Z",
    Icon.LAST: "M 3 5 L 10.5 12 L 3 19 Z M 11 5 L 18.5 12 L 11 19 Z",
}
"""Paths that are filled."""
