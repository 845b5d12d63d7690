"""Keilty rummy: what a seat may do, as notation, made without trying anything out."""

from collections.abc import Iterator
from typing import Final

from rummynet.rules.core.state import State
from rummynet.rules.keilty.claims import lay_offs
from rummynet.rules.shared.melds import SHAPES, melds_in
from rummynet.rules.shared.rounds import can_draw
from rummynet_protocol import cards

BIT: Final = tuple(1 << code for code in range(52))
_THROW: Final = tuple(f"throw {face}" for face in cards.FACES[:52])
_TAKE: Final = tuple(f"take {face} " for face in cards.FACES[:52])


def turn_texts(state: State) -> list[str]:
    """What the seat on turn may do but for calls, unsorted. Exact if its hand is fully known."""
    if state.phase == "play":
        return _plays(state)
    if state.phase != "pickup":
        return []
    found = take_texts(state)
    if can_draw(state):
        found.append("draw")
    elif not found:
        found.append("pass")
    return found


def _plays(state: State) -> list[str]:
    hand, spare = state.hands[state.turn], state.count(state.turn) - 1
    texts = [_THROW[code] for code in cards.members(hand)]
    if not spare:
        return texts
    texts += [shape.text for shape in melds_in(hand) if len(shape.cards) <= spare]
    for number, meld in enumerate(state.melds):
        fitting = SHAPES[meld.cards].fits & hand
        if fitting:
            texts += [f"lay {cards.FACES[code]} on {number}" for code in cards.members(fitting)]
    return texts


def take_texts(state: State, keep: int = 1) -> list[str]:
    """Every ``take`` of the seat on turn that leaves *keep* cards in the hand or more."""
    pile = state.discard
    if not pile:
        return []
    depth = {code: at for at, code in enumerate(pile)}
    lying = sum(map(BIT.__getitem__, pile))
    hand = state.hands[state.turn]
    most = state.count(state.turn) + len(pile) - keep
    texts = []
    for shape in melds_in(hand | lying):
        if shape.mask & lying:
            at = min([depth[code] for code in shape.cards if code in depth])
            if len(shape.cards) <= most - at:
                texts.append(_TAKE[pile[at]] + shape.text)
    for number, meld in enumerate(state.melds):
        shape = SHAPES[meld.cards]
        if shape.fits & (hand | lying):
            texts += _take_lays(shape.below, True, number, hand, depth, most)
            texts += _take_lays(shape.above, False, number, hand, depth, most)
    return texts


def _take_lays(
    stretch: tuple[int, ...], low_end: bool, number: int, hand: int, depth: dict[int, int], most: int
) -> Iterator[str]:
    """Lay-offs at one end that go as far as the card taken; the cards between are held or lie above it in the pile."""
    deepest = len(depth)
    for length, code in enumerate(stretch, 1):
        if code in depth:
            if depth[code] < deepest:
                deepest = depth[code]
                if length <= most - deepest:
                    laid = " ".join(cards.FACES[c] for c in lay_offs(stretch, low_end, length))
                    yield f"{_TAKE[code]}lay {laid} on {number}"
        elif not hand >> code & 1:
            return
