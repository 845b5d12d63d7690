"""``join`` without an address shows the hosts on the local network and returns the chosen one; ``lobby`` lists them."""

import asyncio
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from rummynet_client.core.session.watch.incidents import Incident
from rummynet_client.core.views.host_list import ListedHost, host_lines, numbered_lines
from rummynet_client.core.views.host_registry import HostSeen, MetHost, standing
from rummynet_client.language import _
from rummynet_client.net.discover import NetworkWatch, met_hosts
from rummynet_client.net.lobby_watch import LobbyWatch
from rummynet_client.net.probe import probe_host, reachable_address
from rummynet_client.storage.incident_file import IncidentFile
from rummynet_client.storage.settings import Settings, kept_settings
from rummynet_client.surface import Surface, line_writer
from rummynet_protocol.errors import Refusal, RummynetError
from rummynet_protocol.values import Value, replace
from rummynet_protocol.wire.address import address

# Seconds until NobodyThere: four queries (at 0, 0.5, 1.5 and 4.5 seconds), one of which gets through where Wi-Fi
# loses multicast.
SEEK_SECONDS: Final = 6.0
# Seconds for further hosts after the first one: each answers every query, and the second and third come within it.
SETTLE_SECONDS: Final = 1.5
_LONGEST_LINE: Final = 1024  # a number or a name is chosen; a pipe without line ends fills no memory

ReadLine = Callable[[], str | None]
Write = Callable[[str], object]
ListHosts = Callable[[Sequence[ListedHost]], list[str]]
Past = Callable[[str], tuple[Incident, ...]]


class NobodyThere(RummynetError):
    """No host was found."""

    code = "nobody_there"


class NotChosen(Refusal):
    """Several hosts are there, and none was chosen."""

    code = "not_chosen"


class NotTrusted(RummynetError):
    """The only host there is not the one met before, and there is no person to ask."""

    code = "not_trusted"


class ChosenHost(Value):
    """A host, the address at which its key answers, and the chosen table."""

    where: tuple[str, int]
    fingerprint: str
    table: int | None = None
    watch: bool = False  # watch that table instead of taking a seat


def seek(data: Path, table: int | None, surface: Surface, name: str = "") -> ChosenHost | None:
    """Let the player choose a host; None if the player leaves. *table*: the table to join, if one was named.

    The tables of the player of this *name* are marked.

    Raises CannotListen, NobodyThere, NotChosen, NotTrusted, CannotConnect, Impostor, KnownHostsError.
    """
    met, past = met_hosts(data), IncidentFile(data).incidents_of
    if surface is not Surface.SCREEN:
        found = [replace(one, own_name=name) for one in asyncio.run(_first(met, past))]
        lines = host_lines if surface is Surface.JSON else numbered_lines
        host = choose(found, table, lines, _read_line, line_writer(surface), asked=sys.stdin.isatty())
        return asyncio.run(_reach(host)) if host is not None else None
    return asyncio.run(_on_screen(met, past, kept_settings(data), name))


def no_incidents(_fingerprint: str) -> tuple[Incident, ...]:
    """For a host without incidents."""
    return ()


def with_standing(hosts: Sequence[HostSeen], met: Sequence[MetHost], past: Past = no_incidents) -> list[ListedHost]:
    """Hosts with their standing; *past* returns the incidents of the host with a fingerprint."""
    present = {host.announcement.fingerprint for host in hosts}
    return [
        ListedHost(
            host,
            standing(host, address(host.addresses[0], host.port), met, present),
            incidents=past(host.announcement.fingerprint),
        )
        for host in hosts
    ]


async def _first(met: Sequence[MetHost], past: Past) -> list[ListedHost]:
    """The hosts found within a short time, probed. Raises NobodyThere, CannotListen."""
    async with NetworkWatch() as watch:
        try:
            async with asyncio.timeout(SEEK_SECONDS):
                while not watch.hosts():
                    watch.changed.clear()
                    await watch.changed.wait()
        except TimeoutError:
            raise NobodyThere(
                _(
                    "no host found within {seconds:g} seconds; use the address that the host printed, such as: "
                    "rummynet join 192.168.1.20 ('rummynet doctor' shows what may be wrong)",
                    seconds=SEEK_SECONDS,
                )
            ) from None
        await asyncio.sleep(SETTLE_SECONDS)
        hosts = with_standing(watch.hosts(), met, past)
    return list(await asyncio.gather(*(probe_host(listed) for listed in hosts)))


def choose(
    found: Sequence[ListedHost], table: int | None, lines: ListHosts, read: ReadLine, write: Write, asked: bool
) -> HostSeen | None:
    """The host chosen by number, by a person (*asked*: at a terminal) or by the first line of a pipe.

    With a pipe, a single host is chosen without reading a line. Raises NotChosen, NotTrusted.
    """
    fitting = [one for one in found if table is None or has_table(one, table)]
    if not fitting:
        raise NotChosen(
            _("no host here announces a table {table}; leave out --table to see what there is", table=table)
        )
    for text in lines(fitting):
        write(text)
    if len(fitting) == 1 and not asked:
        return _single_host(fitting[0])
    while True:
        if asked:
            sys.stderr.write(_("number of the host to join:") + " ")
            sys.stderr.flush()
        line = read()
        if line is None and asked:
            return None
        number = line.strip() if line is not None else ""
        if number.isascii() and number.isdigit() and len(number) < 4 and 1 <= int(number) <= len(fitting):
            return fitting[int(number) - 1].host
        if not asked:
            raise NotChosen(
                _(
                    "there are {hosts} hosts here: put the number of one in the first line of input, or name "
                    "an address",
                    hosts=len(fitting),
                )
            )
        sys.stderr.write(_("type the number before a host, or Ctrl-D to quit") + "\n")


def has_table(one: ListedHost, table: int) -> bool:
    """Whether this host announces the table, or has more tables than it announces."""
    return one.unlisted_tables > 0 or any(row["table"] == table for row in one.rows())


def _single_host(one: ListedHost) -> HostSeen:
    if one.standing.kind == "changed":
        raise NotTrusted(
            _("the only host here has {warning}; if you trust it, join it by address", warning=one.standing.says)
        )
    return one.host


async def _reach(host: HostSeen, table: int | None = None, watch: bool = False) -> ChosenHost:
    return ChosenHost(await reachable_address(host), host.announcement.fingerprint, table, watch)


async def _on_screen(met: Sequence[MetHost], past: Past, settings: Settings, name: str) -> ChosenHost | None:
    from rummynet_client.terminal.hosts import HostList

    async with NetworkWatch() as watch, LobbyWatch(watch.changed) as lobbies:

        def hosts() -> list[ListedHost]:
            found = lobbies.with_tables(with_standing(watch.hosts(), met, past))
            return [replace(one, own_name=name) for one in found]

        picked = await HostList(hosts, watch.changed, settings=settings).run()
    return None if picked is None else await _reach(picked.host, picked.table, picked.watch)


def _read_line() -> str | None:
    """One line of standard input, unbuffered: the rest is for the next reader. None at the end."""
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as source:
        line = source.readline(_LONGEST_LINE)
    return line.decode("utf-8", "replace") if line else None


async def find_hosts(seconds: float, met: Sequence[MetHost], past: Past = no_incidents) -> list[ListedHost]:
    """Listen for *seconds*, then ask each host that announced itself for its tables. Raises CannotListen."""
    async with NetworkWatch() as watch:
        await asyncio.sleep(seconds)
        hosts = watch.hosts()
    return list(await asyncio.gather(*(probe_host(one) for one in with_standing(hosts, met, past))))
