"""A value that was handed out never changes: several threads and peers have it, and some are kept as keys."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from inspect import getmembers, isclass
from pathlib import Path

import msgspec
import pytest

ROOT = Path(__file__).parent.parent
CHANGING = {
    "app": {
        *(
            "bots.branches.Branch",
            "bots.tree.Span",
            "bots.tree._Node",
            "games.chronicle.Chronicle",
            "games.plain_table._Found",
        ),
        *("keep.crash.CrashWatch", "screens.absence.AbsenceModel", "screens.plan.Plan"),
        *("screens.practice.Practice", "screens.spectators.SpectatorsModel", "table.past.GamePast"),
        *("table.reconnect_listener.ReconnectListener", "table.spectator_server._Told"),
        *("terminal.lobby.LobbyTerminal", "terminal.missing.MissingWords"),
        *("terminal.spectators.SpectatorTerminal", "workshop.demo.peers.Child"),
    },
    "net": {
        *("discovery.board._Hint", "discovery.board._Place", "discovery.responder._Calling"),
        *("discovery.out_of_reach._Word", "link.peers.Correspondent"),
        *("link.zmq_link._Inbound", "link.zmq_link._Outbound"),
        *("lobby.signing.Signing", "lobby.visitors.Visitor", "lobby.visitors.Visitors", "seat.tally.Tally"),
        *("watch.sources.KnownSource", "watch.spectator._Now", "watch.stream.SpectatorStream"),
    },
    "ui": {"docks.board_tree.Node"},
}
"""Classes of `Struct` that are no values but keep account of something, by package."""


def structs(package: str) -> Iterator[tuple[str, type[msgspec.Struct]]]:
    """The classes of `Struct` that a package defines, with their modules and names in it."""
    for path in sorted((ROOT / package).rglob("*.py")):
        name = ".".join(path.relative_to(ROOT / package).with_suffix("").parts)
        if path.stem not in ("__init__", "__main__"):
            for _, each in getmembers(import_module(f"{package}.{name}"), isclass):
                if issubclass(each, msgspec.Struct) and each.__module__ == f"{package}.{name}":
                    yield f"{name}.{each.__qualname__}", each


@pytest.mark.parametrize("package", CHANGING)
def test_every_value_is_frozen(package: str) -> None:
    found = dict(structs(package))
    changing = {name for name, each in found.items() if not each.__struct_config__.frozen}

    assert changing == CHANGING[package]
    assert len(found) > 2 * len(changing)
