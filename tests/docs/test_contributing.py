"""The glossary of CONTRIBUTING.md is what the code calls things."""

import re
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text()
ROWS = re.findall(
    r"^\| [^|]+ \| `(\w+)` \| `([\w.]+)` \|$",
    PAGE.split("<!-- glossary -->")[1].split("<!-- /glossary -->")[0],
    re.MULTILINE,
)
SOURCES = [path for place in ("rummynet", "client", "protocol") for path in (ROOT / place).rglob("*.py")]
CLASSES = Counter(name for path in SOURCES for name in re.findall(r"^class (\w+)", path.read_text(), re.MULTILINE))


def test_every_row_of_the_table_is_read() -> None:
    rows = PAGE.split("<!-- glossary -->")[1].split("<!-- /glossary -->")[0].strip().splitlines()[2:]
    assert ROWS and len(ROWS) == len(rows)


@pytest.mark.parametrize(("name", "module"), ROWS)
def test_a_name_of_the_glossary_is_there_and_nobody_elses(name: str, module: str) -> None:
    assert getattr(import_module(module), name).__module__ == module
    assert CLASSES[name] == 1


def test_the_scripts_and_folders_that_it_names_exist() -> None:
    named = {word for word in PAGE.split("`")[1::2] if re.fullmatch(r"[\w./]+", word) and "/" in word}
    places = {word for word in named if not word.startswith(".venv") and "GAME" not in word}
    assert len(places) > 15
    assert [word for word in sorted(places) if not (ROOT / word).exists()] == []
