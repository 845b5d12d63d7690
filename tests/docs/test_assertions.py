"""No test passes whatever the code does: the kinds of such tests that were found here once."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
Function = ast.FunctionDef | ast.AsyncFunctionDef


def own(node: ast.AST) -> Iterator[ast.AST]:
    """What is inside, but not what another function does."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, Function | ast.Lambda):
            yield child
            yield from own(child)


def is_either(test: ast.expr) -> bool:
    """Whether it is true of one text or another, ``"a" in said or "b" in said``, and nobody knows of which."""
    parts = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or) else []
    compared = [one for one in parts if isinstance(one, ast.Compare)]
    kinds = {(type(one.ops[0]), isinstance(one.left, ast.Constant)) for one in compared}
    return bool(parts) and len(compared) == len(parts) and kinds in ({(ast.In, True)}, {(ast.Eq, False)})


def weak(test: Function) -> Iterator[tuple[int, str]]:
    """Line and fault."""
    parameters = {one.arg for one in test.args.args}
    checks = [node.lineno for node in own(test) if isinstance(node, ast.Assert | ast.Raise)]
    checks += [node.lineno for node in own(test) if isinstance(node, ast.With) and "raises" in ast.dump(node.items[0])]
    ends = max(checks, default=0)
    for node in own(test):
        if isinstance(node, ast.Assert):
            if is_either(node.test):
                yield node.lineno, "either will do"
            match node.test:
                case ast.Compare(ast.Attribute() | ast.Name(), [ast.In()], [ast.Tuple(others)]):
                    if any(isinstance(one, ast.Name) and one.id in parameters for one in others):
                        yield node.lineno, "the expected value is one of several"
        elif isinstance(node, ast.Return) and checks and node.lineno < min(checks):
            yield node.lineno, "it ends before anything is checked"
        elif isinstance(node, ast.For) and any(isinstance(one, ast.Return) for one in own(node)):
            if ends <= (node.end_lineno or 0):
                yield node.lineno, "nobody knows whether one of these was checked"
        elif isinstance(node, ast.With) and "suppress" in ast.dump(node.items[0]):
            if checks and all(node.lineno <= line <= (node.end_lineno or 0) for line in checks):
                yield node.lineno, "what is checked is suppressed"


@pytest.mark.parametrize("path", sorted(TESTS.rglob("test_*.py")), ids=lambda path: str(path.relative_to(TESTS)))
def test_what_is_asserted_can_fail(path: Path) -> None:
    tests = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, Function)]
    assert [(one.name, *why) for one in tests if one.name.startswith("test_") for why in weak(one)] == []
