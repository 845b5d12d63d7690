from rummynet_protocol.wire.errors import RemoteProtocolError
from rummynet_protocol.wire.versions import VERSIONS, agree, confirm
from tests.support.errors import raises


def test_a_range_upside_down_is_the_other_sides_mistake() -> None:
    with raises(RemoteProtocolError, "remote_protocol", "2 to 1"):
        agree(2, 1)


def test_a_client_does_not_take_a_version_it_never_offered() -> None:
    assert confirm(VERSIONS[-1]) == VERSIONS[-1]
    with raises(RemoteProtocolError, "remote_protocol", 99):
        confirm(99)
