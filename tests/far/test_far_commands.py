"""Other commands than ``join`` find a host in another home by its code, beside the player who came with it."""

import json
import subprocess
import sys
from pathlib import Path

from tests.support.far_servers import FarServers, code_of, far_host, join
from tests.support.programs import program


def test_two_bots_and_the_doctor_come_by_the_code_of_a_player_who_plays_on(tmp_path: Path, far: FarServers) -> None:
    home = tmp_path / "ann"
    with far_host(tmp_path / "host", far):
        code = code_of(tmp_path / "host")
        with program(*join(home, code, far), home=home) as ann:
            ann.say("create keilty")
            ann.say("sit 1")
            ann.until(lambda line: line.startswith("seat ") and "me=true" in line)
            with program("bot", code, "--count", "2", "--table", "1", "--fast", *far.words, home=home):
                ann.until(lambda line: line.startswith("seat seat=2 ") and "ready=true" in line)
                line = [sys.executable, "-m", "rummynet", "doctor", code, "--json", "--data", str(home), *far.words]
                told = json.loads(subprocess.run(line, capture_output=True, text=True).stdout)
                found = {one["what"]: one["verdict"] for one in told["findings"]}
                assert found["other home"] == found["TLS"] == found["greeting"] == "ok"
            assert ann.end() == 0
            assert not [line for line in ann.lines if line.startswith("bye ") and "code=quit" not in line]


def test_a_doctor_who_finds_nobody_at_a_code_says_so(tmp_path: Path, far: FarServers) -> None:
    far.mailbox.stop()
    line = [sys.executable, "-m", "rummynet", "doctor", "7-crossover-clockwork", "--data", str(tmp_path), *far.words]
    ended = subprocess.run(line, capture_output=True, text=True)
    assert ended.returncode == 1
    assert "does not answer (ws://" in next(line for line in ended.stdout.splitlines() if "other home" in line)
