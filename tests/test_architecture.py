"""The import table of the design, held against every module of the tree."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from app import VERSION

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("app", "net", "rules", "ui")
TOP = {*PACKAGES, "tests", "packaging", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md"} | {
    *(".ci", ".github", ".gitignore")
}
EFFECTS = frozenset(
    {
        "random",
        "secrets",
        "time",
        "datetime",
        "os",
        "io",
        "pathlib",
        "socket",
        "threading",
        "asyncio",
        "logging",
    }
)
GAMES = ("cahoots", "kings", "matriculation", "plump", "reef")
SHARED_RULES = ("api", "cards", "checks", "errors", "fields", "seats", "slots", "text", "values")
SHARED_GAMES = tuple(
    f"app.games.{name}"
    for name in (*("board", "covers", "hand", "lesson", "narrator", "picks", "reason", "scene", "terminal"),)
)
ENTRY = "app.games.entry"
# folder or file -> prefixes of ours that it may import; the longest matching key rules.
OURS: dict[str, tuple[str, ...]] = {
    "rules": ("rules",),
    "net": ("net", "rules.api", "rules.errors"),
    "net/deck": ("net.deck", "net.wire.codec", "net.errors"),
    "app": ("app", "net", "rules"),
    "app/bots": ("app.bots", "rules"),
    "app/games": ("app.games", "app.bots", "rules"),
    "app/__main__.py": ("app", "net", "rules", "ui"),
    "ui": (
        *("ui", "rules", "app.animals", "app.messages", "app.games", "app.screens"),
        *(
            "app.keep.settings",
            "app.nearby.around",
            "app.nearby.diagnosis",
            "app.records.evening",
            "app.records.recording",
            "app.records.statistics.sums",
            "app.records.statistics.words",
            "app.table.start",
        ),
    ),
}
for _game in GAMES:  # a game never imports another
    _rules = (f"rules.{_game}", *(f"rules.{name}" for name in SHARED_RULES))
    OURS[f"rules/{_game}"] = _rules
    OURS[f"app/games/{_game}"] = (f"app.games.{_game}", *SHARED_GAMES, ENTRY, *_rules)
# The floors of each package, the lowest first. A module imports from its own room and from below.
FLOORS = (
    *(("rules/reef/pieces",), ("rules/reef/actions.py",), ("rules/reef/steps",)),
    tuple(f"rules/{game}" for game in GAMES),
    *(("net/errors.py",), ("net/machine.py",), ("net/wire",), ("net/link", "net/deck/algebra")),
    *(("net/agreement", "net/lobby", "net/deck"), ("net/seat", "net/watch", "net/discovery")),
    *(
        ("app/absence.py", "app/animals.py", "app/spectators.py", "app/policy.py"),
        ("app/messages.py",),
        ("app/bots",),
        ("app/games/reason.py",),
        ("app/games/narrator.py", "app/games/scene.py"),
        tuple(
            name.replace(".", "/") + ".py"
            for name in SHARED_GAMES
            if name not in ("app.games.reason", "app.games.narrator", "app.games.scene")
        ),
    ),
    *(("app/games/plain.py", "app/games/plain_table.py", "app/games/chronicle.py"), ("app/games/entry.py",)),
    *(tuple(f"app/games/{game}" for game in GAMES), ("app/games",), ("app/keep",), ("app/build.py",)),
    *(
        ("app/table",),
        ("app/watching",),
        ("app/nearby",),
        ("app/records",),
        ("app/screens",),
        ("app/terminal",),
        ("app/program.py",),
    ),
    *(("app/commands",), ("app/workshop",), ("app/cli.py",), ("app/selftest.py",), ("app/__main__.py",)),
    *(
        ("ui/art",),
        ("ui/art/pieces",),
        ("ui/art/cahoots", "ui/art/cards", "ui/art/matriculation", "ui/art/reef"),
    ),
    *(("ui/parts.py",), ("ui/kit",), tuple(f"ui/tables/{game}" for game in (*GAMES, "plain"))),
    *(("ui/tables",), ("ui/docks", "ui/dialogs"), ("ui/screens",), ("ui",)),
)
# module of a third party -> the one place where it may stand; of cryptography two, because the deck,
# which knows no identities, locks parts of keys.
THIRD_PARTY: dict[str, str | tuple[str, ...]] = {
    "msgpack": "net/wire/codec.py",
    "msgspec": ("app", "net", "ui"),  # not in rules: players check a record with nothing but Python
    "cryptography": ("net/lobby/identity.py", "net/deck/algebra/box.py"),
    "zmq": "net/link/zmq_link.py",
    "zeroconf": "net/discovery/mdns.py",
    "ifaddr": "net/discovery/interfaces.py",
    "segno": "app/screens/qr.py",
    "btclib_secp256k1": "net/deck/algebra/group.py",
    "keyring": "app/keep/keyring.py",
    "platformdirs": "app/keep/home.py",
    "miniaudio": "ui/sound.py",
    "PySide6": "ui",
    "shiboken6": "ui/parts.py",
}
# standard modules that a folder does without, and the files that are allowed to use them
FORBIDDEN = {
    "rules": EFFECTS,
    "net": EFFECTS,
    "app": frozenset({"pickle"}),
    "app/bots": frozenset({"pickle", "os", "time", "secrets"}),
    "ui": frozenset({"pickle", "socket"}),
}
EXCEPTIONS = {
    "net/link/zmq_link.py": frozenset({"socket", "os"}),
    "net/link/address.py": frozenset({"socket"}),  # the numbers of our links, for addresses of one link
    "net/discovery/broadcast.py": frozenset({"socket"}),
    "net/discovery/mdns.py": frozenset({"socket"}),  # zeroconf does not tell who sent a record
}
STANDARD = frozenset(sys.stdlib_module_names)


@cache
def modules() -> tuple[str, ...]:
    return tuple(
        sorted(
            str(path.relative_to(ROOT).as_posix())
            for package in PACKAGES
            for path in (ROOT / package).rglob("*.py")
        )
    )


@cache
def imports(name: str) -> tuple[str, ...]:
    found: list[str] = []
    for node in statements(ast.parse((ROOT / name).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} imports relatively"
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return tuple(found)


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Every statement of a module, however deep; no expression has one."""
    for part in ("body", "orelse", "handlers", "finalbody", "cases"):
        below = getattr(node, part, ())
        for each in below if isinstance(below, list) else ():  # the body of a lambda is an expression
            yield each
            yield from statements(each)


