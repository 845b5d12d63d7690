"""Joker rummy: what the seat on turn may do, unsorted. Exact if its hand is fully known."""

from collections.abc import Iterator

from rummynet.rules.core.state import State
from rummynet.rules.joker import melds
from rummynet.rules.joker.melds import Play, Survey, survey
from rummynet_protocol import cards
from rummynet_protocol.actions import Take, Trade


def takes(state: State, seat: int) -> Iterator[Take]:
    """Every card of the pile with every way to use it at once."""
    table, held = survey(state.melds), state.hands[seat]
    for card in reversed(state.discard):
        held |= 1 << card
        uses: list[Play] = [*melds.melds_of(table, held, card), *melds.lays_to(table, held, card)]
        uses += _trades(table, 1 << card)
        if uses:
            word = cards.FACES[card]
            yield from [Take(word, play) for play in uses]


def lays(state: State) -> Iterator[Play]:
    """Every play from the hand."""
    table, held = survey(state.melds), state.hands[state.turn]
    yield from melds.melds_of(table, held)
    yield from melds.lays_of(table, held)
    yield from _trades(table, held)


def _trades(table: Survey, held: int) -> list[Trade]:
    return [
        Trade(cards.FACES[stands], cards.FACES[joker]) for joker, stands, _, _ in table.jokers if held >> stands & 1
    ]
