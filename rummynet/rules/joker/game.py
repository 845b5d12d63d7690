"""Joker rummy, as the rest of the house asks for it. The rules for players are in docs/rules/joker.md."""

from collections.abc import Iterator
from typing import Final

from rummynet.rules.core.errors import OneAtATime
from rummynet.rules.core.options import BREAK_SECONDS, HINTS, IDLE_SECONDS, IDLE_STOCKS, TURN_SECONDS, VOIDS, Option
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Step
from rummynet.rules.joker import apply, legal
from rummynet.rules.joker.melds import REAL
from rummynet.rules.joker.messages import JokerPresentation
from rummynet.rules.joker.position import JokerPositions
from rummynet.rules.joker.score import SCORING
from rummynet.rules.shared.draw_lay_throw import DrawLayThrow
from rummynet.rules.shared.plain_actions import THROWS
from rummynet_protocol.actions import Action, LayDown, LayOff, Take, Trade
from rummynet_protocol.sentences import said


class Joker(DrawLayThrow):
    """Keilty's turn without calls, with two jokers that stand for a card until that card is traded for them."""

    name = "joker"
    title = "joker rummy"
    seats = range(2, 7)
    options = (
        Option("target", 500, "points that end the game; 350 is the short game", 1, 100_000, choices=(350,)),
        Option("hand", 8, "cards dealt to each", 3, 12),
        Option("reshuffle_limit", 3, "how often the pile may become the stock in a round", 0, 20),
        IDLE_STOCKS,
        Option("first_dealer", "draw", "who deals round 1: draw, or a seat", seat_or_draw=True),
        TURN_SECONDS,
        VOIDS,
        IDLE_SECONDS,
        BREAK_SECONDS,
        HINTS,
    )
    deck_cards = range(54)
    scoring = SCORING
    presentation = JokerPresentation()
    codec = JokerPositions
    last_card_is_thrown = False
    ends_with_the_stock = False
    play_actions = (LayDown, LayOff, Trade)
    unknown = said("joker rummy does not know this action; draw, take, meld, lay, trade, throw or pass")
    pick_up_first = said("pick up first: draw, or take a card of the pile and use it")
    picked_up = said("you have picked up already; lay, trade or throw out a card")

    def takes(self, state: State) -> Iterator[Take]:
        """Every card of the pile with every way to use it at once; with two jokers about there can be thousands."""
        return legal.takes(state, state.turn)

    def lays(self, state: State) -> Iterator[Action]:
        """Melds, lay-offs and trades from the hand."""
        return legal.lays(state)

    def take(self, state: State, seat: int, action: Take) -> Step:
        """A card of the pile with all above it, used at once; the round ends if nothing is left."""
        held, took = self.taken(state, seat, apply.place_of_taken(state, action))
        assert action.play is not None
        after, happened = apply.put_down(held, seat, action.play)
        return self.ended_if_out(after, (*took, *happened))

    def lay(self, state: State, seat: int, play: Action) -> Step:
        """A play from the hand, whatever it leaves there."""
        assert isinstance(play, LayDown | LayOff | Trade)
        if isinstance(play, LayOff) and len(play.cards) > 1:
            raise OneAtATime("lay off one card at a time")
        return apply.put_down(state, seat, play)

    def least_harm(self, state: State) -> Action:
        """Throws out the card that is worth least; a joker only where the hand holds nothing else."""
        hand = state.hands[state.turn]
        return THROWS[SCORING.cheapest(hand & REAL or hand)]


VARIETY: Final = Joker()
