"""Types of checked messages: only the check makes such a value, and using anything else is a type error."""

from __future__ import annotations

import ast
import sys
from functools import cache
from pathlib import Path
from subprocess import run

import pytest

ROOT = Path(__file__).resolve().parents[3]
DECK = "net/deck"
MAKERS = {
    "CheckedKey": {f"{DECK}/keys.py"},
    "Keys": {f"{DECK}/keys.py", f"{DECK}/leave.py"},
    "CheckedPile": {f"{DECK}/pile.py", f"{DECK}/shuffle.py"},
    "Cipher": {
        *(f"{DECK}/{name}.py" for name in ("pile", "leave", "shuffle", "roll")),
        "net/seat/steps/part.py",
    },
    "read_cipher": {f"{DECK}/shuffle.py"},
    "CheckedShare": {f"{DECK}/shares.py", f"{DECK}/sealed.py", f"{DECK}/lent.py"},
    "CheckedSealed": {f"{DECK}/sealed.py"},
    "CheckedRollShare": {f"{DECK}/roll.py"},
    "CheckedEscrow": {f"{DECK}/escrow.py"},
    "KeyPart": {f"{DECK}/escrow.py"},
    "CheckedLent": {f"{DECK}/lent.py"},
}
"""Files that may make each checked type; all others get it from them."""

UNCHECKED = {
    "an opening that nobody checked": "finish_keys(b'', {}, [b'opening'])",
    "a share that is only a point": "open_cipher(cipher, [generator()])",
    "a share of a coin that is only a point": "roll_value(b'', {0: generator()}, 6)",
    "a seal that nobody checked": "open_sealed(Sealed(generator(), generator()), secret, random)",
    "a pile that nobody checked": "make_shuffle(b'', keys, (cipher,), random)",
    "a pile to check against that nobody checked": "check_shuffle(b'', keys, 0, (cipher,), b'')",
    "a part out of a split key that nobody checked": "take_part(escrow, keys, 0, secret, random)",
    "a share lent by a mere point": "join_lent(1, {0: generator()})",
    "a share of a coin lent by a mere point": "join_lent_roll(1, {0: generator()})",
    "a lock taken off with a mere point": "peel(cipher, generator())",
}
HEAD = """
from net.deck.algebra.group import generator
from net.deck.algebra.scalar import Randomness
from net.deck.escrow import Escrow, take_part
from net.deck.keys import Keys, KeySecret, finish_keys
from net.deck.leave import peel
from net.deck.lent import join_lent
from net.deck.pile import Cipher
from net.deck.roll import join_lent_roll, roll_value
from net.deck.sealed import Sealed, open_sealed
from net.deck.shares import open_cipher
from net.deck.shuffle import check_shuffle, make_shuffle
keys: Keys; cipher: Cipher; secret: KeySecret; random: Randomness; escrow: Escrow
"""


@cache
def calls(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


def test_only_the_functions_that_check_construct_checked_values() -> None:
    made = {
        (name, path.relative_to(ROOT).as_posix())
        for folder in ("net", "app", "ui")
        for path in (ROOT / folder).rglob("*.py")
        for name in calls(path) & set(MAKERS)
    }

    assert {name for name, _ in made} == set(MAKERS)
    assert {(name, path) for name, path in made if path not in MAKERS[name]} == set()


def test_only_the_steps_of_a_seat_read_entries_without_a_check() -> None:
    """The log hands it no entry that did not pass; nobody else has a reason to trust bytes."""
    recalls = {
        path.relative_to(ROOT).parent.as_posix()
        for folder in ("net", "app", "ui")
        for path in (ROOT / folder).rglob("*.py")
        if any(name.startswith("recall_") for name in calls(path))
    }

    assert recalls == {"net/seat/steps"}


@pytest.fixture(scope="module")
def complaints() -> str:
    """Complaints of mypy about the misuses, one a line."""
    program = HEAD + "\n".join(UNCHECKED.values())
    said = run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--config-file=",
            "--cache-dir=.mypy_cache/misuse",
            "--strict",
            "--ignore-missing-imports",
            "--no-error-summary",
            "-c",
            program,
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return said.stdout


@pytest.mark.parametrize("misuse", UNCHECKED)
def test_an_unchecked_value_is_a_type_error(misuse: str, complaints: str) -> None:
    line = HEAD.count("\n") + 1 + list(UNCHECKED).index(misuse)

    assert f"<string>:{line}: error:" in complaints, complaints


def test_the_misuses_have_only_the_expected_type_errors(complaints: str) -> None:
    assert {line.rsplit("[", 1)[1] for line in complaints.splitlines() if "error:" in line} <= {
        "arg-type]",
        "list-item]",
        "dict-item]",
    }
