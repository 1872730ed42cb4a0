"""Find tables and diagnose obstacles on networks of their own, with the kernel's real network stack.

sudo .venv/bin/pytest -m slow -s tests/namespaces/test_finding.py

The printed times are only measured; no test fails on them.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.table.children import child_command, child_environment
from tests.support.processes import ROOT, Process, wait_for
from tests.support.values import replace

if sys.platform != "linux":
    pytest.skip("only Linux has network namespaces", allow_module_level=True)

from tests.support.namespaces import Computer, addresses_of, network, pull_out, tunnel, unplug, why_not
from tests.support.switch import Switch, Weather, parted

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]
CLEAR = Weather(delay_s=0.001)
SILENT = replace(CLEAR, mute=frozenset({"multicast"}))
UNASKED = replace(CLEAR, mute=frozenset({"broadcast"}))
WORDS = ("host", "plump", "--no-window", "--seats", "3", "--visible")


@contextmanager
def party(
    folder: Path, weather: Weather = CLEAR, *, subnets: tuple[str, ...] = ()
) -> Iterator[tuple[list[Computer], Switch, Process]]:
    """Two computers; on the first a visible table."""
    if reason := why_not():
        pytest.skip(reason)
    with network(2, subnets=subnets) as (computers, switch):
        switch.weather = weather
        host = Process(folder / "host", "Lisa", address=computers[0].address, before=computers[0].before)
        try:
            host.start(*WORDS)
            wait_for("the invitation", lambda: host.last("invitation"), peers=[host])
            yield computers, switch, host
        finally:
            host.kill()


def shoal(computer: Computer, folder: Path, *words: str) -> dict[str, object]:
    """The JSON output of a command on another computer."""
    done = subprocess.run(
        [*computer.before, *child_command(*words, "--json")],
        cwd=ROOT,
        env=child_environment(folder / "other"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return {**json.loads(done.stdout.splitlines()[-1]), "status": done.returncode}


def kinds(told: dict[str, object]) -> list[str]:
    return [finding["kind"] for finding in told["findings"]]  # type: ignore[attr-defined]


@contextmanager
def watching(computer: Computer, folder: Path) -> Iterator[list[list[str]]]:
    """Run `shoal tables --watch` on a computer; yield a list of the hosts for each line that it prints."""
    told: list[list[str]] = []
    running = subprocess.Popen(
        [*computer.before, *child_command("tables", "--watch", "--json")],
        cwd=ROOT,
        env=child_environment(folder / "spectator"),
        stdout=subprocess.PIPE,
        text=True,
    )

    def listen() -> None:
        for line in running.stdout or ():
            told.append([table["host"] for table in json.loads(line)["tables"]])

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    try:
        wait_for("the first look", lambda: told)
        yield told
    finally:
        running.kill()
        running.wait()
        listener.join()
        if running.stdout is not None:
            running.stdout.close()


@pytest.mark.parametrize(
    "weather", [CLEAR, SILENT, UNASKED], ids=["both", "only-broadcast", "only-multicast"]
)
def test_a_table_appears_and_disappears(weather: Weather, tmp_path: Path) -> None:
    with party(tmp_path, weather) as (computers, _, host), watching(computers[1], tmp_path) as told:
        wait_for("the table that is there", lambda: told[-1] == ["Lisa"])
        host.kill()
        killed = time.monotonic()
        wait_for("the end of it", lambda: told[-1] == [])
        gone_s = time.monotonic() - killed
        host.said.clear()
        host.start(*WORDS)
        wait_for("the invitation", lambda: host.last("invitation"), peers=[host])
        opened = time.monotonic()
        wait_for("the new table", lambda: told[-1] == ["Lisa"])
        print(f"\nnew after {time.monotonic() - opened:.2f} s, gone {gone_s:.2f} s after kill -9")


def test_joining_by_name_from_another_computer(tmp_path: Path) -> None:
    with party(tmp_path) as (computers, _, host):
        guest = Process(tmp_path / "guest", "Toby", address=computers[1].address, before=computers[1].before)
        try:
            guest.start("join", "lisa", "--no-window")
            wait_for(
                "the knock",
                lambda: any("Toby wants to sit down" in str(line.get("text")) for line in host.said),
                peers=[host, guest],
            )
        finally:
            guest.kill()


def test_doctor_finds_nothing_wrong(tmp_path: Path) -> None:
    with party(tmp_path) as (computers, _, _host):
        told = shoal(computers[1], tmp_path, "doctor")

        assert kinds(told) == ["fine"]
        assert told["called_back"] is True and told["status"] == 0


def test_doctor_finds_silent_multicast(tmp_path: Path) -> None:
    with party(tmp_path, SILENT) as (computers, _, _host):
        told = shoal(computers[1], tmp_path, "doctor")

        assert kinds(told) == ["multicast-silent"] and told["status"] == 1
        assert told["findings"][0]["remedy"]  # type: ignore[index]


def test_doctor_finds_a_firewall_here_from_missing_calls_back(tmp_path: Path) -> None:
    with party(tmp_path, replace(CLEAR, firewalled=frozenset({1}))) as (computers, _, _host):
        told = shoal(computers[1], tmp_path, "doctor")

        assert kinds(told) == ["inbound-blocked"] and told["status"] == 1


def test_doctor_finds_a_firewall_at_a_silent_computer(tmp_path: Path) -> None:
    with party(tmp_path, replace(CLEAR, firewalled=frozenset({0}))) as (computers, _, _host):
        told = shoal(computers[1], tmp_path, "doctor")

        assert kinds(told) == ["other-silent"] and told["status"] == 1
        assert told["silent"] == [computers[0].address]


def test_doctor_finds_another_subnet(tmp_path: Path) -> None:
    with party(tmp_path, subnets=("10.213.7", "10.213.8")) as (computers, _, _host):
        told = shoal(computers[1], tmp_path, "doctor")

        assert kinds(told) == ["wrong-subnet"] and told["status"] == 1


def test_doctor_finds_no_network(tmp_path: Path) -> None:
    with party(tmp_path) as (computers, _, _host):
        pull_out(computers[1], leaves_link=False)
        told = shoal(computers[1], tmp_path, "doctor")

        assert kinds(told) == ["no-network"] and told["status"] == 1


def test_doctor_accepts_a_cable_without_a_router_as_a_network(tmp_path: Path) -> None:
    """The table is found and reached only by the link-local IPv6 addresses of its cable."""
    if reason := why_not():
        pytest.skip(reason)
    with network(2) as (computers, switch):
        switch.weather = CLEAR
        for computer in computers:
            pull_out(computer)
            wait_for("its address", lambda computer=computer: "fe80" in " ".join(addresses_of(computer)))  # type: ignore[misc]
        host = Process(tmp_path / "host", "Lisa", address="0.0.0.0", before=computers[0].before)  # noqa: S104
        try:
            host.start(*WORDS)
            wait_for("the invitation", lambda: host.last("invitation"), peers=[host])
            told = shoal(computers[1], tmp_path, "doctor")
        finally:
            host.kill()

        assert "no-address" in kinds(told) and "no-network" not in kinds(told)
        assert told["answering"] == 1


def test_doctor_finds_an_unplugged_cable_though_the_address_stays(tmp_path: Path) -> None:
    with party(tmp_path) as (computers, _, _host):
        unplug(computers[1])
        told = shoal(computers[1], tmp_path, "doctor")

        assert kinds(told) == ["no-network"] and told["status"] == 1
        assert "the cable is out" in told["findings"][0]["text"]  # type: ignore[index]


def test_an_answer_from_this_computer_does_not_prove_an_open_firewall(tmp_path: Path) -> None:
    """A second home on this computer answers, although a firewall lets nobody in."""
    with party(tmp_path, replace(CLEAR, firewalled=frozenset({0, 1}))) as (computers, _, _host):
        own = Process(tmp_path / "own", "Toby", address=computers[1].address, before=computers[1].before)
        own.start(*WORDS)
        wait_for("the invitation", lambda: own.last("invitation"), peers=[own])
        try:
            told = shoal(computers[1], tmp_path, "doctor")
        finally:
            own.kill()

        assert told["called_back"] is None and "fine" not in kinds(told) and told["status"] == 1


def test_doctor_gives_no_all_clear_where_computers_are_kept_apart(tmp_path: Path) -> None:
    with party(tmp_path, replace(CLEAR, apart=parted({0}, {1}))) as (computers, _, _host):
        told = shoal(computers[1], tmp_path, "doctor")

        assert kinds(told) == ["nobody"] and told["status"] == 1
        assert "hotspot" in told["findings"][0]["remedy"]  # type: ignore[index]


def test_doctor_finds_a_vpn_when_nobody_answers(tmp_path: Path) -> None:
    with party(tmp_path) as (computers, _, host):
        host.kill()
        tunnel(computers[1])
        told = shoal(computers[1], tmp_path, "doctor")

        assert "vpn" in kinds(told)
