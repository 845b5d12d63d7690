"""One mailbox server and one relay for all tests of this folder."""

from collections.abc import Iterator

import pytest

from tests.support.far_servers import FarServers, TwistedServer, servers


@pytest.fixture(scope="module")
def real_servers() -> Iterator[tuple[TwistedServer, TwistedServer]]:
    with servers() as both:
        yield both


@pytest.fixture
def far(real_servers: tuple[TwistedServer, TwistedServer], monkeypatch: pytest.MonkeyPatch) -> Iterator[FarServers]:
    """The servers behind taps. All ways go over the relay: on one machine there would be a direct one."""
    monkeypatch.setenv("RUMMYNET_RELAY_ONLY", "1")
    both = FarServers(*real_servers)
    yield both
    both.stop()
