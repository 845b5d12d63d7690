"""Positions of crummy rummy as JSON: its own keys, and what can be seen to be impossible."""

from collections.abc import Mapping, Sequence

from rummynet.rules.core.errors import BadPosition, IllegalAction
from rummynet.rules.core.options import Options
from rummynet.rules.crummy.melds import is_wild, kind_of, order, table_word
from rummynet.rules.crummy.state import CrummyState, decks_for
from rummynet.rules.shared.faces import read_words
from rummynet.rules.shared.melds import meld_of, rows_of
from rummynet.rules.shared.position_json import (
    FLAGS,
    MOST_SCORE,
    OTHER,
    GivenPosition,
    Key,
    Positions,
    ReadMeld,
    check,
    integer,
    number,
    numbers,
    read_value,
)
from rummynet.rules.shared.rounds import can_draw
from rummynet_protocol import cards
from rummynet_protocol.values import replace


class CrummyPositions(Positions[CrummyState]):
    """Positions with the keys of this game; those beyond the common ones may be left out when read.

    Then nobody has laid, nothing is aside, the nearest seat is asked.
    """

    state = CrummyState
    phases = ("turnup", "pickup", "offer", "play", "over")

    def keys(self, options: Options, players: int) -> Mapping[str, Key]:
        """What a position of Crummy rummy has beside."""
        # Each is a card of the stock besides: no more than all cards of all stocks.
        counted = {"bought": numbers(MOST_SCORE)} if options["buys"] is not None else {}
        return {
            "decks": OTHER,
            "asked": OTHER,
            "laid": FLAGS,
            "aside": Key("card", rows="list", missing=()),
            # `can_take` ends there: more takes in a row cannot be.
            "takes": number(2 * players),
            **counted,
            "places": OTHER,
        }

    def seats(self, given: GivenPosition) -> GivenPosition:
        """The same with the decks that follow."""
        decks = decks_for(super().seats(given).players)
        check(given.position.get("decks", decks) == decks, f"decks should be {decks} for {given.players} players")
        return given._replace(decks=decks)

    def meld_word(self, code: int, stands: int, decks: int) -> str:
        """The word of a card of a meld, a wild card always with what it stands for."""
        return table_word(code, stands, decks)

    def read_meld(self, words: Sequence[str], given: GivenPosition) -> ReadMeld:
        """A meld of this game."""
        codes = []
        for text in words:
            plain, mark, stands = text.partition("=")
            codes.append(cards.code(plain, given.decks))
            known = stands in cards.FACES[:52] or (len(stands) == 2 and stands[1] == "?" and stands[0] in cards.RANKS)
            says = f"{stands[:12]!r} is nothing that a wild card could stand for; write such as 7H, or 7? in a set"
            check(known or not mark, says)
        check(words, "a meld of the position has no cards")
        read = read_words(words)
        try:
            is_run = kind_of(read, given.options["ace_low"])
        except IllegalAction as problem:
            raise BadPosition(f"a meld of the position is none: {problem}") from None
        return tuple(codes), tuple(word.means for word in read), is_run

    def whole(self, state: CrummyState, given: GivenPosition) -> CrummyState:
        """The state with who is asked, and with its end."""
        position, is_over = given.position, state.phase == "over"
        integer(given.need("round"), "round", 1, len(given.options["contracts"]))
        melds = [meld_of(rows_of(one), one.is_run, order) for one in state.melds]
        state = replace(state, melds=tuple(melds), asked=_asked(state, given))
        aside = bool(state.aside) == (state.phase == "turnup") and all(map(is_wild, state.aside))
        check(aside, "aside should hold wild cards in phase turnup, and nothing in any other phase")
        offers = state.phase != "offer" or (state.discard and can_draw(state))
        check(offers, "nothing can be offered: the pile is empty, or there is no card to go with it")
        # `finished` is no key of a position: it follows from round and phase.
        state = replace(state, finished=is_over and state.all_known and state.is_last_round)
        early = not is_over and position.get("places") is not None
        check(not early, "round_scores, winner and places are null until the round is over")
        if is_over and state.all_known:
            read_value(numbers(MOST_SCORE), list(state.scores), "scores", given)
            right = position.get("places") == state.places
            check(right, "places should be the seats by total after round 7, lowest first, else null")
        return super().whole(state, given)


def _asked(state: CrummyState, given: GivenPosition) -> int | None:
    if state.phase != "offer":
        check(given.position.get("asked") is None, "asked should be null but in phase offer")
        return None
    may_want = state.asked_after(state.turn)
    nearest = may_want[0] if may_want else state.turn
    asked = integer(given.position.get("asked", nearest), "asked", 0, state.players - 1)
    check(asked in may_want, "asked should be another seat than the one on turn, with cards out of turn left")
    return asked
