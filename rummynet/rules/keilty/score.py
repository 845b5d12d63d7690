"""Keilty rummy: what lies on the table less what is in the hand; the highest total at the target wins."""

from typing import Final

from rummynet.rules.core.state import State
from rummynet.rules.shared.scoring import Scoring

SCORING: Final[Scoring[State]] = Scoring()
