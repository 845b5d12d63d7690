"""A toy game in which runs alone are melds, the ace is low, any play may end the round, and the lowest total wins."""

from functools import partial
from typing import Final

from rummynet.rules.core.variety import MeldExamples
from rummynet.rules.shared.scoring import Scoring, held, lowest_at_target
from tests.tiny.game import PIPS, Tiny


class Runs(Tiny):
    """Seven cards each, runs alone; what is left in the hand counts against its holder."""

    name = "runs"
    title = "runs"
    summary = ("Runs alone, and the lowest total wins.",)
    examples = MeldExamples(of_set="", says="A run: three or more of a suit in a row, the ace low.")
    highest_wins = False
    has_sets = False
    last_card_is_thrown = False
    scoring = Scoring(partial(held, worth=PIPS.__getitem__), lowest_at_target, PIPS)


VARIETY: Final = Runs()
