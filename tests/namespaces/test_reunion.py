"""People who have all moved to other addresses find each other again, without an invitation (net 5.4)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("network namespaces are of Linux", allow_module_level=True)

from tests.faults.company import Member, Place
from tests.faults.stories import further
from tests.liars.table import LiarsTable
from tests.support.namespaces import network, second_address, why_not
from tests.support.switch import Weather

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


class People(LiarsTable):
    """People at terminals, all honest, who let the others find them."""

    def come_back(self, member: Member) -> None:
        """Go on with the game at a new address."""
        said = member.process.last("started")
        assert said is not None
        member.process.address = self.places[member.index].other_address
        member.process.start("continue", str(said["table"]), "--visible")


def test_all_players_are_killed_and_find_each_other_again_at_new_addresses(tmp_path: Path) -> None:
    if reason := why_not():
        pytest.skip(reason)
    with network(4) as (computers, switch):
        switch.weather = Weather(delay_s=0.002, jitter_s=0.001)
        places = [Place(each.address, second_address(each), each.before) for each in computers]
        table = People(tmp_path, places, "plump", ("--gone-after", "90"), [])
        try:
            table.begin()
            further(table)
            for member in table.members:
                table.kill(member)
            for member in table.members:
                table.come_back(member)

            further(table)
        finally:
            table.stop()
