"""The client of the pages without a browser: Node plays a whole game against a bot, and the file that it keeps verifies."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from rummynet.verifier.offline import check
from tests.support.pages import PageHost, need_pages

WEB = Path(__file__).parents[2] / "web"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[PageHost]:
    need_pages()
    if shutil.which("node") is None or not (WEB / "node_modules").exists():
        pytest.skip("Node and what web/ needs are not installed; scripts/build_web installs it")
    host = PageHost(tmp_path)
    yield host
    host.close()


@pytest.mark.parametrize(("variant", "options"), [("keilty", {"target": 30, "break_seconds": 0}), ("joker", {"target": 40, "break_seconds": 0})])
def test_a_whole_game_is_played_and_verifies(host: PageHost, tmp_path: Path, variant: str, options: dict[str, int]) -> None:
    file = tmp_path / "game.rummy"
    line = ["node", "--experimental-websocket", "--no-warnings", "tests/play_game.js"]
    line += [host.url, variant, json.dumps(options), str(file), "1"]
    player = subprocess.Popen(
        line, cwd=WEB, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "NODE_TLS_REJECT_UNAUTHORIZED": "0"},
    )  # fmt: skip
    assert player.stdout is not None
    table = player.stdout.readline().split()
    assert table[:1] == ["table"], player.communicate()
    host.fast_bots(int(table[1]))
    out, errors = player.communicate(timeout=120)
    assert player.returncode == 0, errors
    assert json.loads(out)["ended"] == "played" and json.loads(out)["acts"] > 3
    report = check(file.read_bytes())
    assert report.verified, report.verdict
