"""Joker rummy: as Keilty's, a joker on the table as the card it stands for, one in the hand 25."""

from functools import partial
from typing import Final

from rummynet.rules.core.state import State
from rummynet.rules.shared.scoring import VALUES, Scoring, laid_less_held

_HELD: Final = (*VALUES, 25, 25)
SCORING: Final[Scoring[State]] = Scoring(partial(laid_less_held, worth_held=_HELD.__getitem__), worth_held=_HELD)
