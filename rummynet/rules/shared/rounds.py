"""Steps of a round that games share: dealing, hands that are partly unknown, a new stock, totals at its end."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, TypeVar

from rummynet.rules.core.errors import BadDeck, BadSeats, GameOver, HiddenCard, IllegalAction, refuse
from rummynet.rules.core.state import Meld, State
from rummynet_protocol import cards
from rummynet_protocol.cards import HIDDEN
from rummynet_protocol.events import Dealt, Event, Shuffled, TurnedUp
from rummynet_protocol.values import replace

S = TypeVar("S", bound=State)
Hands = tuple[tuple[int, ...], tuple[int, ...]]  # by seat: known cards as masks, hidden ones counted


# -- dealing


def check_deck(deck: Sequence[int], wanted: Collection[int]) -> None:
    """Refuse a deck (or a new order of the pile) that does not hold exactly *wanted*, HIDDEN apart. Raises BadDeck."""
    if len(deck) != len(wanted):
        raise BadDeck(f"there should be {len(wanted)} cards here, not {len(deck)}")
    seen, allowed = set(), frozenset(wanted)
    for card in deck:
        if card == HIDDEN:
            continue
        if card not in allowed:
            raise BadDeck(f"{cards.face(card)} is not one of the cards to be shuffled")
        if card in seen:
            raise BadDeck(f"{cards.face(card)} is there twice")
        seen.add(card)


def check_starter(starter: int, players: int) -> None:
    """Refuse a starter that is no seat. Raises BadSeats."""
    if starter not in range(players):
        raise BadSeats("the starter is a seat from 0 to {last}, not {starter}", last=players - 1, starter=starter)


def deal_out(deck: Sequence[int], players: int, hand: int, order: Sequence[int]) -> Hands:
    """The hands of a round, one card at a time to the seats in this order: known cards as masks, hidden ones counted.

    A seat that is not in *order* sits the round out and gets none.
    """
    hands, hidden = [0] * players, [0] * players
    for place, card in enumerate(deck[: len(order) * hand]):
        seat = order[place % len(order)]
        if card == HIDDEN:
            hidden[seat] += 1
        else:
            hands[seat] |= 1 << card
    return tuple(hands), tuple(hidden)


def clockwise(starter: int, players: int) -> list[int]:
    """Every seat, beginning with the starter."""
    return [(starter + step) % players for step in range(players)]


def turned_up(deck: Sequence[int], place: int) -> int:
    """The card to turn up, which everybody has to know. Raises HiddenCard."""
    if deck[place] == HIDDEN:
        raise HiddenCard("the card to turn up is not known here; its opening is missing")
    return deck[place]


def dealt_events(players: int, hand: int, card: int) -> tuple[Event, ...]:
    """What everybody sees of a deal."""
    return Dealt((hand,) * players), TurnedUp(cards.face(card))


# -- hands that are partly unknown, and the table


def known_cards(state: State) -> int:
    """Every card whose place is known here, as a mask."""
    seen = 0
    for hand in state.hands:
        seen |= hand
    for card in state.discard:
        seen |= 1 << card
    for meld in state.melds:
        for card in meld.cards:
            seen |= 1 << card
    # All HIDDEN for everybody but the host: then there is nothing to look for.
    if state.stock.count(HIDDEN) < len(state.stock):
        seen |= cards.mask([card for card in state.stock if card != HIDDEN])
    return seen


def part_with(state: S, seat: int, codes: Iterable[int], **changes: Any) -> S:  # noqa: ANN401 - fields of the state
    """The state without these cards in the seat's hand, as ``hands_without``, and with these changes."""
    hands, hidden = hands_without(state, seat, cards.mask(codes))
    return replace(state, hands=hands, hidden=hidden, **changes)


