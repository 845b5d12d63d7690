"""What a good player would do in the place of a seat, by what that seat sees."""

from typing import Final

from rummynet.bots.budget import Budget
from rummynet.bots.coach.explaining import Explainer
from rummynet.bots.coach.findings import Advice, half_interval, is_told
from rummynet.bots.coach.judging import Leads, as_level, clear_of, difference, leads_of, turn_end
from rummynet.bots.coach.play_reasons import Better, BreaksMeld, Close
from rummynet.bots.evaluation.bot_plays import broken_meld, is_play, points_named
from rummynet.bots.evaluation.weighing import Weighed
from rummynet.bots.seat_view import SeatView
from rummynet.bots.strategies.expert_strategy import STRATEGY
from rummynet.bots.strategies.strong_strategy import STRATEGY as STRONG
from rummynet.bots.strategy import Chance, choices
from rummynet.rules.core.variety import Variety, once_answered
from rummynet.rules.library.chance import Seeded
from rummynet_protocol.actions import Action, CallRummy, LayContract, LayDown
from rummynet_protocol.values import replace

# Positions that are played to the end with each of up to four plays: the interval of a figure is then about a third of
# what a round varies, and a hint takes less than a second.
_POSITIONS: Final = 40
_LEAST: Final = 12  # positions without which a figure says less than the tables of ``expert``
_SAME: Final = 0.5  # points below which two values of ``expert`` are taken to be of one play in another order
_LAID: Final = LayDown | LayContract
_FACTS: Final = 2  # told beside a figure: with it three, as many as without


def advise(variety: Variety, view: SeatView, budget: Budget, positions: int = _POSITIONS) -> Advice:
    """What the strongest strategy does in this view, unless a search finds better. Raises NothingToDo.

    Equal views lead to equal advice if the budget is in steps; one in time may let a search go further on one machine
    than on another. Without time for a search the plain rule holds: what can be laid is laid. A rummy is never advised,
    as none is ever listed: seeing it is the game. A throw that breaks up a meld of the hand is advised only if the
    search finds it clearly better than all that does not.
    """
    ranked = STRATEGY.rank(variety, view, chance_for(view), budget)
    state = replace(once_answered(variety, view.position, view.seat), claims=())
    seen = SeatView(view.seat, state, view.log)
    plays = [ranked[0][1], *_rivals(variety, seen, ranked, budget)]
    policy = as_level(variety, STRATEGY)
    leads = leads_of(variety, view, plays, positions, policy, seed_of(view), budget) if len(plays) > 1 else []
    breaks = [broken_meld(variety, state, view.seat, one) for one in plays]
    whole = [at for at, broken in enumerate(breaks) if broken is None]
    is_searched = len(leads) >= _LEAST
    best = 0
    for at in range(1, len(plays) if is_searched else 0):
        if clear_of(leads, at, 0) and (best == 0 or clear_of(leads, at, best)):
            best = at
    if not is_searched:
        laid = _laid_first(variety, seen)
        best = plays.index(laid) if laid in plays else min(whole, default=0)
    elif breaks[best] is not None and not all(_is_told(leads, best, at) for at in whole):
        best = max(whole, key=lambda at: sum(row[at] for row in leads))
    # A throw that breaks up a meld is measured against one that does not.
    beside = [at for at in (whole if breaks[best] is not None else range(len(plays))) if at != best]
    nearest = max(beside, key=lambda at: sum(row[at] for row in leads), default=None)
    first = [(ranked[0][0], plays[best]), *(pair for pair in ranked if pair[1] != plays[best])]
    explainer = Explainer(variety, seen, first)
    facts = explainer.reasons(plays[best])
    if broken := breaks[best]:
        facts = (BreaksMeld(broken), *facts)
    if is_searched and nearest is not None:
        # What the tables of ``expert`` say by themselves gives way to what was played out.
        facts = tuple(one for one in facts if not isinstance(one, Better | Close))
        if _is_told(leads, best, nearest) and (found := difference(leads, best, nearest)):
            figure = Better(plays[nearest], round(found[0]), half_interval(found[1]))
            opens = explainer.opened_by(plays[nearest]) if not is_play(plays[best]) else []
            return Advice(plays[best], (*facts[: _FACTS - len(opens)], *opens, figure))
        facts = facts or (Close(plays[nearest]),)
    return Advice(plays[best], facts[: _FACTS + 1])


def _is_told(leads: Leads, one: int, other: int) -> bool:
    """Whether the first play is better than the other by a figure that is worth telling."""
    found = difference(leads, one, other)
    return found is not None and is_told(*found)


def _laid_first(variety: Variety, view: SeatView) -> Action | None:
    """What lays most of what lies ready, if something does: the plain rule."""
    plays = [one for one in choices(variety, view.position, view.seat) if isinstance(one, _LAID)]
    return max(plays, key=lambda one: points_named(one), default=None)


def _rivals(variety: Variety, view: SeatView, ranked: Weighed, budget: Budget) -> list[Action]:
    """Other plays that somebody may have in mind, none that comes to the same as the first or as each other.

    What lies ready, what ``strong`` does, what lays something, what keeps a meld whole, and the next best.
    """
    best, first = ranked[0]
    after = ranked[1:]
    wanted = [one for one in (_laid_first(variety, view),) if one is not None]
    wanted += [STRONG.rank(variety, view, lambda _: 0, budget)[0][1]]
    if not is_play(first):
        wanted += [one for _, one in after if is_play(one)][:1]
    if broken_meld(variety, view.position, view.seat, first) is not None:
        wanted += [one for _, one in after if broken_meld(variety, view.position, view.seat, one) is None][:1]
    wanted += [one for worth, one in after if worth < best - _SAME][:1]
    expert = as_level(variety, STRATEGY)
    ends = {turn_end(variety, view, first, expert)}
    found: list[Action] = []
    for one in wanted:
        end = turn_end(variety, view, one, expert)
        if end not in ends and not isinstance(one, CallRummy):
            ends.add(end)
            found.append(one)
    return found


def chance_for(view: SeatView) -> Chance:
    """The randomness of a search, which follows from what the seat sees: asked again, it finds the same."""
    return Seeded(seed_of(view)).randrange


def seed_of(view: SeatView) -> int:
    """A seed for what is drawn for a view."""
    # 16 bits for the events of a round: no round has 65,536.
    return view.hand << 16 | len(view.log.events)
