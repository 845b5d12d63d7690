"""Every row of ``tests.support.cheats``: the verifier names its check, at the entry or record that is wrong."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from rummynet.verifier.offline import check
from tests.support.cheats import ALL, Row
from tests.support.edges import EDGES
from tests.support.pages import page_verdict
from tests.support.sealed_vector_games import SEALED_CROOKED

FOLDER: Final = Path(__file__).parents[2] / "protocol" / "vectors" / "transcripts"
VECTORS: Final[dict[str, dict[str, Any]]] = {
    Path(one["file"]).stem: one for one in json.loads((FOLDER / "index.json").read_text("utf-8"))["crooked"]
}
ROWS: Final = {**ALL, **SEALED_CROOKED}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_each_cheat_is_found_by_its_check_at_its_record(row: Row) -> None:
    data = row.transcript()
    report = check(data, partial=True)
    assert (report.check, report.verified) == (row.check, False), report.verdict
    assert report.reason and "None" not in report.reason
    assert row.later or report.record == report.records - 1, report.verdict
    vector = VECTORS[row.name.replace("_", "-")]
    assert (report.check, report.record, [report.status] * 2) == (vector["check"], vector["record"], vector["status"])
    assert data == (FOLDER / str(vector["file"])).read_bytes(), "run scripts/make/transcripts.py"


def test_the_vectors_are_these_rows() -> None:
    assert VECTORS.keys() == {name.replace("_", "-") for name in ROWS}
    assert {path.stem for path in (FOLDER / "crooked").iterdir()} == VECTORS.keys()


@pytest.mark.parametrize("row", EDGES.values(), ids=EDGES)
def test_both_verifiers_say_the_same_of_what_is_just_right_and_just_wrong(row: Row) -> None:
    data = row.transcript()
    report = check(data, partial=True)
    assert (report.check, report.verified) == (row.check, row.check is None), report.verdict
    assert row.check is None or row.later or report.record == report.records - 1, report.verdict
    page = page_verdict(data)
    assert (page["check"], page["record"]) == (report.check, report.record), page
    told = report.to_dict()
    assert row.check or (page["clock_breaks"], page["missing"]) == (told["clock_breaks"], told["missing"])
