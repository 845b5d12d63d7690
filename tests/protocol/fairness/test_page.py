"""protocol/FAIRNESS.md names every tag, kind, entry, statement and check."""

import re
from pathlib import Path

import pytest

from rummynet.ledger.checks import CHECKS, NEXT
from rummynet_protocol.fairness import entries, statements
from rummynet_protocol.fairness.hashing import TAGS
from rummynet_protocol.fairness.signing import KINDS
from rummynet_protocol.fairness.transcript import HEADER, MAGIC, REFUSABLE

PAGE = (Path(__file__).resolve().parents[3] / "protocol" / "FAIRNESS.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def rows(text: str) -> list[list[str]]:
    """The cells of all table rows."""
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]


def fields_by_kind(title: str) -> dict[str, list[str]]:
    """Field names by kind, from a table whose first column is filled where a kind begins."""
    found: dict[str, list[str]] = {}
    kind = ""
    for cells in rows(section(title)):
        kind = cells[0].strip("`") if cells[0].startswith("`") else "" if cells[0] else kind
        if kind and cells[1].startswith("`"):
            found.setdefault(kind, []).extend(re.findall(r"`([a-z_]+)`", cells[1]))
    return found


def test_every_tag_has_its_row() -> None:
    named = {name for cells in rows(section("Hashes")) for name in re.findall(r"`([a-z-]+)`", cells[0])}
    assert named == set(TAGS)


def test_every_kind_of_signature_is_named() -> None:
    assert all(f"`{kind}`" in section("Signatures") for kind in KINDS)


def test_statements_field_by_field() -> None:
    common = list(statements.Signed.__struct_fields__)
    told = {k: common + own for k, own in fields_by_kind("Statements").items()}
    assert told == {k: list(one.__struct_fields__) for k, one in statements.KINDS.items()}
    named = [cells[0].strip("`") for cells in rows(section("Statements")) if len(cells) == 2]
    assert named[2:] == common


def test_entries_field_by_field() -> None:
    found = fields_by_kind("Log entries")
    found.pop("e", None)
    told = {k: {*own} if k == "open" else {*own, "t"} for k, own in found.items()}
    assert told == {k: {*one.__struct_fields__} for k, one in entries.KINDS.items()}


def test_the_order_of_the_log_is_the_one_that_is_checked() -> None:
    told: dict[str, set[str]] = {}
    for after, then in rows(section("The log")):
        names = re.findall(r"`([a-z-]+)`", after) or (["nothing"] if after == "the beginning" else [])
        for name in names:
            told[name] = set(re.findall(r"`([a-z-]+)`", re.sub(r"\([^)]*\)", "", then)))
    kept = {(after.kind if after else "nothing"): {one.kind for one in then} for after, then in NEXT.items()}
    assert told == kept


def test_every_check_has_its_row() -> None:
    table = section("The checks").split("### Verdicts")[0]
    named = [name for cells in rows(table) for name in re.findall(r"`([a-z-]+)`", cells[0])]
    assert named == list(CHECKS)


def test_the_header_of_a_file() -> None:
    assert len(MAGIC) == 20
    assert "| 20 | `rummynet transcript` and a line feed (0x0A) |" in PAGE
    assert HEADER[20] == 9 and len(HEADER) == 69


@pytest.mark.parametrize("name", ["FAIRNESS.md", "SEALED.md"])
def test_links_lead_somewhere(name: str) -> None:
    folder = Path(__file__).resolve().parents[3] / "protocol"
    page = (folder / name).read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+)\)", page)
    assert [link for link in links if not link.startswith("https://") and not (folder / link).exists()] == []
    titles = re.findall(r"^##+ (.+)$", page, flags=re.MULTILINE)
    anchors = set(re.findall(r"\]\(#([^)]+)\)", page))
    assert anchors <= {title.lower().replace(" ", "-") for title in titles}


def test_what_is_not_protected_is_stated_at_the_beginning() -> None:
    beginning = PAGE.split("\n## ")[0]
    beginning = " ".join(beginning.split())
    assert "the host sees every card" in beginning and "throw a deal away" in beginning


def test_the_kinds_of_refused_statements_have_the_numbers_of_the_page() -> None:
    numbered = re.findall(r"(\d+) `([a-z-]+)`", next(line for line in PAGE.splitlines() if "0 `ready`" in line))
    assert numbered == [(str(number), kind) for number, kind in enumerate(REFUSABLE)]
    assert set(REFUSABLE) == set(statements.KINDS)
