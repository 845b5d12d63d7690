"""A link computes in a thread what its session asks for: the loop goes on, and messages stay in their order."""

import asyncio
import threading
from collections.abc import Callable

import pytest

from rummynet_client.core.log.computing import Computation
from rummynet_client.core.session.outbox import Outbox, Output
from rummynet_client.core.session.presence import Presence
from rummynet_client.core.session.session import Session
from rummynet_client.core.text.commands import QUIT
from rummynet_client.net import host_link
from rummynet_client.net.host_link import ConnectOptions, HostLink, LostHost
from rummynet_protocol.wire.connection import Connection, Role
from rummynet_protocol.wire.messages import Bye, Challenge, Hello, Message
from rummynet_protocol.wire.versions import VERSIONS
from tests.client.net.test_farewells import Writer

# A Bye stands for any message: it is all that a host may say before the greeting.
FAREWELL = Bye("kicked", "farewell")

Work = Callable[[], object]


def linked(monkeypatch: pytest.MonkeyPatch, work: Work, told: bytes | None = None) -> HostLink:
    """A link to a host that says farewell and closes; *work* is what takes long in that."""
    link = ConnectOptions(("192.0.2.1", 7866), "anna").link(lambda _items: None)

    async def connect(*_where: object) -> tuple[asyncio.StreamReader, Writer, bytes]:
        reader = asyncio.StreamReader()
        reader.feed_data(told if told is not None else Connection(Role.HOST).send(FAREWELL))
        reader.feed_eof()
        return reader, Writer(), bytes(32)

    def work_ahead(_self: Presence, _message: Message) -> Work:
        return work

    monkeypatch.setattr(host_link, "connect", connect)
    monkeypatch.setattr(Presence, "work_ahead", work_ahead)
    return link


def test_a_check_that_fails_lets_its_message_through(monkeypatch: pytest.MonkeyPatch) -> None:
    async def served() -> None:
        def check() -> None:
            raise ValueError("does not hold")

        link = linked(monkeypatch, check)
        with pytest.raises(LostHost):
            await link.run()
        assert link.session.received_bye == FAREWELL  # whoever takes it finds what is wrong

    asyncio.run(served())


def test_what_comes_before_the_host_breaks_the_protocol_waits_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def served() -> None:
        checked = list[int]()
        host, hello = Connection(Role.HOST), Hello(VERSIONS[0], VERSIONS[-1], "anna", bytes(32), "tests")
        host.receive(Connection(Role.CLIENT).send(hello))
        told = host.send(Challenge(VERSIONS[-1], bytes(32))) + bytes(100)
        link = linked(monkeypatch, lambda: checked.append(1), told)
        with pytest.raises(LostHost):
            await link.run()
        assert checked == []  # the connection ends at once

    asyncio.run(served())


def test_who_quits_while_a_message_is_checked_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    async def served() -> None:
        loop, done = asyncio.get_running_loop(), threading.Event()

        def leave() -> None:
            link.run_command(QUIT)
            done.set()

        def check() -> None:
            loop.call_soon_threadsafe(leave)
            done.wait(60)

        link = linked(monkeypatch, check)
        await link.run()
        assert link.session.received_bye == FAREWELL

    asyncio.run(served())


def test_what_a_session_wants_computed_comes_back_to_it_until_the_link_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    async def served() -> None:
        first, late = Computation(lambda: threading.current_thread().name), threading.Event()
        second = Computation(lambda: late.wait(60))
        wanted, came, is_back = [[first], [second]], list[Computation](), asyncio.Event()

        def take_output(_self: Outbox) -> Output:
            return Output(compute=wanted.pop(0) if wanted else [])

        def computed(_self: Session, done: Computation) -> None:
            came.append(done)
            is_back.set()

        monkeypatch.setattr(Session, "take_output", take_output)
        monkeypatch.setattr(Session, "computed", computed)
        monkeypatch.setattr(Presence, "work_ahead", lambda _self, _message: None)
        link = ConnectOptions(("192.0.2.1", 7866), "anna").link(lambda _items: None)

        async def connect(*_where: object) -> tuple[asyncio.StreamReader, Writer, bytes]:
            return asyncio.StreamReader(), Writer(), bytes(32)

        monkeypatch.setattr(host_link, "connect", connect)
        running = asyncio.create_task(link.run())
        await is_back.wait()
        assert came == [first] and first.result != threading.current_thread().name
        running.cancel()
        await asyncio.wait((running,))
        late.set()
        # Behind it in the one thread: when this is through, the second is.
        behind = Computation(lambda: None)
        await host_link.run_elsewhere(behind)
        assert came == [first]

    asyncio.run(served())
