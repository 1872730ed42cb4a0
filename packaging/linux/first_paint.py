"""The moment when the window becomes visible:  first_paint.py FRAMES PROCESS

FRAMES is the folder of an Xvfb (`-fbdir`), in whose file a screen's pixels are as they are drawn. Prints the
time at which most of the screen is no longer black, in nanoseconds; fails if the process has ended before.
`xdotool search` asks only twice a second, and finds a window that is still black because nothing is painted.
"""

from __future__ import annotations

import os
import struct
import sys
import time
from pathlib import Path

PAUSE_S = 0.003
SAMPLES = 500


def is_drawn(frame: bytes) -> bool:
    """True if most pixels of a screen in xwd format, of which about `SAMPLES` are read, are not black."""
    header, colours = struct.unpack_from(">I", frame)[0], struct.unpack_from(">I", frame, 76)[0]
    pixels = memoryview(frame)[header + 12 * colours :].cast("I")
    seen = pixels[:: len(pixels) // SAMPLES]
    return 2 * sum(pixel & 0xFFFFFF != 0 for pixel in seen) > len(seen)


def main(frames: str, process: str) -> int:
    """Wait for the first paint and print its time."""
    screen = Path(frames, "Xvfb_screen0")
    if is_drawn(screen.read_bytes()):
        raise SystemExit("the screen is already in use, so the first paint cannot be seen")
    while not is_drawn(screen.read_bytes()):
        os.kill(int(process), 0)
        time.sleep(PAUSE_S)
    print(time.time_ns())
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
