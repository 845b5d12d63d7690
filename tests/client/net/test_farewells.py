"""After which farewells of a host a client connects again: those of which PROTOCOL.md says so, and a host's restart."""

import asyncio

import pytest

from rummynet_client.core.text.commands import QUIT
from rummynet_client.net import host_link
from rummynet_client.net.host_link import ConnectOptions, LostHost
from rummynet_protocol.wire.connection import Connection, Role
from rummynet_protocol.wire.farewells import FAREWELLS
from rummynet_protocol.wire.messages import Bye

OF_THE_HOST = [code for code, (side, _meaning) in FAREWELLS.items() if side == "host"]
ANSWERED_LATER = frozenset({"closing", "greeting"})
"""A host that restarts, and a network that was slow: nothing that the table has to say to a client."""


class Writer:
    """What a client writes to a host that does not listen."""

    def get_extra_info(self, name: str) -> None: ...

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...

    async def wait_closed(self) -> None: ...


@pytest.mark.parametrize("code", OF_THE_HOST)
def test_a_client_comes_back_where_the_page_says_so(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def comes_back() -> bool:
        link = ConnectOptions(("192.0.2.1", 7866), "anna").link(lambda _items: None)
        dialled = []

        async def connect(*_where: object) -> tuple[asyncio.StreamReader, Writer, bytes]:
            dialled.append(code)
            if len(dialled) > 1:
                link.run_command(QUIT)
            reader = asyncio.StreamReader()
            reader.feed_data(Connection(Role.HOST).send(Bye(code, "farewell")))
            reader.feed_eof()
            return reader, Writer(), bytes(32)

        monkeypatch.setattr(host_link, "connect", connect)
        try:
            await link.run()
        except LostHost:
            pass
        return len(dialled) > 1

    says_so = "connect again" in FAREWELLS[code][1] or code in ANSWERED_LATER
    assert asyncio.run(comes_back()) == says_so
