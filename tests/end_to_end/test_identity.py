"""A player goes to another machine in the middle of a game: the seat comes along, also when the host is killed then."""

import os
import signal
import stat
import subprocess
from pathlib import Path

import pytest

from rummynet_cli.main import main
from rummynet_client.storage.identity import load_identity
from tests.support.forked_program import run
from tests.support.free_port import free_port
from tests.support.programs import Program, host

pytestmark = pytest.mark.drawn(1)


def moved(old: Path, new: Path) -> None:
    """Carry the player from one data directory to the other, with the password in a pipe and in a file."""
    file, secret = old / "ann.identity", new / "password"
    secret.write_text("four words of mine\n")
    assert identity(old, "export", str(file), said="four words of mine\n").returncode == 0
    again = identity(old, "export", str(file), said="four words of mine\n")
    assert again.returncode == 2 and "choose another name" in again.stderr
    wrong = identity(new, "import", str(file), said="four words of theirs\n")
    assert wrong.returncode == 1 and wrong.stderr == "rummynet: the password is wrong, or the file is damaged\n"
    none = identity(new, "import", str(secret), said="\n")
    assert none.returncode == 2 and none.stderr.count("\n") == 1
    taken = identity(new, "import", str(file), "--password-file", str(secret))
    assert taken.returncode == 0 and "same player" in taken.stdout, taken.stderr
    other = identity(new, "import", str(file), "--password-file", str(secret))
    assert other.returncode == 2 and "--replace" in other.stderr


def identity(home: Path, *words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "RUMMYNET_HOME": str(home), "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
    return run(["identity", *words], env, said=said)


def test_at_a_terminal_the_password_is_asked_for_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load_identity(tmp_path)
    file = tmp_path / "me.identity"
    answers = iter(["one", "another", "one", "one", "one"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("getpass.getpass", lambda prompt: next(answers))
    assert main(["identity", "export", str(file), "--data", str(tmp_path)]) == 2 and not file.exists()
    assert main(["identity", "export", str(file), "--data", str(tmp_path)]) == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert main(["identity", "import", str(file), "--data", str(tmp_path / "new")]) == 0
    assert load_identity(tmp_path / "new").signer.public == load_identity(tmp_path).signer.public


def seated(name: str, address: str, home: Path, seat: int) -> Program:
    player = Program("join", "--json", address, "--name", name, home=home)
    player.until_kind("welcome")
    if seat == 0:
        player.say("create keilty hand=5")
        player.until(lambda line: "created=1" in line)
    player.say(f"sit 1 {seat}")
    player.until(lambda line: line.startswith(f"seat seat={seat} ") and "me=true" in line)
    return player


def test_the_seat_is_the_players_on_the_other_machine(tmp_path: Path) -> None:
    data, new = tmp_path / "host", tmp_path / "new"
    new.mkdir()
    for folder in ("ann", "bob"):
        (tmp_path / folder).mkdir()
    port = free_port()
    with host(data, port) as (running, address):
        ann, bob = seated("Ann", address, tmp_path / "ann", 0), seated("Bob", address, tmp_path / "bob", 1)
        try:
            ann.until(lambda line: "name=Bob" in line)
            ann.say("ready")
            bob.say("ready")
            hand = ann.until_kind("hand")
            bob.until_kind("hand")
            moved(tmp_path / "ann", new)
            here = Program("join", "--json", address, "--name", "Ann", "--table", "1", home=new)
            try:
                assert ann.until_kind("bye").startswith("bye code=replaced")
                assert here.until_kind("hand").split(" came=")[0] == hand.split(" came=")[0]
                here.until_kind("turn")
                running.stop(signal.SIGKILL)
                here.until_kind("bye")
                with host(data, port):
                    here.until_kind("welcome")
                    here.say("say still here")
                    assert here.until_kind("chat") == 'chat name=Ann seat=0 by=player text="still here"'
                    here.say("hand")
                    assert here.until_kind("hand").split(" came=")[0] == hand.split(" came=")[0]
            finally:
                here.close()
        finally:
            ann.close()
            bob.close()
