"""Hand-made positions of Vegas rummy, and short ways to act on them."""

from collections.abc import Sequence
from typing import Any

from rummynet.rules.vegas.game import VARIETY
from rummynet.rules.vegas.state import VegasState
from rummynet_protocol.notation import parse, text
from tests.support import rows
from tests.support.vegas_positions import vegas


def position(
    hands: Sequence[str],
    melds: Sequence[str] = (),
    *,
    pile: str = "JS",
    stock: str = "TS",
    playing: Sequence[bool] | None = None,
    **keys: Any,  # noqa: ANN401 - JSON
) -> dict[str, Any]:
    """The JSON of a position: cards as text parted by spaces, everything else by its key; seat 0 laid all melds."""
    players = len(hands)
    return rows.position("vegas", {
        "phase": "play", "hands": list(hands), "stock": stock, "discard": pile, "melds": list(melds), "decks": 1,
        "wild": "7", "in": list(playing or [True] * players), **keys,
    })  # fmt: skip


def table(hands: Sequence[str], melds: Sequence[str] = (), **keys: Any) -> VegasState:  # noqa: ANN401 - JSON
    return vegas(VARIETY.positions.read(position(hands, melds, **keys)))


def did(state: VegasState, *actions: str) -> VegasState:
    """The position after these actions, each by the seat that has to act."""
    for action in actions:
        state = vegas(VARIETY.apply(state, state.turn, parse(action))[0])
    return state


def actions(state: VegasState, verb: str = "") -> list[str]:
    return [one for one in map(text, VARIETY.legal(state, state.turn)) if one.startswith(verb)]
