"""The client of the pages without a browser: two of them play whole games, and the file that one keeps verifies."""

import json
from pathlib import Path

from rummynet.verifier.offline import check
from tests.support.pages import PageHost


def test_a_whole_game_is_played_and_verifies(host: PageHost, tmp_path: Path) -> None:
    file = tmp_path / "game.rummy"
    first = host.player(variant="joker", options={"target": 40, "break_seconds": 0}, file=file)
    assert first.stdout is not None
    table = first.stdout.readline().split()
    assert table[:1] == ["table"], first.communicate()
    host.player(table=int(table[1]))
    out, errors = first.communicate(timeout=120)
    assert first.returncode == 0, errors
    assert json.loads(out)["ended"] == "played" and json.loads(out)["acts"] > 3
    report = check(file.read_bytes())
    assert report.verified, report.verdict
