"""Research stands on the library alone: no table, host, client or script."""

import ast
from collections.abc import Iterator
from pathlib import Path

from rummynet import rules

PACKAGE = Path(__file__).parents[1] / "rummynet_research"
LIBRARY = ("rummynet.rules", "rummynet.players", "rummynet_protocol", *(f"rummynet.rules.{n}" for n in rules.__all__))
TRAINING = ("rummynet.bots.", "rummynet.rules.varieties.")
"""What is fitted and in which form its files are."""


def imported(folder: str) -> Iterator[str]:
    for path in PACKAGE.glob(folder):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                yield from (f"{node.module}.{alias.name}" for alias in node.names)
            elif isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)


def inner(names: Iterator[str]) -> set[str]:
    """Those of rummynet that are no public name."""
    ours = {name for name in names if name.startswith(("rummynet.", "rummynet_client", "rummynet_cli", "tests"))}
    return {name for name in ours if name not in LIBRARY}


def test_of_rummynet_only_public_names_are_imported_and_bots_where_they_are_fitted() -> None:
    found = inner(imported("**/*.py"))
    assert found == inner(imported("training/*.py"))
    assert found and [name for name in sorted(found) if not name.startswith(TRAINING)] == []
