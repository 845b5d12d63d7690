"""Basic rummy, as the rest of the house asks for it. The rules for players are in docs/rules/basic.md."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rummynet.rules.basic import apply, messages
from rummynet.rules.basic.position import read_position, write_position
from rummynet.rules.basic.score import scored
from rummynet.rules.basic.state import BasicState, dealt
from rummynet.rules.core.errors import BadDeck, BadOption, BadSeats, HiddenCard
from rummynet.rules.core.options import COOLDOWN_SECONDS, RUMMY_HINTS, TURN_SECONDS, VOIDS, Option, Options
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Step, Timer, Variety
from rummynet.rules.shared.rounds import check_deck, deal_out, dealt_events, known_cards, refuse_next, turned_up
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, CallRummy, LayOff
from rummynet_protocol.sentences import said

DECK: Final = range(52)
_MOST_DEALT: Final = 48


class Basic(Variety):
    """Meld or save up, throw out what nobody can use; who is out gains what the others hold."""

    name = "basic"
    title = "basic rummy"
    seats = range(2, 7)
    options = (
        Option("target", 500, "points that end the game, if deals is 0", 1, 100_000),
        Option("deals", 0, "rounds that end the game, 0 for a game to the target", 0, 100),
        Option("hand", 0, "cards dealt to each, 0 for 10, 7 or 6 by the number of players", 3, 13, choices=(0,)),
        Option("discard_to_go_out", False, "the last card must be thrown out"),
        Option("final_melds", True, "the others may lay once more when somebody is out"),
        Option("turn_limit", 3, "how often the pile may be turned over in a round", 0, 20),
        Option("call_seconds", 3, "how long a throw-out can be called before play goes on", 0, 30),
        Option("first_dealer", "draw", "who deals round 1: draw, or a seat", seat_or_draw=True),
        TURN_SECONDS,
        VOIDS,
        RUMMY_HINTS,
        COOLDOWN_SECONDS,
    )

    def check(self, options: Options, players: int) -> None:
        """As for every variety; the deck has to have enough cards for the hands."""
        super().check(options, players)
        if players * options["hand"] > _MOST_DEALT:
            most = _MOST_DEALT // players
            raise BadOption(
                said(
                    "hand is at most {most} with {players} players, so that a stock is left", most=most, players=players
                )
            )

    # -- who deals first

    def named_starter(self, options: Options, players: int) -> int | None:
        """The seat after the one of option ``first_dealer``, None if it says draw."""
        dealer = options["first_dealer"]
        return None if dealer == "draw" else (int(dealer) + 1) % players

    def starter_from_seat(self, seat: int, players: int) -> int:
        """The seat *seat* deals; the one after it begins."""
        return (seat + 1) % players

    @property
    def draws_cards_for_deal(self) -> bool:
        """The lowest card drawn deals."""
        return True

    def draw_for_deal(self, players: int, deck: Sequence[int]) -> tuple[list[tuple[int, int]], int]:
        """Everybody draws a card, seat 0 first; two is low, the ace high; who tie for lowest draw again.

        Where the cards do not suffice for that, the lowest seat of those deals. Raises BadSeats, BadDeck.
        """
        self._check_seats(players)
        _check_draws(players, deck)
        draws: list[tuple[int, int]] = []
        seats = list(range(players))
        while len(seats) > 1 and len(draws) + len(seats) <= len(deck):
            drawn = list(zip(seats, deck[len(draws) :], strict=False))
            draws += drawn
            low = min(_height(card) for _, card in drawn)
            seats = [seat for seat, card in drawn if _height(card) == low]
        return draws, seats[0]

    # -- a round

    def deck(self, options: Options, state: State | None, players: int, joining: int = 0) -> list[int]:
        """The 52 cards."""
        return list(DECK)

    def deal(self, options: Options, players: int, starter: int, deck: Sequence[int]) -> Step:
        """Round 1 from this deck."""
        self.check(options, players)
        if starter not in range(players):
            raise BadSeats(
                said("the starter is a seat from 0 to {last}, not {starter}", last=players - 1, starter=starter)
            )
        return _dealt(options, players, starter, deck, 1, (0,) * players)

    def next_round(self, state: State, deck: Sequence[int], join: Sequence[int] = ()) -> Step:
        """The next round: the deal moves one seat clockwise, totals are carried on."""
        refuse_next(state, join, self.title)
        starter = (state.starter + 1) % state.players
        return _dealt(state.options, state.players, starter, deck, state.round + 1, state.scores)

    def legal(self, state: State, seat: int) -> list[Action]:
        """All that the seat may do now, calls included; sorted by their notation."""
        return apply.legal(_own(state), seat)

    def apply(self, state: State, seat: int, action: Action) -> Step:
        """The position after the action. Raises IllegalAction."""
        return apply.apply(_own(state), seat, action)

    def out_of_turn(self, action: Action) -> bool:
        """A call may be aimed at an older state."""
        return isinstance(action, CallRummy)

    def call_brings(self, state: State, action: Action) -> tuple[int, ...]:
        """The top of the pile, if that is the card called."""
        if not isinstance(action, CallRummy) or not isinstance(action.play, LayOff) or not state.discard:
            return ()
        return state.discard[-1:] if action.play.cards == (cards.face(state.discard[-1]),) else ()

    def holds(self, state: State) -> int:
        """While a throw-out can be called, what is not a call waits: a pick-up if anything lies on the table."""
        own = _own(state)
        waits = own.phase == "call" or (own.phase == "pickup" and own.thrown_by is not None and bool(own.melds))
        return int(own.options["call_seconds"]) if waits else 0

    def timers(self, state: State) -> list[Timer]:
        """The end of the wait for calls on a last card, which always runs; else the turn clock, if there is a limit.

        The turn clock's action is empty where it depends on a card that is not known here.
        """
        return apply.timers(_own(state))

    def facts(self, state: State) -> tuple[str, ...]:
        """Who deals, who may not go out yet, cards taken alone, declarations, penalties, who lays a last time."""
        return messages.facts(_own(state))

    # -- positions

    def position(self, state: State) -> dict[str, Any]:
        """The position as JSON-able values."""
        return write_position(_own(state))

    def from_position(self, position: Mapping[str, Any]) -> State:
        """The state that *position* describes, checked."""
        return read_position(self, position)

    # -- knowledge

    def reveal(self, state: State, seat: int, card: int) -> State:
        """One hidden card of the seat's hand is *card*; a round that is over is scored with the last one."""
        if card not in DECK or known_cards(state) >> card & 1:
            raise HiddenCard(f"seat {seat} holds no unknown card that could be this one: it is somewhere else")
        known = _own(super().reveal(state, seat, card))
        return scored(known)[0] if known.phase == "over" and known.round_scores is None else known


def _own(state: State) -> BasicState:
    if not isinstance(state, BasicState):
        raise TypeError(f"a position of {state.variety} is none of basic rummy")
    return state


def _height(card: int) -> int:
    """How high a card is in the draw for the deal: 0 for a two, 12 for an ace."""
    return (cards.rank(card) - 1) % 13


def _check_draws(players: int, deck: Sequence[int]) -> None:
    if len(set(deck)) < len(deck) or not set(deck) <= set(DECK):
        raise BadDeck("the deck of which cards are drawn for the deal holds each of the 52 cards at most once")
    if len(deck) < players:
        raise BadDeck(f"{players} players cannot draw one card each from {len(deck)}")


def _dealt(
    options: Options, players: int, starter: int, deck: Sequence[int], number: int, scores: tuple[int, ...]
) -> Step:
    """One card at a time, clockwise from the starter; the next is turned up; the rest is the stock."""
    check_deck(deck, DECK)
    size = dealt(options["hand"], players)
    up = turned_up(deck, players * size)
    hands, hidden = deal_out(deck, players, size, starter)
    state = BasicState(
        variety=VARIETY.name,
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
        pickups=(0,) * players,
    )
    return state, dealt_events(players, size, up)


VARIETY: Final = Basic()
