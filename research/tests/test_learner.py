"""The player of the README beats ``simple``."""

from rummynet import rules
from rummynet_research.learner import lead, trained


def test_it_learns() -> None:
    """In a third of its usual rounds; another numpy may round otherwise, so it is only to be clear of chance."""
    game = rules.variety("keilty")
    mean, error = lead(trained(game, rounds=133), game, 100, 7)
    assert mean - error > lead("random", game, 100, 7)[0] + 10
