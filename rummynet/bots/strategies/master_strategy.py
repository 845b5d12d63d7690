"""The strategy ``master``: tables with networks over them, or better ones and a search; elsewhere as ``expert``.

The tables value a position without looking at what comes next. So the best few actions by the tables meet the same
hidden cards; the other plays its turn by the tables, and only then is the position valued.
``scripts/patterns/search.h`` measures such searches.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final

from rummynet.bots.budget import Budget
from rummynet.bots.evaluation.bot_plays import points_named
from rummynet.bots.evaluation.fitted_weights import STRONG
from rummynet.bots.evaluation.hand_sampling import HandSampler
from rummynet.bots.evaluation.weighing import Weighed
from rummynet.bots.patterns.pattern_network import PatternNetworks, networks_for
from rummynet.bots.patterns.pattern_play import planned_by_patterns, ranked_by_patterns
from rummynet.bots.patterns.tables import PatternTables, tables_for
from rummynet.bots.seat_view import SeatView, view_without_log
from rummynet.bots.strategies.expert_strategy import FittedPlayer
from rummynet.bots.strategy import Chance, choices
from rummynet.rules.core.sight import RoundLog
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, Draw, LayOff, ThrowOut
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import replace

# Each take is followed: in basic rummy, which has many, a decision took seconds with 18 cards in the pile.
_SEARCHED: Final = {"joker": 54, "basic": 10}
"""Games in which a search over the next turn gains points between two, and with how many cards in the pile at most."""
_DRAWS_TRIED: Final = frozenset({"basic", "vegas"})
"""Games in which a draw is worth more exactly what the turn is on average; elsewhere that gains nothing."""
_OWN_TABLES: Final = {"joker": "jokers"}
"""Games with better tables than those of ``expert``, and how the self-play calls them."""


# 25 to 52 ms a decision on average, by the load of the machine (docs/bots.md).
_CANDIDATES: Final = 3
_POSITIONS: Final = 10
# Actions that the tables value lower by more are hardly ever better, and each costs a third of the time.
_GAP: Final = 10.0
# Standard errors by which another action has to be better than that of the tables: with 0 chance would often decide.
_SURE: Final = 1.0


def searched(
    variety: Variety,
    view: SeatView,
    kept: Weighed,
    weighed: Weighed,
    tables: PatternTables,
    chance: Chance,
    budget: Budget,
    *,
    draws: bool,
) -> Weighed:
    """*kept*, the best first, with another of *weighed* before it if that is better after the other's turn.

    Two players; *kept* is what is done without a search. It asks the budget before each position. With *draws* the seat
    draws the next card at the end: for games in which the tables' draws and takes are hard to compare.
    """
    top, first = kept[0]
    # Nobody understands a throw of what could be laid off; ten positions are few, and chance would choose it sometimes.
    fits = {card for _, one in weighed if isinstance(one, LayOff) for card in one.cards}
    tried = [
        one for worth, one in weighed if worth > top - _GAP and not (isinstance(one, ThrowOut) and one.card in fits)
    ]
    others = [one for one in tried if one != first][: _CANDIDATES - 1]
    if not others or not view.position.stock:
        return kept
    shown = view.position.hands[1 - view.seat] | view.hand & view.log.shown
    sampler = HandSampler(variety, view, chance, inferring=False)
    rows: list[list[float]] = []
    for _ in range(_POSITIONS):
        world = None if budget.is_spent() else sampler.draw()
        if world is None:
            break
        try:
            rows.append(
                [
                    worth_after(ImaginedRound(variety, tables, world, shown, budget), one, draws=draws)
                    for one in (first, *others)
                ]
            )
        except Refusal:  # the stock or the time ran out, or a card is hidden: such a position says nothing
            continue
    if len(rows) < 2:
        return kept
    gains = [_sure_gain([row[place] - row[0] for row in rows]) for place in range(1, 1 + len(others))]
    gain = max(gains)
    if gain <= 0:
        return kept
    best = others[gains.index(gain)]
    return [(top + gain, best), *(pair for pair in kept if pair[1] != best)]


def _sure_gain(gains: Sequence[float]) -> float:
    """The mean of these if it is surely above 0, else 0."""
    mean = sum(gains) / len(gains)
    error = sqrt(sum((one - mean) ** 2 for one in gains)) / len(gains)
    return mean if mean > _SURE * error else 0.0


def worth_after(imagined: "ImaginedRound", action: Action, *, draws: bool) -> float:
    """The lead that the seat on turn may expect when its next turn begins. Raises Refusal."""
    seat = imagined.state.turn
    imagined.do(action)
    while imagined.state.round_scores is None and (imagined.state.turn, imagined.state.phase) != (seat, "pickup"):
        for one in imagined.planned():
            imagined.do(one)
    scores = imagined.state.round_scores
    return imagined.worth(draws=draws) if scores is None else float(scores[seat] - scores[1 - seat])


class ImaginedRound:
    """How a round of two goes on where both play by the tables.

    *shown*: the cards in hands that everybody has seen coming there, as a mask.
    """

    def __init__(
        self, variety: Variety, tables: PatternTables, state: State, shown: int, budget: Budget | None = None
    ) -> None:
        self.state, self._variety, self._tables, self._budget = state, variety, tables, budget
        self._shown = shown | cards.mask(state.discard)

    def do(self, action: Action) -> None:
        """The seat on turn does this. Raises Refusal."""
        self.state = replace(self._variety.apply(self.state, self.state.turn, action)[0], claims=())
        self._shown |= cards.mask(self.state.discard)

    def planned(self) -> Sequence[Action]:
        """What the seat on turn does to the end of its turn or to its draw. Raises NothingToDo, TimeUp."""
        if self.state.phase not in ("pickup", "play"):  # basic rummy's last melds: whatever is laid is not held
            return [max(choices(self._variety, self.state, self.state.turn), key=points_named)]
        return self._plan()[1]

    def worth(self, *, draws: bool) -> float:
        """The lead that the seat on turn, who is about to pick up, may expect. Raises Refusal."""
        if not draws:
            return self._plan()[0]
        taken = [one for one in ranked_by_patterns(self._variety, self._view(), self._tables) if one[1] != Draw()]
        self.do(Draw())
        return max([self._plan()[0], *(worth for worth, _ in taken)])

    def _plan(self) -> tuple[float, Sequence[Action]]:
        return planned_by_patterns(self._variety, self._view(), self._tables, self._budget)

    def _view(self) -> SeatView:
        """That of the seat on turn."""
        seat = self.state.turn
        view = view_without_log(self.state, seat)
        known = self.state.hands[1 - seat] & self._shown
        added = (known, 0) if seat else (0, known)
        hands = tuple(hand | more for hand, more in zip(view.position.hands, added, strict=True))
        hidden = tuple(count - more.bit_count() for count, more in zip(view.position.hidden, added, strict=True))
        return SeatView(seat, replace(view.position, hands=hands, hidden=hidden), RoundLog((), self._shown))


class MasterPlayer(FittedPlayer):
    """Plays by the tables as the networks correct them, or as a search does."""

    def _considered(
        self, variety: Variety, view: SeatView, kept: Weighed, weighed: Weighed, chance: Chance, budget: Budget
    ) -> Weighed:
        position = view.position
        tables = self._tables(variety, position.players)
        is_searched = position.players == 2 and len(position.discard) <= _SEARCHED.get(variety.name, -1)
        if tables is None or not is_searched or position.phase != "play":
            return kept
        draws = self._tries_draws(variety, position.players)
        return searched(variety, view, kept, weighed, tables, chance, budget, draws=draws)

    def _tables(self, variety: Variety, players: int) -> PatternTables | None:
        own = _OWN_TABLES.get(variety.name) if players == 2 else None
        return tables_for(own or variety.name, players)

    def _tries_draws(self, variety: Variety, players: int) -> bool:
        return players == 2 and variety.name in _DRAWS_TRIED

    def _networks(self, variety: Variety, players: int) -> PatternNetworks | None:
        return networks_for(variety.name, players)


# Calls as `expert` does (docs/bots.md): what it gains is by its play alone.
STRATEGY: Final = MasterPlayer("master", STRONG, 3, (1.0, 2.6))
