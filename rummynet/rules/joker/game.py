"""Joker rummy, as the rest of the house asks for it. The rules for players are in docs/rules/joker.md."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rummynet.rules.core.errors import BadOption, BadPosition, BadSeats, HiddenCard, IllegalAction, NotAMeld
from rummynet.rules.core.options import TURN_SECONDS, VOIDS, Option, Options
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Step, Timer, Variety
from rummynet.rules.core.wording import times
from rummynet.rules.joker import apply, melds
from rummynet.rules.joker.apply import can_draw, left_to_the_clock, round_points, scored
from rummynet.rules.shared.melds import SHAPES
from rummynet.rules.shared.position_json import read_common, read_seats, whole, write_common
from rummynet.rules.shared.rounds import (
    check_deck,
    check_settled,
    deal_out,
    dealt_events,
    known_cards,
    refuse_next,
    renew_stock,
    turned_up,
)
from rummynet_protocol import cards
from rummynet_protocol.actions import Action
from rummynet_protocol.notation import text
from rummynet_protocol.sentences import said

DECK: Final = range(54)
_PHASES: Final = ("pickup", "play", "over")
_MOST_DEALT: Final = 50


class Joker(Variety):
    """Keilty's turn without calls, with two jokers that stand for a card until that card is traded for them."""

    name = "joker"
    title = "joker rummy"
    seats = range(2, 7)
    options = (
        Option("target", 500, "points that end the game; 350 is the short game", 1, 100_000, choices=(350,)),
        Option("hand", 8, "cards dealt to each", 3, 12),
        Option("reshuffle_limit", 3, "how often the pile may become the stock in a round", 0, 20),
        Option("first_dealer", "draw", "who deals round 1: draw, or a seat", seat_or_draw=True),
        TURN_SECONDS,
        VOIDS,
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

    def named_starter(self, options: Options, players: int) -> int | None:
        """The seat after the one of option ``first_dealer``, None if it says draw."""
        dealer = options["first_dealer"]
        return None if dealer == "draw" else (int(dealer) + 1) % players

    def starter_from_seat(self, seat: int, players: int) -> int:
        """The seat drawn deals; the one after it begins."""
        return (seat + 1) % players

    # -- a round

    def deck(self, options: Options, state: State | None, players: int, joining: int = 0) -> list[int]:
        """The 52 cards and the two jokers."""
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
        """All that the seat may do now, sorted by the notation; with two jokers about there can be thousands."""
        return sorted(apply.allowed(state), key=text) if seat == state.turn else []

    def apply(self, state: State, seat: int, action: Action) -> Step:
        """The position after the action. Raises IllegalAction."""
        return apply.apply(state, seat, action)

    def reshuffle_cards(self, state: State) -> list[int] | None:
        """The pile but its top, ascending, if the stock is empty and a draw is possible."""
        if state.phase != "pickup" or state.stock or not can_draw(state):
            return None
        return sorted(state.discard[:-1])

    def reshuffle(self, state: State, order: Sequence[int]) -> Step:
        """The pile but its top becomes the stock in this order."""
        if self.reshuffle_cards(state) is None:
            raise IllegalAction("the pile is shuffled only for a draw from an empty stock, and not oftener than agreed")
        return renew_stock(state, order)

    def timers(self, state: State) -> list[Timer]:
        """The turn clock: draws and throws the card drawn, else what does least harm.

        No clock runs without a limit. The action is empty where it depends on a card that is not known here.
        """
        seconds = state.options["turn_seconds"]
        if not seconds or state.phase == "over":
            return []
        return [Timer(state.turn, left_to_the_clock(state), seconds, "turn")]

    def clock_verbs(self, state: State) -> tuple[str, ...]:
        """A card of the hand is thrown out; where nothing can be drawn the hand decides what can be taken."""
        return ("take", "pass") if state.phase == "pickup" else ("throw",)

    def facts(self, state: State) -> tuple[str, ...]:
        """What the jokers on the table stand for, who deals, how often the pile can still become the stock."""
        jokers = [
            said("{card} is {face} in meld {number}", card=cards.face(code), face=cards.face(face), number=number)
            for number, meld in enumerate(state.melds)
            for code, face in zip(meld.cards, meld.stands, strict=True)
            if cards.is_joker(code)
        ]
        left = times(state.options["reshuffle_limit"] - state.reshuffles)
        dealer = (state.starter - 1) % state.players
        return (
            *jokers,
            said("seat {dealer} dealt", dealer=dealer),
            said("the pile can become the stock {left}", left=left),
        )

    # -- positions

    def position(self, state: State) -> dict[str, Any]:
        """The position as JSON-able values; ``dealer`` is the seat before the starter."""
        return write_common(state) | {"dealer": (state.starter - 1) % state.players}

    def from_position(self, position: Mapping[str, Any]) -> State:
        """The state that *position* describes, checked."""
        options, players = read_seats(self, position)
        common = read_common(
            self, position, options, players, phases=_PHASES, deck=DECK, read_meld=_read_meld,
            most_reshuffles=options["reshuffle_limit"],
        )  # fmt: skip
        state = State(**common, finished=common["winner"] is not None)
        if state.claims:
            raise BadPosition("claims are empty in this game: nobody calls")
        dealer = (state.starter - 1) % players
        if whole(position.get("dealer", dealer), "dealer", 0, players - 1) != dealer:
            raise BadPosition(f"dealer should be seat {dealer}, the one before the starter")
        _check_table(state)
        _check_counts(state)
        check_settled(state, round_points, apply.winner_of)
        return state

    # -- knowledge

    def reveal(self, state: State, seat: int, card: int) -> State:
        """One hidden card of the seat's hand is *card*; a round that is over is scored with the last one."""
        if card not in DECK or known_cards(state) >> card & 1:
            raise HiddenCard(f"seat {seat} holds no unknown card that could be this one: it is somewhere else")
        known = super().reveal(state, seat, card)
        return scored(known)[0] if known.phase == "over" and known.round_scores is None else known


def _dealt(
    options: Options, players: int, starter: int, deck: Sequence[int], number: int, scores: tuple[int, ...]
) -> Step:
    """One card at a time, clockwise from the starter; the next is turned up; the rest is the stock."""
    check_deck(deck, DECK)
    size = options["hand"]
    up = turned_up(deck, players * size)
    hands, hidden = deal_out(deck, players, size, starter)
    state = State(
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
    )
    return state, dealt_events(players, size, up)


def _read_meld(words: Sequence[str]) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
    try:
        laid = melds.read_laid(words)
    except NotAMeld as fault:
        raise BadPosition(str(fault)) from None
    stands = tuple(face for _, face in laid)
    if stands not in SHAPES:
        raise BadPosition(f"{' '.join(words)[:60]} is no meld, or not in order (a run in sequence, a set C D H S)")
    return tuple(code for code, _ in laid), stands, SHAPES[stands].is_run


def _check_table(state: State) -> None:
    """Refuse a card that is on the table twice, as itself or by a joker."""
    seen = 0
    for face in (face for meld in state.melds for face in meld.stands):
        if seen >> face & 1:
            raise BadPosition(f"{cards.FACES[face]} is on the table twice, as itself or by a joker")
        seen |= 1 << face


def _check_counts(state: State) -> None:
    """Refuse hands that cannot be: a seat without cards is out, and its round is over."""
    for seat in range(state.players):
        empty = not state.count(seat)
        if empty and (state.phase != "over" or state.out != seat):
            raise BadPosition(f"seat {seat} has no card: then it is out and the round is over")
        if not empty and state.out == seat:
            raise BadPosition(f"seat {seat} is said to be out, but holds cards")
    if state.out is not None and state.phase != "over":
        raise BadPosition("out names a seat only when the round is over")


VARIETY: Final = Joker()
