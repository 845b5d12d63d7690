"""Positions of crummy rummy as JSON: its own keys, and what can be seen to be impossible."""

from collections.abc import Mapping
from typing import Any, Final

from rummynet.rules.core.errors import BadPosition
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import PositionCodec, Variety
from rummynet.rules.crummy.contracts import ROUNDS
from rummynet.rules.crummy.melds import arranged, is_wild, meld_words, read_table_meld
from rummynet.rules.crummy.score import places, round_points, winner_of
from rummynet.rules.crummy.state import CrummyState, decks_for, own
from rummynet.rules.shared.position_json import (
    card_list,
    check_cards,
    hand_names,
    listed,
    names,
    need,
    per_seat,
    read_common,
    read_seats,
    whole,
    write_common,
    yes_no,
)
from rummynet.rules.shared.rounds import check_hands
from rummynet_protocol import cards
from rummynet_protocol.values import replace

PHASES: Final = ("turnup", "pickup", "offer", "play", "over")


class CrummyPositions(PositionCodec):
    """Positions with the keys of this game; those beyond the common ones may be left out when read.

    Then nobody has laid, nothing is aside, the nearest seat is asked.
    """

    def __init__(self, game: Variety) -> None:
        self._game = game

    def write(self, state: State) -> dict[str, Any]:
        """The position as JSON-able values."""
        return _written(own(state))

    def hand(self, state: State, seat: int) -> list[str | None]:
        """The hand as ``write`` has it."""
        return hand_names(state, seat, own(state).decks)

    def read(self, position: Mapping[str, Any]) -> State:
        """The state that *position* describes, checked."""
        return _read(self._game, position)


def _written(state: CrummyState) -> dict[str, Any]:
    """The position as JSON-able values."""
    return write_common(state, state.decks, lambda meld: meld_words(meld, state.decks)) | {
        "decks": state.decks,
        "asked": state.asked,
        "laid": list(state.laid),
        "aside": names(state.aside, state.decks),
        "takes": state.takes,
        "places": places(state.scores) if state.finished else None,
    }


def _read(variety: Variety, position: Mapping[str, Any]) -> CrummyState:
    """The state that *position* describes, checked. Raises BadPosition, BadOption, BadSeats, BadCard.

    Keys beyond the common ones may be left out: then nobody has laid, nothing is aside, the nearest seat is asked.
    """
    options, players = read_seats(variety, position)
    decks = decks_for(players)
    if position.get("decks", decks) != decks:
        raise BadPosition(f"decks should be {decks} for {players} players")
    common = _common(variety, position, options, players)
    aside = card_list(position.get("aside", []), "aside", decks)
    laid = [yes_no(item, "each of laid") for item in listed(position.get("laid", [False] * players), "laid", players)]
    most_takes = 2 * players
    state = CrummyState(
        **common,
        laid=tuple(laid),
        asked=_asked(position, common["phase"], common["turn"], players),
        aside=aside,
        takes=whole(position.get("takes", 0), "takes", 0, most_takes),
    )
    _check_aside(state)
    check_hands(state)
    _check_offer(state)
    return _checked_end(state, position)


def _common(variety: Variety, position: Mapping[str, Any], options: Options, players: int) -> dict[str, Any]:
    decks = decks_for(players)
    common = read_common(
        variety,
        position,
        options,
        players,
        phases=PHASES,
        deck=range(decks * cards.PER_DECK),
        read_meld=lambda words: read_table_meld(words, decks, options["ace_low"]),
        decks=decks,
        most_reshuffles=options["reshuffle_limit"],
    )
    common["round"] = whole(need(position, "round"), "round", 1, ROUNDS)
    if common.pop("claims"):
        raise BadPosition("claims should be empty: there are none in this game")
    return common | {"melds": tuple(map(arranged, common["melds"]))}


def _asked(position: Mapping[str, Any], phase: str, turn: int, players: int) -> int | None:
    if phase != "offer":
        if position.get("asked") is not None:
            raise BadPosition("asked should be null but in phase offer")
        return None
    asked = whole(position.get("asked", (turn + 1) % players), "asked", 0, players - 1)
    if asked == turn:
        raise BadPosition("asked should be another seat than the one on turn")
    return asked


def _check_aside(state: CrummyState) -> None:
    everything = [code for hand in state.hands for code in cards.members(hand)]
    everything += [*state.stock, *state.discard, *state.aside, *(code for meld in state.melds for code in meld.cards)]
    check_cards(everything, range(state.decks * cards.PER_DECK), state.decks)
    if bool(state.aside) != (state.phase == "turnup") or not all(map(is_wild, state.aside)):
        raise BadPosition("aside should hold wild cards in phase turnup, and nothing in any other phase")


def _check_offer(state: CrummyState) -> None:
    if state.phase == "offer" and not (state.discard and state.can_draw):
        raise BadPosition("nothing can be offered: the pile is empty, or there is no card to go with it")


def _checked_end(state: CrummyState, position: Mapping[str, Any]) -> CrummyState:
    """Whether the scores, the winner and the places are those of the position."""
    if state.phase != "over":
        if any(position.get(key) is not None for key in ("round_scores", "winner", "places")):
            raise BadPosition("round_scores, winner and places are null until the round is over")
        return state
    if not state.all_known:
        return state
    points = round_points(state)
    if state.round_scores != points:
        raise BadPosition(f"round_scores should be {list(points)}: what each holds")
    per_seat(position.get("scores"), "scores", state.players, 0, 10**9)
    done = replace(state, finished=state.round == ROUNDS)
    if position.get("places") != (places(state.scores) if done.finished else None):
        raise BadPosition("places should be the seats by total after round 7, lowest first, else null")
    if state.winner != (winner_of(state.scores) if done.finished else None):
        raise BadPosition("winner should be the seat with the lowest total after round 7, null if shared or before")
    return done
