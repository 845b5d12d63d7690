"""A player goes to another machine in the middle of a game: the seat comes along, also when the host is killed then."""

import signal
from pathlib import Path

from tests.support.free_port import free_port
from tests.support.programs import Program, host, program


def moved(old: Path, new: Path, *more: str) -> None:
    """Carry the player from one data directory to the other, as two people at two machines would."""
    with program("move", "--bind", "127.0.0.1", home=old) as giver:
        address = giver.until(lambda line: "rummynet move 127.0.0.1:" in line).split()[-1]
        code = giver.until(lambda line: "code" in line).split()[-1]
        with program("move", address, *more, home=new) as taker:
            taker.say(code.lower())
            assert taker.wait() == 0, taker.errors()
        assert any("same player" in line for line in taker.lines)
        assert giver.wait() == 0, giver.errors()


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
