"""Positions of basic rummy as JSON: its own keys, and what can be seen to be impossible."""

from collections.abc import Mapping, Sequence
from typing import Final

from rummynet.rules.basic import melds as table
from rummynet.rules.basic.state import BasicState, aces_at, penalties
from rummynet.rules.core.options import Options
from rummynet.rules.shared.calls import call_keys
from rummynet.rules.shared.position_json import (
    CARD,
    SEAT,
    GivenPosition,
    Key,
    Positions,
    ReadMeld,
    check,
    number,
    numbers,
    read_claims,
)
from rummynet_protocol import notation
from rummynet_protocol.values import replace

_MOST_PICKUPS: Final = 100_000  # far above any round


class BasicPositions(Positions[BasicState]):
    """Positions with the keys of this game; those that are missing are as at the deal."""

    state = BasicState
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

    def read_meld(self, words: Sequence[str], given: GivenPosition) -> ReadMeld:
        """A meld, also one with gaps."""
        return table.read_laid(words, aces_at(given.options))

    def whole(self, state: BasicState, given: GivenPosition) -> BasicState:
        """The state with its calls, which are all or none: a throw-out can be called until the next pick-up."""
        table.check_gaps(state.melds)
        _check_phase(state)
        self.game.scoring.check(state)
        claims, thrower = read_claims(given), state.turn
        if state.phase != "call":
            if not claims:
                return state
            early = state.phase == "pickup" and state.discard
            check(early, "claims are possible only on a card just thrown out, before the next pick-up")
            thrower = (state.turn - 1) % state.players
        right = table.claims_on(state.melds, state.discard[-1], thrower, state.aces)
        named = ", ".join(notation.text(claim.action) for claim in right) or "none"
        says = f"claims should be every call on the top of the pile, by seat {thrower}: {named}"
        check(claims is None or claims == right, says)
        return replace(state, claims=right, thrown_by=thrower)


def _check_phase(state: BasicState) -> None:
    """Refuse what cannot be in this phase."""
    phase, out = state.phase, state.out
    empty, held = not state.count(state.turn), [*map(state.count, range(state.players))]
    check(
        not (phase == "play" and empty),
        "the seat on turn has no card: then it is out, or its last card waits in phase call",
    )
    # The last card of a hand can be called where stock and pile have nothing for a penalty.
    blocked = not (state.stock or state.discard)
    check(
        phase != "pickup" or blocked or all(held),
        "a seat has no card: then it is out, or there is nothing left to pick up",
    )
    waits = empty and state.discard
    check(phase != "call" or waits, "in phase call the seat on turn has thrown its last card onto the pile")
    check(phase != "penalty" or penalties(state), "in phase penalty there are cards to pick up")
    named = phase == "over" or (out is not None) == (phase == "final")
    check(named, "out names a seat in phase final, and when the round is over")
    done = out is None or not (held[out] or (phase == "final" and state.turn == out))
    check(done, "the seat that is out holds no card and has nothing more to do")
    declares = state.declared in (None, state.turn if phase == "call" else out)
    check(declares, "declared names the seat that is out by it, or waits in phase call")
    wins = state.wins_game is None or (phase == "over" and {out, state.declared} == {state.wins_game})
    check(wins, "wins_game names the seat that is out by a declaration of one suit")
    # The card taken alone is in the hand, or laid, while the turn lasts.
    card = -1 if state.taken is None else state.taken
    there = card < 0 or state.hands[state.turn] >> card & 1 or any(card in meld.cards for meld in state.melds)
    says = "taken names a card of the seat on turn, in its hand or laid, in phase play"
    check(card < 0 or (phase == "play" and there), says)
