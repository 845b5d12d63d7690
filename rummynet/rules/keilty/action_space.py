"""Keilty's actions as whole numbers: one fixed table for all positions.

Melds on the table have no numbers in it: a lay-off is named by its cards and where they go, into a set, below a run or
above one. That says which meld, because every card is there once. The order of the table never changes: programs have
learnt with it, and a test holds its checksum.
"""

from collections.abc import Iterator
from typing import Final, Literal

from rummynet.rules.core.errors import NoSuchMove
from rummynet.rules.core.state import Meld, State
from rummynet.rules.shared.melds import MELDS, SHAPES
from rummynet_protocol import notation
from rummynet_protocol.actions import Action
from rummynet_protocol.cards import FACE_OF, FACES

Where = Literal["set", "below", "above"]
Extension = tuple[tuple[int, ...], Where]  # cards laid off, in the order of writing, and where they go


def _extensions() -> Iterator[Extension]:
    for shape in SHAPES.values():
        for length in range(1, len(shape.below) + 1):
            yield shape.below[:length][::-1], "below" if shape.is_run else "set"
        for length in range(1, len(shape.above) + 1):
            yield shape.above[:length], "above"


def _spelled(extension: Extension) -> str:
    codes, where = extension
    return f"lay {' '.join(FACES[code] for code in codes)} {where}"


_EXTENSIONS: Final = tuple(sorted(set(_extensions()), key=lambda one: (one[1], len(one[0]), one[0])))
_MELD_TEXTS: Final = tuple(sorted((shape.text for shape in MELDS.values()), key=lambda text: (len(text), text)))
_LAY_TEXTS: Final = tuple(map(_spelled, _EXTENSIONS))


def _labels() -> Iterator[str]:
    # The order of these lines is the numbering: new actions go to the end, or every trained program is wrong.
    yield from ("draw", "pass")
    yield from (f"throw {face}" for face in FACES[:52])
    yield from _MELD_TEXTS
    yield from _LAY_TEXTS
    for text in _MELD_TEXTS:
        yield from (f"take {word} {text}" for word in text.split()[1:])
    for codes, where in _EXTENSIONS:  # taken is the outermost card
        yield f"take {FACES[codes[-1 if where == 'above' else 0]]} {_spelled((codes, where))}"
    yield from (f"rummy {text}" for text in (*_MELD_TEXTS, *_LAY_TEXTS))


class KeiltyActionSpace:
    """The table of Keilty's actions."""

    def __init__(self) -> None:
        self.labels: Final = tuple(_labels())
        self._ids = {label: number for number, label in enumerate(self.labels)}

    def id_of(self, state: State, action: Action) -> int:
        """The id of an action that is legal in the position. Raises IllegalAction for one that is in no position."""
        text = notation.text(action)
        head, lay, rest = text.partition("lay ")
        words, _, on = rest.partition(" on ")
        if lay and int(on) < len(state.melds):
            text = f"{head}lay {words} {_where(state.melds[int(on)], words)}"
        number = self._ids.get(text)
        if number is None:
            raise NoSuchMove(f"{notation.text(action)[:60]!r} is no action of Keilty rummy in any position")
        return number

    def action_of(self, state: State, number: int) -> Action:
        """The action that the id means in the position. Raises IllegalAction where it means none."""
        if not 0 <= number < len(self.labels):
            raise NoSuchMove(f"actions have ids from 0 to {len(self.labels) - 1}")
        head, lay, rest = self.labels[number].partition("lay ")
        if not lay:
            return notation.parse(head)
        words, _, where = rest.rpartition(" ")
        for at, meld in enumerate(state.melds):
            if _where(meld, words) == where:
                return notation.parse(f"{head}lay {words} on {at}")
        raise NoSuchMove(f"no meld on the table takes {words} there")


def _where(meld: Meld, words: str) -> Where | None:
    """Where these cards go on the meld; None if they do not fit."""
    shape, codes = SHAPES[meld.cards], tuple(FACE_OF[word] for word in words.split())
    if codes == shape.below[: len(codes)][::-1]:
        return "below" if shape.is_run else "set"
    return "above" if codes == shape.above[: len(codes)] else None


SPACE: Final = KeiltyActionSpace()
