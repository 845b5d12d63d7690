"""The player of the README beats ``simple``."""

from rummynet import rules
from rummynet_research.learner import lead, trained


def test_it_beats_simple() -> None:
    """After a third of its usual rounds; another numpy may round otherwise, so no more is asked than a gain."""
    game = rules.variety("keilty")
    mean, _ = lead(trained(game, rounds=133), game, 100, 7)
    assert mean > 0
