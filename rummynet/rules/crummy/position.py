"""Positions of crummy rummy as JSON: its own keys, and what can be seen to be impossible."""

from collections.abc import Mapping, Sequence
from typing import Any

from rummynet.rules.core.errors import BadPosition
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import Meld
from rummynet.rules.crummy.melds import in_table_order, is_wild, meld_words, read_table_meld
from rummynet.rules.crummy.state import CrummyState, decks_for
from rummynet.rules.shared.position_json import (
    CARDS,
    FLAGS,
    MOST_SCORE,
    Key,
    Positions,
    ReadMeld,
    check_cards,
    integer,
    need,
    number,
    numbers,
    per_seat,
)
from rummynet.rules.shared.rounds import can_draw, check_hands
from rummynet_protocol import cards
from rummynet_protocol.values import replace


class CrummyPositions(Positions[CrummyState]):
    """Positions with the keys of this game; those beyond the common ones may be left out when read.

    Then nobody has laid, nothing is aside, the nearest seat is asked.
    """

    phases = ("turnup", "pickup", "offer", "play", "over")

    def keys(self, options: Options, players: int) -> Mapping[str, Key]:
        """What a position of Crummy rummy has beside."""
        # Each is a card of the stock besides: no more than all cards of all stocks.
        counted = {"bought": numbers(MOST_SCORE)} if options["buys"] is not None else {}
        return {
            "decks": Key(),
            "asked": Key(),
            "laid": FLAGS,
            "aside": CARDS,
            # `can_take` ends there: more takes in a row cannot be.
            "takes": number(2 * players),
            **counted,
            "places": Key(),
        }

    def read_seats(self, position: Mapping[str, Any]) -> tuple[Options, int, int]:
        """The options, seats and the decks that follow."""
        options, players, _ = super().read_seats(position)
        decks = decks_for(players)
        if position.get("decks", decks) != decks:
            raise BadPosition(f"decks should be {decks} for {players} players")
        return options, players, decks

    def meld_words(self, meld: Meld, decks: int) -> list[str]:
        """The words of a meld, a wild card always with what it stands for."""
        return meld_words(meld, decks)

    def read_meld(self, words: Sequence[str], decks: int, options: Options, position: Mapping[str, Any]) -> ReadMeld:
        """A meld of this game."""
        return read_table_meld(words, decks, options["ace_low"])

    def read_own(self, position: Mapping[str, Any], fields: dict[str, Any]) -> CrummyState:
        """The state of these fields, checked but for its end."""
        integer(need(position, "round"), "round", 1, len(fields["options"]["contracts"]))
        melds = tuple(map(in_table_order, fields.pop("melds")))
        fields.setdefault("bought", (0,) * fields["players"])
        state = CrummyState(**fields, melds=melds)
        state = replace(state, asked=_asked(position, state))
        _check_aside(state)
        check_hands(state)
        if state.phase == "offer" and not (state.discard and can_draw(state)):
            raise BadPosition("nothing can be offered: the pile is empty, or there is no card to go with it")
        # `finished` is no key of a position: it follows from round and phase.
        is_last = state.phase == "over" and state.all_known and state.is_last_round
        return _with_places(replace(state, finished=is_last), position)


def _asked(position: Mapping[str, Any], state: CrummyState) -> int | None:
    if state.phase != "offer":
        if position.get("asked") is not None:
            raise BadPosition("asked should be null but in phase offer")
        return None
    may_want = state.asked_after(state.turn)
    asked = integer(position.get("asked", may_want[0] if may_want else state.turn), "asked", 0, state.players - 1)
    if asked not in may_want:
        raise BadPosition("asked should be another seat than the one on turn, with cards out of turn left")
    return asked


def _check_aside(state: CrummyState) -> None:
    everything = [code for hand in state.hands for code in cards.members(hand)]
    everything += [*state.stock, *state.discard, *state.aside, *(code for meld in state.melds for code in meld.cards)]
    check_cards(everything, range(state.decks * cards.PER_DECK), state.decks)
    if bool(state.aside) != (state.phase == "turnup") or not all(map(is_wild, state.aside)):
        raise BadPosition("aside should hold wild cards in phase turnup, and nothing in any other phase")


def _with_places(state: CrummyState, position: Mapping[str, Any]) -> CrummyState:
    """The state, if its places are those of the position. Raises BadPosition."""
    if state.phase != "over" and position.get("places") is not None:
        raise BadPosition("round_scores, winner and places are null until the round is over")
    if state.phase == "over" and state.all_known:
        per_seat(position.get("scores"), "scores", state.players, 0, MOST_SCORE)
        if position.get("places") != state.places:
            raise BadPosition("places should be the seats by total after round 7, lowest first, else null")
    return state
