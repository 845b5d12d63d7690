"""Rummies: the plays that are possible wholly with cards of the discard pile, and who made each possible."""

from collections.abc import Iterable, Iterator, Sequence

from rummynet.rules.core.state import Claim, Meld
from rummynet.rules.shared.melds import SHAPES, melds_in
from rummynet_protocol import cards
from rummynet_protocol.actions import CallRummy, LayOff
from rummynet_protocol.notation import text


def lay_offs(stretch: tuple[int, ...], low_end: bool, length: int) -> tuple[int, ...]:
    """The first *length* cards of an end of a run in sequence order."""
    return stretch[length - 1 :: -1] if low_end else stretch[:length]


def _ends(meld: Meld) -> Iterator[tuple[tuple[int, ...], bool]]:
    shape = SHAPES[meld.cards]
    yield shape.below, True
    yield shape.above, False


def _extensions(meld: Meld, number: int, pile: int) -> Iterator[CallRummy]:
    for stretch, low_end in _ends(meld):
        for length, code in enumerate(stretch, 1):
            if not pile >> code & 1:
                break
            laid = tuple([cards.FACES[c] for c in lay_offs(stretch, low_end, length)])
            yield CallRummy(LayOff(laid, number))


def possible(melds: Sequence[Meld], pile: int) -> list[CallRummy]:
    """Every call that the pile, a mask, and the table allow, unsorted.

    Each meld, each stretch at one end of a run, each card that completes a set.
    """
    calls = [CallRummy(shape.laying) for shape in melds_in(pile)]
    for number, meld in enumerate(melds):
        if SHAPES[meld.cards].fits & pile:
            calls += _extensions(meld, number, pile)
    return calls


def tracked(before: Iterable[Claim], calls: Sequence[CallRummy], actor: int) -> tuple[Claim, ...]:
    """The claims after an action of *actor* that left *calls* possible, sorted by notation.

    One that was possible before stays with who made it so; a new one, also one that had gone in between, is *actor*'s.
    """
    if not calls:
        return ()
    by = {claim.action: claim.by for claim in before}
    if len(calls) > 1:
        calls = sorted(calls, key=text)
    return tuple(Claim(call, by.get(call, actor)) for call in calls)
