"""Every row of ``tests.support.cheats``: the verifier names its check, at the entry or record that is wrong."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from rummynet.verifier.offline import check
from rummynet.verifier.report import Report
from tests.support.cheats import ALL, Row
from tests.support.edges import EDGES
from tests.support.forge import Forge
from tests.support.forge_scripts import played, voided, voted
from tests.support.kept import is_kept
from tests.support.pages import page_verdict
from tests.support.sealed_vector_games import SEALED_CROOKED, SEALED_GAMES

FOLDER: Final = Path(__file__).parents[2] / "protocol" / "vectors" / "transcripts"
VECTORS: Final[dict[str, dict[str, Any]]] = {
    Path(one["file"]).stem: one for one in json.loads((FOLDER / "index.json").read_text("utf-8"))["crooked"]
}
ROWS: Final = {**ALL, **SEALED_CROOKED}
UNTOLD: Final = frozenset({"not_covered", "variant", "players", "words", "verified", "deck", "records"})


def is_told(name: str, report: Report) -> bool:
    """Whether the verdict is the one that is kept."""
    told = {key: value for key, value in report.to_dict().items() if value and key not in UNTOLD}
    told["says"] = report.verdict.partition(" Not covered")[0]
    says = f"{report.record} {report.check}: {report.reason}" if report.check else json.dumps(told)
    return is_kept(Path(__file__).parent / "verdicts.txt", name, [says])


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_each_cheat_is_found_by_its_check_at_its_record(row: Row) -> None:
    data = row.transcript()
    report = check(data, partial=True)
    assert is_told(row.name, report)
    assert (report.check, report.verified) == (row.check, False), report.verdict
    assert report.reason and "None" not in report.reason and report.to_dict()["reason"] == report.reason
    assert row.later or report.record == report.records - 1, report.verdict
    vector = VECTORS[row.name.replace("_", "-")]
    assert (report.check, report.record, [report.status] * 2) == (vector["check"], vector["record"], vector["status"])
    assert data == (FOLDER / str(vector["file"])).read_bytes(), "run scripts/make/transcripts.py"


def test_the_vectors_are_these_rows() -> None:
    assert VECTORS.keys() == {name.replace("_", "-") for name in ROWS}
    assert {path.stem for path in (FOLDER / "crooked").iterdir()} == VECTORS.keys()


@pytest.mark.parametrize(
    ("log", "passed"),
    [
        (played, "host-signature 106 format 106 chain 106 rules-hash 1 consent 2 statement-order 104 time 104 "
         "session 4 recommit 1 commitment 5 commit-order 1 reveal 2 commit-set 1 root 1 co-signature 2 first-seat 1 "
         "position 93 opening 23 action-signature 92 stale-action 92 rules 92 deck 1 score 1 end 1"),
        (voted, "host-signature 13 format 13 chain 13 rules-hash 1 consent 3 statement-order 20 time 20 session 6 "
         "recommit 1 commitment 5 commit-order 1 reveal 3 commit-set 1 root 1 co-signature 3 first-seat 1 position 1 "
         "opening 8 action-signature 2 stale-action 2"),
        (partial(voided, 2), "host-signature 12 format 12 chain 12 rules-hash 1 consent 3 statement-order 19 time 19 "
         "session 6 recommit 2 commitment 6 commit-order 2 reveal 4 void 3"),
        (lambda: SEALED_GAMES["sealed-keilty"]().play(),
         "host-signature 168 format 168 chain 168 rules-hash 1 consent 3 statement-order 145 time 145 session 6 "
         "recommit 1 commitment 5 commit-order 1 reveal 3 commit-set 1 key 1 part 63 escrow 3 mix 6 co-signature 3 "
         "first-seat 1 position 90 opening 0 share 50 clock 28 rules 89 action-signature 64 stale-action 64 key-open 5 "
         "deck 1 score 1 end 1"),
    ],
)  # fmt: skip
def test_every_check_that_holds_is_counted(log: Callable[[], Forge], passed: str) -> None:
    seen = list[tuple[int, int]]()
    report = check(log().transcript(0), partial=True, progress=lambda *at: seen.append(at))
    assert seen == [(number, report.records) for number in range(1, report.records + 1)]
    assert " ".join(f"{name} {count}" for name, count in report.passed.items()) == passed


def test_who_was_played_for_after_an_objection_is_counted() -> None:
    told = check(EDGES["who_objected_has_its_time_behind_a_pause"].transcript(), partial=True).to_dict()
    assert told["played_after_objection"] == [[1, 1]]


@pytest.mark.parametrize("row", EDGES.values(), ids=EDGES)
def test_both_verifiers_say_the_same_of_what_is_just_right_and_just_wrong(row: Row) -> None:
    data = row.transcript()
    report = check(data, partial=True)
    assert (report.check, report.verified) == (row.check, row.check is None), report.verdict
    assert row.check is None or row.later or report.record == report.records - 1, report.verdict
    assert is_told(row.name, report)
    page = page_verdict(data)
    assert (page["check"], page["record"]) == (report.check, report.record), page
    told = report.to_dict()
    assert row.check or (page["clock_breaks"], page["missing"]) == (told["clock_breaks"], told["missing"])
