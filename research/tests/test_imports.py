"""Research stands on the library alone: no table, host, client or script."""

import ast
from collections.abc import Iterator
from pathlib import Path

LIBRARY = ("rummynet.rules", "rummynet.players", "rummynet.game_records", "rummynet.bots", "rummynet_protocol")


def imported() -> Iterator[str]:
    for path in (Path(__file__).parents[1] / "rummynet_research").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                yield from (f"{node.module}.{alias.name}" for alias in node.names)
            elif isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)


def test_of_rummynet_only_the_library_is_imported() -> None:
    ours = {name for name in imported() if name.partition(".")[0] in ("rummynet", "rummynet_client", "rummynet_cli")}
    assert ours and [name for name in sorted(ours) if not name.startswith(LIBRARY)] == []
