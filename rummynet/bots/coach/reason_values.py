"""Reasons as JSON-able values, and back: the code, and the figures by name; actions in notation."""

from collections.abc import Mapping
from typing import Any, Final, get_args

from rummynet.bots.coach.play_reasons import Reason
from rummynet_protocol import notation

_KINDS: Final[Mapping[str, type[Reason]]] = {kind.code: kind for kind in get_args(Reason)}
_ACTIONS: Final = ("than", "to")  # figures that are actions


def reason_values(reason: Reason) -> dict[str, Any]:
    """The code of a reason and its figures."""
    figures = {name: getattr(reason, name) for name in reason.__struct_fields__}
    texts = {name: notation.text(figures[name]) for name in figures if name in _ACTIONS}
    return {"reason": reason.code, **figures, **texts}


def read_reason(values: Mapping[str, Any]) -> Reason:
    """The reason that ``reason_values`` wrote. Raises LookupError, TypeError, BadNotation for what is none."""
    figures: dict[str, Any] = {name: tuple(one) if isinstance(one, list) else one for name, one in values.items()}
    figures |= {name: notation.parse(figures[name]) for name in _ACTIONS if name in figures}
    return _KINDS[figures.pop("reason")](**figures)
