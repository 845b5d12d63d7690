"""Advice as JSON-able values: actions in notation, reasons by their codes."""

from typing import Any

from rummynet.bots.coach.findings import Advice, Moment
from rummynet.bots.coach.reason_values import reason_values
from rummynet_protocol import notation


def advice_values(advice: Advice) -> tuple[tuple[str, Any], ...]:
    """The action in notation, and the reasons with their figures."""
    return ("action", notation.text(advice.action)), ("reasons", tuple(map(reason_values, advice.reasons)))


def moment_values(moment: Moment) -> tuple[tuple[str, Any], ...]:
    """A decision that cost points: its turn, what was done, the better play, and the expected difference."""
    (_key, better), reasons = advice_values(moment.better)
    return (
        ("turn", moment.turn),
        ("did", notation.text(moment.decision.action)),
        ("better", better),
        reasons,
        ("points", round(moment.cost, 1)),
        ("error", round(moment.error, 1)),
    )
