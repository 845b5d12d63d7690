"""SECURITY.md says of each finding about a host what it weighs; so do a table of the program and one of the pages."""

import re
from pathlib import Path

from rummynet_client.core.session.incidents import RECORDED, WEIGHTS, Weight

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"\| `([a-z-]+)` \| (cheat|doubt|unknown) \| ([a-z, ]+) \|")


def rows() -> dict[str, tuple[str, set[str]]]:
    """By kind: its class, and who shows it."""
    page = (ROOT / "SECURITY.md").read_text("utf-8")
    table = page[page.index("### Alarm, doubt, unknown") : page.index("The program's table is")]
    found = {kind: (weight, set(where.split(", "))) for kind, weight, where in ROW.findall(table)}
    assert len(found) == table.count("\n| `")
    return found


def test_the_table_of_the_program_is_that_of_the_page_on_security() -> None:
    told = {kind: weight for kind, (weight, where) in rows().items() if "program" in where}
    assert told == {kind: str(weight) for kind, weight in WEIGHTS.items()}


def test_the_table_of_the_pages_is_that_of_the_page_on_security() -> None:
    code = (ROOT / "web" / "live" / "fault_words.js").read_text("utf-8")
    table = code[code.index("WEIGHTS =") : code.index("});")]
    named = dict(re.findall(r'^  "?([a-z-]+)"?: "([a-z]+)",$', table, re.MULTILINE))
    assert named == {kind: weight for kind, (weight, where) in rows().items() if "page" in where}


def test_only_a_cheat_weighs_as_one_and_what_is_unknown_is_never_kept() -> None:
    assert [kind for kind, weight in WEIGHTS.items() if weight is Weight.CHEAT] == ["cheat"]
    assert set(WEIGHTS) >= RECORDED
    assert all(WEIGHTS[kind] is not Weight.UNKNOWN for kind in RECORDED)
