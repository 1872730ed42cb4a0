"""Count the cost of an idle program: wake-ups and processor time by thread, memory (Linux).

    python -m tests.bench.wakeups [--settle S] [--seconds S] [words for shoal ...]

Without words it is the lobby; `play plump --seats 4` is a table that waits for its player, and its three
bots, which are a process of their own. The window is drawn off the screen. A wake-up is a voluntary context
switch: a thread that had waited went on, and waits again. The kernel counts both figures, so a busy machine
changes them little. The goal for each process is at most 10 wake-ups a second and 0.5 % of a processor.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.keep.home import Home
from app.keep.settings import Settings, write_settings
from app.table.children import child_command, child_environment
from tests.support.processes import ROOT

SETTLE_S = 15.0
SECONDS = 20.0
PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class Count:
    """Count for one thread since it began: its name, wake-ups, and nanoseconds on a processor."""

    name: str
    wakeups: int
    cpu_ns: int


def family(process: int) -> tuple[int, ...]:
    """Return a process and all its descendants."""
    found = [process]
    for each in found:
        for task in (PROC / str(each) / "task").iterdir():
            found += map(int, (task / "children").read_text().split())
    return tuple(found)


def count(process: int) -> dict[int, Count]:
    """Count the threads of a process, by their ids; one that ends meanwhile is left out."""
    counts = {}
    for task in (PROC / str(process) / "task").iterdir():
        try:
            lines = dict(line.split(":", 1) for line in (task / "status").read_text().splitlines())
            cpu_ns = int((task / "schedstat").read_text().split()[0])
        except FileNotFoundError:
            continue
        counts[int(task.name)] = Count(lines["Name"].strip(), int(lines["voluntary_ctxt_switches"]), cpu_ns)
    return counts


def show(process: int, before: Mapping[int, Count], after: Mapping[int, Count], *, seconds: float) -> None:
    """Print the threads of a process that woke, the busiest first, and their sum."""
    rows = [
        (after[task].wakeups - before[task].wakeups, after[task].cpu_ns - before[task].cpu_ns, task)
        for task in before.keys() & after.keys()
    ]
    words = (PROC / str(process) / "cmdline").read_bytes().split(b"\0")[3:5]
    wakeups, cpu_ns = sum(row[0] for row in rows), sum(row[1] for row in rows)
    status = (PROC / str(process) / "status").read_text().splitlines()
    held = [int(line.split()[1]) // 1024 for line in status if line.startswith(("VmRSS", "VmHWM"))]
    print(f"shoal {b' '.join(words).decode()[:12]:24} {_rates(wakeups, cpu_ns, seconds)}", end="")
    print(f"   {held[1]} MB of memory, {held[0]} at most, {cost_mb(process)} with shared pages divided")
    for woke, used_ns, task in sorted(rows, reverse=True):
        if woke:
            print(f"    {after[task].name:26} {_rates(woke, used_ns, seconds)}")


def cost_mb(process: int) -> int:
    """Return the memory that a process costs: its own, and its part of what several processes have in common
    (the kernel's proportional set size), in MB."""
    lines = (PROC / str(process) / "smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("Pss:"))


def _rates(wakeups: int, cpu_ns: int, seconds: float) -> str:
    return f"{wakeups / seconds:7.1f} /s {cpu_ns / seconds / 1e7:7.2f} %"


def measure(words: Sequence[str], *, settle_s: float, seconds: float) -> None:
    """Start `shoal` in a home of its own, let it come to rest, and print what it costs from then on."""
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder)).make()
        home.settings_file.write_text(write_settings(Settings(nick="Ada")), encoding="utf-8")
        environment = {**child_environment(home.folder), "QT_QPA_PLATFORM": "offscreen"}
        with subprocess.Popen(child_command(*words), cwd=ROOT, env=environment) as shoal:
            try:
                time.sleep(settle_s)
                began, before = time.monotonic(), {each: count(each) for each in family(shoal.pid)}
                time.sleep(seconds)
                after, passed = {each: count(each) for each in before}, time.monotonic() - began
                for process, threads in before.items():
                    show(process, threads, after[process], seconds=passed)
            finally:
                shoal.terminate()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Wake-ups and processor time of an idle program.")
    parser.add_argument("--settle", type=float, default=SETTLE_S, help="seconds before counting begins")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="seconds of counting")
    given, rest = parser.parse_known_args()
    if os.name != "posix" or not PROC.is_dir():
        raise SystemExit("it counts by /proc, which is Linux's")
    measure(rest, settle_s=given.settle, seconds=given.seconds)
