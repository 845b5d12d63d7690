"""Which addresses count as one."""

import pytest

from rummynet.host.limits.admission import address_group


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("192.0.2.1", "192.0.2.2"),
        ("2001:db8:1:2::1", "2001:db8:1:3::1"),
        ("::1", "::2"),
        ("127.0.0.1", "::1"),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2"),
    ],
)
def test_these_do_not(one: str, other: str) -> None:
    assert address_group(one) != address_group(other)
    assert [address_group(one) for one in ("a pipe", "2001:db8:1:2::1")] == ["a pipe", "2001:db8:1:2::/64"]
