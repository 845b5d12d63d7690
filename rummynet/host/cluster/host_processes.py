"""``rummynet host --processes N``: N hosts on one machine, one for each core, behind one port.

Each is a process with its own folder, under the same identity key. In a cluster these are ``processes/1`` and so on in
the data directory, and the tables are in the database; without one each has a journal and its own tables
(``process_neighbours``). This one accepts the connections and hands them on (``connection_router``). A process that
fails is started again; in a cluster its tables are at the others by then. A process that an operator ends (``rummynet
admin maintenance``, a drain) has status 0 and is not started again; after the last one this one ends too. When this one
ends, however it does, they end as well: nobody could reach them, and their leases would keep the tables.
"""

import asyncio
import os
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from rummynet.files import replace_file
from rummynet.host.cluster.connection_router import ConnectionRouter
from rummynet.host.cluster.process_neighbours import folder_of
from rummynet.host.net.passed_port import PassedPortSettings, process_name
from rummynet.host.net.ports import ListeningPort, bound_ipv6_socket, bound_socket
from rummynet.host.ops.service_manager import SOCKET
from rummynet.host.storage.host_key import HANDOVERS, handovers
from rummynet.keyfile import HOST_KEY, identity_folder, secret, store
from rummynet_protocol.values import replace

# Pause before a process is started again: one that ends at once, again and again, would take a core for its imports.
AGAIN_SECONDS: Final = 1.0
# Time for goodbyes and leases, which take a host three and two seconds; then SIGKILL, before a service manager sends
# it to this one.
FAREWELL_SECONDS: Final = 10.0
INTERRUPTED: Final = 130  # as in shells: 128 and the number of SIGINT
NO_LINE: Final = 3  # where a process ended with 0 before it was open: 0 would tell a service manager that all went well

SayOpen = Callable[[str, int, bool], None]
"""Called with the address and the port once all processes take connections, and whether it is one for IPv6 besides."""


