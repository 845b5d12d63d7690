"""All connections of a host: admission, shared limits, counters."""

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from twisted.internet.interfaces import IReactorTime

from rummynet.host.dispatcher import Dispatcher
from rummynet.host.limits.address_groups import address_group
from rummynet.host.limits.admission import Admission
from rummynet.host.limits.bounds import Bounds
from rummynet.host.limits.request_limits import RequestLimits
from rummynet.host.net.host_protocol import HostProtocol
from rummynet.host.net.outgoing import UnsentTotal
from rummynet.host.net.scheduler import MessageScheduler
from rummynet.host.ops.logbook import Logbook
from rummynet.table.host_context import HostContext
from rummynet_protocol.sentences import said

if TYPE_CHECKING:
    from rummynet.host.cluster.cluster_host import ClusterHost


@dataclass(eq=False)
class HostFactory:
    """Makes the protocol of each connection and keeps the set of them."""

    dispatcher: Dispatcher
    context: HostContext
    reactor: IReactorTime
    logbook: Logbook
    bounds: Bounds = Bounds()
    connections: set[HostProtocol] = field(default_factory=set)
    closing: bool = False
    messages_received: int = 0
    """Messages received since the host was started."""
    too_slow: int = 0
    """Connections cut off because they read too slowly."""
    turned_away: int = 0
    """Connections closed before TLS because their address connects too often."""
    displaced: int = 0
    """Connections without a proven key that were dropped for newer ones."""
    cluster: "ClusterHost | None" = None
    """Set if there may be other hosts with this key."""
    goodbyes: Counter[str] = field(default_factory=Counter)
    """Connections that the host closed, by the code of its bye."""

    def __post_init__(self) -> None:
        self.admission = Admission(self.bounds)
        self.request_limits = RequestLimits(self.bounds, self.dispatcher.lobby)
        self.unsent = UnsentTotal(lambda: self.bounds.unread_total_bytes)
        self.scheduler = MessageScheduler(self.reactor, lambda: self.bounds.spare_per_second, self.dispatcher.flush)

    def other_addresses(self) -> tuple[str, ...]:
        """Where other hosts with this key accept connections."""
        return self.cluster.other_addresses() if self.cluster is not None else ()

    def set_bounds(self, bounds: Bounds) -> None:
        """Set new bounds; open connections keep the limits that they count themselves."""
        self.bounds = bounds
        self.admission.set_bounds(bounds)
        self.request_limits.set_bounds(bounds)

    def build_protocol(self, address: str) -> HostProtocol | None:
        """The protocol for a new connection; None to close it before TLS."""
        if self.closing:
            return None
        # Before TLS, the expensive part of a connection.
        if not self.admission.may_dial(address_group(address), self.reactor.seconds()):
            self.turned_away += 1
            return None
        return HostProtocol(self, address)

    def add_connection(self, protocol: HostProtocol) -> None:
        """Register a new connection, which has no proven key yet; if there are too many such, drop the oldest."""
        self.connections.add(protocol)
        displaced = self.admission.add_ungreeted(protocol)
        if isinstance(displaced, HostProtocol):
            self.displaced += 1
            displaced.drop()

    def admit(self, protocol: HostProtocol, key: bytes) -> None:
        """Admit a connection that has proven its key. Raises HostFull, GreetsTooOften."""
        dropped = self.admission.admit(protocol, key, self.dispatcher.lobby, self.reactor.seconds())
        self.request_limits.record_address(key, protocol.group)
        if isinstance(dropped, HostProtocol):
            dropped.goodbye(
                "full", said("this host is full, and your place was needed by somebody else; try again later")
            )

    def close(self, says: str) -> None:
        """Send a bye to every connection and refuse new ones."""
        self.closing = True
        for protocol in list(self.connections):  # a copy: each goodbye may remove its connection
            protocol.goodbye("closing", says)
