"""One mailbox server and one relay for all tests of this folder."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.onion_network import Relay, onion_network
from tests.support.far_servers import FarServers, TwistedServer, servers


@pytest.fixture(scope="module")
def real_servers() -> Iterator[tuple[TwistedServer, TwistedServer]]:
    with servers() as both:
        yield both


@pytest.fixture(scope="module")
def onion_relays(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, list[Relay]]]:
    """A Tor network on loopback."""
    if shutil.which("tor-gencert") is None:
        pytest.skip("tor is not installed")
    with onion_network(tmp_path_factory.mktemp("onions")) as network:
        yield network


@pytest.fixture
def onions(onion_relays: tuple[Path, list[Relay]], monkeypatch: pytest.MonkeyPatch) -> list[Relay]:
    """Its relays; programs that the test starts use this network."""
    fragment, relays = onion_relays
    monkeypatch.setenv("RUMMYNET_TORRC", str(fragment))
    return relays


@pytest.fixture
def far(real_servers: tuple[TwistedServer, TwistedServer], monkeypatch: pytest.MonkeyPatch) -> Iterator[FarServers]:
    """The servers behind taps. All ways go over the relay: on one machine there would be a direct one."""
    monkeypatch.setenv("RUMMYNET_RELAY_ONLY", "1")
    both = FarServers(*real_servers)
    yield both
    both.stop()
