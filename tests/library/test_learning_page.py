"""The page about learning is true: its code is the example's, and what that learns beats ``simple``."""

import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy", reason="the extra rummynet[research] is not installed")

ROOT = Path(__file__).parents[2]
BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "learning.md").read_text("utf-8"), re.DOTALL)


def test_the_page_shows_the_example() -> None:
    example = (ROOT / "docs" / "examples" / "learner.py").read_text("utf-8")
    assert "".join(BLOCKS[:3]).split() == example.split()


@pytest.mark.long
@pytest.mark.timeout(1200)  # half a minute of one core, which takes several where others work on it
def test_the_player_of_the_page_beats_simple(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    for block in BLOCKS:
        # A third of the page's rounds are enough to be above ``simple``.
        exec(compile(block.replace("trained(game)", "trained(game, rounds=133)"), "the page", "exec"), names)
    # Another numpy may round otherwise, so no more is asked than a gain.
    assert names["gained"]["mean"] > 0
    assert (
        capsys.readouterr().out
        == f"{names['gained']['mean']:+.1f} ± {names['gained']['half_width']:.1f} points a round\n"
    )
