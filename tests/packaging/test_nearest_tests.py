"""Which tests ``scripts/check --quick`` runs."""

from typing import Any

import nearest_tests
import pytest
from nearest_tests import ROOT, functions, kept, nearest

FILE = "rummynet/files.py"
FIRST, SECOND = [(name, span) for name, span in functions(ROOT / FILE) if len(span) > 3][:2]


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Three tests: one of two cases takes the first function, a cheaper one both, one only the head."""
    monkeypatch.setattr(nearest_tests, "is_there", lambda test: True)
    lines = {FIRST[1][1]: [0, 1, 2], SECOND[1][1]: [2], 1: [3]}
    names = ["tests/a.py::test_dear[1]", "tests/a.py::test_dear[2]", "tests/b.py::test_cheap", "tests/c.py::test_head"]
    return kept({"tests": names, "seconds": [1.0, 1.0, 1.5, 0.1], "lines": {FILE: lines}})


def test_a_changed_function_brings_those_that_take_it_the_cheapest_first_and_then_the_few(
    known: dict[str, Any],
) -> None:
    assert nearest({FILE: {FIRST[1][2]}}, known) == [
        "tests/b.py::test_cheap",
        "tests/a.py::test_dear",
        "tests/c.py::test_head",
    ]
    assert nearest({FILE: {SECOND[1][2]}}, known) == ["tests/b.py::test_cheap", "tests/c.py::test_head"]


def test_lines_outside_of_functions_bring_the_whole_file_and_tests_themselves_come_first(known: dict[str, Any]) -> None:
    own = "tests/packaging/test_nearest_tests.py"
    assert nearest({FILE: {1}, own: set()}, known)[:3] == [own, "tests/b.py::test_cheap", "tests/a.py::test_dear"]


def test_what_no_test_takes_brings_the_few_alone(known: dict[str, Any]) -> None:
    assert nearest({"docs/host.md": {1}}, known) == ["tests/c.py::test_head", "tests/b.py::test_cheap"]
