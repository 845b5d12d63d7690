"""The frame of a round that games with one deck share: dealing, hands that are partly unknown, totals at its end."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from rummynet.rules.core.errors import BadDeck, BadPosition, BadSeats, CardNotHeld, GameOver, HiddenCard, IllegalAction
from rummynet.rules.core.state import State
from rummynet_protocol import cards
from rummynet_protocol.cards import HIDDEN
from rummynet_protocol.events import Dealt, Event, GameEnded, RoundEnded, Shuffled, TurnedUp
from rummynet_protocol.sentences import said

S = TypeVar("S", bound=State)


# -- dealing


def check_deck(deck: Sequence[int], wanted: Collection[int]) -> None:
    """Refuse a deck (or a new order of the pile) that does not hold exactly *wanted*, HIDDEN apart. Raises BadDeck."""
    if len(deck) != len(wanted):
        raise BadDeck(f"there should be {len(wanted)} cards here, not {len(deck)}")
    seen = set()
    for card in deck:
        if card == HIDDEN:
            continue
        if card not in wanted:
            raise BadDeck(f"{cards.face(card)} is not one of the cards to be shuffled")
        if card in seen:
            raise BadDeck(f"{cards.face(card)} is there twice")
        seen.add(card)


def deal_out(deck: Sequence[int], players: int, hand: int, starter: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The hands of a round, one card at a time and the starter first: known cards as masks, counts of hidden ones."""
    hands, hidden = [0] * players, [0] * players
    for place, card in enumerate(deck[: players * hand]):
        seat = (starter + place) % players
        if card == HIDDEN:
            hidden[seat] += 1
        else:
            hands[seat] |= 1 << card
    return tuple(hands), tuple(hidden)


def turned_up(deck: Sequence[int], place: int) -> int:
    """The card to turn up, which everybody has to know. Raises HiddenCard."""
    if deck[place] == HIDDEN:
        raise HiddenCard("the card to turn up is not known here; its opening is missing")
    return deck[place]


def dealt_events(players: int, hand: int, card: int) -> tuple[Event, ...]:
    """What everybody sees of a deal."""
    return Dealt((hand,) * players), TurnedUp(cards.face(card))


# -- hands that are partly unknown


def known_cards(state: State) -> int:
    """Every card whose place is known here, as a mask."""
    seen = cards.mask(card for card in (*state.stock, *state.discard) if card != HIDDEN)
    for meld in state.melds:
        seen |= cards.mask(meld.cards)
    for hand in state.hands:
        seen |= hand
    return seen


def part_with(state: S, seat: int, codes: Iterable[int]) -> S:
    """The seat's hand without these cards, each known to be in it or possibly one of its hidden ones.

    Raises CardNotHeld.
    """
    wanted = cards.mask(codes)
    hand, unknown = state.hands[seat], wanted & ~state.hands[seat]
    if unknown and (unknown.bit_count() > state.hidden[seat] or unknown & known_cards(state)):
        card = next(cards.members(unknown & known_cards(state) or unknown))
        raise CardNotHeld(said("{card} is not in your hand; use cards that you hold", card=cards.face(card)))
    return with_hand(state, seat, hand & ~wanted, state.hidden[seat] - unknown.bit_count())


def with_hand(state: S, seat: int, hand: int, hidden: int) -> S:
    """The state with another hand for the seat."""
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    counts = (*state.hidden[:seat], hidden, *state.hidden[seat + 1 :])
    return replace(state, hands=hands, hidden=counts)


def receive(state: S, seat: int, codes: Iterable[int]) -> S:
    """The seat's hand with these cards besides; a HIDDEN one raises the count of hidden cards."""
    hand, hidden = state.hands[seat], state.hidden[seat]
    for card in codes:
        if card == HIDDEN:
            hidden += 1
        else:
            hand |= 1 << card
    return with_hand(state, seat, hand, hidden)


# -- a new stock


def renew_stock(state: S, order: Sequence[int]) -> tuple[S, tuple[Event, ...]]:
    """The pile but its top is the stock in this order, top first. Raises IllegalAction, BadDeck."""
    if state.stock or len(state.discard) < 2:
        raise IllegalAction("the pile is shuffled only for a draw from an empty stock, and keeps its top card")
    check_deck(order, state.discard[:-1])
    fresh = replace(state, stock=tuple(order), discard=state.discard[-1:], reshuffles=state.reshuffles + 1)
    return fresh, (Shuffled(len(order)),)


# -- the end


def booked(state: S, points: Sequence[int], winner: int | None) -> tuple[S, tuple[Event, ...]]:
    """The round's points put to the totals; *winner* is the seat that has won the game with it, if any."""
    totals = totals_with(state, points)
    over = replace(state, scores=totals, round_scores=tuple(points), winner=winner, finished=winner is not None)
    ended = RoundEnded(state.out, tuple(points), totals)
    return over, (ended,) if winner is None else (ended, GameEnded(winner))


def totals_with(state: State, points: Sequence[int]) -> tuple[int, ...]:
    """The totals after a round of these points."""
    return tuple(total + gained for total, gained in zip(state.scores, points, strict=True))


def refuse_next(state: State, join: Collection[int], title: str) -> None:
    """Refuse a next round that cannot be. Raises IllegalAction, HiddenCard, GameOver, BadSeats."""
    if state.phase != "over":
        raise IllegalAction("the round is not over; play it to its end first")
    if state.round_scores is None:
        raise HiddenCard("the round is not scored: there are hands that are not known")
    if state.finished:
        raise GameOver("the game is over; begin a new one")
    if join:
        raise BadSeats(said("nobody can join a game of {title} that has begun", title=title))


def check_settled(
    state: S,
    points_of: Callable[[S], tuple[int, ...]],
    winner_of: Callable[[S, tuple[int, ...]], int | None],
) -> None:
    """Refuse a position whose points or winner are not what the rules give. Raises BadPosition.

    *points_of* gives the points of a round that is over, *winner_of* the winner from the state before they count.
    """
    if state.phase != "over":
        if state.round_scores is not None or state.winner is not None:
            raise BadPosition("round_scores and winner are null until the round is over")
        return
    if not state.all_known:
        return
    points = points_of(state)
    if state.round_scores != points:
        raise BadPosition(f"round_scores should be {list(points)}: those are the points of this round")
    before = tuple(total - gained for total, gained in zip(state.scores, points, strict=True))
    if state.winner != winner_of(replace(state, scores=before), points):
        raise BadPosition("winner should be the seat that has won with these scores, null while nobody has")
