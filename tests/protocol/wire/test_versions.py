import pytest

from rummynet_protocol.wire.errors import RemoteProtocolError
from rummynet_protocol.wire.versions import VERSIONS, NoCommonVersion, agree, confirm
from tests.support.errors import raises


@pytest.mark.parametrize(
    ("client", "host", "agreed"),
    [((1, 1), (1, 1), 1), ((1, 3), (2, 5), 3), ((2, 9), (1, 4), 4), ((4, 4), (1, 4), 4), ((0, 65535), (7, 7), 7)],
)
def test_the_newest_version_that_both_speak(client: tuple[int, int], host: tuple[int, int], agreed: int) -> None:
    assert agree(*client, ours=range(host[0], host[1] + 1)) == agreed


def test_an_old_client_has_to_upgrade_itself() -> None:
    says = "the host speaks protocol versions 2 to 3, the client version 1: upgrade the client"
    with raises(NoCommonVersion, "version", says):
        agree(1, 1, ours=range(2, 4))


def test_a_new_client_needs_a_newer_host() -> None:
    says = "the host speaks protocol version 1, the client versions 2 to 3: upgrade the host"
    with raises(NoCommonVersion, "version", says):
        agree(2, 3, ours=range(1, 2))


def test_a_range_upside_down_is_the_other_sides_mistake() -> None:
    with raises(RemoteProtocolError, "remote_protocol", "2 to 1"):
        agree(2, 1)


def test_a_client_does_not_take_a_version_it_never_offered() -> None:
    assert confirm(VERSIONS[-1]) == VERSIONS[-1]
    with raises(RemoteProtocolError, "remote_protocol", 99):
        confirm(99)