def hands_without(state: State, seat: int, wanted: int, taken: int = 0) -> Hands:
    """Hands and hidden counts after the seat has got *taken* from the pile and given *wanted*, both masks.

    Each card is known to be in its hand, or possibly one of its hidden ones. Raises IllegalAction.
    """
    held, counts = state.hands, state.hidden
    hand = held[seat] | taken
    hands = (*held[:seat], hand & ~wanted, *held[seat + 1 :])
    unknown = wanted & ~hand
    # The usual case, without the mask of all known cards.
    if not unknown:
        return hands, counts
    hidden = counts[seat] - unknown.bit_count()
    # A card that lies openly somewhere is in no hand, whatever the hand hides.
    elsewhere = unknown & known_cards(state)
    if hidden < 0 or elsewhere:
        raise not_held(cards.face(next(cards.members(elsewhere or unknown))))
    return hands, (*counts[:seat], hidden, *counts[seat + 1 :])


def not_held(word: str) -> IllegalAction:
    """The refusal of a card that is not in the hand."""
    return IllegalAction("{card} is not in your hand; use cards that you hold", code="card_not_held", card=word)


def receive(state: S, seat: int, codes: Iterable[int], **changes: Any) -> S:  # noqa: ANN401 - fields of the state
    """The state with these cards in the seat's hand besides, as ``hands_with``, and with these changes."""
    hands, hidden = hands_with(state, seat, codes)
    return replace(state, hands=hands, hidden=hidden, **changes)


def hands_with(state: State, seat: int, codes: Iterable[int]) -> Hands:
    """Hands and hidden counts after the seat has got these cards; a HIDDEN one raises its count of hidden cards."""
    held, counts = state.hands, state.hidden
    hand, hidden = held[seat], counts[seat]
    for card in codes:
        if card == HIDDEN:
            hidden += 1
        else:
            hand |= 1 << card
    return (*held[:seat], hand, *held[seat + 1 :]), (*counts[:seat], hidden, *counts[seat + 1 :])


def with_meld(state: S, number: int, meld: Meld) -> S:
    """The state with another meld in place of that of this number."""
    return replace(state, melds=(*state.melds[:number], meld, *state.melds[number + 1 :]))


# -- a new stock


def can_renew(state: State) -> bool:
    """Whether the pile but its top may become a new stock (options ``reshuffle_limit`` and ``idle_stocks``)."""
    return may_renew(state) and not is_last_stock(state)


def may_renew(state: State) -> bool:
    """Whether the pile but its top may become a new stock if something is laid before that."""
    limit: int = state.options.get("reshuffle_limit", 0)  # basic rummy turns its pile over instead
    return len(state.discard) > 1 and state.reshuffles < limit


def is_last_stock(state: State) -> bool:
    """Whether the round ends with this stock unless somebody lays (option ``idle_stocks``)."""
    most: int = state.options["idle_stocks"]
    # 0 means no such end, so it must not count as reached.
    return 0 < most <= state.stocks_since_lay


def is_dead(state: State) -> bool:
    """Whether there is no new stock only because nobody has laid anything for so long."""
    return not state.stock and state.out is None and may_renew(state) and is_last_stock(state)


def can_draw(state: State) -> bool:
    """Whether there is a card to draw, if need be after a shuffle."""
    return bool(state.stock) or can_renew(state)


def renew_stock(state: S, order: Sequence[int]) -> tuple[S, tuple[Event, ...]]:
    """The pile but its top is the stock in this order, top first. Raises BadDeck."""
    # The top stays: else nothing could be taken until somebody has thrown out (docs/rules).
    check_deck(order, state.discard[:-1])
    fresh = replace(
        state, stock=tuple(order), discard=state.discard[-1:],
        reshuffles=state.reshuffles + 1, stocks_since_lay=state.stocks_since_lay + 1,
    )  # fmt: skip
    return fresh, (Shuffled(len(order)),)


# -- the end


def refuse_next(state: State, join: Collection[int], title: str) -> None:
    """Refuse a next round that cannot be. Raises IllegalAction, HiddenCard, GameOver, BadSeats."""
    if state.phase != "over":
        refuse("round_not_over", "the round is not over; play it to its end first")
    if state.round_scores is None:
        raise HiddenCard("the round is not scored: there are hands that are not known")
    if state.finished:
        raise GameOver("the game is over; begin a new one")
    if join:
        raise BadSeats("nobody can join a game of {title} that has begun", title=title)
