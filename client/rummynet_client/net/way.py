"""The way to a host that somebody names: by an address, a link, or a code from another home."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rummynet.far.codes import read_far
from rummynet_client.language import _
from rummynet_client.net.far_line import FarHosts, FarLine, far_notice
from rummynet_client.net.host_link import ConnectOptions, Dial
from rummynet_protocol.text import harmless
from rummynet_protocol.values import Value, replace
from rummynet_protocol.wire.address import DEFAULT_PORT, read_place


class Way(Value):
    """What is dialled, and the fingerprint that the host must have; *dial* is for a host in another home."""

    where: tuple[str, int]
    fingerprint: str | None = None
    dial: Dial | None = None

    def options(self, name: str, data: Path | None, *, takes_over: bool = False) -> ConnectOptions:
        """The options of a connection on this way; transcripts are kept in *data*."""
        return ConnectOptions(
            self.where, name, data, None if data is None else data / "transcripts", invited=self.fingerprint,
            takes_over=takes_over, follows=self.dial is None, dial=self.dial,
        )  # fmt: skip


@contextmanager
def way_to(text: str, data: Path, rendezvous: str | None = None, relay: str | None = None) -> Iterator[Way]:
    """The way to the host that *text* names; one to another home is ended at the end.

    Hosts in other homes are kept in *data*. Nobody is contacted unless *text* is a code.

    Raises BadAddress, BadFarCode, NoEngine, NoFarHost, CannotConnect.
    """
    far = read_far(text)
    if far is None:
        place = read_place(text)
        yield Way(place.where, place.fingerprint)
        return
    far = replace(far, rendezvous=rendezvous or far.rendezvous, relay=relay or far.relay)
    hosts = FarHosts(data)
    line = FarLine(far, hosts)
    try:
        if not any(hosts):  # the first time
            _say(far_notice(far.rendezvous, far.relay))
        _say(_("Looking for the other home…"))
        host = line.meet()
        yield Way((f"far-{host.fingerprint[-12:]}", DEFAULT_PORT), host.fingerprint, line.dial)
    finally:
        line.close()


def _say(text: str) -> None:
    """For people; programs read standard output."""
    sys.stderr.write(harmless(text) + "\n")
    sys.stderr.flush()
