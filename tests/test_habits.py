"""Habits of the house that a machine can see."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MOST_POSITIONAL = 5
VARIADIC = {
    *("TypeVar", "lp", "row", "h32", "pack", "polygon", "_start", "start", "start_again", "child_command")
}
"""Functions of ours and the library's that take any number of arguments."""
OTHERS = {"cubicTo", "QTransform"}
"""Functions of Qt's that take no keywords."""


@pytest.mark.slow  # it reads every file, as a linter does
def test_a_call_with_more_than_five_arguments_names_them() -> None:
    crowded: list[str] = []
    for package in ("app", "net", "rules", "ui"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for each in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(each, ast.Call) and len(each.args) > MOST_POSITIONAL:
                    name = ast.unparse(each.func).rpartition(".")[2]
                    if name not in VARIADIC | OTHERS:
                        crowded.append(f"{path.relative_to(ROOT)}:{each.lineno} {name}")

    assert crowded == []


def test_layouts_are_nested_by_our_own_functions() -> None:
    """These are `ui.parts.nest` and `fill_with`; their docstrings say why."""
    found = [
        f"{path.relative_to(ROOT)}: {call}"
        for path in sorted((ROOT / "ui").rglob("*.py"))
        for call in (".addLayout(", ".setLayout(")
        if path.name != "parts.py" and call in path.read_text(encoding="utf-8")
    ]

    assert found == []
