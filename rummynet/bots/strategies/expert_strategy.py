"""The strategy ``expert``: by pattern tables or networks fitted by self-play, elsewhere as ``strong`` plays."""

from collections.abc import Sequence
from math import inf
from operator import mul
from typing import Final, cast

from rummynet.bots.budget import Budget
from rummynet.bots.contracts.features import WeighedPosition, unseen_of
from rummynet.bots.contracts.holding import POINTS, WILD, Holding
from rummynet.bots.contracts.network import Kind, Networks, networks_for
from rummynet.bots.evaluation.bot_plays import most_valuable
from rummynet.bots.evaluation.fitted_weights import STRONG
from rummynet.bots.evaluation.partners import companions
from rummynet.bots.evaluation.weighing import Weighed, Weigher
from rummynet.bots.patterns.pattern_network import PatternNetworks
from rummynet.bots.patterns.pattern_play import keeping_melds, ranked_by_patterns
from rummynet.bots.patterns.reckoning import has_one_deck
from rummynet.bots.patterns.tables import PatternTables, tables_for
from rummynet.bots.seat_view import SeatView
from rummynet.bots.strategy import Chance, choices
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety, once_answered
from rummynet.rules.crummy.state import CrummyState
from rummynet.rules.shared.faces import read_word
from rummynet.rules.shared.rounds import DRAW
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, Draw, LayContract, LayOff, Swap, Take, ThrowOut, Waive, Want
from rummynet_protocol.values import replace

_OWN_TURN: Final = frozenset({"pickup", "play"})
"""Phases in which a seat plays its turn: what the tables value. Elsewhere ``strong`` chooses."""


# Any positive number does: it only keeps throws behind plays in the ranking, as in the self-play.
_AT_ONCE: Final = 1.0  # by how much at least a throw is worse than laying what is laid at once
# Below what waiving is worth, 0: after the contract two cards more are hardly ever laid. No network was fitted for it.
_BOUGHT_LATE: Final = 10.0  # what a card that is bought costs after the contract, with the one that comes with it
# The points of a wild card, and so below every other throw.
_WILD_THROWN: Final = 15.0
"""By how much it is worse than the worst other throw to throw out a wild card: the networks have not met it."""


def ranked_by_networks(variety: Variety, view: SeatView, networks: Networks) -> Weighed:
    """The seat's actions, the best first, each with the lead that it may expect. Raises NothingToDo."""
    return _Turn(variety, view, networks).rank()


