"""What debian/ says is what the rest of the tree says. scripts/packages/debian builds and runs the packages."""

import re
import tomllib
from pathlib import Path

from rummynet import __version__

ROOT = Path(__file__).parents[2]
CONTROL = (ROOT / "debian" / "control").read_text()


def test_the_changelog_knows_this_version() -> None:
    assert (ROOT / "debian" / "changelog").read_text().startswith(f"rummynet ({__version__}) ")


def test_versions_of_libraries_are_those_of_pyproject() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    named = dict(re.findall(r"^ python3-(\w+) \(>= ([\d.]+)\),$", CONTROL, re.MULTILINE))
    assert named and {f"{name}>={version}" for name, version in named.items()} <= set(wanted)