def within(dotted: str, prefix: str) -> bool:
    return dotted == prefix or dotted.startswith(prefix + ".")


def ruling(name: str, table: dict) -> str:
    return max((key for key in table if name == key or name.startswith(key + "/")), key=len)


def places(module: str) -> tuple[str, ...]:
    """The places where a third party's module may be imported."""
    found = THIRD_PARTY.get(module, ())
    return (found,) if isinstance(found, str) else found


def complaints(name: str, imported: Iterable[str]) -> list[str]:
    """The imports of a module that the table forbids."""
    found = []
    for dotted in imported:
        top = dotted.partition(".")[0]
        if top in PACKAGES:
            if not any(within(dotted, prefix) for prefix in OURS[ruling(name, OURS)]):
                found.append(f"{name} imports {dotted}")
        elif top in STANDARD or top == "__future__":
            if top in FORBIDDEN[ruling(name, FORBIDDEN)] - EXCEPTIONS.get(name, frozenset()):
                found.append(f"{name} imports {top} of the standard library")
        elif not any(name == place or name.startswith(f"{place}/") for place in places(top)):
            found.append(f"{name} imports {top}, whose place is {' and '.join(places(top)) or 'nowhere'}")
    return found


def test_imports_follow_the_table() -> None:
    assert [complaint for name in modules() for complaint in complaints(name, imports(name))] == []


def test_an_import_is_found_wherever_it_stands() -> None:
    deep = """
class Deep:
    def method(self):
        try:
            with self: pass
        except* ValueError:
            match self:
                case _:
                    while True: pass
                    else: import deep
"""
    assert any(isinstance(node, ast.Import) for node in statements(ast.parse(deep)))


