"""What cards are worth, how a round is scored, and who wins where the highest or the lowest total does."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Generic, TypeVar

from rummynet.rules.core.errors import BadPosition
from rummynet.rules.core.state import Meld, State
from rummynet_protocol import cards
from rummynet_protocol.events import Event, GameEnded, RoundEnded, WentOut
from rummynet_protocol.values import Value, replace

S = TypeVar("S", bound=State)

_BY_RANK: Final = (15, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10)  # docs/rules/keilty.md; from the ace to the king

VALUES: Final = tuple(_BY_RANK[face % 13] for face in range(52))
"""By face: 2 to 9 five, ten to king ten, an ace fifteen also when it is low."""

Worth = Callable[[int], int]


def value(face: int) -> int:
    """What the card is worth."""
    return VALUES[face]


def in_hand(hand: int, worth: Worth = value) -> int:
    """The worth of the cards in a mask."""
    return sum(worth(code) for code in cards.members(hand))


def on_table(melds: Iterable[Meld], players: int, worth: Worth = value) -> list[int]:
    """By seat: the worth of what the cards it laid stand for, in own and others' melds."""
    points = [0] * players
    for meld in melds:
        for stands, seat in zip(meld.stands, meld.by, strict=True):
            # What it stands for, not what it is: a joker laid as a seven brings what a seven does.
            points[seat] += worth(stands)
    return points


def held(state: State, worth: Worth = value) -> tuple[int, ...]:
    """Round scores by seat where the lowest total wins: what is in the hand. Every hand has to be known."""
    return tuple(in_hand(hand, worth) for hand in state.hands)


def laid_less_held(state: State, worth_held: Worth = value) -> tuple[int, ...]:
    """Round scores by seat: what lies on the table less what is in the hand. Every hand has to be known."""
    laid = on_table(state.melds, state.players)
    return tuple(points - lost for points, lost in zip(laid, held(state, worth_held), strict=True))


def winner(before: Sequence[int], totals: Sequence[int], target: int) -> int | None:
    """The seat with the highest total once somebody has reached the target, else None."""
    # Of those who tie the one who had more before wins (docs/rules/keilty.md, "The end of the game"). None if these tie
    # too: another round is played.
    ranked = list(zip(totals, before, strict=True))
    best = max(ranked)
    return ranked.index(best) if best[0] >= target and ranked.count(best) == 1 else None


def highest_at_target(state: State, points: Sequence[int]) -> int | None:
    """Who wins the game with these points of the round, the totals of *state* being those before it."""
    # The highest total once somebody has reached option ``target``, or after as many rounds as option ``deals`` says.
    totals, deals = totals_with(state, points), state.options.get("deals", 0)
    if not deals:
        return winner(state.scores, totals, state.options["target"])
    # The highest total as its own target: somebody has reached it, and ties are broken as in any game.
    return winner(state.scores, totals, max(totals)) if state.round >= deals else None


def lowest_at_target(state: State, points: Sequence[int]) -> int | None:
    """As ``highest_at_target``, where totals are lost: the lowest, once somebody has reached option ``target``."""
    # Of those who tie the one who had less before wins.
    totals = totals_with(state, points)
    if max(totals) < state.options["target"]:
        return None
    # The lowest is the highest of the opposites, and has won whatever it is.
    before, after = ([-total for total in one] for one in (state.scores, totals))
    return winner(before, after, max(after))


# -- the end of a round
class Scoring(Value, Generic[S]):
    """How a game scores a round and finds its winner, as parameters."""

    # The lowest total wins: ``Scoring(partial(held, worth=...), lowest_at_target, ...)`` and ``highest_wins = False``.

    points_of: Callable[[S], tuple[int, ...]] = laid_less_held
    """By seat: the points of a round that is over, every hand known."""
    winner_of: Callable[[S, tuple[int, ...]], int | None] = highest_at_target
    """Who wins the game with these points of the round, the totals of the state being those before it."""
    worth_held: tuple[int, ...] = VALUES
    """What a card in a hand is worth, by code: bots go by it, and the turn clock throws out what is worth least."""
    is_last: Callable[[S], bool] | None = None
    """Whether the game ends with this round, with or without a winner; None: it ends with a winner."""

    def cheapest(self, hand: int) -> int:
        """The card of a hand that is worth least; by suit, then rank, among equals."""
        # A rule without chance or taste: every verifier has to find the same card.
        return min(cards.members(hand), key=lambda code: (self.worth_held[code], code))

    def points(self, state: S) -> tuple[int, ...]:
        """By seat: the points of a round that is over, less what false calls cost."""
        points = self.points_of(state)
        if not state.false_calls:
            return points
        price: int = state.options["false_call_points"]
        return tuple(gained - price * times for gained, times in zip(points, state.false_calls, strict=True))

    def end_round(self, state: S, out: int | None, happened: tuple[Event, ...]) -> tuple[S, tuple[Event, ...]]:
        """The round is over, *out* has gone out (None: blocked)."""
        # Claims end with the round: nobody can call any more (docs/rules/keilty.md).
        over, scored = self.score(replace(state, phase="over", out=out, drawn=None, claims=()))
        return over, (*happened, *(() if out is None else (WentOut(out),)), *scored)

    def score(self, state: S) -> tuple[S, tuple[Event, ...]]:
        """A round that is over with its points; unchanged while a hand is not known."""
        if not state.all_known:
            return state, ()
        points = self.points(state)
        won, totals = self.winner_of(state, points), totals_with(state, points)
        ends = won is not None if self.is_last is None else self.is_last(state)
        over = replace(state, scores=totals, round_scores=points, winner=won, finished=ends)
        scored = RoundEnded(state.out, points, totals)
        return over, (scored, GameEnded(won)) if ends else (scored,)

    def check(self, state: S) -> None:
        """Refuse a position whose points or winner are not what the rules give. Raises BadPosition."""
        if state.phase != "over" and (state.round_scores is not None or state.winner is not None):
            raise BadPosition("round_scores and winner are null until the round is over")
        if state.phase != "over" or not state.all_known:
            return
        points = self.points(state)
        if state.round_scores != points:
            raise BadPosition(f"round_scores should be {list(points)}: those are the points of this round")
        before = tuple(total - gained for total, gained in zip(state.scores, points, strict=True))
        if state.winner != self.winner_of(replace(state, scores=before), points):
            raise BadPosition("winner should be the seat that has won with these scores, null while nobody has")


def totals_with(state: State, points: Sequence[int]) -> tuple[int, ...]:
    """The totals after a round of these points."""
    return tuple(total + gained for total, gained in zip(state.scores, points, strict=True))
