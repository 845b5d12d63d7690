"""Logs that the package forged, as the verifier of the pages judges them: both verifiers name the same check."""

import pytest

from tests.support.pages import page_verdict
from tests.verifier import test_votes as votes
from tests.verifier.test_crooked_hosts import CROOKS, hurried_in_a_pause, written_by


@pytest.mark.parametrize("players", [3, 4])  # with two people nobody plays the other's turns
def test_votes_are_counted_as_the_page_says(players: int) -> None:
    assert page_verdict(votes.verdict(votes.honestly, 100, players)[1].transcript())["verdict"] == "verified"


@pytest.mark.parametrize("script", votes.CROOKED, ids=lambda one: str(one.__name__))
def test_a_host_that_is_crooked_about_votes_is_found(script: votes.Script) -> None:
    assert page_verdict(votes.verdict(script)[1].transcript())["check"] == votes.CROOKED[script]


@pytest.mark.parametrize("crook", ["signs-with-a-key-of-small-order", "seats-a-key-of-small-order"])
def test_keys_that_sign_everything_are_refused_with_the_same_check(crook: str) -> None:
    assert page_verdict(written_by(crook).transcript())["check"] == CROOKS[crook][0]


def test_the_time_of_a_pause_hurries_nobody() -> None:
    assert page_verdict(hurried_in_a_pause())["check"] == "clock"
