"""No announcement makes a program call anybody but its sender: every call that leaves is counted (net 5.9).

sudo .venv/bin/pytest -m slow -s tests/namespaces/test_aim.py
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.processes import ROOT, Process, wait_for

if sys.platform != "linux":
    pytest.skip("network namespaces are of Linux", allow_module_level=True)

from tests.namespaces.test_finding import WORDS, watching
from tests.support.namespaces import Computer, network, sixth, why_not
from tests.support.switch import Weather

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
LISTEN_S = 10.0
"""Seconds in which false announcements are counted."""
OF_ONE = 4
"""Limit of calls a second; `tests/net/discovery/test_board.py` tests any second, on a clock without lag."""
AIMS = {
    "scatter": [f"10.213.7.{n}" for n in range(3, 7)],
    "an uninvolved computer": ["10.213.7.3"],
    "loopback": ["127.0.0.1", "127.0.0.2", "::1"],
    "IPv6": ["fd00:213::3"],
    "multicast and all": ["224.0.0.1", "10.213.7.255", "255.255.255.255"],
}


@contextmanager
def running(computer: Computer, *words: str) -> Iterator[list[dict[str, object]]]:
    """Run `tests.support.aimed` on a computer; return the lines that it prints."""
    said: list[dict[str, object]] = []
    command = [*computer.before, sys.executable, "-m", "tests.support.aimed", *words]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)

    def listen() -> None:
        for line in process.stdout or ():
            said.append(json.loads(line))

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    try:
        yield said
    finally:
        process.kill()
        process.wait()
        listener.join()
        if process.stdout is not None:
            process.stdout.close()


def most_in_a_second(calls: list[dict[str, object]]) -> int:
    """The most calls seen within a second: after a lag, these may be the calls of two seconds."""
    times = [float(str(each["at"])) for each in calls]
    return max((sum(at <= each < at + 1 for each in times) for at in times), default=0)


@pytest.mark.parametrize("aim", AIMS)
def test_false_announcements_make_nobody_call_the_computers_that_they_name(aim: str, tmp_path: Path) -> None:
    """One computer lies 200 times a second; a true table is found meanwhile, and nobody else is called."""
    if reason := why_not():
        pytest.skip(reason)
    with network(3) as (computers, switch):
        switch.weather = Weather(delay_s=0.001)
        for computer in computers:
            sixth(computer)
        liar, looker, lisas = computers
        with (
            running(looker, "count") as calls,
            running(liar, "lie", liar.address, *AIMS[aim]),
            watching(looker, tmp_path) as told,
        ):
            wait_for("the count", lambda: calls)
            threading.Event().wait(LISTEN_S)
            seen = [each for each in calls if "host" in each]
            new = [each for each in seen if each["new"]]
            hosts = sorted({str(each["host"]) for each in seen})
            print(f"\n{aim}: {len(new)} calls, {len(seen)} packets in {LISTEN_S} s, at {hosts}")
            print(f"most in a second: {most_in_a_second(new)}")
            host = Process(tmp_path / "host", "Lisa", address=lisas.address, before=lisas.before)
            try:
                host.start(*WORDS)
                wait_for("the true table", lambda: told[-1] == ["Lisa"], peers=[host])
            finally:
                host.kill()

    assert set(hosts) <= {liar.address}
    assert len(new) <= OF_ONE * (LISTEN_S + 1) and most_in_a_second(new) <= 2 * OF_ONE
