"""What the machine of ``scripts/evenings`` takes for a finding, on recorded outputs."""

import json
from pathlib import Path

import pytest
from session_play.judge import Span, are_too_few, differ, incidents_without_cause, is_stuck
from session_play.players import accusations

SCREENS = Path(__file__).parents[1] / "terminal" / "screens"


def incident(kind: str, at: int) -> str:
    return json.dumps({"host": "sha256:00", "kind": kind, "log": "ab", "game": 1, "at": at})


def test_what_accuses_the_host_is_an_alarm_on_every_surface() -> None:
    for says in (
        "CHEAT FOUND: check rules-hash: this game cannot be checked",
        "kitchen · kitchen table · Keilty rummy · round 1        NOT FAIR ",
        'game 1: the host neither logged nor refused "draw"',
        "Traceback (most recent call last):",
    ):
        assert accusations(f"anna\n{says}\nben") == [says.strip()]


def test_an_ordinary_screen_accuses_nobody() -> None:
    for path in SCREENS.glob("*-120.txt"):
        assert accusations(path.read_text("utf-8")) == [], path.name


@pytest.mark.parametrize(
    ("kind", "at", "has_cause"),
    [("void", 1100, True), ("void", 1200, False), ("void", 900, False)]
    + [(kind, 1010, False) for kind in ("cheat", "no-end", "held-back", "blamed")],
)
def test_a_void_in_or_just_behind_a_cut_has_its_cause_and_what_accuses_the_host_has_none(
    kind: str, at: int, has_cause: bool
) -> None:
    line = incident(kind, at)
    found = incidents_without_cause([line, "{"], [Span("cut", "ben", 1000.0, 1030.0)])
    assert found == [*([] if has_cause else [line]), "not readable: {"]


def test_a_table_is_stuck_when_nothing_was_in_the_way_for_too_long() -> None:
    for changed_at, free_since, expected in ((700.0, 100.0, True), (800.0, 100.0, False), (100.0, 900.0, False)):
        assert is_stuck(now=1000.0, changed_at=changed_at, free_since=free_since, patience=240.0) == expected


def test_a_table_is_excused_where_bots_are_the_most_and_nowhere_else() -> None:
    for people, bots, is_paused, expected in (
        (1, 0, False, False), (2, 2, False, False), (1, 2, False, True), (0, 0, False, True),  # nobody waits
        (2, 2, True, True), (2, 1, True, False),
    ):  # fmt: skip
        assert are_too_few(people, bots, is_paused=is_paused) == expected


def test_verdicts_are_the_same_or_they_are_findings() -> None:
    fine, wrong = {"verdict": "verified", "check": None}, {"verdict": "not-verified", "check": "score"}
    assert differ(fine, fine) == differ(wrong, wrong) == ""
    assert differ(wrong, {"verdict": "not-verified", "check": "rules"})
    assert differ(fine, wrong) and differ(wrong, fine)
    for other in ("unknown", "incomplete", "unreadable"):
        assert differ(fine, {"verdict": other, "check": None}), other
        assert differ({"verdict": other, "check": None}, fine), other


def test_a_game_that_the_pages_do_not_know_is_unknown_there_and_nothing_else() -> None:
    for here in ("verified", "incomplete"):
        assert differ({"verdict": here}, {"verdict": "unknown"}, is_unknown_there=True) == ""
        assert differ({"verdict": here}, {"verdict": "not-verified"}, is_unknown_there=True)
        assert differ({"verdict": here}, {"verdict": here}, is_unknown_there=True)
