"""A host that is full of strangers, greeted and not, over real TLS: whoever has a seat in a game comes back to it."""

import socket
from contextlib import ExitStack, closing
from pathlib import Path

from rummynet_protocol.wire.messages import AskLog, Create, Done, Sit, TableShown
from tests.support.callers import Caller
from tests.support.daemons import Start
from tests.support.fake_players import FakePlayers, Player, host_key

CONNECTIONS = 12
CONFIG = f"[limits]\nconnections = {CONNECTIONS}\nungreeted = 6\nidle_seconds = 86400\ngreeting_seconds = 600\n"


def ann_sees(ann: Player) -> list[bool]:
    """Who is connected, by seat."""
    shown = [one for one in ann.got if isinstance(one, TableShown)][-1]
    return [bool(seat[4]) for seat in shown.seats]


def test_a_seated_player_comes_back_into_a_full_host(start: Start, tmp_path: Path) -> None:
    (tmp_path / "host.toml").write_text(CONFIG)
    host_key(tmp_path / "data")
    host = start("--config", "host.toml")
    ann, bob = Player(host.port, "Ann"), Player(host.port, "Bob")
    company = FakePlayers([ann, bob])
    company.ask(ann, Create, "keilty", {"target": 1000}, "kitchen")
    for one in (ann, bob):
        company.ask(one, Sit, 1, None)
    for one in (ann, bob):
        company.ready(one, 1)
    for _ in range(5):
        company.act(1)
    bob.caller.close()
    FakePlayers([ann]).until(lambda: not ann_sees(ann)[1])

    with ExitStack() as open_ones:
        crowd: list[Caller] = []
        while not crowd or crowd[-1].last is None:
            crowd.append(open_ones.enter_context(closing(Caller(host.port, bytes([len(crowd) + 1]) * 32))))
        refused = crowd.pop().last
        assert refused is not None and refused.code == "full" and len(crowd) == CONNECTIONS - 1
        for _ in range(30):
            open_ones.enter_context(socket.create_connection(("127.0.0.1", host.port)))
        back = Player(host.port, "Bob")
        assert back.caller.last is None, "the host has a place for one who plays"
        together = FakePlayers([ann, back])
        assert isinstance(together.ask(back, AskLog, 1, 0), Done)
        for _ in range(5):
            together.act(1)
        assert back.person.entries == ann.person.entries
        last = crowd[-1].farewell()
        assert last is not None and last.code == "full" and "somebody else needed your place" in last.says
    for one in (ann, back):
        one.caller.close()
    assert host.stop() == 0