@pytest.mark.parametrize(
    ("name", "dotted"),
    [
        ("rules/plump/state.py", "net.wire.codec"),
        ("rules/api.py", "random"),
        ("net/table.py", "rules.plump.game"),
        ("net/table.py", "zmq"),
        ("net/table.py", "time"),
        ("net/deck/keys.py", "rules.api"),
        ("app/table/peer.py", "ui.window"),
        ("app/table/peer.py", "PySide6.QtCore"),
        ("app/bots/plump.py", "app.table.peer"),
        ("app/bots/plump.py", "os"),
        ("ui/window.py", "net.table"),
        ("ui/window.py", "app.table.peer"),
        ("ui/window.py", "socket"),
        ("app/table/peer.py", "numpy"),
        ("app/table/peer.py", "pickle"),
    ],
)
def test_a_forbidden_import_would_be_noticed(name: str, dotted: str) -> None:
    assert complaints(name, [dotted])


@cache
def module_of(dotted: str) -> str | None:
    """The file that an imported name comes from, if it is ours."""
    parts = dotted.split(".")
    for end in range(len(parts), 0, -1):
        for path in ("/".join(parts[:end]) + ".py", "/".join(parts[:end]) + "/__init__.py"):
            if (ROOT / path).is_file():
                return path
    return None


@cache
def arrows() -> dict[str, set[str]]:
    """Every module of ours with those it imports."""
    return {
        name: {found for dotted in imports(name) if (found := module_of(dotted)) and found != name}
        for name in modules()
    }


@cache
def floor(name: str) -> tuple[str, int]:
    """The room of a module and its floor; a module that FLOORS does not name is on its package's ground."""
    keys = {key: number for number, row in enumerate(FLOORS) for key in row}
    fitting = [key for key in keys if name == key or name.startswith(key + "/")]
    return (
        (max(fitting, key=len), keys[max(fitting, key=len)])
        if fitting
        else (name.split("/", maxsplit=1)[0], -1)
    )


def upward(name: str, imported: str) -> bool:
    (room, here), (other, there) = floor(name), floor(imported)
    return (
        name.split("/", maxsplit=1)[0] == imported.split("/", maxsplit=1)[0]
        and room != other
        and there >= here
    )


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The modules that reach each other, in groups of two and more (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(graph.get(node, ())):
            if other not in index:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == index[node]:
            group = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(group) > 1:
                found.append(sorted(group))

    for node in graph:
        if node not in index:
            visit(node)
    return found


def test_no_room_imports_a_room_above_it() -> None:
    assert [(name, to) for name, found in arrows().items() for to in sorted(found) if upward(name, to)] == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circles(arrows()) == []


def test_only_one_module_imports_the_zeromq_link() -> None:
    """All others are given a link."""
    named = [name for name in modules() if any("zmq_link" in each for each in imports(name))]

    assert named == ["app/build.py"]


def test_nothing_but_the_workshop_imports_the_workshop() -> None:
    outside = [name for name in arrows() if not name.startswith("app/workshop/")]

    assert [name for name in outside if any(to.startswith("app/workshop/") for to in arrows()[name])] == []


@pytest.mark.parametrize("command", ["bot", "join", "watch", "resume", "window"])
def test_no_players_program_loads_the_workshop(command: str) -> None:
    loads = f"import sys, app.commands.{command}, app.__main__, app.program, app.table.tables"
    asked = "sorted(name for name in sys.modules if name.startswith('app.workshop'))"
    words = [sys.executable, "-c", f"{loads}; print({asked})"]
    told = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)

    assert told.stdout.strip() == "[]"


def test_upward_imports_and_circles_would_be_noticed() -> None:
    assert upward("app/keep/logs.py", "app/table/peer.py")
    assert upward("net/wire/frame.py", "net/agreement/log.py")
    assert not upward("app/table/peer.py", "app/keep/logs.py")
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert project["version"] == VERSION


def test_packaging_is_not_a_package() -> None:
    """An `__init__.py` there would hide the library `packaging` from every tool."""
    assert not (ROOT / "packaging" / "__init__.py").exists()


def test_the_top_of_the_tree_has_only_the_listed_files() -> None:
    """A tool's leftovers are not committed by mistake."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("no git here, or not a checkout")
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\0")

    assert {path.partition("/")[0] for path in listed if path} <= TOP
