"""What ARCHITECTURE.md says of the structure is what holds."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "rummynet" / "ARCHITECTURE.md").read_text()


def test_the_floors_are_the_ones_that_are_kept() -> None:
    told = PAGE.split("<!-- floors -->")[1].split("<!-- /floors -->")[0].strip().strip("`").strip().splitlines()
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    kept = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    assert told == kept


def test_the_modules_it_sends_readers_to_exist() -> None:
    places = [ROOT, ROOT / "rummynet", ROOT / "client", ROOT / "client/rummynet_client"]
    places += [ROOT / "protocol" / "rummynet_protocol"]
    table = PAGE.split("## Where to start reading")[1].split("##")[0]
    named = [word for word in table.split("`")[1::2] if "/" in word]
    assert len(named) > 8
    missing = [name for name in named if not any((place / name).exists() for place in places)]
    assert missing == []
