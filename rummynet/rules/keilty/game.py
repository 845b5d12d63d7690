"""Keilty rummy, as everything outside the rules asks for it. The rules for players are in docs/rules/keilty.md."""

from bisect import bisect
from collections.abc import Iterator, Sequence
from typing import Final

from rummynet.rules.core import options as common
from rummynet.rules.core.errors import IllegalAction
from rummynet.rules.core.options import Option
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import FirstStarter, Step
from rummynet.rules.keilty import turn
from rummynet.rules.shared.calls import FALSE_CALL_COSTS, RummyCalls, call_facts
from rummynet.rules.shared.melds import FEWEST
from rummynet.rules.shared.one_deck import OneDeckGame, OneDeckPresentation
from rummynet.rules.shared.position_json import GivenPosition, Positions
from rummynet.rules.shared.turn_game import ROUND_OVER, StockFromPile
from rummynet_protocol.actions import Action, CallRummy
from rummynet_protocol.memo import Memo
from rummynet_protocol.notation import parse
from rummynet_protocol.sentences import sentence
from rummynet_protocol.values import replace


class KeiltyStock(StockFromPile[State]):
    """A new stock, and the claims that are left with the pile gone."""

    def reshuffle(self, state: State, order: Sequence[int]) -> Step:
        after, happened = super().reshuffle(state, order)
        # The one who draws has made none of these possible, but a claim that goes has to go at once.
        return turn.with_calls(state, after, state.turn), happened


class KeiltyCalls(RummyCalls[State]):
    """Everybody but who made a rummy possible may call it, at any time or until the next pick-up."""

    hold_option = "lapse_seconds"
    calls_melds = True

    def lying(self, state: State) -> Sequence[CallRummy]:
        return turn.possible(state)

    def holds(self, state: State) -> int:
        # By what everybody sees, not by whether a call is possible: else the wait would tell (docs/rules/keilty.md).
        waits = state.phase == "pickup" and (state.melds or len(state.discard) >= FEWEST)
        return state.options["lapse_seconds"] or 0 if waits else 0

    def call_brings(self, state: State, action: Action) -> tuple[int, ...]:
        return turn.taken_by_call(state, action) if isinstance(action, CallRummy) else ()


class KeiltyPositions(Positions[State]):
    """Positions with claims."""

    def whole(self, state: State, given: GivenPosition) -> State:
        """The state with its claims, which follow from the cards, but for who made them possible and what has lapsed.

        One that is not listed counts as made by who acted last, or has lapsed; one that is not possible is left out.
        """
        calls = [] if super().whole(state, given).phase == "over" else turn.possible(state)
        if turn.lapses(state):
            named = {claim.action for claim in state.claims}
            calls = [call for call in calls if call in named]
        last = state.turn if state.phase == "play" else (state.turn - 1) % state.players
        return replace(state, claims=turn.claims_after(state.claims, calls, last))


class KeiltyPresentation(OneDeckPresentation):
    """Until when a rummy can be called, and what a false call costs; never a rummy that nobody has called."""

    melds_count = True
    spread_pile = True

    def facts(self, state: State) -> Iterator[str]:
        yield from super().facts(state)
        if state.options["lapse_seconds"] is not None:
            yield sentence("a rummy can be called only until the next player picks up")
        yield from call_facts(state)

    def _moment(self, state: State, seat: int | None, asked: bool) -> Iterator[str]:
        if not asked:
            yield sentence("Others play; watch the pile. If it holds a whole meld, or a card that fits a meld on the "
                           "table, that is a rummy. The first player to see it calls it, but not the player who made "
                           "it possible.")  # fmt: skip
        elif state.phase == "pickup":
            yield sentence("Pick up: draw, or take any card of the pile with everything thrown on top of it, if you "
                           "play that card at once. The play must leave you a card to throw out.")  # fmt: skip
        else:
            yield sentence("Lay sets (3 or 4 of a rank) and runs (3 or more of a suit in a row), add to anybody's "
                           "melds, and end the turn by throwing out a card. Always keep one for that: you can go out "
                           "only by throwing out your last card.")  # fmt: skip


# A table's lists name the same few thousand texts again and again.
_ACTIONS: Final = Memo(parse, most=1 << 16)  # actions by their notation, each made once


class Keilty(OneDeckGame[State]):
    """Draw or take what you use at once, lay and lay off for points, throw out; and call what the pile offers."""

    name = "keilty"
    title = "Keilty rummy"
    summary = (
        "The pile lies open: take any card that you lay at once, with all cards above it.",
        "If anybody overlooks a play in the pile, call it, even out of turn: Rummy!",
        "Cards that you lay count for you, cards left in your hand count against you.",
    )
    counting = (
        "2 to 9 are worth 5, ten to king 10, an ace 15.",
        "The round ends when somebody throws out the last card. You gain what you laid and lose what you hold.",
        "The game ends after a round in which somebody reaches the target, and the highest total wins.",
    )
    seats = range(2, 7)
    # fmt: off
    options = (
        *common.TARGET_OR_DEALS, common.HAND_BY_PLAYERS,
        Option("first_starter", "draw", "who begins round 1: draw, or a seat", seat_or_draw=True,
               title="Who begins round 1"),
        common.RESHUFFLE_LIMIT, common.IDLE_STOCKS,
        Option("lapse_seconds", None, "a rummy lapses when the next player picks up, after so many seconds at the "
                                     "earliest; without a number it does not", 0, 20,
               choices=(None,), title="Seconds until a rummy lapses", value_names={None: "never"}, unwritten=True),
        *common.OF_EVERY_TABLE, common.RUMMY_HINTS, common.COOLDOWN_SECONDS, *FALSE_CALL_COSTS,
    )
    # fmt: on
    start_moves = "counter-clockwise"
    steps = turn.STEPS
    scoring = turn.SCORING
    first_starter = FirstStarter("first_starter", "begins")
    offers = KeiltyCalls()
    chance = KeiltyStock()
    presentation = KeiltyPresentation()
    codec = KeiltyPositions

    def legal(self, state: State, seat: int) -> list[Action]:
        # Lean: cards of the hand are laid off one at a time here, though several at once are legal.
        calls: list[Action] = [claim.action for claim in state.claims if claim.by != seat]
        if seat != state.turn:
            return calls
        texts = sorted(turn.turn_texts(state))
        actions = [*map(_ACTIONS.__getitem__, texts)]
        if calls:
            at = bisect(texts, "rummy")  # claims are sorted, and their notation begins so
            actions[at:at] = calls
        return actions

    def all_legal(self, state: State, seat: int) -> Iterator[Action]:
        yield from self.legal(state, seat)
        if state.phase == "play" and seat == state.turn:
            yield from turn.long_lay_offs(state)

    def pickups(self, state: State) -> list[Action]:
        return [*map(_ACTIONS.__getitem__, turn.turn_texts(state))]

    def plays(self, state: State, seat: int) -> list[Action]:
        return self.pickups(state)

    def not_in_this_game(self, state: State, action: Action) -> IllegalAction:
        if state.phase == "over":
            return IllegalAction(ROUND_OVER, code="round_over")
        return super().not_in_this_game(state, action)


VARIETY: Final = Keilty()
