"""Whether the host's signed refusal of a consent is false. Source: FAIRNESS.md, "Refusals"."""

from rummynet_client.core.game.own_statements import OwnStatement, OwnStatements
from rummynet_client.core.game.private_records import RefusedKept
from rummynet_client.core.watch.refused_clock import CLOCK
from rummynet_client.core.watch.signed_refusals import ORDER


def is_false(own: OwnStatements, consent: OwnStatement, refusal: RefusedKept) -> bool:
    """Whether the host cannot have had its reason. A consent has no head in the log to bound its time by."""
    if refusal.code == ORDER:
        return refusal.evidence is None or not own.is_newer(refusal.evidence, consent)
    return refusal.code == CLOCK and not own.ran_backwards(consent) and not own.has_twin
