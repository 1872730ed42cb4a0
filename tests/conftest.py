"""For the whole suite."""

from __future__ import annotations

from hypothesis import settings

# A busy machine is no fault of what is tested.
settings.register_profile("no clock", deadline=None)
settings.load_profile("no clock")
