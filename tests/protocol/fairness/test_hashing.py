import pytest

from rummynet_protocol.fairness.hashing import TAGS, H


def test_every_tag_gives_another_hash() -> None:
    assert len(set(TAGS)) == len(TAGS) == len({H(tag, b"same") for tag in TAGS})


@pytest.mark.parametrize("tag", ["", "Chain", "sig/head", "drbg"])
def test_an_unknown_tag_is_refused(tag: str) -> None:
    with pytest.raises(KeyError):
        H(tag, b"field")
