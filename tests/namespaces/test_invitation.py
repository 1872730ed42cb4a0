"""An invitation works from another computer, whatever other networks the host's computer has."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.support.processes import Process, wait_for

if sys.platform != "linux":
    pytest.skip("network namespaces are of Linux", allow_module_level=True)

from tests.namespaces.test_finding import shoal
from tests.support.namespaces import containers, network, pull_out, why_not

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def test_networks_of_containers_and_a_missing_default_route_do_not_hide_the_cable(tmp_path: Path) -> None:
    """Five addresses of containers must not take the place of the cable's address in the invitation."""
    if reason := why_not():
        pytest.skip(reason)
    with network(2) as (computers, _):
        containers(computers[0], 5)
        host, guest = (
            Process(tmp_path / each.namespace, name, address="0.0.0.0", before=each.before)  # noqa: S104
            for name, each in zip(("Bot Ada", "Bot Bo"), computers, strict=True)
        )
        try:
            host.start("host", "plump", "--no-window", "--seats", "2", "--play", "easy")
            said = wait_for("the invitation", lambda: host.last("invitation"))
            guest.start("bot", str(said["text"]))
            wait_for("a move", lambda: guest.height > 2 and host.height > 2, peers=[host, guest])
        finally:
            host.kill()
            guest.kill()


def test_the_doctor_names_the_hop_that_fails(tmp_path: Path) -> None:
    if reason := why_not():
        pytest.skip(reason)
    with network(2) as (computers, _):
        host = Process(tmp_path / "host", "Bot Ada", address=computers[0].address, before=computers[0].before)
        host.start("host", "plump", "--no-window", "--seats", "2", "--play", "easy")
        try:
            said = wait_for("the invitation", lambda: host.last("invitation"))

            def met() -> tuple[object, object]:
                told = shoal(computers[1], tmp_path, "doctor", str(said["text"]))
                return told["status"], [each["hop"] for each in told["tried"]]  # type: ignore[attr-defined]

            assert met() == (0, ["reached"])
            host.kill()
            assert met() == (1, ["refused"])
            pull_out(computers[0])
            assert met() in ((1, ["absent"]), (1, ["filtered"]))  # the kernel may remember its address
            pull_out(computers[1])
            assert met() == (1, ["no-route"])
        finally:
            host.kill()