# A contract is laid as soon as it can be, the one after which the turn ends best, and so is each natural card that
# fits; a wild card where the position is better for it. So did the self-play by which the networks were fitted.
class _Turn:
    """One seat's decision, followed to the end of its turn."""

    def __init__(self, variety: Variety, view: SeatView, networks: Networks) -> None:
        self._variety, self._seat, self._networks = variety, view.seat, networks
        self._position = cast(CrummyState, once_answered(variety, view.position, view.seat))
        self._unseen = unseen_of(self._position)

    def rank(self) -> Weighed:
        state = self._position
        actions = choices(self._variety, state, self._seat)
        if len(actions) == 1:
            return [(0.0, actions[0])]
        weighed = self._in_turn(state, actions) if state.phase == "play" else self._picking_up(state, actions)
        return sorted(weighed, key=lambda pair: -pair[0])

    # -- the card of the pile

    def _picking_up(self, state: CrummyState, actions: Sequence[Action]) -> Weighed:
        if state.phase == "offer" and state.laid[self._seat]:  # a card costs a turn now, and two come
            return [(0.0 if isinstance(action, Waive) else -_BOUGHT_LATE, action) for action in actions]
        return [(self._worth_of_picking_up(state, action), action) for action in actions]

    def _worth_of_picking_up(self, state: CrummyState, action: Action) -> float:
        top = state.discard[-1] % cards.PER_DECK if state.discard else -1
        match action:
            case Draw():
                return self._value(state, Kind.BEFORE_DRAW, self._holding(state), top)
            case Waive():
                return self._value(state, Kind.AFTER_WAIVE, self._holding(state), top)
            case Want():
                hand = self._holding(state)
                hand.add(top)
                below = state.discard[-2] % cards.PER_DECK if len(state.discard) > 1 else -1
                return self._value(state, Kind.AFTER_WANT, hand, below)
            case Take():
                after = self._after(state, action)
                bound = self._worth_of_picking_up(state, DRAW) - _AT_ONCE if self._is_idle(after, top) else inf
                return min(self._best_end(after), bound)
        raise ValueError("nothing else is done before the hand is played")

    def _is_idle(self, state: CrummyState, taken: int) -> bool:
        """Whether nothing can be laid, and the card just taken is thrown out again or goes with nothing that is kept.

        A draw is no worse: over 60 games of two it gained 0.2 ± 1.7 points a round.
        """
        if state.phase != "play" or WILD[taken] or self._plays(state, choices(self._variety, state, self._seat)):
            return False
        throws = self._throws(state)
        thrown = max(throws, key=throws.__getitem__)
        kept = [code for code in cards.members(state.hands[self._seat]) if code % cards.PER_DECK not in (taken, thrown)]
        aces = self._variety.aces_at(state.options)
        return thrown == taken or all(WILD[one % cards.PER_DECK] for one in companions(taken, kept, aces, True))

    # -- the hand

    def _in_turn(self, state: CrummyState, actions: Sequence[Action]) -> Weighed:
        plays, throws = self._plays(state, actions), self._throws(state)
        worth = [
            self._best_end(after) if isinstance(one, LayContract) else self._after_play(after)
            for one in plays
            for after in [self._after(state, one)]
        ]
        bound = max(worth) - _AT_ONCE if plays and _is_laid_at_once(plays[0]) else max(throws.values())
        thrown = [(min(bound, throws[_face(one.card)]), one) for one in actions if isinstance(one, ThrowOut)]
        return [*zip(worth, plays, strict=True), *thrown]

    def _best_end(self, state: CrummyState) -> float:
        """The worth at the end of the turn, laying what is to be laid."""
        while state.phase == "play":
            plays = self._plays(state, choices(self._variety, state, self._seat))
            if plays and isinstance(plays[0], LayContract):
                return max([self._best_end(self._after(state, one)) for one in plays])
            if plays and _is_laid_at_once(plays[0]):
                state = self._after(state, plays[0])
                continue
            best, best_after = max(self._throws(state).values()), state
            for one in plays:
                after = self._after(state, one)
                worth = self._after_play(after)
                if worth > best:
                    best, best_after = worth, after
            if best_after is state:
                return best
            state = best_after
        return self._ended(state)

    def _after_play(self, state: CrummyState) -> float:
        """The worth after a play, with what is laid at once after it, and without more wild cards."""
        while state.phase == "play":
            plays = self._plays(state, choices(self._variety, state, self._seat))
            if not plays or not _is_laid_at_once(plays[0]):
                return max(self._throws(state).values())
            state = self._after(state, plays[0])
        return self._ended(state)

    def _plays(self, state: CrummyState, actions: Sequence[Action]) -> Sequence[Action]:
        """What can be laid: contracts, natural cards, and where there are none wild cards."""
        plays = [one for one in actions if isinstance(one, LayContract | LayOff | Swap)]
        return most_valuable([one for one in plays if _is_laid_at_once(one)] or plays)

    def _throws(self, state: CrummyState) -> dict[int, float]:
        """By face of the hand: the worth of the position after it is thrown out."""
        hand = self._holding(state)
        if hand.size <= 1:
            return {face: self._ended(state) for face in range(cards.PER_DECK) if hand.count[face]}
        scene, found = WeighedPosition(state, self._seat, self._unseen), {}
        network = self._networks.network(state.contract_number, Kind.AFTER_THROW, state.laid[self._seat])
        only_wild = hand.wild == hand.size
        # By face: of two equal cards either may go, and a network is asked once.
        held = [face for face in range(cards.PER_DECK) if hand.count[face]]
        for face in held:
            if not WILD[face] or only_wild:
                hand.drop(face)
                found[face] = network.worth(scene.numbers(hand, face))
                hand.add(face)
        least = min(found.values())
        return {face: found.get(face, least - _WILD_THROWN) for face in held}

    def _value(self, state: CrummyState, kind: Kind, hand: Holding, top: int) -> float:
        network = self._networks.network(state.contract_number, kind, state.laid[self._seat])
        return network.worth(WeighedPosition(state, self._seat, self._unseen).numbers(hand, top))

    def _holding(self, state: State) -> Holding:
        return Holding(code % cards.PER_DECK for code in cards.members(state.hands[self._seat]))

    def _after(self, state: CrummyState, action: Action) -> CrummyState:
        return cast(CrummyState, self._variety.apply(state, self._seat, action)[0])

    def _ended(self, state: CrummyState) -> float:
        """The lead if the seat is out: hidden cards of the others count as the mean of what has not been seen."""
        unseen = self._unseen
        mean = sum(map(mul, unseen.count, POINTS)) / unseen.total if unseen.total else 0.0
        others = [other for other in range(state.players) if other != self._seat]
        known = sum(POINTS[code % cards.PER_DECK] for other in others for code in cards.members(state.hands[other]))
        return (known + mean * sum(state.hidden[other] for other in others)) / len(others)


def _is_laid_at_once(action: Action) -> bool:
    return isinstance(action, LayContract | Swap) or (isinstance(action, LayOff) and "=" not in action.cards[0])


def _face(word: str) -> int:
    return read_word(word).face


class FittedPlayer(Weigher):
    """Plays by patterns the games that have tables, by networks Crummy rummy."""

    def rank(self, variety: Variety, view: SeatView, chance: Chance, budget: Budget) -> Weighed:
        """The seat's actions, the best first: where something was fitted each with the lead that it may expect."""
        position = view.position
        if isinstance(position, CrummyState):
            return ranked_by_networks(variety, view, networks_for(position.players))
        tables = self._tables(variety, position.players)
        if tables is None or position.phase not in _OWN_TURN or not has_one_deck(position):
            return super().rank(variety, view, chance, budget)
        # What can be called is for notice_call alone.
        seen = SeatView(view.seat, replace(view.position, claims=()), view.log)
        networks, tries_draws = self._networks(variety, position.players), self._tries_draws(variety, position.players)
        weighed = ranked_by_patterns(variety, seen, tables, networks, tries_draws=tries_draws)
        return self._considered(variety, seen, keeping_melds(variety, seen, weighed), weighed, chance, budget)

    def _considered(
        self, variety: Variety, view: SeatView, kept: Weighed, weighed: Weighed, chance: Chance, budget: Budget
    ) -> Weighed:
        """*kept*: *weighed* without what this level does not do."""
        return kept

    def _tables(self, variety: Variety, players: int) -> PatternTables | None:
        """What it plays by; None in a game without tables."""
        return tables_for(variety.name, players)

    def _tries_draws(self, variety: Variety, players: int) -> bool:
        """Whether a draw is tried with each card that it may bring."""
        return False

    def _networks(self, variety: Variety, players: int) -> PatternNetworks | None:
        """What corrects the tables."""
        return None


# 3 of 100 rummies missed, 1 to 2.6 seconds for the others (docs/bots.md).
STRATEGY: Final = FittedPlayer("expert", STRONG, 3, (1.0, 2.6))
