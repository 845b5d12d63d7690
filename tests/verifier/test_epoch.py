"""Where cards lie in a deck of which some were put back."""

import pytest

from rummynet.verifier.sealed_deck import Epoch
from rummynet_protocol.errors import Cheat


@pytest.mark.parametrize(
    ("known", "draw", "position", "could_be"),
    [
        ({}, 0, 10, True),
        ({}, 0, 11, False),
        ({}, 0, 9, False),
        ({}, 1, 10, True),
        ({}, 2, 10, True),
        ({}, 3, 10, False),
        ({}, 3, 11, True),
        ({}, 3, 13, True),
        ({}, 3, 14, False),
        ({}, 0, 7, True),
        ({}, 0, 8, True),
        ({}, 0, 6, False),
        ({0: 10}, 1, 11, True),
        ({1: 11}, 2, 10, False),
        ({2: 10}, 1, 11, False),
        ({1: 7}, 2, 10, True),
    ],
)
def test_where_a_card_can_lie_after_two_were_put_back(
    known: dict[int, int], draw: int, position: int, could_be: bool
) -> None:
    """Two at any place below the next position, 10; all others in their order, with none, one or two between them."""
    epoch = Epoch(0, bytes(32), bytes(32), bytes(32), next_position=10, draws=[0, 1, 2, 3])
    epoch.put_back(2)
    assert epoch.back == range(7, 9)
    epoch.matched = dict(known)
    if could_be:
        epoch.receive(draw, position)
        assert epoch.matched[draw] == position
    else:
        with pytest.raises(Cheat) as caught:
            epoch.receive(draw, position)
        assert caught.value.check == "opening"
