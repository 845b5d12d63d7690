"""Silent connections during a transfer: however many, they block nobody and cost little."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable

import pytest

from rummynet_client.storage import identity_transfer
from rummynet_client.storage.identity_transfer import (
    DONE,
    MAGIC,
    MOST_OF_ONE,
    MOST_WAITING,
    ExportServer,
    HungUp,
    fetch_export,
)
from tests.support.errors import raises

CODE = "K7QF-9M2X-03BD-TTRA"
Where = tuple[str, int]
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
HELLO = len(MAGIC) + 16 + 32
PROOF = 12 + 32 + 16


def with_giver(story: Callable[[ExportServer, Where], Awaitable[None]]) -> object:
    """The giver's result under these connections."""

    async def run() -> object:
        ready: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        giver = ExportServer(b"my things", CODE, secrets.token_bytes)
        serving = asyncio.create_task(giver.serve("127.0.0.1", 0, 600, ready.set_result))
        await story(giver, ("127.0.0.1", await ready))
        (end,) = await asyncio.gather(serving, return_exceptions=True)
        return end

    return asyncio.run(run())


async def silent(where: Where) -> Streams:
    """A peer that has received the challenge and sends nothing."""
    reader, writer = await asyncio.open_connection(*where)
    await reader.readexactly(HELLO)
    return reader, writer


async def comes(where: Where) -> bytes:
    return await fetch_export(where, CODE, secrets.token_bytes)


def close(streams: list[Streams]) -> None:
    for _, writer in streams:
        writer.close()


def test_many_who_say_nothing_block_nobody_and_are_only_so_many() -> None:
    async def story(giver: ExportServer, where: Where) -> None:
        strangers = []
        for _ in range(200):
            strangers.append(await silent(where))
            assert giver.unproven <= MOST_OF_ONE
        assert await comes(where) == b"my things"
        close(strangers)

    assert with_giver(story) is None


def test_the_oldest_of_them_is_hung_up_on() -> None:
    async def story(giver: ExportServer, where: Where) -> None:
        strangers = [await silent(where) for _ in range(MOST_OF_ONE)]
        strangers.append(await silent(where))
        assert await _ended(strangers[0]), "its place was wanted"
        assert giver.unproven == MOST_OF_ONE
        assert await comes(where) == b"my things"
        assert all([await _ended(one) for one in strangers]), "nobody is kept when all is given"
        close(strangers)

    assert with_giver(story) is None


async def _ended(streams: Streams) -> bool:
    try:
        return await streams[0].read() == b""
    except ConnectionError:
        return True


def test_strangers_of_other_networks_do_not_cost_the_real_one_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other machine computes its keys slowly; meanwhile a thousand peers connect from few networks."""
    monkeypatch.setattr(identity_transfer, "PROOF_SECONDS", 1000)  # on a busy machine all these take longer than ten
    count = iter(range(10**6))
    monkeypatch.setattr(
        identity_transfer, "network_of", lambda writer: b"home" if (n := next(count)) == 0 else b"%d" % (n % 5)
    )

    async def story(giver: ExportServer, where: Where) -> None:
        reader, writer = await asyncio.open_connection(*where)
        hello = await reader.readexactly(HELLO)
        strangers = []
        for _ in range(300):
            strangers.append(await silent(where))
            assert giver.unproven <= MOST_WAITING
        asking, giving = identity_transfer.transfer_keys(identity_transfer.read_code(CODE), hello[len(MAGIC) : -32])
        writer.write(identity_transfer.seal(asking, bytes(12), hello[-32:], b""))
        size = int.from_bytes(await reader.readexactly(4), "big")
        assert identity_transfer.unseal(giving, await reader.readexactly(size), hello[-32:]) == b"my things"
        writer.write(identity_transfer.DONE)
        await writer.drain()
        writer.close()
        close(strangers)

    assert with_giver(story) is None


def test_networks_beyond_number_are_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    count = iter(range(10**6))
    monkeypatch.setattr(identity_transfer, "network_of", lambda writer: next(count).to_bytes(4, "big"))

    async def story(giver: ExportServer, where: Where) -> None:
        strangers = []
        for _ in range(2 * MOST_WAITING):
            strangers.append(await silent(where))
            assert giver.unproven <= MOST_WAITING
        assert await comes(where) == b"my things"
        close(strangers)

    assert with_giver(story) is None


def test_one_who_says_nothing_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(giver: ExportServer, where: Where) -> None:
        monkeypatch.setattr(identity_transfer, "PROOF_SECONDS", 0.01)
        strangers = [await silent(where) for _ in range(3)]
        assert all([await _ended(one) for one in strangers])
        monkeypatch.undo()
        assert giver.unproven == giver.connections == 0
        assert await comes(where) == b"my things"
        close(strangers)

    assert with_giver(story) is None


def test_one_who_lost_its_place_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity_transfer, "PAUSE", 0)
    lost = iter([True, True, False])

    async def story(giver: ExportServer, where: Where) -> None:
        async def between(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            """A relay that cuts the first connections when the code has been proven."""
            there, back = await asyncio.open_connection(*where)
            writer.write(await there.readexactly(HELLO))
            proof = await reader.readexactly(PROOF)
            if not next(lost):
                back.write(proof)
                size = await there.readexactly(4)
                writer.write(size + await there.readexactly(int.from_bytes(size, "big")))
                back.write(await reader.readexactly(len(DONE)))
            back.close()
            writer.close()

        async with await asyncio.start_server(between, "127.0.0.1", 0) as relay:
            assert await comes(relay.sockets[0].getsockname()[:2]) == b"my things"
        assert next(lost, None) is None

    assert with_giver(story) is None


def test_one_who_is_always_hung_up_on_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity_transfer, "PAUSE", 0)

    async def run() -> None:
        async def rude(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(MAGIC + bytes(48))
            await writer.drain()
            writer.close()

        async with await asyncio.start_server(rude, "127.0.0.1", 0) as server:
            await comes(("127.0.0.1", server.sockets[0].getsockname()[1]))

    with raises(HungUp, "hung_up"):
        asyncio.run(run())


def test_where_somebody_comes_from() -> None:
    class Writer:
        def __init__(self, *peer: object) -> None:
            self.peer = peer or None

        def get_extra_info(self, name: str) -> object:
            return self.peer

    def network(*peer: object) -> bytes:
        return identity_transfer.network_of(Writer(*peer))  # type: ignore[arg-type]

    assert network("192.0.2.1", 5) == network("192.0.2.1", 6) == network("::ffff:192.0.2.1", 7)
    assert network("192.0.2.1", 5) != network("192.0.2.2", 5)
    assert network("2001:db8::1", 5, 0, 0) == network("2001:db8::ffff:1", 5, 0, 0)
    assert network("2001:db8::1", 5, 0, 0) != network("2001:db8:0:1::1", 5, 0, 0)
    assert network("fe80::1%eth0", 5, 0, 2) == network("fe80::2", 5, 0, 2)
    assert network() == network("") == b""
