"""Three people who find each other on a bad network, with real windows: ten minutes, only when asked for.

sudo .venv/bin/pytest -m slow -s tests/namespaces/test_party.py
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.evening.screen import missing

if sys.platform != "linux":
    pytest.skip("network namespaces are of Linux", allow_module_level=True)

from tests.evening.party import play_party
from tests.support.namespaces import why_not

pytestmark = [pytest.mark.slow, pytest.mark.timeout(3600)]


@pytest.mark.skipif(bool(missing()), reason=f"no {missing()} here")
def test_an_evening_is_played_on_a_bad_network(tmp_path: Path) -> None:
    if reason := why_not():
        pytest.skip(reason)
    said = play_party(tmp_path)

    assert "7 have the same record" in said
    assert len(list(tmp_path.glob("*.png"))) > 12
