"""The list "Forbidden" of FAIRNESS.md: what a host can do of it is done by the machine or in a row, and is found."""

import re
from pathlib import Path
from typing import Final

import pytest
from crooked.search import judge, read_script

from tests.support.alterations import ALTERATIONS, Alteration
from tests.support.cheats import ALL, Row
from tests.support.edges import EDGES

ROOT = Path(__file__).parents[2]

BY_THE_MACHINE: Final = {
    2: {"AB deal-other@0:Ann=again": "cheat chain"},
    5: {"AB deal-other@0:Ann=silent": "cheat reveal"},
    7: {"AB deal-other@0:Ann=silent": "cheat reveal", "ABF void-blame@2:Ann=now": "cheat void"},
    8: {"AB deal-other@0:Ann=starter": "cheat first-seat"},
    10: {"AB deal-other@1:Ann=position": "cheat position", "AB deal-other@0:Ann=up": "cheat opening"},
    11: {"AB deal-other@2:Ann=show": "cheat rules"},
    12: {"AB deal-other@1:Ann=play": "cheat position"},
    14: {"AB begin-unasked@0:Ann=key": "cheat consent"},
    15: {"AF move-illegal@0:Ann": "cheat rules", "AB seed=30 game=vegas score-wrong@0:Ann": "cheat score"},
    17: {
        "AB begin-unasked@0:Ann=name": "cheat consent",
        "AF refuse-ready@0:Ann=use": "cheat consent",
        "AB begin-other@10:Ann": "no-end",
    },
    18: {"AF turn=20 time-jump@10:Ann=60000": "cheat time"},
    19: {"AB log-refused@1:Ann": "cheat refusal", "AB use-refused@1:Ann=stale": "held-back"},
    20: {"AB deal-other@1:Ann=shuffle": "cheat chain"},
}
"""By number: scripts, and what is said of them."""

BY_ROWS: Final[dict[int, dict[str, tuple[str, ...]]]] = {
    7: {"chain": ("a_shuffle_goes_on_without_the_silent",), "recommit": ("a_batch_is_committed_to_again",)},
    10: {
        "co-signature": ("a_co_signature_left_out",),
        "position": ("a_position_skipped", "a_position_used_twice", "cards_dealt_to_other_seats"),
    },
    11: {"rules": ("the_secrets_are_shown_in_mid_round",)},
    12: {"format": ("a_field_too_many",), "position": ("a_play_names_a_position",)},
    15: {
        "rules": ("a_card_is_thrown_that_lies_on_the_pile",), "score": ("a_point_more",),
        "action-signature": ("another_action_than_was_signed",),
    },
    17: {
        "consent": (
            "begins_without_a_consent", "one_agreed_to_other_rules", "one_agreed_to_other_names",
            "one_agreed_to_another_order_of_seats", "one_agreed_to_another_past", "a_consent_is_somebody_elses",
            "a_newcomer_did_not_agree",
        ),
        "statement-order": ("one_agreed_to_another_game_of_the_table",),
    },
    18: {"time": ("a_turn_is_timed_out_in_no_time", "a_players_clock_runs_backwards")},
    19: {
        "refusal": ("a_refused_call_is_logged", "a_refused_vote_is_logged", "what_was_logged_is_refused"),
        "statement-order": ("an_older_statement_behind_a_newer_one", "a_statement_is_logged_twice"),
    },
    20: {
        "chain": (
            "the_pile_is_shuffled_although_nobody_draws", "new_commitments_in_mid_round_although_nobody_draws",
            "another_action_follows_the_shuffle", "another_seat_draws_from_the_new_stock",
        ),
        "rules": ("a_new_stock_is_wanted_while_there_is_one",), "commitment": ("another_public_secret_is_opened",),
    },
}  # fmt: skip
"""By number: checks, and the rows of tests.support that they find."""

NOT_A_CHOICE: Final = {
    1: ("a secret is the host's own, and how it draws it shows in nothing", "test_forbidden_01_"),
    3: ("draws and hashes are made anew by each client: another one is another deck", "test_forbidden_03_"),
    4: ("how fields are joined is the same for all who check", "test_forbidden_04_"),
    6: ("how contributions are combined is the same for all who check", "test_forbidden_06_"),
    9: ("salts follow from the host's secret, and are checked with it at the round's end", "test_forbidden_09_"),
    13: ("it is about who checks, and not about what a host sends", "test_forbidden_13_"),
    16: ("it is about what programs say, and not about what a host sends", "test_forbidden_16_"),
}
"""By number: why no host of this machine can choose it, and how the tests begin that hold it."""

ROWS: Final = [(number, text, word) for number, rows in BY_THE_MACHINE.items() for text, word in rows.items()]


@pytest.mark.drawn(8)
@pytest.mark.parametrize(("number", "text", "word"), ROWS, ids=lambda value: str(value))
def test_what_is_forbidden_is_seen(number: int, text: str, word: str) -> None:
    found = judge(read_script(text))
    assert len(found.fired) == text.count("@"), f"{number} was not done"
    assert word in found.says
    assert not found.unseen


def test_each_row_is_found_by_its_check() -> None:
    altered = {one.name.removesuffix(", resigned").replace(" ", "_"): one for one in ALTERATIONS}
    rows: dict[str, Alteration | Row] = {**altered, **ALL, **EDGES}
    for number, checks in BY_ROWS.items():
        for check, names in checks.items():
            assert {rows[name].check for name in names} == {check}, number


def test_the_list_is_that_of_the_page() -> None:
    page = (ROOT / "protocol" / "FAIRNESS.md").read_text("utf-8")
    listed = page.split("## Forbidden")[1].split("\n## ")[0]
    numbers = {int(number) for number in re.findall(r"^(\d+)\. ", listed, re.MULTILINE)}
    assert numbers == BY_THE_MACHINE.keys() | BY_ROWS.keys() | NOT_A_CHOICE.keys()
    assert not (BY_THE_MACHINE.keys() | BY_ROWS.keys()) & NOT_A_CHOICE.keys()


@pytest.mark.parametrize("number", NOT_A_CHOICE)
def test_what_the_machine_does_not_do_has_a_test(number: int) -> None:
    _why, begins = NOT_A_CHOICE[number]
    sources = [path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py")]
    assert any(f"def {begins}" in text for text in sources)
