"""The frame of a game with one deck: who begins, the deal, the turn clock, scores, revealing.

A game states its parameters as class attributes and overrides the few methods that are its own. What a turn is, each
game says itself (``legal``, ``apply``); ``draw_lay_throw`` has a plain one.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from rummynet.rules.core.errors import BadOption, HiddenCard
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import HIDDEN, State
from rummynet.rules.core.variety import ChanceSteps, FirstStarter, Presentation, Step, Timer, Variety
from rummynet.rules.shared.one_deck_parts import OneDeckPositions, OneDeckPresentation, StockFromPile
from rummynet.rules.shared.plain_actions import DRAW, THROWS
from rummynet.rules.shared.rounds import (
    can_draw,
    check_deck,
    check_starter,
    clockwise,
    deal_out,
    dealt_events,
    known_cards,
    refuse_next,
    turned_up,
)
from rummynet.rules.shared.scoring import Scoring
from rummynet_protocol.actions import Action, Pass, Take, ThrowOut
from rummynet_protocol.sentences import said

UNDEALT: int = 4
"""Cards of the deck that no hand size may deal, so that a stock is left."""


class OneDeckGame(Variety):
    """A game with one deck. The class attributes are its parameters; the methods below them its hooks."""

    deck_cards: ClassVar[range] = range(52)
    """The cards of the deck; ``range(54)`` has the two jokers."""
    start_moves: ClassVar[Literal["clockwise", "counter-clockwise"]] = "clockwise"
    """Where the start of the next round goes, by one seat."""
    scoring: ClassVar[Scoring[Any]] = Scoring()
    """How a round is scored and who wins the game."""

    first_starter = FirstStarter("first_dealer", "deals")
    chance: ClassVar[ChanceSteps] = StockFromPile()
    presentation: ClassVar[Presentation] = OneDeckPresentation()
    codec: ClassVar[type[OneDeckPositions]] = OneDeckPositions
    score_option = "target"
    highest_wins = True
    short_options: ClassVar[Mapping[str, Any]] = {"target": 150}

    @property
    def positions(self) -> OneDeckPositions:
        """The codec of this game's positions, with its deck and scoring."""
        return self.codec(self, self.deck_cards, self.scoring)

    # -- hooks

    def first_position(self, **fields: Any) -> State:  # noqa: ANN401 - the fields of State
        """The position of these fields right after a deal."""
        return State(**fields)

    def least_harm(self, state: State) -> Action:
        """What the turn clock does where it cannot throw out the card drawn: the card that is worth least goes."""
        return THROWS[self.scoring.cheapest(state.hands[state.turn])]

    def pickup_without_stock(self, state: State) -> Action:
        """What the turn clock picks up where nothing can be drawn: the first action listed."""
        return self.legal(state, state.turn)[0]

    # -- before a game

    def check(self, options: Options, players: int) -> None:
        """As for every variety; the deck has to have enough cards for the hands."""
        super().check(options, players)
        most = (len(self.deck_cards) - UNDEALT) // players
        if options["hand"] > most:
            raise BadOption(
                said(
                    "hand is at most {most} with {players} players, so that a stock is left", most=most, players=players
                )
            )

    # -- a round

    def deck(self, options: Options, state: State | None, players: int, joining: int = 0) -> list[int]:
        """The cards of ``deck_cards``."""
        return list(self.deck_cards)

    def deal(self, options: Options, players: int, starter: int, deck: Sequence[int]) -> Step:
        """Round 1 from this deck."""
        self.check(options, players)
        check_starter(starter, players)
        return self._dealt(options, players, starter, deck, 1, (0,) * players)

    def next_round(self, state: State, deck: Sequence[int], join: Sequence[int] = ()) -> Step:
        """The next round: the start moves one seat (``start_moves``), totals are carried on."""
        refuse_next(state, join, self.title)
        starter = (state.starter + (1 if self.start_moves == "clockwise" else -1)) % state.players
        return self._dealt(state.options, state.players, starter, deck, state.round + 1, state.scores)

    def _dealt(
        self, options: Options, players: int, starter: int, deck: Sequence[int], number: int, scores: tuple[int, ...]
    ) -> Step:
        """One card at a time, clockwise from the starter; the next is turned up; the rest is the stock."""
        check_deck(deck, self.deck_cards)
        size = hand_size(options, players)
        up = turned_up(deck, players * size)
        hands, hidden = deal_out(deck, players, size, clockwise(starter, players))
        state = self.first_position(
            variety=self.name,
            options=options,
            players=players,
            round=number,
            starter=starter,
            turn=starter,
            phase="pickup",
            hands=hands,
            hidden=hidden,
            stock=tuple(deck[players * size + 1 :]),
            discard=(up,),
            scores=scores,
        )
        return state, dealt_events(players, size, up)

    # -- the turn clock

    def timers(self, state: State) -> list[Timer]:
        """The turn clock: draws, then throws out the card drawn, else what does least harm.

        No clock runs without a limit. The action is None where it depends on a card that is not known here.
        """
        seconds = state.options["turn_seconds"]
        if not seconds or state.phase == "over":
            return []
        return [Timer(state.turn, self.left_to_the_clock(state), seconds, "turn")]

    def clock_kinds(self, state: State) -> tuple[type[Action], ...]:
        """A card of the hand is thrown out; where nothing can be drawn the hand decides what can be taken."""
        return (Take, Pass) if state.phase == "pickup" else (ThrowOut,)

    def left_to_the_clock(self, state: State) -> Action | None:
        """What is done for the seat on turn when its time is up; None where that depends on a hidden card."""
        seat, drawn = state.turn, state.drawn
        if state.phase == "pickup":
            if can_draw(state):
                return DRAW
            return None if state.hidden[seat] else self.pickup_without_stock(state)
        if drawn is not None and drawn != HIDDEN and state.hands[seat] >> drawn & 1:
            return THROWS[drawn]
        return None if state.hidden[seat] else self.least_harm(state)

    # -- knowledge

    def reveal(self, state: State, seat: int, card: int) -> State:
        """One hidden card of the seat's hand is *card*; a round that is over is scored with the last one."""
        if card not in self.deck_cards or known_cards(state) >> card & 1:
            raise HiddenCard(f"seat {seat} holds no unknown card that could be this one: it is somewhere else")
        known = super().reveal(state, seat, card)
        return self.scoring.settled(known)[0] if known.phase == "over" and known.round_scores is None else known


def hand_size(options: Options, players: int) -> int:
    """How many cards each seat is dealt: option ``hand``; 10, 7 or 6 by the number of players where it is 0."""
    return options["hand"] or (10 if players == 2 else 7 if players < 5 else 6)
