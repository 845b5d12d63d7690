"""What a host of a cluster says of tables that it does not have."""

from pathlib import Path
from unittest.mock import MagicMock

from rummynet.host.cluster.cluster_host import ClusterHost
from rummynet.host.cluster.membership import HostRecord, Neighbours, RemoteTable


def test_a_host_that_has_not_read_the_others_tables_says_of_none_that_it_does_not_exist() -> None:
    """Its players would hold it against the host that their game has no end."""
    part = MagicMock()
    part.moves.complete_rows.return_value = ({}, False)
    host = ClusterHost(part, part, part, part, part, part, part, Path("bots"), part, part, part)
    assert host.addresses_of(1) == ()  # nobody has it as far as is known, so a request for it waits
    other = HostRecord(2, "club", ("127.0.0.1:7867",), left=1.0, draining=False, room=9, tables=1)
    host.neighbours_read(Neighbours({2: other}, {1: RemoteTable(2, None, frozenset())}))
    assert host.addresses_of(1) == ("127.0.0.1:7867",)
    assert host.addresses_of(3) is None
