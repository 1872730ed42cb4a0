"""Cost of a card table's frames while cards fly, and the time until a table is there.

    python3 packaging/dev.py bench tests/bench/test_bench_table_scene.py

Offscreen every pixel is made by the processor, as on a machine without a graphics card; a screen of
60 Hz leaves 16 ms for a frame.
"""

from __future__ import annotations

import gc
import math
import os
import random
import subprocess
import sys
import time
from statistics import quantiles

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QSizeF
from pytest_benchmark.fixture import BenchmarkFixture

from app.messages import Advanced
from rules.api import Seat
from rules.driver import LocalTable
from rules.plump.game import PlumpGame
from tests.bench.thinkers import BOTS
from tests.support.table_hands import preferences, seated
from tests.support.window import Story
from ui.art.cards.faces import playing_card
from ui.art.cards.playing_cards import paint_card
from ui.kit.motion import Spot
from ui.kit.pieces import Look, Piece
from ui.screens.replay_screen import ReplayScreen
from ui.tables.plump.table import PlumpTable

pytestmark = pytest.mark.usefixtures("qapp")
SIZE = (1600, 1000)
FLYING, FRAMES = 20, 240


def made(motion_ms: int = 0) -> PlumpTable:
    local = LocalTable(PlumpGame().start(4, {}), 4, random.Random(3))
    for _ in range(6):
        local.play(local.actions()[-1])
    table = PlumpTable(seated("plump", 4), preferences(motion_ms=motion_ms))
    table.resize(*SIZE)
    table.show_advanced(Advanced(1, local.view(Seat(0)), ()))
    return table


def closed(table: PlumpTable) -> None:
    table.close()
    table.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def flying(table: PlumpTable) -> list[Piece]:
    cards = []
    for face in range(FLYING):
        piece = table.new_piece(1, 70 + face)
        piece.show_look(Look(paint_card, playing_card(face * 2), shade=True), QSizeF(130, 182))
        cards.append(piece)
    return cards


@pytest.mark.benchmark(group="frames")
@pytest.mark.parametrize("turning", [False, True], ids=["straight", "turning"])
def test_the_time_of_frames_with_20_cards_in_the_air(benchmark: BenchmarkFixture, turning: bool) -> None:
    measure_frames(benchmark, turning=turning)


@pytest.mark.benchmark(group="frames")
def test_the_time_of_frames_while_three_hard_bots_think(benchmark: BenchmarkFixture) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.bench.thinkers"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as bots:
        assert bots.stdout is not None
        for _ in range(BOTS):
            bots.stdout.readline()
        measure_frames(benchmark, turning=True)


def measure_frames(benchmark: BenchmarkFixture, *, turning: bool) -> None:
    """Note the times of frames with 20 cards in the air."""
    table = made()
    table.show()
    QCoreApplication.processEvents()
    cards = flying(table)
    costs: list[float] = []
    cpu: list[float] = []

    def frame(step: int) -> None:
        for place, piece in enumerate(cards):
            turn = (step / 40 + place / FLYING) * math.tau
            at = QPointF(800 + 560 * math.cos(turn), 480 + 330 * math.sin(2 * turn))
            piece.setPos(at)
            piece.setRotation(20 * math.sin(turn) if turning else 0)
        began, worked = time.perf_counter(), time.process_time()
        QCoreApplication.processEvents()
        costs.append((time.perf_counter() - began) * 1000)
        cpu.append((time.process_time() - worked) * 1000)

    def flight() -> None:
        for step in range(FRAMES):
            frame(step)

    benchmark.pedantic(flight, rounds=1, warmup_rounds=1)
    costs = costs[FRAMES:]
    benchmark.extra_info["p50_ms"] = round(quantiles(costs, n=20)[9], 2)
    benchmark.extra_info["p95_ms"] = round(quantiles(costs, n=20)[18], 2)
    benchmark.extra_info["longest_ms"] = round(max(costs), 2)
    benchmark.extra_info["p95_cpu_ms"] = round(quantiles(cpu[FRAMES:], n=20)[18], 2)
    closed(table)

    assert len(costs) == FRAMES


@pytest.mark.benchmark(group="frames")
def test_the_time_of_a_step_of_20_motions(benchmark: BenchmarkFixture) -> None:
    """The cost of moving in Python, without the painting."""
    table = made()
    cards = flying(table)
    for piece in cards:
        piece.motion.go(Spot(QPointF(900, 500), turn=20, size=0.5), 100_000)
    benchmark(lambda: [piece.motion._step(0.4) for piece in cards])
    closed(table)


@pytest.mark.benchmark(group="tables")
def test_the_time_until_the_first_picture_of_a_table(benchmark: BenchmarkFixture) -> None:
    """From nothing to the painted table, no picture kept from before."""

    def opened() -> None:
        table = made()
        table.show()
        table.grab()
        closed(table)

    benchmark.pedantic(opened, rounds=5, warmup_rounds=1)


@pytest.mark.benchmark(group="frames")
@pytest.mark.parametrize("game", ["plump", "reef"])
def test_the_longest_stop_of_a_whole_replay_without_pauses(benchmark: BenchmarkFixture, game: str) -> None:
    """Every step of a random game, each as soon as the one before is painted: the cost of the slowest."""
    story = Story(game)
    story.to_the_end()
    replay = ReplayScreen(story.recording(), preferences(motion_ms=0))
    replay.resize(*SIZE)
    replay.show()
    QCoreApplication.processEvents()
    costs: list[float] = []

    def through() -> None:
        costs.clear()
        for stop in range(len(replay.model.stops)):
            began = time.perf_counter()
            replay.go(stop)
            QCoreApplication.processEvents()
            costs.append((time.perf_counter() - began) * 1000)

    benchmark.pedantic(through, rounds=1, warmup_rounds=1)
    costs.sort()
    benchmark.extra_info |= {
        "stops": len(costs),
        "p50_ms": round(costs[len(costs) // 2], 2),
        "p99_ms": round(costs[int(0.99 * (len(costs) - 1))], 2),
        "longest_ms": round(costs[-1], 2),
    }
    replay.close()
    replay.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.mark.benchmark(group="tables")
def test_five_hundred_tables_leave_nothing(benchmark: BenchmarkFixture) -> None:
    def opened() -> None:
        table = made()
        table.show()
        table.grab()
        closed(table)

    for _ in range(5):
        opened()
    gc.collect()
    before = resident()
    benchmark.pedantic(opened, rounds=500)
    gc.collect()
    benchmark.extra_info["grown_kb"] = grown = resident() - before

    assert grown < 5000


def resident() -> int:
    """This process's memory in kB; 0 where Linux does not tell."""
    try:
        with open("/proc/self/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
    except OSError:
        return 0
