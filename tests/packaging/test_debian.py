"""What debian/ says is what the rest of the tree says. scripts/packages/debian builds and runs the packages."""

import re
import subprocess
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


def test_a_purge_says_that_games_and_user_stay(tmp_path: Path) -> None:
    def said(*words: str) -> str:
        script = ("sh", str(ROOT / "debian/rummynet-host.postrm"), *words)
        return subprocess.run(
            script, env={"DPKG_ROOT": str(tmp_path)}, capture_output=True, text=True, check=True
        ).stdout

    assert said("purge") == said("remove") == ""
    (tmp_path / "var/lib/rummynet").mkdir(parents=True)
    assert said("remove") == "" and "/var/lib/rummynet and the user rummynet stay" in said("purge")
