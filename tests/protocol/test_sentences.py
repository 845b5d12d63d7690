import json
from collections.abc import Callable

import pytest

from rummynet_protocol import codec
from rummynet_protocol.sentences import sentence


@pytest.mark.parametrize("pack", [json.dumps, codec.pack])
def test_a_sentence_is_stored_and_sent_as_its_text(pack: Callable[[object], object]) -> None:
    assert pack(sentence("seat {seat}", seat=1)) == pack("seat 1")
