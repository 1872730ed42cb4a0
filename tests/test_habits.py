"""Habits of the house that a machine can see."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_POSITIONAL = 5
VARIADIC = {
    *("TypeVar", "lp", "row", "h32", "pack", "polygon", "_start", "start", "start_again", "child_command"),
}
"""Ours and the library's that take as many as there are."""
OTHERS = {"cubicTo", "QTransform"}
"""Qt's, which takes no keywords."""


GAMES = frozenset({"cahoots", "kings", "matriculation", "plump", "reef"})


@cache
def looked_at() -> tuple[list[str], dict[str, list[str]]]:
    """The calls of many arguments without names, and the public classes of one name among those that no game
    owns or among those of one game: each module is parsed once for both.

    A game's words are its own (a `Round` of Plump is not the log's), so a name may stand once in each game
    and once outside of them.
    """
    crowded: list[str] = []
    found: dict[tuple[str, str], list[str]] = {}
    for package in ("app", "net", "rules", "ui"):
        for path in sorted((ROOT / package).rglob("*.py")):
            owner = next(iter(GAMES & {*path.parts}), "")
            module = ast.parse(path.read_text(encoding="utf-8"))
            for node in module.body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found.setdefault((owner, node.name), []).append(str(path.relative_to(ROOT)))
            for each in ast.walk(module):
                if isinstance(each, ast.Call) and len(each.args) > MOST_POSITIONAL:
                    name = ast.unparse(each.func).rpartition(".")[2]
                    if name not in VARIADIC | OTHERS:
                        crowded.append(f"{path.relative_to(ROOT)}:{each.lineno} {name}")
    return crowded, {name: paths for (_, name), paths in found.items() if len(paths) > 1}


def test_arguments_have_names_where_there_are_many() -> None:
    assert looked_at()[0] == []


def test_one_name_is_one_thing() -> None:
    assert looked_at()[1] == {}


def test_layouts_are_put_into_each_other_in_one_way() -> None:
    """By `ui.parts.nest` and `fill_with`, which say why."""
    found = [
        f"{path.relative_to(ROOT)}: {call}"
        for path in sorted((ROOT / "ui").rglob("*.py"))
        for call in (".addLayout(", ".setLayout(")
        if path.name != "parts.py" and call in path.read_text(encoding="utf-8")
    ]

    assert found == []
