"""Cost of a program: time, and processor time (0 where the system does not tell it)."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.table.children import child_command, child_environment
from tests.support.processes import ROOT


@dataclass(frozen=True, slots=True)
class Ran:
    """A finished program: times of its first line and its end, processor time of it and its children."""

    first_line_s: float
    wall_s: float
    cpu_s: float


def ran(words: Sequence[str], home: Path) -> Ran:
    """Run `shoal` with these words to its end; raises `CalledProcessError` if it fails."""
    began = time.monotonic()
    command = child_command(*words)
    with subprocess.Popen(
        command, cwd=ROOT, env=child_environment(home), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        first = time.monotonic() - began
        child.stdout.read()
        cpu_s = 0.0
        if hasattr(os, "wait4"):
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            cpu_s = usage.ru_utime + usage.ru_stime
        child.wait()
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, command)
    return Ran(first, time.monotonic() - began, cpu_s)


def cpu_s() -> float:
    """Processor seconds of this process and of those of its children that have ended."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system
