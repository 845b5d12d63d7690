"""Numbers of new tables."""

from rummynet.table.lobby.lobby import TableNumbers


def test_a_host_reserves_few_numbers_as_people_say_them() -> None:
    """Each life of a host loses what it has left; one that opens many tables at once is given more."""
    numbers = TableNumbers(0)
    assert numbers.wanted == 2
    numbers.reserve(1, 2)
    assert numbers.wanted == 0
    assert numbers.take() == 1 and numbers.wanted == 2
    numbers.reserve(7, 2)
    assert [(numbers.next, numbers.take()) for _ in range(3)] == [(2, 2), (7, 7), (8, 8)]
    assert numbers.next == 0 and numbers.wanted == 8
    assert TableNumbers().wanted == 0
