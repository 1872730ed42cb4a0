"""Every change of one thing that can be made in a module, and the probes that tell who reaches it."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, pairwise

SWAPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change: in `file` (from the root, with slashes) the text from `begin` to `end` becomes `new`."""

    file: str
    line: int
    begin: int
    end: int
    old: str
    new: str

    def applied(self, source: str) -> str:
        """The source with the change."""
        return source[: self.begin] + self.new + source[self.end :]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.old}  ->  {self.new}"


def mutants(file: str, source: str, *, drawing: bool = True) -> tuple[Mutant, ...]:
    """Every change that can be made in a module, in the order of its text.

    Without `drawing` there are none in `ui/art`, nor in functions of `ui` that are named paint or draw.
    """
    if not drawing and file.startswith("ui/art/"):
        return ()
    tree, span = ast.parse(source), _spans(source)
    left_out = [] if drawing or not file.startswith("ui/") else [span(node) for node in _painting(tree)]
    found = []
    for node, new in _changes(tree):
        begin, end = span(node)
        if not any(first <= begin < last for first, last in left_out):
            found.append(Mutant(file, node.lineno, begin, end, source[begin:end], new))
    return tuple(sorted(found, key=lambda each: (each.begin, each.end, each.new)))


def probed(source: str, drawn: Mapping[int, Mutant], header: str) -> str:
    """The source with a probe in front of what each mutant changes: `__reached__[number]`, which is None.

    The header is what defines `__reached__`; it comes before the first statement.
    """
    tree, span = ast.parse(source), _spans(source)
    matched = [
        (span(case.pattern), span(node.subject))
        for node in ast.walk(tree)
        if isinstance(node, ast.Match)
        for case in node.cases
    ]
    begins = {source.rfind("\n", 0, span(_first_statement(tree))[0]) + 1: header}
    ends: dict[int, str] = {}
    for number, mutant in drawn.items():
        # A pattern cannot call anything: its probe stands at the value that is matched.
        places = (subject for pattern, subject in matched if pattern[0] <= mutant.begin < pattern[1])
        begin, end = next(places, (mutant.begin, mutant.end))
        if mutant.new == "pass":  # a statement
            begins[begin] = begins.get(begin, "") + f"__reached__[{number}]; "
        else:
            begins[begin] = begins.get(begin, "") + f"(__reached__[{number}] or ("
            ends[end] = ends.get(end, "") + "))"
    cuts = sorted({0, len(source), *begins, *ends})
    pieces = [source[here:there] for here, there in pairwise(cuts)]
    marks = [ends.get(cut, "") + begins.get(cut, "") for cut in cuts]
    return "".join(mark + piece for mark, piece in zip(marks, [*pieces, ""], strict=True))


def _spans(source: str) -> Callable[[ast.expr | ast.stmt | ast.pattern], tuple[int, int]]:
    """Return a function that gives the first and the last character of a node of this source."""
    lines = source.splitlines(keepends=True)
    starts = list(accumulate(map(len, lines), initial=0))

    def place(row: int, column: int) -> int:  # columns count bytes of UTF-8
        return starts[row - 1] + len(lines[row - 1].encode()[:column].decode())

    def span(node: ast.expr | ast.stmt | ast.pattern) -> tuple[int, int]:
        end = place(node.end_lineno or node.lineno, node.end_col_offset or 0)
        return place(node.lineno, node.col_offset), end

    return span


def _painting(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and re.match("_*(paint|draw)", node.name):
            yield node


def _first_statement(tree: ast.Module) -> ast.stmt | ast.expr:
    """The first statement after docstring and `__future__` imports, or its first decorator."""
    for node in tree.body:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.ImportFrom(module="__future__"):
                continue
            case ast.ClassDef(decorator_list=[first, *_]) | ast.FunctionDef(decorator_list=[first, *_]):
                return first
        return node
    raise ValueError("a module without statements")


def _changes(tree: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Nodes with the text that they become.

    Annotations, decorators and texts are not changed, nor are the code's checks of itself, because the cases
    that they forbid do not occur: see `_is_own_check`.
    """
    if _is_own_check(tree):
        return
    if isinstance(tree, ast.expr | ast.stmt):
        yield from ((tree, text) for text in _changed(tree))
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _changes(child)


def _is_own_check(node: ast.AST) -> bool:
    """`assert`, `raise AssertionError`, and the word `strict=` of `zip`."""
    match node:
        case ast.Assert() | ast.keyword(arg="strict"):
            return True
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name)) | ast.Name(id=name)):
            return name == "AssertionError"
    return False


def _changed(node: ast.expr | ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            other = copy.deepcopy(node)
            other.ops[place] = SWAPPED[type(operator)]()
            yield f"({ast.unparse(other)})"
    elif isinstance(node, ast.BoolOp):
        turned = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield f"({ast.unparse(ast.BoolOp(turned, node.values))})"
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield f"({ast.unparse(node.operand)})"
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        turned_sign = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        yield f"({ast.unparse(ast.BinOp(node.left, turned_sign, node.right))})"
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield str(node.value + 1)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield str(not node.value)
    elif isinstance(node, ast.Raise):
        yield "pass"
