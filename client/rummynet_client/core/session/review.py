"""Reviews a finished round with open cards: what each seat scored with which cards, and the rummies nobody called."""

from collections.abc import Sequence
from typing import Final

from rummynet.bots.coach.findings import Moment
from rummynet.ledger.play import ReplayStep
from rummynet.rules.core.state import Claim, State
from rummynet.rules.core.variety import Variety
from rummynet_client.core.text.card_names import meld_cards
from rummynet_client.language import _, ngettext
from rummynet_protocol import notation
from rummynet_protocol.actions import CallRummy
from rummynet_protocol.events import CalledRummy, Took
from rummynet_protocol.fairness.entries import Acted
from rummynet_protocol.values import Value

_TURNING_POINTS: Final = 3  # of a game: with their positions they fill a screen


class SeatScored(Value):
    """The result of one seat: round score, new total, the cards it laid and those it still held."""

    seat: int
    name: str
    score: int
    total: int
    melds: tuple[tuple[str, ...], ...]  # the cards that it laid, by the meld in which they lie
    held: tuple[str, ...]

    @property
    def laid(self) -> tuple[str, ...]:
        """The cards that it laid."""
        return tuple(card for meld in self.melds for card in meld)


class MissedRummy(Value):
    """A rummy that could be called and was not.

    ``after`` is the action that made it possible, by seat ``by``; it could be called for ``millis`` milliseconds.
    """

    action: CallRummy
    by: int
    after: str
    millis: int
    melds: tuple[tuple[str, ...], ...] = ()  # the cards of each meld that lay there


class RoundReview(Value):
    """The review of one round."""

    round: int
    out: int | None
    seats: tuple[SeatScored, ...]
    missed: tuple[MissedRummy, ...]
    moments: tuple[Moment, ...] | None = None
    """What cost the own seat most, the dearest first; None until the coach has looked at the round."""


class TurningPoint(Value):
    """A decision that cost the own seat much, and its round."""

    round: int
    moment: Moment


def turning_points(reviews: Sequence[RoundReview]) -> tuple[TurningPoint, ...]:
    """The three decisions of all rounds that cost most, the dearest first; of rounds that the coach has looked at."""
    found = [TurningPoint(one.round, moment) for one in reviews for moment in one.moments or ()]
    return tuple(sorted(found, key=lambda one: -one.moment.cost)[:_TURNING_POINTS])


def lost_calls(reviews: Sequence[RoundReview], seat: int | None) -> str:
    """The rummies that the seat could have called and nobody called; "" for none."""
    lost = [one.action.play.cards for review in reviews for one in review.missed if one.by != seat]
    return ngettext(
        "you could have called {n} rummy that nobody called: {cards} cards",
        "you could have called {n} rummies that nobody called: {cards} cards in all",
        len(lost), n=len(lost), cards=sum(map(len, lost)),
    ) if lost else ""  # fmt: skip


def nothing_costly(reviews: Sequence[RoundReview], seat: int | None) -> str:
    """What the coach says of rounds without a costly play: the calls that were missed, or that it was luck."""
    rest = lost_calls(reviews, seat) or _("the cards and small differences decided")
    return _("none of your plays cost you much; {rest}", rest=rest)


def review_round(variety: Variety, moments: Sequence[ReplayStep], names: Sequence[str]) -> RoundReview | None:
    """The review of a round from its steps with open cards; None if it is not over."""
    state = moments[-1].state if moments else None
    if state is None or state.round_scores is None:
        return None
    seats = tuple(_seat(variety, state, seat, names[seat]) for seat in range(min(state.players, len(names))))
    return RoundReview(state.round, state.out, seats, tuple(missed_rummies(moments)))


def _seat(variety: Variety, state: State, seat: int, name: str) -> SeatScored:
    assert state.round_scores is not None
    position = variety.positions.write(state)
    melds = (
        tuple(card for card, by in zip(meld["cards"], meld["by"], strict=True) if by == seat)
        for meld in position["melds"]
    )
    held = tuple(card for card in position["hands"][seat] if card is not None)
    return SeatScored(seat, name, state.round_scores[seat], state.scores[seat], tuple(filter(None, melds)), held)


def missed_rummies(moments: Sequence[ReplayStep]) -> list[MissedRummy]:
    """The rummies that passed without a call, in the order in which they became possible.

    A rummy whose cards were called, or taken from the pile in turn and played, is not missed. Of those that one action
    made possible and that share a card the largest is told: it was one chance.
    """
    found: list[tuple[int, MissedRummy]] = []
    open_since: dict[Claim, tuple[str, int]] = {}
    last = 0
    for moment in moments:
        entry = moment.entry
        # A new stock has no entry; it comes in the moment of the one before.
        last = entry.t if entry is not None else last
        used = _cards(entry.do) if isinstance(entry, Acted) and _takes(moment) else set()
        now = set(moment.state.claims)
        for claim in [one for one in open_since if one not in now]:
            after, since = open_since.pop(claim)
            # Played in turn with the same cards it was seen, and gave as many points.
            if used.isdisjoint(claim.action.play.cards):
                missed = MissedRummy(claim.action, claim.by, after, last - since, meld_cards(moment.state))
                found.append((since, missed))
        for claim in moment.state.claims:
            open_since.setdefault(claim, (entry.do if isinstance(entry, Acted) else "the deal", last))
    end = meld_cards(moments[-1].state) if moments else ()
    # Open when the round ended: it could be called until then.
    for claim, (after, since) in open_since.items():
        found.append((since, MissedRummy(claim.action, claim.by, after, last - since, end)))
    kept: list[tuple[int, MissedRummy]] = []
    for one in sorted(found, key=lambda one: (-len(one[1].action.play.cards), notation.text(one[1].action))):
        cards = {*one[1].action.play.cards}
        if all(one[0] != since or cards.isdisjoint(other.action.play.cards) for since, other in kept):
            kept.append(one)
    return [one[1] for one in found if one in kept]


def _takes(moment: ReplayStep) -> bool:
    """Whether the step played cards of the pile."""
    return any(isinstance(event, CalledRummy | Took) for event in moment.events)


def _cards(action: str) -> set[str]:
    """The cards named by a call, or by taking from the pile, as logged."""
    return {word for word in action.partition(" on ")[0].split(" ") if word not in ("rummy", "take", "meld", "lay")}
