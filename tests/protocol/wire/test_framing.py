from rummynet_protocol.wire.errors import LocalProtocolError
from rummynet_protocol.wire.framing import MOST_BODY, frame
from tests.support.errors import raises


def test_a_body_that_is_too_long_is_our_own_mistake() -> None:
    with raises(LocalProtocolError, "local_protocol", 65537):
        frame(bytes(MOST_BODY + 1))
