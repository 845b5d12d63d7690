"""Codes that are wrong, used, taken back or mistyped, and servers that do not answer: one clear line for each."""

import json
import os
from pathlib import Path

import pytest

from tests.support.far_servers import FarServers, code_of, far_host, join, listed
from tests.support.forked_program import run
from tests.support.programs import program

pytestmark = pytest.mark.drawn(1)


def refused(folder: Path, code: str, far: FarServers, status: int = 3) -> str:
    """The last line of a client that does not come in."""
    folder.mkdir(exist_ok=True)
    ended = run(join(folder, code, far), os.environ)
    assert ended.returncode == status, ended.stderr
    assert "Traceback" not in ended.stderr
    return ended.stderr.splitlines()[-1]


def test_each_way_to_fail_says_what_to_do(tmp_path: Path, far: FarServers) -> None:
    with far_host(tmp_path / "host", far) as host:
        code = code_of(tmp_path / "host")
        number, word, other = code.split("-")
        assert "no code has the word zzzebra" in refused(tmp_path / "a", f"{number}-zzzebra-{other}", far)
        near = refused(tmp_path / "a", f"{number}-{word}-crossoverr", far)
        assert "no code has the word crossoverr" in near and "crossover" in near.partition("do you mean")[2]
        # A mistyped word costs nothing: the code is as good as before. Wrong ones do.
        assert code in listed(tmp_path / "host")[0]
        wrong = f"{number}-{word}-{'zulu' if other != 'zulu' else 'aardvark'}"
        assert "are not the host's" in refused(tmp_path / "b", wrong, far)
        host_says = code_of(tmp_path / "host", but=code)
        assert host_says != code
        home = tmp_path / "ann"
        with program(*join(home, host_says, far), home=home) as ann:
            ann.until_kind("lobby")
            # The second answer where the number of the next code happens to be the same.
            used = refused(tmp_path / "c", host_says, far)
            assert f"nobody waits at {host_says}" in used or "are not the host's" in used
            # Taken back: she is out at once, and cannot come again.
            guest = next(line.split()[0] for line in listed(tmp_path / "host") if "guest" in line)
            remove = ["host", "--data", str(tmp_path / "host"), "--far-remove", guest]
            assert run(remove, os.environ).returncode == 0
            ann.until_kind("bye")
            ann.process.kill()
        ended = run(remove, os.environ)
        assert ended.returncode == 2 and "there is no code and no guest" in ended.stderr
        assert host.stop() == 0
        assert "wrong words" in host.errors()
    assert not any("open:" in line for line in listed(tmp_path / "host"))


def test_a_rendezvous_that_is_away_is_named(tmp_path: Path, far: FarServers) -> None:
    far.mailbox.stop()
    says = refused(tmp_path / "a", "7-crossover-clockwork", far)
    assert f"does not answer (ws://127.0.0.1:{far.mailbox.port}/v1)" in says


def test_the_doctor_says_which_server_answers(tmp_path: Path, far: FarServers) -> None:
    def findings() -> dict[str, str]:
        line = ["doctor", "--json", "--far", *far.words, "--data", str(tmp_path)]
        told = json.loads(run(line, os.environ).stdout)
        return {one["what"]: one["verdict"] for one in told["findings"]}

    both = findings()
    assert (both["rendezvous"], both["relay"]) == ("ok", "ok")
    far.stop()
    neither = findings()
    assert (neither["rendezvous"], neither["relay"]) == ("fail", "warn")
