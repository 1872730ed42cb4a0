"""The import table of the design, held against every module of the tree."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("app", "net", "rules", "ui")
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
# folder or file -> prefixes of ours that it may import; the longest matching key rules.
OURS = {
    "rules": ("rules",),
    "net": ("net", "rules.api", "rules.errors"),
    "net/deck": ("net.deck", "net.codec", "net.errors"),
    "app": ("app", "net", "rules"),
    "app/bots": ("app.bots", "rules"),
    "app/__main__.py": ("app", "net", "rules", "ui"),
    "ui": ("ui", "app.messages", "rules"),
}
UI_MODELS = "_model"  # ui may also import app.<something>_model
# module of a third party -> the one place where it may stand.
THIRD_PARTY = {
    "msgpack": "net/codec.py",
    "cryptography": "net/identity.py",
    "zmq": "net/zmq_link.py",
    "zeroconf": "net/discovery.py",
    "btclib_libsecp256k1": "net/deck/group.py",
    "platformdirs": "app/home.py",
    "miniaudio": "ui/sound.py",
    "PySide6": "ui",
}
# standard modules that a folder does without, and the files whose job they are.
FORBIDDEN = {
    "rules": EFFECTS,
    "net": EFFECTS,
    "app": frozenset({"pickle"}),
    "app/bots": frozenset({"pickle", "os", "time", "secrets"}),
    "ui": frozenset({"pickle", "socket"}),
}
EXCEPTIONS = {"net/zmq_link.py": frozenset({"socket", "os"})}
STANDARD = frozenset(sys.stdlib_module_names)


def modules() -> list[str]:
    return sorted(
        str(path.relative_to(ROOT).as_posix())
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
    )


def imports(name: str) -> list[str]:
    found: list[str] = []
    for node in ast.walk(ast.parse((ROOT / name).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} imports relatively"
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


def within(dotted: str, prefix: str) -> bool:
    return dotted == prefix or dotted.startswith(prefix + ".")


def ruling(name: str, table: dict) -> str:
    return max((key for key in table if name == key or name.startswith(key + "/")), key=len)


def complaints(name: str, imported: list[str]) -> list[str]:
    """What of the imports of a module the table forbids."""
    found = []
    for dotted in imported:
        top = dotted.partition(".")[0]
        if top in PACKAGES:
            model = name.startswith("ui/") and within(dotted, "app") and UI_MODELS in dotted
            if not model and not any(within(dotted, prefix) for prefix in OURS[ruling(name, OURS)]):
                found.append(f"{name} imports {dotted}")
        elif top in STANDARD or top == "__future__":
            if top in FORBIDDEN[ruling(name, FORBIDDEN)] - EXCEPTIONS.get(name, frozenset()):
                found.append(f"{name} imports {top} of the standard library")
        elif not (name == THIRD_PARTY.get(top) or name.startswith(f"{THIRD_PARTY.get(top)}/")):
            found.append(f"{name} imports {top}, whose place is {THIRD_PARTY.get(top, 'nowhere')}")
    return found


@pytest.mark.parametrize("name", modules())
def test_imports_follow_the_table(name: str) -> None:
    assert complaints(name, imports(name)) == []


@pytest.mark.parametrize(
    ("name", "dotted"),
    [
        ("rules/plump/state.py", "net.codec"),
        ("rules/api.py", "random"),
        ("net/table.py", "rules.catalogue"),
        ("net/table.py", "zmq"),
        ("net/table.py", "time"),
        ("net/deck/keys.py", "rules.api"),
        ("app/peer.py", "ui.window"),
        ("app/peer.py", "PySide6.QtCore"),
        ("app/bots/plump.py", "app.peer"),
        ("app/bots/plump.py", "os"),
        ("ui/window.py", "net.table"),
        ("ui/window.py", "app.peer"),
        ("ui/window.py", "socket"),
        ("app/peer.py", "numpy"),
        ("app/peer.py", "pickle"),
    ],
)
def test_the_table_would_notice(name: str, dotted: str) -> None:
    assert complaints(name, [dotted])


def test_packaging_is_no_package() -> None:
    """An `__init__.py` there would hide the library `packaging` from every tool."""
    assert not (ROOT / "packaging" / "__init__.py").exists()


def test_no_file_is_a_wall() -> None:
    sizes = {name: len((ROOT / name).read_text(encoding="utf-8").splitlines()) for name in modules()}

    assert [name for name, lines in sizes.items() if lines > 700] == []
