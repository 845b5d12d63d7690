"""``bench.py processes --quota`` where control groups cannot be written."""

from pathlib import Path

import pytest
from benchmarks import quota


def test_it_says_why_there_are_no_quotas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quota, "V1", tmp_path / "none")
    monkeypatch.setattr(quota, "V2", tmp_path / "neither")
    assert quota.why_not().startswith("skipped: ")
