"""Who searches for a name finds one place: no two classes share one, and modules only where they are parallel."""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("rummynet", "client/rummynet_cli", "client/rummynet_client", "protocol/rummynet_protocol")
VERBS = "client/rummynet_cli/verbs"
GAMES = "rummynet/rules"
OF_A_PACKAGE = {"errors"}
"""Each package has its own, under this name."""


def modules() -> list[Path]:
    """Every module of the program but those that parallel others: of a game, of a verb, of a package."""
    found = [path.relative_to(ROOT) for name in PACKAGES for path in (ROOT / name).rglob("*.py")]
    return [
        path
        for path in found
        if path.stem not in OF_A_PACKAGE | {"__init__", "__main__"}
        and not path.is_relative_to(VERBS)
        and not (path.is_relative_to(GAMES) and path.parent.name not in ("core", "library", "shared"))
    ]


def classes() -> Iterator[tuple[str, Path]]:
    """Every public class with its module."""
    for name in PACKAGES:
        for path in (ROOT / name).rglob("*.py"):
            for found in re.findall(r"^ *class ([A-Za-z]\w*)\b", path.read_text(), re.MULTILINE):
                yield found, path.relative_to(ROOT)


def test_no_two_classes_share_a_name() -> None:
    found = defaultdict(list)
    for name, path in classes():
        found[name].append(str(path))
    assert len(found) > 500
    assert {name: places for name, places in found.items() if len(places) > 1} == {}


def test_no_two_modules_share_a_name() -> None:
    found = defaultdict(list)
    for path in modules():
        found[path.stem].append(str(path))
    assert len(found) > 300
    assert {name: places for name, places in found.items() if len(places) > 1} == {}
