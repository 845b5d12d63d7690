"""The players' page: the tests it names exist and its sentences are numbered."""

import re
from pathlib import Path

PAGE = (Path(__file__).parents[3] / "docs/rules/joker.md").read_text()


def test_every_test_that_the_page_names_exists() -> None:
    written = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    written += (Path(__file__).parents[1] / "test_dead_rounds.py").read_text()
    named = set(re.findall(r"\btest_\w+", PAGE))
    assert len(named) > 20
    assert {one for one in named if f"def {one}(" not in written} == set()


def test_the_sentences_of_the_source_are_numbered() -> None:
    numbers = [int(found) for found in re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1)) and len(numbers) >= 30
