"""Measurements are collected only if pytest-benchmark is loaded: `python3 packaging/dev.py bench`."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave this folder out of ordinary runs, which do not load that plugin."""
    del collection_path
    return None if config.pluginmanager.hasplugin("benchmark") else True
