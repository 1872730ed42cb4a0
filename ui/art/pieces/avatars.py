"""Sea animals in two tones, for the players' pictures. Each fills about 60 x 60 units about (0, 0)."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from ui.art.canvas import fill, inside, moved, trace
from ui.art.fish import draw_fish
from ui.art.paths import both, circle, outline, oval, rounded


def draw_animal(painter: QPainter, animal: str, *, body: str, detail: str) -> None:
    """Draw an animal, named by the value of its `Animal`, its eyes and lines in `detail`."""
    _DRAW[animal](painter, body, detail)


def _fish(painter: QPainter, body: str, detail: str) -> None:
    draw_fish(painter, 4, -2, size=66, colour=body, eye=detail)
    trace(painter, "M -6 -12 C -1 -6 -1 4 -6 10", detail, 2.6)
    trace(painter, "M 6 -6 C 9 -3 9 2 6 5 M 13 -5 C 16 -2 16 1 13 4", detail, 2.2)


def _crab(painter: QPainter, body: str, detail: str) -> None:
    trace(painter, both("M -16 6 L -33 2 M -16 12 L -33 13 M -14 17 L -29 24"), body, 4.5)
    trace(painter, both("M -17 0 C -28 -6 -30 -14 -26 -20"), body, 5)
    fill(
        painter,
        both("M -27 -16 C -38 -22 -36 -38 -22 -36 L -26 -27 L -16 -32 C -13 -22 -20 -15 -27 -16 Z"),
        body,
    )
    fill(
        painter,
        "M -24 8 C -24 -8 -12 -12 0 -12 C 12 -12 24 -8 24 8 C 24 20 12 24 0 24 C -12 24 -24 20 -24 8 Z",
        body,
    )
    for side in (-1, 1):
        trace(painter, f"M {side * 7} -8 L {side * 8} -18", body, 3.4)
        fill(painter, circle(side * 8, -19, 4.6), body)
        fill(painter, circle(side * 8, -19, 2.2), detail)
    trace(painter, "M -8 12 Q 0 18 8 12", detail, 2.6)


def _turtle(painter: QPainter, body: str, detail: str) -> None:
    flipper = "M -12 -12 C -24 -26 -36 -22 -36 -12 C -30 -12 -24 -8 -16 -2 Z"
    fill(painter, both(flipper), body)
    fill(painter, both("M -12 12 C -20 18 -24 26 -20 30 C -14 28 -8 24 -6 18 Z"), body)
    fill(painter, circle(0, -26, 8.6), body)
    shell = oval(QRectF(-20, -20, 40, 44))
    fill(painter, shell, body)
    trace(painter, shell, detail, 2.4)
    plates = outline(
        "M 0 -10 L 9 -4 L 9 8 L 0 14 L -9 8 L -9 -4 Z M 0 -10 L 0 -19 M 9 -4 L 17 -9 M 9 8"
        " L 17 13 M 0 14 L 0 23 M -9 8 L -17 13 M -9 -4 L -17 -9"
    )
    trace(painter, plates, detail, 2.4)
    for side in (-1, 1):
        fill(painter, circle(side * 3.4, -28, 1.7), detail)


def _octopus(painter: QPainter, body: str, detail: str) -> None:
    arms = "M -15 4 C -20 14 -34 12 -33 2 M -12 10 C -14 24 -30 28 -31 18 M -5 12 C -4 26 -16 34 -20 28"
    trace(painter, both(arms), body, 6.4)
    fill(painter, "M -19 0 C -24 -40 24 -40 19 0 C 18 8 14 14 8 16 L -8 16 C -14 14 -18 8 -19 0 Z", body)
    for side in (-1, 1):
        fill(painter, circle(side * 7.5, -6, 4.4), detail)
        fill(painter, circle(side * 7.0, -7, 1.6), body)
    trace(painter, "M -4 5 Q 0 8 4 5", detail, 2.4)


def _whale(painter: QPainter, body: str, detail: str) -> None:
    whale = (
        "M -34 6 C -34 -14 -16 -18 -2 -16 C 12 -14 18 -6 24 -10 C 22 -18 18 -22 14 -24 C 22 -26 28 -24 30 -19"
        " C 33 -24 38 -24 41 -21 C 38 -18 35 -12 32 -4 C 26 16 10 24 -8 24 C -26 24 -34 18 -34 6 Z"
    )
    with moved(painter, -2, 3):
        fill(painter, whale, body)
        with inside(painter, outline(whale)):
            trace(
                painter,
                "M -34 10 C -20 14 -8 12 2 6 M -32 16 C -18 19 -8 18 0 14 M -26 22 C -16 23 -8 23 0 20",
                detail,
                2,
            )
        fill(painter, circle(-20, 0, 2.6), detail)
        trace(painter, "M -14 -22 C -16 -30 -22 -32 -26 -30 M -14 -22 C -13 -30 -7 -32 -3 -30", body, 3.4)


def _seahorse(painter: QPainter, body: str, detail: str) -> None:
    horse = (
        "M -22 -12 L -8 -16 C -10 -28 2 -36 12 -32 L 14 -38 L 18 -30 C 26 -24 22 -14 16 -10"
        " C 24 0 22 14 12 20"
        " C 6 24 4 30 10 32 C 14 33 16 30 14 27 C 20 28 20 38 10 38 C -2 38 -6 28 -2 20 C 0 14 -8 8 -4 -6"
        " L -20 -7 C -24 -7 -25 -11 -22 -12 Z"
    )
    fill(painter, horse, body)
    fill(painter, "M 18 -4 C 28 -6 30 6 21 10 Z", body)
    fill(painter, circle(5, -22, 3), detail)
    trace(painter, "M 0 0 L 18 -2 M 0 7 L 19 7 M 0 14 L 15 15", detail, 2.2)


def _jellyfish(painter: QPainter, body: str, detail: str) -> None:
    trace(painter, both("M -4 0 C -10 12 2 18 -4 34 M -14 0 C -22 12 -10 18 -18 30"), body, 4)
    bell = outline(
        "M -26 2 C -28 -40 28 -40 26 2 C 22 8 17 8 13 3 C 9 9 4 9 0 4 C -4 9 -9 9 -13 3 C -17 8 -22 8 -26 2 Z"
    )
    fill(painter, bell, body)
    for side in (-1, 1):
        fill(painter, circle(side * 8, -8, 3), detail)
    trace(painter, "M -4 -1 Q 0 2 4 -1", detail, 2.4)


def _shell(painter: QPainter, body: str, detail: str) -> None:
    fan = (
        "M -9 26 L -13 18 C -34 6 -36 -14 -26 -20 C -22 -32 -10 -32 -7 -26 C -3 -32 3 -32 7 -26"
        " C 10 -32 22 -32 26 -20 C 36 -14 34 6 13 18 L 9 26 Z"
    )
    fill(painter, fan, body)
    trace(
        painter,
        "M 0 18 L 0 -24 M -5 18 L -14 -22 M 5 18 L 14 -22 M -9 17 L -26 -8 M 9 17 L 26 -8",
        detail,
        2.4,
    )


def _ray(painter: QPainter, body: str, detail: str) -> None:
    fill(
        painter,
        "M 0 -28 C 10 -26 20 -10 38 -4 C 26 2 14 6 8 16 C 4 21 -4 21 -8 16 C -14 6 -26 2 -38 -4"
        " C -20 -10 -10 -26 0 -28 Z",
        body,
    )
    trace(painter, "M 0 16 C 4 24 -6 30 2 40", body, 3.6)
    for side in (-1, 1):
        fill(painter, circle(side * 5.4, -14, 2.4), detail)
    trace(painter, both("M -4 4 L -7 8 M -4 0 L -9 3 M -4 -4 L -10 -2"), detail, 1.8)


def _seal(painter: QPainter, body: str, detail: str) -> None:
    fill(painter, "M -26 30 C -30 -6 -22 -32 0 -32 C 22 -32 30 -6 26 30 C 18 36 -18 36 -26 30 Z", body)
    for side in (-1, 1):
        fill(painter, circle(side * 10, -12, 3.8), detail)
    fill(painter, rounded(QRectF(-5.5, -4, 11, 7), 3.4), detail)
    trace(painter, "M 0 3 L 0 7 M -8 6 Q -4 12 0 7 Q 4 12 8 6", detail, 2.2)
    trace(painter, both("M -14 3 L -27 0 M -14 6 L -27 8"), detail, 1.6)


_DRAW: dict[str, Callable[[QPainter, str, str], None]] = {
    "fish": _fish, "crab": _crab, "turtle": _turtle, "octopus": _octopus, "whale": _whale,
    "seahorse": _seahorse, "jellyfish": _jellyfish, "shell": _shell, "ray": _ray, "seal": _seal,
}  # fmt: skip
