"""Folders import each other one way. A folder is the modules directly in it; every import counts, hidden ones too.

The contract about siblings does not see this: to it a folder and what it lies in are one.
"""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.docs.test_architecture import ROOT

SOURCES = [ROOT, ROOT / "client", ROOT / "protocol"]
BOTH_WAYS = {
    ("rummynet", "rummynet_cli"): "python -m rummynet is the command, and the command uses its files and version",
    ("rummynet.rules", "rummynet.rules.library"): "it shows the library's names; the library asks its list of games",
}
"""Pairs that import each other both ways, and why."""


def modules() -> dict[str, Path]:
    found = {}
    for source in SOURCES:
        for path in source.glob("rummynet*/**/*.py"):
            words = path.relative_to(source).with_suffix("").parts
            found[".".join(words[:-1] if words[-1] == "__init__" else words)] = path
    return found


def imported(code: str) -> Iterator[str]:
    """Every name that is imported anywhere in the code: in functions, and behind ``TYPE_CHECKING``."""
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Import(names=names):
                yield from (one.name for one in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield from (f"{module}.{one.name}" for one in names)


def folder_pairs(code: Mapping[str, str], folders: set[str]) -> set[tuple[str, str]]:
    """The pairs of folders that import each other; *code* by module, *folders* are the modules that are packages."""

    def module(name: str) -> str:
        while name and name not in code:
            name = name.rpartition(".")[0]
        return name

    def folder(name: str) -> str:
        return name if name in folders else name.rpartition(".")[0]

    edges = {(folder(name), folder(to)) for name, text in code.items() for to in map(module, imported(text)) if to}
    return {(one, other) for one, other in edges if one < other and (other, one) in edges}


def test_no_two_folders_import_each_other_but_those_that_are_named() -> None:
    found = modules()
    folders = {name for name, path in found.items() if path.name == "__init__.py"}
    assert len(folders) > 50
    assert folder_pairs({name: path.read_text("utf-8") for name, path in found.items()}, folders) == set(BOTH_WAYS)


def test_hidden_imports_and_a_folder_in_a_folder_count() -> None:
    high = "def late():\n    from a.b.low import x\n"
    low = "if TYPE_CHECKING:\n    from a import high\n"
    code = {"a": "", "a.high": high, "a.b": "", "a.b.low": low, "a.b.other": "import a.b.low"}
    assert folder_pairs(code, {"a", "a.b"}) == {("a", "a.b")}
    assert folder_pairs({**code, "a.b.low": "import a.b.other, json"}, {"a", "a.b"}) == set()
