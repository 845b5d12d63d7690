"""What ARCHITECTURE.md says of the structure is what holds."""

import ast
import re
from pathlib import Path

from rummynet.rules.core.variety import (
    ChanceSteps,
    FirstStarter,
    Newcomers,
    Offers,
    PositionCodec,
    Presentation,
    Variety,
)

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "rummynet" / "ARCHITECTURE.md").read_text()


def test_the_modules_it_sends_readers_to_exist() -> None:
    places = [ROOT, ROOT / "rummynet", ROOT / "client", ROOT / "client/rummynet_client"]
    places += [ROOT / "protocol" / "rummynet_protocol"]
    table = PAGE.split("## Where to start reading")[1].split("##")[0]
    named = [word for word in table.split("`")[1::2] if "/" in word]
    assert len(named) > 8
    missing = [name for name in named if not any((place / name).exists() for place in places)]
    assert missing == []


def public(kind: type) -> set[str]:
    return {name for name in (*vars(kind), *vars(kind).get("__annotations__", {})) if not name.startswith("_")}


def cells(header: str) -> set[str]:
    return set(PAGE.split(header)[1].split("\n\n")[0].split("`")[1::2])


def test_the_checklist_for_a_new_variety_names_every_question_that_there_is() -> None:
    parts = {
        "first_starter": FirstStarter,
        "offers": Offers,
        "chance": ChanceSteps,
        "newcomers": Newcomers,
        "presentation": Presentation,
        "positions": PositionCodec,
    }
    assert cells("| question | answers of the variety |") == public(Variety) - set(parts)
    answers = {name for kind in parts.values() for name in public(kind)} | {"option", "named_seat"}
    assert cells("| part | question | answers of the part |") == {*parts, *answers}


def test_the_files_that_the_checklist_speaks_of_exist() -> None:
    places = [ROOT, ROOT / "rummynet", ROOT / "client/rummynet_client", ROOT / "protocol" / "rummynet_protocol"]
    part = PAGE.split("## Adding a variety of rummy")[1]
    named = [word for word in part.split("`")[1::2] if word.endswith((".py", ".md")) and "NAME" not in word]
    assert len(named) > 12
    assert [name for name in named if not any((place / name).exists() for place in places)] == []


def definitions() -> set[str]:
    """Functions of modules, and ``Class.method``, of all packages."""
    found: set[str] = set()
    for folder in ("rummynet", "client/rummynet_client", "protocol/rummynet_protocol", "client/rummynet_cli"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.parse(path.read_text("utf-8")).body:
                if isinstance(node, ast.FunctionDef):
                    found.add(node.name)
                elif isinstance(node, ast.ClassDef):
                    methods = [one for one in node.body if isinstance(one, ast.FunctionDef)]
                    found |= {node.name, *(f"{node.name}.{method.name}" for method in methods)}
    return found


def test_each_stop_of_the_walks_exists() -> None:
    walks = PAGE.split("## Four walks")[1].split("\n## ")[0]
    stops = [line for line in walks.splitlines() if re.match(r"\d+\. ", line)]
    named = [word for line in stops for word in line.split("`")[1::2]]
    assert walks.count("\n1. ") == 4 and len(named) >= len(stops) > 30
    assert sorted(set(named) - definitions()) == []
    assert all(len(line) <= 120 for line in stops)
