"""Weighs the actions of a seat by ``Outlook``: each with what the position is worth once the turn has gone on well."""

from collections.abc import Sequence
from typing import Final

from rummynet.bots.evaluation.bot_plays import is_play, most_valuable
from rummynet.bots.evaluation.outlook import Outlook
from rummynet.bots.evaluation.weights import Weights
from rummynet.bots.strategy import NothingToDo, choices
from rummynet.rules.core.errors import IllegalAction
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, CountAces, Decline, Draw, LayDown, LayOff, Take, ThrowOut, TurnOver
from rummynet_protocol.errors import Refusal

# Below every worth, finite so that differences stay numbers.
_LAST: Final = -10_000.0
# Takes that are followed, and plays of each: what comes with a take can often be laid at once, and each step weighs all
# plays again.
_FOLLOWED: Final = 4
_FOLLOWED_FOR: Final = 5  # as above: with these two a decision takes half a millisecond (docs/bots.md)


class Lookahead:
    """Follows the plays of one seat through the rest of its turn."""

    def __init__(self, variety: Variety, seat: int, weights: Weights) -> None:
        self._variety, self._seat = variety, seat
        self.weights = weights

    def weigh(self, state: State, actions: Sequence[Action]) -> list[tuple[float, Action]]:
        """The actions with what the position is worth once the turn has gone on well from there."""
        outlook = Outlook(self._variety, state, self._seat, self.weights)
        now = outlook.worth()
        plays = most_valuable([action for action in actions if is_play(action)])
        found = self._weighed_plays(state, plays)
        throws = [action for action in actions if isinstance(action, ThrowOut)]
        if throws:
            base = now - outlook.hand_worth(cards.members(state.hands[self._seat]))
            after_throws: list[tuple[float, Action]] = [
                (self._after_throw(state, throw, outlook, base), throw) for throw in throws
            ]
            # Throws come after all plays that pay: a turn ends with its throw, so a play that is put off is lost.
            laying = [(worth, play) for worth, play in found if worth > now]
            return laying or after_throws
        for action in actions:
            if not is_play(action):
                found.append((self._non_play(state, action, now), action))
        return found

    def _after_throw(self, state: State, throw: ThrowOut, outlook: Outlook, base: float) -> float:
        try:
            after, _ = self._variety.apply(state, self._seat, throw)
        except Refusal:
            return _LAST
        if after.out == self._seat or not after.count(self._seat):
            return Outlook(self._variety, after, self._seat, self.weights).worth()
        code = next(iter(cards.members(state.hands[self._seat] & ~after.hands[self._seat])))
        return base + outlook.thrown(code) - self._given(after)

    def _weighed_plays(self, state: State, plays: Sequence[Action]) -> list[tuple[float, Action]]:
        found: list[tuple[float, Action]] = []
        firsts = sorted(((self._after(state, play)[0], number) for number, play in enumerate(plays)), reverse=True)
        for place, (worth, number) in enumerate(firsts):
            play = plays[number]
            if place < _FOLLOWED and isinstance(play, Take):
                worth = self._followed(state, play) + self.weights.take
            found.append((worth, play))
        return found

    def _followed(self, state: State, play: Action) -> float:
        """The worth after a play and the best plays that come with it."""
        worth, after = self._after(state, play)
        for _ in range(_FOLLOWED_FOR):
            if after is None:
                return worth
            try:
                nexts = [one for one in choices(self._variety, after, self._seat) if isinstance(one, LayDown | LayOff)]
            except NothingToDo:
                return worth
            best = max((self._after(after, one) for one in nexts), key=lambda pair: pair[0], default=None)
            if best is None or best[0] <= worth:
                return worth
            worth, after = best
        return worth

    def _after(self, state: State, action: Action) -> tuple[float, State | None]:
        try:
            after, _ = self._variety.apply(state, self._seat, action)
        except Refusal:  # chance has to act first, or a card is not known: legal, but not worth choosing
            return _LAST, None
        return Outlook(self._variety, after, self._seat, self.weights).worth() - self._given(after), after

    def _given(self, after: State) -> float:
        return self.weights.call * sum(claim.by == self._seat for claim in after.claims)

    def _non_play(self, state: State, action: Action, now: float) -> float:
        match action:
            case Draw() | TurnOver():
                collects = self._variety.presentation.contract(state, self._seat) is not None
                return now + (self.weights.contract_draw if collects else self.weights.draw)
            case Take():
                return self._kept(state, action)
            case CountAces(high):
                # An ace that counts 13 only costs; no position has to be weighed for that.
                return -float(high)
            case Decline():
                return _LAST
        return self._after(state, action)[0]

    def _kept(self, state: State, take: Take) -> float:
        """The worth after taking the top of the pile: with the best play, or without the worst other card."""
        try:
            after, _ = self._variety.apply(state, self._seat, take)
            # Without throwing out the card just taken: that gains nothing, and in basic rummy it is not allowed.
            nexts = [action for action in choices(self._variety, after, self._seat) if action != ThrowOut(take.card)]
        except (IllegalAction, NothingToDo):
            return _LAST
        plays = [one for one in nexts if is_play(one)]
        best = max((self._after(after, one)[0] for one in most_valuable(plays)), default=_LAST)
        outlook = Outlook(self._variety, after, self._seat, self.weights)
        base = outlook.worth() - outlook.hand_worth(cards.members(after.hands[self._seat]))
        throws = [self._after_throw(after, one, outlook, base) for one in nexts if isinstance(one, ThrowOut)]
        return max(best, *throws, _LAST)
