"""Other commands than ``join`` find a host in another home by its code, beside the player who came with it."""

import json
import os
from pathlib import Path

import pytest

from tests.support.far_servers import FarServers, code_of, far_host, join
from tests.support.forked_program import run
from tests.support.programs import program

pytestmark = pytest.mark.drawn(1)


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
                told = json.loads(run(["doctor", code, "--json", "--data", str(home), *far.words], os.environ).stdout)
                found = {one["what"]: one["verdict"] for one in told["findings"]}
                assert found["other home"] == found["TLS"] == found["greeting"] == "ok"
            assert ann.end() == 0
            assert not [line for line in ann.lines if line.startswith("bye ") and "code=quit" not in line]


def test_who_plays_with_bots_invites_somebody_from_another_home_to_a_table_of_both(
    tmp_path: Path, far: FarServers
) -> None:
    words = ("play", "--json", "--players", "2", "--name", "Ann", *far.words)
    with program(*words, home=tmp_path / "ann") as ann:
        ann.until_kind("turn")
        assert not far.mailbox.seen, "nobody is contacted before a code is wanted"
        ann.say("invite")
        line = ann.until(lambda line: line.startswith("invite join="))
        code = line.partition("rummynet join ")[2].split()[0]
        ann.until(lambda line: line.startswith("invite says=") and "create keilty" in line)
        ann.say("create keilty")
        ann.say("sit 2")
        ann.until(lambda line: line.startswith("table table=2 "))
        with program(*join(tmp_path / "bob", code, far), home=tmp_path / "bob") as bob:
            bob.until(lambda line: line.startswith("lobby table=2 "))
            bob.say("sit 2")
            ann.until(lambda line: line.startswith("seat seat=1 name=bob "))
            for one in (ann, bob):
                one.say("ready")
            bob.until(lambda line: line.startswith("game begun=1"))
            assert bob.end() == ann.end() == 0


def test_a_host_asks_nobody_before_a_code_is_wanted_and_one_for_a_table_shows_that_table(
    tmp_path: Path, far: FarServers
) -> None:
    folder = tmp_path / "host"
    folder.mkdir()
    words = ("host", "--bind", "127.0.0.1", "--port", "0", "--no-announce", "--data", str(folder), *far.words)

    def code(*table: str) -> str:
        told = run(["admin", "far", *table, "--data", str(folder)], os.environ)
        assert far.words[1] in told.stdout, "a guest needs the servers as well"
        return told.stdout.partition("rummynet join ")[2].split()[0]

    with program(*words, home=folder) as host:
        host.until_kind("listening")
        assert not far.mailbox.seen
        with program(*join(tmp_path / "ann", code(), far), home=tmp_path) as ann:
            for _ in range(2):
                ann.say("create keilty")
                ann.until_kind("table")
            with program(*join(tmp_path / "bob", code("2"), far), home=tmp_path) as bob:
                bob.until(lambda line: line.startswith("lobby table=2"))
                bob.say("watch 1")
                bob.until(lambda line: line.startswith("refused ") and "table 2 only" in line)
                bob.say("sit 2")
                bob.until(lambda line: line.startswith("seat ") and "me=true" in line)
                assert not [line for line in bob.lines if line.startswith("lobby table=1 ")]
