"""Whether the host's signed refusal of a consent is false. Source: FAIRNESS.md, "Refusals".

A consent is sent while others sit down, rename themselves and leave. So nothing is judged here that depends on the
table: neither what it showed when the consent was signed, nor when the refusal came. Left are what a code can never
mean, what the own statements contradict (no other machine could have signed between them), and what the log shows at
the very head that the refusal names. A head fixes all entries up to it, so a log that has gone on changes nothing.

| code | is false |
|---|---|
| `signature`, `trouble`, `too_many` | always: an honest host signs none of them |
| `cooldown` | always: it is said of calls |
| `order` | unless it shows something newer, signed by the own key |
| `clock` | unless an earlier statement has a later time on the same clock |
| `wrong_statement` | if the consent names the statement before it, which the host had answered; or is the first |
| `no_game` | if the log has no end at that head |
| `paused` | if the table does not rest at that head |
| `shuffling` | if cards are being played at that head |
| every other | never: `stale`, `playing`, `players`, `option` and others speak of the table, which nobody signs |
"""

from typing import Final

from rummynet_client.core.log.game_follower import GameFollower
from rummynet_client.core.log.own_statements import OwnStatement, OwnStatements
from rummynet_client.core.log.private_records import RefusedKept
from rummynet_client.core.session.watch.signed_refusals import ORDER
from rummynet_protocol.fairness.chain import NO_HEAD
from rummynet_protocol.fairness.entries import Acted, CardsDealt, Inserted, Shown
from rummynet_protocol.fairness.statement_order import FIRST_PREV

_NEVER_TRUE: Final = frozenset({"signature", "trouble", "too_many", "cooldown"})


def is_false(own: OwnStatements, consent: OwnStatement, refusal: RefusedKept, follower: GameFollower | None) -> bool:
    """Whether the host cannot have had its reason. *follower* follows the consent's log, None if it has not begun."""
    if refusal.code == ORDER:
        return refusal.evidence is None or not own.is_newer(refusal.evidence, consent)
    if refusal.evidence is not None:
        return True
    match refusal.code:
        case code if code in _NEVER_TRUE:
            return True
        case "clock":
            return not own.ran_backwards(consent) and _are_answered(own, consent)
        case "wrong_statement":
            return _follows(own, consent)
    return _is_contradicted(refusal, follower)


def _is_contradicted(refusal: RefusedKept, follower: GameFollower | None) -> bool:
    """Whether the log says otherwise at the refusal's head: before its first entry, or where it stands here.

    Of an older head the log is not asked again: the auditor judges that when the own seat is known.
    """
    if refusal.head == NO_HEAD:
        return refusal.code in ("no_game", "paused")  # nothing has begun, so nothing has ended or rests
    if follower is None or follower.cheat is not None or follower.unknown is not None:
        return False
    auditor = follower.auditor
    # Judged only where both stand at the same place: entries in between could make the reason true.
    if refusal.head != auditor.head:
        return False
    match refusal.code:
        case "no_game":
            return not auditor.finished
        case "paused":
            return not auditor.is_paused
        case "shuffling":
            return isinstance(auditor.last, CardsDealt | Inserted | Acted | Shown)
    return False


def _follows(own: OwnStatements, consent: OwnStatement) -> bool:
    """Whether the consent names the statement before it, and the host cannot hold another one with that number."""
    statement = consent.statement
    if statement.n == 0:
        return statement.prev == FIRST_PREV
    before = own.by_hash.get(statement.prev)
    return before is not None and before.statement.n == statement.n - 1 and _is_answered(before)


def _are_answered(own: OwnStatements, consent: OwnStatement) -> bool:
    """Whether the host has answered an own statement of each lower number.

    Else it may hold one of another machine with this key, which goes on with the same clock in a folder that was
    copied: the answer that would have shown that, an ``order``, can be lost with a connection.
    """
    answered = {one.statement.n for one in own.by_hash.values() if _is_answered(one)}
    return not own.has_twin and answered.issuperset(range(consent.statement.n))


def _is_answered(own: OwnStatement) -> bool:
    """Whether the host has taken it, or refused it under its signature as the newest: it has no other of that number.

    ``done`` counts, though nobody signs it: an honest host has kept what it says that of.
    """
    return own.logged or own.acknowledged or (bool(own.refusal_signature) and own.refused != ORDER)
