"""Calls of rummies, for the games that have them: what waits for a call, and what a false one costs.

A call is false if its play is not there at all. One that comes too late, or that only others may make, is refused and
costs nothing, as every call is where the table has set no price.
"""

from collections.abc import Iterator
from typing import ClassVar, Final

from rummynet.rules.core.options import Option, Options
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Offers, S, Step
from rummynet.rules.shared.rounds import name_of, receive
from rummynet_protocol.actions import Action, CallRummy, LayDown, LayOff
from rummynet_protocol.events import CalledFalsely, Drew, Event
from rummynet_protocol.sentences import player_in, plural_sentence, sentence

# fmt: off
# 100: as much as the dearest hands cost. 4: an entry of the log counts four cards drawn at most (FAIRNESS.md, `act`).
FALSE_CALL_COSTS: Final = (
    Option("false_call_points", 0, "points that a call of a play that is not there costs, 0: it is refused", 0, 100,
           title="Points off for a false call", unwritten=True),
    Option("false_call_cards", 0, "cards of the stock that come with a call of a play that is not there", 0, 4,
           title="Cards for a false call", unwritten=True),
)
# fmt: on
MOST_FALSE_CALLS: Final = 10
"""By a seat in a round, or a round could go on for ever; more are refused. Nobody overlooks that much."""


def false_calls_cost(options: Options) -> bool:
    """Whether the table has set a price for false calls."""
    return bool(options.get("false_call_points") or options.get("false_call_cards"))


class RummyCalls(Offers[S]):
    """Calls of plays that lie there, by anybody and at any time that the game allows."""

    hold_option: ClassVar[str]  # the option that says for how many seconds a pick-up waits for calls

    def may_cost(self, state: S, seat: int) -> bool:
        """Whether it is a time at which a false call of this seat counts."""
        return True

    def out_of_turn(self, action: Action) -> bool:
        return isinstance(action, CallRummy)

    def keeps_actions(self, options: Options) -> bool:
        return bool(options[self.hold_option])

    def false_call_price(self, options: Options) -> str:
        return price_of(options)

    def is_false_call(self, state: S, seat: int, action: Action) -> bool:
        if not isinstance(action, CallRummy) or not state.false_calls or not self.may_cost(state, seat):
            return False
        if state.phase == "over" or state.false_calls[seat] >= MOST_FALSE_CALLS:
            return False
        # By the cards: one written in another order is there, and is refused for its spelling.
        wanted = _cards_and_place(action)
        return all(_cards_and_place(call) != wanted for call in self.lying(state))


def _cards_and_place(call: CallRummy) -> tuple[frozenset[str], int]:
    play: LayDown | LayOff = call.play
    return frozenset(play.cards), play.meld if isinstance(play, LayOff) else -1


def pay_false_call(state: S, seat: int, action: CallRummy) -> Step[S]:
    """The price of a false call: points at the end of the round, cards of the stock as far as there are any."""
    options, counts = state.options, state.false_calls
    drawn = state.stock[: options["false_call_cards"]]
    # Nobody outside could tell any more which card of the hand its turn began with: the turn clock throws the cheapest.
    first = None if drawn and seat == state.turn else state.drawn
    counts = (*counts[:seat], counts[seat] + 1, *counts[seat + 1 :])
    after = receive(state, seat, drawn, stock=state.stock[len(drawn) :], false_calls=counts, drawn=first)
    called: Event = CalledFalsely(seat, action.play.cards, options["false_call_points"])
    return after, (called, *(Drew(seat, name_of(card)) for card in drawn))


def price_of(options: Options) -> str:
    """What a false call costs: points, cards, or both; empty if nothing."""
    points, count = options["false_call_points"], options["false_call_cards"]
    prices = [plural_sentence("{points} point", "{points} points", points, points=points)] if points else []
    prices += [plural_sentence("{cards} card", "{cards} cards", count, cards=count)] if count else []
    if len(prices) > 1:
        return sentence("{points} and {cards}", points=prices[0], cards=prices[1])
    return prices[0] if prices else ""


def call_facts(state: State) -> Iterator[str]:
    """What a false call costs here, and what it has cost whom."""
    points: int = state.options["false_call_points"]
    if state.false_calls:
        yield sentence("a call of a rummy that is not there costs {price}", price=price_of(state.options))
    for seat, times in enumerate(state.false_calls):
        if times and points:
            yield plural_sentence("{player} has called falsely {times} time: {points} points less",
                                  "{player} has called falsely {times} times: {points} points less", times,
                                  player=player_in(seat), times=times, points=times * points)  # fmt: skip
