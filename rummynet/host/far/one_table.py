"""What an invitation to one table lets in."""

from rummynet.host.connections.host_protocol import HostFactory, HostProtocol


class OneTable:
    """Makes the protocols of connections that see and use one table of a host."""

    def __init__(self, factory: HostFactory, table: int) -> None:
        self._factory, self._table = factory, table

    def build_protocol(self, address: str) -> HostProtocol | None:
        """As the host's own factory does."""
        protocol = self._factory.build_protocol(address)
        if protocol is not None:
            protocol.only_table = self._table
        return protocol
