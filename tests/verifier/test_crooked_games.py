"""The verifier on every game of ``tests.support.crooked_games``: as a file, and live."""

import pytest

from rummynet.verifier.auditor import Auditor
from rummynet.verifier.offline import check, follow
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.transcript import read_transcript
from tests.support.crooked_games import ALL, Crooked


@pytest.fixture(scope="module", params=list(ALL.values()), ids=list(ALL))
def crooked(request: pytest.FixtureRequest) -> tuple[Crooked, bytes]:
    return request.param, request.param.transcript()


def test_the_file_is_refused_for_the_right_reason(crooked: tuple[Crooked, bytes]) -> None:
    one, data = crooked
    report = check(data, partial=True)
    assert (report.check, report.verified) == (one.check, False), report.verdict
    assert report.reason and "None" not in report.reason
    if not one.later:
        assert report.record == report.records - 1, report.verdict


def test_all_before_the_fault_holds(crooked: tuple[Crooked, bytes]) -> None:
    one, data = crooked
    records = read_transcript(data).records
    auditor = Auditor()
    fault = check(data, partial=True).record or 0
    for record in records[:fault]:
        follow(auditor, record)
    with pytest.raises(Cheat) as caught:
        follow(auditor, records[fault])
    assert caught.value.check == one.check


def test_every_check_that_a_host_can_fail_is_failed_by_somebody() -> None:
    assert {"consent", "statement-order", "time", "refusal", "void", "end", "clock", "stale-action"} <= {
        one.check for one in ALL.values()
    }
