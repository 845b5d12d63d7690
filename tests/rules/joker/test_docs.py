"""The players' page: the tests it names exist, and its options are the real ones."""

import re
from pathlib import Path

from rummynet.rules.joker.game import VARIETY

PAGE = (Path(__file__).parents[3] / "docs/rules/joker.md").read_text()


def test_every_test_that_the_page_names_exists() -> None:
    written = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    written += (Path(__file__).parents[1] / "test_dead_rounds.py").read_text()
    named = set(re.findall(r"\btest_\w+", PAGE))
    assert len(named) > 20
    assert {one for one in named if f"def {one}(" not in written} == set()


def test_the_table_of_options_has_every_option_its_default_and_its_range() -> None:
    rows = {row[0].strip(" `"): row for line in PAGE.splitlines() if len(row := line.split("|")[1:]) >= 4}
    assert {option.name for option in VARIETY.options} <= set(rows)
    for option in VARIETY.options:
        default, span = rows[option.name][1].strip(), rows[option.name][2].strip()
        assert default == str(option.default).lower()
        if option.low is not None:
            assert span.endswith(f"{option.low} to {option.high}")


def test_the_sentences_of_the_source_are_numbered() -> None:
    numbers = [int(found) for found in re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1)) and len(numbers) >= 30
