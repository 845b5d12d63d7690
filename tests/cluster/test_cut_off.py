"""When a host without its database parts from its people."""

from rummynet.host.cluster.cluster_host import CUT_OFF_SECONDS, CutOff


def due_at(cut_off: CutOff, start: float, seconds: int) -> list[float]:
    """When it was due, of calls twice a second while nothing is sure."""
    return [half / 2 for half in range(2 * seconds) if cut_off.is_due(True, start + half / 2)]


def test_people_go_after_a_while_and_more_and_more_rarely() -> None:
    assert CUT_OFF_SECONDS == 3
    assert due_at(CutOff(), 100, 50) == [3, 9, 21, 45]


def test_a_database_that_is_back_ends_it() -> None:
    cut_off = CutOff()
    assert due_at(cut_off, 0, 10) == [3, 9]
    assert not cut_off.is_due(False, 20)
    assert due_at(cut_off, 50, 10) == [3, 9]


def test_a_host_that_was_stopped_first_asks_the_database() -> None:
    """However long it stood still: by its clock its leases are over long since."""
    cut_off = CutOff()
    assert not cut_off.is_due(False, 0)
    assert not cut_off.is_due(True, 1000)
    assert not cut_off.is_due(False, 1001)
