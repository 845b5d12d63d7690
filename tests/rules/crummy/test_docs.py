"""The players' page of crummy rummy: what it names exists, its tables are the real ones."""

import re
from pathlib import Path

from rummynet.rules.crummy.contracts import hand_size

PAGE = (Path(__file__).parents[3] / "docs/rules/crummy.md").read_text()


def rows(heading: str) -> list[list[str]]:
    """The cells of the tables under a heading of the page."""
    part = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    return [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in part.splitlines() if line.startswith("| ")]


def test_every_test_that_the_page_names_exists() -> None:
    written = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    written += (Path(__file__).parents[1] / "test_dead_rounds.py").read_text()
    named = set(re.findall(r"\btest_\w+", PAGE))
    assert len(named) > 40 and {one for one in named if f"def {one}(" not in written} == set()


def test_the_table_of_rounds() -> None:
    assert [(int(row[0]), int(row[1])) for row in rows("The seven rounds")[1:]] == [
        (n, hand_size(n)) for n in range(1, 8)
    ]


def test_the_sentences_of_the_source_are_numbered() -> None:
    numbers = [row[0] for row in rows("The source, sentence by sentence")[1:]]
    assert numbers == [str(n) for n in range(1, 49)]
