"""Every option: default, range, and what it must not contradict."""

import pytest

from rummynet.rules.core.errors import BadOption
from rummynet.rules.vegas.game import VARIETY
from tests.support.errors import raises


@pytest.mark.parametrize("split", [[], [70, 20], [70, 40], [110, -10], [100] + [0] * 12, "70", [70.0, 30.0]])
def test_a_split_that_does_not_is_refused(split: object) -> None:
    with pytest.raises(BadOption):
        VARIETY.resolve({"split": split})


@pytest.mark.parametrize("handicaps", [[100, 0], [-1, 0], [0.5, 0], 5])
def test_handicaps_are_below_the_maximum(handicaps: object) -> None:
    with pytest.raises(BadOption):
        VARIETY.resolve({"handicaps": handicaps})
    with raises(BadOption, "option", "0 to 49"):
        VARIETY.resolve({"handicaps": [50, 0], "max_score": 50})


def test_there_is_one_for_each_seat_or_none() -> None:
    options = VARIETY.resolve({"handicaps": [0, 10]})
    VARIETY.check(options, 2)
    with pytest.raises(BadOption):
        VARIETY.check(options, 3)


def test_options_as_text() -> None:
    known = {option.name: option for option in VARIETY.options}
    assert known["split"].read_text("50,30,20") == (50, 30, 20)
    assert known["decks"].read_text("null") is None and known["wild"].read_text("card") == "card"
