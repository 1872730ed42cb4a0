"""Measurements are collected only where pytest-benchmark is: `python3 packaging/dev.py bench`."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave this folder out of the ordinary run, which leaves out the plugin."""
    del collection_path
    return None if config.pluginmanager.hasplugin("benchmark") else True
