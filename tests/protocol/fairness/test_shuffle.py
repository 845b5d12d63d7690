from collections import Counter

import pytest

from rummynet_protocol.fairness.shuffle import Drbg
from tests.support.cases import case
from tests.support.streams import stream_over

COUNTING = bytes(range(32))


def test_every_value_has_the_same_number_of_bytes_behind_it() -> None:
    for m in range(1, 257):
        with case(m):
            stream = stream_over(bytes(range(256)))  # every byte once: the distribution is exact, not a sample
            drawn = Counter(stream.below(m) for _ in range(256 // m))
            while stream.used < 256 - 256 % m:
                drawn[stream.below(m)] += 1
            assert drawn == Counter(dict.fromkeys(range(m), 256 // m))
            assert stream.rejected == 0
            assert stream.used == 256 - 256 % m


@pytest.mark.parametrize("m", [0, -1, 257])
def test_a_limit_that_a_byte_cannot_hold_is_refused(m: int) -> None:
    with pytest.raises(ValueError, match="1 to 256"):
        Drbg(COUNTING).below(m)
