"""What the machine of ``scripts/evenings`` takes for a finding, on recorded outputs."""

import json
import re
from pathlib import Path

import pytest
from session_play.judge import Span, are_too_few, differ, explains, incidents_without_cause, is_stuck
from session_play.players import accusations, brings_on, cards_named, keys_offered

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


def test_a_void_after_a_cut_has_its_cause_and_one_without_does_not() -> None:
    spans = [Span("cut", "ben", 1000.0, 1030.0)]
    assert incidents_without_cause([incident("void", 1100)], spans) == []
    assert incidents_without_cause([incident("void", 1200)], spans) == [incident("void", 1200)]
    assert incidents_without_cause([incident("void", 900)], spans) == [incident("void", 900)]


@pytest.mark.parametrize("kind", ["cheat", "no-end", "held-back", "blamed"])
def test_what_accuses_the_host_has_no_cause_in_the_network(kind: str) -> None:
    assert incidents_without_cause([incident(kind, 1010)], [Span("cut", "ben", 1000.0, 1030.0)])


def test_a_line_of_incidents_that_cannot_be_read_is_a_finding() -> None:
    assert incidents_without_cause(["{"], []) == ["not readable: {"]


def test_a_span_explains_its_aftermath_and_no_more() -> None:
    spans = [Span("sleep", "anna", 50.0, 60.0)]
    assert [explains(spans, at) for at in (40.0, 50.0, 149.0, 151.0)] == [False, True, True, False]


def test_a_table_is_stuck_when_nothing_was_in_the_way_for_too_long() -> None:
    assert is_stuck(now=1000.0, changed_at=700.0, free_since=100.0, patience=240.0)
    assert not is_stuck(now=1000.0, changed_at=800.0, free_since=100.0, patience=240.0)
    assert not is_stuck(now=1000.0, changed_at=100.0, free_since=900.0, patience=240.0)


def test_a_table_is_excused_where_bots_are_the_most_and_nowhere_else() -> None:
    assert not are_too_few(1, 0, is_paused=False)
    assert not are_too_few(2, 2, is_paused=False)
    assert are_too_few(1, 2, is_paused=False)
    assert are_too_few(0, 0, is_paused=False)  # nobody waits
    assert are_too_few(2, 2, is_paused=True)
    assert not are_too_few(2, 1, is_paused=True)


def test_verdicts_are_the_same_or_they_are_findings() -> None:
    fine, wrong = {"verdict": "verified", "check": None}, {"verdict": "not-verified", "check": "score"}
    assert differ(fine, fine) == ""
    assert differ(wrong, wrong) == ""
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


def offers_on(screen: str) -> dict[str, str]:
    """What the keys do there, with * for a card: which cards a picture shows changes with every format of the log."""
    found = keys_offered((SCREENS / f"{screen}.txt").read_text("utf-8"))
    return {key: re.sub(r"(10|[2-9AJQK])[♣♦♥♠]", "*", does) for key, does in found.items()}


def test_keys_are_read_off_the_lines_that_name_them() -> None:
    assert offers_on("crummy-asked-120") == {"Enter": "leave it", "2": "buy *"}
    assert offers_on("crummy-on-turn-120") == {"t": "throw *"}
    assert offers_on("a-card-picked-120") == {"t": "throw *"}


def test_cards_are_read_out_of_a_sentence() -> None:
    says = "It is your turn. You hold 2 and 7 of spades; queen of hearts; 4, 5 and 10 of clubs."
    assert cards_named(says) == ["2S", "7S", "QH", "4C", "5C", "TC"]


def test_who_takes_a_card_and_lays_nothing_brings_no_round_on() -> None:
    actions = ["draw", "throw 4H", "take 4H", "take 4H meld 4H 5H 6H", "meld 4H 5H 6H", "lay 7H on 0", "want"]
    assert [brings_on(one) for one in actions] == [False, False, False, True, True, True, True]
