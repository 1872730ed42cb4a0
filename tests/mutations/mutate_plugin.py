"""Pytest's part of `mutate.py`: record which test reaches which probe, or run chosen tests in their order.

The variable MUTATE_CHOSEN names the file of chosen tests; without it, this is the probe run. Fixtures for
more than one test, and values that functions of the tree keep in a cache, reach probes only in the test that
is the first to need them: they have names of their own in the records, linked to every test that needs them.
"""

from __future__ import annotations

import faulthandler
import functools
import itertools
import json
import os
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from mutate_reached import REACHED, TREE

CHOSEN = os.environ.get("MUTATE_CHOSEN", "")
COLLECTING_S = 300
"""A changed loop may keep a module from ever being imported; no test has a limit for that."""


class Choosing:
    """Run the chosen tests in their order, but first those that exist only because of the change.

    The file ending in `.begun` beside that of the chosen tests has the name of the test that began last.
    """

    def __init__(self, file: Path) -> None:
        self._begun = file.with_suffix(".begun")
        wanted = json.loads(file.read_text(encoding="utf-8"))
        self._known = frozenset(wanted["known"])
        self._chosen: dict[str, tuple[int, float]] = wanted["chosen"]
        faulthandler.dump_traceback_later(COLLECTING_S, exit=True, file=2)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        new = (-1, max((limit for _, limit in self._chosen.values()), default=0))
        found = {item: self._chosen.get(item.nodeid, new) for item in items}
        items[:] = [item for item in items if item.nodeid in self._chosen or item.nodeid not in self._known]
        items.sort(key=lambda item: found[item][0])
        for item in items:
            item.add_marker(pytest.mark.timeout(found[item][1]), append=False)

    def pytest_collection_finish(self) -> None:
        faulthandler.cancel_dump_traceback_later()

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self._begun.write_text(nodeid, encoding="utf-8")


class Crediting:
    """Notes what reaches probes now: a test that runs, a module being collected, a fixture being made."""

    def __init__(self) -> None:
        REACHED.is_for_many = True
        self._shared: set[str] = set()
        self._seconds, self._passed = 0.0, True

    def pytest_collectstart(self, collector: pytest.Collector) -> None:
        if isinstance(collector, pytest.Module):
            REACHED.begin(f"import {collector.nodeid}")

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
    ) -> Generator[None, object, object]:
        if fixturedef.scope == "function":
            return (yield)
        source = f"fixture {fixturedef.argname} of {request.node.nodeid}"
        self._shared.add(source)
        with _credited(source):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self._seconds, self._passed = 0.0, True
        REACHED.begin(item.nodeid)
        done = yield
        names: list[str] = getattr(item, "fixturenames", [])
        is_free = True
        for node, name in itertools.product(item.listchain(), names):
            source = f"fixture {name} of {node.nodeid}"
            if source in self._shared:
                REACHED.write(item.nodeid, source)
                is_free &= not isinstance(node, pytest.Module | pytest.Class)
        REACHED.write(item.nodeid, f"{self._seconds:.3f}", int(self._passed), int(is_free))
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds += report.duration
        self._passed &= not report.failed


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Choosing(Path(CHOSEN)) if CHOSEN else Crediting())


@contextmanager
def _credited(source: str) -> Iterator[None]:
    """Credit probes reached meanwhile to `source`, and `source` to the first test that needs it."""
    REACHED[source]
    before, who = dict(REACHED), REACHED.who
    REACHED.begin(source)
    try:
        yield
    finally:
        REACHED.begin(who)
        REACHED.update(before)


def _linked(function: Callable[..., object], *settings: object) -> Callable[..., object]:
    """A cache that links every value to the test that asks for it, in whichever test it was computed."""
    code = getattr(function, "__code__", None)
    if code is None or not code.co_filename.startswith(TREE):
        return REAL_CACHE(function, *settings)

    def computed(*words: object, **options: object) -> tuple[str, object]:
        source = f"cache {os.getpid()} {next(NUMBERS)}"
        with _credited(source):
            return source, function(*words, **options)

    cached = REAL_CACHE(computed, *settings)

    def asked(*words: object, **options: object) -> object:
        source, value = cached(*words, **options)
        REACHED[source]
        return value

    vars(asked).update({name: getattr(cached, name) for name in ("cache_info", "cache_clear")})
    return asked


NUMBERS = itertools.count()
REAL_CACHE: Callable[..., Callable[..., tuple[str, object]]] = vars(functools)["_lru_cache_wrapper"]
if not CHOSEN:
    vars(functools)["_lru_cache_wrapper"] = _linked
