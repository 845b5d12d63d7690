"""Actions that lists name over and over, each made once: actions are values."""

from typing import Final

from rummynet_protocol.actions import Draw, Pass, Take, ThrowOut
from rummynet_protocol.cards import FACES

DRAW: Final = Draw()
PASS: Final = Pass()
THROWS: Final = tuple(ThrowOut(face) for face in FACES)
"""By face: it is thrown out."""
TAKES: Final = tuple(Take(face) for face in FACES)
"""By face: it is taken, without a play."""
