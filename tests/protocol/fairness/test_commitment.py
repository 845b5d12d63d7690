import pytest

from rummynet_protocol.fairness import commitment as fair

A, B, C, D, E = (bytes([n]) * 32 for n in range(1, 6))


def test_a_session_has_a_nonce_for_each_key() -> None:
    with pytest.raises(ValueError):
        fair.session_id(A, [B, C], [D], A)
    assert fair.insert_places(A, B, [0]) == [0], "into an empty stock"


@pytest.mark.parametrize("size", [0, 16, 31, 33])
def test_a_short_secret_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        fair.contribution(bytes(size), A, (A, A), A)
    with pytest.raises(ValueError, match="32 bytes"):
        fair.contribution(A, A, (A, A), bytes(size))
