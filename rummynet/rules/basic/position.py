"""Positions of basic rummy as JSON: its own keys, and what can be seen to be impossible."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rummynet.rules.basic import melds as table
from rummynet.rules.basic.state import BasicState, aces_at, penalties
from rummynet.rules.core.errors import BadPosition
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import Claim
from rummynet.rules.shared.calls import call_keys
from rummynet.rules.shared.position_json import CARD, SEAT, Key, Positions, ReadMeld, number, numbers, read_claims
from rummynet_protocol import notation
from rummynet_protocol.values import replace

_MOST_PICKUPS: Final = 100_000  # far above any round


class BasicPositions(Positions[BasicState]):
    """Positions with the keys of this game; those that are missing are as at the deal."""

    phases = ("pickup", "play", "call", "penalty", "final", "over")

    def keys(self, options: Options, players: int) -> Mapping[str, Key]:
        """What a position of basic rummy has beside."""
        return {
            "pickups": numbers(_MOST_PICKUPS),
            "taken": CARD,
            "turned": number(options["turn_limit"]),
            "idle": number(_MOST_PICKUPS),
            "declared": SEAT,
            "wins_game": SEAT,
            **call_keys(options),
        }

    def read_meld(self, words: Sequence[str], decks: int, options: Options, position: Mapping[str, Any]) -> ReadMeld:
        """A meld, also one with gaps."""
        return table.read_laid(words, aces_at(options))

    def read_own(self, position: Mapping[str, Any], fields: dict[str, Any]) -> BasicState:
        """The state of these fields and the keys of this game. Raises BadPosition, BadCard."""
        state = BasicState(**fields)
        table.check_gaps(state.melds)
        _check_phase(state)
        _check_taken(state)
        return _with_claims(state, read_claims(position, state.players))


def _check_phase(state: BasicState) -> None:
    """Refuse what cannot be in this phase."""
    empty = not state.count(state.turn)
    if state.phase == "play" and empty:
        raise BadPosition("the seat on turn has no card: then it is out, or its last card waits in phase call")
    # The last card of a hand can be called where stock and pile have nothing for a penalty.
    if state.phase == "pickup" and (state.stock or state.discard) and not all(map(state.count, range(state.players))):
        raise BadPosition("a seat has no card: then it is out, or there is nothing left to pick up")
    if state.phase == "call" and not (empty and state.discard):
        raise BadPosition("in phase call the seat on turn has thrown its last card onto the pile")
    if state.phase == "penalty" and not penalties(state):
        raise BadPosition("in phase penalty there are cards to pick up")
    if (state.out is not None) != (state.phase == "final") and state.phase != "over":
        raise BadPosition("out names a seat in phase final, and when the round is over")
    if state.out is not None and (state.count(state.out) or (state.phase == "final" and state.turn == state.out)):
        raise BadPosition("the seat that is out holds no card and has nothing more to do")
    _check_declared(state)


def _check_declared(state: BasicState) -> None:
    waits = state.turn if state.phase == "call" else state.out
    if state.declared is not None and state.declared != waits:
        raise BadPosition("declared names the seat that is out by it, or waits in phase call")
    if state.wins_game is not None and (state.phase != "over" or {state.out, state.declared} != {state.wins_game}):
        raise BadPosition("wins_game names the seat that is out by a declaration of one suit")


def _check_taken(state: BasicState) -> None:
    """The card taken alone is in the hand, or laid, while the turn lasts."""
    if state.taken is None:
        return
    laid = any(state.taken in meld.cards for meld in state.melds)
    if state.phase != "play" or not (laid or state.hands[state.turn] >> state.taken & 1):
        raise BadPosition("taken names a card of the seat on turn, in its hand or laid, in phase play")


def _with_claims(state: BasicState, given: tuple[Claim, ...] | None) -> BasicState:
    """The position with its calls, which are all or none: a throw-out can be called until the next pick-up."""
    if state.phase == "call":
        return _called(state, state.turn, given)
    if given and state.phase == "pickup" and state.discard:
        return _called(state, (state.turn - 1) % state.players, given)
    if given:
        raise BadPosition("claims are possible only on a card just thrown out, before the next pick-up")
    return state


def _called(state: BasicState, thrower: int, given: tuple[Claim, ...] | None) -> BasicState:
    claims = table.claims_on(state.melds, state.discard[-1], thrower, state.aces)
    if given is not None and given != claims:
        named = ", ".join(notation.text(claim.action) for claim in claims) or "none"
        raise BadPosition(f"claims should be every call on the top of the pile, by seat {thrower}: {named}")
    return replace(state, claims=claims, thrown_by=thrower)
