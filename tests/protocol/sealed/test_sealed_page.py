"""protocol/SEALED.md names every tag, check, attack and vector, and the order of entries as it is checked."""

import re
from pathlib import Path

from rummynet.ledger.checks import NEXT, NEXT_SEALED
from rummynet_protocol.fairness.entries import TurnLate, TurnUp
from rummynet_protocol.fairness.hashing import TAGS as H_TAGS
from rummynet_protocol.sealed.constants import chain_start, faces, generators
from rummynet_protocol.sealed.wide_hash import TAGS

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "protocol" / "SEALED.md").read_text(encoding="utf-8")
ATTACKS = (ROOT / "tests" / "protocol" / "sealed" / "test_attacks.py").read_text(encoding="utf-8")


def section(title: str) -> str:
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def first_cells(text: str) -> list[str]:
    """The first cell of each row of all tables, without marks."""
    rows = [line.strip("|").split("|")[0].strip() for line in text.splitlines() if line.startswith("|")]
    return [cell.strip("`") for cell in rows]


def test_every_tag_has_its_row() -> None:
    named = {cell for cell in first_cells(section("Hashes")) if cell not in ("tag", "---", "---|---|---")}
    of_h = {"key-commit", "sealed-z", "sealed-root", "blob"}
    assert named == {*TAGS, *of_h}
    assert of_h < {*H_TAGS}


def test_every_check_has_its_row() -> None:
    source = "".join(path.read_text("utf-8") for path in (ROOT / "protocol/rummynet_protocol/sealed").glob("*.py"))
    raised = set(re.findall(r'raise Cheat\(\s*"([a-z-]+)"', source))
    raised |= {"part", "gone"}  # by the ledger, which alone knows signatures and votes
    assert raised == {*first_cells(section("The checks"))} - {"check", "---"}


def test_every_attack_is_tried_and_every_attempt_is_listed() -> None:
    numbers = {int(cell) for cell in first_cells(section("Attacks")) if cell.isdigit()}
    tried = {int(number) for number in re.findall(r'Attack\(\s*"(\d\d)-', ATTACKS)}
    assert tried | {12} == numbers


def test_the_order_of_entries_is_the_one_that_is_checked() -> None:
    rows = [line.strip("|").split("|") for line in section("The log").splitlines() if line.startswith("| `")]
    told: dict[str, set[str]] = {}
    for after, then in (row for row in rows if len(row) == 2):
        for name in re.findall(r"`([a-z-]+)`", after):
            told[name] = set(re.findall(r"`([a-z-]+)`", re.sub(r"\([^)]*\)", "", then)))
    kept = {kind.kind: {one.kind for one in then - {TurnUp, TurnLate}} for kind, then in NEXT_SEALED.items() if kind}
    assert {name: kept[name] for name in told} == told
    plain = {kind.kind: {one.kind for one in then} for kind, then in NEXT.items() if kind}
    assert {name for name, then in kept.items() if then != plain.get(name)} == told.keys()


def test_the_constants() -> None:
    for one in (faces()[0], faces()[215], generators()[0], chain_start()):
        assert f"`{one.hex()}`" in section("Constants")


def test_every_file_of_vectors_has_its_row() -> None:
    named = {name for cell in first_cells(section("Vectors")) for name in re.findall(r"[a-z0-9]+", cell)} - {"file"}
    assert named == {path.stem for path in (ROOT / "protocol" / "vectors" / "sealed").iterdir()}