class HostProcesses:
    """The processes of *count* hosts. *words* are the flags that all of them have, *journal* their database.

    Without one they share the file *lobby*. They read *journal* from standard input: it may hold a password, and
    whoever uses the machine sees the arguments of its processes.
    """

    def __init__(
        self, data: Path, count: int, words: Sequence[str], journal: str | None, lobby: Path | None = None
    ) -> None:
        """Make the folders. Raises KeyFileError, OSError."""
        self._words, self._journal, self._lobby = list(words), journal or "", str(lobby or "")
        key, handed = secret(identity_folder(data), HOST_KEY), handovers(data)
        self._folders = {
            process_name(number): data / "processes" / str(number) if journal else folder_of(data, number)
            for number in range(1, count + 1)
        }
        for folder in self._folders.values():
            store(identity_folder(folder), HOST_KEY, key)
            if handed:  # or who knows the host by its old key would be warned at each process but the first
                replace_file(identity_folder(folder) / HANDOVERS, handed.hex().encode())
        self._sockets: list[socket.socket] = []
        self._web_sockets: list[socket.socket] = []
        self._certificate = ""
        self._running: dict[str, Process] = {}
        self._opened: set[str] = set()
        """Processes that have been open once."""

    def listen(self, bind: str, port: int) -> None:
        """Listen, before ``run``. Raises OSError."""
        self._sockets = _listen(bind, port)

    def listen_for_browsers(self, bind: str, port: int) -> int:
        """Listen at another port for pages too, before ``run``; return the port. Raises OSError."""
        self._web_sockets = _listen(bind, port)
        found: int = self._web_sockets[0].getsockname()[1]
        return found

    @property
    def is_dual(self) -> bool:
        """Whether it listens on IPv6 besides."""
        return len(self._sockets) > 1

    def serve_pages(self, words: Sequence[str], certificate: str) -> None:
        """Have all processes serve pages by these flags, and with the host's own *certificate*, if there is one."""
        self._words += words
        self._certificate = certificate

    def run(self, say_open: SayOpen) -> int:
        """Run until a signal. 0 after SIGTERM, 130 after Ctrl-C, else the status of a host that could not start."""
        return asyncio.run(self._run(say_open))

    async def _run(self, say_open: SayOpen) -> int:
        loop = asyncio.get_running_loop()
        self._status: asyncio.Future[int] = loop.create_future()
        for sign, status in {signal.SIGTERM: 0, signal.SIGINT: INTERRUPTED}.items():
            loop.add_signal_handler(sign, self._end, status)
        loop.add_signal_handler(signal.SIGHUP, self._pass_on, signal.SIGHUP)
        router, sockets = ConnectionRouter(loop), self._sockets
        host, port = sockets[0].getsockname()[:2]
        ports: list[ListeningPort] = []

        def opened(name: str) -> None:
            if not ports:  # who came before waits in the system's queue
                ports.extend(ListeningPort(loop, sock, router.take) for sock in sockets)
                ports.extend(ListeningPort(loop, sock, router.take_browser) for sock in self._web_sockets)
            if name not in self._opened:
                self._opened.add(name)
                if len(self._opened) == len(self._folders):
                    say_open(host, port, self.is_dual)

        keeping = [
            loop.create_task(self._keep(self._settings(number, name), router, opened))
            for number, name in enumerate(self._folders, 1)
        ]
        ends: list[asyncio.Future[Any]] = [self._status, *keeping]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        self._end(NO_LINE)  # unless it is set: then something has failed here
        for listening in ports:
            listening.stop()
        await self._finish(keeping)
        router.close()
        for task in keeping:
            task.result()
        return self._status.result()

    def _settings(self, number: int, name: str) -> PassedPortSettings:
        host, port = self._sockets[0].getsockname()[:2]
        settings = PassedPortSettings(name, host, port, self.is_dual, number, len(self._folders), self._lobby)
        if not self._web_sockets:
            return settings
        return replace(settings, web_port=self._web_sockets[0].getsockname()[1], certificate=self._certificate)

    def _end(self, status: int) -> None:
        if not self._status.done():
            self._status.set_result(status)

    def _pass_on(self, sign: int) -> None:
        for process in self._running.values():
            with suppress(ProcessLookupError):
                process.send_signal(sign)

    async def _keep(
        self, settings: PassedPortSettings, router: ConnectionRouter, opened: Callable[[str], None]
    ) -> None:
        """Start a process, and again whenever it fails. If it ends before it is open, end all with its status."""
        name = settings.server_name
        while not self._status.done():
            process, way = await self._start(settings)
            self._running[name] = process
            if self._status.done():  # the others have got their signal meanwhile
                process.terminate()
            assert process.stdout is not None
            with way:
                if await process.stdout.readline():
                    router.add_process(name, way)
                    opened(name)
                    await process.wait()
                    router.remove_process(name)
                    if process.returncode == 0:
                        if all(one.returncode == 0 for one in self._running.values()):
                            self._end(0)
                        await asyncio.wait([self._status])
                else:
                    self._end(await process.wait() or NO_LINE)
            await asyncio.wait([self._status], timeout=AGAIN_SECONDS)

    async def _start(self, settings: PassedPortSettings) -> tuple[Process, socket.socket]:
        """A process and the way to it."""
        name = settings.server_name
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        words = [sys.executable, "-m", "rummynet", "host", "--data", str(self._folders[name]), *self._words]
        if name != next(iter(self._folders)):
            words.append("--no-announce")  # they are one place for players
        with theirs:
            process = await asyncio.create_subprocess_exec(
                *words, stdin=PIPE, stdout=PIPE,
                pass_fds=[theirs.fileno()],
                # Ready are they all, and this one says so.
                env={**os.environ, SOCKET: "", **settings.environment(theirs.fileno())},
            )  # fmt: skip
        assert process.stdin is not None
        with suppress(OSError):  # it has ended already
            process.stdin.write(self._journal.encode() + b"\n")
            await process.stdin.drain()
        process.stdin.close()
        return process, ours

    async def _finish(self, keeping: Sequence[asyncio.Task[None]]) -> None:
        """End the processes, by force those that take too long."""
        self._pass_on(signal.SIGTERM)
        if (await asyncio.wait(keeping, timeout=FAREWELL_SECONDS))[1]:
            self._pass_on(signal.SIGKILL)
            await asyncio.wait(keeping)


def _listen(bind: str, port: int) -> list[socket.socket]:
    """Sockets that listen on the address, and on all of IPv6 beside all of IPv4. Raises OSError."""
    sockets = [bound_socket(bind, port)]
    if bind == "0.0.0.0":
        with suppress(OSError):  # the system has no IPv6
            sockets.append(bound_ipv6_socket(sockets[0].getsockname()[1]))
    return sockets
