"""Tests go by public names and by codes of errors: what is private, and wording, can be changed without them."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
OF_THE_LIBRARY = {"_asdict", "_fields", "_make", "_replace", "_exit"}
"""Public, says the standard library, the underscore notwithstanding: those of named tuples, and ``os._exit``."""
OWN = {"self", "cls", "super()"}
GETTEXT = {"_"}


def private(name: str) -> bool:
    last = name.rpartition(".")[2]
    return last.startswith("_") and not last.startswith("__") and last not in OF_THE_LIBRARY | GETTEXT


def foreign_private_names(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Line and name of each private name that is imported, looked up or replaced, unless it is of ``self``."""
    for node in nodes:
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


BY_WORDING = {
    ("client/session/test_crooked_hosts.py", "Cheat"): "two faults of one check that only the sentence tells apart",
    ("client/log/test_sealed_part.py", "CannotGoOn"): "why a program gives nothing more, which only the sentence says",
}


@cache
def with_codes() -> frozenset[str]:
    """Classes that give themselves a code: the errors that a person or a program may see."""
    folders = [TESTS.parent / name for name in ("rummynet", "client", "protocol")]
    return frozenset(
        node.name
        for folder in folders
        for path in folder.rglob("*.py")
        if "code = " in (text := path.read_text())
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef)
        and any(isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "code" for one in node.body)
    )


def errors_by_wording(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Line and error of each ``pytest.raises(SomeError, match=..)`` of an error that has a code."""
    for node in nodes:
        match node:
            case ast.Call(func=ast.Attribute(attr="raises"), args=[ast.Name(name)], keywords=[ast.keyword("match")]):
                if name in with_codes():
                    yield node.lineno, name


def nodes_of(source: str) -> list[ast.AST]:
    return [*ast.walk(ast.parse(source))]


@cache
def found_in_tests() -> dict[str, tuple[list[tuple[int, str]], list[tuple[int, str]]]]:
    """By file: private names of other modules, and errors distinguished by their wording."""
    found = {}
    for path in sorted(TESTS.rglob("*.py")):
        nodes = nodes_of(path.read_text())
        found[str(path.relative_to(TESTS))] = [*foreign_private_names(nodes)], [*errors_by_wording(nodes)]
    return found


def test_errors_that_have_a_code_are_told_apart_by_it() -> None:
    found = {(path, name): line for path, (_, errors) in found_in_tests().items() for line, name in errors}
    assert len(with_codes()) > 80
    assert found.keys() == BY_WORDING.keys()
    assert [*errors_by_wording(nodes_of("with pytest.raises(Cheat, match='no'): pass"))] == [(1, "Cheat")]


def literals(nodes: list[ast.expr]) -> list[str]:
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def test_no_test_touches_what_is_private() -> None:
    assert len(found_in_tests()) > 200
    found = [f"{path}:{line} {name}" for path, (names, _) in found_in_tests().items() for line, name in names]
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
    assert len([*foreign_private_names(nodes_of(source))]) == 1


def test_what_is_ones_own_or_the_standard_librarys_may_be_used() -> None:
    allowed = "self._x; super()._x; row._replace(a=1); row._fields; x.__dict__; getattr(self, '_x', 0)"
    assert [*foreign_private_names(nodes_of(allowed + "\nfrom rummynet_client.language import _"))] == []
