"""Tests go by what a module says in public, so that what is private can be changed without them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
OF_NAMEDTUPLES = {"_asdict", "_fields", "_make", "_replace"}
"""Public, says the standard library; the underscore keeps them apart from fields."""
OWN = {"self", "cls", "super()"}
GETTEXT = {"_"}


def private(name: str) -> bool:
    last = name.rpartition(".")[2]
    return last.startswith("_") and not last.startswith("__") and last not in OF_NAMEDTUPLES | GETTEXT


def foreign_private_names(source: str) -> Iterator[tuple[int, str]]:
    """Line and name of each private name that is imported, looked up or replaced, unless it is of ``self``."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(attr=name, value=owner) if private(name) and ast.unparse(owner) not in OWN:
                yield node.lineno, ast.unparse(node)
            case ast.ImportFrom(module=module, names=names):
                found = [f"{module}.{alias.name}" for alias in names]
                yield from ((node.lineno, one) for one in found if any(map(private, one.split("."))))
            case ast.Call(func=ast.Name("getattr" | "setattr" | "hasattr"), args=[ast.Name(owner), *given]):
                yield from ((node.lineno, one) for one in literals(given) if private(one) and owner not in OWN)
            case ast.Call(func=ast.Attribute(attr="setattr" | "delattr"), args=given):
                yield from ((node.lineno, one) for one in literals(given[:2]) if private(one))


def literals(nodes: list[ast.expr]) -> list[str]:
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def test_no_test_touches_what_is_private() -> None:
    files = sorted(TESTS.rglob("*.py"))
    assert len(files) > 200
    found = [
        f"{path.relative_to(TESTS)}:{line} {name}"
        for path in files
        for line, name in foreign_private_names(path.read_text())
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "journal._base",
        "robot.link._end()",
        "from rummynet.files import _written",
        "from rummynet._private import x",
        "getattr(journal, '_base')",
        "monkeypatch.setattr(files, '_written', None)",
        "monkeypatch.setattr('rummynet.files._written', None)",
    ],
)
def test_it_would_be_found(source: str) -> None:
    assert len([*foreign_private_names(source)]) == 1


def test_what_is_ones_own_or_the_standard_librarys_may_be_used() -> None:
    allowed = "self._x; super()._x; row._replace(a=1); row._fields; x.__dict__; getattr(self, '_x', 0)"
    assert [*foreign_private_names(allowed + "\nfrom rummynet_client.language import _")] == []
