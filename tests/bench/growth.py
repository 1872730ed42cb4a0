"""Growth of a table with its players: time, bytes and processor time of whole games between processes.

    python -m tests.bench.growth [2 4 6 8 10] [--game plump] [--option length=short]

Each is one `shoal demo` on this computer; as root on Linux in a network namespace of its own, whose loopback
counts every byte (encryption, TCP and headers included). The last line has the exponents x of n^x,
fitted over all sizes. Times depend on what else the machine does; processor time hardly does.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.table.children import child_command, child_environment
from tests.bench.cost import cpu_s

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Size:
    """Figures of one game: seconds, processor seconds, bytes of its record and on the wire (0: unknown)."""

    peers: int
    wall_s: float
    cpu_s: float
    record: int
    wire: int
    heights: int

    @property
    def ratio(self) -> float:
        """Bytes on the wire, divided by the bytes of one copy of the log for each receiver."""
        return self.wire / (self.record * (self.peers - 1))


def main(words: Sequence[str]) -> int:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.growth", description=__doc__)
    parser.add_argument("peers", nargs="*", type=int, default=[2, 4, 6, 8, 10])
    parser.add_argument("--game", default="plump")
    parser.add_argument("--option", default="length=short")
    args = parser.parse_args(words)
    print("peers  heights     wall      CPU    record      wire   wire / (record (n - 1))", flush=True)
    sizes = []
    for peers in args.peers:
        sizes.append(size := play(args.game, args.option, peers))
        print(
            f"{peers:5} {size.heights:8} {size.wall_s:7.1f} s {size.cpu_s:6.1f} s "
            f"{size.record / 1e6:6.2f} MB {size.wire / 1e6:6.2f} MB   {size.ratio:.2f}",
            flush=True,
        )
    if len(sizes) > 1:
        fits = {
            "wall": [each.wall_s for each in sizes],
            "CPU": [each.cpu_s for each in sizes],
            "record": [float(each.record) for each in sizes],
            "wire": [float(each.wire) for each in sizes],
        }
        grown = (
            f"{name} n^{exponent(args.peers, values):.2f}" for name, values in fits.items() if all(values)
        )
        print("growth: " + ", ".join(grown))
    return 0


def play(game: str, option: str, peers: int) -> Size:
    """Play a game between `peers` processes; raises `CalledProcessError` if it does not come to its end."""
    with tempfile.TemporaryDirectory(prefix="shoal-growth-") as folder, _own_loopback() as (before, count):
        record = Path(folder) / "game.shoal"
        began, cpu = time.monotonic(), cpu_s()
        done = subprocess.run(
            [
                *before,
                *child_command("demo", game, "--peers", str(peers), "--option", option, "--json"),
                *("--level", "easy", "--record", str(record)),
            ],
            cwd=ROOT,
            env=child_environment(Path(folder)),
            capture_output=True,
            text=True,
            check=True,
        )
        said = json.loads(done.stdout)
        return Size(
            peers,
            time.monotonic() - began,
            cpu_s() - cpu,
            record.stat().st_size,
            count(),
            int(said["peers"][0]["heights"]),
        )


def exponent(sizes: Sequence[int], values: Sequence[float]) -> float:
    """Return the x of the n^x that fits best, by least squares of logarithms."""
    xs, ys = [math.log(each) for each in sizes], [math.log(each) for each in values]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    steep = sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True))
    return steep / sum((a - x) ** 2 for a in xs)


@contextmanager
def _own_loopback() -> Iterator[tuple[tuple[str, ...], Callable[[], int]]]:
    """The words that run a command on a loopback of its own, and a function that counts its bytes."""
    name = f"shoal-growth-{os.getpid()}"
    made = sys.platform == "linux" and os.geteuid() == 0
    if not made or subprocess.run(["ip", "netns", "add", name], capture_output=True, check=False).returncode:
        yield (), lambda: 0
        return
    inside = ("ip", "netns", "exec", name)
    try:
        subprocess.run(["ip", "-n", name, "link", "set", "lo", "up"], check=True)

        def count() -> int:
            words = [*inside, "cat", "/sys/class/net/lo/statistics/tx_bytes"]
            return int(subprocess.run(words, capture_output=True, text=True, check=True).stdout)

        yield inside, count
    finally:
        subprocess.run(["ip", "netns", "del", name], check=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
