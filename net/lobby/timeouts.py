"""Time for which a host may be silent, in a module that does not import the lobby."""

from __future__ import annotations

from typing import Final

HOST_TIMEOUT_S: Final = 20.0
"""Silence after which a host counts as gone; longer than for a guest: a joiner that has signed is missed."""
