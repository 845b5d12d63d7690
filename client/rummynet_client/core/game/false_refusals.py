"""Whether the host's reason for refusing an own statement can be true. Source: FAIRNESS.md, "What a host may choose".

What the host had logged when it refused has come before the refusal, on the same connection. So an action that is aimed
at the newest position here, and legal there with all own cards known, had the same position at the host. Doubt counts
for the host: what cannot be judged here is not false.
"""

from typing import Final

from rummynet.rules.core.errors import NeedsShuffle
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.verifier.auditor import Auditor
from rummynet_client.core.game.own_statements import OwnStatement, OwnStatements
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, CallRummy
from rummynet_protocol.errors import Cheat, Refusal
from rummynet_protocol.fairness.entries import Acted, CardsDealt, Inserted, Shown
from rummynet_protocol.fairness.statements import Acting
from rummynet_protocol.fairness.time_bound import TimeBound

CLOCK: Final = "clock"
ORDER: Final = "order"
_AT_ANY_POSITION: Final = frozenset({"paused", ORDER})
"""Codes that do not depend on the position: a pause does not stand in the log, and the host may have heard another
machine with the same key, or this statement on a connection that broke."""


def is_false(auditor: Auditor, own: OwnStatements, refused: OwnStatement, code: str) -> bool:
    """Whether the host cannot have had the reason *code* to refuse this statement."""
    if code == CLOCK:
        return fits_time(auditor, own, refused)
    if code in _AT_ANY_POSITION or not _is_well_aimed(auditor, refused):
        return False
    earlier = [one for one in own.by_hash.values() if one.refused is not None and one is not refused]
    if code == "wrong_statement":  # after numbers that another machine has used, ours do not follow upon each other
        return all(one.refused != ORDER for one in earlier)
    if code == "cooldown":
        return not _is_call(refused) or not any(map(_is_call, earlier))
    return True


def fits_time(auditor: Auditor, own: OwnStatements, refused: OwnStatement) -> bool:
    """Whether the log's time leaves the statement in order."""
    statement = refused.statement
    if any(
        one.statement.clock == statement.clock and one.statement.n < statement.n and one.statement.t > statement.t
        for one in own.by_hash.values()
    ):
        return False
    try:
        bound = auditor.time.get(auditor.me or b"", TimeBound())
        bound.check(statement.clock, statement.t, auditor.time_of(statement.head))
    except Cheat:
        return False
    return True


def _is_well_aimed(auditor: Auditor, refused: OwnStatement) -> bool:
    """Whether an honest host has to take the action: it is aimed at the newest position, and legal there."""
    statement, state, me, variety = refused.statement, auditor.state, auditor.me_seat, auditor.variety
    if not isinstance(statement, Acting) or state is None or me is None or variety is None or auditor.session is None:
        return False
    is_here = (statement.session, statement.round) == (auditor.session.id, auditor.round)
    if not is_here or statement.head != auditor.aim or auditor.aim != auditor.turn_began:
        return False
    if not isinstance(auditor.last, CardsDealt | Inserted | Acted | Shown) or state.hidden[me]:
        return False
    action = notation.parse(statement.do)
    return not _waits(variety, state, me, action) and _is_legal(variety, state, me, action)


def _waits(variety: Variety, state: State, me: int, action: Action) -> bool:
    """Whether the rules may have the host keep the action for a while, and something else overtake it."""
    offers = variety.offers
    if isinstance(action, CallRummy):
        return False
    return bool(
        offers.out_of_turn(action)
        or offers.holds(state)
        or offers.hurries(state, me) is not None
        or offers.offer_early(state)
    )


def _is_legal(variety: Variety, state: State, me: int, action: Action) -> bool:
    try:
        if variety.explicit(state, me, action) != action:
            return False
        variety.apply(state, me, action)
    except NeedsShuffle:
        return True
    except Refusal:
        return False
    return True


def _is_call(own: OwnStatement) -> bool:
    return isinstance(own.statement, Acting) and own.statement.do.startswith("rummy ")
